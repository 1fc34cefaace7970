//! What waits for input goes on before it finishes.
use mcp_typestate::receiver::{NeedsInput, Report, Worker};
use mcp_typestate::v2025_11_25::{CallTool, CallToolResult};

fn end<R: Report>(worker: Worker<NeedsInput, R, CallTool>, result: &CallToolResult) {
    let _ = worker.finish(result);
}

fn main() {}
