//! The operation fixes the type of the result.
use mcp_typestate::receiver::{Report, Running, Worker};
use mcp_typestate::v2025_11_25::{CallTool, CreateMessageResult};

fn end<R: Report>(worker: Worker<Running, R, CallTool>, result: &CreateMessageResult) {
    let _ = worker.finish(result);
}

fn main() {}
