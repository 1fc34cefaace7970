//! A session with a server over its standard input and output.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use mcp_typestate::jsonrpc::{
    AnyCall, AnyMessage, Call, ErrorCode, ErrorObject, NotificationMessage, Reply, RequestId,
    RequestMessage,
};
use mcp_typestate::v2025_11_25::{self as core, Initialize, Initialized};
use mcp_typestate::v2026_07_28::{self as extension, Discover};
use mcp_typestate::{Negotiated, Request, Revision, Update, from_str, from_value};
use serde::Serialize;
use serde_json::{Value, json};

/// How long a whole session may take.
const DEADLINE: Duration = Duration::from_secs(40);

pub(crate) struct Session {
    server: Child,
    to: Option<ChildStdin>,
    from: Receiver<String>,
    deadline: Instant,
    last: i64,
    /// What the user answers when the server asks.
    answer: Value,
    /// How often the server has asked.
    pub(crate) asked: usize,
    /// What the server told of tasks by itself.
    pub(crate) updates: Vec<Update>,
    /// Replies that nobody has waited for yet.
    replies: BTreeMap<RequestId, Reply>,
}

impl Session {
    /// Starts a server. What its user answers is an elicitation's result.
    pub(crate) fn start(mut command: Command, answer: Value) -> Result<Self, Box<dyn Error>> {
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (to, from) = (server.stdin.take(), server.stdout.take());
        let from = BufReader::new(from.ok_or("the server has no output")?);
        let (lines, read) = mpsc::channel();
        thread::spawn(move || {
            for line in from.lines().map_while(Result::ok) {
                if lines.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            server,
            to,
            from: read,
            deadline: Instant::now() + DEADLINE,
            last: 0,
            answer,
            asked: 0,
            updates: Vec::new(),
            replies: BTreeMap::new(),
        })
    }

    /// Begins as up to 2025-11-25.
    pub(crate) fn initialize(&mut self) -> Result<Negotiated, Box<dyn Error>> {
        let client: core::ClientCapabilities =
            from_value(json!({ "elicitation": {}, "tasks": {} }))?;
        let info = core::Implementation::new("client", "1.0.0");
        let params =
            core::InitializeRequestParams::new(client.clone(), info, Revision::V2025_11_25);
        let server = decoded::<Initialize>(&self.call::<Initialize>(params)?)?;
        self.send(&NotificationMessage::<Call<Initialized>>::new(None))?;
        Ok(Negotiated::new(&*server.protocol_version, &client, &server.capabilities))
    }

    /// Begins as since 2026-07-28.
    pub(crate) fn discover(&mut self) -> Result<Negotiated, Box<dyn Error>> {
        let tasks = json!({ "io.modelcontextprotocol/tasks": {} });
        let client: extension::ClientCapabilities =
            from_value(json!({ "elicitation": { "form": {} }, "extensions": tasks }))?;
        let nothing = extension::ServerCapabilities::new();
        let session = Negotiated::new(Revision::V2026_07_28, &client, &nothing);
        let params = extension::RequestParams::new(meta(&session)?);
        let server = decoded::<Discover>(&self.call::<Discover>(params)?)?;
        Ok(Negotiated::new(Revision::V2026_07_28, &client, &server.capabilities))
    }

    pub(crate) fn next_id(&mut self) -> RequestId {
        self.last += 1;
        self.last.into()
    }

    /// Sends a request, and waits for its reply.
    pub(crate) fn ask(
        &mut self,
        message: impl FnOnce(RequestId) -> RequestMessage<AnyCall>,
    ) -> Result<Reply, Box<dyn Error>> {
        let id = self.next_id();
        self.send(&message(id.clone()))?;
        self.reply(&id)
    }

    /// Sends a typed request, and waits for its reply.
    pub(crate) fn call<M: Request>(&mut self, params: M::Params) -> Result<Reply, Box<dyn Error>> {
        let id = self.next_id();
        self.send(&RequestMessage::<Call<M>>::new(id.clone(), params))?;
        self.reply(&id)
    }

    pub(crate) fn send(&mut self, message: &impl Serialize) -> Result<(), Box<dyn Error>> {
        let to = self.to.as_mut().ok_or("the session is closed")?;
        writeln!(to, "{}", serde_json::to_string(message)?)?;
        Ok(to.flush()?)
    }

    /// Waits for the reply to a request, and answers what the server asks meanwhile.
    pub(crate) fn reply(&mut self, id: &RequestId) -> Result<Reply, Box<dyn Error>> {
        loop {
            if let Some(reply) = self.replies.remove(id) {
                return Ok(reply);
            }
            if !self.hear(self.deadline)? {
                return Err(format!("no reply to {id:?} in time").into());
            }
        }
    }

    /// Lets time pass, and answers what the server asks meanwhile.
    pub(crate) fn pause(&mut self, pause: Duration) -> Result<(), Box<dyn Error>> {
        let end = (Instant::now() + pause).min(self.deadline);
        while self.hear(end)? {}
        Ok(())
    }

    /// Takes in a message, and says whether there was one before this time.
    pub(crate) fn hear(&mut self, until: Instant) -> Result<bool, Box<dyn Error>> {
        let line = match self.from.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => line,
            Err(mpsc::RecvTimeoutError::Timeout) => return Ok(false),
            Err(mpsc::RecvTimeoutError::Disconnected) => return Err("the server is gone".into()),
        };
        match from_str::<AnyMessage>(&line).map_err(|error| format!("{error}: {line}"))? {
            AnyMessage::Reply(reply) => {
                let id = reply.id().ok_or_else(|| format!("a reply to nothing: {line}"))?;
                self.replies.insert(id.clone(), reply);
            }
            AnyMessage::Request(request) => self.answer(request)?,
            AnyMessage::Notification(told) => self.updates.extend(Update::notified(&told)),
        }
        Ok(true)
    }

    fn answer(&mut self, request: RequestMessage<AnyCall>) -> Result<(), Box<dyn Error>> {
        let RequestMessage { id, body } = request;
        match body.method.as_str() {
            "ping" => self.send(&Reply::ok(id, json!({}))),
            "elicitation/create" => {
                self.asked += 1;
                let mut answer = self.answer.clone();
                // An answer belongs to the task that the question belongs to.
                if let Some(meta) = body.params.as_ref().and_then(|it| it.get("_meta")) {
                    answer["_meta"] = meta.clone();
                }
                self.send(&Reply::ok(id, answer))
            }
            method => {
                let error = ErrorObject::new(ErrorCode::METHOD_NOT_FOUND, method.to_owned());
                self.send(&Reply::<()>::error(id, error))
            }
        }
    }

    /// What the user answers to a question that does not come as a request.
    pub(crate) fn answer_to_input(&mut self) -> Value {
        self.asked += 1;
        self.answer.clone()
    }
}

impl Drop for Session {
    /// Closes the server's input, whereupon it ends.
    fn drop(&mut self) {
        self.to = None;
        let end = Instant::now() + Duration::from_secs(3);
        while matches!(self.server.try_wait(), Ok(None)) {
            if Instant::now() > end {
                // There is nothing to be done about one that cannot be ended.
                let _ = self.server.kill();
                let _ = self.server.wait();
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The typed result in a reply, which is to be no error.
pub(crate) fn decoded<M: Request>(reply: &Reply) -> Result<M::Reply, Box<dyn Error>> {
    match reply {
        Reply::Result(message) => Ok(message.decode::<M>()?),
        Reply::Error(message) => Err(message.error.to_string().into()),
    }
}

/// What each request of 2026-07-28 says of its client.
pub(crate) fn meta(session: &Negotiated) -> Result<extension::RequestMeta, Box<dyn Error>> {
    Ok(from_value(session.request_meta().clone().into())?)
}
