//! The server's end: one tool, run as a task by the crate's receiver in memory.

use std::error::Error;
use std::time::{Duration, SystemTime};

use mcp_typestate::Negotiated;
use mcp_typestate::json::{Answer, Raw};
use mcp_typestate::jsonrpc::{
    AnyCall, AnyMessage, ErrorCode, ErrorObject, Message, Reply, RequestMessage,
};
use mcp_typestate::receiver::{Effect, Event, Handled, MemoryReceiver, Payload, Policy};
use mcp_typestate::v2025_11_25::{
    CallToolResult, ElicitRequest, ElicitRequestFormParams, ElicitResult, ElicitationSchema,
    Implementation, InitializeRequest, InitializeResult, ServerCapabilities, StringSchema,
    TextContent,
};
use mcp_typestate::{NotNegotiated, Revision, Side, from_str};
use serde_json::json;

/// A server with the tool `research`, which asks what is meant before it goes on.
pub struct Server {
    capabilities: ServerCapabilities,
    receiver: Option<MemoryReceiver<fn() -> String>>,
    start: SystemTime,
    now: SystemTime,
    task: String,
    answer: String,
}

impl Server {
    pub fn with_tasks() -> Self {
        Self::new(r#"{ "tools": {}, "tasks": {} }"#)
    }

    pub fn without_tasks() -> Self {
        Self::new(r#"{ "tools": {} }"#)
    }

    fn new(capabilities: &str) -> Self {
        // 2026-08-01, noon: simulated time makes every run print the same.
        let start = SystemTime::UNIX_EPOCH + Duration::from_secs(1_785_585_600);
        Self {
            capabilities: from_str(capabilities).unwrap_or_default(),
            receiver: None,
            start,
            now: start,
            task: String::new(),
            answer: String::new(),
        }
    }

    pub fn now(&self) -> SystemTime {
        self.now
    }

    /// Seconds since the session began.
    pub fn clock(&self) -> u64 {
        self.now.duration_since(self.start).unwrap_or_default().as_secs()
    }

    pub fn passes(&mut self, time: Duration) {
        self.now += time;
    }

    /// Takes a request in as text, and gives the reply's.
    pub fn receive(&mut self, text: &str) -> Result<String, Box<dyn Error>> {
        let AnyMessage::Request(request) = from_str(text)? else {
            return Err("only requests are answered".into());
        };
        let reply = if request.body.method == "initialize" {
            self.initialize(&from_str(text)?)?
        } else {
            self.handle(request)
        };
        Ok(serde_json::to_string(&reply)?)
    }

    fn initialize(&mut self, request: &InitializeRequest) -> Result<Reply, Box<dyn Error>> {
        let theirs = &request.body.params.capabilities;
        let session = Negotiated::new(Revision::V2025_11_25, theirs, &self.capabilities);
        let ids: fn() -> String = || "task-1".to_owned();
        let receiver = MemoryReceiver::new(session.server_tasks(), Policy::enveloped(), ids);
        self.receiver = Some(receiver);
        let result = InitializeResult::new(
            self.capabilities.clone(),
            Revision::V2025_11_25,
            Implementation::new("owl-library", "1.0.0"),
        );
        Ok(Reply::ok(request.id.clone(), Raw::from_value(&result)?))
    }

    fn handle(&mut self, request: RequestMessage<AnyCall>) -> Reply {
        let id = request.id.clone();
        let refused = |message: &str| {
            Reply::error(id.clone(), ErrorObject::new(ErrorCode::METHOD_NOT_FOUND, message))
        };
        let Some(receiver) = &mut self.receiver else { return refused("initialize first") };
        match receiver.handle(request, self.now) {
            Handled::Reply(reply) => reply,
            Handled::Started(started) => {
                self.task = started.task;
                started.reply
            }
            Handled::Deferred => refused("this dialect defers nothing"),
            Handled::NotOurs(request) => refused(&request.body.method),
        }
    }

    /// The work finds its topic unclear.
    pub fn need_input(&mut self) -> Result<String, Box<dyn Error>> {
        self.happens(Event::NeedInput("which owls?".to_owned()))
    }

    /// The question to the client.
    pub fn question(&self) -> Result<String, Box<dyn Error>> {
        let which = StringSchema::new().with_title("Which owls?");
        let properties = [("which".to_owned(), which.into())].into_iter().collect();
        let form = ElicitRequestFormParams::new("Which owls?", ElicitationSchema::new(properties));
        Ok(serde_json::to_string(&ElicitRequest::new(1.into(), form.into()))?)
    }

    /// Takes the client's answer in.
    pub fn answered(&mut self, text: &str) -> Result<(), Box<dyn Error>> {
        match from_str::<Message<AnyCall, AnyCall>>(text)? {
            Message::Reply(Reply::Result(message)) => {
                let result: ElicitResult = message.result.decode()?;
                match result.content.as_ref().and_then(|content| content.get("which")) {
                    Some(Answer::Text(which)) => self.answer.clone_from(which),
                    other => return Err(format!("a text was expected: {other:?}").into()),
                }
                Ok(())
            }
            other => Err(format!("an answer was expected: {other:?}").into()),
        }
    }

    /// The work goes on with the answer.
    pub fn go_on(&mut self) -> Result<String, Box<dyn Error>> {
        self.happens(Event::InputGiven)
    }

    /// The work is done.
    pub fn finish(&mut self) -> Result<String, Box<dyn Error>> {
        let report = TextContent::new(format!("A report on {}.", self.answer));
        let result = CallToolResult::new(vec![report.into()]).with_is_error(false);
        self.happens(Event::Complete(Payload::Result(json!(result))))
    }

    /// Lets something happen to the task, and gives the notification that tells of it.
    fn happens(&mut self, event: Event) -> Result<String, Box<dyn Error>> {
        let missing = NotNegotiated::Missing { side: Side::Server, capability: "tasks" };
        let receiver = self.receiver.as_mut().ok_or(missing)?;
        let effects = receiver.apply(&self.task, event, self.now)?;
        match effects.first() {
            Some(Effect::Notify(notification)) => Ok(serde_json::to_string(notification)?),
            _ => Err("a notification was expected".into()),
        }
    }
}
