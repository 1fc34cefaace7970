//! How a tool is called: as a task where the tool or the server may have it so, and again where the
//! server wants to know something first.

mod demand;

use std::ops::ControlFlow;
use std::time::Duration;

use mcp_typestate::v2025_11_25::{CallToolRequestParams, RequestMeta, TaskSupport, Tool};
use mcp_typestate::v2026_07_28::{CallToolReply, CallToolResult};
use mcp_typestate::{
    CreateError, Created, DecodeError, Method, NotNegotiated, Outcome, Revision, Runs,
};

use self::demand::{Demand, DemandError};
use crate::follow::{self, TaskError};
use crate::operation::CallTool;
use crate::options::Options;
use crate::session::{Session, SessionError};

/// How often a server may want to know something before it begins.
const DEMANDS: usize = 16;

/// What comes of sending the call once: its outcome, or something to be met first.
type Came = ControlFlow<Outcome<CallToolResult>, Demand>;

/// Calls the tool, and stays with the call until its outcome.
pub(crate) fn run(
    session: &mut Session,
    tool: &Tool,
    options: &Options,
) -> Result<Outcome<CallToolResult>, CallError> {
    let mut params = CallToolRequestParams::new(&*tool.name)
        .with_arguments(options.arguments.clone())
        .with_meta(RequestMeta::new().with_progress_token("call"));
    session.status.show(&format!("calling {}", tool.name));
    for _ in 0..DEMANDS {
        match once(session, tool, &params, options.timeout)? {
            ControlFlow::Break(outcome) => return Ok(outcome),
            ControlFlow::Continue(demand) => demand.meet(session, &mut params)?,
        }
    }
    Err(CallError::Demands)
}

/// Sends the call in the way that the tool allows and the session negotiated.
fn once(
    session: &mut Session,
    tool: &Tool,
    params: &CallToolRequestParams,
    ttl: Duration,
) -> Result<Came, CallError> {
    // A proof that both sides agreed on tasks. Without it there is no call as a task.
    let tools = session.negotiated().server_tasks().and_then(|tasks| tasks.runs());
    match (support(session, tool), tools) {
        (TaskSupport::Required, Err(reason)) => {
            Err(CallError::TaskRequired { tool: tool.name.clone(), reason })
        }
        (TaskSupport::Required | TaskSupport::Optional, Ok(tools)) => {
            as_task(session, &tools, params, ttl)
        }
        _ => directly(session, params),
    }
}

/// Whether a tool runs as a task.
fn support(session: &Session, tool: &Tool) -> TaskSupport {
    if *session.negotiated().revision() == Revision::V2026_07_28 {
        // No tool says: the server decides on each call, and its reply tells.
        return TaskSupport::Optional;
    }
    let said = tool.execution.as_ref().and_then(|execution| execution.task_support.clone());
    said.unwrap_or(TaskSupport::Forbidden)
}

fn as_task(
    session: &mut Session,
    tools: &Runs<CallTool>,
    params: &CallToolRequestParams,
    ttl: Duration,
) -> Result<Came, CallError> {
    let call = tools.call(params.clone()).with_ttl(ttl);
    let id = session.next_id();
    session.send(&call.message(id.clone()).map_err(CallError::Arguments)?)?;
    match call.accept(session.reply(&id, CallTool::METHOD)?) {
        Ok(Created::Task(task)) => {
            Ok(ControlFlow::Break(follow::to_the_end(session, tools.tasks(), task)?))
        }
        Ok(Created::Direct(result)) => Ok(ControlFlow::Break(Outcome::Completed(result))),
        Ok(Created::InputRequired(demand)) => Ok(ControlFlow::Continue(demand.into())),
        Ok(_) => Err(CallError::Neither),
        Err(CreateError::Rejected(fault)) => {
            Err(SessionError::Refused { method: CallTool::METHOD, error: fault.error }.into())
        }
        Err(error) => Err(error.into()),
    }
}

fn directly(session: &mut Session, params: &CallToolRequestParams) -> Result<Came, CallError> {
    match session.request::<CallTool>(params.clone())? {
        CallToolReply::Complete(result) => Ok(ControlFlow::Break(Outcome::Completed(result))),
        CallToolReply::InputRequired(demand) => Ok(ControlFlow::Continue(demand.try_into()?)),
        _ => Err(CallError::Neither),
    }
}

/// Why a call has no outcome.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    #[error("the tool `{tool}` runs only as a task, and the session has none: {}", lack(.reason))]
    TaskRequired { tool: String, reason: NotNegotiated },
    #[error("the call cannot be written: {0}")]
    Arguments(DecodeError),
    #[error("the call came to neither a task nor a result: {0}")]
    Create(#[from] CreateError),
    #[error("the call came to something that is neither a task nor a result")]
    Neither,
    #[error("the server wants to know something before it begins, {DEMANDS} times over")]
    Demands,
    #[error(transparent)]
    Demand(#[from] DemandError),
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Task(#[from] TaskError),
}

fn lack(reason: &NotNegotiated) -> String {
    match reason.lacking() {
        Some((side, capability)) => format!("the {side} did not declare `{capability}`"),
        None => "the server speaks a revision without them".to_owned(),
    }
}
