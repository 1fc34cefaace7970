//! A task, from its creation to its outcome.

use std::time::{Duration, Instant};

use mcp_typestate::v2025_11_25::{CallTool, CallToolResult};
use mcp_typestate::{
    CreateError, Created, DecodeError, Input, Method, Observed, Open, Outcome, Reply, RequestId,
    ResultError, Task, TaskCall, Terminal,
};

use crate::session::{Heard, Session, SessionError};

/// The pause between polls where the receiver suggests none, and the shortest one.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
const SHORTEST_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long the result may take on the input channel after the news that the task has ended, beyond
/// a poll interval (receivers look at their own tasks no more often), and altogether.
const GRACE: Duration = Duration::from_secs(1);
const LONGEST_GRACE: Duration = Duration::from_secs(10);
/// How often the result is asked for, if the receiver fails at it.
const TRIES: usize = 3;

/// Has a call run as a task, and follows it to its outcome. A server may also do the work at once.
pub(crate) fn run(
    session: &mut Session,
    call: &TaskCall<CallTool>,
) -> Result<Outcome<CallToolResult>, TaskError> {
    let id = session.next_id();
    session.send(&call.message(id.clone()).map_err(TaskError::Arguments)?)?;
    let reply = session.reply(&id, CallTool::METHOD)?;
    match call.accept(reply)? {
        Created::Task(task) => to_the_end(session, task),
        Created::Direct(result) => Ok(Outcome::Completed(result)),
        // What later revisions add: a demand for input before there is a task.
        _ => Err(TaskError::Demand),
    }
}

/// Follows a task until it is terminal, and fetches what came out.
fn to_the_end(
    session: &mut Session,
    task: Observed<CallTool>,
) -> Result<Outcome<CallToolResult>, TaskError> {
    let mut follower = Follower { session, polled: Instant::now(), poll: None, channel: None };
    let mut task = task;
    let done = loop {
        follower.session.status.task(task.snapshot());
        task = match task {
            Observed::Working(task) => follower.observe(task)?,
            Observed::InputRequired(mut task) => {
                follower.open_channel(task.input())?;
                follower.observe(task)?
            }
            Observed::Terminal(task) => break task,
        };
    };
    follower.fetch(&done)
}

struct Follower<'s> {
    session: &'s mut Session,
    /// When the receiver was last asked.
    polled: Instant,
    /// The poll that is not answered yet.
    poll: Option<RequestId>,
    /// The channel for the receiver's questions, once it was needed.
    channel: Option<Channel>,
}

/// An early `tasks/result`, over which the receiver asks its questions.
enum Channel {
    Open(RequestId),
    /// The receiver answered with the result, to be kept until the task was seen terminal.
    Answered(Reply),
    /// The receiver does not answer early, or the result is used up.
    Closed,
}

impl Follower<'_> {
    /// Waits until there is something new of an open task: a reply to a poll, sent when it is time,
    /// or a notification.
    fn observe<S: Open>(
        &mut self,
        task: Task<S, CallTool>,
    ) -> Result<Observed<CallTool>, TaskError> {
        let mut task = task;
        let awaited = format!("an end of the task, which is {},", S::NAME);
        loop {
            let due = match self.poll {
                Some(_) => None,
                // Beyond what the clock can tell is beyond the session's timeout.
                None => self.polled.checked_add(pause(task.poll_interval(POLL_INTERVAL))),
            };
            match self.session.hear(due, &awaited)? {
                None => {
                    let id = self.session.next_id();
                    self.session.send(&task.poll().message(id.clone()))?;
                    (self.poll, self.polled) = (Some(id), Instant::now());
                }
                Some(Heard::Task(update)) => match task.observe(update) {
                    Ok(observed) => return Ok(observed),
                    // Notifications are hints. This one was about another task, or nothing.
                    Err(refused) => task = *refused.task,
                },
                Some(Heard::Reply(reply)) if reply.id() == self.poll.as_ref() => {
                    self.poll = None;
                    match task.observe(reply) {
                        Ok(observed) => return Ok(observed),
                        Err(refused) if refused.reason.is_retryable() => task = *refused.task,
                        Err(refused) => return Err(TaskError::Lost(refused.to_string())),
                    }
                }
                Some(Heard::Reply(reply)) => self.keep(reply),
            }
        }
    }

    /// Lets the receiver ask for what it needs. The session answers the questions themselves.
    fn open_channel(&mut self, input: Input<'_>) -> Result<(), SessionError> {
        match input {
            Input::Channel(channel) if self.channel.is_none() => {
                let id = self.session.next_id();
                self.session.send(&channel.message(id.clone()))?;
                self.channel = Some(Channel::Open(id));
                Ok(())
            }
            // Open already; or a later revision's way, which no session of this client has.
            Input::Channel(_) | Input::Requests(_) => Ok(()),
        }
    }

    /// Keeps a reply that came on the channel.
    fn keep(&mut self, reply: Reply) {
        if matches!(&self.channel, Some(Channel::Open(id)) if reply.id() == Some(id)) {
            self.channel = Some(match reply {
                Reply::Result(_) => Channel::Answered(reply),
                // A refusal to answer early, or the task's own error, which can be fetched again.
                Reply::Error(_) => Channel::Closed,
            });
        }
    }

    /// What came out of a terminal task: what the channel brought, or else what is asked for now.
    fn fetch(
        &mut self,
        task: &Task<Terminal, CallTool>,
    ) -> Result<Outcome<CallToolResult>, TaskError> {
        let call = task.result();
        let interval = pause(task.snapshot().poll_interval().unwrap_or(POLL_INTERVAL));
        if let Some(reply) = self.channel_reply(interval)?
            && let Ok(outcome) = call.accept(reply)
        {
            return Ok(outcome);
        }
        let mut tries = 1;
        loop {
            let id = self.session.next_id();
            self.session.send(&call.message(id.clone()))?;
            let reply = self.session.reply(&id, "tasks/result")?;
            match call.accept(reply) {
                Err(error) if error.is_retryable() && tries < TRIES => {
                    tries += 1;
                    self.pause_for(interval)?;
                }
                other => return Ok(other?),
            }
        }
    }

    /// The result that came on the channel, or comes soon.
    fn channel_reply(&mut self, interval: Duration) -> Result<Option<Reply>, SessionError> {
        let end = Instant::now() + interval.saturating_add(GRACE).min(LONGEST_GRACE);
        while let Some(Channel::Open(_)) = self.channel {
            match self.session.hear(Some(end), &"the result on the input channel")? {
                Some(Heard::Reply(reply)) => self.keep(reply),
                Some(Heard::Task(_)) => {}
                None => break,
            }
        }
        match self.channel.replace(Channel::Closed) {
            Some(Channel::Answered(reply)) => Ok(Some(reply)),
            _ => Ok(None),
        }
    }

    /// Lets time pass, in which the session goes on answering.
    fn pause_for(&mut self, pause: Duration) -> Result<(), SessionError> {
        let end = Instant::now().checked_add(pause);
        while self.session.hear(end, &"time for another try")?.is_some() {}
        Ok(())
    }
}

/// A pause that the receiver suggested, long enough to be one.
fn pause(suggested: Duration) -> Duration {
    suggested.max(SHORTEST_POLL_INTERVAL)
}

/// Why a task has no outcome.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TaskError {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error("the call cannot be written: {0}")]
    Arguments(DecodeError),
    #[error("no task was created: {0}")]
    Create(#[from] CreateError),
    #[error("the server wants input before there is a task, which this client cannot give")]
    Demand,
    #[error("{0}")]
    Lost(String),
    #[error("the task's result cannot be had: {0}")]
    Result(#[from] ResultError),
}
