//! The client: who it is, and what was negotiated with it.

use mcp_typestate::json::{Object, Raw};
use mcp_typestate::jsonrpc::{AnyCall, Reply, RequestId, RequestMessage};
use mcp_typestate::receiver::{Refusal, Requestor};
use mcp_typestate::v2025_11_25::{
    ClientCapabilities, InitializeRequestParams, ServerCapabilities, ServerTaskRequests,
    ServerTasksCapability, ToolTaskRequests, ToolsCapability,
};
use mcp_typestate::{Negotiated, Revision, Side, TASKS_EXTENSION, from_value, v2026_07_28};
use serde_json::{Value, json};

use crate::work;

/// The client at the other end, in both generations of tasks: in the core it says once what it can
/// do, in the extension on each request.
pub struct Client {
    context: Option<String>,
    /// As it is since `initialize`.
    session: Requestor,
    stateless: Requestor,
}

impl Client {
    /// A client that acts in a context, such as a user's name. Where a server has many clients,
    /// this is what their access tokens were checked for; here it is whoever started the process.
    pub fn new(context: Option<String>) -> Self {
        let session = Requestor::new(&core(&ClientCapabilities::new(), false), Side::Server);
        let stateless = bound(Requestor::stateless(&in_extension()), context.as_deref());
        Self { context, session, stateless }
    }

    /// The requestor of a call, by the revision that it names in its `_meta`, or does not.
    pub fn requestor(&self, call: &AnyCall) -> &Requestor {
        if in_revision_of_extension(call) { &self.stateless } else { &self.session }
    }

    /// The reply to what a client asks before it calls anything. None if the request is another.
    pub fn greets(&mut self, request: &RequestMessage<AnyCall>) -> Option<Reply> {
        let result = match request.body.method.as_str() {
            "initialize" => match self.initialize(&request.body) {
                Ok(result) => result,
                Err(refusal) => return Some(refusal.reply(request.id.clone())),
            },
            "server/discover" => cacheable(json!({
                "capabilities": in_extension(),
                "supportedVersions": [Revision::V2026_07_28],
            })),
            "tools/list" => cacheable(json!({ "tools": [work::tool()] })),
            "ping" => json!({}),
            _ => return None,
        };
        Some(reply(request.id.clone(), &result))
    }

    fn initialize(&mut self, call: &AnyCall) -> Result<Value, Refusal> {
        let params = call.params.clone().unwrap_or_default();
        let params: InitializeRequestParams =
            from_value(params).map_err(|error| Refusal::InvalidParams(error.to_string()))?;
        let lists = self.context.is_some();
        let session = core(&params.capabilities, lists);
        self.session = bound(Requestor::new(&session, Side::Server), self.context.as_deref());
        Ok(json!({
            "protocolVersion": Revision::V2025_11_25,
            "capabilities": in_core(lists),
            "serverInfo": { "name": "redis-receiver", "version": env!("CARGO_PKG_VERSION") },
        }))
    }
}

fn core(theirs: &ClientCapabilities, lists: bool) -> Negotiated {
    Negotiated::new(Revision::V2025_11_25, theirs, &in_core(lists))
}

fn bound(requestor: Requestor, context: Option<&str>) -> Requestor {
    match context {
        Some(context) => requestor.in_context(context),
        None => requestor,
    }
}

/// What is declared in the core. Tasks are listed only for those who can be told apart.
fn in_core(lists: bool) -> ServerCapabilities {
    let tools = ToolTaskRequests::new().with_call(Object::new());
    let mut tasks = ServerTasksCapability::new()
        .with_cancel(Object::new())
        .with_requests(ServerTaskRequests::new().with_tools(tools));
    tasks.list = lists.then(Object::new);
    ServerCapabilities::new().with_tools(ToolsCapability::new()).with_tasks(tasks)
}

fn in_extension() -> v2026_07_28::ServerCapabilities {
    v2026_07_28::ServerCapabilities::new()
        .with_tools(v2026_07_28::ToolsCapability::new())
        .with_extensions([(TASKS_EXTENSION.to_owned(), Object::new())].into())
}

fn in_revision_of_extension(call: &AnyCall) -> bool {
    let meta = call.params.as_ref().and_then(|params| params.get("_meta"));
    let revision = meta.and_then(|meta| meta.get("io.modelcontextprotocol/protocolVersion"));
    revision.is_some_and(|it| it == Revision::V2026_07_28.as_str())
}

/// A result as 2026-07-28 wants it, to be asked for anew each time; the core does not mind.
fn cacheable(mut result: Value) -> Value {
    result["resultType"] = json!("complete");
    result["ttlMs"] = json!(0);
    result["cacheScope"] = json!("private");
    result
}

fn reply(id: RequestId, result: &Value) -> Reply {
    // A `Value` can always be written.
    Reply::ok(id, Raw::from_value(result).unwrap_or_else(|_| Raw::null()))
}
