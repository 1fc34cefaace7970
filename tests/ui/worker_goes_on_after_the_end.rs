//! A task that has ended has nothing more to tell.
use mcp_typestate::jsonrpc::ErrorObject;
use mcp_typestate::receiver::{Report, Running, Worker};

fn end<R: Report>(mut worker: Worker<Running, R>, error: ErrorObject) {
    let _ = worker.fail(error);
    let _ = worker.progress("and on");
}

fn main() {}
