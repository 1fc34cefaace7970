//! An elicitation's task does not end in a tool's result.
use mcp_typestate::v2025_11_25::{CallToolResult, Elicit};
use mcp_typestate::{Outcome, Reply, ResultError, Task, Terminal};

fn mistaken(
    task: &Task<Terminal, Elicit>,
    reply: Reply,
) -> Result<Outcome<CallToolResult>, ResultError> {
    task.result().accept(reply)
}

fn main() {}
