//! The server's end: one tool, run as a task by the crate's receiver in memory.

use std::error::Error;
use std::time::{Duration, SystemTime};

use mcp_typestate::json::{Answer, Raw};
use mcp_typestate::jsonrpc::{
    AnyCall, AnyMessage, ErrorCode, ErrorObject, Message, NotificationMessage, Reply,
    RequestMessage,
};
use mcp_typestate::receiver::{
    Event, Handled, MemoryReceiver, Outgoing, Payload, Policy, Requestor,
};
use mcp_typestate::v2025_11_25::{
    CallToolResult, ElicitRequest, ElicitRequestFormParams, ElicitResult, ElicitationSchema,
    Implementation, InitializeRequest, InitializeResult, StringSchema, TextContent,
};
use mcp_typestate::{
    Dialect, Negotiated, Revision, SUBSCRIPTION_ID, Side, from_str, from_value, v2026_07_28,
};
use serde_json::{Value, json};

/// What the server sends because something happened, or why that cannot be.
pub type Sent = Result<Vec<String>, Box<dyn Error>>;

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

    /// Takes a request in as text, and gives the reply's unless that comes later.
    pub fn receive(&mut self, text: &str) -> Result<Option<String>, Box<dyn Error>> {
        let AnyMessage::Request(request) = from_str(text)? else {
            return Err("only requests are answered".into());
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
        Ok(match handled {
            Handled::Reply { reply, outgoing } => {
                for outgoing in outgoing {
                    if let Outgoing::Input { answers, .. } = outgoing {
                        answers
                            .into_values()
                            .try_for_each(|it| self.understand(&from_value(it)?))?;
                    }
                }
                Some(reply)
            }
            Handled::Started { started, .. } => {
                self.task = started.task.to_string();
                Some(started.reply)
            }
            Handled::Deferred | Handled::NotOurs(_) => None,
        })
    }

    /// The work finds its topic unclear.
    pub fn need_input(&mut self) -> Sent {
        let requests = match self.dialect {
            Dialect::Enveloped | Dialect::Core => Default::default(),
            Dialect::Extension => {
                let ask = json!({ "method": "elicitation/create", "params": form() });
                [("which".to_owned(), ask)].into_iter().collect()
            }
        };
        self.happens(Event::NeedInput { message: "which owls?".to_owned(), requests })
    }

    /// The question to the client, as a message.
    pub fn question(&self) -> Result<String, Box<dyn Error>> {
        Ok(serde_json::to_string(&ElicitRequest::new(1, form().into()))?)
    }

    /// Takes the client's answer in.
    pub fn answered(&mut self, text: &str) -> Result<(), Box<dyn Error>> {
        match from_str::<AnyMessage>(text)? {
            Message::Reply(Reply::Result(message)) => self.understand(&message.result.decode()?),
            other => Err(format!("an answer was expected: {other:?}").into()),
        }
    }

    fn understand(&mut self, result: &ElicitResult) -> Result<(), Box<dyn Error>> {
        match result.content.as_ref().and_then(|content| content.get("which")) {
            Some(Answer::Text(which)) => self.answer.clone_from(which),
            other => return Err(format!("a text was expected: {other:?}").into()),
        }
        Ok(())
    }

    /// The work goes on with the answer.
    pub fn go_on(&mut self) -> Sent {
        match self.dialect {
            Dialect::Enveloped | Dialect::Core => self.happens(Event::InputGiven),
            // The answer itself has set the task to work again.
            Dialect::Extension => self.happens(Event::Progress("thank you".to_owned())),
        }
    }

    /// The work is done.
    pub fn finish(&mut self) -> Sent {
        let report = TextContent::new(format!("A report on {}.", self.answer));
        let result = CallToolResult::new(vec![report.into()]).with_is_error(false);
        self.happens(Event::Complete(Payload::Result(json!(result))))
    }

    /// Lets something happen to the task, and gives what is sent because of it.
    fn happens(&mut self, event: Event) -> Sent {
        let outgoing = self.receiver.apply(&self.task, event, self.now)?;
        let texts = outgoing.iter().filter_map(|outgoing| match outgoing {
            Outgoing::Notify { message, .. } => Some(serde_json::to_string(message)),
            Outgoing::Reply { reply, .. } => Some(serde_json::to_string(reply)),
            // The work is done here, by hand.
            Outgoing::Stop { .. } | Outgoing::Input { .. } => None,
        });
        Ok(texts.collect::<Result<_, _>>()?)
    }
}

/// The form that asks which owls are meant.
fn form() -> ElicitRequestFormParams {
    let which = StringSchema::new().with_title("Which owls?");
    let properties = [("which".to_owned(), which.into())].into_iter().collect();
    ElicitRequestFormParams::new("Which owls?", ElicitationSchema::new(properties))
}
