//! For the author of a gateway: route by what a message is, and pass on the text as it came.
//!
//! A gateway that decodes and encodes what it carries costs its users time and, with most types,
//! members that it does not know. It needs neither: an [`Envelope`](crate::jsonrpc::Envelope)
//! borrows the method, the id and the places of the bodies from the text, and skips the rest.
//!
//! # Route a request
//!
//! Replies carry no method. Whoever routes them remembers which id went where; the ids of several
//! clients collide, so that each gets a number of the gateway's own on the way to the server.
//!
//! ```
//! use std::borrow::Cow;
//! use std::collections::{BTreeMap, HashMap};
//!
//! use mcp_typestate::RequestId;
//! use mcp_typestate::jsonrpc::Envelope;
//! use serde_json::value::RawValue;
//!
//! /// Requests that wait: under our own id, the client that asked and the id under which it did.
//! #[derive(Default)]
//! struct Waiting {
//!     requests: HashMap<i64, (u32, RequestId)>,
//!     last: i64,
//! }
//!
//! /// A message with one of its members replaced: everything else is the text that came.
//! fn with_id(text: &str, id: &RequestId) -> Result<String, Box<dyn std::error::Error>> {
//!     let mut members: BTreeMap<Cow<'_, str>, &RawValue> = serde_json::from_str(text)?;
//!     let id = serde_json::value::to_raw_value(id)?;
//!     members.insert("id".into(), &id);
//!     Ok(serde_json::to_string(&members)?)
//! }
//!
//! fn to_server(
//!     client: u32,
//!     text: &str,
//!     waiting: &mut Waiting,
//! ) -> Result<String, Box<dyn std::error::Error>> {
//!     match Envelope::from_str(text)? {
//!         Envelope::Request { id, .. } => {
//!             waiting.last += 1;
//!             waiting.requests.insert(waiting.last, (client, id.into()));
//!             with_id(text, &RequestId::from(waiting.last))
//!         }
//!         _ => Ok(text.to_owned()),
//!     }
//! }
//!
//! fn to_client(
//!     text: &str,
//!     waiting: &mut Waiting,
//! ) -> Result<Option<(u32, String)>, Box<dyn std::error::Error>> {
//!     let id = match Envelope::from_str(text)? {
//!         Envelope::Result { id, .. } | Envelope::Error { id: Some(id), .. } => id,
//!         _ => return Ok(None), // what the server asks or tells, or an error that answers nothing
//!     };
//!     let RequestId::Integer(ours) = RequestId::from(id) else { return Ok(None) };
//!     let Some((client, theirs)) = waiting.requests.remove(&ours) else { return Ok(None) };
//!     Ok(Some((client, with_id(text, &theirs)?)))
//! }
//!
//! let mut waiting = Waiting::default();
//! let asked = r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"x-odd":[1.50]}}"#;
//! let sent = to_server(3, asked, &mut waiting)?;
//! assert!(sent.contains(r#""id":1"#) && sent.contains(r#"{"x-odd":[1.50]}"#));
//!
//! let answered = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;
//! let (client, text) = to_client(answered, &mut waiting)?.expect("somebody waits");
//! assert_eq!(client, 3);
//! assert_eq!(text, r#"{"id":"a","jsonrpc":"2.0","result":{"content":[]}}"#);
//!
//! // A request of the server's own has an id of the server's, and answers nothing.
//! to_server(3, asked, &mut waiting)?;
//! let asks = r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#;
//! assert!(to_client(asks, &mut waiting)?.is_none() && waiting.requests.len() == 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Ids that stand in a body want the same: the `requestId` of `notifications/cancelled`, and the
//! progress tokens of several clients. And so do the ids of requests that several servers send of
//! their own, on the way to one client.
//!
//! A message over stdio is one line, and a text from HTTP may have line breaks between its members:
//! on the way there it passes through [`Raw::on_one_line`](crate::json::Raw::on_one_line).
//!
//! # Look inside, once
//!
//! Where a decision needs one thing of the body, read the body's text as a type of your own. It is
//! the same text, so nothing is read twice and nothing else is built.
//!
//! ```
//! use std::borrow::Cow;
//!
//! use mcp_typestate::jsonrpc::Envelope;
//!
//! #[derive(serde::Deserialize)]
//! struct Named<'a> {
//!     #[serde(borrow)] // unless it has escapes
//!     name: Cow<'a, str>,
//! }
//!
//! fn tool<'a>(message: &Envelope<'a>) -> Option<Cow<'a, str>> {
//!     match message {
//!         Envelope::Request { method, params: Some(params), .. } if method == "tools/call" => {
//!             serde_json::from_str::<Named>(params).ok().map(|named| named.name)
//!         }
//!         _ => None,
//!     }
//! }
//!
//! let text = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search"}}"#;
//! assert_eq!(tool(&Envelope::from_str(text)?).as_deref(), Some("search"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Over HTTP not even that is needed: since 2026-07-28 a request names its method, and what it is
//! about, in headers, and [`routing`](crate::routing) has them.
//!
//! # Refuse what is none
//!
//! What is no message is answered as JSON-RPC has it. A request whose body turns out wrong further
//! down can still be answered by its id, which the envelope read.
//!
//! ```
//! use mcp_typestate::RequestId;
//! use mcp_typestate::jsonrpc::{Envelope, ErrorCode, ErrorMessage, ErrorObject, Reply};
//!
//! fn refusal(text: &str) -> Option<Reply> {
//!     let error = Envelope::from_str(text).err()?;
//!     let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
//!     let code = if is_json { ErrorCode::INVALID_REQUEST } else { ErrorCode::PARSE_ERROR };
//!     let mut message = ErrorMessage::new(0, ErrorObject::new(code, error.to_string()));
//!     message.id = None; // nobody knows whom it answers
//!     Some(Reply::Error(message))
//! }
//!
//! assert!(refusal(r#"{"jsonrpc":"2.0","method":"ping","id":1}"#).is_none());
//! let code = |text| match refusal(text) {
//!     Some(Reply::Error(message)) => message.error.code,
//!     other => panic!("{other:?}"),
//! };
//! assert_eq!(code(r#"{"jsonrpc":"2.0"}"#), ErrorCode::INVALID_REQUEST);
//! assert_eq!(code("{"), ErrorCode::PARSE_ERROR);
//! # let _ = RequestId::from(1);
//! ```
