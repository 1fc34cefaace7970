//! What a receiver refuses, as the errors that the protocol wants.

use serde_json::json;

use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::negotiation::{NotNegotiated, TASKS_EXTENSION};
use crate::task::{
    REASON_ALREADY_TERMINAL, REASON_EXPIRED, REASON_NOT_TERMINAL, REASON_UNKNOWN, Status,
};

/// Why a receiver refuses a request about a task, or a worker's event.
///
/// As an [`ErrorObject`] it has the protocol's code, words, and where four meanings share a code a
/// `data.reason` that tells them apart. No refusal names another task than the one asked for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// -32601: the call was not negotiated.
    #[error(transparent)]
    NotNegotiated(#[from] NotNegotiated),
    /// -32021: the request does not declare the tasks extension among the client's capabilities.
    #[error("the request must declare the extension `{TASKS_EXTENSION}` in its `_meta`")]
    MissingCapability,
    /// -32601: the receiver's dialect has no such method.
    #[error("Method not found: {0}")]
    NoMethod(String),
    /// -32602: the task's TTL has passed.
    #[error("Task has expired")]
    Expired,
    /// -32602: there is no such task, or not for this requestor.
    #[error("Task not found")]
    Unknown,
    /// -32602: the result was asked for before the task was terminal.
    #[error("Task is not terminal yet: it is {0}")]
    NotTerminal(Status),
    /// -32602: the task has ended, and never changes again.
    #[error("Task is already in terminal status {0}")]
    AlreadyTerminal(Status),
    /// -32602: the request's parameters are not what the method takes.
    #[error("Invalid params: {0}")]
    InvalidParams(String),
    /// The error that the task carries, with which its request would have been answered.
    #[error("{0}")]
    Carried(ErrorObject),
    /// -32603: the receiver keeps as many tasks as it may.
    #[error("Too many tasks: try again when some have ended")]
    TooMany,
    /// -32603: a key of an input request was used before in the task's life.
    #[error("Internal error: the input request `{0}` was used before")]
    RepeatedKey(String),
    /// -32603: the injected source of ids gave the id of a task that is still known.
    #[error("Internal error: the source of task ids repeats itself")]
    RepeatedId,
}

impl From<Refusal> for ErrorObject {
    fn from(refusal: Refusal) -> Self {
        let (code, reason) = match &refusal {
            Refusal::Carried(error) => return error.clone(),
            Refusal::NotNegotiated(_) | Refusal::NoMethod(_) => (ErrorCode::METHOD_NOT_FOUND, None),
            Refusal::Expired => (ErrorCode::INVALID_PARAMS, Some(REASON_EXPIRED)),
            Refusal::Unknown => (ErrorCode::INVALID_PARAMS, Some(REASON_UNKNOWN)),
            Refusal::NotTerminal(_) => (ErrorCode::INVALID_PARAMS, Some(REASON_NOT_TERMINAL)),
            Refusal::AlreadyTerminal(_) => {
                (ErrorCode::INVALID_PARAMS, Some(REASON_ALREADY_TERMINAL))
            }
            Refusal::InvalidParams(_) => (ErrorCode::INVALID_PARAMS, None),
            Refusal::TooMany | Refusal::RepeatedId | Refusal::RepeatedKey(_) => {
                (ErrorCode::INTERNAL_ERROR, None)
            }
            Refusal::MissingCapability => {
                let required = json!({ "extensions": { TASKS_EXTENSION: {} } });
                let data = json!({ "requiredCapabilities": required });
                let code = ErrorCode::MISSING_CLIENT_CAPABILITY;
                return ErrorObject::new(code, refusal.to_string()).with_data(data);
            }
        };
        let error = ErrorObject::new(code, refusal.to_string());
        match reason {
            Some(reason) => error.with_data(json!({ "reason": reason })),
            None => error,
        }
    }
}
