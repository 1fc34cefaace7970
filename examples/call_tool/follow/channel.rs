//! Input in the core: an early `tasks/result`, over which the receiver asks its questions. The
//! session answers the questions themselves.

use std::time::{Duration, Instant};

use mcp_typestate::{InputChannel, Reply, RequestId};

use crate::session::{Heard, Session, SessionError};

/// How long the result may take on the input channel after the news that the task has ended, beyond
/// a poll interval (receivers look at their own tasks no more often), and altogether.
const GRACE: Duration = Duration::from_secs(1);
const LONGEST_GRACE: Duration = Duration::from_secs(10);

/// The channel for the receiver's questions.
#[derive(Debug, Default)]
pub(super) enum Channel {
    /// It was not needed yet.
    #[default]
    None,
    Open(RequestId),
    /// The receiver answered with the result, to be kept until the task was seen terminal.
    Answered(Reply),
    /// The receiver does not answer early, or the result is used up.
    Closed,
}

impl Channel {
    /// Lets the receiver ask for what it needs, once in a task's life.
    pub(super) fn open(
        &mut self,
        session: &mut Session,
        channel: &InputChannel,
    ) -> Result<(), SessionError> {
        if let Channel::None = self {
            let id = session.next_id();
            session.send(&channel.message(id.clone()))?;
            *self = Channel::Open(id);
        }
        Ok(())
    }

    /// Keeps a reply that came on the channel.
    pub(super) fn keep(&mut self, reply: Reply) {
        if matches!(self, Channel::Open(id) if reply.id() == Some(id)) {
            *self = match reply {
                Reply::Result(_) => Channel::Answered(reply),
                // A refusal to answer early, or the task's own error, which can be fetched again.
                Reply::Error(_) => Channel::Closed,
            };
        }
    }

    /// The result that came on the channel, or comes soon. The channel is closed by that.
    pub(super) fn reply(
        &mut self,
        session: &mut Session,
        interval: Duration,
    ) -> Result<Option<Reply>, SessionError> {
        let end = Instant::now() + interval.saturating_add(GRACE).min(LONGEST_GRACE);
        while let Channel::Open(_) = self {
            match session.hear(Some(end), &"the result on the input channel")? {
                Some(Heard::Reply(reply)) => self.keep(reply),
                Some(Heard::Task(_) | Heard::Answer(..)) => {}
                None => break,
            }
        }
        match std::mem::replace(self, Channel::Closed) {
            Channel::Answered(reply) => Ok(Some(reply)),
            _ => Ok(None),
        }
    }
}
