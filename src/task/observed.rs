//! What the receiver decides about a task, and what may follow from it.

use std::fmt;

use serde::Serialize;

use super::Task;
use super::fault::Fault;
use super::operation::Operation;
use super::snapshot::{Snapshot, Status, TerminalStatus};
use super::state::{InputRequired, State, Terminal, Working};
use crate::json::{DecodeError, Raw};
use crate::jsonrpc::{AnyCall, Body, NotificationMessage, Reply};

/// A task after something was seen of it: the state is the receiver's to choose.
#[derive(PartialEq)]
#[must_use = "it holds the task's handle; match it"]
pub enum Observed<O: Operation> {
    /// It goes on.
    Working(Task<Working, O>),
    /// It waits for something from this side.
    InputRequired(Task<InputRequired, O>),
    /// It has ended, and its result can be asked for.
    Terminal(Task<Terminal, O>),
}

impl<O: Operation> Observed<O> {
    pub(super) fn of(snapshot: Snapshot, status: KnownStatus) -> Self {
        match status {
            KnownStatus::Working => Self::Working(Task::seen(snapshot, Working::SEEN)),
            KnownStatus::InputRequired => {
                Self::InputRequired(Task::seen(snapshot, InputRequired::SEEN))
            }
            KnownStatus::Terminal(status) => {
                Self::Terminal(Task::seen(snapshot, Terminal { status }))
            }
        }
    }

    /// What the receiver said of the task.
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        match self {
            Self::Working(task) => task.snapshot(),
            Self::InputRequired(task) => task.snapshot(),
            Self::Terminal(task) => task.snapshot(),
        }
    }
}

impl<O: Operation> fmt::Debug for Observed<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Working(task) => task.fmt(f),
            Self::InputRequired(task) => task.fmt(f),
            Self::Terminal(task) => task.fmt(f),
        }
    }
}

/// Something that a receiver says of a task: the reply to a `tasks/get` or a `tasks/cancel`, or a
/// notification of the task's status.
#[derive(Clone, Debug, PartialEq)]
pub struct Update(Result<Snapshot, ObserveError>);

impl Update {
    /// The update in a notification; none if its method is not one of the three that notify of
    /// tasks (`notifications/tasks/status`, `notifications/tasks/updated`, `notifications/tasks`).
    ///
    /// Notifications are hints: a requestor that gets none must still finish by polling.
    #[must_use]
    pub fn notified<B: Body + Serialize>(notification: &NotificationMessage<B>) -> Option<Self> {
        NOTIFICATIONS.contains(&notification.body.method()).then(|| {
            let written = Raw::from_value(&notification.body).map_err(DecodeError::from);
            let call = written.and_then(|raw| raw.decode::<AnyCall>());
            let params = call.map(|call| call.params.unwrap_or_default());
            let snapshot = params.and_then(crate::json::from_value);
            Self(snapshot.map_err(ObserveError::Malformed))
        })
    }
}

/// The methods that notify of a task's status, one per dialect. Nothing on the wire says which
/// dialect a peer speaks, so all are read.
const NOTIFICATIONS: &[&str] =
    &["notifications/tasks/status", "notifications/tasks/updated", "notifications/tasks"];

impl From<Snapshot> for Update {
    fn from(snapshot: Snapshot) -> Self {
        Self(Ok(snapshot))
    }
}

impl From<Reply> for Update {
    fn from(reply: Reply) -> Self {
        Self(match reply {
            Reply::Result(message) => {
                message.result.decode().map_err(|error| ObserveError::Malformed(error.at("result")))
            }
            Reply::Error(message) => Err(ObserveError::Fault(message.error.into())),
        })
    }
}

/// A status that has a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownStatus {
    Working,
    InputRequired,
    Terminal(TerminalStatus),
}

impl KnownStatus {
    pub(super) fn of(status: &Status) -> Option<Self> {
        match status {
            Status::Working => Some(Self::Working),
            Status::InputRequired => Some(Self::InputRequired),
            Status::Completed | Status::Failed | Status::Cancelled => {
                status.terminal().map(Self::Terminal)
            }
            Status::Unknown(_) => None,
        }
    }
}

/// What an update means for an open task.
pub(super) enum Step {
    /// Older than what is known.
    Stale,
    /// The task was seen in a known status.
    Seen(Box<Snapshot>, KnownStatus),
}

/// The one place that decides what an update does. From an open task every known status may
/// follow, so there is nothing to compare but the task's identity and time.
pub(super) fn step(known: &Snapshot, update: Update) -> Result<Step, ObserveError> {
    let seen = update.0?;
    if seen.id != known.id {
        return Err(ObserveError::OtherTask { expected: known.id.clone(), found: seen.id });
    }
    let Some(status) = KnownStatus::of(&seen.status) else {
        return Err(ObserveError::UnknownStatus(seen.status));
    };
    // A timestamp that cannot be read cannot show that an update is stale.
    match (seen.updated_at(), known.updated_at()) {
        (Ok(seen), Ok(known)) if seen < known => Ok(Step::Stale),
        _ => Ok(Step::Seen(Box::new(seen), status)),
    }
}

/// An update that told nothing new about the task, with the task's handle and the reason.
pub struct Refused<S: State, O: Operation> {
    /// The task as it was before.
    pub task: Box<Task<S, O>>,
    /// Why the update was refused.
    pub reason: ObserveError,
}

impl<S: State, O: Operation> fmt::Display for Refused<S, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "task {}: {}", self.task.id(), self.reason)
    }
}

impl<S: State, O: Operation> fmt::Debug for Refused<S, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { task, reason } = self;
        f.debug_struct("Refused").field("task", task).field("reason", reason).finish()
    }
}

impl<S: State, O: Operation> std::error::Error for Refused<S, O> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}

/// Why an update says nothing about a task's state.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ObserveError {
    /// The receiver answered with an error; its kind says whether another poll makes sense.
    #[error(transparent)]
    Fault(Fault),
    /// The receiver sent something that is no task.
    #[error("the receiver sent no task: {0}")]
    Malformed(DecodeError),
    /// The update is about another task: match replies to requests by their ids.
    #[error("this is about task `{found}`, not about `{expected}`")]
    OtherTask {
        /// The task that was observed.
        expected: String,
        /// The task that the update is about.
        found: String,
    },
    /// The receiver named a status that this crate does not know: poll again later.
    #[error("the receiver named the status `{0}`, which is neither open nor terminal here")]
    UnknownStatus(Status),
}
