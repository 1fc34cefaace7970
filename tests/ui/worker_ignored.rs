//! A worker that nobody keeps is dropped, and its task fails.
#![deny(unused_must_use)]
use mcp_typestate::receiver::{Report, Started};

fn begin<R: Report>(started: &Started, report: R) {
    started.worker(report);
}

fn main() {}
