//! The calls about a task that exists: what to send, and how to read what comes back.

use serde_json::{Value, json};

use super::Task;
use super::operation::Operation;
use super::outcome::{self, Outcome, ResultError};
use super::state::Terminal;
use crate::jsonrpc::{AnyCall, Reply, RequestId, RequestMessage};
use crate::negotiation::{Cancelling, Listing};

/// `tasks/get`: how is the task doing? Its reply is for [`Task::observe`].
#[derive(Clone, Debug, PartialEq)]
pub struct PollCall {
    task: String,
}

/// `tasks/cancel`: the task is not needed any more. Its reply is for [`Task::observe`].
///
/// In core 2025-11-25 the task is cancelled by the time of the reply, whatever the work still
/// does. An error that says that the task has already ended is no failure: poll once more.
#[derive(Clone, Debug, PartialEq)]
pub struct CancelCall {
    task: String,
}

/// The channel on which a receiver asks for input: see [`Task::input_channel`].
#[derive(Clone, Debug, PartialEq)]
pub struct InputChannel {
    task: String,
}

/// `tasks/result` of a terminal task.
#[derive(Debug)]
#[must_use = "nothing is asked until its message is sent"]
pub struct ResultCall<'t, O: Operation> {
    task: &'t Task<Terminal, O>,
}

impl PollCall {
    pub(super) fn new(task: &str) -> Self {
        Self { task: task.to_owned() }
    }

    /// The message to send.
    #[must_use]
    pub fn message(&self, id: impl Into<RequestId>) -> RequestMessage<AnyCall> {
        about("tasks/get", &self.task, id.into())
    }
}

impl CancelCall {
    pub(super) fn new(task: &str, _proof: &Cancelling) -> Self {
        Self { task: task.to_owned() }
    }

    /// The message to send.
    #[must_use]
    pub fn message(&self, id: impl Into<RequestId>) -> RequestMessage<AnyCall> {
        about("tasks/cancel", &self.task, id.into())
    }
}

impl InputChannel {
    pub(super) fn new(task: &str) -> Self {
        Self { task: task.to_owned() }
    }

    /// The message to send. A receiver of the core dialect answers it when the task is terminal;
    /// one of the enveloped dialect refuses it with -32602, and asks for input without it.
    #[must_use]
    pub fn message(&self, id: impl Into<RequestId>) -> RequestMessage<AnyCall> {
        about("tasks/result", &self.task, id.into())
    }
}

impl<'t, O: Operation> ResultCall<'t, O> {
    pub(super) fn new(task: &'t Task<Terminal, O>) -> Self {
        Self { task }
    }

    /// The message to send, as often as it takes: the receiver repeats the same answer.
    #[must_use]
    pub fn message(&self, id: impl Into<RequestId>) -> RequestMessage<AnyCall> {
        about("tasks/result", self.task.id(), id.into())
    }

    /// Reads the reply, in either shape: the operation's result as it is (core), or an envelope
    /// with `taskId`, a terminal `status` and `result` (enveloped). No result type has both of the
    /// envelope's members, so they tell the two apart.
    ///
    /// # Errors
    /// When the receiver refused ([`ResultError::Fault`], which may be worth a retry), broke the
    /// protocol, or sent something of another shape. The task and this call stay as they are.
    pub fn accept(&self, reply: Reply) -> Result<Outcome<O::Result>, ResultError> {
        outcome::read(self.task.id(), self.task.status(), reply)
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

/// A request whose one parameter is a task's id.
fn about(method: &str, task: &str, id: RequestId) -> RequestMessage<AnyCall> {
    let params = Value::Object([("taskId".to_owned(), task.into())].into_iter().collect());
    RequestMessage { id, body: AnyCall::new(method, Some(params)) }
}
