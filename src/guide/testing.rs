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
//! A client is tested against this crate's own receiver, and a server against its tasks, without a
//! process or a wire: the [client's page](super::client) does it in each of its examples.
