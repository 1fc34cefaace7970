//! The calls about a task that exists: what to send, and how to read what comes back.

use std::fmt;

use serde_json::{Value, json};

use super::Task;
use super::fault::Fault;
use super::known::Known;
use super::operation::Operation;
use super::outcome::{self, Outcome, ResultError};
use super::seen::Update;
use super::snapshot::TerminalStatus;
use super::state::Terminal;
use crate::jsonrpc::{AnyCall, Reply, RequestId, RequestMessage};
use crate::negotiation::{Cancelling, Dialect, Listing, Tasks};

/// `tasks/get`: how is the task doing? Its reply is for [`Task::observe`].
#[derive(Clone, Debug)]
pub struct PollCall {
    task: String,
    tasks: Tasks,
}

/// `tasks/cancel`: the task is not needed any more.
///
/// In core 2025-11-25 the task is cancelled by the time of the reply, whatever the work still
/// does. In the extension the receiver only takes note, and the task may end otherwise.
#[derive(Clone, Debug)]
pub struct CancelCall {
    task: String,
    tasks: Tasks,
}

/// The request for a terminal task's result: `tasks/result`, or `tasks/get` in the extension, whose
/// reply carries the result.
#[must_use = "nothing is asked until its message is sent"]
pub struct ResultCall<'t, O: Operation> {
    task: &'t Task<Terminal, O>,
}

impl PollCall {
    pub(super) fn new(known: &Known) -> Self {
        Self { task: known.snapshot.id.clone(), tasks: known.tasks.clone() }
    }

    /// The message to send.
    #[must_use]
    pub fn message(&self, id: impl Into<RequestId>) -> RequestMessage<AnyCall> {
        about("tasks/get", &self.task, &self.tasks, id.into())
    }
}

impl CancelCall {
    pub(super) fn new(known: &Known, proof: &Cancelling) -> Result<Self, OtherSession> {
        if known.tasks.same_session(&proof.0) {
            Ok(Self { task: known.snapshot.id.clone(), tasks: known.tasks.clone() })
        } else {
            Err(OtherSession)
        }
    }

    /// The message to send.
    #[must_use]
    pub fn message(&self, id: impl Into<RequestId>) -> RequestMessage<AnyCall> {
        about("tasks/cancel", &self.task, &self.tasks, id.into())
    }

    /// Reads the reply: what there is to [observe](Task::observe), or nothing where the receiver
    /// only takes note and the status follows in its own time.
    ///
    /// # Errors
    /// When the receiver refused. [`FaultKind::AlreadyTerminal`](super::FaultKind::AlreadyTerminal)
    /// is no failure: the task has ended meanwhile, so poll it once more.
    pub fn accept(&self, reply: Reply) -> Result<Option<Update>, Fault> {
        match (reply, self.tasks.dialect()) {
            (Reply::Error(message), _) => Err(message.error.into()),
            (Reply::Result(_), Dialect::Extension) => Ok(None),
            (reply @ Reply::Result(_), Dialect::Enveloped | Dialect::Core) => {
                Ok(Some(reply.into()))
            }
        }
    }
}

/// A proof and a task that belong to different sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the proof is of another session than the task: use the one that the task came from")]
pub struct OtherSession;

impl<'t, O: Operation> ResultCall<'t, O> {
    pub(super) fn new(task: &'t Task<Terminal, O>) -> Self {
        Self { task }
    }

    /// The outcome, where the observation of the task's end carried it already (extension), or
    /// there is none to ask for. None means that [`message`](Self::message) has to be sent.
    ///
    /// # Errors
    /// When what was carried is not the operation's result.
    #[must_use]
    pub fn held(&self) -> Option<Result<Outcome<O::Result>, ResultError>> {
        let state = &self.task.state;
        if state.status == TerminalStatus::Cancelled {
            return Some(Ok(Outcome::Cancelled));
        }
        let carried = state.carried.as_ref()?;
        Some(outcome::payload(state.status, Some(carried.clone()), "result.result"))
    }

    /// The message to send, as often as it takes: the receiver repeats the same answer.
    #[must_use]
    pub fn message(&self, id: impl Into<RequestId>) -> RequestMessage<AnyCall> {
        let method = match self.task.known.tasks.dialect() {
            Dialect::Enveloped | Dialect::Core => "tasks/result",
            Dialect::Extension => "tasks/get",
        };
        about(method, self.task.id(), &self.task.known.tasks, id.into())
    }

    /// Reads the reply.
    ///
    /// To `tasks/result` it comes in either shape: the operation's result as it is (core), or an
    /// envelope with `taskId`, a terminal `status` and `result` (enveloped). No result type has
    /// both of the envelope's members, so they tell the two apart.
    ///
    /// # Errors
    /// When the receiver refused ([`ResultError::Fault`], which may be worth a retry), broke the
    /// protocol, or sent something of another shape. The task and this call stay as they are.
    pub fn accept(&self, reply: Reply) -> Result<Outcome<O::Result>, ResultError> {
        let known = &self.task.known;
        match known.tasks.dialect() {
            Dialect::Enveloped | Dialect::Core => {
                outcome::fetched(&known.snapshot, self.task.status(), reply)
            }
            Dialect::Extension => outcome::carried(known, self.task.status(), reply),
        }
    }
}

impl<O: Operation> Clone for ResultCall<'_, O> {
    fn clone(&self) -> Self {
        Self { task: self.task }
    }
}

impl<O: Operation> fmt::Debug for ResultCall<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResultCall").field("task", &self.task.id()).finish()
    }
}

impl Listing {
    /// `tasks/list`: a page of the tasks that the receiver keeps for this requestor. The first
    /// page has no cursor; a reply's `nextCursor` asks for the next, and is opaque.
    #[must_use]
    pub fn message(
        &self,
        id: impl Into<RequestId>,
        cursor: Option<&str>,
    ) -> RequestMessage<AnyCall> {
        let params = cursor.map(|cursor| json!({ "cursor": cursor }));
        RequestMessage { id: id.into(), body: AnyCall::new("tasks/list", params) }
    }
}

/// A request about one task.
pub(super) fn about(
    method: &str,
    task: &str,
    tasks: &Tasks,
    id: RequestId,
) -> RequestMessage<AnyCall> {
    let meta = tasks.meta().map(|meta| ("_meta".to_owned(), json!(meta)));
    let params = [("taskId".to_owned(), json!(task))].into_iter().chain(meta).collect();
    RequestMessage { id, body: AnyCall::new(method, Some(Value::Object(params))) }
}
