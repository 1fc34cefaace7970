//! The code of a struct: its fields, constructor, setters, reading and writing.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::Value;
use syn::{Ident, Type};

use super::Error;
use super::boxed::{is_boxed, keep, kept};
use super::catalog::{Field, Object, Presence};
use super::prose::Docs;
use super::types::snake;

/// The code of one field, piece by piece.
pub(super) struct Member {
    /// Order in the struct and on the wire: constants, required, optional, `_meta`.
    pub(super) rank: u8,
    pub(super) wire: String,
    /// The field's declaration; empty for constants.
    declaration: TokenStream,
    /// `let mut x = None;`
    slot: TokenStream,
    /// The call that reads it.
    read: TokenStream,
    /// The initializer in the finished struct.
    finish: TokenStream,
    /// A check after everything was read.
    check: TokenStream,
    /// The call that writes it.
    write: TokenStream,
    /// The parameter of `new`, if it is required.
    parameter: Option<TokenStream>,
    /// The initializer in `new`.
    initializer: TokenStream,
    /// The setter, if it is not required.
    setter: TokenStream,
}

impl Member {
    pub(super) fn constant(
        object: &Object,
        wire: &str,
        value: &Value,
        lenient: bool,
    ) -> Result<Self, Error> {
        let (read, write) = match (value.as_str(), value.as_i64()) {
            (Some(value), _) if lenient => (
                quote! { members.optional_constant(#wire, #value)? },
                quote! { members.constant(#wire, #value)?; },
            ),
            (Some(value), _) => (
                quote! { members.constant(#wire, #value)? },
                quote! { members.constant(#wire, #value)?; },
            ),
            (_, Some(value)) => (
                quote! { members.constant_integer(#wire, #value)? },
                quote! { members.constant_integer(#wire, #value)?; },
            ),
            _ => {
                let place = format!("{}.{wire}", object.name);
                return Err(Error::new(
                    place,
                    "constants are strings or integers",
                    value.to_string(),
                ));
            }
        };
        Ok(Self {
            rank: 0,
            wire: wire.to_owned(),
            declaration: TokenStream::new(),
            slot: TokenStream::new(),
            read,
            finish: TokenStream::new(),
            check: if lenient {
                TokenStream::new()
            } else {
                quote! { members.constant_seen(#wire)?; }
            },
            write,
            parameter: None,
            initializer: TokenStream::new(),
            setter: TokenStream::new(),
        })
    }

    /// A string that may be left out and means the same then: a flag tells whether it is there.
    pub(super) fn optional_constant(
        object: &Object,
        wire: &str,
        value: &Value,
    ) -> Result<Self, Error> {
        let Some(value) = value.as_str() else {
            let place = format!("{}.{wire}", object.name);
            let rule = "optional constants are strings";
            return Err(Error::new(place, rule, value.to_string()));
        };
        let flag = format_ident!("says_{}", snake(wire));
        let setter = format_ident!("with_{}", snake(wire));
        let doc = format!(
            " Whether `{wire}` says that it is `{value}`, which it also is when this is left out."
        );
        let setter_doc = format!(" Says that `{wire}` is `{value}`: sets [`Self::{flag}`].");
        Ok(Self {
            rank: 2,
            wire: wire.to_owned(),
            declaration: quote! { #[doc = #doc] pub #flag: bool, },
            slot: TokenStream::new(),
            read: quote! { members.optional_constant(#wire, #value)? },
            finish: quote! { #flag: members.saw(#wire), },
            check: TokenStream::new(),
            write: quote! { if self.#flag { members.constant(#wire, #value)?; } },
            parameter: None,
            initializer: quote! { #flag: false, },
            setter: quote! {
                #[doc = #setter_doc]
                #[must_use]
                pub fn #setter(mut self) -> Self {
                    self.#flag = true;
                    self
                }
            },
        })
    }

    pub(super) fn stored(
        object: &Object,
        field: &Field,
        presence: Presence,
        ident: Ident,
        ty: Type,
        seed: Option<TokenStream>,
        docs: &Docs,
    ) -> Self {
        let wire = field.wire.clone();
        let doc = docs.member(&object.name, &wire);
        let in_box = is_boxed(&quote! { #ty }.to_string());
        let kept = kept(&quote! { #ty }, in_box);
        let call = |plain: &str| match &seed {
            Some(seed) => {
                let method = format_ident!("{plain}_with");
                quote! { members.#method(#seed, #wire, &mut #ident)? }
            }
            None => {
                let method = format_ident!("{plain}");
                quote! { members.#method(#wire, &mut #ident)? }
            }
        };
        let (argument, value) = argument(&ty, &ident);
        let value = value.or_else(|| in_box.then(|| quote! { #ident }));
        let value = value.map(|value| keep(&value, in_box));
        let initializer = match &value {
            Some(value) => quote! { #ident: #value, },
            None => quote! { #ident, },
        };
        let value = value.unwrap_or_else(|| quote! { #ident });
        let setter = format_ident!("with_{ident}");
        let setter_doc = format!(" Sets [`Self::{ident}`].");
        let setter = |stored: TokenStream| {
            quote! {
                #[doc = #setter_doc]
                #[must_use]
                pub fn #setter(mut self, #argument) -> Self {
                    self.#ident = #stored;
                    self
                }
            }
        };
        let optional = Self {
            rank: if wire == "_meta" { 3 } else { 2 },
            wire: wire.clone(),
            declaration: quote! { #doc pub #ident: Option<#kept>, },
            slot: quote! { let mut #ident = None; },
            read: call("optional"),
            finish: quote! { #ident, },
            check: TokenStream::new(),
            write: quote! { members.optional(#wire, &self.#ident)?; },
            parameter: None,
            initializer: quote! { #ident: None, },
            setter: setter(quote! { Some(#value) }),
        };
        match presence {
            Presence::OptionalAny => {
                Self { read: quote! { members.any(#wire, &mut #ident)? }, ..optional }
            }
            Presence::Nullable => Self {
                rank: 1,
                declaration: quote! { #doc pub #ident: Nullable<#kept>, },
                slot: quote! { let mut #ident = Nullable::Absent; },
                read: call("nullable"),
                write: quote! { members.nullable(#wire, &self.#ident)?; },
                parameter: Some(quote! { #ident: impl Into<Nullable<#kept>> }),
                initializer: quote! { #ident: #ident.into(), },
                setter: TokenStream::new(),
                ..optional
            },
            Presence::Required => Self {
                rank: 1,
                declaration: quote! { #doc pub #ident: #kept, },
                read: call("required"),
                finish: quote! { #ident: json::present(#wire, #ident)?, },
                write: quote! { members.required(#wire, &self.#ident)?; },
                parameter: Some(argument),
                initializer,
                setter: TokenStream::new(),
                ..optional
            },
            Presence::Optional | Presence::Constant { .. } | Presence::OptionalConstant { .. } => {
                optional
            }
        }
    }
}

/// A struct with its constructor, setters, reading and writing.
pub(super) fn object_items(object: &Object, members: &[Member], doc: &TokenStream) -> TokenStream {
    let name = format_ident!("{}", object.name);
    let each = |piece: fn(&Member) -> &TokenStream| members.iter().map(piece).collect::<Vec<_>>();
    let declarations = each(|member| &member.declaration);
    let slots = each(|member| &member.slot);
    let finishes = each(|member| &member.finish);
    let checks = each(|member| &member.check);
    let writes = each(|member| &member.write);
    let initializers = each(|member| &member.initializer);
    let setters = each(|member| &member.setter);
    let wires: Vec<&String> = members.iter().map(|member| &member.wire).collect();
    let parameters: Vec<&TokenStream> =
        members.iter().filter_map(|member| member.parameter.as_ref()).collect();
    let reads = members.iter().enumerate().map(|(position, member)| {
        let read = &member.read;
        quote! { Some(#position) => #read, }
    });
    let positions = 0..members.len();
    if let Some(union) = &object.flatten {
        return flattening_items(object, &format_ident!("{union}"), members, doc);
    }
    let default = parameters.is_empty().then(|| quote! { Default, });
    let new_doc = if parameters.is_empty() {
        format!(" `{name}` with nothing set.")
    } else {
        format!(" `{name}` with what it must have; the rest is absent.")
    };
    let parameters_impl = object.is_params.then(|| quote! { impl Parameters for #name {} });
    let serde_impls = serde_impls(&name);
    quote! {
        #doc
        #[derive(Clone, Debug, #default PartialEq)]
        #[non_exhaustive]
        pub struct #name {
            #(#declarations)*
            /// Members that this revision does not name, kept as they came.
            pub extra: Extra,
        }

        impl #name {
            #[doc = #new_doc]
            #[must_use]
            pub fn new(#(#parameters),*) -> Self {
                Self { #(#initializers)* extra: Extra::new() }
            }

            #(#setters)*
        }

        #parameters_impl

        impl ReadMembers for #name {
            fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
                #(#slots)*
                let mut extra = Extra::new();
                while let Some(member) = members.next_by(|name| match name {
                    #(#wires => Some(#positions),)*
                    _ => None,
                })? {
                    match member {
                        #(#reads)*
                        _ => members.unknown(&mut extra)?,
                    }
                }
                #(#checks)*
                Ok(Self { #(#finishes)* extra })
            }
        }

        impl WriteMembers for #name {
            fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
                #(#writes)*
                members.extra(&self.extra)
            }
        }

        #serde_impls
    }
}

/// A struct around a union whose members stand among its own: a task in a result, say. What it
/// does not know is the union's to keep.
fn flattening_items(
    object: &Object,
    union: &Ident,
    members: &[Member],
    doc: &TokenStream,
) -> TokenStream {
    let name = format_ident!("{}", object.name);
    let field = format_ident!("{FLATTENED}");
    let each = |piece: fn(&Member) -> &TokenStream| members.iter().map(piece).collect::<Vec<_>>();
    let declarations = each(|member| &member.declaration);
    let slots = each(|member| &member.slot);
    let finishes = each(|member| &member.finish);
    let checks = each(|member| &member.check);
    let writes = each(|member| &member.write);
    let initializers = each(|member| &member.initializer);
    let setters = each(|member| &member.setter);
    let wires: Vec<&String> = members.iter().map(|member| &member.wire).collect();
    let reads: Vec<&TokenStream> = members.iter().map(|member| &member.read).collect();
    let read_one = match &reads[..] {
        [only] => quote! {
            // There is one name to come to.
            let _ = member;
            #only;
        },
        reads => {
            let positions = 0..reads.len();
            quote! {
                match member {
                    #(#positions => #reads,)*
                    _ => {}
                }
            }
        }
    };
    let parameters_impl = object.is_params.then(|| quote! { impl Parameters for #name {} });
    let serde_impls = serde_impls(&name);
    let field_doc = format!(" The [`{union}`], whose members stand among this object's own.");
    let new_doc = format!(" `{name}` around a [`{union}`].");
    quote! {
        #doc
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct #name {
            #[doc = #field_doc]
            pub #field: #union,
            #(#declarations)*
        }

        impl #name {
            #[doc = #new_doc]
            #[must_use]
            pub fn new(#field: impl Into<#union>) -> Self {
                Self { #field: #field.into(), #(#initializers)* }
            }

            #(#setters)*
        }

        #parameters_impl

        impl ReadMembers for #name {
            fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
                #(#slots)*
                while let Some(member) = members.next_holding_others(&[#(#wires),*])? {
                    #read_one
                }
                #(#checks)*
                let #field = #union::read(members)?;
                Ok(Self { #field, #(#finishes)* })
            }
        }

        impl WriteMembers for #name {
            fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
                #(#writes)*
                self.#field.write(members)
            }
        }

        #serde_impls
    }
}

/// serde's traits, for a type that has `ReadMembers`.
pub(super) fn serde_impls(name: &Ident) -> TokenStream {
    quote! {
        impl Serialize for #name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                json::serialize(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for #name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                json::deserialize(deserializer)
            }
        }
    }
}

/// The field of what is flattened. The protocol flattens tasks and nothing else.
const FLATTENED: &str = "task";

/// The parameter of a constructor or setter, and the expression that stores it where it is not the
/// parameter as it is.
fn argument(ty: &Type, ident: &Ident) -> (TokenStream, Option<TokenStream>) {
    let spelled = quote! { #ty }.to_string();
    let as_is = ["bool", "i64", "u64", "Object"].contains(&spelled.as_str())
        || spelled.starts_with("Vec")
        || spelled.starts_with("BTreeMap")
        || spelled.starts_with("Ordered");
    if as_is {
        (quote! { #ident: #ty }, None)
    } else {
        (quote! { #ident: impl Into<#ty> }, Some(quote! { #ident.into() }))
    }
}
