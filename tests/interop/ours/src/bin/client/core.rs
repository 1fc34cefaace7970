//! Scenarios with the reference server "everything" (2025-11-25), whose tool for tasks takes four
//! seconds and asks what is meant if its topic is ambiguous.

use std::error::Error;
use std::process::Command;
use std::time::Duration;

use mcp_typestate::jsonrpc::{AnyCall, ErrorCode, Reply, RequestMessage};
use mcp_typestate::v2025_11_25::{
    CallTool, CallToolRequestParams, CallToolResult, ContentBlock, ListTasks,
};
use mcp_typestate::{
    Cancelling, Fault, FaultKind, Negotiated, Observed, Outcome, Runs, Saved, TerminalStatus,
    from_str,
};
use serde_json::{Value, json};

use crate::follow::{self, Ended};
use crate::session::{Session, decoded};
use crate::{Done, Scenario, has, other, same};

const MINUTE: Duration = Duration::from_secs(60);

pub(crate) const SCENARIOS: &[Scenario] = &[
    ("research without input", without_input),
    ("input accepted", |it| {
        let answer = json!({ "action": "accept", "content": { "interpretation": "snake" } });
        with_input(it, answer, "# Research Report: python (snake)")
    }),
    ("input declined", |it| with_input(it, json!({ "action": "decline" }), "User declined")),
    ("input cancelled", |it| with_input(it, json!({ "action": "cancel" }), "User cancelled")),
    ("cancel in flight", cancel_in_flight),
    ("cancel after the end", cancel_after_the_end),
    ("unknown id", unknown_id),
    ("result twice", result_twice),
    ("TTL that is not granted", other_ttl),
    ("list", list),
    ("resume what was saved", resume),
    ("task required", task_required),
    ("no task", no_task),
];

/// An initialized session, what was negotiated in it, and the proof that tools run as tasks.
fn begin(
    command: Command,
    answer: Value,
) -> Result<(Session, Negotiated, Runs<CallTool>), Box<dyn Error>> {
    let mut session = Session::start(command, answer)?;
    let negotiated = session.initialize()?;
    let tools = negotiated.server_tasks()?.runs::<CallTool>()?;
    Ok((session, negotiated, tools))
}

fn start(
    session: &mut Session,
    tools: &Runs<CallTool>,
    arguments: Value,
    ttl: Duration,
) -> Result<Observed<CallTool>, Box<dyn Error>> {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let params = CallToolRequestParams::new("simulate-research-query");
    follow::begin(session, tools, params.with_arguments(arguments), ttl)
}

fn owls(session: &mut Session, tools: &Runs<CallTool>) -> Result<Ended<CallTool>, Box<dyn Error>> {
    let begun = start(session, tools, json!({ "topic": "owls" }), MINUTE)?;
    follow::to_the_end(session, begun)
}

fn report(outcome: Outcome<CallToolResult>) -> Result<String, Box<dyn Error>> {
    match outcome {
        Outcome::Completed(result) => text(&result),
        came => other(&came, "a report"),
    }
}

/// The first text of a result.
pub(crate) fn text(result: &CallToolResult) -> Result<String, Box<dyn Error>> {
    match result.content.first() {
        Some(ContentBlock::Text(text)) => Ok(text.text.clone()),
        came => other(&came, "a text"),
    }
}

/// Asserts that a reply about a task is an error of this kind.
pub(crate) fn is_fault(reply: Reply, kind: FaultKind) -> Done {
    match reply {
        Reply::Error(message) => {
            let fault = Fault::from(message.error);
            if fault.kind == kind { Ok(()) } else { other(&fault, &format!("{kind:?}")) }
        }
        came @ Reply::Result(_) => other(&came, "an error"),
    }
}

fn without_input(command: Command) -> Done {
    let (mut session, _, tools) = begin(command, json!({ "action": "cancel" }))?;
    let ended = owls(&mut session, &tools)?;
    same(&ended.states, &["working", "terminal"])?;
    has(&report(ended.outcome(&mut session)?)?, "# Research Report: owls")?;
    same(&session.asked, &0)
}

fn with_input(command: Command, answer: Value, wanted: &str) -> Done {
    let (mut session, _, tools) = begin(command, answer)?;
    let arguments = json!({ "topic": "python", "ambiguous": true });
    let begun = start(&mut session, &tools, arguments, MINUTE)?;
    let ended = follow::to_the_end(&mut session, begun)?;
    same(&ended.states, &["working", "input_required", "working", "terminal"])?;
    has(&report(ended.outcome(&mut session)?)?, wanted)?;
    same(&session.asked, &1)
}

fn cancelling(negotiated: &Negotiated) -> Result<Cancelling, Box<dyn Error>> {
    Ok(negotiated.server_tasks()?.cancelling()?)
}

fn cancel_in_flight(command: Command) -> Done {
    let (mut session, negotiated, tools) = begin(command, json!({ "action": "cancel" }))?;
    let begun = start(&mut session, &tools, json!({ "topic": "owls" }), MINUTE)?;
    let Observed::Working(task) = begun else { return other(&begun, "working") };
    let cancel = task.cancel(&cancelling(&negotiated)?)?;
    let reply = session.ask(|id| cancel.message(id))?;
    let update = cancel.accept(reply)?.ok_or("the reply tells nothing of the task")?;
    let Observed::Terminal(task) = task.observe(update)? else {
        return Err("it goes on".into());
    };
    same(&task.status(), &TerminalStatus::Cancelled)?;
    let call = task.result();
    same(&matches!(call.held(), Some(Ok(Outcome::Cancelled))), &true)?;
    // Nobody needs to ask; who does is refused, and told the same.
    let reply = session.ask(|id| call.message(id))?;
    same(&matches!(reply, Reply::Error(_)), &true)?;
    same(&call.accept(reply)?, &Outcome::Cancelled)
}

fn cancel_after_the_end(command: Command) -> Done {
    let (mut session, _, tools) = begin(command, json!({ "action": "cancel" }))?;
    let ended = owls(&mut session, &tools)?;
    // The types have no such call.
    let task = ended.task.id();
    let reply = session.ask(|id| about("tasks/cancel", task, id))?;
    is_fault(reply, FaultKind::AlreadyTerminal)
}

/// A request about a task, by hand.
pub(crate) fn about(
    method: &str,
    task: &str,
    id: mcp_typestate::RequestId,
) -> RequestMessage<AnyCall> {
    RequestMessage { id, body: AnyCall::new(method, Some(json!({ "taskId": task }))) }
}

fn unknown_id(command: Command) -> Done {
    let (mut session, _, _) = begin(command, json!({ "action": "cancel" }))?;
    for (method, kind) in [
        ("tasks/get", FaultKind::Unknown),
        ("tasks/result", FaultKind::Unknown),
        ("tasks/cancel", FaultKind::Unknown),
    ] {
        let reply = session.ask(|id| about(method, "nobody", id))?;
        is_fault(reply, kind).map_err(|error| format!("{method}: {error}"))?;
    }
    Ok(())
}

fn result_twice(command: Command) -> Done {
    let (mut session, _, tools) = begin(command, json!({ "action": "cancel" }))?;
    let ended = owls(&mut session, &tools)?;
    let (once, twice) = (ended.fetch(&mut session)?, ended.fetch(&mut session)?);
    same(&once, &twice)?;
    has(&report(once)?, "# Research Report: owls")
}

fn other_ttl(command: Command) -> Done {
    let (mut session, _, tools) = begin(command, json!({ "action": "cancel" }))?;
    let begun = start(&mut session, &tools, json!({ "topic": "owls" }), Duration::from_secs(1))?;
    // What the receiver grants is what it reports, and what the handle goes by.
    let snapshot = begun.snapshot();
    let granted = snapshot.expires_at()?.ok_or("unlimited")?.duration_since(snapshot.created()?)?;
    same(&granted, &Duration::from_secs(300))
}

fn list(command: Command) -> Done {
    let (mut session, negotiated, tools) = begin(command, json!({ "action": "cancel" }))?;
    let mut begun = Vec::new();
    for topic in ["owls", "larks"] {
        let task = start(&mut session, &tools, json!({ "topic": topic }), MINUTE)?;
        begun.push(task.snapshot().id.clone());
    }
    let listing = negotiated.server_tasks()?.listing()?;
    let page = decoded::<ListTasks>(&session.ask(|id| listing.message(id, None))?)?;
    let mut listed: Vec<String> = page.tasks.into_iter().map(|task| task.task_id).collect();
    listed.sort();
    begun.sort();
    same(&listed, &begun)?;
    let reply = session.ask(|id| listing.message(id, Some("no cursor of the server's")))?;
    same(&matches!(&reply, Reply::Error(it) if it.error.code == ErrorCode::INVALID_PARAMS), &true)
}

fn resume(command: Command) -> Done {
    let (mut session, negotiated, tools) = begin(command, json!({ "action": "cancel" }))?;
    let begun = start(&mut session, &tools, json!({ "topic": "owls" }), MINUTE)?;
    let Observed::Working(task) = begun else { return other(&begun, "working") };
    let saved = serde_json::to_string(&Saved::from(&task))?;
    drop(task);
    let resumed = negotiated.server_tasks()?.resume::<CallTool>(from_str(&saved)?)?;
    let ended = follow::to_the_end(&mut session, resumed)?;
    has(&report(ended.outcome(&mut session)?)?, "# Research Report: owls")
}

fn task_required(command: Command) -> Done {
    let (mut session, _, _) = begin(command, json!({ "action": "cancel" }))?;
    let arguments = json!({ "topic": "owls" }).as_object().cloned().unwrap_or_default();
    let params = CallToolRequestParams::new("simulate-research-query").with_arguments(arguments);
    // It is to be -32601; the server reports it as a result of the tool's.
    let result = decoded::<CallTool>(&session.call::<CallTool>(params)?)?;
    same(&result.is_error, &Some(true))?;
    has(&text(&result)?, "-32601")
}

fn no_task(command: Command) -> Done {
    let (mut session, _, _) = begin(command, json!({ "action": "cancel" }))?;
    let arguments = json!({ "message": "hello" }).as_object().cloned().unwrap_or_default();
    let params = CallToolRequestParams::new("echo").with_arguments(arguments);
    has(&text(&decoded::<CallTool>(&session.call::<CallTool>(params)?)?)?, "hello")
}
