//! For the author of a client: negotiate, call, poll, give input, fetch the result, resume.
//!
//! Everything below runs against the crate's own receiver, which stands for the server: `ask`
//! sends a message and gives the reply, as your transport does.
//!
//! ```text
//!                 ┌────────────► input_required ──────────┐
//!  Runs::call ─► working ◄───────────┘                    ├─► completed │ failed │ cancelled
//!                 └───────────────────────────────────────┘
//!
//!  Task<Working>        poll, observe, cancel
//!  Task<InputRequired>  poll, observe, cancel, input
//!  Task<Terminal>       result, confirm
//! ```
//!
//! # A whole one
//!
//! It starts a server, shakes hands, has a tool run as a task, polls it and prints the result. A
//! client reads [`AnyMessage`](crate::jsonrpc::AnyMessage)s, matches replies by their ids, and
//! answers every request, if only to refuse it. Each request has an id of its own.
//!
//! ```no_run
#![doc = include_str!("../../examples/research.rs")]
//! ```
//!
//! A server over standard input and output is ended by closing its input; one that does not care is
//! killed after a while.
//!
//! # Negotiate
//!
//! Both sides say what they can do: in `initialize` up to 2025-11-25, and since then on each
//! request and in `server/discover`. [`Negotiated`](crate::Negotiated) holds the two together, and
//! gives proofs that calls ask for. A proof that cannot be had says which side lacks what.
//!
//! ```
//! use mcp_typestate::v2025_11_25::{CallTool, ClientCapabilities, Elicit, ServerCapabilities};
//! use mcp_typestate::{Negotiated, Revision, Side};
//!
//! let client: ClientCapabilities = mcp_typestate::from_str(r#"{ "tasks": {} }"#)?;
//! let server: ServerCapabilities = mcp_typestate::from_str(
//!     r#"{ "tasks": { "cancel": {}, "requests": { "tools": { "call": {} } } } }"#,
//! )?;
//! let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
//!
//! let tasks = session.server_tasks()?;
//! let tools = tasks.runs::<CallTool>()?;      // tools/call can be a task
//! let cancelling = tasks.cancelling()?;       // tasks/cancel is offered
//! let error = tasks.listing().unwrap_err();   // tasks/list is not
//! assert_eq!(error.lacking(), Some((Side::Server, "tasks.list")));
//! # let _ = (tools, cancelling);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With 2026-07-28, [`Negotiated::request_meta`](crate::Negotiated::request_meta) has what every
//! request carries, and requests about tasks have it already. The first one asks what the server can
//! do, of which nothing is known until then.
//!
//! ```
//! # #[cfg(feature = "v2026_07_28")] {
//! use mcp_typestate::jsonrpc::{Call, RequestMessage};
//! use mcp_typestate::v2026_07_28::{
//!     CallTool, CallToolRequestParams, ClientCapabilities, Discover, DiscoverResult, RequestMeta,
//!     RequestParams, ServerCapabilities,
//! };
//! use mcp_typestate::{Negotiated, Reply, from_value};
//!
//! # fn ask(_: RequestMessage<Call<Discover>>) -> Result<Reply, mcp_typestate::DecodeError> {
//! #     mcp_typestate::from_str(r#"{ "jsonrpc": "2.0", "id": 1, "result": {
//! #         "resultType": "complete", "supportedVersions": ["2026-07-28"], "ttlMs": 0,
//! #         "cacheScope": "public",
//! #         "capabilities": { "extensions": { "io.modelcontextprotocol/tasks": {} } } } }"#)
//! # }
//! let tasks = r#"{ "extensions": { "io.modelcontextprotocol/tasks": {} } }"#;
//! let client: ClientCapabilities = mcp_typestate::from_str(tasks)?;
//! let session = Negotiated::new("2026-07-28", &client, &ServerCapabilities::new());
//! let meta: RequestMeta = from_value(session.request_meta().clone().into())?;
//!
//! let discover = RequestMessage { id: 1.into(), body: Call::new(RequestParams::new(meta)) };
//! let server: DiscoverResult = ask(discover)?.into_result()?.decode()?;
//! let session = Negotiated::new("2026-07-28", &client, &server.capabilities);
//!
//! let meta: RequestMeta = from_value(session.request_meta().clone().into())?;
//! let call = session.server_tasks()?.runs::<CallTool>()?;
//! let call = call.call(CallToolRequestParams::new("research", meta));
//! # let _ = call;
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Call, poll, fetch
//!
//! [`Runs::call`](crate::Runs::call) makes the call, [`TaskCall::accept`](crate::TaskCall::accept)
//! reads what came of it: a task, or the result at once from a server that kept none. A task is
//! [observed](crate::Task::observe) until it is terminal, from polls, from notifications or from
//! both; then it has a [`result`](crate::Task::result).
//!
//! ```
//! # use std::time::{Duration, SystemTime};
//! # use mcp_typestate::jsonrpc::{AnyCall, Reply, RequestMessage};
//! # use mcp_typestate::receiver::{Event, Handled, MemoryReceiver, Payload, Policy, Requestor};
//! # use mcp_typestate::v2025_11_25::{CallToolRequestParams, ClientCapabilities, ServerCapabilities};
//! # use mcp_typestate::{Negotiated, Polling, Revision, Side};
//! use mcp_typestate::v2025_11_25::CallTool;
//! use mcp_typestate::{Created, Observed, Outcome};
//!
//! # let client: ClientCapabilities = mcp_typestate::from_str(r#"{ "tasks": {} }"#)?;
//! # let server: ServerCapabilities = mcp_typestate::from_str(r#"{ "tasks": {} }"#)?;
//! # let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
//! # let now = SystemTime::UNIX_EPOCH;
//! # let requestor = Requestor::new(&session, Side::Server);
//! # let mut receiver = MemoryReceiver::with_ids(Policy::new(), || "t-1".to_owned());
//! # let ask = |receiver: &mut MemoryReceiver<_>, message: RequestMessage<AnyCall>| -> Reply {
//! #     match receiver.handle(&requestor, message, now) {
//! #         Handled::Reply { reply, .. } => reply,
//! #         Handled::Started { started, .. } => started.reply,
//! #         other => panic!("{other:?}"),
//! #     }
//! # };
//! let tools = session.server_tasks()?.runs::<CallTool>()?;
//! let call = tools.call(CallToolRequestParams::new("research"));
//! let call = call.with_ttl(Duration::from_secs(60));
//! let mut seen = match call.accept(ask(&mut receiver, call.message(1)?))? {
//!     Created::Task(seen) => seen,
//!     Created::Direct(result) => return Ok(drop(result)),
//!     other => return Err(format!("{other:?}").into()),
//! };
//!
//! let mut polling = Polling::default();
//! let mut id = 2;
//! while let Observed::Working(task) = seen {
//!     let pause = polling.pause(task.snapshot(), 0.0);   // your timer waits this long
//! #   assert_eq!(pause.as_secs(), 1);
//! #   let end = Payload::from(serde_json::json!({ "content": [] }));
//! #   let _ = receiver.apply(task.id(), Event::Complete(end), now)?;
//!     polling.polled(task.snapshot());
//!     let reply = ask(&mut receiver, task.poll().message(id));
//!     seen = task.observe(reply)?;
//!     id += 1;
//! }
//! let Observed::Terminal(done) = seen else { return Err("it needs input: see below".into()) };
//!
//! let call = done.result(); // the request for it
//! match call.accept(ask(&mut receiver, call.message(id)))? {
//!     Outcome::Completed(result) => assert!(result.content.is_empty()),
//!     Outcome::Failed(failure) => println!("it failed: {failure}"),
//!     Outcome::Cancelled => println!("it was cancelled"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In the extension the end carries the result: [`ResultCall::held`](crate::ResultCall::held) has
//! it without another round trip, and the lines above work as they are.
//!
//! # Give input
//!
//! A task that is `input_required` waits for this side. [`Task::input`](crate::Task::input) says
//! how it is given: in the core the receiver sends requests of its own while a channel is open, in
//! the extension it lists them, and each is answered once.
//!
//! ```
//! use mcp_typestate::v2025_11_25::{CallTool, ElicitAction, ElicitResult};
//! use mcp_typestate::{Input, InputRequired, Task};
//!
//! fn give(
//!     task: &mut Task<InputRequired, CallTool>,
//! ) -> Result<serde_json::Value, Box<dyn std::error::Error>> {
//!     Ok(match task.input() {
//!         // Send it, answer what the server asks meanwhile (below), and keep the reply for the result.
//!         Input::Channel(channel) => serde_json::to_value(channel.message(4))?,
//!         Input::Requests(mut requests) => {
//!             let open: Vec<_> = requests.open().map(|(key, _)| key.to_owned()).collect();
//!             let decline = |key| (key, ElicitResult::new(ElicitAction::Decline));
//!             let update = requests.answer(open.into_iter().map(decline))?;
//!             serde_json::to_value(update.message(4))?
//!         }
//!     })
//! }
//! ```
//!
//! What the server asks over the channel is a request of its own, marked as the task's; the answer
//! carries the same mark in its `_meta`, or the server cannot tell whose it is
//! ([`relate_to_task`](crate::relate_to_task)).
//!
//! ```
//! use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
//! use mcp_typestate::{Reply, relate_to_task, related_task};
//! use serde_json::{Map, json};
//!
//! fn decline(asked: RequestMessage<AnyCall>) -> Reply {
//!     let meta = asked.body.params.as_ref().and_then(|params| params["_meta"].as_object());
//!     let mut mark = Map::new();
//!     if let Some(task) = meta.and_then(related_task) {
//!         relate_to_task(&mut mark, task);
//!     }
//!     let answer = json!({ "action": "decline", "_meta": mark });
//!     Reply::ok(asked.id, mcp_typestate::from_value(answer).expect("it is JSON"))
//! }
//! ```
//!
//! # When something goes wrong
//!
//! Errors are told apart by whose fault they are. [`Refused`](crate::Refused) gives the handle back
//! with the reason; [`Fault`](crate::Fault) is what the receiver answered, by what it means for the
//! task, and [`is_retryable`](crate::Fault::is_retryable) says whether the same call may succeed
//! later. A result can be asked for as often as it takes.
//!
//! ```
//! use mcp_typestate::{Observed, Operation, Task, Update, Working};
//!
//! fn patient<O: Operation>(task: Task<Working, O>, update: Update) -> Option<Observed<O>> {
//!     match task.observe(update) {
//!         Ok(seen) => Some(seen),
//!         Err(refused) if refused.reason.is_retryable() => {
//!             Some(Observed::Working(*refused.task))
//!         }
//!         Err(refused) => {
//!             eprintln!("{refused}");
//!             None
//!         }
//!     }
//! }
//! ```
//!
//! # Sleep and resume
//!
//! A task outlives a process. [`Saved`](crate::Saved) is a task written down, and
//! [`Tasks::resume`](crate::Tasks::resume) takes it up, in the state in which it was, with a proof
//! of the session in which to go on.
//!
//! ```
//! # use std::time::SystemTime;
//! # use mcp_typestate::jsonrpc::Reply;
//! # use mcp_typestate::v2025_11_25::{CallToolRequestParams, ClientCapabilities, ServerCapabilities};
//! # use mcp_typestate::{Created, Negotiated, Revision};
//! # let client: ClientCapabilities = mcp_typestate::from_str(r#"{ "tasks": {} }"#)?;
//! # let server: ServerCapabilities = mcp_typestate::from_str(r#"{ "tasks": {} }"#)?;
//! # let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
//! # let tasks = session.server_tasks()?;
//! # let call = tasks.runs::<CallTool>()?.call(CallToolRequestParams::new("research"));
//! # let reply: Reply = mcp_typestate::from_str(r#"{ "jsonrpc": "2.0", "id": 1, "result": { "task": {
//! #     "taskId": "t-1", "status": "working", "ttl": null,
//! #     "createdAt": "2026-08-01T12:00:00Z", "lastUpdatedAt": "2026-08-01T12:00:00Z" } } }"#)?;
//! # let Created::Task(Observed::Working(task)) = call.accept(reply)? else { panic!() };
//! use mcp_typestate::v2025_11_25::CallTool;
//! use mcp_typestate::{Observed, Saved};
//!
//! let text = serde_json::to_string(&Saved::from(&task))?;
//! // ... and after a restart, in a new session with the same server:
//! let saved: Saved = mcp_typestate::from_str(&text)?;
//! let resumed: Observed<CallTool> = tasks.resume(saved)?;
//! assert!(matches!(resumed, Observed::Working(task) if task.id() == "t-1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
