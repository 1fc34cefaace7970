//! The client's end of the wire, with the server at the other.

use std::error::Error;
use std::time::{Duration, SystemTime};

use mcp_typestate::jsonrpc::{AnyCall, AnyMessage, ErrorObject, Message, Reply, RequestMessage};
use mcp_typestate::v2025_11_25::{
    ClientCapabilities, Elicit, ElicitAction, ElicitResult, Implementation, InitializeRequest,
    InitializeRequestParams, InitializeResult,
};
use mcp_typestate::{
    Dialect, Fault, FaultKind, Method, Negotiated, RequestId, Update, from_str, v2026_07_28,
};
use serde_json::{Value, json};

use crate::page::Page;
use crate::server::Server;

pub struct Wire<'p> {
    pub page: &'p mut Page,
    server: Server,
    requests: i64,
    /// The ids of requests that are answered later.
    waiting: Vec<RequestId>,
    /// What the server asks.
    question: Option<RequestMessage<AnyCall>>,
}

impl<'p> Wire<'p> {
    pub fn new(page: &'p mut Page, server: Server) -> Self {
        Self { page, server, requests: 0, waiting: Vec::new(), question: None }
    }

    /// Negotiates as it was done up to 2025-11-25.
    pub fn initialize(&mut self) -> Result<Negotiated, Box<dyn Error>> {
        self.page.chapter("Negotiate");
        let ours: ClientCapabilities = from_str(r#"{ "tasks": {}, "elicitation": {} }"#)?;
        let us = Implementation::new("task-lifecycle", "1.0.0");
        let params = InitializeRequestParams::new(ours.clone(), us, "2025-11-25");
        let reply = self.ask(&InitializeRequest::new(self.id(), params))?;
        let theirs: InitializeResult = result(reply)?.decode()?;
        Ok(Negotiated::new(theirs.protocol_version.as_str(), &ours, &theirs.capabilities))
    }

    /// Negotiates as it is done since 2026-07-28: the client says on each request what it can do.
    pub fn discover(&mut self) -> Result<(Negotiated, v2026_07_28::RequestMeta), Box<dyn Error>> {
        use v2026_07_28::{
            ClientCapabilities, DiscoverRequest, DiscoverResult, RequestMeta, RequestParams,
        };

        self.page.chapter("Negotiate");
        let ours: ClientCapabilities = from_str(
            r#"{ "elicitation": {}, "extensions": { "io.modelcontextprotocol/tasks": {} } }"#,
        )?;
        let meta = RequestMeta::new(ours.clone(), "2026-07-28");
        let params = RequestParams::new(meta.clone());
        let reply = self.ask(&DiscoverRequest::new(self.id(), params))?;
        let theirs: DiscoverResult = result(reply)?.decode()?;
        Ok((Negotiated::new("2026-07-28", &ours, &theirs.capabilities), meta))
    }

    /// The id of the next request.
    pub fn id(&self) -> i64 {
        self.requests + 1
    }

    pub fn now(&self) -> SystemTime {
        self.server.now()
    }

    pub fn passes(&mut self, time: Duration) {
        self.server.passes(time);
        self.page.says(&format!("{} s pass.", time.as_secs()));
    }

    /// Sends a request and takes the reply.
    pub fn ask(&mut self, request: &impl serde::Serialize) -> Result<Reply, Box<dyn Error>> {
        let reply = self.send(request)?.ok_or("a reply was expected")?;
        Ok(from_str(&reply)?)
    }

    /// Sends a request that is answered later, or refused.
    pub fn open(&mut self, request: &RequestMessage<AnyCall>) -> Result<(), Box<dyn Error>> {
        if self.send(request)?.is_none() {
            self.waiting.push(request.id.clone());
        }
        Ok(())
    }

    fn send(&mut self, request: &impl serde::Serialize) -> Result<Option<String>, Box<dyn Error>> {
        self.requests += 1;
        let text = serde_json::to_string(request)?;
        self.page.sent(self.server.clock(), &text);
        let reply = self.server.receive(&text)?;
        if let Some(reply) = &reply {
            self.page.came(self.server.clock(), reply);
        }
        Ok(reply)
    }

    /// Lets something happen at the server, and takes in what it sends because of it: replies
    /// that were waited for, a question, and the notification.
    pub fn told(
        &mut self,
        happens: fn(&mut Server) -> Result<(), Box<dyn Error>>,
    ) -> Result<Update, Box<dyn Error>> {
        happens(&mut self.server)?;
        let mut update = None;
        while let Some(text) = self.server.sends() {
            self.page.came(self.server.clock(), &text);
            match from_str::<AnyMessage>(&text)? {
                Message::Notification(message) => update = Update::notified(&message),
                Message::Request(question) => self.question = Some(question),
                Message::Reply(reply) => {
                    let before = self.waiting.len();
                    self.waiting.retain(|id| Some(id) != reply.id());
                    self.page.check("it was waited for", self.waiting.len() < before);
                }
            }
        }
        Ok(update.ok_or("a notification about a task was expected")?)
    }

    /// Answers the server's question.
    pub fn answer_question(&mut self, which: &str) -> Result<(), Box<dyn Error>> {
        let question = self.question.take().ok_or("a question was expected")?;
        self.page.check("it is a form", question.body.method == Elicit::METHOD);
        self.send(&Reply::ok(question.id, answer(which)))?;
        Ok(())
    }

    /// Asks for a result before its time, as somebody would who does without the typestate. The
    /// enveloped dialect refuses, the core lets the request wait, the extension has no such call.
    pub fn ask_too_early(&mut self, task: &str) -> Result<(), Box<dyn Error>> {
        if self.server.dialect() == Dialect::Core {
            let id = self.id();
            self.open(&about("tasks/result", task, id))?;
            let waits = self.waiting.contains(&id.into());
            self.page.check("the request waits for the end", waits);
            return Ok(());
        }
        let (kind, code) = match self.server.dialect() {
            Dialect::Enveloped | Dialect::Core => (FaultKind::NotTerminal, -32602),
            Dialect::Extension => (FaultKind::NotNegotiated, -32601),
        };
        let fault = Fault::from(self.refused("tasks/result", task)?);
        self.page.check(&fault.to_string(), fault.kind == kind && fault.error.code.0 == code);
        Ok(())
    }

    /// Sends a request that the server must refuse.
    pub fn refused(&mut self, method: &str, task: &str) -> Result<ErrorObject, Box<dyn Error>> {
        match self.ask(&about(method, task, self.id()))? {
            Reply::Error(message) => Ok(message.error),
            Reply::Result(_) => Err("it should have been refused".into()),
        }
    }

    /// The report that the task ended with.
    pub fn report(&mut self, text: &str) {
        self.page.holds(&format!("CallToolResult: {text:?}"));
        self.page.check("the answer is in the report", text.contains("barn owls"));
    }
}

/// The answer to the server's form.
pub fn answer(which: &str) -> ElicitResult {
    let content = [("which".to_owned(), which.into())].into_iter().collect();
    ElicitResult::new(ElicitAction::Accept).with_content(content)
}

fn result(reply: Reply) -> Result<mcp_typestate::json::Raw, Box<dyn Error>> {
    match reply {
        Reply::Result(message) => Ok(message.result),
        Reply::Error(message) => Err(message.error.into()),
    }
}

/// A request as somebody would write it who does without the typestate.
fn about(method: &str, task: &str, id: i64) -> RequestMessage<AnyCall> {
    let params: Value = json!({ "taskId": task });
    RequestMessage { id: id.into(), body: AnyCall::new(method, Some(params)) }
}
