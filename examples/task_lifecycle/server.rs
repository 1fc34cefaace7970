//! The server's end: one tool, run as a task by the crate's receiver in memory.

use std::collections::VecDeque;
use std::error::Error;
use std::time::{Duration, SystemTime};

use mcp_typestate::json::{Answer, Raw};
use mcp_typestate::jsonrpc::{
    AnyCall, AnyMessage, ErrorCode, ErrorObject, NotificationMessage, Reply, RequestMessage,
};
use mcp_typestate::receiver::{
    Event, Handled, MemoryReceiver, Outgoing, Payload, Policy, Requestor,
};
use mcp_typestate::v2025_11_25::{
    CallToolResult, ElicitRequestFormParams, ElicitResult, ElicitationSchema, Implementation,
    InitializeRequest, InitializeResult, StringSchema, TextContent,
};
use mcp_typestate::{
    Dialect, Negotiated, Revision, SUBSCRIPTION_ID, Side, from_str, from_value, v2026_07_28,
};
use serde_json::{Value, json};

/// A server with the tool `research`, which asks what is meant before it goes on.
pub struct Server {
    dialect: Dialect,
    /// The capabilities, as they stand in a message.
    capabilities: Value,
    receiver: MemoryReceiver<fn() -> String>,
    requestor: Option<Requestor>,
    start: SystemTime,
    now: SystemTime,
    task: String,
    answer: String,
    outbox: VecDeque<String>,
}

impl Server {
    pub fn new(dialect: Dialect) -> Self {
        let capabilities = match dialect {
            Dialect::Enveloped => json!({ "tools": {}, "tasks": {} }),
            Dialect::Core => {
                let requests = json!({ "tools": { "call": {} } });
                json!({ "tools": {}, "tasks": { "cancel": {}, "requests": requests } })
            }
            Dialect::Extension => {
                json!({ "tools": {}, "extensions": { "io.modelcontextprotocol/tasks": {} } })
            }
        };
        // 2026-08-01, noon: simulated time makes every run print the same.
        let start = SystemTime::UNIX_EPOCH + Duration::from_secs(1_785_585_600);
        Self {
            dialect,
            capabilities,
            receiver: MemoryReceiver::with_ids(Policy::sole_requestor(), || "task-1".to_owned()),
            requestor: None,
            start,
            now: start,
            task: String::new(),
            answer: String::new(),
            outbox: VecDeque::new(),
        }
    }

    pub fn without_tasks() -> Self {
        Self { capabilities: json!({ "tools": {} }), ..Self::new(Dialect::Core) }
    }

    pub fn dialect(&self) -> Dialect {
        self.dialect
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

    /// Takes a message in as text, and gives the reply's unless there is none, or it comes later.
    pub fn receive(&mut self, text: &str) -> Result<Option<String>, Box<dyn Error>> {
        let request = match from_str(text)? {
            AnyMessage::Request(request) => request,
            AnyMessage::Reply(reply) => return self.replied(&reply).map(|()| None),
            AnyMessage::Notification(_) => return Ok(None),
        };
        let reply = match request.body.method.as_str() {
            "initialize" => Some(self.initialize(&from_str(text)?)?),
            "server/discover" => Some(self.discover(&from_str(text)?)?),
            "subscriptions/listen" => return self.listen(&request),
            _ => self.handle(request)?,
        };
        Ok(reply.map(|reply| serde_json::to_string(&reply)).transpose()?)
    }

    fn initialize(&mut self, request: &InitializeRequest) -> Result<Reply, Box<dyn Error>> {
        let theirs = &request.body.params.capabilities;
        let ours: mcp_typestate::v2025_11_25::ServerCapabilities =
            from_value(self.capabilities.clone())?;
        self.begin(&Negotiated::new(Revision::V2025_11_25, theirs, &ours));
        let us = Implementation::new("owl-library", "1.0.0");
        let result = InitializeResult::new(ours, Revision::V2025_11_25, us);
        Ok(Reply::ok(request.id.clone(), Raw::from_value(&result)?))
    }

    fn discover(
        &mut self,
        request: &v2026_07_28::DiscoverRequest,
    ) -> Result<Reply, Box<dyn Error>> {
        let theirs = &request.body.params.meta.client_capabilities;
        let ours: v2026_07_28::ServerCapabilities = from_value(self.capabilities.clone())?;
        self.begin(&Negotiated::new(Revision::V2026_07_28, theirs, &ours));
        let result: v2026_07_28::DiscoverResult = from_value(json!({
            "resultType": "complete",
            "capabilities": ours,
            "supportedVersions": ["2026-07-28"],
            "ttlMs": 0,
            "cacheScope": "private",
        }))?;
        Ok(Reply::ok(request.id.clone(), Raw::from_value(&result)?))
    }

    fn begin(&mut self, session: &Negotiated) {
        let requestor = Requestor::new(session, Side::Server);
        self.requestor = Some(match self.dialect {
            Dialect::Enveloped => requestor.enveloped(),
            Dialect::Core | Dialect::Extension => requestor,
        });
    }

    /// Begins a subscription, and gives its first message.
    fn listen(
        &mut self,
        request: &RequestMessage<AnyCall>,
    ) -> Result<Option<String>, Box<dyn Error>> {
        let requestor = self.requestor.as_ref().ok_or("negotiate first")?;
        let heard = self.receiver.listen(requestor, request, self.now)?;
        let params = json!({
            "_meta": { SUBSCRIPTION_ID: request.id },
            "notifications": { "taskIds": heard },
        });
        let body = AnyCall::new("notifications/subscriptions/acknowledged", Some(params));
        Ok(Some(serde_json::to_string(&NotificationMessage { body })?))
    }

    fn handle(
        &mut self,
        request: RequestMessage<AnyCall>,
    ) -> Result<Option<Reply>, Box<dyn Error>> {
        let requestor = self.requestor.as_ref().ok_or("negotiate first")?;
        let mut handled = self.receiver.handle(requestor, request, self.now);
        if let Handled::NotOurs(request) = handled {
            if request.body.method != "tools/call" || self.dialect != Dialect::Extension {
                let error = ErrorObject::new(ErrorCode::METHOD_NOT_FOUND, request.body.method);
                return Ok(Some(Reply::error(request.id, error)));
            }
            // In the extension it is the server that decides: research takes its time.
            handled = self.receiver.start(requestor, request, self.now);
        }
        let (reply, outgoing) = match handled {
            Handled::Reply { reply, outgoing } => (Some(reply), outgoing),
            Handled::Started { started, outgoing } => {
                self.task = started.task.to_string();
                (Some(started.reply), outgoing)
            }
            Handled::Deferred { outgoing } => (None, outgoing),
            Handled::NotOurs(_) => (None, Vec::new()),
        };
        self.carry_out(outgoing)?;
        Ok(reply)
    }

    /// Takes in the reply to a question of a task's.
    fn replied(&mut self, reply: &Reply) -> Result<(), Box<dyn Error>> {
        let requestor = self.requestor.as_ref().ok_or("negotiate first")?;
        let outgoing = self.receiver.replied(requestor, reply, self.now);
        self.carry_out(outgoing.ok_or("nobody asked this")?)
    }

    /// The work finds its topic unclear.
    pub fn need_input(&mut self) -> Result<(), Box<dyn Error>> {
        let ask = json!({ "method": "elicitation/create", "params": form() });
        let requests = [("which".to_owned(), ask)].into_iter().collect();
        self.happens(Event::NeedInput { message: "which owls?".to_owned(), requests })
    }

    fn understand(&mut self, result: &ElicitResult) -> Result<(), Box<dyn Error>> {
        match result.content.as_ref().and_then(|content| content.get("which")) {
            Some(Answer::Text(which)) => self.answer.clone_from(which),
            other => return Err(format!("a text was expected: {other:?}").into()),
        }
        Ok(())
    }

    /// The answer has set the task to work again; the work says so.
    pub fn go_on(&mut self) -> Result<(), Box<dyn Error>> {
        self.happens(Event::Progress("thank you".to_owned()))
    }

    /// The work is done.
    pub fn finish(&mut self) -> Result<(), Box<dyn Error>> {
        let report = TextContent::new(format!("A report on {}.", self.answer));
        let result = CallToolResult::new(vec![report.into()]).with_is_error(false);
        self.happens(Event::Complete(Payload::of(&result)?))
    }

    fn happens(&mut self, event: Event) -> Result<(), Box<dyn Error>> {
        let outgoing = self.receiver.apply(&self.task, event, self.now)?;
        self.carry_out(outgoing)
    }

    fn carry_out(&mut self, outgoing: Vec<Outgoing>) -> Result<(), Box<dyn Error>> {
        for outgoing in outgoing {
            match outgoing {
                Outgoing::Send { message, .. } => {
                    self.outbox.push_back(serde_json::to_string(&message)?);
                }
                Outgoing::Input { answers, .. } => {
                    for answer in answers.values().filter_map(Payload::result) {
                        self.understand(&answer.decode()?)?;
                    }
                }
                // The work is done here, by hand.
                Outgoing::Stop { .. } => {}
            }
        }
        Ok(())
    }

    /// What the server sends of its own accord.
    pub fn sends(&mut self) -> Option<String> {
        self.outbox.pop_front()
    }
}

/// The form that asks which owls are meant.
fn form() -> ElicitRequestFormParams {
    let which = StringSchema::new().with_title("Which owls?");
    let properties = [("which".to_owned(), which.into())].into_iter().collect();
    ElicitRequestFormParams::new("Which owls?", ElicitationSchema::new(properties))
}
