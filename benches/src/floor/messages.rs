//! The envelope: messages by their method, replies by the type that the reader asks for.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::members::{Extra, Lent};
use super::types::{CallParams, ErrorObject, InitializeParams, Progress, SamplingParams, Task};
use super::unions::Id;

/// Declares what one side sends, by its method.
macro_rules! messages {
    ($name:ident { $($variant:ident($type:ty) = $method:literal,)* }) => {
        #[derive(Debug)]
        pub struct $name {
            pub id: Option<Id>,
            pub body: Body<$name>,
            pub extra: Extra,
        }

        const _: () = {
            impl Sent for $name {
                type Params = Params;

                fn read<'de, A: MapAccess<'de>>(method: &str, map: &mut A) -> Result<Body<Self>, A::Error> {
                    Ok(match method {
                        $($method => Body::Known(Params::$variant(map.next_value()?)),)*
                        _ => Body::Other(method.to_owned(), Some(map.next_value()?)),
                    })
                }

                fn read_held(method: &str, params: Option<&RawValue>) -> serde_json::Result<Body<Self>> {
                    let text = params.map_or("null", RawValue::get);
                    Ok(match method {
                        $($method => Body::Known(Params::$variant(serde_json::from_str(text)?)),)*
                        _ => {
                            let params = params.map(|_| serde_json::from_str(text)).transpose()?;
                            Body::Other(method.to_owned(), params)
                        }
                    })
                }

                fn write<M: SerializeMap>(params: &Params, map: &mut M) -> Result<(), M::Error> {
                    match params {
                        $(Params::$variant(params) => {
                            map.serialize_entry("method", $method)?;
                            map.serialize_entry("params", params)
                        })*
                    }
                }

                fn new(id: Option<Id>, body: Body<Self>, extra: Extra) -> Self {
                    $name { id, body, extra }
                }
            }

            #[derive(Debug)]
            pub enum Params { $($variant($type),)* }

            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserializer.deserialize_map(SentVisitor(std::marker::PhantomData))
                }
            }

            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let mut map = serializer.serialize_map(None)?;
                    map.serialize_entry("jsonrpc", "2.0")?;
                    if let Some(id) = &self.id {
                        map.serialize_entry("id", id)?;
                    }
                    match &self.body {
                        Body::Known(params) => Self::write(params, &mut map)?,
                        Body::Other(method, params) => {
                            map.serialize_entry("method", method)?;
                            if let Some(params) = params {
                                map.serialize_entry("params", params)?;
                            }
                        }
                    }
                    for (name, value) in &self.extra {
                        map.serialize_entry(name, value)?;
                    }
                    map.end()
                }
            }
        };
    };
}

messages! {
    ClientMessage {
        Initialize(InitializeParams) = "initialize",
        Call(CallParams) = "tools/call",
        Progress(Progress) = "notifications/progress",
    }
}

messages! {
    ServerMessage {
        Sampling(SamplingParams) = "sampling/createMessage",
        Progress(Progress) = "notifications/progress",
        Task(Task) = "notifications/tasks/status",
    }
}

/// What a message says: the parameters of a known method, or any.
#[derive(Debug)]
pub enum Body<S: Sent> {
    Known(S::Params),
    Other(String, Option<Value>),
}

/// What one side sends.
pub trait Sent: Sized {
    type Params: fmt::Debug;
    fn read<'de, A: MapAccess<'de>>(method: &str, map: &mut A) -> Result<Body<Self>, A::Error>;
    fn read_held(method: &str, params: Option<&RawValue>) -> serde_json::Result<Body<Self>>;
    fn write<M: SerializeMap>(params: &Self::Params, map: &mut M) -> Result<(), M::Error>;
    fn new(id: Option<Id>, body: Body<Self>, extra: Extra) -> Self;
}

struct SentVisitor<S>(std::marker::PhantomData<S>);

impl<'de, S: Sent> Visitor<'de> for SentVisitor<S> {
    type Value = S;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<S, A::Error> {
        let mut version: Option<Version> = None;
        let mut id = None;
        let mut method: Option<Cow<'de, str>> = None;
        let mut body = None;
        let mut held: Option<&'de RawValue> = None;
        let mut extra = Extra::new();
        while let Some(Lent(key)) = map.next_key()? {
            match key.as_ref() {
                "jsonrpc" => version = Some(map.next_value()?),
                "id" => id = Some(map.next_value()?),
                "method" => {
                    let Lent(named) = map.next_value()?;
                    method = Some(named);
                }
                "params" => match &method {
                    Some(method) => body = Some(S::read(method, &mut map)?),
                    None => held = Some(map.next_value()?),
                },
                _ => {
                    extra.insert(key.into_owned(), map.next_value()?);
                }
            }
        }
        version.ok_or_else(|| A::Error::missing_field("jsonrpc"))?;
        let method = method.ok_or_else(|| A::Error::missing_field("method"))?;
        let body = match body {
            Some(body) => body,
            None => S::read_held(&method, held).map_err(A::Error::custom)?,
        };
        Ok(S::new(id, body, extra))
    }
}

/// "2.0", and nothing else.
struct Version;

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        match Lent::deserialize(deserializer)?.0.as_ref() {
            "2.0" => Ok(Version),
            other => Err(D::Error::custom(format_args!("no version {other}"))),
        }
    }
}

/// The reply to a request whose result is a `T`.
#[derive(Debug)]
pub struct Reply<T> {
    pub id: Option<Id>,
    pub outcome: Result<T, ErrorObject>,
    pub extra: Extra,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Reply<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ReplyVisitor(std::marker::PhantomData))
    }
}

struct ReplyVisitor<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ReplyVisitor<T> {
    type Value = Reply<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a reply")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Reply<T>, A::Error> {
        let mut version: Option<Version> = None;
        let (mut id, mut outcome) = (None, None);
        let mut extra = Extra::new();
        while let Some(Lent(key)) = map.next_key()? {
            match key.as_ref() {
                "jsonrpc" => version = Some(map.next_value()?),
                "id" => id = map.next_value()?,
                "result" => outcome = Some(Ok(map.next_value()?)),
                "error" => outcome = Some(Err(map.next_value()?)),
                _ => {
                    extra.insert(key.into_owned(), map.next_value()?);
                }
            }
        }
        version.ok_or_else(|| A::Error::missing_field("jsonrpc"))?;
        let outcome = outcome.ok_or_else(|| A::Error::missing_field("result"))?;
        Ok(Reply { id, outcome, extra })
    }
}

impl<T: Serialize> Serialize for Reply<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("jsonrpc", "2.0")?;
        map.serialize_entry("id", &self.id)?;
        match &self.outcome {
            Ok(result) => map.serialize_entry("result", result)?,
            Err(error) => map.serialize_entry("error", error)?,
        }
        for (name, value) in &self.extra {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
