//! JSON kept as its own text.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, MapAccess};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::decode;
use super::text::{self, FromText, Resumed};
use super::{AnyValue, DecodeError, Ordered, Readable};

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

    /// The same without line breaks: a message over stdio is one line, and what came over HTTP need
    /// not be. Those in strings are escapes, and stay.
    ///
    /// ```
    /// use mcp_typestate::json::Raw;
    ///
    /// let raw = Raw::from_text("{\n  \"text\": \"two\\nlines\"\n}")?;
    /// assert_eq!(raw.on_one_line().get(), r#"{  "text": "two\nlines"}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_one_line(self) -> Raw {
        const BREAKS: [char; 2] = ['\n', '\r'];

        if !self.get().contains(BREAKS) {
            return self;
        }
        // They stand between tokens, and divide none.
        RawValue::from_string(self.get().replace(BREAKS, "")).map_or(self, Raw)
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

    /// Whether a [`Value`] can take the text, or why it cannot: [`decode_any`](Self::decode_any)
    /// without the value.
    pub(crate) fn check_any(&self) -> Result<(), DecodeError> {
        let mut text = serde_json::Deserializer::from_str(self.get());
        Readable { but: None }.deserialize(&mut text).map_err(DecodeError::from)
    }

    /// JSON that this crate builds, and that can always be written.
    pub(crate) fn written(value: &(impl Serialize + ?Sized)) -> Raw {
        Raw::from_value(value).unwrap_or_else(|_| Raw::null())
    }

    /// The text as serde_json's own type has it.
    pub(crate) fn as_text(&self) -> &RawValue {
        &self.0
    }

    /// An object's members in their order, as they are written; each is there once.
    pub(crate) fn members(&self) -> Result<Ordered<&RawValue>, DecodeError> {
        members(&self.0)
    }

    /// Whether arrays and objects nest more than so many levels. It takes no stack.
    pub(crate) fn nests_beyond(&self, levels: usize) -> bool {
        // Most texts have fewer bytes or fewer brackets than that, which takes less time to see.
        let opens = || self.get().bytes().filter(|byte| matches!(byte, b'[' | b'{')).count();
        if self.get().len() / 2 <= levels || opens() <= levels {
            return false;
        }
        let mut depth = 0_usize;
        let mut bytes = self.get().bytes();
        while let Some(byte) = bytes.next() {
            match byte {
                b'"' => end_string(&mut bytes),
                b'[' | b'{' if depth == levels => return true,
                b'[' | b'{' => depth += 1,
                b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        false
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

/// Goes on to where a string ends, from within it.
fn end_string(bytes: &mut impl Iterator<Item = u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => {
                bytes.next();
            }
            _ => {}
        }
    }
}

/// The members of an object in their order, as they are written; each is there once.
pub(crate) fn members(object: &RawValue) -> Result<Ordered<&RawValue>, DecodeError> {
    serde_json::from_str(object.get()).map_err(DecodeError::from)
}

/// Written down as it is: there is no value that cannot be.
impl From<Value> for Raw {
    fn from(value: Value) -> Raw {
        Raw::written(&value)
    }
}

impl AsRef<Raw> for Raw {
    fn as_ref(&self) -> &Raw {
        self
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
        // Who writes text gives nothing back. Who gives something back builds a value of the text,
        // and serde_json would take an object in it for text once more, if its member has the name
        // by which it knows text: a peer's object would come out as another.
        let is_written = size_of::<S::Ok>() == 0;
        if serializer.is_human_readable() && is_written {
            self.0.serialize(serializer)
        } else {
            // A format that is not text knows nothing of JSON's.
            self.decode_any().map_err(S::Error::custom)?.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Raw, D::Error> {
        text::read(deserializer)
    }
}

/// How deep a value may nest that is carried for others. Readers of JSON give up at some depth,
/// commonly at 128, and what it stands in is to be read by them.
pub(crate) const DEEPEST: usize = 100;

/// Reads a value that is carried for others, as its text: any JSON that nests at most 100 levels.
#[derive(Clone, Copy, Debug)]
pub struct Carried;

impl<'de> DeserializeSeed<'de> for Carried {
    type Value = Raw;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        let raw = Raw::deserialize(deserializer)?;
        if raw.nests_beyond(DEEPEST) {
            return Err(de::Error::custom(format_args!("nests more than {DEEPEST} levels")));
        }
        Ok(raw)
    }
}

impl<'de> FromText<'de> for Raw {
    fn offered<A: MapAccess<'de>>(offer: Resumed<'de, A>) -> Result<Raw, A::Error> {
        Box::<RawValue>::deserialize(MapAccessDeserializer::new(offer)).map(Raw)
    }

    fn written<E: de::Error>(text: String) -> Result<Raw, E> {
        RawValue::from_string(text).map(Raw).map_err(E::custom)
    }
}

#[cfg(test)]
mod tests;
