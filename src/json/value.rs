//! Reading of any JSON into serde_json's values, and of nothing but JSON.
//!
//! serde_json's own reading of a [`Value`] takes an object with a private key of its own for JSON
//! text to be parsed in its place, each time with a fresh limit of depth. A peer that knows the key
//! could overflow the stack with a small message, and an object that happens to have the key would
//! be lost. These seeds build the same values and know no such key.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserializer;
use serde::de::value::MapDeserializer;
use serde::de::{self, Deserialize, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

use super::Object;
use super::seeds::Lent;

/// Reads any JSON.
#[derive(Clone, Copy, Debug)]
pub struct AnyValue;

/// Reads what [`AnyValue`] reads, and keeps nothing of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Readable {
    /// A name that no member may have.
    pub(crate) but: Option<&'static str>,
}

/// Reads any JSON object.
#[derive(Clone, Copy, Debug)]
pub struct AnyObject;

/// Reads an object whose members are all read by the same seed.
#[derive(Clone, Copy, Debug)]
pub struct Each<S>(pub S);

/// What is left of the room for so many bytes once a value has its place in it. None if it has not
/// enough.
pub(crate) fn within(value: &Value, room: usize) -> Option<usize> {
    let room = room.checked_sub(size_of::<Value>())?;
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => Some(room),
        Value::String(text) => room.checked_sub(text.len()),
        Value::Array(items) => items.iter().try_fold(room, |room, item| within(item, room)),
        Value::Object(members) => members
            .iter()
            .try_fold(room, |room, (name, value)| within(value, room.checked_sub(name.len())?)),
    }
}

impl<'de> DeserializeSeed<'de> for AnyValue {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    // A parsed value gives these, where `arbitrary_precision` has kept a large integer in it.

    #[allow(clippy::cast_precision_loss)]
    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Value, E> {
        Number::from_i128(value).map_or_else(|| self.visit_f64(value as f64), |it| Ok(it.into()))
    }

    #[allow(clippy::cast_precision_loss)]
    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Value, E> {
        Number::from_u128(value).map_or_else(|| self.visit_f64(value as f64), |it| Ok(it.into()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        self.deserialize(inner)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        self.deserialize(inner)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(AnyValue)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
        let object = AnyObject.visit_map(map)?;
        Ok(disguised_number(&object).map_or_else(|| Value::Object(object), Value::Number))
    }
}

impl<'de> DeserializeSeed<'de> for Readable {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Readable {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: de::Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key_seed(Lent)? {
            if self.but == Some(name.as_ref()) {
                return Err(de::Error::custom(format_args!("no member may be called `{name}`")));
            }
            map.next_value_seed(self)?;
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for AnyObject {
    type Value = Object;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Object, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for AnyObject {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
        let mut object = Object::new();
        while let Some(name) = map.next_key::<String>()? {
            object.insert(name, map.next_value_seed(AnyValue)?);
        }
        Ok(object)
    }
}

impl<'de, S: DeserializeSeed<'de> + Copy> DeserializeSeed<'de> for Each<S> {
    type Value = BTreeMap<String, S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, S: DeserializeSeed<'de> + Copy> Visitor<'de> for Each<S> {
    type Value = BTreeMap<String, S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            members.insert(name, map.next_value_seed(self.0)?);
        }
        Ok(members)
    }
}

/// The number behind an object of one member, if it is one: with serde_json's
/// `arbitrary_precision`, numbers come as such. Only then does serde_json read one from a map.
fn disguised_number(object: &Object) -> Option<Number> {
    let mut members = object.iter();
    match (members.next(), members.next()) {
        (Some((name, Value::String(text))), None) if name.starts_with('$') => {
            let member = std::iter::once((name.as_str(), text.as_str()));
            Number::deserialize(MapDeserializer::<_, de::value::Error>::new(member)).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Raw;

    /// The key by which serde_json knows a raw value, asked of it as everybody may.
    fn raw_key() -> &'static str {
        super::super::text::name()
    }

    fn any(text: &str) -> Value {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        AnyValue.deserialize(&mut deserializer).unwrap()
    }

    #[test]
    fn any_json_is_read_as_serde_json_reads_it() {
        let text = r#"{"a":[1,-1,1.5,"x",null,true,{}],"b":{"c":18446744073709551615}}"#;
        assert_eq!(any(text), serde_json::from_str::<Value>(text).unwrap());
    }

    #[test]
    fn an_object_with_a_key_of_serde_jsons_own_is_an_object() {
        for inner in ["\"[1, 2]\"", "1", "\"no json\""] {
            let text = format!("{{{:?}:{inner}}}", raw_key());
            assert!(any(&text).is_object(), "{text}");
        }
    }

    #[test]
    fn depth_hidden_in_such_keys_stays_text() {
        let mut hidden = "1".to_owned();
        for _ in 0..40 {
            let text = format!("{}{hidden}{}", "[".repeat(100), "]".repeat(100));
            hidden = format!("{{{:?}:{}}}", raw_key(), Value::String(text));
            // Quotes double with each level; a few show what many would do.
            if hidden.len() > 100_000 {
                break;
            }
        }
        let message = format!(r#"{{"_meta":{hidden}}}"#);
        assert_eq!(Raw::from_text(&message).unwrap().to_value().to_string(), message);
    }
}
