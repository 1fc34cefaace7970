//! The arguments of a call: written by the client, read by the server.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::encode::{self, EncodeError};
use super::{ToolCall, ToolResult, TypedTool};
use crate::json::{DecodeError, RawObject};
use crate::jsonrpc::{ErrorCode, ErrorObject};

impl<A: Serialize, O> TypedTool<A, O> {
    /// Arguments for a call: what goes into the `arguments` of its params.
    ///
    /// # Errors
    /// When they are not written as an object, or cannot be written as JSON.
    pub fn encode(&self, arguments: &A) -> Result<RawObject, EncodeError> {
        encode::object(arguments, ARGUMENTS)
    }
}

impl<A: DeserializeOwned, O> TypedTool<A, O> {
    /// The arguments of a call. Absent ones are none: `{}`.
    ///
    /// That the call is one of this tool, by its name, is for you to know.
    ///
    /// # Errors
    /// When they are not an `A`; [`ArgumentsError::answer`] says so to the client.
    pub fn arguments(&self, params: &impl ToolCall) -> Result<A, ArgumentsError> {
        match params.arguments() {
            Some(arguments) => self.decode(arguments),
            None => self.decode(&RawObject::new()),
        }
    }

    pub(super) fn decode(&self, arguments: &RawObject) -> Result<A, ArgumentsError> {
        arguments.decode().map_err(|error| ArgumentsError(error.at(ARGUMENTS)))
    }
}

/// Where arguments stand in a request.
const ARGUMENTS: &str = "params.arguments";

/// Arguments that are not what their tool takes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct ArgumentsError(pub(super) DecodeError);

impl ArgumentsError {
    /// Where in the request it is: `params.arguments.days`. A member that is missing has the path
    /// that it would have.
    #[must_use]
    pub fn path(&self) -> &str {
        self.0.path()
    }

    /// The answer to the call, as its revision wants it.
    ///
    /// Since 2025-11-25 that is a result with `isError`, which the model gets to read and can mend
    /// its call by.
    ///
    /// # Errors
    /// Before, it is an error of the request: -32602, invalid params.
    pub fn answer<R: ToolResult>(&self) -> Result<R, ErrorObject> {
        if R::REPORTS_ARGUMENTS {
            return Ok(R::failed(self.to_string()));
        }
        Err(ErrorObject::new(ErrorCode::INVALID_PARAMS, self.to_string()))
    }
}
