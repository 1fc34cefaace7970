//! A task is cancelled with a proof that the receiver offers it.
use mcp_typestate::{Task, Working};

fn unproven(task: &Task<Working>) {
    let _ = task.cancel();
}

fn main() {}
