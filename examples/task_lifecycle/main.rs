//! The whole life of a task, with both sides in one process: `cargo run --example task_lifecycle`.
//!
//! Every message crosses as the JSON text that it would be on a wire, and is printed as it crosses;
//! below it stands what the client holds from then on. Time is simulated, so nothing waits. The
//! program checks what it shows, and ends with an error when anything differs.

mod page;
mod server;

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use mcp_typestate::jsonrpc::{AnyCall, AnyMessage, Message, Reply, RequestMessage};
use mcp_typestate::v2025_11_25::{
    CallTool, CallToolRequestParams, ClientCapabilities, ContentBlock, ElicitAction, ElicitRequest,
    ElicitResult, Implementation, InitializeRequest, InitializeRequestParams, InitializeResult,
    ServerCapabilities,
};
use mcp_typestate::{
    Created, Fault, FaultKind, Negotiated, Observed, Outcome, ResultError, Side, Task, Terminal,
    Update, from_str,
};
use serde_json::{Value, json};

use page::Page;
use server::Server;

fn main() -> ExitCode {
    let mut page = Page::new();
    match lifecycle(&mut page).and_then(|()| without_the_capability(&mut page)) {
        Ok(()) => page.end(),
        Err(error) => page.fail(&*error),
    }
}

/// A session in which both sides declare tasks.
fn lifecycle(page: &mut Page) -> Result<(), Box<dyn Error>> {
    page.chapter("Negotiate");
    let mut wire = Wire::new(page, Server::with_tasks());
    let tasks = wire.negotiate()?.server_tasks()?;
    wire.page.holds("Tasks, a proof that both sides declared them");

    wire.page.chapter("Call a tool as a task");
    let params = CallToolRequestParams::new("research")
        .with_arguments(json!({ "topic": "owls" }).as_object().cloned().unwrap_or_default());
    let call = tasks.call(CallTool, &params)?.with_ttl(Duration::from_secs(60));
    let reply = wire.ask(call.message(wire.id())?)?;
    let Created::Task(seen) = call.accept(reply)? else { return Err("a task was expected".into()) };
    let Observed::Working(task) = seen else { return Err("it should work at first".into()) };
    wire.page.holds_task(&task);

    wire.page.chapter("Poll");
    wire.passes(task.poll_interval(Duration::from_secs(5)));
    let reply = wire.ask(task.poll().message(wire.id()))?;
    let Observed::Working(task) = task.observe(reply)? else { return Err("still at work".into()) };
    wire.page.holds_task(&task);

    wire.page.chapter("Ask for the result by hand, too early");
    wire.page.says("task.result() would not compile: this is what it spares the server.");
    let early = about("tasks/result", task.id(), wire.id());
    wire.refused(early, FaultKind::NotTerminal)?;

    wire.page.chapter("Be notified, and needed");
    wire.passes(Duration::from_secs(2));
    let Observed::InputRequired(task) = task.observe(wire.told(Server::need_input)?)? else {
        return Err("input should be required".into());
    };
    wire.page.holds_task(&task);
    wire.answer_elicitation("barn owls")?;
    let Observed::Working(task) = task.observe(wire.told(Server::go_on)?)? else {
        return Err("it should go on".into());
    };
    wire.page.holds_task(&task);

    wire.page.chapter("Be notified of the end");
    wire.passes(Duration::from_secs(3));
    let Observed::Terminal(done) = task.observe(wire.told(Server::finish)?)? else {
        return Err("it should have ended".into());
    };
    wire.page.holds_task(&done);

    wire.page.chapter("Fetch the result, and once more");
    let first = wire.fetch(&done)?;
    let again = wire.fetch(&done)?;
    wire.page.check("both are the same", first == again);
    let Outcome::Completed(result) = first else { return Err("it should be completed".into()) };
    let Some(ContentBlock::Text(text)) = result.content.first() else {
        return Err("the report should be text".into());
    };
    wire.page.holds(&format!("CallToolResult: {:?}", text.text));
    wire.page.check("the answer is in the report", text.text.contains("barn owls"));

    wire.page.chapter("Let the TTL pass");
    wire.passes(Duration::from_secs(60));
    wire.page.check("the client knows that it passed", done.expired(wire.server.now())?);
    match wire.fetch(&done) {
        Err(error) => match error.downcast_ref() {
            Some(ResultError::Fault(Fault { kind: FaultKind::Expired, error })) => {
                wire.page.check("the error is -32602", error.code.0 == -32602);
            }
            _ => return Err(error),
        },
        Ok(_) => return Err("an expired task should have no result".into()),
    }
    Ok(())
}

/// A session with a server that knows no tasks.
fn without_the_capability(page: &mut Page) -> Result<(), Box<dyn Error>> {
    page.chapter("Meet a server without the capability");
    let mut wire = Wire::new(page, Server::without_tasks());
    let session = wire.negotiate()?;
    let Err(error) = session.server_tasks() else { return Err("there should be no proof".into()) };
    wire.page.holds(&format!("no proof, so no call: {error}"));
    wire.page.check("the server lacks it", error.lacking() == Some((Side::Server, "tasks")));
    wire.page.says("And by hand:");
    wire.refused(about("tasks/get", "task-1", wire.id()), FaultKind::NotNegotiated)
}

/// The client's end of the wire, with the server at the other.
struct Wire<'p> {
    page: &'p mut Page,
    server: Server,
    requests: i64,
}

impl<'p> Wire<'p> {
    fn new(page: &'p mut Page, server: Server) -> Self {
        Self { page, server, requests: 0 }
    }

    fn negotiate(&mut self) -> Result<Negotiated, Box<dyn Error>> {
        let ours: ClientCapabilities = from_str(r#"{ "tasks": {}, "elicitation": {} }"#)?;
        let params = InitializeRequestParams::new(
            ours.clone(),
            Implementation::new("task-lifecycle", "1.0.0"),
            "2025-11-25",
        );
        let request = InitializeRequest::new(self.id().into(), params);
        let Reply::Result(message) = self.ask(request)? else { return Err("no handshake".into()) };
        let theirs: InitializeResult = message.result.decode()?;
        let capabilities: ServerCapabilities = theirs.capabilities;
        Ok(Negotiated::new(theirs.protocol_version.as_str(), &ours, &capabilities))
    }

    /// The id of the next request.
    fn id(&self) -> i64 {
        self.requests + 1
    }

    /// Sends a request and takes the reply.
    fn ask(&mut self, request: impl serde::Serialize) -> Result<Reply, Box<dyn Error>> {
        self.requests += 1;
        let text = serde_json::to_string(&request)?;
        self.page.sent(self.server.clock(), &text);
        let reply = self.server.receive(&text)?;
        self.page.came(self.server.clock(), &reply);
        Ok(from_str(&reply)?)
    }

    /// Lets something happen at the server, and takes the notification that tells of it.
    fn told(
        &mut self,
        happens: fn(&mut Server) -> Result<String, Box<dyn Error>>,
    ) -> Result<Update, Box<dyn Error>> {
        let text = happens(&mut self.server)?;
        self.page.came(self.server.clock(), &text);
        match from_str::<AnyMessage>(&text)? {
            Message::Notification(message) => {
                Ok(Update::notified(&message).ok_or("a notification about a task")?)
            }
            other => Err(format!("a notification was expected: {other:?}").into()),
        }
    }

    /// Takes the server's question and answers it.
    fn answer_elicitation(&mut self, answer: &str) -> Result<(), Box<dyn Error>> {
        let question = self.server.question()?;
        self.page.came(self.server.clock(), &question);
        let question: ElicitRequest = from_str(&question)?;
        let content = [("which".to_owned(), answer.into())].into_iter().collect();
        let result = ElicitResult::new(ElicitAction::Accept).with_content(content);
        let text = serde_json::to_string(&Reply::ok(question.id, result))?;
        self.page.sent(self.server.clock(), &text);
        self.server.answered(&text)
    }

    /// Asks for the result of a terminal task.
    fn fetch(
        &mut self,
        done: &Task<Terminal, CallTool>,
    ) -> Result<Outcome<mcp_typestate::v2025_11_25::CallToolResult>, Box<dyn Error>> {
        let call = done.result();
        let reply = self.ask(call.message(self.id()))?;
        Ok(call.accept(reply)?)
    }

    /// Sends a request that the server must refuse, for a certain reason.
    fn refused(
        &mut self,
        request: RequestMessage<AnyCall>,
        expected: FaultKind,
    ) -> Result<(), Box<dyn Error>> {
        let Reply::Error(message) = self.ask(request)? else {
            return Err("it should have been refused".into());
        };
        let fault = Fault::from(message.error);
        self.page.check(&format!("{fault}"), fault.kind == expected);
        Ok(())
    }

    fn passes(&mut self, time: Duration) {
        self.server.passes(time);
        self.page.says(&format!("{} s pass.", time.as_secs()));
    }
}

/// A request as somebody would write it who does not use the typestate.
fn about(method: &str, task: &str, id: i64) -> RequestMessage<AnyCall> {
    let params: Value = json!({ "taskId": task });
    RequestMessage { id: id.into(), body: AnyCall::new(method, Some(params)) }
}
