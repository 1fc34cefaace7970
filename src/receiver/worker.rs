//! The handle of whoever does a task's work.

use std::fmt;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::Serialize;
use serde::de::Error as _;
use serde_json::Value;

use super::asked::Started;
use super::record::{Event, Payload, PayloadError};
use crate::json::{self, DecodeError};
use crate::jsonrpc::{AnyCall, Call, ErrorCode, ErrorObject};
use crate::method::{Method, Request};
use crate::negotiation::same_revision;
use crate::task::{AnyOperation, Operation};

/// The handle of whoever does a task's work.
///
/// ```text
///                 need_input                    resume
/// Worker<Running> ──────────► Worker<NeedsInput> ─────► Worker<Running> ── finish, fail ─► ended
///                                      └───────────────────────────────── fail ──────────► ended
/// ```
///
/// There is one handle of a task, and ending the task uses it up: a task that is finished twice, or
/// goes on after its end, does not compile.
///
/// ```compile_fail,E0382
/// use mcp_typestate::receiver::{Report, Running, Worker};
/// use mcp_typestate::v2025_11_25::{CallTool, CallToolResult};
///
/// fn twice<R: Report>(worker: Worker<Running, R, CallTool>, result: &CallToolResult) {
///     let _ = worker.finish(result);
///     let _ = worker.finish(result);
/// }
/// ```
///
/// One that is dropped before the end, as by a panic, does what [`IfDropped`] says: by default the
/// task fails, so that its requestor does not wait for nothing. So dropping one may report, and
/// must not happen under a lock that the report takes.
///
/// `R` is the way back to the record, which may be a lock, a channel or a database. `O` is the
/// operation, which fixes the type of the result.
#[must_use = "a task ends with its worker: dropped, it fails"]
pub struct Worker<S: Stage, R: Report, O: Operation = AnyOperation> {
    line: Line<R>,
    types: PhantomData<fn() -> (S, O)>,
}

/// The way from a worker to its task's record.
///
/// Any function of a task's id and an event is one: it
/// [applies](super::MemoryReceiver::apply) the event, or sends it to who does. A closure has to
/// name the type of the id, or the compiler takes it for one lifetime's: `|task: &str, event| …`.
pub trait Report {
    /// Why an event was not taken in. A [`Refusal`](super::Refusal) says, among others, that the
    /// task was cancelled or has expired, so that the work can stop.
    type Error;

    /// Takes an event to the task's record.
    ///
    /// # Errors
    /// When it was not taken in, and the task is as it was.
    fn report(&mut self, task: &str, event: Event) -> Result<(), Self::Error>;
}

impl<F, E> Report for F
where
    F: FnMut(&str, Event) -> Result<(), E>,
{
    type Error = E;

    fn report(&mut self, task: &str, event: Event) -> Result<(), E> {
        self(task, event)
    }
}

/// What becomes of a task whose worker is dropped before the end.
#[derive(Clone, Debug, PartialEq)]
pub enum IfDropped {
    /// It fails with this error.
    Fail(ErrorObject),
    /// It stays as it is, until somebody [takes it up](Worker::take_up) or its TTL ends.
    Leave,
}

impl Default for IfDropped {
    fn default() -> Self {
        Self::Fail(ErrorObject::new(ErrorCode::INTERNAL_ERROR, "The work ended without a result"))
    }
}

/// The work goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Running {}

/// The work waits for something from the requestor's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeedsInput {}

/// A stage of a task's work. Sealed: it is [`Running`] or [`NeedsInput`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a stage of a task's work",
    label = "the stages are `Running` and `NeedsInput`"
)]
pub trait Stage: sealed::Sealed {
    /// The stage's name, for people.
    const NAME: &'static str;
}

impl Stage for Running {
    const NAME: &'static str = "running";
}

impl Stage for NeedsInput {
    const NAME: &'static str = "needs input";
}

mod sealed {
    /// Keeps [`Stage`](super::Stage) to this crate.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be made a stage of a task's work",
        label = "the stages are `Running` and `NeedsInput`, and there is no other"
    )]
    pub trait Sealed {}

    impl Sealed for super::Running {}
    impl Sealed for super::NeedsInput {}
}

/// An operation's parameters, and the handle for its work.
pub type Work<R, O> = (<O as Method>::Params, Worker<Running, R, O>);

impl Started {
    /// What is to be done, whatever the operation is, and the handle for the work.
    pub fn worker<R: Report>(self, report: R) -> (AnyCall, Worker<Running, R>) {
        (self.call, Worker::take_up(self.task, report))
    }

    /// The operation's parameters, and the handle for its work.
    ///
    /// Send the [reply](Self::reply) first: the worker may report at once, and does so here when the
    /// parameters are wrong. For the same reason no lock may be held that the report takes.
    ///
    /// # Errors
    /// When the call is not this operation's, or its parameters are wrong. The task has then failed
    /// with -32602, and the path at which they are. And when the operation's types are those of
    /// another revision than the session speaks, whose results have another shape: the task has then
    /// failed with -32603, since whoever asked for it did nothing wrong.
    pub fn work<O: Request, R: Report>(self, report: R) -> Result<Work<R, O>, DecodeError> {
        let ours = self.revision.as_ref().map_or(Ok(()), same_revision::<O>);
        let (call, worker) = self.worker(report);
        let read = || serde_json::to_value(call).map_err(DecodeError::from);
        let (code, error) = match ours {
            Err(error) => {
                (ErrorCode::INTERNAL_ERROR, DecodeError::from(serde_json::Error::custom(error)))
            }
            Ok(()) => match read().and_then(json::from_value::<Call<O>>) {
                Ok(call) => return Ok((call.params, worker.of())),
                Err(error) => (ErrorCode::INVALID_PARAMS, error),
            },
        };
        // If even this is not taken in, the worker that is dropped tries once more.
        let _ = worker.fail(ErrorObject::new(code, error.to_string()));
        Err(error)
    }
}

impl<R: Report> Worker<Running, R> {
    /// The handle for a task that began before: one that was [left](IfDropped::Leave) by a process
    /// that has stopped. See to it that there is one worker of a task.
    pub fn take_up(task: impl Into<Arc<str>>, report: R) -> Self {
        let line = Line { task: task.into(), report, if_dropped: IfDropped::default() };
        Self { line, types: PhantomData }
    }

    /// The same handle, for an operation that is known.
    fn of<O: Operation>(self) -> Worker<Running, R, O> {
        Worker { line: self.line, types: PhantomData }
    }
}

impl<S: Stage, R: Report, O: Operation> Worker<S, R, O> {
    /// The task's id.
    #[must_use]
    pub fn task(&self) -> &str {
        &self.line.task
    }

    /// The same handle, with this to happen if it is dropped before the task's end.
    pub fn if_dropped(mut self, then: IfDropped) -> Self {
        self.line.if_dropped = then;
        self
    }

    /// The work has failed, with this JSON-RPC error. A tool that ran and reports an error
    /// [finishes](Worker::finish) with a result that says so.
    ///
    /// # Errors
    /// When it was not taken in.
    pub fn fail(self, error: ErrorObject) -> Result<(), Unreported<Self, R::Error>> {
        self.end(Event::Fail(Some(error.into())))
    }

    /// Gives the handle up and leaves the task as it is, for somebody to
    /// [take up](Worker::take_up).
    pub fn leave(mut self) {
        self.line.if_dropped = IfDropped::Leave;
    }

    fn end(mut self, event: Event) -> Result<(), Unreported<Self, R::Error>> {
        match self.line.report.report(&self.line.task, event) {
            Ok(()) => {
                self.leave();
                Ok(())
            }
            Err(error) => Err(Unreported::new(self, NotReported::Refused(error))),
        }
    }

    fn turn<T: Stage>(
        mut self,
        event: Event,
    ) -> Result<Worker<T, R, O>, Unreported<Self, R::Error>> {
        match self.line.report.report(&self.line.task, event) {
            Ok(()) => Ok(Worker { line: self.line, types: PhantomData }),
            Err(error) => Err(Unreported::new(self, NotReported::Refused(error))),
        }
    }
}

impl<R: Report, O: Operation> Worker<Running, R, O> {
    /// Tells how far the work has come, in words for people: the task's `statusMessage`.
    ///
    /// # Errors
    /// When it was not taken in. If the task has been cancelled, the work can stop.
    pub fn progress(&mut self, message: impl Into<String>) -> Result<(), R::Error> {
        self.line.report.report(&self.line.task, Event::Progress(message.into()))
    }

    /// The work needs something from the requestor's side: in words for people what, and as
    /// requests to its program, by keys that the task has not used before. Each is an object with a
    /// `method` and `params`, such as an [`AnyCall`]; the dialect decides how it travels. The
    /// answers come back to whoever keeps the record, as its [input](super::Effect::Input), and with
    /// the last of them the task goes on. What the client can answer is what it declared, and yours
    /// to look at before you ask.
    ///
    /// # Errors
    /// When it was not taken in.
    pub fn need_input<K: Into<String>, V: Into<Value>>(
        self,
        message: impl Into<String>,
        requests: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Worker<NeedsInput, R, O>, Unreported<Self, R::Error>> {
        let requests = requests.into_iter().map(|(key, ask)| (key.into(), ask.into())).collect();
        self.turn(Event::NeedInput { message: message.into(), requests })
    }

    /// The work is done, with this result. Outside the extension, a tool's result that has
    /// `isError` fails the task.
    ///
    /// # Errors
    /// When it was not taken in, or the result cannot be written as a JSON object.
    pub fn finish(self, result: &O::Result) -> Result<(), Unreported<Self, R::Error>>
    where
        O::Result: Serialize,
    {
        match Payload::of(result) {
            Ok(payload) => self.end(Event::Complete(payload)),
            Err(error) => Err(Unreported::new(self, NotReported::Payload(error))),
        }
    }
}

impl<R: Report, O: Operation> Worker<NeedsInput, R, O> {
    /// The work goes on: what it waited for has come, or it can do without.
    ///
    /// # Errors
    /// When it was not taken in.
    pub fn resume(self) -> Result<Worker<Running, R, O>, Unreported<Self, R::Error>> {
        self.turn(Event::InputGiven)
    }
}

impl<S: Stage, R: Report, O: Operation> fmt::Debug for Worker<S, R, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Worker").field(&S::NAME).field(&self.line.task).finish()
    }
}

/// What a worker wanted to tell, and could not: the handle, given back, and why.
///
/// Dropping it drops the worker, which then does what [`IfDropped`] says.
#[derive(Debug, thiserror::Error)]
#[error("the task's record did not take it in: {reason}")]
pub struct Unreported<W, E> {
    /// The handle as it was.
    pub worker: Box<W>,
    /// What went wrong.
    pub reason: NotReported<E>,
}

impl<W, E> Unreported<W, E> {
    fn new(worker: W, reason: NotReported<E>) -> Self {
        Self { worker: Box::new(worker), reason }
    }
}

/// Why something was not reported.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotReported<E> {
    /// The record refused it, or could not be reached.
    #[error("{0}")]
    Refused(E),
    /// It is no result.
    #[error(transparent)]
    Payload(#[from] PayloadError),
}

/// The way to the record, with what goes over it if nothing else does.
struct Line<R: Report> {
    task: Arc<str>,
    report: R,
    if_dropped: IfDropped,
}

impl<R: Report> Drop for Line<R> {
    fn drop(&mut self) {
        if let IfDropped::Fail(error) = std::mem::replace(&mut self.if_dropped, IfDropped::Leave) {
            let event = Event::Fail(Some(error.into()));
            // Nobody is left to hear of a refusal; and a report that panics while the work's own
            // panic unwinds would end the process.
            let report = || drop(self.report.report(&self.task, event));
            let _ = catch_unwind(AssertUnwindSafe(report));
        }
    }
}
