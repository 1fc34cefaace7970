//! A task is asked for with a proof that it was negotiated; a session alone is none.
use mcp_typestate::v2025_11_25::{CallTool, CallToolRequestParams};
use mcp_typestate::{Negotiated, Runs, TaskCall};

fn unproven(session: &Negotiated) -> TaskCall<CallTool> {
    Runs::<CallTool>::call(session, CallToolRequestParams::new("research"))
}

fn main() {}
