//! The schemas that a tool brings along: of its arguments, and of its structured result.

use std::fmt;

use jsonschema::{Draft, Validator};
use serde_json::Value;

use super::explain::explain;
use super::path::JsonPath;
use super::violation::{Violation, Violations};

/// A tool's `inputSchema` or `outputSchema`, compiled.
///
/// It is JSON Schema 2020-12, unless its `$schema` names another draft, as many tools name draft 7.
/// References stay inside the schema: what points to a network or a file does not compile.
///
/// ```
/// use mcp_typestate::schema::ToolSchema;
/// use serde_json::json;
///
/// let schema = ToolSchema::compile(&json!({
///     "type": "object",
///     "properties": { "topic": { "type": "string" } },
///     "required": ["topic"],
/// }))?;
/// assert!(schema.validate(&json!({ "topic": "owls" })).is_ok());
/// let violations = schema.validate(&json!({ "topic": 7 })).unwrap_err();
/// assert_eq!(violations.to_string(), "topic: found 7, expected a string (type)");
/// # Ok::<(), mcp_typestate::schema::ToolSchemaError>(())
/// ```
pub struct ToolSchema(Validator);

impl ToolSchema {
    /// Compiles a tool's schema.
    ///
    /// # Errors
    /// When it is no JSON Schema, names a draft that nobody knows, or refers to something outside
    /// of itself.
    pub fn compile(schema: &Value) -> Result<Self, ToolSchemaError> {
        let draft = match schema.get("$schema") {
            None => Draft::Draft202012,
            Some(_) => Draft::Draft202012.detect(schema),
        };
        if draft == Draft::Unknown {
            let named = schema.get("$schema").map(super::excerpt).unwrap_or_default();
            return Err(ToolSchemaError(format!("`$schema` names no known draft: {named}")));
        }
        jsonschema::options()
            .with_draft(draft)
            .build(schema)
            .map(Self)
            .map_err(|error| ToolSchemaError(super::shortened(&error.to_string(), false)))
    }

    /// Checks a value: a call's `arguments`, or a result's `structuredContent`.
    ///
    /// # Errors
    /// With everything in it that the schema forbids.
    pub fn validate(&self, instance: &Value) -> Result<(), Violations> {
        let mut found: Vec<Violation> = Vec::new();
        if !self.0.is_valid(instance) {
            let errors = self.0.iter_errors(instance);
            errors.for_each(|error| explain(&error, &JsonPath::root(), &mut found));
        }
        Violations::verdict(found)
    }
}

impl fmt::Debug for ToolSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolSchema").finish_non_exhaustive()
    }
}

/// A tool's schema that is none, or that needs more than itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tool's schema cannot be used: {0}")]
pub struct ToolSchemaError(String);

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_draft_is_taken_at_its_word() {
        // `items` as a list is what draft 7 has for what 2020-12 calls `prefixItems`.
        let pair = |draft: &str| {
            let items = json!([{ "type": "string" }]);
            let schema = json!({ "$schema": draft, "type": "array", "items": items });
            ToolSchema::compile(&schema)
        };
        let draft7 = pair("http://json-schema.org/draft-07/schema#").unwrap();
        assert!(draft7.validate(&json!([7])).is_err());
        assert!(draft7.validate(&json!(["x"])).is_ok());
        assert!(pair("https://json-schema.org/draft/2020-12/schema").is_err());
        assert!(
            ToolSchema::compile(&json!({ "prefixItems": [{ "type": "string" }] }))
                .unwrap()
                .validate(&json!([7]))
                .is_err()
        );
    }

    #[test]
    fn nothing_outside_of_the_schema_is_read() {
        for reference in ["https://example.com/s.json", "file:///etc/hostname", "other.json"] {
            let error = ToolSchema::compile(&json!({ "$ref": reference })).unwrap_err();
            assert!(error.to_string().starts_with("the tool's schema cannot be used"), "{error}");
        }
        assert!(ToolSchema::compile(&json!({ "$schema": "https://example.com/mine" })).is_err());
        assert!(ToolSchema::compile(&json!({ "type": 7 })).is_err());
    }
}
