//! A task, from its creation to its outcome. Both generations of tasks are followed alike; only how
//! a task gets the input that it waits for is each one's own.

mod channel;
mod requests;

use std::time::{Duration, Instant};

use mcp_typestate::v2026_07_28::CallToolResult;
use mcp_typestate::{
    AnswerError, Fault, Input, Observed, Open, Outcome, RequestId, ResultError, Task, Tasks,
    Terminal,
};

use self::channel::Channel;
use self::requests::Requests;
use crate::operation::CallTool;
use crate::session::{Heard, Session, SessionError};

/// The pause between polls where the receiver suggests none, and the shortest one.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
const SHORTEST_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How often something is asked for, if the receiver fails at it.
const TRIES: usize = 3;

/// Follows a task until it is terminal, and gets what came out.
pub(crate) fn to_the_end(
    session: &mut Session,
    tasks: &Tasks,
    task: Observed<CallTool>,
) -> Result<Outcome<CallToolResult>, TaskError> {
    let mut task = task;
    let mut follower = Follower {
        session,
        polled: Instant::now(),
        poll: None,
        channel: Channel::default(),
        requests: Requests::default(),
    };
    if !matches!(task, Observed::Terminal(_)) {
        follower.subscribe(tasks, &task.snapshot().id)?;
    }
    let done = loop {
        follower.session.status.task(task.snapshot());
        task = match task {
            Observed::Working(task) => {
                follower.session.withdraw_inputs(|_| false);
                follower.observe(task, Observed::Working)?
            }
            Observed::InputRequired(mut task) => {
                follower.give(task.input())?;
                follower.observe(task, Observed::InputRequired)?
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
    /// How the task gets input: in the core, and in the extension.
    channel: Channel,
    requests: Requests,
}

impl Follower<'_> {
    /// Asks for notifications, where they have to be asked for. Polling does without them, so
    /// nobody waits for the reply, which may be a refusal.
    fn subscribe(&mut self, tasks: &Tasks, task: &str) -> Result<(), SessionError> {
        match tasks.subscribing() {
            Ok(subscribing) => {
                let id = self.session.next_id();
                self.session.send(&subscribing.listen([task]).message(id))
            }
            // In the core they come unasked, or not at all.
            Err(_) => Ok(()),
        }
    }

    /// Waits until there is something new of an open task: a reply to a poll, sent when it is time,
    /// a notification, or a person's answer, which changes nothing yet.
    fn observe<S: Open>(
        &mut self,
        task: Task<S, CallTool>,
        as_it_was: fn(Task<S, CallTool>) -> Observed<CallTool>,
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
                Some(Heard::Reply(reply)) => {
                    if let Some(reply) = self.requests.noted(self.session, reply)? {
                        self.channel.keep(reply);
                    }
                }
                Some(Heard::Answer(key, answer)) => {
                    self.requests.answered(key, answer);
                    return Ok(as_it_was(task));
                }
            }
        }
    }

    /// Gives the receiver what it waits for, or a way to ask for it.
    fn give(&mut self, input: Input<'_>) -> Result<(), TaskError> {
        match input {
            Input::Channel(channel) => Ok(self.channel.open(self.session, &channel)?),
            Input::Requests(requests) => self.requests.give(self.session, requests),
        }
    }

    /// What came out of a terminal task: what its end or the channel brought, or else what is asked
    /// for now.
    fn fetch(
        &mut self,
        task: &Task<Terminal, CallTool>,
    ) -> Result<Outcome<CallToolResult>, TaskError> {
        let call = task.result();
        if let Some(outcome) = call.held() {
            return Ok(outcome?);
        }
        let interval = pause(task.snapshot().poll_interval().unwrap_or(POLL_INTERVAL));
        if let Some(reply) = self.channel.reply(self.session, interval)?
            && let Ok(outcome) = call.accept(reply)
        {
            return Ok(outcome);
        }
        let mut tries = 1;
        loop {
            let id = self.session.next_id();
            let message = call.message(id.clone());
            self.session.send(&message)?;
            let reply = self.session.reply(&id, &message.body.method)?;
            match call.accept(reply) {
                Err(error) if error.is_retryable() && tries < TRIES => {
                    tries += 1;
                    self.pause_for(interval)?;
                }
                other => return Ok(other?),
            }
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
    #[error("{0}")]
    Lost(String),
    #[error("the answer to the server's question cannot be given: {0}")]
    Answer(#[from] AnswerError),
    #[error("the server does not take the answer to its question: {0}")]
    NotTaken(Fault),
    #[error("the task's result cannot be had: {0}")]
    Result(#[from] ResultError),
}
