//! A handle comes from observing the task, and cannot be put together from another.
use std::marker::PhantomData;

use mcp_typestate::{Task, Terminal, Working};

fn forged(task: Task<Working>, state: Terminal) -> Task<Terminal> {
    Task { known: task.known, state, operation: PhantomData }
}

fn main() {}
