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
#[derive(Default)]
pub(super) struct Member {
    /// Order in the struct and on the wire: constants, required, optional, `_meta`.
    pub(super) rank: u8,
    pub(super) wire: String,
    /// The field's declaration; empty for constants.
    declaration: TokenStream,
    /// Where its value goes as it is read; none for constants.
    ident: Option<Ident>,
    /// `let mut x = None;`
    slot: TokenStream,
    /// The call that reads it.
    read: TokenStream,
    /// The initializer in the finished struct.
    finish: TokenStream,
    /// What is left to do after the members were read: a check.
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
        let check = (!lenient).then(|| quote! { members.constant_seen(#wire)?; });
        Ok(Self {
            wire: wire.to_owned(),
            read,
            check: check.unwrap_or_default(),
            write,
            ..Self::default()
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
            read: quote! { members.optional_constant(#wire, #value)? },
            finish: quote! { #flag: members.saw(#wire), },
            write: quote! { if self.#flag { members.constant(#wire, #value)?; } },
            initializer: quote! { #flag: false, },
            setter: quote! {
                #[doc = #setter_doc]
                #[must_use]
                pub fn #setter(mut self) -> Self {
                    self.#flag = true;
                    self
                }
            },
            ..Self::default()
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
            ident: Some(ident.clone()),
            slot: quote! { let mut #ident = None; },
            read: call("optional"),
            finish: quote! { #ident, },
            write: quote! { members.optional(#wire, &self.#ident)?; },
            initializer: quote! { #ident: None, },
            setter: setter(quote! { Some(#value) }),
            ..Self::default()
        };
        match presence {
            // Null is a value like any other.
            Presence::OptionalAny => Self { read: call("required"), ..optional },
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

    /// The last field of most structs: what the others leave over. It writes itself last.
    fn extra() -> Self {
        Self {
            declaration: quote! {
                /// Members that this revision does not name, kept as they came.
                pub extra: Extra,
            },
            slot: quote! { let mut extra = Extra::new(); },
            finish: quote! { extra, },
            write: quote! { members.extra(&self.extra) },
            initializer: quote! { extra: Extra::new(), },
            ..Self::default()
        }
    }

    /// A union whose members stand among the object's own: a task in a result, say. It reads and
    /// writes itself last, and what the object does not know is its to keep.
    fn flattened(union: &Ident) -> Self {
        let field = format_ident!("{FLATTENED}");
        let doc = format!(" The [`{union}`], whose members stand among this object's own.");
        Self {
            declaration: quote! { #[doc = #doc] pub #field: #union, },
            finish: quote! { #field, },
            check: quote! { let #field = #union::read(members)?; },
            write: quote! { self.#field.write(members) },
            parameter: Some(quote! { #field: impl Into<#union> }),
            initializer: quote! { #field: #field.into(), },
            ..Self::default()
        }
    }
}

/// A struct with its constructor, setters, reading and writing. Its union may have read the strings
/// that it shares before it comes to this variant.
pub(super) fn object_items(
    object: &Object,
    members: &[Member],
    shared: &[String],
    doc: &TokenStream,
) -> TokenStream {
    let name = format_ident!("{}", object.name);
    let union = object.flatten.as_ref().map(|union| format_ident!("{union}"));
    let rest = union.as_ref().map_or_else(Member::extra, Member::flattened);
    let each = |members: &[&Member], piece: fn(&Member) -> &TokenStream| -> TokenStream {
        members.iter().map(|member| piece(member).clone()).collect()
    };
    let mut all: Vec<&Member> = members.iter().chain([&rest]).collect();
    let (early, fresh): (Vec<_>, Vec<_>) =
        all.iter().partition(|member| shared.contains(&member.wire));
    let slots = each(&fresh, |member| &member.slot);
    let checks = each(&all, |member| &member.check);
    let writes = each(&all, |member| &member.write);
    if union.is_some() {
        // It comes last on the wire, but is what the struct is about.
        all.rotate_right(1);
    }
    let declarations = each(&all, |member| &member.declaration);
    let initializers = each(&all, |member| &member.initializer);
    let finishes = each(&all, |member| &member.finish);
    let setters = each(&all, |member| &member.setter);
    let parameters: Vec<_> = all.iter().filter_map(|member| member.parameter.as_ref()).collect();
    let default = parameters.is_empty().then(|| quote! { Default, });
    let new_doc = match &union {
        Some(union) => format!(" `{name}` around a [`{union}`]."),
        None if parameters.is_empty() => format!(" `{name}` with nothing set."),
        None => format!(" `{name}` with what it must have; the rest is absent."),
    };
    let reads = if union.is_some() { read_around(members) } else { read_all(members) };
    let body = quote! {
        #slots
        #reads
        #checks
        Ok(Self { #finishes })
    };
    let reading = read_members(&name, &early, &body);
    let parameters_impl = object.is_params.then(|| quote! { impl Parameters for #name {} });
    let serde_impls = serde_impls(&name);
    quote! {
        #doc
        #[derive(Clone, Debug, #default PartialEq)]
        #[non_exhaustive]
        pub struct #name {
            #declarations
        }

        impl #name {
            #[doc = #new_doc]
            #[must_use]
            pub fn new(#(#parameters),*) -> Self {
                Self { #initializers }
            }

            #setters
        }

        #parameters_impl

        #reading

        impl WriteMembers for #name {
            fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
                #writes
            }
        }

        #serde_impls
    }
}

/// The impl of `ReadMembers`. Where strings may have been read before, it begins without any.
fn read_members(name: &Ident, early: &[&Member], body: &TokenStream) -> TokenStream {
    let members = quote! { members: &mut Reader<'de, A> };
    if early.is_empty() {
        return quote! {
            impl ReadMembers for #name {
                fn read<'de, A: MapAccess<'de>>(#members) -> Result<Self, A::Error> {
                    #body
                }
            }
        };
    }
    let mut early = early.to_vec();
    early.sort_by_key(|member| &member.wire);
    let slots: Vec<_> = early.iter().filter_map(|member| member.ident.as_ref()).collect();
    let count = slots.len();
    quote! {
        impl #name {
            /// Reads the members, after strings among them that came first.
            fn read_after<'de, A: MapAccess<'de>>(
                [#(mut #slots),*]: [Option<String>; #count],
                #members,
            ) -> Result<Self, A::Error> {
                #body
            }
        }

        impl ReadMembers for #name {
            fn read<'de, A: MapAccess<'de>>(#members) -> Result<Self, A::Error> {
                Self::read_after(Default::default(), members)
            }
        }
    }
}

/// The loop that reads every member, the unknown ones into `extra`.
fn read_all(members: &[Member]) -> TokenStream {
    let wires = members.iter().map(|member| &member.wire);
    let reads = members.iter().map(|member| &member.read);
    let positions: Vec<usize> = (0..members.len()).collect();
    quote! {
        while let Some(member) = members.next_by(|name| match name {
            #(#wires => Some(#positions),)*
            _ => None,
        })? {
            match member {
                #(Some(#positions) => #reads,)*
                _ => members.unknown(&mut extra)?,
            }
        }
    }
}

/// The loop that reads an object's own members, and holds the others for the union among them.
fn read_around(members: &[Member]) -> TokenStream {
    let wires = members.iter().map(|member| &member.wire);
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
    quote! {
        while let Some(member) = members.next_holding_others(&[#(#wires),*])? {
            #read_one
        }
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
