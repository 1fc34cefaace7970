//! The structured content of a result: written by the server, read by the client.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::encode::{self, EncodeError};
use super::{StructuredResult, ToolResult, TypedTool};
use crate::json::{DecodeError, Raw, RawObject};

impl<A, O: Serialize> TypedTool<A, O> {
    /// A result with its structured content, and the same as JSON in a text block, for clients that
    /// read no structured content. Revisions that have none get the text alone.
    ///
    /// # Errors
    /// When the output is not written as an object, or cannot be written as JSON.
    pub fn result<R: ToolResult>(&self, output: &O) -> Result<R, EncodeError> {
        let content = Self::written(output)?;
        let text = content.get().to_owned();
        Ok(R::structured(content, text))
    }

    pub(super) fn written(output: &O) -> Result<RawObject, EncodeError> {
        encode::object(output, CONTENT)
    }
}

impl<A, O: DeserializeOwned> TypedTool<A, O> {
    /// The structured content of a result.
    ///
    /// # Errors
    /// When the tool failed, when the result has no structured content, and when that is not an
    /// `O`.
    pub fn output(&self, result: &impl StructuredResult) -> Result<O, OutputError> {
        if result.is_failed() {
            return Err(OutputError::Failed { text: result.text() });
        }
        let content = result.structured_content().ok_or(OutputError::Absent)?;
        Self::read(content).map_err(OutputError::Decode)
    }

    pub(super) fn read(content: &Raw) -> Result<O, DecodeError> {
        content.decode().map_err(|error| error.at(CONTENT))
    }
}

/// Where structured content stands in a reply.
const CONTENT: &str = "result.structuredContent";

/// Why a result gives no output.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The tool ran and failed: the result has `isError`.
    #[error("the tool failed: {text}")]
    #[non_exhaustive]
    Failed {
        /// What its text blocks say, a line each.
        text: String,
    },
    /// There is no structured content, although the tool has an output schema.
    #[error("result.structuredContent: missing")]
    Absent,
    /// The structured content is not what was expected.
    #[error(transparent)]
    Decode(DecodeError),
}
