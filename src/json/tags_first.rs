//! A value read with its tags first.

use std::vec;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value, map};

use super::Object;

/// The members by which the protocol's unions are told apart, outer ones first.
const TAGS: [&str; 11] = [
    "jsonrpc",
    "id",
    "method",
    "resultType",
    "type",
    "mode",
    "status",
    "action",
    "text",
    "blob",
    "roots",
];

/// A value whose objects present their tags before anything else.
///
/// So no reader holds a member, and every error happens where the member stands in the value,
/// which is what a path is made of.
pub(super) struct TagsFirst(pub(super) Value);

/// Scalars are serde_json's business, options and newtypes wrap what may hold an object again.
macro_rules! as_the_value_does {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.0.$method(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for TagsFirst {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(object) => visitor.visit_map(ObjectTagsFirst::new(object)),
            Value::Array(list) => visitor.visit_seq(ListTagsFirst(list.into_iter())),
            scalar => scalar.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == super::raw::name() {
            self.0.deserialize_newtype_struct(name, visitor)
        } else {
            visitor.visit_newtype_struct(self)
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    as_the_value_does! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    forward_to_deserialize_any! {
        bool char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

struct ListTagsFirst(vec::IntoIter<Value>);

impl<'de> SeqAccess<'de> for ListTagsFirst {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|value| seed.deserialize(TagsFirst(value))).transpose()
    }
}

struct ObjectTagsFirst {
    tags: vec::IntoIter<(String, Value)>,
    others: map::IntoIter,
    value: Option<Value>,
}

impl ObjectTagsFirst {
    fn new(mut object: Object) -> ObjectTagsFirst {
        let tags: Vec<_> = TAGS.iter().filter_map(|tag| object.remove_entry(*tag)).collect();
        ObjectTagsFirst { tags: tags.into_iter(), others: object.into_iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for ObjectTagsFirst {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.tags.next().or_else(|| self.others.next()) else {
            return Ok(None);
        };
        self.value = Some(value);
        seed.deserialize(Value::String(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(TagsFirst(self.value.take().unwrap_or_default()))
    }
}
