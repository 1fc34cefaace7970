//! The operation that is called, as one type for both generations of tasks.

use mcp_typestate::v2025_11_25::CallToolRequestParams;
use mcp_typestate::v2026_07_28::{CallToolReply, CallToolResult};
use mcp_typestate::{Method, Request};

/// `tools/call` of whichever revision the session speaks.
///
/// A revision's own marker would fix the revision in every type that follows a task, and so double
/// them or make them generic. Here one marker without a revision is right, because the later types
/// read what both revisions write: an absent `resultType` stands for a complete result,
/// `structuredContent` is any JSON where it was an object, content is the same, and members that a
/// type does not know are kept. The other way round, structured content that is no object would be
/// an error. The parameters are the earlier ones: what the later revision adds to them is `_meta`,
/// which the session puts into every request, and what a retry has (see `call::demand`).
#[derive(Debug)]
pub(crate) enum CallTool {}

impl Method for CallTool {
    const METHOD: &'static str = "tools/call";
    type Params = CallToolRequestParams;
}

impl Request for CallTool {
    type Result = CallToolResult;
    type Reply = CallToolReply;
}
