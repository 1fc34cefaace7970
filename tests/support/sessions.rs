//! Sessions in each of the dialects, and tasks as a peer would tell of them.

#![allow(dead_code, unreachable_pub, reason = "each test uses its part of it")]

use std::time::{Duration, SystemTime};

use mcp_typestate::json::Object;
use mcp_typestate::jsonrpc::{AnyCall, NotificationMessage};
use mcp_typestate::v2025_11_25::{self as core, CallToolResult};
use mcp_typestate::{
    Created, Dialect, InputRequired, Method, Negotiated, Observed, Reply, Request, Revision, Task,
    Tasks, Terminal, Update, Working, from_value,
};
use mcp_typestate::{TASKS_EXTENSION, v2026_07_28 as extension};
use serde_json::{Value, json};

pub const DIALECTS: [Dialect; 3] = [Dialect::Enveloped, Dialect::Core, Dialect::Extension];

/// Every status of the protocol, and one that it does not have.
pub const STATUSES: [&str; 6] =
    ["working", "input_required", "completed", "failed", "cancelled", "paused"];

/// `tools/call`, with the same types in every dialect.
pub enum Tool {}

impl Method for Tool {
    const METHOD: &'static str = "tools/call";
    type Params = Object;
}

impl Request for Tool {
    type Result = CallToolResult;
    type Reply = CallToolResult;
}

/// A session in which both sides declare all that a dialect has.
pub fn session(dialect: Dialect) -> Negotiated {
    match dialect {
        Dialect::Enveloped => in_core(&json!({ "tasks": {} }), &json!({ "tasks": {} })),
        Dialect::Core => in_core(
            &json!({ "tasks": { "list": {}, "cancel": {}, "requests": {
                "sampling": { "createMessage": {} }, "elicitation": { "create": {} } } } }),
            &json!({ "tasks": { "list": {}, "cancel": {}, "requests": {
                "tools": { "call": {} } } } }),
        ),
        Dialect::Extension => {
            let both = json!({ "extensions": { TASKS_EXTENSION: {} } });
            in_extension(&both, &both)
        }
    }
}

/// A session of revision 2025-11-25 with these capabilities.
pub fn in_core(client: &Value, server: &Value) -> Negotiated {
    let client: core::ClientCapabilities = from_value(client.clone()).unwrap();
    let server: core::ServerCapabilities = from_value(server.clone()).unwrap();
    Negotiated::new(Revision::V2025_11_25, &client, &server)
}

/// A session of revision 2026-07-28 with these capabilities.
pub fn in_extension(client: &Value, server: &Value) -> Negotiated {
    let client: extension::ClientCapabilities = from_value(client.clone()).unwrap();
    let server: extension::ServerCapabilities = from_value(server.clone()).unwrap();
    Negotiated::new(Revision::V2026_07_28, &client, &server)
}

pub fn tasks(dialect: Dialect) -> Tasks {
    session(dialect).server_tasks().unwrap()
}

/// Seconds after the creation of the task that [`told`] tells of.
pub fn at(second: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_785_585_600 + second)
}

/// A dialect's names of a task's TTL and poll interval.
pub fn names(dialect: Dialect) -> (&'static str, &'static str) {
    match dialect {
        Dialect::Enveloped | Dialect::Core => ("ttl", "pollInterval"),
        Dialect::Extension => ("ttlMs", "pollIntervalMs"),
    }
}

/// The task `t-1`, as a receiver tells of it some seconds after its creation.
pub fn told(dialect: Dialect, status: &str, second: u64) -> Value {
    let (ttl, poll_interval) = names(dialect);
    let mut task = json!({
        "taskId": "t-1",
        "status": status,
        "createdAt": "2026-08-01T12:00:00Z",
        "lastUpdatedAt": format!("2026-08-01T12:00:{second:02}Z"),
        ttl: 60_000,
        poll_interval: 1_000,
    });
    if dialect == Dialect::Extension {
        match status {
            "input_required" => {
                let ask = json!({ "method": "elicitation/create", "params": { "message": "?" } });
                task["inputRequests"] = json!({ "a": ask, "b": ask });
            }
            "completed" => task["result"] = json!({ "content": [] }),
            "failed" => task["error"] = json!({ "code": -32000, "message": "it broke" }),
            _ => {}
        }
    }
    task
}

/// The object with some members set anew.
pub fn with(mut object: Value, members: Value) -> Value {
    let (Some(into), Value::Object(members)) = (object.as_object_mut(), members) else {
        panic!("two objects")
    };
    into.extend(members);
    object
}

pub fn result(result: Value) -> Reply {
    from_value(json!({ "jsonrpc": "2.0", "id": 1, "result": result })).unwrap()
}

pub fn error(code: i64, message: &str) -> Reply {
    let error = json!({ "code": code, "message": message });
    from_value(json!({ "jsonrpc": "2.0", "id": 1, "error": error })).unwrap()
}

/// The reply that creates a task.
pub fn creation(dialect: Dialect, task: Value) -> Reply {
    match dialect {
        Dialect::Enveloped | Dialect::Core => result(json!({ "task": task })),
        Dialect::Extension => result(with(task, json!({ "resultType": "task" }))),
    }
}

/// What a notification says, by the dialect's name of it.
pub fn pushed(dialect: Dialect, task: Value) -> Update {
    let method = match dialect {
        Dialect::Enveloped => "notifications/tasks/updated",
        Dialect::Core => "notifications/tasks/status",
        Dialect::Extension => "notifications/tasks",
    };
    let body = AnyCall::new(method, Some(task));
    Update::notified(&NotificationMessage { body }).unwrap()
}

/// The task that a reply creates.
pub fn created(tasks: &Tasks, reply: Reply) -> Observed<Tool> {
    match tasks.runs::<Tool>().unwrap().call(Object::new()).accept(reply) {
        Ok(Created::Task(task)) => task,
        other => panic!("a task: {other:?}"),
    }
}

/// The task `t-1` in a status, as it was created.
pub fn begun(dialect: Dialect, status: &str) -> Observed<Tool> {
    created(&tasks(dialect), creation(dialect, told(dialect, status, 10)))
}

pub fn working(dialect: Dialect) -> Task<Working, Tool> {
    as_working(begun(dialect, "working"))
}

pub fn input_required(dialect: Dialect) -> Task<InputRequired, Tool> {
    as_input_required(begun(dialect, "input_required"))
}

pub fn terminal(dialect: Dialect, status: &str) -> Task<Terminal, Tool> {
    as_terminal(begun(dialect, status))
}

pub fn as_working(observed: Observed<Tool>) -> Task<Working, Tool> {
    let Observed::Working(task) = observed else { panic!("working: {observed:?}") };
    task
}

pub fn as_input_required(observed: Observed<Tool>) -> Task<InputRequired, Tool> {
    let Observed::InputRequired(task) = observed else { panic!("input required: {observed:?}") };
    task
}

pub fn as_terminal(observed: Observed<Tool>) -> Task<Terminal, Tool> {
    let Observed::Terminal(task) = observed else { panic!("terminal: {observed:?}") };
    task
}

/// The name of an observation's state.
pub fn state(observed: &Observed<impl mcp_typestate::Operation>) -> &'static str {
    match observed {
        Observed::Working(_) => "working",
        Observed::InputRequired(_) => "input required",
        Observed::Terminal(_) => "terminal",
    }
}
