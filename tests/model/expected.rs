//! The outcomes that the protocol wants.

use std::rc::Rc;

use mcp_typestate::json::Object;
use mcp_typestate::receiver::IfDropped;
use mcp_typestate::v2025_11_25::CallToolResult;
use mcp_typestate::{Dialect, Failure, Outcome, from_value, relate_to_task};
use serde_json::{Value, json};

use super::messages::End;
use super::receiver::TASK;
use super::state::Cause;
use super::work::{broke, done, tool_error};

/// The outcomes of a dialect, in words, each put into words once.
#[derive(Debug, Default)]
pub struct Expected {
    known: Vec<(Cause, Rc<str>)>,
}

impl Expected {
    pub fn outcome(&mut self, dialect: Dialect, cause: Cause) -> Rc<str> {
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == cause) {
            return Rc::clone(known);
        }
        let outcome: Rc<str> = format!("{:?}", outcome(dialect, cause)).into();
        self.known.push((cause, Rc::clone(&outcome)));
        outcome
    }
}

/// The status that a task ends with.
pub fn status(dialect: Dialect, cause: Cause) -> End {
    match (cause, dialect) {
        (Cause::Finished, _) | (Cause::ToolError, Dialect::Extension) => End::Completed,
        (Cause::ToolError | Cause::Failed | Cause::Dropped, _) => End::Failed,
        (Cause::Cancelled, _) => End::Cancelled,
    }
}

fn outcome(dialect: Dialect, cause: Cause) -> Outcome<CallToolResult> {
    match (cause, dialect) {
        (Cause::Finished, _) => Outcome::Completed(result(dialect, done())),
        (Cause::ToolError, Dialect::Extension) => Outcome::Completed(result(dialect, tool_error())),
        (Cause::ToolError, _) => Outcome::Failed(Failure::Result(result(dialect, tool_error()))),
        (Cause::Failed, _) => Outcome::Failed(Failure::Error(broke())),
        (Cause::Dropped, _) => {
            let IfDropped::Fail(error) = IfDropped::default() else {
                panic!("a task does not fail with its worker")
            };
            Outcome::Failed(Failure::Error(error))
        }
        (Cause::Cancelled, _) => Outcome::Cancelled,
    }
}

/// The result as it is told: in the core it names its task.
fn result(dialect: Dialect, mut result: Value) -> CallToolResult {
    if dialect == Dialect::Core {
        let mut meta = Object::new();
        relate_to_task(&mut meta, TASK);
        result["_meta"] = json!(meta);
    }
    from_value(result).unwrap()
}
