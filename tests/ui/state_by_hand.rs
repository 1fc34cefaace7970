//! A state comes from observing a task.
use mcp_typestate::{Terminal, TerminalStatus};

fn forged(seen: Terminal) -> Terminal {
    Terminal { status: TerminalStatus::Completed, ..seen }
}

fn main() {}
