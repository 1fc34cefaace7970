//! A task ends once.
use mcp_typestate::receiver::{Report, Running, Worker};
use mcp_typestate::v2025_11_25::{CallTool, CallToolResult};

fn end<R: Report>(worker: Worker<Running, R, CallTool>, result: &CallToolResult) {
    let _ = worker.finish(result);
    let _ = worker.finish(result);
}

fn main() {}
