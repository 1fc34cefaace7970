//! HTTP headers that let an intermediary route a request without reading its body (2026-07-28).

use crate::jsonrpc::AnyCall;

/// The header that has a request's method.
pub const MCP_METHOD: &str = "Mcp-Method";

/// The header that names what a request is about: a tool, a prompt, a resource's URI, a task's id.
pub const MCP_NAME: &str = "Mcp-Name";

/// The value of [`MCP_NAME`] for a request; none if its method has none, or its parameters lack it.
///
/// ```
/// use mcp_typestate::jsonrpc::AnyCall;
/// use mcp_typestate::routing;
/// use serde_json::json;
///
/// let poll = AnyCall::new("tasks/get", Some(json!({ "taskId": "t-1" })));
/// assert_eq!(routing::name(&poll), Some("t-1"));
/// assert_eq!(routing::name(&AnyCall::new("tools/list", None)), None);
/// ```
#[must_use]
pub fn name(call: &AnyCall) -> Option<&str> {
    let member = match call.method.as_str() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return None,
    };
    call.params.as_ref()?.get(member)?.as_str()
}
