//! A task that is at work waits for no input.
use mcp_typestate::{Task, Working};

fn unasked(task: &mut Task<Working>) {
    let _ = task.input();
}

fn main() {}
