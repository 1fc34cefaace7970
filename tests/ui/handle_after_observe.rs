//! A handle that was observed is gone: what it knew is stale.
use mcp_typestate::{Task, Update, Working};

fn twice(task: Task<Working>, first: Update, second: Update) {
    let _ = task.observe(first);
    let _ = task.observe(second);
}

fn main() {}
