//! A state of the whole: numbers, and little else.

use super::messages::{End, MessageId};
use super::work::Work;

/// The number of a record that a receiver keeps.
pub type RecordId = u32;

/// The number of a task as a requestor holds it.
pub type TaskId = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Seconds since the beginning.
    pub now: u8,
    pub store: Store,
    pub work: Work,
    pub client: Client,
    /// The message that is late: others overtake it.
    pub wire: Option<MessageId>,
    pub truth: Truth,
}

impl State {
    /// Puts a message on its way. There is room for one that is late; another one is lost.
    pub fn send(&mut self, message: MessageId) {
        self.wire.get_or_insert(message);
    }
}

/// What the receiver keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Store {
    /// The task's record.
    pub record: Option<RecordId>,
    /// The request for a result that waits for the end.
    pub deferred: Option<MessageId>,
    /// Another process has worked out an end from this record at that time, and not kept it yet.
    pub late: Option<(RecordId, u8)>,
}

/// What the requestor knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Client {
    pub task: Option<TaskId>,
    /// The answers that were not acknowledged yet.
    pub update: Option<MessageId>,
    /// What came through the channel before the task was seen to end.
    pub early: Option<MessageId>,
    /// It has the outcome.
    pub done: bool,
    /// It was told that there is no such task any more.
    pub gone: bool,
}

/// What is true of the task, from what happened and the protocol alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Truth {
    /// When the task began.
    pub began: Option<u8>,
    /// When its TTL ends. None is never.
    pub until: Option<u8>,
    /// How it ended: what the receiver took in first.
    pub end: Option<Ending>,
    /// The keys of which an answer was acknowledged.
    pub answered: u8,
}

/// How a task ended, and what is to be heard of it ever after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    pub cause: Cause,
    pub status: End,
    /// What answered `tasks/get` when it had just ended.
    pub task: MessageId,
    /// What answered `tasks/result` then.
    pub result: MessageId,
}

/// What ended a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The work is done.
    Finished,
    /// The tool ran, and reports an error.
    ToolError,
    /// The work failed.
    Failed,
    /// The worker is no more.
    Dropped,
    /// The requestor wanted no more of it.
    Cancelled,
}
