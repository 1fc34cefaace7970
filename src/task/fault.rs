//! What a receiver's error means for a task. Four meanings share the code -32602.
//!
//! | meaning | code | `data.reason` of our receiver | words of others |
//! |---|---|---|---|
//! | a task is required | -32601 | `task_required` | |
//! | a task is forbidden | -32601 | `task_forbidden` | |
//! | not negotiated | -32601, -32021 | any other | |
//! | expired | -32602 | `expired` | "expired" |
//! | unknown | -32602 | `unknown` | "not found", "unknown task", "no such task" |
//! | not terminal yet | -32602 | `not_terminal` | "not terminal", "not in terminal", "not in a terminal", "not completed", "still" |
//! | already terminal | -32602 | `already_terminal` | "terminal status", "already" |
//! | internal | -32603 | | |
//!
//! The machine-readable reason is read first, the words second and without regard to case; the
//! first row of the table that fits wins. Words count only where the message speaks of a task: a
//! tool of which the receiver says that it is "not found" is the request's own error. And so is the
//! error of a failed task whose status message has told of it in the same words.

use std::fmt;

use serde_json::Value;

use crate::jsonrpc::{ErrorCode, ErrorObject};

/// A receiver's error in answer to a `tasks/*` call, or to a request that may run as a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What it means.
    pub kind: FaultKind,
    /// The error as it came.
    pub error: ErrorObject,
}

/// What an error means for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// The receiver does not offer the call: -32601, or -32021 for a capability of the client's.
    NotNegotiated,
    /// The request runs as a task and not otherwise: call it as one. Not every receiver says so
    /// more clearly than with -32601.
    TaskRequired,
    /// The request does not run as a task: call it without. Not every receiver says so more clearly
    /// than with -32601.
    TaskForbidden,
    /// The result was asked for too early. The types prevent it, so the receiver has gone back.
    NotTerminal,
    /// The task's TTL has passed; what it had is gone.
    Expired,
    /// The receiver knows no such task, or not in this context.
    Unknown,
    /// It was to be cancelled and has already ended: poll it once more.
    AlreadyTerminal,
    /// Something failed at the receiver; the same call may succeed later.
    Internal,
    /// Anything else.
    Other,
}

impl Fault {
    /// Whether the same call may succeed if it is sent again: after an internal error, and after
    /// nothing else that a receiver says.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        self.kind == FaultKind::Internal
    }
}

impl From<ErrorObject> for Fault {
    fn from(error: ErrorObject) -> Self {
        Self { kind: kind(&error), error }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            FaultKind::NotNegotiated => "the receiver does not offer this call",
            FaultKind::TaskRequired => "the receiver runs this as a task only",
            FaultKind::TaskForbidden => "the receiver does not run this as a task",
            FaultKind::NotTerminal => "the task is not terminal yet",
            FaultKind::Expired => "the task has expired",
            FaultKind::Unknown => "the receiver knows no such task",
            FaultKind::AlreadyTerminal => "the task has already ended",
            FaultKind::Internal => "the receiver failed; the call may be sent again",
            FaultKind::Other => "the receiver refused",
        };
        write!(f, "{what}: {}", self.error)
    }
}

impl std::error::Error for Fault {}

/// `data.reason` and words, by what they mean. See the module's table.
const TABLE: &[(FaultKind, &str, &[&str])] = &[
    (FaultKind::Expired, REASON_EXPIRED, &["expired"]),
    (FaultKind::Unknown, REASON_UNKNOWN, &["not found", "unknown task", "no such task"]),
    (
        FaultKind::NotTerminal,
        REASON_NOT_TERMINAL,
        &["not terminal", "not in terminal", "not in a terminal", "not completed", "still"],
    ),
    (FaultKind::AlreadyTerminal, REASON_ALREADY_TERMINAL, &["terminal status", "already"]),
];

/// `data.reason` of a call that is no task, of a tool that runs as nothing else.
pub(crate) const REASON_TASK_REQUIRED: &str = "task_required";
/// `data.reason` of a call as a task, of a tool that does not run as one.
pub(crate) const REASON_TASK_FORBIDDEN: &str = "task_forbidden";
/// `data.reason` of an expired task.
pub(crate) const REASON_EXPIRED: &str = "expired";
/// `data.reason` of an unknown task.
pub(crate) const REASON_UNKNOWN: &str = "unknown";
/// `data.reason` of an early `tasks/result`.
pub(crate) const REASON_NOT_TERMINAL: &str = "not_terminal";
/// `data.reason` of a late `tasks/cancel`.
pub(crate) const REASON_ALREADY_TERMINAL: &str = "already_terminal";

/// Whether an error says by a `data.reason` of ours that it is about the call.
pub(super) fn has_reason(error: &ErrorObject) -> bool {
    let reason = error.data.as_ref().and_then(|data| data.get("reason"));
    TABLE.iter().any(|(_, name, _)| reason.is_some_and(|it| it == name))
}

fn kind(error: &ErrorObject) -> FaultKind {
    let reason = error.data.as_ref().and_then(|data| data.get("reason"));
    match error.code {
        ErrorCode::METHOD_NOT_FOUND => match reason.and_then(Value::as_str) {
            Some(REASON_TASK_REQUIRED) => FaultKind::TaskRequired,
            Some(REASON_TASK_FORBIDDEN) => FaultKind::TaskForbidden,
            _ => FaultKind::NotNegotiated,
        },
        ErrorCode::MISSING_CLIENT_CAPABILITY => FaultKind::NotNegotiated,
        ErrorCode::INTERNAL_ERROR => FaultKind::Internal,
        ErrorCode::INVALID_PARAMS => {
            let words = error.message.to_lowercase();
            let by_reason = TABLE.iter().find(|(_, name, _)| reason.is_some_and(|it| it == name));
            let by_words = || {
                let mut rows = TABLE.iter().filter(|_| words.contains("task"));
                rows.find(|(.., some)| some.iter().any(|word| words.contains(word)))
            };
            by_reason.or_else(by_words).map_or(FaultKind::Other, |(kind, ..)| *kind)
        }
        _ => FaultKind::Other,
    }
}
