//! For the author of a server: know who asks, decide what is granted, do the work, keep records.
//!
//! The [`receiver`](crate::receiver) answers what is about tasks, by the rules of the requestor's
//! dialect. What is yours is the work, the transport, and everything that is not about tasks.
//! `examples/task_server.rs` is a whole server over standard input and output, in both generations
//! of tasks, in under 120 lines; `examples/redis_receiver` keeps its records in Redis, for several
//! processes.
//!
//! ```text
//!             ┌────────────────────── your transport ─────────────────────┐
//!  request ─► │ MemoryReceiver::handle ─► Reply, Deferred ─► send         │
//!             │                        ─► Started ─► your work            │
//!             │                        ─► NotOurs ─► your other methods   │
//!  reply   ─► │ MemoryReceiver::replied ─► Outgoing::Input ─► your work   │
//!             │ Worker ─► MemoryReceiver::apply ─► Outgoing::Send ─► send │
//!             └───────────────────────────────────────────────────────────┘
//! ```
//!
//! # Know who asks
//!
//! A [`Requestor`](crate::receiver::Requestor) is made once for a connection, from what was
//! negotiated on it, and given with every request. A client of 2026-07-28 negotiates nothing
//! beforehand and says on each request what it can do. Where tokens tell people apart, the
//! requestor acts in their context, and sees nobody else's tasks: to others they are unknown, in
//! the same bytes as an id that never was.
//!
//! ```
//! # #[cfg(feature = "v2026_07_28")] {
//! use mcp_typestate::receiver::Requestor;
//! use mcp_typestate::{Negotiated, Revision, Side, v2025_11_25, v2026_07_28};
//!
//! # let client = v2025_11_25::ClientCapabilities::new();
//! let declared = r#"{ "tasks": { "list": {}, "requests": { "tools": { "call": {} } } } }"#;
//! let ours: v2025_11_25::ServerCapabilities = mcp_typestate::from_str(declared)?;
//! // In `initialize`, with the client's capabilities:
//! let session = Negotiated::new(Revision::V2025_11_25, &client, &ours);
//! let alice = Requestor::new(&session, Side::Server).in_context("alice").over(17);
//!
//! // On an endpoint of 2026-07-28, once:
//! let declared = r#"{ "extensions": { "io.modelcontextprotocol/tasks": {} } }"#;
//! let ours: v2026_07_28::ServerCapabilities = mcp_typestate::from_str(declared)?;
//! let anybody = Requestor::stateless(&ours);
//! # let _ = (alice, anybody);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Decide what is granted
//!
//! A [`Policy`](crate::receiver::Policy) is data: TTLs, poll interval, limits, who may list, which
//! tools run as tasks. What it grants is what the task reports, and is written into its record.
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::time::Duration;
//!
//! use mcp_typestate::receiver::{Policy, TaskSupport, Wish};
//!
//! let mut policy = Policy::new();
//! policy.max_ttl = Some(Duration::from_secs(600));
//! policy.tools = Some(BTreeMap::from([("research".to_owned(), TaskSupport::Required)]));
//! assert_eq!(policy.grants(Wish::Ttl(Duration::from_secs(86_400))), policy.max_ttl);
//! assert_eq!(policy.supports("add"), TaskSupport::Forbidden);
//! ```
//!
//! # Take requests in, and do the work
//!
//! [`handle`](crate::receiver::MemoryReceiver::handle) says what became of a request. A task that
//! was started comes with the call, and [`work`](crate::receiver::Started::work) reads its
//! parameters and gives the [`Worker`](crate::receiver::Worker): the one handle through which the
//! task goes on. It reports through a function of yours, here through a lock; across threads, a
//! channel to whoever has the receiver does as well.
//!
//! ```
//! # #[cfg(feature = "system_ids")] {
//! use std::sync::Mutex;
//! use std::time::SystemTime;
//!
//! # use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
//! use mcp_typestate::receiver::{
//!     Event, Handled, MemoryReceiver, Outgoing, Policy, Refusal, Requestor,
//! };
//! use mcp_typestate::v2025_11_25::{CallTool, CallToolResult, TextContent};
//! # use mcp_typestate::v2025_11_25::{ClientCapabilities, ServerCapabilities};
//! # use mcp_typestate::{Negotiated, Revision, Side};
//!
//! # let client: ClientCapabilities = mcp_typestate::from_str(r#"{ "tasks": {} }"#)?;
//! # let server: ServerCapabilities = mcp_typestate::from_str(r#"{ "tasks": {} }"#)?;
//! # let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
//! # let requestor = Requestor::new(&session, Side::Server);
//! # let params = serde_json::json!({ "name": "research", "task": {} });
//! # let request = RequestMessage { id: 1.into(), body: AnyCall::new("tools/call", Some(params)) };
//! # fn send<T: serde::Serialize>(message: &T) { let _ = serde_json::to_string(message); }
//! let receiver = Mutex::new(MemoryReceiver::new(Policy::sole_requestor()));
//! let carry_out = |outgoing: Vec<Outgoing>| {
//!     for outgoing in outgoing {
//!         if let Outgoing::Send { message, .. } = outgoing {
//!             send(&message);
//!         }
//!     }
//! };
//! let report = |task: &str, event: Event| -> Result<(), Refusal> {
//!     let outgoing = receiver.lock().unwrap().apply(task, event, SystemTime::now())?;
//!     Ok(carry_out(outgoing))
//! };
//!
//! let handled = receiver.lock().unwrap().handle(&requestor, request, SystemTime::now());
//! match handled {
//!     Handled::Started { started, outgoing } => {
//!         send(&started.reply); // before anything that the work reports
//!         carry_out(outgoing);
//!         // On a thread of its own, as a rule; never under the lock that `report` takes.
//!         let (params, mut worker) = started.work::<CallTool, _>(report)?;
//!         worker.progress("reading")?;
//!         let text = TextContent::new(format!("{} is done", params.name));
//!         worker.finish(&CallToolResult::new(vec![text.into()])).map_err(|it| it.to_string())?;
//!     }
//!     Handled::Reply { reply, outgoing } => {
//!         send(&reply);
//!         carry_out(outgoing);
//!     }
//!     Handled::Deferred { outgoing } => carry_out(outgoing),
//!     Handled::NotOurs(request) => drop(request), // your other methods
//! }
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A worker is used up by the end of its task; finishing twice does not compile. One that is dropped
//! short of it, by `?` or by a panic, does what [`IfDropped`](crate::receiver::IfDropped) says: by
//! default the task fails, so that its requestor does not wait for nothing. When the requestor
//! cancels, [`Outgoing::Stop`](crate::receiver::Outgoing::Stop) says so at once, and the worker's next
//! report is refused: work that stops by `?` needs nothing more.
//!
//! In the extension it is the server that decides what becomes a task. A tool that the policy
//! [requires](crate::receiver::TaskSupport::Required) to be one always does; for others
//! [`may_start`](crate::receiver::Policy::may_start) says of a request that is not about tasks
//! whether it could, and [`start`](crate::receiver::MemoryReceiver::start) begins it.
//!
//! # Ask for input
//!
//! [`need_input`](crate::receiver::Worker::need_input) is one call in every dialect. In the extension
//! the requests stand in the task, and `tasks/update` answers them; in the core they go out as
//! requests of the server's over the channel that the client opens, marked as the task's, or
//! [at once](crate::receiver::Asks) if the policy says so: not every client opens one. Give the
//! replies to [`replied`](crate::receiver::MemoryReceiver::replied). Either way the answers come as
//! [`Outgoing::Input`](crate::receiver::Outgoing::Input), and with the last the task is at work
//! again. What a client can answer it has declared; look at that before you ask.
//!
//! ```
//! use mcp_typestate::receiver::{NeedsInput, Report, Running, Worker};
//! use serde_json::json;
//!
//! fn ask<R: Report>(worker: Worker<Running, R>) -> Option<Worker<NeedsInput, R>> {
//!     let form = json!({
//!         "message": "Which owls?",
//!         "requestedSchema": {
//!             "type": "object",
//!             "properties": { "which": { "type": "string" } },
//!         },
//!     });
//!     let ask = json!({ "method": "elicitation/create", "params": form });
//!     worker.need_input("which owls?", [("which", ask)]).ok()
//! }
//! ```
//!
//! # Tell who listens
//!
//! In the core, whoever began a task is notified of its status. In the extension a client asks for
//! that with `subscriptions/listen`: give the request to
//! [`listen`](crate::receiver::MemoryReceiver::listen), and send what it gives in the acknowledgement,
//! beside whatever else your server notifies of. When the client ends the stream, or cancels a
//! request that waits (`notifications/cancelled`), [`withdraw`](crate::receiver::MemoryReceiver::withdraw)
//! forgets it. No client depends on being told: polling finds everything.
//!
//! ```
//! use std::time::SystemTime;
//!
//! use mcp_typestate::jsonrpc::{AnyCall, NotificationMessage, RequestMessage};
//! use mcp_typestate::receiver::{MemoryReceiver, Refusal, Requestor};
//! use mcp_typestate::SUBSCRIPTION_ID;
//! use serde_json::json;
//!
//! fn listen<I: mcp_typestate::receiver::Ids>(
//!     receiver: &mut MemoryReceiver<I>,
//!     requestor: &Requestor,
//!     request: &RequestMessage<AnyCall>,
//! ) -> Result<NotificationMessage<AnyCall>, Refusal> {
//!     let heard = receiver.listen(requestor, request, SystemTime::now())?;
//!     let params = json!({
//!         "_meta": { SUBSCRIPTION_ID: request.id },
//!         "notifications": { "taskIds": heard },
//!     });
//!     let method = "notifications/subscriptions/acknowledged";
//!     Ok(NotificationMessage { body: AnyCall::new(method, Some(params)) })
//! }
//! ```
//!
//! # Let time pass
//!
//! Nothing here looks at a clock. Call [`sweep`](crate::receiver::MemoryReceiver::sweep) now and then,
//! or at [`next_end`](crate::receiver::MemoryStore::next_end): it drops what has expired and answers
//! what waited for it. A task that has expired is refused with or without it. When a connection
//! ends, say so to [`disconnected`](crate::receiver::MemoryReceiver::disconnected); the tasks go on.
//!
//! # Keep records elsewhere
//!
//! The rules do not depend on the map: a row, a key or a file does as well. The page on a
//! [store](super::store) has one whole.
//!
//! # What a server need not do
//!
//! Check parameters of requests about tasks, refuse them where tasks were not negotiated, hide what
//! is another's, stamp `related-task`, keep input keys apart, refuse a second end, cut TTLs,
//! remember what has expired, order notifications by time, keep a snapshot the same: all of it holds
//! by construction, in each dialect, and `tests/receiver` has a test by the name of each rule.
