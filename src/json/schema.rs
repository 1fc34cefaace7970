//! JSON Schema documents, which the protocol carries and does not look into.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use super::{DecodeError, Raw};

const NOT_AN_OBJECT: &str = "a JSON Schema here is an object";

/// An opaque JSON Schema document: a tool's `inputSchema` or `outputSchema`.
///
/// It is an object, as the protocol demands of both, and keeps its text (see [`Raw`]): the order
/// of `properties` is what a person or a model gets to see.
///
/// ```
/// use mcp_typestate::json::JsonSchema;
///
/// let schema: JsonSchema = serde_json::from_str(r#"{"type":"object","$comment":"b, a"}"#)?;
/// assert_eq!(schema.get(), r#"{"type":"object","$comment":"b, a"}"#);
/// assert!(serde_json::from_str::<JsonSchema>("true").is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct JsonSchema(Raw);

impl JsonSchema {
    /// `{"type":"object"}`: any object, as for a tool without parameters.
    #[must_use]
    #[expect(clippy::unreachable, reason = "the value stands here, and is an object")]
    pub fn object() -> JsonSchema {
        JsonSchema::from_value(serde_json::json!({ "type": "object" }))
            .unwrap_or_else(|_| unreachable!("the schema is an object"))
    }

    /// Takes over a schema built as a value.
    ///
    /// # Errors
    ///
    /// When the value is not an object.
    pub fn from_value(schema: Value) -> Result<JsonSchema, DecodeError> {
        super::from_value(schema)
    }

    /// The document's text.
    #[must_use]
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// The document as a [`Value`], as [`Raw::to_value`] gives it: the members' order may be lost.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.0.to_value()
    }
}

impl fmt::Debug for JsonSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonSchema({})", self.get())
    }
}

impl Serialize for JsonSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for JsonSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonSchema, D::Error> {
        let raw = Raw::deserialize(deserializer)?;
        if raw.is_object() { Ok(JsonSchema(raw)) } else { Err(de::Error::custom(NOT_AN_OBJECT)) }
    }
}
