//! Scenarios with a server of the Rust SDK (2026-07-28 with the tasks extension).

use std::error::Error;
use std::process::Command;
use std::time::Duration;

use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
use mcp_typestate::v2026_07_28::{CallTool, CallToolRequestParams, CallToolResult, ContentBlock};
use mcp_typestate::{
    Created, Failure, FaultKind, Negotiated, Observed, Outcome, Runs, Saved, TerminalStatus,
    from_str,
};
use serde_json::{Value, json};

use crate::core::is_fault;
use crate::follow::{self, Ended};
use crate::session::{Session, meta};
use crate::{Done, Scenario, other, same};

pub(crate) const SCENARIOS: &[Scenario] = &[
    ("immediate result", immediate),
    ("task result", task_result),
    ("result twice", result_twice),
    ("input accepted", |it| {
        let answer = json!({ "action": "accept", "content": { "topic": "owls" } });
        input(it, answer, "A report on owls.")
    }),
    ("input declined", |it| {
        input(it, json!({ "action": "decline" }), "A report on nothing (decline).")
    }),
    ("failed with an error", failed),
    ("isError result", is_error),
    ("cancel in flight", cancel),
    ("cancel after the end", cancel_late),
    ("unknown id", unknown),
    ("left to expire", expire),
    ("resume what was saved", resume),
    ("listen, and poll on", listen),
];

struct Peer {
    session: Session,
    negotiated: Negotiated,
    tools: Runs<CallTool>,
}

fn begin(command: Command, answer: Value) -> Result<Peer, Box<dyn Error>> {
    let mut session = Session::start(command, answer)?;
    let negotiated = session.discover()?;
    let tools = negotiated.server_tasks()?.runs::<CallTool>()?;
    Ok(Peer { session, negotiated, tools })
}

impl Peer {
    fn params(
        &self,
        tool: &str,
        arguments: Value,
    ) -> Result<CallToolRequestParams, Box<dyn Error>> {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let params = CallToolRequestParams::new(tool, meta(&self.negotiated)?);
        Ok(params.with_arguments(arguments))
    }

    fn start(
        &mut self,
        tool: &str,
        arguments: Value,
    ) -> Result<Observed<CallTool>, Box<dyn Error>> {
        let params = self.params(tool, arguments)?;
        follow::begin(&mut self.session, &self.tools, params, Duration::ZERO)
    }

    fn end(&mut self, tool: &str, arguments: Value) -> Result<Ended<CallTool>, Box<dyn Error>> {
        let begun = self.start(tool, arguments)?;
        follow::to_the_end(&mut self.session, begun)
    }

    /// A request about a task by hand, with what each request says of its client.
    fn about(&mut self, method: &str, task: &str) -> Result<mcp_typestate::Reply, Box<dyn Error>> {
        let params = json!({ "taskId": task, "_meta": self.negotiated.request_meta() });
        let body = AnyCall::new(method, Some(params));
        self.session.ask(|id| RequestMessage { id, body })
    }
}

fn nothing() -> Value {
    json!({ "action": "cancel" })
}

fn owls() -> Value {
    json!({ "topic": "owls" })
}

fn text(result: &CallToolResult) -> Result<&str, Box<dyn Error>> {
    match result.content.first() {
        Some(ContentBlock::Text(text)) => Ok(&text.text),
        came => other(&came, "a text"),
    }
}

fn completed(outcome: &Outcome<CallToolResult>, wanted: &str) -> Done {
    match outcome {
        Outcome::Completed(result) => same(text(result)?, wanted),
        came => other(came, "completed"),
    }
}

fn immediate(command: Command) -> Done {
    let mut peer = begin(command, nothing())?;
    let call = peer.tools.call(peer.params("echo", json!({ "text": "hello" }))?);
    let id = peer.session.next_id();
    peer.session.send(&call.message(id.clone())?)?;
    match call.accept(peer.session.reply(&id)?)? {
        Created::Direct(result) => same(text(&result)?, "hello"),
        came => other(&came, "a result at once"),
    }
}

fn task_result(command: Command) -> Done {
    let mut peer = begin(command, nothing())?;
    let ended = peer.end("research", owls())?;
    same(&ended.states, &["working", "terminal"])?;
    same(&ended.task.result().held().is_some(), &true)?;
    completed(&ended.outcome(&mut peer.session)?, "A report on owls.")
}

fn result_twice(command: Command) -> Done {
    let mut peer = begin(command, nothing())?;
    let ended = peer.end("research", owls())?;
    let held = ended.outcome(&mut peer.session)?;
    same(&ended.fetch(&mut peer.session)?, &held)?;
    completed(&held, "A report on owls.")
}

fn input(command: Command, answer: Value, report: &str) -> Done {
    let mut peer = begin(command, answer)?;
    let ended = peer.end("research", json!({}))?;
    same(&ended.states.contains(&"input_required"), &true)?;
    same(&peer.session.asked, &1)?;
    completed(&ended.outcome(&mut peer.session)?, report)
}

fn failed(command: Command) -> Done {
    let mut peer = begin(command, nothing())?;
    let ended = peer.end("break", json!({}))?;
    match ended.outcome(&mut peer.session)? {
        Outcome::Failed(Failure::Error(error)) => {
            same(&error.code.0, &-32000)?;
            same(&error.data, &Some(json!({ "part": "spring" })))
        }
        came => other(&came, "failed with an error"),
    }
}

fn is_error(command: Command) -> Done {
    let mut peer = begin(command, nothing())?;
    let ended = peer.end("apologize", json!({}))?;
    same(&ended.task.status(), &TerminalStatus::Completed)?;
    match ended.outcome(&mut peer.session)? {
        Outcome::Completed(result) => same(&result.is_error, &Some(true)),
        came => other(&came, "completed"),
    }
}

fn cancel(command: Command) -> Done {
    let mut peer = begin(command, nothing())?;
    let begun = peer.start("sleep", json!({}))?;
    let Observed::Working(task) = begun else { return other(&begun, "working") };
    let cancel = task.cancel(&peer.negotiated.server_tasks()?.cancelling()?)?;
    let reply = peer.session.ask(|id| cancel.message(id))?;
    // It takes note; the status follows in its own time.
    same(&cancel.accept(reply)?.is_none(), &true)?;
    let ended = follow::to_the_end(&mut peer.session, Observed::Working(task))?;
    same(&ended.task.status(), &TerminalStatus::Cancelled)?;
    same(&ended.outcome(&mut peer.session)?, &Outcome::Cancelled)
}

fn cancel_late(command: Command) -> Done {
    let mut peer = begin(command, nothing())?;
    let ended = peer.end("research", owls())?;
    let reply = peer.about("tasks/cancel", ended.task.id())?;
    same(&matches!(reply, mcp_typestate::Reply::Result(_)), &true)?;
    completed(&ended.fetch(&mut peer.session)?, "A report on owls.")
}

fn unknown(command: Command) -> Done {
    let mut peer = begin(command, nothing())?;
    for method in ["tasks/get", "tasks/cancel"] {
        is_fault(peer.about(method, "nobody")?, FaultKind::Unknown)?;
    }
    Ok(())
}

fn expire(command: Command) -> Done {
    let mut peer = begin(command, nothing())?;
    let begun = peer.start("brief", json!({}))?;
    let Observed::Working(task) = begun else { return other(&begun, "working") };
    // The server tells of the end of its TTL as a failure for as long again, and forgets it then.
    peer.session.pause(Duration::from_millis(300))?;
    let Observed::Terminal(task) = follow::poll(&mut peer.session, task)? else {
        return Err("it goes on".into());
    };
    same(&task.status(), &TerminalStatus::Failed)?;
    peer.session.pause(Duration::from_millis(500))?;
    is_fault(peer.about("tasks/get", task.id())?, FaultKind::Unknown)
}

fn resume(command: Command) -> Done {
    let mut peer = begin(command, nothing())?;
    let begun = peer.start("research", owls())?;
    let Observed::Working(task) = begun else { return other(&begun, "working") };
    let saved = serde_json::to_string(&Saved::from(&task))?;
    drop(task);
    let resumed = peer.negotiated.server_tasks()?.resume::<CallTool>(from_str(&saved)?)?;
    let ended = follow::to_the_end(&mut peer.session, resumed)?;
    completed(&ended.outcome(&mut peer.session)?, "A report on owls.")
}

fn listen(command: Command) -> Done {
    let mut peer = begin(command, nothing())?;
    let begun = peer.start("research", owls())?;
    let subscribing = peer.negotiated.server_tasks()?.subscribing()?;
    let listen = subscribing.listen([begun.snapshot().id.as_str()]);
    let id = peer.session.next_id();
    peer.session.send(&listen.message(id))?;
    // Whatever the server makes of it, polling does without.
    let ended = follow::to_the_end(&mut peer.session, begun)?;
    completed(&ended.outcome(&mut peer.session)?, "A report on owls.")
}
