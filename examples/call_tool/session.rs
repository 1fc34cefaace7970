//! A session with a server, and the one place that waits for it. The server's own requests are
//! answered while anything else is awaited.

mod answer;
mod opening;
mod request;

use std::collections::BTreeMap;
use std::fmt;
use std::process::ExitStatus;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use mcp_typestate::json::{self, Object};
use mcp_typestate::jsonrpc::{AnyMessage, Body, ErrorCode, ErrorObject, Reply, RequestId};
use mcp_typestate::v2025_11_25::{ElicitResult, ServerMessage};
use mcp_typestate::{DecodeError, Negotiated, Revision, Update};
use serde_json::Value;

pub(crate) use self::answer::{Answer, QuestionId};
use crate::form::{Answers, Misfit};
use crate::options::Options;
use crate::person::{self, Question};
use crate::server::{Output, Server, SpawnError, Words, printable};
use crate::status::StatusLine;

/// An open session, the server's process included.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) status: StatusLine,
    negotiated: Negotiated,
    // Before the server, so that nobody listens any more when it is ended.
    events: Receiver<Event>,
    server: Server,
    last_id: i64,
    /// The request that was sent last through [`Session::request`].
    asked: Option<(RequestId, &'static str)>,
    timeout: Duration,
    deadline: Instant,
    /// The answers that were given beforehand.
    answers: Option<Answers>,
    /// The way to the person who answers otherwise.
    person: Sender<Question>,
    /// What that person is being asked, with the `_meta` that the reply has to have.
    questions: BTreeMap<QuestionId, Object>,
}

/// What a session waits for.
#[derive(Debug)]
pub(crate) enum Event {
    Output(Output),
    /// A person has answered this question.
    Answered(QuestionId, ElicitResult),
}

/// What a session leaves to its caller.
#[derive(Debug)]
pub(crate) enum Heard {
    Reply(Reply),
    /// A notification of some task's status.
    Task(Update),
    /// A person's answer to the input request of this key.
    Answer(String, Value),
}

impl Session {
    /// Starts the server and begins a session with it.
    pub(crate) fn open(options: &Options) -> Result<Session, SessionError> {
        let now = Instant::now();
        let (sender, events) = mpsc::sync_channel(64);
        let server = Server::spawn(options, sender.clone())?;
        let mut session = Session {
            status: StatusLine::new(),
            negotiated: opening::unanswered(&options.revision),
            events,
            server,
            last_id: 0,
            asked: None,
            timeout: options.timeout,
            deadline: now.checked_add(options.timeout).unwrap_or(now + A_DAY),
            answers: options.answers.clone(),
            person: person::listen(sender),
            questions: BTreeMap::new(),
        };
        session.begin()?;
        Ok(session)
    }

    /// What both sides agreed on.
    pub(crate) fn negotiated(&self) -> &Negotiated {
        &self.negotiated
    }

    /// Waits for something that concerns the caller, or until a time. What is said to be awaited is
    /// for the error.
    pub(crate) fn hear(
        &mut self,
        until: Option<Instant>,
        awaited: &dyn fmt::Display,
    ) -> Result<Option<Heard>, SessionError> {
        loop {
            let now = Instant::now();
            if now >= self.deadline {
                return Err(self.silence(awaited));
            }
            if until.is_some_and(|until| now >= until) {
                return Ok(None);
            }
            let wake = [until, self.status.next_tick()].into_iter().flatten().min();
            let wake = wake.map_or(self.deadline, |wake| wake.min(self.deadline));
            match self.events.recv_timeout(wake.saturating_duration_since(now)) {
                Ok(Event::Output(Output::Line(line))) => {
                    if let Some(heard) = self.take_in(&line)? {
                        return Ok(Some(heard));
                    }
                }
                Ok(Event::Answered(question, answer)) => {
                    if let Some(heard) = self.answered(question, answer)? {
                        return Ok(Some(heard));
                    }
                }
                Ok(Event::Output(Output::Closed)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.ended(awaited));
                }
                Err(RecvTimeoutError::Timeout) => self.status.tick(),
            }
        }
    }

    /// Reads a line, and deals with what does not concern the caller.
    fn take_in(&mut self, line: &[u8]) -> Result<Option<Heard>, SessionError> {
        let message = match json::from_slice(line) {
            Ok(message) => message,
            Err(error) => return self.take_in_unread(line, error).map(|()| None),
        };
        match message {
            ServerMessage::Request(request)
                if self.asked.as_ref().is_some_and(|(id, method)| {
                    *id == request.id && *method == request.body.method()
                }) =>
            {
                return Err(SessionError::Echo(start(line)));
            }
            ServerMessage::Request(request) => self.answer(request)?,
            ServerMessage::Reply(Reply::Error(message)) if message.id.is_none() => {
                return Err(SessionError::Unread(message.error));
            }
            ServerMessage::Reply(reply) => return Ok(Some(Heard::Reply(reply))),
            ServerMessage::Notification(notification) => {
                return Ok(self.told(notification).map(Heard::Task));
            }
        }
        Ok(None)
    }

    /// Deals with a line that is not a message of this revision. If its envelope can be read, the
    /// session goes on: a request is refused, a notification dropped.
    fn take_in_unread(&self, line: &[u8], error: DecodeError) -> Result<(), SessionError> {
        match json::from_slice(line) {
            Ok(AnyMessage::Request(request)) => {
                self.refuse(request.id, ErrorCode::INVALID_PARAMS, &error.to_string())
            }
            Ok(AnyMessage::Notification(_)) => {
                self.status.note(&format!("dropped what the server told: {error}"));
                Ok(())
            }
            Ok(AnyMessage::Reply(_)) => Err(SessionError::NotMessage(start(line), error)),
            Err(error @ DecodeError::Syntax { .. }) => {
                Err(SessionError::NotJson(start(line), error))
            }
            Err(error) => Err(SessionError::NotMessage(start(line), error)),
        }
    }

    /// The error of a server that is gone.
    fn ended(&mut self, awaited: &dyn fmt::Display) -> SessionError {
        let (status, awaited) = (self.server.end(), awaited.to_string());
        SessionError::Ended { status, awaited, words: self.server.last_words() }
    }

    /// The error of having waited for too long.
    fn silence(&self, awaited: &dyn fmt::Display) -> SessionError {
        let awaited = match self.questions.is_empty() {
            true => awaited.to_string(),
            false => "an answer to the server's question".to_owned(),
        };
        SessionError::Timeout { after: self.timeout, awaited, words: self.server.last_words() }
    }
}

/// Stands for a timeout beyond what the clock can tell.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The beginning of a line, to quote it.
fn start(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    let start: String = printable(&line).chars().take(80).collect();
    if start.len() < line.trim_end().len() { start + "…" } else { start }
}

impl From<Output> for Event {
    fn from(output: Output) -> Event {
        Event::Output(output)
    }
}

/// Why a session cannot go on, or a request has no result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SessionError {
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    #[error("the server {}; {awaited} was awaited{words}", ending(*.status))]
    Ended { status: Option<ExitStatus>, awaited: String, words: Words },
    #[error("timeout: {awaited} did not come within {after:?}; the server still runs{words}")]
    Timeout { after: Duration, awaited: String, words: Words },
    #[error("the server wrote a line that is not JSON: `{0}` ({1})")]
    NotJson(String, DecodeError),
    #[error("the server wrote a line that is not a message: `{0}` ({1})")]
    NotMessage(String, DecodeError),
    #[error("the server echoes what it gets, so it is no MCP server: `{0}`")]
    Echo(String),
    #[error("the server speaks revision {0}, which this client does not")]
    Revision(Revision),
    #[error("the server does not speak revision 2026-07-28, but {}", printable(&.0.join(", ")))]
    Revisions(Vec<String>),
    #[error("the server refused `{0}`: {1} ({2})")]
    NotBegun(&'static str, ErrorObject, &'static str),
    #[error("the server refused `{method}`: {error}{}", required(.error))]
    Refused { method: &'static str, error: ErrorObject },
    #[error("the reply to `{0}` cannot be read: {1}")]
    Reply(&'static str, DecodeError),
    #[error("the server could not read a message: {0}")]
    Unread(ErrorObject),
    #[error("a message cannot be written: {0}")]
    Unwritable(DecodeError),
    #[error("the value of --answer does not fit the server's question: {0}")]
    Answer(#[from] Misfit),
}

fn ending(status: Option<ExitStatus>) -> String {
    match status {
        Some(status) => format!("ended ({status})"),
        None => "closed its output".to_owned(),
    }
}

/// What a refusal requires of the client, where it says so.
fn required(error: &ErrorObject) -> String {
    let data = error.data.as_ref().filter(|_| error.code == ErrorCode::MISSING_CLIENT_CAPABILITY);
    match data.and_then(|data| data.get("requiredCapabilities")) {
        Some(required) => format!("; it requires of the client {required}"),
        None => String::new(),
    }
}
