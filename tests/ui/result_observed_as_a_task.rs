//! A result is no status: what is observed is a task.
use mcp_typestate::v2025_11_25::{CallTool, CallToolResult};
use mcp_typestate::{Task, Working};

fn mistaken(task: Task<Working, CallTool>, result: CallToolResult) {
    let _ = task.observe(result);
}

fn main() {}
