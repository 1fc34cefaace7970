//! A session with a server: the handshake, requests and their replies. The server's own requests
//! are answered while anything else is awaited.

mod answer;

use std::collections::BTreeMap;
use std::fmt;
use std::process::ExitStatus;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use mcp_typestate::json::{self, Object};
use mcp_typestate::jsonrpc::{
    AnyMessage, Call, ErrorCode, ErrorObject, NotificationMessage, Reply, RequestId, RequestMessage,
};
use mcp_typestate::v2025_11_25::{
    ClientCapabilities, ClientMessage, ClientRequest, ElicitResult, Implementation, Initialize,
    InitializeRequestParams, Initialized, ServerMessage,
};
use mcp_typestate::{DecodeError, Negotiated, Request, Revision, Update};
use serde::Serialize;

use self::answer::capabilities;
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
    timeout: Duration,
    deadline: Instant,
    /// The answers that were given beforehand.
    answers: Option<Answers>,
    /// The way to the person who answers otherwise.
    person: Sender<Question>,
    /// What that person is being asked, with the `_meta` that the reply has to have.
    questions: BTreeMap<RequestId, Object>,
}

/// What a session waits for.
#[derive(Debug)]
pub(crate) enum Event {
    Output(Output),
    /// A person has answered the question of this id.
    Answered(RequestId, ElicitResult),
}

/// What a session leaves to its caller.
#[derive(Debug)]
pub(crate) enum Heard {
    Reply(Reply),
    /// A notification of some task's status.
    Task(Update),
}

impl Session {
    /// Starts the server and shakes hands with it.
    pub(crate) fn open(options: &Options) -> Result<Session, SessionError> {
        let now = Instant::now();
        let (sender, events) = mpsc::sync_channel(64);
        let server = Server::spawn(options, sender.clone())?;
        let mut session = Session {
            status: StatusLine::new(),
            negotiated: Negotiated::new(
                Revision::V2025_11_25,
                &capabilities(),
                &ClientCapabilities::new(),
            ),
            events,
            server,
            last_id: 0,
            timeout: options.timeout,
            deadline: now.checked_add(options.timeout).unwrap_or(now + A_DAY),
            answers: options.answers.clone(),
            person: person::listen(sender),
            questions: BTreeMap::new(),
        };
        session.shake_hands()?;
        Ok(session)
    }

    fn shake_hands(&mut self) -> Result<(), SessionError> {
        self.status.show("starting the server");
        let server = self.request::<Initialize>(InitializeRequestParams::new(
            capabilities(),
            Implementation::new("call_tool", env!("CARGO_PKG_VERSION")),
            Revision::V2025_11_25,
        ))?;
        // The other revisions with a handshake differ in nothing that a tool's call needs.
        let revision = Revision::from(&*server.protocol_version);
        match revision {
            Revision::V2024_11_05
            | Revision::V2025_03_26
            | Revision::V2025_06_18
            | Revision::V2025_11_25 => {}
            _ => return Err(SessionError::Revision(revision)),
        }
        self.negotiated = Negotiated::new(revision, &capabilities(), &server.capabilities);
        self.send(&NotificationMessage::<Call<Initialized>>::new(None))
    }

    /// What both sides agreed on.
    pub(crate) fn negotiated(&self) -> &Negotiated {
        &self.negotiated
    }

    /// Sends a request that a client may send, and waits for its result.
    pub(crate) fn request<M: Request>(
        &mut self,
        params: M::Params,
    ) -> Result<M::Reply, SessionError>
    where
        ClientRequest: From<Call<M>>,
    {
        let id = self.next_id();
        let body = Call::<M>::new(params).into();
        self.send(&ClientMessage::Request(RequestMessage { id: id.clone(), body }))?;
        match self.reply(&id, M::METHOD)?.typed::<M>() {
            Ok(Reply::Result(message)) => Ok(message.result),
            Ok(Reply::Error(message)) => Err(SessionError::Refused(M::METHOD, message.error)),
            Err(error) => Err(SessionError::Reply(M::METHOD, error)),
        }
    }

    /// An id that no request had.
    pub(crate) fn next_id(&mut self) -> RequestId {
        self.last_id += 1;
        self.last_id.into()
    }

    pub(crate) fn send(&self, message: &impl Serialize) -> Result<(), SessionError> {
        self.server.send(serde_json::to_string(message).map_err(SessionError::Unwritable)?);
        Ok(())
    }

    /// Waits for the reply to the request of this id.
    pub(crate) fn reply(&mut self, id: &RequestId, method: &str) -> Result<Reply, SessionError> {
        loop {
            match self.hear(None, &format_args!("the reply to `{method}`"))? {
                Some(Heard::Reply(reply)) if reply.id() == Some(id) => return Ok(reply),
                // Late replies, and hints about tasks that nobody follows yet.
                Some(Heard::Reply(_) | Heard::Task(_)) | None => {}
            }
        }
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
                Ok(Event::Answered(id, answer)) => self.answered(id, answer)?,
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
    #[error("the server speaks revision {0}, which this client does not")]
    Revision(Revision),
    #[error("the server refused `{0}`: {1}")]
    Refused(&'static str, ErrorObject),
    #[error("the reply to `{0}` cannot be read: {1}")]
    Reply(&'static str, DecodeError),
    #[error("the server could not read a message: {0}")]
    Unread(ErrorObject),
    #[error("a message cannot be written: {0}")]
    Unwritable(serde_json::Error),
    #[error("the value of --answer does not fit the server's question: {0}")]
    Answer(#[from] Misfit),
}

fn ending(status: Option<ExitStatus>) -> String {
    match status {
        Some(status) => format!("ended ({status})"),
        None => "closed its output".to_owned(),
    }
}
