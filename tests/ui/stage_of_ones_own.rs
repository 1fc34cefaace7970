//! The stages of a task's work are the protocol's.
use mcp_typestate::receiver::Stage;

struct Paused;

impl Stage for Paused {
    const NAME: &'static str = "paused";
}

fn main() {}
