//! A value of a user's type as the object that a message carries.

use serde::Serialize;

use crate::json::RawObject;
use crate::jsonrpc::{ErrorCode, ErrorObject};

/// The object that a value is written as. `place` is where in the message it will be.
pub(super) fn object(
    value: &impl Serialize,
    place: &'static str,
) -> Result<RawObject, EncodeError> {
    RawObject::from_value(value).map_err(|error| EncodeError::new(place, &error))
}

/// Arguments or an output that cannot be sent: no object, or nothing that JSON can say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct EncodeError {
    place: &'static str,
    message: String,
}

impl EncodeError {
    pub(super) fn new(place: &'static str, error: &impl std::error::Error) -> Self {
        Self { place, message: error.to_string() }
    }

    /// Where in the message it would be: `params.arguments` or `result.structuredContent`.
    #[must_use]
    pub fn path(&self) -> &str {
        self.place
    }

    /// The answer to the call whose output it is: the server's own failure, -32603.
    #[must_use]
    pub fn answer(&self) -> ErrorObject {
        ErrorObject::new(ErrorCode::INTERNAL_ERROR, self.to_string())
    }
}
