//! Scenarios with a server of the Python SDK, which runs no tasks: calls without them in both
//! generations, and the proof that cannot be had.

use std::error::Error;
use std::process::Command;

use mcp_typestate::jsonrpc::{ErrorCode, Reply};
use mcp_typestate::v2025_11_25 as core;
use mcp_typestate::v2026_07_28 as extension;
use mcp_typestate::{Negotiated, Request, Side};
use serde_json::{Value, json};

use crate::session::{Session, decoded, meta};
use crate::{Done, Scenario, has, other, same};

pub(crate) const SCENARIOS: &[Scenario] = &[
    ("2025-11-25: no tasks", core_no_tasks),
    ("2025-11-25: list of tools", core_tools),
    ("2025-11-25: call", core_call),
    ("2025-11-25: unknown tool", core_unknown),
    ("2025-11-25: elicitation", core_elicitation),
    ("2026-07-28: no tasks", extension_no_tasks),
    ("2026-07-28: list of tools", extension_tools),
    ("2026-07-28: call", extension_call),
];

fn begin(command: Command) -> Result<Session, Box<dyn Error>> {
    let answer = json!({ "action": "accept", "content": { "topic": "owls" } });
    Session::start(command, answer)
}

fn result<M: Request>(
    session: &mut Session,
    params: M::Params,
) -> Result<M::Reply, Box<dyn Error>> {
    decoded::<M>(&session.call::<M>(params)?)
}

fn lacking(negotiated: &Negotiated, capability: &str) -> Done {
    match negotiated.server_tasks() {
        Ok(_) => Err("the server has tasks after all".into()),
        Err(error) => same(&error.lacking(), &Some((Side::Server, capability))),
    }
}

fn core_params(tool: &str, arguments: Value) -> core::CallToolRequestParams {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    core::CallToolRequestParams::new(tool).with_arguments(arguments)
}

fn core_no_tasks(command: Command) -> Done {
    let mut session = begin(command)?;
    lacking(&session.initialize()?, "tasks")?;
    // Who calls nevertheless is told that there is no such method.
    match session.ask(|id| crate::core::about("tasks/get", "nobody", id))? {
        Reply::Error(it) => same(&it.error.code, &ErrorCode::METHOD_NOT_FOUND),
        came @ Reply::Result(_) => other(&came, "an error"),
    }
}

fn core_tools(command: Command) -> Done {
    let mut session = begin(command)?;
    session.initialize()?;
    let listed = result::<core::ListTools>(&mut session, None)?;
    same(&listed.tools.iter().any(|tool| tool.name == "echo"), &true)
}

fn core_call(command: Command) -> Done {
    let mut session = begin(command)?;
    session.initialize()?;
    let params = core_params("echo", json!({ "text": "hello" }));
    let result = result::<core::CallTool>(&mut session, params)?;
    same(&crate::core::text(&result)?, "hello")
}

fn core_unknown(command: Command) -> Done {
    let mut session = begin(command)?;
    session.initialize()?;
    // The SDK reports it as a result of the tool that is not there.
    let result = result::<core::CallTool>(&mut session, core_params("nothing", json!({})))?;
    same(&result.is_error, &Some(true))?;
    has(&crate::core::text(&result)?, "nothing")
}

fn core_elicitation(command: Command) -> Done {
    let mut session = begin(command)?;
    session.initialize()?;
    let result = result::<core::CallTool>(&mut session, core_params("research", json!({})))?;
    same(&session.asked, &1)?;
    same(&crate::core::text(&result)?, "A report on owls.")
}

fn extension_no_tasks(command: Command) -> Done {
    let mut session = begin(command)?;
    let negotiated = session.discover()?;
    lacking(&negotiated, "extensions[\"io.modelcontextprotocol/tasks\"]")
}

fn extension_tools(command: Command) -> Done {
    let mut session = begin(command)?;
    let meta = meta(&session.discover()?)?;
    let params = extension::PaginatedRequestParams::new(meta);
    let listed = result::<extension::ListTools>(&mut session, params)?;
    same(&listed.tools.iter().any(|tool| tool.name == "echo"), &true)
}

fn extension_call(command: Command) -> Done {
    let mut session = begin(command)?;
    let meta = meta(&session.discover()?)?;
    let arguments = json!({ "text": "hello" }).as_object().cloned().unwrap_or_default();
    let params = extension::CallToolRequestParams::new("echo", meta).with_arguments(arguments);
    match result::<extension::CallTool>(&mut session, params)? {
        extension::CallToolReply::Complete(result) => match result.content.first() {
            Some(extension::ContentBlock::Text(text)) => same(&text.text, "hello"),
            came => other(&came, "a text"),
        },
        came => other(&came, "a result"),
    }
}
