//! A task that has ended does not move.
use mcp_typestate::{Task, Terminal, Update};

fn undo(task: Task<Terminal>, update: Update) {
    let _ = task.observe(update);
}

fn main() {}
