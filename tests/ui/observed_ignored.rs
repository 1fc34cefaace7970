//! What was observed holds the handle: to drop it is to lose the task.
#![deny(unused_must_use)]
use mcp_typestate::v2025_11_25::CallTool;
use mcp_typestate::{Refused, Task, Update, Working};

fn careless(
    task: Task<Working, CallTool>,
    update: Update,
) -> Result<(), Refused<Working, CallTool>> {
    task.observe(update)?;
    Ok(())
}

fn main() {}
