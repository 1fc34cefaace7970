//! Whether a tool's schemas, and the reading and writing of its types, say the same.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{EncodeError, NotAnObject, TypedTool};
use crate::json::{self, DecodeError, RawObject};
use crate::schema::{ToolSchema, ToolSchemaError, Violations};

impl<A: JsonSchema + Serialize + DeserializeOwned, O> TypedTool<A, O> {
    /// Checks that arguments, as they are written, are what the input schema allows, and that
    /// reading them gives the same again.
    ///
    /// It is for a server's own tests: attributes can have a schema promise what serde does not do.
    ///
    /// ```
    /// use mcp_typestate::tool::TypedTool;
    /// use schemars::JsonSchema;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(Serialize, Deserialize, JsonSchema)]
    /// struct Query {
    ///     #[schemars(range(max = 14))]
    ///     days: u8,
    /// }
    ///
    /// let forecast = TypedTool::<Query>::new("forecast");
    /// assert!(forecast.check_arguments(&Query { days: 14 }).is_ok());
    /// let error = forecast.check_arguments(&Query { days: 15 }).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the schema forbids what is written: days: found 15, expected at most 14 (maximum)",
    /// );
    /// ```
    ///
    /// # Errors
    /// With what does not agree.
    pub fn check_arguments(&self, arguments: &A) -> Result<(), Disagreement> {
        let written = self.encode(arguments)?;
        agrees(&self.input_schema()?, written, |written| {
            let read = self.decode(&written).map_err(|error| Disagreement::Decode(error.0))?;
            Ok(self.encode(&read)?)
        })
    }
}

impl<A, O: JsonSchema + Serialize + DeserializeOwned> TypedTool<A, O> {
    /// Checks that an output, as it is written, is what the output schema promises, and that
    /// reading it gives the same again: [`check_arguments`](Self::check_arguments) for the other
    /// half.
    ///
    /// # Errors
    /// With what does not agree.
    pub fn check_output(&self, output: &O) -> Result<(), Disagreement> {
        let written = Self::written(output)?;
        agrees(&self.output_schema()?, written, |written| {
            let read = Self::read(written.as_ref()).map_err(Disagreement::Decode)?;
            Ok(Self::written(&read)?)
        })
    }
}

/// Checks a value as it is written: by its schema, and by what it is written as after reading.
fn agrees(
    schema: &json::JsonSchema,
    written: RawObject,
    again: impl FnOnce(RawObject) -> Result<RawObject, Disagreement>,
) -> Result<(), Disagreement> {
    let as_value = |object: &RawObject| object.to_object().map(Value::Object);
    let value = as_value(&written).map_err(Disagreement::Decode)?;
    ToolSchema::compile(&schema.to_value())?.validate(&value)?;
    let again = as_value(&again(written)?).map_err(Disagreement::Decode)?;
    if again == value {
        return Ok(());
    }
    Err(Disagreement::Changed { written: value, again })
}

/// How a tool's schema, and the reading and writing of its type, disagree.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Disagreement {
    /// The type is none for a tool.
    #[error(transparent)]
    NotAnObject(#[from] NotAnObject),
    /// The value cannot be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The schema cannot be used.
    #[error(transparent)]
    Compile(#[from] ToolSchemaError),
    /// The schema forbids what is written.
    #[error("the schema forbids what is written: {0}")]
    Schema(#[from] Violations),
    /// What is written cannot be read.
    #[error("what is written cannot be read: {0}")]
    Decode(#[source] DecodeError),
    /// What is read is not what was written.
    #[error("{written} is read and written again as {again}")]
    #[non_exhaustive]
    Changed {
        /// What was written at first.
        written: Value,
        /// What was written after reading that.
        again: Value,
    },
}
