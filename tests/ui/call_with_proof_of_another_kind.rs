//! A proof that tools run as tasks is none for sampling.
use mcp_typestate::v2025_11_25::{CallTool, CreateMessage, CreateMessageRequestParams};
use mcp_typestate::{Runs, TaskCall};

fn sample(
    tools: &Runs<CallTool>,
    params: CreateMessageRequestParams,
) -> TaskCall<CreateMessage> {
    tools.call(params)
}

fn main() {}
