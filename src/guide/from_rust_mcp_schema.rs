//! From rust-mcp-schema's types to these, by example.
//!
//! What is said of it was tried with 2.0 and its features `2025_11_25` and `schema_utils`.
//!
//! | with rust-mcp-schema | here |
//! |---|---|
//! | a revision per build: the features exclude each other | a module per revision, as many as you like |
//! | `schema_utils::ClientMessage`, `ServerMessage` | `ClientMessage`, `ServerMessage` of a revision: [`Message`](crate::jsonrpc::Message) |
//! | `ClientJsonrpcRequest::CallToolRequest(it)`, with `it.id` | `Message::Request(it)` with `it.id`, and `ClientRequest::CallTool` in `it.body` |
//! | `ServerMessage::Response(it)`, with `it.result` | `Message::Reply`, a [`Reply`](crate::jsonrpc::Reply) |
//! | `ResultFromServer`, any of all results | the result of the request: `Reply<CallToolResult>`, or [`typed`](crate::jsonrpc::Reply::typed) |
//! | `RpcError` | [`ErrorObject`](crate::jsonrpc::ErrorObject), with its codes in [`ErrorCode`](crate::jsonrpc::ErrorCode) |
//! | `RequestId::Integer`, `::String` | [`RequestId`](crate::RequestId) |
//! | `TextContent::new(text, None, None)` | `TextContent::new(text)`, and `.with_…` for the rest |
//! | a struct literal with every field | `new` with what it must have: a field more breaks nothing |
//! | `serde_json::Map` for a tool's schema, sorted | [`JsonSchema`](crate::json::JsonSchema), its own text |
//! | `serde_json::Map` for arguments and structured content | [`RawObject`](crate::json::RawObject): `arguments.decode::<Query>()?`, or `arguments.to_object()?` |
//! | `ContentBlock::TextContent(it)` | `ContentBlock::Text(it)`, and `Unknown` for kinds to come |
//! | members that are not known go | they stay, in `extra` |
//! | tasks of 2025-11-25, as types | tasks of three dialects, as a [typestate](crate::Task) |
//!
//! # Answer a request
//!
//! With rust-mcp-schema:
//!
//! ```text
//! let ClientMessage::Request(request) = serde_json::from_str(text)? else { return Ok(None) };
//! let ClientJsonrpcRequest::CallToolRequest(call) = request else { return Ok(None) };
//! let sunny = TextContent::new("It is sunny.".to_owned(), None, None);
//! let result = CallToolResult {
//!     content: vec![sunny.into()], is_error: None, meta: None, structured_content: None,
//! };
//! let reply = ServerJsonrpcResponse::new(call.id, ResultFromServer::CallToolResult(result));
//! ```
//!
//! Here:
//!
//! ```
//! use mcp_typestate::DecodeError;
//! use mcp_typestate::jsonrpc::{Message, Reply};
//! use mcp_typestate::v2025_11_25::{CallToolResult, ClientMessage, ClientRequest, TextContent};
//!
//! fn answer(text: &str) -> Result<Option<Reply<CallToolResult>>, DecodeError> {
//!     let Message::Request(request) = mcp_typestate::from_str::<ClientMessage>(text)? else {
//!         return Ok(None);
//!     };
//!     let ClientRequest::CallTool(_call) = request.body else { return Ok(None) };
//!     let sunny = TextContent::new("It is sunny.");
//!     Ok(Some(Reply::ok(request.id, CallToolResult::new(vec![sunny.into()]))))
//! }
//!
//! let text = r#"{ "jsonrpc": "2.0", "id": 7, "method": "tools/call",
//!     "params": { "name": "weather" } }"#;
//! assert!(answer(text)?.is_some());
//! // There it is another request than `CallToolRequest`; here it is an error with a place.
//! assert_eq!(answer(&text.replace(r#""weather""#, "7")).unwrap_err().path(), "params.name");
//! # Ok::<(), DecodeError>(())
//! ```
//!
//! # Read a reply
//!
//! There a result is the first of `ResultFromServer` that fits, and one kind of content that is not
//! known makes it another one. Here the request says what its result is.
//!
//! ```
//! use mcp_typestate::Reply;
//! use mcp_typestate::v2025_11_25::{CallToolResult, ContentBlock};
//!
//! let text = r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"smell"}],"x-more":1}}"#;
//! let reply: Reply<CallToolResult> = mcp_typestate::from_str(text)?;
//! let Reply::Result(message) = &reply else { panic!("{reply:?}") };
//! assert!(matches!(message.result.content[..], [ContentBlock::Unknown(_)]));
//! assert_eq!(serde_json::to_string(&reply)?, text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Build a value
//!
//! Structs here are `#[non_exhaustive]`, so there are no literals: `new` takes what the schema
//! requires, `with_…` the rest, and fields can be set. What is large lies in a box, such as the
//! `annotations` of content; `with_…` makes it.
//!
//! ```
//! use mcp_typestate::json::JsonSchema;
//! use mcp_typestate::v2025_11_25::{Tool, ToolAnnotations};
//!
//! let schema = r#"{"type":"object","properties":{"to":{},"by":{}}}"#;
//! let mut tool = Tool::new("move", mcp_typestate::from_str::<JsonSchema>(schema)?)
//!     .with_description("Moves the cursor.");
//! tool.annotations = Some(ToolAnnotations::new().with_read_only_hint(false));
//!
//! assert_eq!(tool.input_schema.get(), schema); // `to` is still before `by`
//! # Ok::<(), mcp_typestate::DecodeError>(())
//! ```
