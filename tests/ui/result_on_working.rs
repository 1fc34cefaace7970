//! A task that is at work has no result to ask for.
use mcp_typestate::{Task, Working};

fn impatient(task: &Task<Working>) {
    let _ = task.result();
}

fn main() {}
