//! Tasks as their receiver keeps them: a pure core, and a store in memory around it.
//!
//! [`Record`] is the core. A record, an [`Event`] and a time give the next record or a [`Refusal`],
//! and a refusal is the JSON-RPC error that the protocol wants. It knows no storage, no clock and
//! no lock, so a map, a row or a key with compare-and-set serve alike. [`MemoryReceiver`] is the
//! embedded store: it takes requests in, and gives replies and notifications to send.
//!
//! ```
//! # #[cfg(feature = "v2025_11_25")] {
//! use std::time::{Duration, SystemTime};
//!
//! use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
//! use mcp_typestate::receiver::{Event, Handled, MemoryReceiver, Payload, Policy};
//! use mcp_typestate::v2025_11_25::{ClientCapabilities, ServerCapabilities};
//! use mcp_typestate::{Negotiated, Revision};
//! use serde_json::json;
//!
//! let client: ClientCapabilities = mcp_typestate::from_str(r#"{"tasks": {}}"#)?;
//! let server: ServerCapabilities = mcp_typestate::from_str(r#"{"tasks": {}}"#)?;
//! let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
//! let ids = || "a-hard-to-guess-id".to_owned();
//! let mut receiver = MemoryReceiver::new(session.server_tasks(), Policy::enveloped(), ids);
//!
//! let now = SystemTime::UNIX_EPOCH;
//! let params = json!({ "name": "research", "task": { "ttl": 60_000 } });
//! let call = RequestMessage { id: 1.into(), body: AnyCall::new("tools/call", Some(params)) };
//! let Handled::Started(started) = receiver.handle(call, now) else { panic!("a task") };
//!
//! let payload = Payload::Result(json!({ "content": [] }));
//! receiver.apply(&started.task, Event::Complete(payload), now)?;
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod memory;
mod params;
mod policy;
mod record;
mod refusal;

pub use memory::{Effect, Handled, MemoryReceiver, Started};
pub use policy::Policy;
pub use record::{Event, Payload, Record};
pub use refusal::Refusal;
