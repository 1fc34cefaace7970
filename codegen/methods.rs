//! Requests and notifications: a marker each, an alias for its whole message, and an enum of what
//! each side sends. One row of the catalogue gives all of it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Error;
use super::boxed::{is_boxed, keep, kept, variant};
use super::catalog::{Catalog, Method, Sender};
use super::names::Declares;
use super::objects::serde_impls;
use super::prose::Docs;
use super::types::items;

/// The items of all methods and senders.
pub(super) fn generate(catalog: &Catalog, docs: &Docs) -> Result<Vec<syn::Item>, Error> {
    let mut tokens = TokenStream::new();
    for method in &catalog.methods {
        tokens.extend(generate_method(method, docs));
    }
    for response in &catalog.responses {
        let definition = format_ident!("{}", response.definition);
        let result = format_ident!("{}", response.result);
        let doc = format!(" The whole message of a reply that carries a [`{result}`].");
        tokens.extend(quote! {
            #[doc = #doc]
            pub type #definition = ResultMessage<#result>;
        });
    }
    for sender in &catalog.senders {
        tokens.extend(generate_sender(catalog, sender, docs)?);
    }
    for (side, message, request, notification) in [
        ("client", "ClientMessage", "ClientRequest", "ClientNotification"),
        ("server", "ServerMessage", "ServerRequest", "ServerNotification"),
    ] {
        let message = format_ident!("{message}");
        let request = format_ident!("{request}");
        let notification = format_ident!("{notification}");
        let doc =
            format!(" Any message that a {side} sends: a request, a notification or a reply.");
        tokens.extend(quote! {
            #[doc = #doc]
            pub type #message = Message<#request, #notification>;
        });
    }
    items("methods", tokens)
}

fn generate_method(method: &Method, docs: &Docs) -> TokenStream {
    let revision = docs.revision();
    let marker = format_ident!("{}", method.marker);
    let definition = format_ident!("{}", method.definition);
    let wire = &method.method;
    let doc = docs.owner(wire);
    let params = match &method.params {
        Some((params, required)) => {
            let params = format_ident!("{params}");
            if *required {
                quote! { #params }
            } else {
                quote! { Option<#params> }
            }
        }
        None => quote! { Option<Object> },
    };
    let capability = method.capability.map(|(who, path)| {
        let side = match who {
            Declares::Client => quote! { Some(Side::Client) },
            Declares::Server => quote! { Some(Side::Server) },
            Declares::Receiver | Declares::Nobody => quote! { None },
        };
        quote! {
            const CAPABILITY: Option<Capability> = Some(Capability::new(#side, #path));
        }
    });
    let task = method.task.then(|| quote! { const TASK: bool = true; });
    let (kind_impl, message, kind) = match &method.result {
        Some((result, reply)) => {
            let result = format_ident!("{result}");
            let reply = format_ident!("{reply}");
            let kind_impl = quote! {
                impl Request for #marker {
                    #task
                    type Result = #result;
                    type Reply = #reply;
                }
            };
            (kind_impl, quote! { RequestMessage }, "request")
        }
        None => (
            quote! { impl Notification for #marker {} },
            quote! { NotificationMessage },
            "notification",
        ),
    };
    let (alias, alias_doc) = if method.enveloped {
        let doc = format!(" The whole message of a `{wire}` {kind}; see [`{marker}`].");
        (quote! { #message<Call<#marker>> }, doc)
    } else {
        let doc = format!(" The method and params of a `{wire}` {kind}; see [`{marker}`].");
        (quote! { Call<#marker> }, doc)
    };
    quote! {
        #doc
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct #marker;

        impl Method for #marker {
            const METHOD: &'static str = #wire;
            const REVISION: Option<&'static str> = Some(#revision);
            #capability
            type Params = #params;
        }

        #kind_impl

        #[doc = #alias_doc]
        pub type #definition = #alias;
    }
}

fn generate_sender(catalog: &Catalog, sender: &Sender, docs: &Docs) -> Result<TokenStream, Error> {
    let name = format_ident!("{}", sender.name);
    let doc = match &sender.doc {
        Some(doc) => quote! { #[doc = #doc] },
        None => docs.owner(&sender.name),
    };
    let mut methods = Vec::new();
    for marker in &sender.markers {
        let method = catalog.methods.iter().find(|method| method.marker == *marker);
        methods.push(method.ok_or_else(|| Error::new(marker, "senders list methods", "not one"))?);
    }
    let wires: Vec<&String> = methods.iter().map(|method| &method.method).collect();
    let markers: Vec<_> = methods.iter().map(|method| format_ident!("{}", method.marker)).collect();
    let boxed: Vec<bool> = methods
        .iter()
        .map(|method| method.params.as_ref().is_some_and(|(params, _)| is_boxed(params)))
        .collect();
    let calls = markers.iter().zip(&boxed);
    let kept = calls.clone().map(|(marker, boxed)| kept(&quote! { Call<#marker> }, *boxed));
    let becomes = calls.map(|(marker, boxed)| variant(&quote! { Self::#marker }, *boxed));
    let call = quote! { call };
    let from = boxed.iter().map(|boxed| keep(&call, *boxed));
    let variant_docs = wires.iter().map(|wire| format!(" `{wire}`"));
    let serde_impls = serde_impls(&name);
    let custom = quote! { AnyCall::read_params(method, params).map(Self::Custom) };
    let read_params = if wires.is_empty() {
        custom
    } else {
        quote! {
            match method {
                #(#wires => Call::read_params(method, params)#becomes,)*
                _ => #custom,
            }
        }
    };
    let knows = if wires.is_empty() {
        quote! { Self::METHODS.contains(&method) }
    } else {
        quote! { matches!(method, #(#wires)|*) }
    };
    Ok(quote! {
        #doc
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum #name {
            #(#[doc = #variant_docs] #markers(#kept),)*
            /// A method that this revision does not name, or not here.
            Custom(AnyCall),
        }

        impl #name {
            /// The methods that this revision names here, in the schema's order.
            pub const METHODS: &'static [&'static str] = &[#(#wires),*];
        }

        #(impl From<Call<#markers>> for #name {
            fn from(call: Call<#markers>) -> Self {
                Self::#markers(#from)
            }
        })*

        impl Body for #name {
            fn knows(method: &str) -> bool {
                #knows
            }

            fn method(&self) -> &str {
                match self {
                    #(Self::#markers(_) => #wires,)*
                    Self::Custom(call) => &call.method,
                }
            }

            fn read_params<'de, A: MapAccess<'de>>(
                method: &str,
                params: Params<'_, 'de, A>,
            ) -> Result<Self, A::Error> {
                #read_params
            }

            fn extra_mut(&mut self) -> &mut Extra {
                match self {
                    #(Self::#markers(call) => &mut call.extra,)*
                    Self::Custom(call) => &mut call.extra,
                }
            }
        }

        impl ReadMembers for #name {
            fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
                jsonrpc::read_body(members)
            }
        }

        impl WriteMembers for #name {
            fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
                match self {
                    #(Self::#markers(call) => call.write(members),)*
                    Self::Custom(call) => call.write(members),
                }
            }
        }

        #serde_impls
    })
}
