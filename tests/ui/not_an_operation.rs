//! A task carries out a request, and not just anything.
use mcp_typestate::{Task, Working};

fn of_what(_task: Task<Working, String>) {}

fn main() {}
