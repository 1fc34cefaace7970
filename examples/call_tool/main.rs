//! Calls one tool of any MCP server, as a task where the tool allows it.
//!
//! ```text
//! call_tool [--answer JSON] [--timeout SECONDS] TOOL JSON-ARGUMENTS -- SERVER-COMMAND…
//!
//! cargo run --example call_tool -- simulate-research-query '{"topic": "python", "ambiguous": true}' \
//!     -- npx -y @modelcontextprotocol/server-everything stdio
//! ```
//!
//! The server runs as a child process and speaks over its standard input and output. The result
//! goes to standard output; what happens meanwhile, and the states that the task passed, to
//! standard error. A question of the server's is put to the person at standard input, or answered
//! with `--answer`. The exit code is 0 for a result, 1 for a failure, 2 for a wrong command line.
//!
//! From the top down: this file says what is called and how; `follow` follows a task to its end;
//! `session` speaks the protocol; `server` is the child process; `form` and `person` answer
//! questions; `status` and `show` print.

mod follow;
mod form;
mod options;
mod person;
mod server;
mod session;
mod show;
mod status;
mod tools;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use mcp_typestate::v2025_11_25::{
    CallTool, CallToolRequestParams, CallToolResult, RequestMeta, TaskSupport, Tool,
};
use mcp_typestate::{NotNegotiated, Outcome, TaskCall};

use crate::options::{Command, Options, USAGE};
use crate::session::Session;

fn main() -> ExitCode {
    let done = match Options::parse(std::env::args_os().skip(1)) {
        Ok(Command::Help) => writeln!(io::stdout(), "{USAGE}").map(|()| true).map_err(Into::into),
        Ok(Command::Call(options)) => run(&options),
        Err(error) => {
            complain(&format!("{error}\n{USAGE}"));
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Calls the tool and prints what comes of it: true for a result that reports no failure.
fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    let mut session = Session::open(options)?;
    let tool = tools::find(&mut session, &options.tool)?;
    let outcome = call(&mut session, &tool, options);
    session.status.finish();
    Ok(show::outcome(&mut io::stdout().lock(), outcome?)?)
}

/// Calls the tool in the way that it allows and the session negotiated.
fn call(
    session: &mut Session,
    tool: &Tool,
    options: &Options,
) -> Result<Outcome<CallToolResult>, Box<dyn Error>> {
    let params = CallToolRequestParams::new(&*tool.name)
        .with_arguments(options.arguments.clone())
        .with_meta(RequestMeta::new().with_progress_token("call"));
    session.status.show(&format!("calling {}", tool.name));

    let support = tool.execution.as_ref().and_then(|execution| execution.task_support.as_ref());
    match (support, as_task(session, &params)) {
        (Some(TaskSupport::Required), Err(reason)) => {
            Err(TaskRequired { tool: tool.name.clone(), reason }.into())
        }
        (Some(TaskSupport::Required | TaskSupport::Optional), Ok(call)) => {
            Ok(follow::run(session, &call.with_ttl(options.timeout))?)
        }
        _ => Ok(Outcome::Completed(session.request::<CallTool>(params)?)),
    }
}

/// The call as a task, if both sides agreed on tasks. Without that proof there is no such call.
fn as_task(
    session: &Session,
    params: &CallToolRequestParams,
) -> Result<TaskCall<CallTool>, NotNegotiated> {
    Ok(session.negotiated().server_tasks()?.runs()?.call(params.clone()))
}

/// A tool that cannot be called in this session.
#[derive(Debug, thiserror::Error)]
#[error("the tool `{tool}` runs only as a task, and the session has none: {}", lack(.reason))]
struct TaskRequired {
    tool: String,
    reason: NotNegotiated,
}

fn lack(reason: &NotNegotiated) -> String {
    match reason.lacking() {
        Some((side, capability)) => format!("the {side} did not declare `{capability}`"),
        None => "the server speaks a revision without them".to_owned(),
    }
}

/// Says what went wrong. Where even that cannot be written, the exit code has to do.
fn complain(what: &str) {
    let _ = writeln!(io::stderr(), "call_tool: {what}");
}
