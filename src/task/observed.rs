//! What the receiver decides about a task, and what may follow from it.

use std::collections::BTreeMap;
use std::fmt;

use super::Task;
use super::fault::Fault;
use super::known::Known;
use super::operation::{AnyOperation, Operation};
use super::seen::{Seen, Update};
use super::snapshot::{Snapshot, Status, TerminalStatus};
use super::state::{InputRequired, State, Terminal, Working};
use crate::json::{self, DecodeError, Extra, Raw};
use crate::jsonrpc::AnyCall;
use crate::negotiation::Dialect;

/// A task after something was seen of it: the state is the receiver's to choose.
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
    /// The handle of a task that was told of.
    pub(super) fn of(told: Told, known: Known) -> Self {
        match told {
            Told::Working => Self::Working(Task::seen(known, Working::SEEN)),
            Told::InputRequired(state) => Self::InputRequired(Task::seen(known, state)),
            Told::Terminal(state) => Self::Terminal(Task::seen(known, state)),
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

    /// The same task, for code that does not look into results: see [`Task::any`].
    pub fn any(self) -> Observed<AnyOperation> {
        match self {
            Self::Working(task) => Observed::Working(task.any()),
            Self::InputRequired(task) => Observed::InputRequired(task.any()),
            Self::Terminal(task) => Observed::Terminal(task.any()),
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

/// The state that a message tells of a task.
pub(super) enum Told {
    Working,
    InputRequired(InputRequired),
    Terminal(Terminal),
}

impl Told {
    /// The same, waiting on these requests if it waits.
    pub(super) fn with_requests(mut self, requests: BTreeMap<String, AnyCall>) -> Self {
        if let Self::InputRequired(state) = &mut self {
            state.requests = requests;
        }
        self
    }
}

/// Sorts what was seen by the task's status. In the extension the status says which of the members
/// beside a task counts. The others, and in the core all of them, are members like any unknown one,
/// and are left with its snapshot.
#[inline]
pub(super) fn tell(seen: &mut Seen, dialect: Dialect) -> Result<Told, Untold> {
    let Seen { snapshot, result, error, input_requests, place } = seen;
    let take = |member: &mut Option<Raw>| {
        member.take_if(|member| dialect == Dialect::Extension && !member.is_null())
    };
    let told = match (&snapshot.status, snapshot.status.terminal()) {
        (Status::Working, _) => Told::Working,
        (Status::InputRequired, _) => {
            let requests = take(input_requests).map(|requests| requests.decode()).transpose();
            let malformed = |error: DecodeError| error.at("inputRequests").at(place);
            let requests = requests.map_err(malformed)?.unwrap_or_default();
            Told::InputRequired(InputRequired { requests })
        }
        (_, Some(status)) => {
            let carried = match status {
                TerminalStatus::Completed => take(result),
                TerminalStatus::Failed => take(error).or_else(|| take(result)),
                TerminalStatus::Cancelled => None,
            };
            Told::Terminal(Terminal { status, carried })
        }
        (unknown, None) => return Err(Untold::UnknownStatus(unknown.clone())),
    };
    if dialect == Dialect::Extension {
        // It says that this is a task, and not what the task is.
        snapshot.extra.remove("resultType");
    }
    for (name, member) in [("result", result), ("error", error), ("inputRequests", input_requests)]
    {
        if let Some(member) = member.take() {
            snapshot.extra.insert(name.to_owned(), member.to_value());
        }
    }
    Ok(told)
}

/// Why what was seen of a task tells no state.
pub(super) enum Untold {
    /// Its status is neither open nor terminal here.
    UnknownStatus(Status),
    /// What belongs to its status cannot be read.
    Malformed(DecodeError),
}

impl From<Untold> for ObserveError {
    fn from(untold: Untold) -> Self {
        match untold {
            Untold::UnknownStatus(status) => Self::UnknownStatus(status),
            Untold::Malformed(error) => Self::Malformed(error),
        }
    }
}

impl From<DecodeError> for Untold {
    fn from(error: DecodeError) -> Self {
        Self::Malformed(error)
    }
}

/// What an update means for an open task.
pub(super) enum Step {
    /// Older than what is known.
    Stale,
    /// The task was seen in a known status.
    Seen(Box<Seen>, Told),
}

/// The most unknown members that a handle has because they were said before, and their size.
const CARRIED: usize = 256;
const CARRIED_BYTES: usize = 64 << 10;

/// The one place that decides what an update does. From an open task every known status may
/// follow, so there is nothing to compare but the task's identity and time.
///
/// It and what it calls are inlined into the code of dependents: a handle that crosses a call more
/// is moved once more.
#[inline]
pub(super) fn step(known: &Known, update: Update) -> Result<Step, ObserveError> {
    let mut seen = update.0?;
    identify(&known.snapshot, &seen.snapshot)?;
    if is_older(&seen.snapshot, &known.snapshot) {
        if seen.snapshot.status.terminal().is_none() {
            return Ok(Step::Stale);
        }
        // Nothing follows an end, so it cannot have been overtaken: the receiver's clock was set
        // back, and only the time is not to be believed.
        seen.snapshot.last_updated_at.clone_from(&known.snapshot.last_updated_at);
    }
    let told = tell(&mut seen, known.tasks.dialect())?;
    carry(&known.snapshot.extra, &mut seen.snapshot.extra);
    Ok(Step::Seen(seen, told))
}

/// Adds what was said before. What nobody knows here may have been said once and be meant for the
/// task's life; a receiver that always finds something new to say does not make the handle grow.
fn carry(before: &Extra, now: &mut Extra) {
    let mut room = CARRIED_BYTES;
    for (name, value) in before {
        if now.len() >= CARRIED {
            return;
        }
        if now.contains_key(name) {
            continue;
        }
        if let Some(left) = json::within(value, room.saturating_sub(name.len())) {
            room = left;
            now.insert(name.clone(), value.clone());
        }
    }
}

/// Holds what came after the end against the end. An open status came late.
pub(super) fn confirm(
    known: &Known,
    end: TerminalStatus,
    update: Update,
) -> Result<(), ObserveError> {
    let seen = update.0?;
    identify(&known.snapshot, &seen.snapshot)?;
    match (&seen.snapshot.status, seen.snapshot.status.terminal()) {
        (_, Some(other)) if other != end => Err(ObserveError::Misbehaved(PeerMisbehaved {
            what: "the status",
            expected: end.to_string(),
            found: other.to_string(),
        })),
        (unknown @ Status::Unknown(_), _) => Err(ObserveError::UnknownStatus(unknown.clone())),
        _ => Ok(()),
    }
}

/// Checks that an update is about the task that is known.
#[inline]
fn identify(known: &Snapshot, seen: &Snapshot) -> Result<(), ObserveError> {
    if seen.id != known.id {
        let (expected, found) = (known.id.clone(), seen.id.clone());
        return Err(ObserveError::OtherTask { expected, found });
    }
    same_creation(known, seen).map_err(ObserveError::Misbehaved)
}

/// Checks that two sights of a task have the same time of creation.
#[inline]
pub(crate) fn same_creation(known: &Snapshot, seen: &Snapshot) -> Result<(), PeerMisbehaved> {
    match (known.created(), seen.created()) {
        (Ok(expected), Ok(found)) if expected != found => Err(PeerMisbehaved {
            what: "the task's creation",
            expected: known.created_at.clone(),
            found: seen.created_at.clone(),
        }),
        // A timestamp that cannot be read contradicts nothing.
        _ => Ok(()),
    }
}

/// A timestamp that cannot be read cannot show that an update is stale.
pub(crate) fn is_older(seen: &Snapshot, known: &Snapshot) -> bool {
    matches!((seen.updated_at(), known.updated_at()), (Ok(seen), Ok(known)) if seen < known)
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
    /// The update is about another task: match replies to requests by their ids, and
    /// notifications to tasks by theirs.
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
    /// The receiver contradicts itself: tell its author.
    #[error(transparent)]
    Misbehaved(PeerMisbehaved),
}

impl ObserveError {
    /// Whether the same call may give another answer: after a fault that is worth a retry, and
    /// after a status that this crate does not know.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Fault(fault) => fault.is_retryable(),
            Self::UnknownStatus(_) => true,
            Self::Malformed(_) | Self::OtherTask { .. } | Self::Misbehaved(_) => false,
        }
    }
}

/// A receiver that says something else than what it said before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the receiver contradicts itself about {what}: it was `{expected}` and is now `{found}`")]
#[non_exhaustive]
pub struct PeerMisbehaved {
    /// What it is about: the task, its status, its creation.
    pub what: &'static str,
    /// What was known.
    pub expected: String,
    /// What came.
    pub found: String,
}
