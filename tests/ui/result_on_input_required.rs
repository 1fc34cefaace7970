//! A task that waits for input has no result to ask for.
use mcp_typestate::{InputRequired, Task};

fn impatient(task: &Task<InputRequired>) {
    let _ = task.result();
}

fn main() {}
