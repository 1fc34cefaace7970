//! A task that has ended cannot be cancelled, not even with the proof.
use mcp_typestate::{Cancelling, Task, Terminal};

fn too_late(task: &Task<Terminal>, proof: &Cancelling) {
    let _ = task.cancel(proof);
}

fn main() {}
