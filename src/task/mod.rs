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
//! open one can be [cancelled](Task::cancel), only one that needs input has a
//! [channel for it](Task::input_channel). What the *peer* decides is an enum, [`Observed`],
//! matched once per observation.
//!
//! Nothing here sends, waits or looks at a clock. A call gives a message to send, takes the reply,
//! and gives back what follows; time is an argument.

mod call;
mod create;
mod fault;
mod observed;
mod operation;
mod outcome;
mod snapshot;
mod state;

use std::fmt;
use std::marker::PhantomData;
use std::time::{Duration, SystemTime};

pub use call::{CancelCall, InputChannel, PollCall, ResultCall};
pub use create::{CreateError, Created, TaskCall};
pub use fault::{Fault, FaultKind};
pub use observed::{ObserveError, Observed, Refused, Update};
pub use operation::{AnyOperation, Operation};
pub use outcome::{Failure, Outcome, ResultError};
pub use snapshot::{Snapshot, Status, TerminalStatus, TimeError};
pub use state::{InputRequired, Open, State, Terminal, Working};

pub(crate) use fault::{
    REASON_ALREADY_TERMINAL, REASON_EXPIRED, REASON_NOT_TERMINAL, REASON_UNKNOWN,
};
pub(crate) use snapshot::timestamp;

use crate::negotiation::Cancelling;

/// A task that the peer runs for us, in the state in which it was last seen.
///
/// `S` is that state. `O` is the operation that the task carries out, which fixes the type of its
/// result: `Task<Terminal, CallTool>` gives an `Outcome<CallToolResult>`. Left out, it stands for
/// any operation, with a result of any JSON.
///
/// A handle comes from [`TaskCall::accept`] and from observing another handle, and from nowhere
/// else. Asking too early does not compile:
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
    snapshot: Snapshot,
    state: S,
    operation: PhantomData<fn() -> O>,
}

/// A handle is its data and nothing else: the types cost no byte.
const _: () = {
    assert!(size_of::<Task<Working>>() == size_of::<Snapshot>());
    assert!(size_of::<Task<InputRequired>>() == size_of::<Snapshot>());
    assert!(size_of::<Task<Terminal>>() == size_of::<(Snapshot, Terminal)>());
};

impl<S: State, O: Operation> Task<S, O> {
    /// The handle of a task that was seen like this.
    fn seen(snapshot: Snapshot, state: S) -> Self {
        Self { snapshot, state, operation: PhantomData }
    }

    /// The task's id, which the receiver chose.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.snapshot.id
    }

    /// What the receiver said of the task when it was last seen.
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// When the receiver may forget the task: its creation plus its TTL. None if its TTL is
    /// unlimited or was never said.
    ///
    /// # Errors
    /// When the receiver's time of creation is no RFC 3339 timestamp, or its TTL is negative.
    pub fn expires_at(&self) -> Result<Option<SystemTime>, TimeError> {
        self.snapshot.expires_at()
    }

    /// Whether the TTL has passed, so that the receiver may have forgotten the task, whatever its
    /// status.
    ///
    /// # Errors
    /// As [`expires_at`](Self::expires_at).
    pub fn expired(&self, now: SystemTime) -> Result<bool, TimeError> {
        Ok(self.expires_at()?.is_some_and(|end| end <= now))
    }
}

impl<S: Open, O: Operation> Task<S, O> {
    /// The request that asks how the task is doing; its reply is for [`observe`](Self::observe).
    #[must_use]
    pub fn poll(&self) -> PollCall {
        PollCall::new(self.id())
    }

    /// How long to wait before the next poll: what the receiver suggested, or else `otherwise`.
    #[must_use]
    pub fn poll_interval(&self, otherwise: Duration) -> Duration {
        self.snapshot.poll_interval().unwrap_or(otherwise)
    }

    /// Takes in what the receiver said: a reply to [`poll`](Self::poll) or to a cancellation, or a
    /// notification of the task's status.
    ///
    /// Something older than what is known already changes nothing, and the task comes back as it
    /// was.
    ///
    /// # Errors
    /// When it is an error, cannot be read, is about another task, or names a status that this
    /// crate does not know. The handle comes back with the reason.
    pub fn observe(self, update: impl Into<Update>) -> Result<Observed<O>, Refused<S, O>> {
        match observed::step(&self.snapshot, update.into()) {
            Ok(observed::Step::Stale) => Ok(self.state.still(self.snapshot)),
            Ok(observed::Step::Seen(snapshot, status)) => Ok(Observed::of(*snapshot, status)),
            Err(reason) => Err(Refused { task: Box::new(self), reason }),
        }
    }

    /// The request that asks the receiver to stop. What its reply says is for
    /// [`observe`](Self::observe).
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
    #[must_use]
    pub fn cancel(&self, proof: &Cancelling) -> CancelCall {
        CancelCall::new(self.id(), proof)
    }
}

impl<O: Operation> Task<InputRequired, O> {
    /// The channel on which the receiver asks for what it needs (core 2025-11-25): a request that
    /// the receiver answers only once the task is terminal, and sends its own requests meanwhile,
    /// `elicitation/create` for one.
    ///
    /// On the wire it is an early `tasks/result`. What answers it at last is the result's reply,
    /// and serves [`ResultCall::accept`] once the task was seen terminal.
    #[must_use]
    pub fn input_channel(&self) -> InputChannel {
        InputChannel::new(self.id())
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
    #[must_use]
    pub fn result(&self) -> ResultCall<'_, O> {
        ResultCall::new(self)
    }
}

impl<S: State + Clone, O: Operation> Clone for Task<S, O> {
    fn clone(&self) -> Self {
        Self::seen(self.snapshot.clone(), self.state.clone())
    }
}

impl<S: State, O: Operation> PartialEq for Task<S, O> {
    fn eq(&self, other: &Self) -> bool {
        self.snapshot == other.snapshot
    }
}

impl<S: State, O: Operation> fmt::Debug for Task<S, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("state", &S::NAME).field("snapshot", &self.snapshot).finish()
    }
}
