//! What is one of several: content by its tag, resources by their member, ids by their type.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::members::{Extra, Late, Lent, Members};
use super::types::{Embedded, Media, Resource, Text, ToolResult, ToolUse};

/// Declares an enum that the member `type` tells apart. A tag that is not known is kept, whole.
macro_rules! tagged {
    ($name:ident { $($variant:ident($type:ty) = $tag:literal,)* }) => {
        #[derive(Debug)]
        pub enum $name { $($variant($type),)* Unknown(Extra) }

        impl $name {
            fn variant<'de, A: MapAccess<'de>>(tag: &str, map: A) -> Result<Self, A::Error> {
                match tag {
                    $($tag => <$type>::read(map).map(Self::$variant),)*
                    _ => unknown(tag, map).map(Self::Unknown),
                }
            }
        }

        impl Members for $name {
            fn read<'de, A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
                let mut held: Vec<(Cow<'de, str>, &'de RawValue)> = Vec::new();
                while let Some(Lent(key)) = map.next_key()? {
                    if key != "type" {
                        held.push((key, map.next_value()?));
                        continue;
                    }
                    let Lent(tag) = map.next_value()?;
                    return if held.is_empty() {
                        Self::variant(&tag, map)
                    } else {
                        Self::variant(&tag, Late::new(held, map))
                    };
                }
                Err(A::Error::missing_field("type"))
            }

            fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                match self {
                    $(Self::$variant(value) => {
                        map.serialize_entry("type", $tag)?;
                        value.write(map)
                    })*
                    Self::Unknown(members) => members
                        .iter()
                        .try_for_each(|(name, value)| map.serialize_entry(name, value)),
                }
            }
        }

        object_serde!($name);
    };
}

/// serde's traits, by way of `Members`.
macro_rules! object_serde {
    ($name:ident) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct ObjectVisitor;
                impl<'de> Visitor<'de> for ObjectVisitor {
                    type Value = $name;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("an object")
                    }
                    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<$name, A::Error> {
                        $name::read(map)
                    }
                }
                deserializer.deserialize_map(ObjectVisitor)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                self.write(&mut map)?;
                map.end()
            }
        }
    };
}

tagged! {
    Block {
        Text(Text) = "text",
        Image(Media) = "image",
        Audio(Media) = "audio",
        Link(Resource) = "resource_link",
        Resource(Embedded) = "resource",
    }
}

tagged! {
    SamplingBlock {
        Text(Text) = "text",
        Image(Media) = "image",
        Audio(Media) = "audio",
        ToolUse(ToolUse) = "tool_use",
        ToolResult(ToolResult) = "tool_result",
    }
}

/// The rest of a map whose tag is not known.
fn unknown<'de, A: MapAccess<'de>>(tag: &str, mut map: A) -> Result<Extra, A::Error> {
    let mut members = Extra::new();
    members.insert("type".to_owned(), tag.into());
    while let Some((name, value)) = map.next_entry()? {
        members.insert(name, value);
    }
    Ok(members)
}

/// A resource's contents: whether they are text or bytes is told by the member that is there.
#[derive(Debug)]
pub struct Contents {
    pub uri: String,
    pub mime_type: Option<String>,
    pub body: Body,
    pub meta: Option<Extra>,
    pub extra: Extra,
}

#[derive(Debug)]
pub enum Body {
    Text(String),
    Blob(String),
}

impl Members for Contents {
    fn read<'de, A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        let (mut uri, mut mime_type, mut body, mut meta) = (None, None, None, None);
        let mut extra = Extra::new();
        while let Some(Lent(key)) = map.next_key()? {
            match key.as_ref() {
                "uri" => uri = Some(map.next_value()?),
                "mimeType" => mime_type = map.next_value()?,
                "text" => body = Some(Body::Text(map.next_value()?)),
                "blob" => body = Some(Body::Blob(map.next_value()?)),
                "_meta" => meta = map.next_value()?,
                _ => {
                    extra.insert(key.into_owned(), map.next_value()?);
                }
            }
        }
        Ok(Contents {
            uri: uri.ok_or_else(|| A::Error::missing_field("uri"))?,
            mime_type,
            body: body.ok_or_else(|| A::Error::missing_field("text"))?,
            meta,
            extra,
        })
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("uri", &self.uri)?;
        match &self.body {
            Body::Text(text) => map.serialize_entry("text", text)?,
            Body::Blob(blob) => map.serialize_entry("blob", blob)?,
        }
        if let Some(mime_type) = &self.mime_type {
            map.serialize_entry("mimeType", mime_type)?;
        }
        if let Some(meta) = &self.meta {
            map.serialize_entry("_meta", meta)?;
        }
        self.extra.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))
    }
}

object_serde!(Contents);

/// One or several.
#[derive(Debug)]
pub enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<'de, T: Members + Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EitherVisitor<T>(std::marker::PhantomData<T>);
        impl<'de, T: Members + Deserialize<'de>> Visitor<'de> for EitherVisitor<T> {
            type Value = OneOrMany<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object or a list")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::read(map).map(OneOrMany::One)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut many = Vec::new();
                while let Some(one) = seq.next_element()? {
                    many.push(one);
                }
                Ok(OneOrMany::Many(many))
            }
        }
        deserializer.deserialize_any(EitherVisitor(std::marker::PhantomData))
    }
}

impl<T: Serialize> Serialize for OneOrMany<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            OneOrMany::One(one) => one.serialize(serializer),
            OneOrMany::Many(many) => many.serialize(serializer),
        }
    }
}

/// The id of a request, or the token of its progress.
#[derive(Debug)]
pub enum Id {
    Integer(i64),
    String(String),
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        struct IdVisitor;
        impl Visitor<'_> for IdVisitor {
            type Value = Id;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer or a string")
            }
            fn visit_i64<E>(self, id: i64) -> Result<Id, E> {
                Ok(Id::Integer(id))
            }
            fn visit_u64<E: Error>(self, id: u64) -> Result<Id, E> {
                i64::try_from(id).map(Id::Integer).map_err(E::custom)
            }
            fn visit_str<E>(self, id: &str) -> Result<Id, E> {
                Ok(Id::String(id.to_owned()))
            }
        }
        deserializer.deserialize_any(IdVisitor)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Id::Integer(id) => serializer.serialize_i64(*id),
            Id::String(id) => serializer.serialize_str(id),
        }
    }
}
