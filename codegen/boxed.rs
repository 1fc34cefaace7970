//! Which types lie in a box where another type holds them.
//!
//! The larger a value, the more is moved with it on its way through the layers that read it, and a
//! list of content blocks has as much room for each as the largest kind of block needs. So types
//! that are large lie elsewhere where most values of what holds them do not have them; and so does
//! what each request of 2026-07-28 says of its client, which would make a call of a tool four times
//! as large as it is.

use proc_macro2::TokenStream;
use quote::quote;

use super::names::BOXED;

/// Whether a type lies in a box, by its name.
pub(super) fn is_boxed(name: &str) -> bool {
    BOXED.contains(&name)
}

/// How a field or a variant keeps a type; with `boxed`, in a box.
pub(super) fn kept(ty: &TokenStream, boxed: bool) -> TokenStream {
    if boxed {
        quote! { Box<#ty> }
    } else {
        ty.clone()
    }
}

/// A value as a field or a variant keeps it.
pub(super) fn keep(value: &TokenStream, boxed: bool) -> TokenStream {
    if boxed {
        quote! { Box::new(#value) }
    } else {
        value.clone()
    }
}

/// What makes a variant of the result of reading.
pub(super) fn variant(variant: &TokenStream, boxed: bool) -> TokenStream {
    let into_box = boxed.then(|| quote! { .map(Box::new) });
    quote! { #into_box.map(#variant) }
}
