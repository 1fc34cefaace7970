//! Tasks are listed with a proof that the receiver offers it; the general proof is not enough.
use mcp_typestate::{Listing, Tasks};

fn unproven(tasks: &Tasks) {
    let _ = Listing::message(tasks, 1, None);
}

fn main() {}
