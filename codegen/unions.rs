//! Unions that read in one pass: by a tag's value, by the member that is there, or by a form rule.
//!
//! No variant is tried. What is known and wrong is an error; what is unknown is kept whole.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Error;
use super::boxed::{is_boxed, keep, kept, variant};
use super::catalog::{Catalog, Member, Rule, Union};
use super::names::{FORM_SCHEMAS, FormRule, lookup};
use super::objects::serde_impls;
use super::prose::Docs;
use super::strings;
use super::types::{items, snake};

/// The enums of all unions.
pub(super) fn generate(catalog: &Catalog, docs: &Docs) -> Result<Vec<syn::Item>, Error> {
    let mut tokens = TokenStream::new();
    for union in &catalog.unions {
        tokens.extend(generate_union(catalog, union, docs)?);
    }
    items("unions", tokens)
}

fn generate_union(catalog: &Catalog, union: &Union, docs: &Docs) -> Result<TokenStream, Error> {
    let name = format_ident!("{}", union.name);
    let doc = docs.owner(&union.name);
    let variants: Vec<_> =
        union.members.iter().map(|member| format_ident!("{}", member.variant)).collect();
    let types: Vec<_> =
        union.members.iter().map(|member| format_ident!("{}", member.type_name)).collect();
    let keeps: Vec<_> = union.members.iter().map(|member| is_boxed(&member.type_name)).collect();
    let kept = types.iter().zip(&keeps).map(|(ty, boxed)| kept(&quote! { #ty }, *boxed));
    let value = quote! { value };
    let from = keeps.iter().map(|boxed| keep(&value, *boxed));
    let variant_docs = types.iter().map(|ty| format!(" [`{ty}`]"));
    // The variant's first letter is a capital, which gives the underscore between.
    let accessors =
        union.members.iter().map(|member| format_ident!("as{}", snake(&member.variant)));
    let accessor_docs = types.iter().map(|ty| format!(" The [`{ty}`], if it is one."));
    let read = match &union.rule {
        Rule::Tag { name, default } => read_by_tag(union, name, *default),
        Rule::FirstOf => read_by_member(union, &strings::shared(catalog, union)),
        Rule::Form => read_form(union)?,
    };
    let strings = strings::of_union(catalog, union);
    let hold = (!strings.is_empty()).then(|| {
        quote! { members.hold_strings(&[#(#strings),*]); }
    });
    let is_params = catalog
        .methods
        .iter()
        .any(|method| method.params.as_ref().is_some_and(|(params, _)| *params == union.name));
    let parameters_impl = is_params.then(|| quote! { impl Parameters for #name {} });
    let serde_impls = serde_impls(&name);
    Ok(quote! {
        #doc
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum #name {
            #(#[doc = #variant_docs] #variants(#kept),)*
            /// One of a kind that this revision does not name, kept whole.
            Unknown(Object),
        }

        impl #name {
            #(
                #[doc = #accessor_docs]
                #[must_use]
                pub fn #accessors(&self) -> Option<&#types> {
                    if let Self::#variants(value) = self { Some(value) } else { None }
                }
            )*
        }

        #(impl From<#types> for #name {
            fn from(value: #types) -> Self {
                Self::#variants(#from)
            }
        })*

        #parameters_impl

        impl ReadMembers for #name {
            fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
                #hold
                #read
            }
        }

        impl WriteMembers for #name {
            fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
                match self {
                    #(Self::#variants(value) => value.write(members),)*
                    Self::Unknown(all) => members.rest(all),
                }
            }
        }

        #serde_impls
    })
}

/// What makes the variant of what was read.
fn becomes(member: &Member) -> TokenStream {
    let name = format_ident!("{}", member.variant);
    variant(&quote! { Self::#name }, is_boxed(&member.type_name))
}

fn read_by_tag(union: &Union, tag: &str, default: Option<usize>) -> TokenStream {
    let values = union.members.iter().map(|member| &member.tell);
    let arms = union.members.iter().enumerate().map(|(position, member)| {
        let ty = format_ident!("{}", member.type_name);
        let becomes = becomes(member);
        let absent = (default == Some(position)).then(|| quote! { | Tag::Absent });
        quote! { Tag::Known(#position) #absent => #ty::read(members)#becomes, }
    });
    let absent = default.is_none().then(|| {
        quote! { Tag::Absent => Err(serde::de::Error::missing_field(#tag)), }
    });
    quote! {
        match members.tag(#tag, &[#(#values),*])? {
            #(#arms)*
            #absent
            Tag::Known(_) => members.rest(None, None).map(Self::Unknown),
            Tag::Unknown(tag) => members.rest(Some(#tag), Some(tag)).map(Self::Unknown),
        }
    }
}

fn read_by_member(union: &Union, shared: &[String]) -> TokenStream {
    let tells = union.members.iter().map(|member| &member.tell);
    let (find, read) = if shared.is_empty() {
        (quote! { members.first_of(&[#(#tells),*])? }, quote! { read(members) })
    } else {
        let find = quote! { members.first_of_after([#(#shared),*], &mut strings, &[#(#tells),*])? };
        (find, quote! { read_after(strings, members) })
    };
    let strings = (!shared.is_empty()).then(|| quote! { let mut strings = Default::default(); });
    let arms = union.members.iter().enumerate().map(|(position, member)| {
        let ty = format_ident!("{}", member.type_name);
        let becomes = becomes(member);
        quote! { Some(#position) => #ty::#read #becomes, }
    });
    quote! {
        #strings
        match #find {
            #(#arms)*
            _ => members.rest(None, None).map(Self::Unknown),
        }
    }
}

fn read_form(union: &Union) -> Result<TokenStream, Error> {
    let mut questions = Vec::new();
    for (position, member) in union.members.iter().enumerate() {
        let rule = lookup(FORM_SCHEMAS, &member.type_name).ok_or_else(|| {
            Error::new(&union.name, "form schemas have a rule", &member.type_name)
        })?;
        let answer = match rule {
            FormRule::Type(values) => {
                quote! { [#(#values),*].iter().any(|kind| held.is("type", kind)) }
            }
            FormRule::Has(name) => quote! { held.has(#name) },
            FormRule::ItemsHave(name) => quote! { held.has_in("items", #name) },
        };
        questions.push(quote! { if #answer { #position } else });
    }
    let unknown = union.members.len();
    let arms = union.members.iter().enumerate().map(|(position, member)| {
        let ty = format_ident!("{}", member.type_name);
        let becomes = becomes(member);
        quote! { #position => #ty::read(members)#becomes, }
    });
    Ok(quote! {
        let held = members.hold_all()?;
        let form = #(#questions)* { #unknown };
        match form {
            #(#arms)*
            _ => members.rest(None, None).map(Self::Unknown),
        }
    })
}
