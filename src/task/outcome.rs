//! What came out of a task.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fault::{Fault, FaultKind, has_reason};
use super::known::Known;
use super::observed::{PeerMisbehaved, same_creation};
use super::related::related_task;
use super::seen::Seen;
use super::snapshot::{Snapshot, Status, TerminalStatus};
use crate::json::{DecodeError, Raw};
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
    /// The receiver said nothing of it.
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

    /// The result of a completed task, or why there is none.
    ///
    /// # Errors
    /// When the task failed or was cancelled.
    pub fn into_result(self) -> Result<R, NoResult<R>> {
        match self {
            Self::Completed(result) => Ok(result),
            Self::Failed(failure) => Err(NoResult::Failed(failure)),
            Self::Cancelled => Err(NoResult::Cancelled),
        }
    }
}

/// Why a task that ended has no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoResult<R> {
    /// It did not succeed; what is known of why.
    #[error("the task failed: {0}")]
    Failed(Failure<R>),
    /// It was cancelled.
    #[error("the task was cancelled")]
    Cancelled,
}

impl<R> fmt::Display for Failure<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Result(_) => f.write_str("its result reports an error"),
            Self::Error(error) => error.fmt(f),
            Self::Detail(detail) => detail.fmt(f),
            Self::Silent => f.write_str("the receiver does not say why"),
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
    #[error(transparent)]
    Misbehaved(PeerMisbehaved),
}

impl ResultError {
    /// Whether the same call may succeed if it is sent again. It needs no new task.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        matches!(self, Self::Fault(fault) if fault.is_retryable())
    }
}

/// Reads the reply to `tasks/result`, in either shape.
pub(super) fn fetched<R: DeserializeOwned>(
    known: &Snapshot,
    status: TerminalStatus,
    reply: Reply,
) -> Result<Outcome<R>, ResultError> {
    match reply {
        Reply::Error(message) => refused(known, status, message.error),
        Reply::Result(message) => {
            let members = message.result.decode::<BTreeMap<String, Raw>>().unwrap_or_default();
            if let Some(envelope) = Envelope::read(&members) {
                // A completed task's envelope has a result; what has none may itself be a result,
                // with members that happen to be called so.
                if status == TerminalStatus::Completed
                    && envelope.payload.is_none()
                    && let Ok(result) = message.result.decode()
                {
                    return Ok(Outcome::Completed(result));
                }
                agree("the task", &known.id, &envelope.id)?;
                agree("the status", &status.to_string(), envelope.status.as_str())?;
                return payload(status, envelope.payload, "result.result");
            }
            let meta = members.get("_meta").and_then(|meta| meta.decode_any().ok());
            if let Some(related) = meta.as_ref().and_then(Value::as_object).and_then(related_task) {
                agree("the task", &known.id, related)?;
            }
            payload(status, Some(message.result), "result")
        }
    }
}

/// Reads the reply to the extension's `tasks/get` of a terminal task.
pub(super) fn carried<R: DeserializeOwned>(
    known: &Known,
    status: TerminalStatus,
    reply: Reply,
) -> Result<Outcome<R>, ResultError> {
    let result = match reply {
        Reply::Error(message) => return Err(ResultError::Fault(message.error.into())),
        Reply::Result(message) => message.result,
    };
    let seen: Seen = match result.decode() {
        Ok(seen) => seen,
        Err(error) => {
            return Err(ResultError::Malformed { error: error.at("result"), payload: result });
        }
    };
    agree("the task", &known.snapshot.id, &seen.snapshot.id)?;
    same_creation(&known.snapshot, &seen.snapshot).map_err(ResultError::Misbehaved)?;
    agree("the status", &status.to_string(), seen.snapshot.status.as_str())?;
    let error = seen.error.filter(|error| status == TerminalStatus::Failed && !error.is_null());
    payload(status, error.or(seen.result), "result.result")
}

/// An error in answer to `tasks/result`: about the call, or the request's own, carried by the task.
///
/// A cancelled task has no result to return, and core receivers answer with an error of their
/// choice. What tells of a task that is gone is about the call, whatever the status.
fn refused<R>(
    known: &Snapshot,
    status: TerminalStatus,
    error: ErrorObject,
) -> Result<Outcome<R>, ResultError> {
    if status == TerminalStatus::Failed && is_told_of(known, &error) {
        return Ok(Outcome::Failed(Failure::Error(error)));
    }
    let fault = Fault::from(error);
    let gone =
        matches!(fault.kind, FaultKind::Expired | FaultKind::Unknown | FaultKind::NotTerminal);
    match status {
        _ if gone => Err(ResultError::Fault(fault)),
        TerminalStatus::Completed => Err(ResultError::Fault(fault)),
        TerminalStatus::Failed => Ok(Outcome::Failed(Failure::Error(fault.error))),
        TerminalStatus::Cancelled => Ok(Outcome::Cancelled),
    }
}

/// Whether an error is the one that a failed task was said to have failed with, in its own words or the
/// beginning of them, whatever these words are: a to-do list may well have "no such task".
fn is_told_of(known: &Snapshot, error: &ErrorObject) -> bool {
    let Some(words) = known.status_message.as_deref().filter(|words| !words.is_empty()) else {
        return false;
    };
    let begins = || {
        let beginning = words.strip_suffix('…').filter(|words| !words.is_empty());
        beginning.is_some_and(|words| error.message.starts_with(words))
    };
    !has_reason(error) && (words == error.message || begins())
}

/// Reads what a terminal task ended with; `place` is where in the message it stands.
pub(super) fn payload<R: DeserializeOwned>(
    status: TerminalStatus,
    payload: Option<Raw>,
    place: &str,
) -> Result<Outcome<R>, ResultError> {
    let payload = payload.filter(|payload| !payload.is_null());
    match (status, payload) {
        (TerminalStatus::Cancelled, _) => Ok(Outcome::Cancelled),
        (TerminalStatus::Failed, None) => Ok(Outcome::Failed(Failure::Silent)),
        (TerminalStatus::Failed, Some(payload)) => Ok(Outcome::Failed(failure(&payload))),
        (TerminalStatus::Completed, payload) => {
            let payload = payload.unwrap_or_else(Raw::null);
            match payload.decode() {
                Ok(result) => Ok(Outcome::Completed(result)),
                Err(error) => Err(ResultError::Malformed { error: error.at(place), payload }),
            }
        }
    }
}

/// What a failed task carries, by its shape: an error has a code and a message, and no result of
/// the protocol has these.
fn failure<R: DeserializeOwned>(payload: &Raw) -> Failure<R> {
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

impl Envelope {
    fn read(members: &BTreeMap<String, Raw>) -> Option<Self> {
        let id = members.get("taskId")?.decode().ok()?;
        let status: Status = members.get("status")?.decode().ok()?;
        status.terminal()?;
        Some(Self { id, status, payload: members.get("result").cloned() })
    }
}

fn agree(what: &'static str, expected: &str, found: &str) -> Result<(), ResultError> {
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (expected.to_owned(), found.to_owned());
    Err(ResultError::Misbehaved(PeerMisbehaved { what, expected, found }))
}
