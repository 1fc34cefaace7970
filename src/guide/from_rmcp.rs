//! From rmcp's types to these, by example.
//!
//! rmcp is transports, a runtime and macros for servers as well. What follows is about its module
//! `model` alone; the rest has no counterpart here. What is said of it was tried with 3.11.
//!
//! | with rmcp | here |
//! |---|---|
//! | one model for all revisions, fields of later ones optional | [a module per revision](crate#where-things-are), as many in one build as you like |
//! | `ClientJsonRpcMessage`, `ServerJsonRpcMessage` | `ClientMessage`, `ServerMessage` of a revision: [`Message`](crate::jsonrpc::Message) |
//! | `JsonRpcMessage::Request(it)`, with `it.request` | `Message::Request(it)`, with `it.body` |
//! | `JsonRpcMessage::Response` and `::Error` | `Message::Reply`, a [`Reply`](crate::jsonrpc::Reply) |
//! | `ClientRequest::CallToolRequest(it)` | `ClientRequest::CallTool(it)` |
//! | `ClientRequest::CustomRequest(it)` | `ClientRequest::Custom(it)`, for methods that the revision does not name |
//! | `ServerResult`, any of all results | the result of the request: `Reply<CallToolResult>`, or [`typed`](crate::jsonrpc::Reply::typed) |
//! | `ErrorData::invalid_params(text, data)` | [`ErrorObject::new`](crate::jsonrpc::ErrorObject::new) with [`INVALID_PARAMS`](crate::jsonrpc::ErrorCode::INVALID_PARAMS) |
//! | `NumberOrString` | [`RequestId`](crate::RequestId) |
//! | `ProtocolVersion::V_2025_11_25` | [`Revision::V2025_11_25`](crate::Revision::V2025_11_25) |
//! | `CallToolResult::success(content)`, `::error(content)` | `CallToolResult::new(content)`, and `.with_is_error(true)` |
//! | `ContentBlock::text(text)` | `TextContent::new(text).into()` |
//! | `Cow<'static, str>` and `Arc<JsonObject>` for names and schemas | `String`, and [`JsonSchema`](crate::json::JsonSchema), which keeps its text |
//! | `JsonObject` for arguments, `Value` for structured content | [`RawObject`](crate::json::RawObject): `arguments.decode::<Query>()?`, or `arguments.to_object()?` |
//! | members that are not known go | they stay, in `extra` |
//! | tasks of the extension, as types | tasks of three dialects, as a [typestate](crate::Task) |
//!
//! # Answer a request
//!
//! With rmcp:
//!
//! ```text
//! let message: ClientJsonRpcMessage = serde_json::from_str(text)?;
//! let JsonRpcMessage::Request(request) = message else { return Ok(None) };
//! let reply: ServerJsonRpcMessage = match request.request {
//!     ClientRequest::CallToolRequest(call) if call.params.name == "weather" => {
//!         let result = CallToolResult::success(vec![ContentBlock::text("It is sunny.")]);
//!         JsonRpcMessage::response(ServerResult::CallToolResult(result), request.id)
//!     }
//!     _ => JsonRpcMessage::error(ErrorData::invalid_params("not here", None), Some(request.id)),
//! };
//! ```
//!
//! Here:
//!
//! ```
//! use mcp_typestate::DecodeError;
//! use mcp_typestate::jsonrpc::{ErrorCode, ErrorObject, Message, Reply};
//! use mcp_typestate::v2025_11_25::{CallToolResult, ClientMessage, ClientRequest, TextContent};
//!
//! fn answer(text: &str) -> Result<Option<Reply<CallToolResult>>, DecodeError> {
//!     let Message::Request(request) = mcp_typestate::from_str::<ClientMessage>(text)? else {
//!         return Ok(None);
//!     };
//!     Ok(Some(match request.body {
//!         ClientRequest::CallTool(call) if call.params.name == "weather" => {
//!             let sunny = TextContent::new("It is sunny.");
//!             Reply::ok(request.id, CallToolResult::new(vec![sunny.into()]))
//!         }
//!         _ => Reply::error(request.id, ErrorObject::new(ErrorCode::INVALID_PARAMS, "not here")),
//!     }))
//! }
//!
//! let text = r#"{ "jsonrpc": "2.0", "id": 7, "method": "tools/call",
//!     "params": { "name": "weather" } }"#;
//! assert!(matches!(answer(text)?, Some(Reply::Result(_))));
//! // rmcp reads this one as a `CustomRequest`; here it is an error with a place.
//! let error = answer(&text.replace(r#""weather""#, "7")).unwrap_err();
//! assert_eq!(error.path(), "params.name");
//! # Ok::<(), DecodeError>(())
//! ```
//!
//! # Read a reply
//!
//! rmcp reads a result as the first of its `ServerResult` that fits. A result with a kind of
//! content that it does not know is another variant, and what is not known in one that fits is
//! dropped. Here the request says what its result is, so there is nothing to fit.
//!
//! ```
//! use mcp_typestate::Reply;
//! use mcp_typestate::v2025_11_25::{CallTool, CallToolResult, ContentBlock, ServerMessage};
//! use mcp_typestate::jsonrpc::Message;
//!
//! let text = r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"smell"}],"x-more":1}}"#;
//! let reply: Reply<CallToolResult> = mcp_typestate::from_str(text)?; // the request is known
//! let Reply::Result(message) = &reply else { panic!("{reply:?}") };
//! assert!(matches!(message.result.content[..], [ContentBlock::Unknown(_)]));
//! assert_eq!(serde_json::to_string(&reply)?, text);
//!
//! // Or, as messages come in: the id says which request it was.
//! let Message::Reply(reply) = mcp_typestate::from_str::<ServerMessage>(text)? else { panic!() };
//! let Reply::Result(message) = reply.typed::<CallTool>()? else { panic!() };
//! # let _ = message;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Revisions
//!
//! Where rmcp has one struct whose later fields are `None`, each revision here has its own, with
//! what it requires: a request of 2026-07-28 cannot be made without its `_meta`. Code for several
//! revisions is generic over what it needs of them, such as [`Request`](crate::Request), or
//! matches on what was negotiated.
//!
//! ```
//! use mcp_typestate::{v2025_11_25 as old, v2026_07_28 as new};
//!
//! let _ = old::CallToolRequestParams::new("weather");
//! let meta = new::RequestMeta::new(new::ClientCapabilities::new(), "2026-07-28");
//! let _ = new::CallToolRequestParams::new("weather", meta);
//! ```
