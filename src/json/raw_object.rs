//! An object kept as its own text.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, DeserializeOwned, DeserializeSeed};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{AnyObject, Carried, DecodeError, Object, Raw, Readable, decode, text};

const NOT_AN_OBJECT: &str = "expected an object";

/// A JSON object that belongs to others, kept as its own text: a call's arguments, what a tool
/// gives.
///
/// The protocol carries it and does not look into it. Whoever does reads it as a type of their own
/// ([`decode`](Self::decode)), or member by member ([`to_object`](Self::to_object)). Two are equal when
/// their texts are. What is read nests at most 100 levels, so that whatever it stands in can be read
/// by others; no more is known of the text than that it follows JSON's grammar.
///
/// ```
/// use mcp_typestate::json::{self, RawObject};
///
/// #[derive(serde::Deserialize)]
/// struct Order {
///     price: f64,
/// }
///
/// let object: RawObject = json::from_str(r#"{"price":1.50,"by":"owl"}"#)?;
/// assert_eq!(object.decode::<Order>()?.price, 1.5);
/// assert_eq!(object.to_object()?["by"], "owl");
/// assert_eq!(object.get(), r#"{"price":1.50,"by":"owl"}"#);
/// # Ok::<(), json::DecodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct RawObject(Raw);

impl RawObject {
    /// `{}`.
    #[must_use]
    pub fn new() -> RawObject {
        Object::new().into()
    }

    /// Writes down a value of any type that is written as an object.
    ///
    /// # Errors
    ///
    /// When it is written as something else, or cannot be written at all.
    pub fn from_value(value: &(impl Serialize + ?Sized)) -> Result<RawObject, serde_json::Error> {
        let written = Raw::from_value(value)?;
        if written.is_object() {
            return Ok(RawObject(written));
        }
        // Says what it is instead.
        serde_json::from_str(written.get()).map(|object: Object| object.into())
    }

    /// The text.
    #[must_use]
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// Reads the text as a value of `T`, in which there may be a serde_json `Value`.
    ///
    /// # Errors
    ///
    /// When the text is not what `T` expects; the error's path starts inside this object. And when a
    /// member has the name by which serde_json knows text: its `Value` reads what is in there anew,
    /// with a fresh limit of depth each time, and ends on the stack.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, DecodeError> {
        // Without an escape the name stands in the text as it is.
        if self.get().contains("\\u") || self.get().contains(text::name()) {
            let mut text = serde_json::Deserializer::from_str(self.get());
            Readable { but: Some(text::name()) }.deserialize(&mut text)?;
        }
        self.0.decode()
    }

    /// The members, which may lose their order and the numbers' text. Of those that are there twice
    /// the last counts, where [`decode`](Self::decode) refuses them.
    ///
    /// # Errors
    ///
    /// When no [`Object`] can take the text, which has a number beyond all bounds or half of a
    /// surrogate pair.
    pub fn to_object(&self) -> Result<Object, DecodeError> {
        let mut text = serde_json::Deserializer::from_str(self.get());
        AnyObject.deserialize(&mut text).map_err(DecodeError::from)
    }
}

impl Default for RawObject {
    fn default() -> RawObject {
        RawObject::new()
    }
}

/// Written down as it is: there is no object that cannot be.
impl From<Object> for RawObject {
    fn from(object: Object) -> RawObject {
        RawObject(Raw::written(&object))
    }
}

impl From<RawObject> for Raw {
    fn from(object: RawObject) -> Raw {
        object.0
    }
}

impl AsRef<Raw> for RawObject {
    fn as_ref(&self) -> &Raw {
        &self.0
    }
}

impl FromStr for RawObject {
    type Err = DecodeError;

    fn from_str(text: &str) -> Result<RawObject, DecodeError> {
        decode::from_str(text)
    }
}

impl fmt::Debug for RawObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawObject({})", self.get())
    }
}

impl Serialize for RawObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RawObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawObject, D::Error> {
        let raw = Carried.deserialize(deserializer)?;
        if raw.is_object() { Ok(RawObject(raw)) } else { Err(de::Error::custom(NOT_AN_OBJECT)) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::json::DEEPEST;

    fn read(text: &str) -> Result<RawObject, DecodeError> {
        decode::from_str(text)
    }

    #[test]
    fn what_is_no_object_is_refused_and_an_object_stays_as_it_is() {
        for text in ["[1]", "1", "\"{}\"", "null", "true"] {
            assert_eq!(read(text).unwrap_err().to_string(), NOT_AN_OBJECT, "{text}");
        }
        let text = r#"{ "z": 1.50, "a": 12345678901234567890123 }"#;
        assert_eq!(read(text).unwrap().get(), text);
        assert_eq!(serde_json::to_string(&read(text).unwrap()).unwrap(), text);
        assert_eq!(text.parse::<RawObject>().unwrap(), read(text).unwrap());
    }

    #[test]
    fn it_nests_so_deep_that_others_can_read_what_it_stands_in() {
        let nested = |levels: usize| {
            let lists = levels - 1;
            format!(r#"{{"a":{}"]]}}{{"{}}}"#, "[".repeat(lists), "]".repeat(lists))
        };
        assert!(read(&nested(DEEPEST)).is_ok());
        let error = read(&nested(DEEPEST + 1)).unwrap_err();
        assert_eq!(error.to_string(), "nests more than 100 levels");
        // Brackets alone are no levels.
        let flat = format!(r#"{{"a":[{}[]],"b":"{}"}}"#, "{},".repeat(200), "[{".repeat(200));
        assert!(read(&flat).is_ok());
    }

    #[test]
    fn what_is_written_as_no_object_is_refused_by_what_it_is() {
        let error = RawObject::from_value(&[1]).unwrap_err().to_string();
        assert!(error.starts_with("invalid type: sequence"), "{error}");
        let object = RawObject::from_value(&json!({ "a": 1 })).unwrap();
        assert_eq!((object.get(), RawObject::new().get()), (r#"{"a":1}"#, "{}"));
    }

    #[test]
    fn members_are_read_with_a_path_inside_of_it() {
        #[derive(Debug, serde::Deserialize)]
        struct Query {
            #[allow(dead_code, reason = "it is there to be read")]
            days: u8,
        }

        let object = read(r#"{"days":"two"}"#).unwrap();
        assert_eq!(object.decode::<Query>().unwrap_err().path(), "days");
        assert_eq!(object.to_object().unwrap()["days"], "two");
        let twice = read(r#"{"days":1,"days":2}"#).unwrap();
        assert_eq!(twice.to_object().unwrap()["days"], 2);
        let huge = read(r#"{"days":1e999}"#).unwrap();
        assert!(huge.to_object().is_err());
        assert_eq!(twice.decode::<Query>().unwrap_err().to_string(), "days: duplicate field");
    }

    #[test]
    fn depth_hidden_in_a_name_of_serde_jsons_own_does_not_reach_the_stack() {
        let mut hidden = "1".to_owned();
        for _ in 0..8 {
            let deep = format!("{}{hidden}{}", "[".repeat(90), "]".repeat(90));
            hidden = json!({ text::name(): deep }).to_string();
        }
        let first = text::name().chars().next().unwrap();
        let escaped = format!("\\u{:04x}", u32::from(first));
        for hidden in [hidden.clone(), hidden.replacen(first, &escaped, 1)] {
            // The second of two members of a name must not hide the first.
            let object = read(&format!(r#"{{"a":{hidden},"a":1}}"#)).unwrap();
            let error = object.decode::<Value>().unwrap_err().to_string();
            assert!(error.contains("no member may be called"), "{error}");
            assert_eq!(object.to_object().unwrap()["a"], 1);
        }
        assert_eq!(read(r#"{"a":"\u00e9"}"#).unwrap().decode::<Value>().unwrap()["a"], "é");
    }

    #[test]
    fn it_is_an_object_inside_the_types_of_others_and_from_values() {
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        #[serde(untagged)]
        enum Mine {
            Object { object: RawObject },
            Any(Value),
        }

        let text = r#"{"object":{"z":1,"a":[{}]}}"#;
        let Mine::Object { object } = serde_json::from_str(text).unwrap() else {
            panic!("it is an object")
        };
        assert_eq!(object.get(), r#"{"z":1,"a":[{}]}"#);
        let list: Mine = serde_json::from_str(r#"{"object":[]}"#).unwrap();
        assert_eq!(list, Mine::Any(json!({ "object": [] })));
        let value = json!({ "a": 1 });
        assert_eq!(decode::from_value::<RawObject>(value.clone()).unwrap().get(), r#"{"a":1}"#);
        assert_eq!(serde_json::to_value(RawObject::from_value(&value).unwrap()).unwrap(), value);
    }
}
