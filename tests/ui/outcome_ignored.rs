//! A task that ended need not have succeeded: its outcome is looked at.
#![deny(unused_must_use)]
use mcp_typestate::v2025_11_25::CallTool;
use mcp_typestate::{Reply, ResultError, Task, Terminal};

fn careless(task: &Task<Terminal, CallTool>, reply: Reply) -> Result<(), ResultError> {
    task.result().accept(reply)?;
    Ok(())
}

fn main() {}
