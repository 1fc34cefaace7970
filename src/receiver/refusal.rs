//! What a receiver refuses, as the errors that the protocol wants.

use serde_json::json;

use crate::jsonrpc::{ErrorCode, ErrorObject, Reply, RequestId};
use crate::negotiation::{NotNegotiated, TASKS_EXTENSION, missing_extension};
use crate::task::{
    REASON_ALREADY_TERMINAL, REASON_EXPIRED, REASON_NOT_TERMINAL, REASON_TASK_FORBIDDEN,
    REASON_TASK_REQUIRED, REASON_UNKNOWN, Status,
};

/// Why a receiver refuses a request about a task, or a worker's event.
///
/// As an [`ErrorObject`] it has the protocol's code, words, and where several meanings share a code
/// a `data.reason` that tells them apart. No refusal names another task than the one asked for.
///
/// | code | `data.reason` | refusal |
/// |---|---|---|
/// | -32601 | `not_negotiated` | [`NotNegotiated`](Self::NotNegotiated) |
/// | | `no_method` | [`NoMethod`](Self::NoMethod) |
/// | | `task_forbidden` | [`ForbidsTask`](Self::ForbidsTask) |
/// | | `task_required` | [`RequiresTask`](Self::RequiresTask) |
/// | | `not_listed` | [`NoListing`](Self::NoListing) |
/// | -32602 | `expired` | [`Expired`](Self::Expired) |
/// | | `unknown` | [`Unknown`](Self::Unknown) |
/// | | `not_terminal` | [`NotTerminal`](Self::NotTerminal) |
/// | | `already_terminal` | [`AlreadyTerminal`](Self::AlreadyTerminal) |
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// -32601: the call was not negotiated. Where the client lacks the extension, it is
    /// [`MissingCapability`](Self::MissingCapability).
    #[error(transparent)]
    NotNegotiated(NotNegotiated),
    /// -32021: the request does not declare the tasks extension among the client's capabilities.
    #[error("the request must declare the extension `{TASKS_EXTENSION}` in its `_meta`")]
    MissingCapability,
    /// -32601: the requestor's dialect has no such method.
    #[error("Method not found: {0}")]
    NoMethod(String),
    /// -32601: the tool's calls do not run as tasks, and this one asks to.
    #[error("The tool does not run as a task: call it without `task`")]
    ForbidsTask,
    /// -32601: the tool's calls run only as tasks, and this one does not ask to.
    #[error("The tool runs only as a task: call it with `task`")]
    RequiresTask,
    /// -32601: this requestor may not list tasks.
    #[error("Tasks are not listed for this requestor")]
    NoListing,
    /// -32600: the request cannot be kept for later as it is.
    #[error("Invalid request: {0}")]
    InvalidRequest(&'static str),
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
    /// -32603: as many requests wait on the connection as may.
    #[error("Too many requests wait for tasks: try again when some are answered")]
    TooManyWaiting,
    /// -32603: a key of an input request was used before in the task's life.
    #[error("Internal error: the input request `{0}` was used before")]
    RepeatedKey(String),
    /// -32603: the source of ids gave the id of a task that is still known.
    #[error("Internal error: the source of task ids repeats itself")]
    RepeatedId,
    /// -32603: the source of ids gave none.
    #[error("Internal error: the source of task ids failed")]
    NoId,
    /// -32603: what the work gives is no result, or no request to the requestor's side; which is
    /// said.
    #[error("Internal error: {0}")]
    Unusable(&'static str),
    /// -32603: the store cannot be reached. What is wrong with it is for its owner, and no requestor
    /// is told.
    #[error("The tasks are out of reach: try again later")]
    Unavailable,
    /// -32603: the task's dialect has no such event; what was tried is said.
    #[error("Internal error: {0} is for the tasks extension alone")]
    OtherDialect(&'static str),
}

impl Refusal {
    /// [`NoMethod`](Self::NoMethod), without giving back more than a name's length.
    pub(super) fn no_method(method: &str) -> Self {
        Self::NoMethod(clipped(method))
    }

    /// [`InvalidParams`](Self::InvalidParams), at a length for people: what is wrong may quote what
    /// was sent.
    pub(super) fn invalid_params(what: &str) -> Self {
        Self::InvalidParams(clipped(what))
    }

    /// The refusal as the reply to a request.
    #[must_use]
    pub fn reply(self, id: RequestId) -> Reply {
        Reply::error(id, self.into())
    }
}

/// The first characters of a text that came from outside.
fn clipped(text: &str) -> String {
    const LENGTH: usize = 120;

    match text.char_indices().nth(LENGTH) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

impl From<NotNegotiated> for Refusal {
    fn from(error: NotNegotiated) -> Self {
        if error.lacks_extension() { Self::MissingCapability } else { Self::NotNegotiated(error) }
    }
}

impl From<Refusal> for ErrorObject {
    fn from(refusal: Refusal) -> Self {
        let (code, reason) = match refusal {
            Refusal::Carried(error) => return error,
            Refusal::NotNegotiated(error) => return error.into(),
            Refusal::MissingCapability => return missing_extension(refusal.to_string()),
            Refusal::NoMethod(_) => (ErrorCode::METHOD_NOT_FOUND, Some(REASON_NO_METHOD)),
            Refusal::ForbidsTask => (ErrorCode::METHOD_NOT_FOUND, Some(REASON_TASK_FORBIDDEN)),
            Refusal::RequiresTask => (ErrorCode::METHOD_NOT_FOUND, Some(REASON_TASK_REQUIRED)),
            Refusal::NoListing => (ErrorCode::METHOD_NOT_FOUND, Some(REASON_NOT_LISTED)),
            Refusal::InvalidRequest(_) => (ErrorCode::INVALID_REQUEST, None),
            Refusal::Expired => (ErrorCode::INVALID_PARAMS, Some(REASON_EXPIRED)),
            Refusal::Unknown => (ErrorCode::INVALID_PARAMS, Some(REASON_UNKNOWN)),
            Refusal::NotTerminal(_) => (ErrorCode::INVALID_PARAMS, Some(REASON_NOT_TERMINAL)),
            Refusal::AlreadyTerminal(_) => {
                (ErrorCode::INVALID_PARAMS, Some(REASON_ALREADY_TERMINAL))
            }
            Refusal::InvalidParams(_) => (ErrorCode::INVALID_PARAMS, None),
            Refusal::TooMany
            | Refusal::TooManyWaiting
            | Refusal::RepeatedId
            | Refusal::NoId
            | Refusal::Unavailable
            | Refusal::Unusable(_)
            | Refusal::RepeatedKey(_)
            | Refusal::OtherDialect(_) => (ErrorCode::INTERNAL_ERROR, None),
        };
        let error = ErrorObject::new(code, refusal.to_string());
        match reason {
            Some(reason) => error.with_data(json!({ "reason": reason })),
            None => error,
        }
    }
}

/// `data.reason` of a method that the dialect does not have.
const REASON_NO_METHOD: &str = "no_method";
/// `data.reason` of a `tasks/list` from somebody for whom there is none.
const REASON_NOT_LISTED: &str = "not_listed";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meanings_that_share_a_code_are_told_apart_by_a_reason_and_no_others_have_one() {
        for (refusal, code, data) in [
            (Refusal::Expired, -32602, Some(json!({ "reason": "expired" }))),
            (Refusal::Unknown, -32602, Some(json!({ "reason": "unknown" }))),
            (
                Refusal::NotTerminal(Status::Working),
                -32602,
                Some(json!({ "reason": "not_terminal" })),
            ),
            (
                Refusal::AlreadyTerminal(Status::Failed),
                -32602,
                Some(json!({ "reason": "already_terminal" })),
            ),
            (Refusal::invalid_params("params.taskId: missing"), -32602, None),
            (Refusal::InvalidRequest("it is too long"), -32600, None),
            (Refusal::no_method("x"), -32601, Some(json!({ "reason": "no_method" }))),
            (Refusal::ForbidsTask, -32601, Some(json!({ "reason": "task_forbidden" }))),
            (Refusal::RequiresTask, -32601, Some(json!({ "reason": "task_required" }))),
            (Refusal::NoListing, -32601, Some(json!({ "reason": "not_listed" }))),
            (Refusal::TooMany, -32603, None),
            (Refusal::TooManyWaiting, -32603, None),
            (Refusal::NoId, -32603, None),
            (Refusal::RepeatedId, -32603, None),
            (Refusal::Unavailable, -32603, None),
        ] {
            let error = ErrorObject::from(refusal.clone());
            assert_eq!((error.code, error.data), (ErrorCode(code), data), "{refusal:?}");
        }
    }
}
