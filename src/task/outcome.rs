//! What came out of a task.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fault::{Fault, FaultKind};
use super::snapshot::{Status, TerminalStatus};
use crate::json::{self, DecodeError, Object, Raw};
use crate::jsonrpc::{ErrorObject, Reply};

/// What came out of a task, typed by its operation.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a task that ended need not have succeeded"]
pub enum Outcome<R> {
    /// The operation's result.
    Completed(R),
    /// It did not succeed; what is known of why.
    Failed(Failure<R>),
    /// It was cancelled. There is no payload to promise.
    Cancelled,
}

/// Why a task failed, as far as the receiver said.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Failure<R> {
    /// A result of the operation's own that reports failure: a tool result with `isError`.
    Result(R),
    /// The JSON-RPC error with which the request itself would have been answered.
    Error(ErrorObject),
    /// Something else that the receiver sent in its place.
    Detail(Value),
    /// Nothing.
    Silent,
}

impl<R> Outcome<R> {
    /// The result of a completed task.
    #[must_use]
    pub fn completed(self) -> Option<R> {
        match self {
            Self::Completed(result) => Some(result),
            Self::Failed(_) | Self::Cancelled => None,
        }
    }
}

/// Why the reply to a request for a result gives no outcome.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ResultError {
    /// The receiver refused. [`Fault::is_retryable`] says whether to send the same again.
    #[error(transparent)]
    Fault(Fault),
    /// The payload is not what the operation returns. It is kept.
    #[error("the result cannot be read: {error}")]
    Malformed {
        /// What is wrong, and where.
        error: DecodeError,
        /// The payload as it came.
        payload: Raw,
    },
    /// The receiver's answer contradicts what it said before.
    #[error("the receiver answered for {what} `{found}` where `{expected}` was expected")]
    Misbehaved {
        /// What contradicts: the task's id, or its status.
        what: &'static str,
        /// What was known.
        expected: String,
        /// What came.
        found: String,
    },
}

/// Reads the reply to `tasks/result`, in either dialect's shape.
pub(super) fn read<R: DeserializeOwned>(
    id: &str,
    status: TerminalStatus,
    reply: Reply,
) -> Result<Outcome<R>, ResultError> {
    match reply {
        Reply::Error(message) => read_error(status, message.error),
        Reply::Result(message) => match envelope(&message.result) {
            Some(envelope) => {
                check("the task", id, &envelope.id)?;
                check("the status", Status::from(status).as_str(), envelope.status.as_str())?;
                read_payload(status, envelope.payload, "result.result")
            }
            None => read_payload(status, Some(message.result), "result"),
        },
    }
}

/// An error in answer to `tasks/result`: about the call, or the request's own, carried by the task.
///
/// A cancelled task has no result to return, and core receivers answer with an error of their
/// choice. What tells of a task that is gone is about the call, whatever the status.
fn read_error<R>(status: TerminalStatus, error: ErrorObject) -> Result<Outcome<R>, ResultError> {
    let fault = Fault::from(error);
    let of_the_call = match fault.kind {
        FaultKind::Expired | FaultKind::Unknown | FaultKind::NotTerminal => true,
        FaultKind::NotNegotiated | FaultKind::AlreadyTerminal => false,
        FaultKind::Internal | FaultKind::Other => false,
    };
    match status {
        _ if of_the_call => Err(ResultError::Fault(fault)),
        TerminalStatus::Completed => Err(ResultError::Fault(fault)),
        TerminalStatus::Failed => Ok(Outcome::Failed(Failure::Error(fault.error))),
        TerminalStatus::Cancelled => Ok(Outcome::Cancelled),
    }
}

fn read_payload<R: DeserializeOwned>(
    status: TerminalStatus,
    payload: Option<Raw>,
    path: &str,
) -> Result<Outcome<R>, ResultError> {
    let payload = payload.filter(|payload| !payload.is_null());
    match (status, payload) {
        (TerminalStatus::Cancelled, _) => Ok(Outcome::Cancelled),
        (TerminalStatus::Failed, None) => Ok(Outcome::Failed(Failure::Silent)),
        (TerminalStatus::Failed, Some(payload)) => Ok(Outcome::Failed(read_failure(&payload))),
        (TerminalStatus::Completed, payload) => {
            let payload = payload.unwrap_or_else(Raw::null);
            match payload.decode() {
                Ok(result) => Ok(Outcome::Completed(result)),
                Err(error) => Err(ResultError::Malformed { error: error.at(path), payload }),
            }
        }
    }
}

/// What a failed task carries, by its shape: the operation's result first, since its type is known.
fn read_failure<R: DeserializeOwned>(payload: &Raw) -> Failure<R> {
    if let Ok(error) = payload.decode::<ErrorObject>() {
        Failure::Error(error)
    } else if let Ok(result) = payload.decode() {
        Failure::Result(result)
    } else {
        Failure::Detail(payload.to_value())
    }
}

/// `{taskId, status, result?}` with a terminal status.
struct Envelope {
    id: String,
    status: Status,
    payload: Option<Raw>,
}

fn envelope(result: &Raw) -> Option<Envelope> {
    let mut members = result.decode::<Object>().ok()?;
    let id = members.get("taskId")?.as_str()?.to_owned();
    let status = Status::from(members.get("status")?.as_str()?);
    status.terminal()?;
    let payload = members.remove("result").and_then(|payload| Raw::from_value(&payload).ok());
    Some(Envelope { id, status, payload })
}

fn check(what: &'static str, expected: &str, found: &str) -> Result<(), ResultError> {
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (expected.to_owned(), found.to_owned());
    Err(ResultError::Misbehaved { what, expected, found })
}

#[allow(unused_imports)]
use json as _;
