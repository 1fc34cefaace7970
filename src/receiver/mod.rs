//! Tasks as their receiver keeps them: a pure core, and a store in memory around it.
//!
//! | | is | takes | gives |
//! |---|---|---|---|
//! | [`Record`] | one task, a value that a store keeps | an [`Event`] and a time | the next record and [`Effect`]s, or a [`Refusal`] |
//! | [`Policy`] | what a receiver decides, as data | a request | what is [`Asked`] of the records |
//! | [`MemoryReceiver`] | the embedded receiver | requests and events | replies, and what is [`Outgoing`] |
//! | [`Worker`] | the handle of whoever does the work | what the work has to say | events |
//!
//! The first two are pure: they know no storage, no clock, no lock and no runtime, so a row or a
//! key with compare-and-set serves as well as the map of the third. A [`Refusal`] is the JSON-RPC
//! error that the protocol wants. A [`Requestor`] says who asks: what was negotiated with it, and
//! in which context it sees tasks.
//!
//! ```
//! # #[cfg(all(feature = "v2025_11_25", feature = "system_ids"))] {
//! use std::time::SystemTime;
//!
//! use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
//! use mcp_typestate::receiver::{Event, Handled, MemoryReceiver, Payload, Policy, Requestor};
//! use mcp_typestate::v2025_11_25::{ClientCapabilities, ServerCapabilities};
//! use mcp_typestate::{Negotiated, Revision, Side};
//! use serde_json::json;
//!
//! let client: ClientCapabilities = mcp_typestate::from_str(r#"{"tasks": {}}"#)?;
//! let server: ServerCapabilities = mcp_typestate::from_str(r#"{"tasks": {}}"#)?;
//! let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
//! let requestor = Requestor::new(&session, Side::Server);
//! let mut receiver = MemoryReceiver::new(Policy::sole_requestor());
//!
//! let now = SystemTime::now();
//! let params = json!({ "name": "research", "task": { "ttl": 60_000 } });
//! let call = RequestMessage { id: 1.into(), body: AnyCall::new("tools/call", Some(params)) };
//! let Handled::Started { started, .. } = receiver.handle(&requestor, call, now) else {
//!     panic!("a task")
//! };
//!
//! let payload = Payload::from(json!({ "content": [] }));
//! let outgoing = receiver.apply(&started.task, Event::Complete(payload), now)?;
//! assert_eq!(outgoing.len(), 1); // the client is notified
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asked;
mod ids;
mod memory;
mod params;
mod policy;
mod record;
mod refusal;
mod requestor;
mod worker;

pub use asked::{About, Answer, Asked, Create, Given, ListTasks, Started};
pub use ids::Ids;
#[cfg(feature = "system_ids")]
pub use ids::SystemIds;
pub use memory::{Handled, MemoryReceiver, MemoryStore, Outgoing};
pub use policy::{Asks, EarlyResult, ListsFor, NullTtl, Policy, TaskSupport, Wish};
pub use record::{Effect, Event, Payload, PayloadError, Record, Step};
pub use refusal::Refusal;
pub use requestor::Requestor;
pub use worker::{
    IfDropped, NeedsInput, NotReported, Report, Running, Stage, Unreported, Work, Worker,
};
