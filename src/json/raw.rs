//! JSON kept as its own text.

use std::fmt;
use std::sync::OnceLock;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{self, DeserializeOwned, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, forward_to_deserialize_any};
use serde_json::Value;
use serde_json::value::RawValue;

use super::decode;
use super::transcode::Transcode;
use super::{AnyValue, DecodeError};

/// Any JSON value as the text that it came in: member order and number text included.
///
/// From text, `Raw` costs one scan and one copy. Where a deserializer has no text to give (serde's
/// buffer behind a user's untagged, flattened or internally tagged type), the text is written anew
/// in the order in which the members come; a number's text is then serde_json's, `1.50` being
/// `1.5` unless serde_json's `arbitrary_precision` is on.
///
/// Two values are equal when their texts are: `{"a":1}` and `{ "a": 1 }` differ.
///
/// The text is known to follow JSON's grammar and no more. It may nest deeper or hold a larger
/// number than a [`Value`] can take.
#[derive(Clone)]
pub struct Raw(Box<RawValue>);

impl Raw {
    /// `null`.
    #[must_use]
    pub fn null() -> Raw {
        Raw(RawValue::NULL.to_owned())
    }

    /// Writes a value down.
    ///
    /// # Errors
    ///
    /// When the value cannot be written as JSON: a map with keys that are not strings, a
    /// [`Number`](super::Number) that is not finite.
    pub fn from_value(value: &(impl Serialize + ?Sized)) -> Result<Raw, serde_json::Error> {
        serde_json::value::to_raw_value(value).map(Raw)
    }

    /// Takes over a JSON text, without the white space around it.
    ///
    /// # Errors
    ///
    /// When the text is not one JSON value.
    pub fn from_text(text: &str) -> Result<Raw, DecodeError> {
        decode::from_str(text)
    }

    /// The text.
    #[must_use]
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// Reads the text as a value of `T`.
    ///
    /// # Errors
    ///
    /// When the text is not what `T` expects; the error's path starts inside this value.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, DecodeError> {
        decode::from_str(self.get())
    }

    /// The text as a [`Value`], which may lose the members' order and the numbers' text.
    ///
    /// A text that no [`Value`] can take becomes a string of that text; where this must not pass,
    /// [`decode`](Raw::decode) says so.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.decode_any().unwrap_or_else(|_| self.get().into())
    }

    /// The text as a [`Value`], or why it is none.
    pub(crate) fn decode_any(&self) -> Result<Value, DecodeError> {
        let mut text = serde_json::Deserializer::from_str(self.get());
        AnyValue.deserialize(&mut text).map_err(DecodeError::from)
    }

    /// Whether this is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.get() == "null"
    }

    /// Whether this is an object.
    pub(crate) fn is_object(&self) -> bool {
        self.get().starts_with('{')
    }
}

impl fmt::Debug for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Raw({})", self.get())
    }
}

impl PartialEq for Raw {
    fn eq(&self, other: &Raw) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Raw {}

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.0.serialize(serializer)
        } else {
            // A format that is not text knows nothing of JSON's.
            self.to_value().serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_newtype_struct(name(), RawVisitor)
    }
}

/// Takes the text where serde_json offers it, and writes it where it does not.
///
/// serde_json knows by the newtype's name that a raw value is wanted, and answers with a map of
/// one entry. Every other deserializer takes the name for a newtype's.
struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
        let first = map.next_key::<String>()?;
        if first.as_deref() == Some(name()) {
            let map = Resumed { first, map };
            return Box::<RawValue>::deserialize(MapAccessDeserializer::new(map)).map(Raw);
        }
        transcoded(MapAccessDeserializer::new(Resumed { first, map }))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Raw, D::Error> {
        transcoded(inner)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Raw, E> {
        written(|text| text.visit_bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Raw, E> {
        written(|text| text.visit_i64(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Raw, E> {
        written(|text| text.visit_u64(value))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Raw, E> {
        written(|text| text.visit_f64(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Raw, E> {
        written(|text| text.visit_str(value))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Raw, E> {
        Ok(Raw::null())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Raw, A::Error> {
        written(|text| text.visit_seq(seq))
    }
}

/// A map whose first key has been read already.
pub(super) struct Resumed<A> {
    pub(super) first: Option<String>,
    pub(super) map: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Resumed<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(first) => seed.deserialize(StrDeserializer::new(&first)).map(Some),
            None => self.map.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

fn transcoded<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Raw, D::Error> {
    written(|text| text.deserialize(deserializer))
}

fn written<E: de::Error>(write: impl FnOnce(Transcode<'_>) -> Result<(), E>) -> Result<Raw, E> {
    let mut text = String::new();
    write(Transcode(&mut text))?;
    RawValue::from_string(text).map(Raw).map_err(E::custom)
}

/// The name by which serde_json knows that a raw value is wanted.
///
/// It is private, hence asked for: [`RawValue`] says it to any deserializer. Were it ever to stop,
/// [`Raw`] would be written anew everywhere, which is slower and no less right.
pub(super) fn name() -> &'static str {
    static NAME: OnceLock<&'static str> = OnceLock::new();
    NAME.get_or_init(|| match Box::<RawValue>::deserialize(AskName) {
        Err(Told(Some(name))) => name,
        Err(Told(None)) | Ok(_) => "Raw",
    })
}

/// A deserializer that fails with the newtype's name.
struct AskName;

#[derive(Debug)]
struct Told(Option<&'static str>);

impl<'de> Deserializer<'de> for AskName {
    type Error = Told;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Told> {
        Err(Told(None))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: V,
    ) -> Result<V::Value, Told> {
        Err(Told(Some(name)))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("asked for a newtype's name")
    }
}

impl std::error::Error for Told {}

impl de::Error for Told {
    fn custom<T: fmt::Display>(_: T) -> Told {
        Told(None)
    }
}

#[cfg(test)]
mod tests;
