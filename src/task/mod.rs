//! Tasks as their requestor holds them: a handle whose type says what may be asked now.
//!
//! ```text
//!                      ┌────────────────────── observe ─────────────────────┐
//!                      ▼                                                    │
//! TaskCall ─accept─► Task<Working> ──────► Task<InputRequired> ─────────────┤
//!                      │   ▲                      │     ▲                   │
//!                      │   └──────────────────────┘     └───────────────────┘
//!                      ▼
//!                    Task<Terminal> ── result ─► ResultCall ─accept─► Outcome
//! ```
//!
//! What *we* decide is in the types: only a terminal task has [`result`](Task::result), only an
//! open one can be [cancelled](Task::cancel), only one that needs input has
//! [a way to give it](Task::input). What the *peer* decides is an enum, [`Observed`], matched once
//! per observation.
//!
//! Nothing here sends, waits or looks at a clock. A call gives a message to send, takes the reply,
//! and gives back what follows; time is an argument. The three dialects in which tasks travel stay
//! below: a task knows from its session how it is asked.

mod call;
mod create;
mod fault;
mod input;
mod known;
mod observed;
mod operation;
mod outcome;
mod polling;
mod preference;
mod related;
mod saved;
mod seen;
mod snapshot;
mod state;
mod subscription;

use std::fmt;
use std::marker::PhantomData;
use std::time::{Duration, SystemTime};

pub use call::{CancelCall, OtherSession, PollCall, ResultCall};
pub use create::{CreateError, Created, InputDemand, TaskCall};
pub use fault::{Fault, FaultKind};
pub use input::{AnswerError, Input, InputChannel, InputRequests, UpdateCall};
pub use observed::{ObserveError, Observed, PeerMisbehaved, Refused};
pub use operation::{AnyOperation, Operation};
pub use outcome::{Failure, NoResult, Outcome, ResultError};
pub use polling::Polling;
pub use preference::{CallMode, Preference, PreferenceError};
pub use related::{RELATED_TASK, relate_to_task, related_task};
pub use saved::{ResumeError, Saved};
pub use seen::Update;
pub use snapshot::{Snapshot, Status, TerminalStatus, TimeError};
pub use state::{InputRequired, Open, State, Terminal, Working};
pub use subscription::{ListenCall, SUBSCRIPTION_ID};

pub(crate) use fault::{
    REASON_ALREADY_TERMINAL, REASON_EXPIRED, REASON_NOT_TERMINAL, REASON_TASK_FORBIDDEN,
    REASON_TASK_REQUIRED, REASON_UNKNOWN,
};
#[cfg(feature = "validate")]
pub(crate) use observed::{is_older, same_creation};
#[cfg(feature = "validate")]
pub(crate) use seen::NOTIFICATIONS;
#[cfg(feature = "validate")]
pub(crate) use snapshot::read_timestamp;
pub(crate) use snapshot::timestamp;

use self::known::Known;
use crate::negotiation::Cancelling;

/// A task that the peer runs for us, in the state in which it was last seen.
///
/// `S` is that state. `O` is the operation that the task carries out, which fixes the type of its
/// result: `Task<Terminal, CallTool>` gives an `Outcome<CallToolResult>`. Left out, it stands for
/// any operation, with a result of any JSON.
///
/// There is one handle of a task, which observing uses up: none is left that knows less than the
/// receiver has said. It comes from [`TaskCall::accept`], from observing another handle, from
/// [taking up](crate::Tasks::resume) one that was written down or [following](crate::Runs::follow) one
/// that the receiver told of, and from nowhere else. Asking too early does not compile:
///
/// ```compile_fail,E0599
/// use mcp_typestate::{Task, Working};
///
/// fn impatient(task: &Task<Working>) {
///     task.result();
/// }
/// ```
#[must_use = "a task goes on at the receiver; observe it until it is terminal, or cancel it"]
pub struct Task<S: State, O: Operation = AnyOperation> {
    known: Known,
    state: S,
    operation: PhantomData<fn() -> O>,
}

/// A handle is its data and nothing else: the types cost no byte.
const _: () = {
    assert!(size_of::<Task<Working>>() == size_of::<Known>());
    assert!(size_of::<Task<InputRequired>>() == size_of::<(Known, InputRequired)>());
    assert!(size_of::<Task<Terminal>>() == size_of::<(Known, Terminal)>());
};

impl<S: State, O: Operation> Task<S, O> {
    /// The handle of a task that was seen like this.
    fn seen(known: Known, state: S) -> Self {
        Self { known, state, operation: PhantomData }
    }

    /// The task's id, which the receiver chose.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.known.snapshot.id
    }

    /// What the receiver said of the task when it was last seen, with what it said before in members
    /// that nobody knows here (up to 256 of them, and 64 KiB).
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        &self.known.snapshot
    }

    /// The same task as one of [any operation](AnyOperation), whose result is JSON: for code that
    /// keeps tasks of several operations and does not look into results.
    ///
    /// ```
    /// use mcp_typestate::{Operation, Task, Working};
    ///
    /// struct Running(Vec<Task<Working>>);
    ///
    /// impl Running {
    ///     fn add<O: Operation>(&mut self, task: Task<Working, O>) {
    ///         self.0.push(task.any());
    ///     }
    /// }
    /// ```
    pub fn any(self) -> Task<S> {
        Task { known: self.known, state: self.state, operation: PhantomData }
    }

    /// When the receiver may forget the task, by the receiver's clock: its creation plus its TTL.
    /// None if its TTL is unlimited or was never said.
    ///
    /// # Errors
    /// When the receiver's time of creation is no RFC 3339 timestamp, or its TTL is negative.
    pub fn expires_at(&self) -> Result<Option<SystemTime>, TimeError> {
        self.snapshot().expires_at()
    }

    /// Whether the TTL has passed, so that the receiver may have forgotten the task, whatever its
    /// status. `now` is held against the receiver's clock, which may go otherwise.
    ///
    /// # Errors
    /// As [`expires_at`](Self::expires_at).
    pub fn expired(&self, now: SystemTime) -> Result<bool, TimeError> {
        Ok(self.expires_at()?.is_some_and(|end| end <= now))
    }
}

impl<S: Open, O: Operation> Task<S, O> {
    /// `tasks/get`: the request that asks how the task is doing; its reply is for
    /// [`observe`](Self::observe). When to ask is for [`poll_interval`](Self::poll_interval) to
    /// say, or for [`Polling`], which slows down with time.
    #[must_use]
    pub fn poll(&self) -> PollCall {
        PollCall::new(&self.known)
    }

    /// How long to wait before the next poll: what the receiver suggested, which may be 0, or else
    /// `otherwise`.
    #[must_use]
    pub fn poll_interval(&self, otherwise: Duration) -> Duration {
        self.snapshot().poll_interval().unwrap_or(otherwise)
    }

    /// Takes in what the receiver said: a reply to [`poll`](Self::poll), or a notification of the
    /// task's status.
    ///
    /// Something older than what is known already changes nothing, and the task comes back as it
    /// was; but an end is an end, whenever it says that it was.
    ///
    /// The poll's message borrows the task, and observing takes it: take the reply in between.
    ///
    /// ```
    /// use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
    /// use mcp_typestate::{Observed, Operation, Refused, Reply, Task, Working};
    ///
    /// fn poll<O: Operation>(
    ///     task: Task<Working, O>,
    ///     send: impl Fn(RequestMessage<AnyCall>) -> Reply,
    /// ) -> Result<Observed<O>, Refused<Working, O>> {
    ///     let reply = send(task.poll().message(2));
    ///     task.observe(reply)
    /// }
    /// ```
    ///
    /// # Errors
    /// When it is an error, cannot be read, is about another task, contradicts what is known, or
    /// names a status that this crate does not know. The handle comes back with the reason.
    pub fn observe(self, update: impl Into<Update>) -> Result<Observed<O>, Refused<S, O>> {
        match observed::step(&self.known, update.into()) {
            Ok(observed::Step::Stale) => Ok(self.state.still(self.known)),
            Ok(observed::Step::Seen(seen, told)) => {
                let known = Known { snapshot: seen.snapshot, ..self.known };
                Ok(Observed::of(told, known))
            }
            Err(reason) => Err(Refused { task: Box::new(self), reason }),
        }
    }

    /// `tasks/cancel`: the request that asks the receiver to stop.
    ///
    /// A terminal task cannot be cancelled:
    ///
    /// ```compile_fail,E0599
    /// use mcp_typestate::{Cancelling, Task, Terminal};
    ///
    /// fn too_late(task: &Task<Terminal>, proof: &Cancelling) {
    ///     task.cancel(proof);
    /// }
    /// ```
    ///
    /// # Errors
    /// When the proof is of another session than the task. Types do not tell sessions apart, since
    /// that would put a session's name into every signature that mentions a task.
    pub fn cancel(&self, proof: &Cancelling) -> Result<CancelCall, OtherSession> {
        CancelCall::new(&self.known, proof)
    }
}

impl<O: Operation> Task<InputRequired, O> {
    /// How the receiver gets the input that it waits for, by the session's dialect.
    pub fn input(&mut self) -> Input<'_> {
        input::input(&mut self.known, &mut self.state)
    }
}

impl<O: Operation> Task<Terminal, O> {
    /// How the task ended.
    #[must_use]
    pub fn status(&self) -> TerminalStatus {
        self.state.status
    }

    /// The request for the task's result, and the reader of its reply.
    ///
    /// While the receiver keeps the task it answers the same each time, so sending it again after
    /// a transport fault is safe.
    pub fn result(&self) -> ResultCall<'_, O> {
        ResultCall::new(self)
    }

    /// Checks that something else that the receiver says agrees with the end that was seen.
    ///
    /// # Errors
    /// When it cannot be read, is about another task, names another end, or a status that this crate
    /// does not know. A status in which the task was still open only came late.
    pub fn confirm(&self, update: impl Into<Update>) -> Result<(), ObserveError> {
        observed::confirm(&self.known, self.state.status, update.into())
    }
}

impl<S: State, O: Operation> fmt::Debug for Task<S, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = S::NAME;
        f.debug_struct(&format!("Task<{state}>")).field("snapshot", self.snapshot()).finish()
    }
}
