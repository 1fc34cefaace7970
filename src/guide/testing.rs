//! For tests: is what is sent valid, do tools keep their word, does a session follow the rules.
//!
//! Reading is lenient, as a protocol wants it; a test wants to be strict. The feature `validate`
//! belongs among your dev-dependencies, so that your users do not pay for it:
//!
//! ```toml
//! [dev-dependencies]
//! mcp-typestate = { version = "0.1", features = ["validate"] }
//! ```
//!
//! # What we send
//!
//! A type cannot say everything: a URI is a string, a priority any number. The
//! [schema](crate::schema) can, and says all that is wrong at once.
//!
//! ```
//! use mcp_typestate::Revision;
//! use mcp_typestate::schema::Schema;
//! use mcp_typestate::v2025_11_25::{Annotations, CallToolResult, TextContent};
//!
//! let schema = Schema::of(&Revision::V2025_11_25).expect("a revision that is known");
//! let result = schema.definition("CallToolResult").expect("a definition");
//!
//! let mut text = TextContent::new("done");
//! assert!(result.validate_typed(&CallToolResult::new(vec![text.clone().into()])).is_ok());
//!
//! text.annotations = Some(Box::new(Annotations::new().with_priority(7)));
//! let violations = result.validate_typed(&CallToolResult::new(vec![text.into()])).unwrap_err();
//! assert_eq!(
//!     violations.to_string(),
//!     "content[0].annotations.priority: found 7, expected at most 1 (maximum)",
//! );
//! ```
//!
//! Whole messages are held against a session by [`Messages`](crate::schema::Messages): who may send
//! them, and what was negotiated. A reply comes with the request that it answers, since nothing in it
//! says what its result is.
//!
//! ```
//! # use mcp_typestate::v2025_11_25::{ClientCapabilities, ServerCapabilities};
//! use mcp_typestate::schema::{Answers, Messages};
//! use mcp_typestate::{Negotiated, Revision, Side};
//! use serde_json::json;
//!
//! # let client: ClientCapabilities = mcp_typestate::from_str("{}")?;
//! # let server: ServerCapabilities = mcp_typestate::from_str("{}")?;
//! let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
//! let messages = Messages::of(&session).expect("a revision that is known");
//!
//! let reply = json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [] } });
//! let listed = Answers::to("tools/list");
//! assert!(messages.validate(Side::Server, &reply, Some(&listed)).is_ok());
//! let called = Answers::to("tools/call");
//! assert!(messages.validate(Side::Server, &reply, Some(&called)).is_err());
//!
//! // `validate_typed` takes what is sent as it is.
//! let request = json!({ "jsonrpc": "2.0", "id": 2, "method": "roots/list" });
//! let violations = messages.validate_typed(Side::Client, &request, None).unwrap_err();
//! assert!(violations.to_string().contains("a method that the client sends"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a tool promised
//!
//! A tool's output schema is the server's promise, and its input schema the client's duty.
//! [`ToolSchema`](crate::schema::ToolSchema) holds values against either.
//!
//! ```
//! use mcp_typestate::schema::ToolSchema;
//! use serde_json::json;
//!
//! let tool: mcp_typestate::v2025_11_25::Tool = mcp_typestate::from_str(r#"{
//!     "name": "weather",
//!     "inputSchema": { "type": "object", "required": ["city"],
//!                      "properties": { "city": { "type": "string" } } },
//!     "outputSchema": { "type": "object", "required": ["degrees"],
//!                       "properties": { "degrees": { "type": "number" } } }
//! }"#)?;
//! let input = ToolSchema::compile(&tool.input_schema.to_value())?;
//! let output = ToolSchema::compile(&tool.output_schema.expect("it has one").to_value())?;
//!
//! assert!(input.validate(&json!({ "city": "Bern" })).is_ok());
//! let violations = output.validate(&json!({ "degrees": "hot" })).unwrap_err();
//! assert_eq!(violations.to_string(), "degrees: found \"hot\", expected a number (type)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A `TypedTool` (feature `schemars`, module `tool`) has its schemas from the types, and attributes
//! can have them promise what serde does not do. `check_arguments` and `check_output` are for that:
//! the value, as it is written, has to be allowed, and to be read as the same again.
//!
//! ```
//! # #[cfg(feature = "schemars")] {
//! use mcp_typestate::tool::TypedTool;
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize, JsonSchema)]
//! struct Query {
//!     city: String,
//!     #[serde(skip_serializing)]   // and yet it is required
//!     days: u8,
//! }
//!
//! const FORECAST: TypedTool<Query> = TypedTool::new("forecast");
//!
//! let query = Query { city: "Bern".to_owned(), days: 2 };
//! let disagreement = FORECAST.check_arguments(&query).unwrap_err();
//! assert!(disagreement.to_string().contains("days"), "{disagreement}");
//! # }
//! ```
//!
//! # A whole session
//!
//! Let your transport write down what it carries in a test, one message a line with who sent it,
//! and hold the recording against the protocol's [rules](crate::check). The program
//! `mcp-typestate check` (feature `cli`) does the same for a file.
//!
//! ```
//! use mcp_typestate::check::{Checker, Recording};
//!
//! fn findings(recorded: &str) -> std::io::Result<Vec<String>> {
//!     let mut recording = Recording::new(recorded.as_bytes());
//!     let mut checker = Checker::new().with_revision("2025-11-25");
//!     let mut found = Vec::new();
//!     while let Some(item) = recording.next()? {
//!         found.extend(checker.item(&item).findings);
//!     }
//!     found.extend(checker.finish());
//!     Ok(found.iter().map(ToString::to_string).collect())
//! }
//!
//! let good = r#"
//! {"from": "client", "message": {"jsonrpc": "2.0", "id": 1, "method": "ping"}}
//! {"from": "server", "message": {"jsonrpc": "2.0", "id": 1, "result": {}}}
//! "#;
//! assert_eq!(findings(good)?, [""; 0]);
//! let bad = good.replace(r#""id": 1, "result""#, r#""id": 1, "outcome""#);
//! assert!(!findings(&bad)?.is_empty());
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # The other side
//!
//! Neither side needs a process or a wire to be tested. A client talks to this crate's own
//! [receiver](crate::receiver), as in each example of the [client's page](super::client). A server
//! is asked by the client's handles, which send nothing that is out of turn. What goes to and fro
//! can be checked on the way: an [`Entry`](crate::check::Entry) is a message with its sender, and no
//! text of it is needed.
//!
//! ```
//! # use std::time::SystemTime;
//! # use mcp_typestate::receiver::{Event, Payload};
//! # use mcp_typestate::v2025_11_25::{ClientCapabilities, ServerCapabilities};
//! use mcp_typestate::check::{Checker, Entry, Finding};
//! use mcp_typestate::jsonrpc::{AnyCall, Reply, RequestMessage};
//! use mcp_typestate::receiver::{Handled, MemoryReceiver, Policy, Requestor};
//! use mcp_typestate::v2025_11_25::{CallTool, CallToolRequestParams};
//! use mcp_typestate::{Created, Negotiated, Observed, Revision, Side};
//!
//! struct Server {
//!     receiver: MemoryReceiver<fn() -> String>,
//!     requestor: Requestor,
//!     checker: Checker,
//!     found: Vec<Finding>,
//!     messages: u64,
//! }
//!
//! impl Server {
//!     fn ask(&mut self, request: RequestMessage<AnyCall>) -> serde_json::Result<Reply> {
//!         self.check(Side::Client, serde_json::to_value(&request)?);
//!         // Yours goes on with what is not of tasks.
//!         let handled = self.receiver.handle(&self.requestor, request, SystemTime::UNIX_EPOCH);
//!         let reply = match handled {
//!             Handled::Reply { reply, .. } => reply,
//!             Handled::Started { started, .. } => started.reply,
//!             other => panic!("no reply: {other:?}"),
//!         };
//!         self.check(Side::Server, serde_json::to_value(&reply)?);
//!         Ok(reply)
//!     }
//!
//!     fn check(&mut self, from: Side, message: serde_json::Value) {
//!         self.messages += 1; // a finding names it for the line
//!         let entry = Entry::new(self.messages, message).with_from(from);
//!         self.found.extend(self.checker.entry(&entry).findings);
//!     }
//! }
//!
//! # let client: ClientCapabilities = mcp_typestate::from_str(r#"{ "tasks": {} }"#)?;
//! # let server: ServerCapabilities = mcp_typestate::from_str(
//! #     r#"{ "tasks": { "requests": { "tools": { "call": {} } } } }"#,
//! # )?;
//! # let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
//! let mut server = Server {
//!     receiver: MemoryReceiver::with_ids(Policy::new(), || "t-1".to_owned()),
//!     requestor: Requestor::new(&session, Side::Server),
//!     checker: Checker::new().with_revision("2025-11-25"),
//!     found: Vec::new(),
//!     messages: 0,
//! };
//!
//! let call = session.server_tasks()?.runs::<CallTool>()?;
//! let call = call.call(CallToolRequestParams::new("research"));
//! let created = call.accept(server.ask(call.message(1)?)?)?;
//! let Created::Task(Observed::Working(task)) = created else { panic!("it is to be a task") };
//! # let end = Payload::from(serde_json::json!({ "content": [] }));
//! # let _ = server.receiver.apply(task.id(), Event::Complete(end), SystemTime::UNIX_EPOCH)?;
//! // ... the work is done ...
//! let reply = server.ask(task.poll().message(2))?;
//! let Observed::Terminal(done) = task.observe(reply)? else { panic!("it is to have ended") };
//! let result = done.result();
//! let outcome = result.accept(server.ask(result.message(3))?)?;
//! assert!(outcome.into_result()?.content.is_empty());
//!
//! server.found.extend(server.checker.finish());
//! assert_eq!(server.found, []);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
