//! The protocol has three states, and nobody adds a fourth.
use mcp_typestate::State;

struct Paused;

impl State for Paused {
    const NAME: &'static str = "paused";
}

fn main() {}
