//! A worker that nobody keeps is dropped, and its task fails.
#![deny(unused_must_use)]
use mcp_typestate::receiver::{Report, Worker};

fn begin<R: Report>(task: &str, report: R) {
    Worker::take_up(task, report);
}

fn main() {}
