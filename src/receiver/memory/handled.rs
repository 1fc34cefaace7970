//! What a receiver in memory gives its owner to do.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::jsonrpc::{AnyCall, AnyMessage, Reply, RequestMessage};
use crate::receiver::asked::Started;
use crate::receiver::record::Payload;

/// What became of a request.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a request wants its reply"]
pub enum Handled {
    /// It is answered.
    Reply {
        /// The reply to send.
        reply: Reply,
        /// What else to do: the request changed a task, or what the task asks may now be sent.
        outgoing: Vec<Outgoing>,
    },
    /// It began a task.
    Started {
        /// The reply to send, and the work to do.
        started: Box<Started>,
        /// What else to do because room was made for it.
        outgoing: Vec<Outgoing>,
    },
    /// It waits for the end of a task; the reply will be an [`Outgoing`].
    Deferred {
        /// What the task asks, over the connection on which the request waits.
        outgoing: Vec<Outgoing>,
    },
    /// It is not about tasks: answer it as if there were none, or
    /// [start](super::MemoryReceiver::start) one.
    NotOurs(RequestMessage<AnyCall>),
}

/// Something to do because of an event: a message to send, or something to tell whoever does the
/// work.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "what goes out is to be sent"]
pub enum Outgoing {
    /// A message goes out over a connection: the notification of a task's new status, which need
    /// not arrive; the reply to a request that was deferred; or a request by which the work asks
    /// something of the requestor's side, whose reply is for
    /// [`MemoryReceiver::replied`](super::MemoryReceiver::replied).
    Send {
        /// The connection's number.
        connection: u64,
        /// The message.
        message: AnyMessage,
    },
    /// The work is no longer wanted.
    Stop {
        /// The task that was cancelled.
        task: Arc<str>,
    },
    /// The requestor's side has answered what the work asked.
    Input {
        /// The task.
        task: Arc<str>,
        /// The answers, by key.
        answers: BTreeMap<String, Payload>,
        /// Whether nothing is outstanding any more, so that the task goes on.
        last: bool,
    },
}
