//! A notification is not answered, and so never runs as a task.
use mcp_typestate::v2025_11_25::Progress;
use mcp_typestate::Tasks;

fn mistaken(tasks: &Tasks) {
    let _ = tasks.runs::<Progress>();
}

fn main() {}
