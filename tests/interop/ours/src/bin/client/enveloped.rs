//! Scenarios with a receiver of the enveloped dialect, whose tools are named for how their tasks
//! end: each in another of the dialect's reply shapes.

use std::error::Error;
use std::process::Command;
use std::time::Duration;

use mcp_typestate::v2025_11_25::{CallTool, CallToolRequestParams};
use mcp_typestate::{
    Failure, FaultKind, Observed, Outcome, Reply, ResultError, Runs, TerminalStatus,
};
use serde_json::json;

use crate::core::{about, is_fault, text};
use crate::follow::{self, Ended};
use crate::session::Session;
use crate::{Done, Scenario, other, same};

const MINUTE: Duration = Duration::from_secs(60);

pub(crate) const SCENARIOS: &[Scenario] = &[
    ("completed", completed),
    ("isError result", is_error),
    ("failed with an error", failed),
    ("failed with null", |it| failed_with_nothing(it, "null")),
    ("failed without a result", |it| failed_with_nothing(it, "absent")),
    ("result twice", result_twice),
    ("result before the end", early),
    ("notified of the end", notified),
    ("left to expire", expired),
    ("unknown id", unknown),
    ("envelope of another task", other_task),
    ("envelope that contradicts the status", contradiction),
];

fn begin(command: Command) -> Result<(Session, Runs<CallTool>), Box<dyn Error>> {
    let mut session = Session::start(command, json!({ "action": "cancel" }))?;
    let tools = session.initialize()?.server_tasks()?.runs::<CallTool>()?;
    Ok((session, tools))
}

fn start(
    session: &mut Session,
    tools: &Runs<CallTool>,
    tool: &str,
    ttl: Duration,
) -> Result<Observed<CallTool>, Box<dyn Error>> {
    follow::begin(session, tools, CallToolRequestParams::new(tool), ttl)
}

fn end(command: Command, tool: &str) -> Result<(Session, Ended<CallTool>), Box<dyn Error>> {
    end_within(command, tool, MINUTE)
}

fn end_within(
    command: Command,
    tool: &str,
    ttl: Duration,
) -> Result<(Session, Ended<CallTool>), Box<dyn Error>> {
    let (mut session, tools) = begin(command)?;
    let begun = start(&mut session, &tools, tool, ttl)?;
    let ended = follow::to_the_end(&mut session, begun)?;
    Ok((session, ended))
}

fn completed(command: Command) -> Done {
    let (mut session, ended) = end(command, "completed")?;
    match ended.outcome(&mut session)? {
        Outcome::Completed(result) => same(&text(&result)?, "owls"),
        came => other(&came, "completed"),
    }
}

fn is_error(command: Command) -> Done {
    let (mut session, ended) = end(command, "sorry")?;
    same(&ended.task.status(), &TerminalStatus::Failed)?;
    match ended.outcome(&mut session)? {
        Outcome::Failed(Failure::Result(result)) => same(&text(&result)?, "sorry"),
        came => other(&came, "failed with a result"),
    }
}

fn failed(command: Command) -> Done {
    let (mut session, ended) = end(command, "error")?;
    match ended.outcome(&mut session)? {
        Outcome::Failed(Failure::Error(error)) => same(&error.code.0, &-32000),
        came => other(&came, "failed with an error"),
    }
}

fn failed_with_nothing(command: Command, tool: &str) -> Done {
    let (mut session, ended) = end(command, tool)?;
    match ended.outcome(&mut session)? {
        Outcome::Failed(Failure::Silent) => Ok(()),
        came => other(&came, "failed without a word"),
    }
}

fn result_twice(command: Command) -> Done {
    let (mut session, ended) = end(command, "completed")?;
    let once = ended.fetch(&mut session)?;
    same(&ended.fetch(&mut session)?, &once)
}

fn early(command: Command) -> Done {
    let (mut session, tools) = begin(command)?;
    let begun = start(&mut session, &tools, "completed", MINUTE)?;
    // The types have no such call.
    let task = begun.snapshot().id.clone();
    let reply = session.ask(|id| about("tasks/result", &task, id))?;
    is_fault(reply, FaultKind::NotTerminal)
}

fn notified(command: Command) -> Done {
    let (mut session, tools) = begin(command)?;
    let mut seen = start(&mut session, &tools, "completed", MINUTE)?;
    let done = loop {
        session.pause(Duration::from_millis(20))?;
        for update in std::mem::take(&mut session.updates) {
            seen = match seen {
                Observed::Working(task) => task.observe(update)?,
                came => came,
            };
        }
        match seen {
            Observed::Terminal(task) => break task,
            came => seen = came,
        }
    };
    let call = done.result();
    let reply = session.ask(|id| call.message(id))?;
    same(&matches!(call.accept(reply)?, Outcome::Completed(_)), &true)
}

fn expired(command: Command) -> Done {
    const TTL: Duration = Duration::from_millis(1500);

    let (mut session, ended) = end_within(command, "completed", TTL)?;
    session.pause(TTL)?;
    let task = ended.task.id();
    for method in ["tasks/get", "tasks/result"] {
        let reply = session.ask(|id| about(method, task, id))?;
        is_fault(reply, FaultKind::Expired)?;
    }
    Ok(())
}

fn unknown(command: Command) -> Done {
    let (mut session, _) = begin(command)?;
    for method in ["tasks/get", "tasks/result"] {
        let reply = session.ask(|id| about(method, "nobody", id))?;
        is_fault(reply, FaultKind::Unknown)?;
    }
    Ok(())
}

/// The reply to the request for a result is refused, and the task is as it was.
fn misbehaves(command: Command, tool: &str) -> Done {
    let (mut session, ended) = end(command, tool)?;
    let reply = ended.ask(&mut session)?;
    same(&matches!(reply, Reply::Result(_)), &true)?;
    match ended.task.result().accept(reply) {
        Err(ResultError::Misbehaved(_)) => Ok(()),
        came => other(&came, "refused"),
    }
}

fn other_task(command: Command) -> Done {
    misbehaves(command, "swapped")
}

fn contradiction(command: Command) -> Done {
    misbehaves(command, "contradicts")
}
