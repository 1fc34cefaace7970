//! A proof comes from negotiation.
use mcp_typestate::{Cancelling, Tasks};

fn forged(tasks: Tasks) -> Cancelling {
    Cancelling(tasks)
}

fn main() {}
