//! A task that was started has one worker.
use mcp_typestate::receiver::{Report, Started};

fn begin<R: Report + Clone>(started: Started, report: R) {
    let _ = started.worker(report.clone());
    let _ = started.worker(report);
}

fn main() {}
