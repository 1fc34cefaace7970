//! For the author of a server whose tasks outlive its process: records in a store of your own.
//!
//! The rules of tasks do not depend on where tasks lie. [`Policy::read`](crate::receiver::Policy::read)
//! says what a request asks of which [`Record`](crate::receiver::Record); the record answers, and
//! what follows is kept, provided that nobody changed the record meanwhile. So all that a store
//! needs is:
//!
//! - to **load** a record, which is JSON, by its task's id;
//! - to **compare and set**: keep the next one if the version that lies there is the one that
//!   answered (a row with a version column, a key with a script, a file under a lock);
//! - to **let go** of it at [`forgotten_at`](crate::receiver::Record::forgotten_at).
//!
//! A task's id in a request is what the client wrote, whatever that is: a key of a database takes it
//! as it is, a file's name does not.
//!
//! Here is all of it, over a map of texts, as a database has it:
//!
//! ```
//! use std::collections::HashMap;
//! use std::sync::Mutex;
//! use std::time::SystemTime;
//!
//! use mcp_typestate::jsonrpc::{AnyCall, ErrorCode, ErrorObject, Reply, RequestMessage};
//! use mcp_typestate::receiver::{
//!     Answer, Asked, Effect, Event, Policy, Record, Refusal, Requestor, Started,
//! };
//!
//! /// Texts by key, each with a version.
//! #[derive(Default)]
//! struct Store(Mutex<HashMap<String, (u64, String)>>);
//!
//! impl Store {
//!     fn load(&self, task: &str) -> Option<Record> {
//!         let rows = self.0.lock().unwrap();
//!         rows.get(task).and_then(|(_, text)| mcp_typestate::from_str(text).ok())
//!     }
//!
//!     /// Keeps a record where the version `before` lies; 0 where nothing does.
//!     fn keep(&self, next: &Record, before: u64) -> bool {
//!         let mut rows = self.0.lock().unwrap();
//!         if rows.get(next.id()).map_or(0, |(version, _)| *version) != before {
//!             return false;
//!         }
//!         let text = serde_json::to_string(next).expect("a record is JSON");
//!         rows.insert(next.id().to_owned(), (next.version(), text));
//!         true
//!     }
//! }
//!
//! /// What is to be done about a request.
//! enum Next {
//!     Send(Reply),
//!     Work(Box<Started>),
//!     Wait,
//!     NotOurs(RequestMessage<AnyCall>),
//! }
//!
//! fn handle(
//!     store: &Store,
//!     policy: &Policy,
//!     who: &Requestor,
//!     it: RequestMessage<AnyCall>,
//! ) -> Next {
//!     match policy.read(who, it) {
//!         Asked::Refused(reply) => Next::Send(reply),
//!         Asked::NotOurs(request) => Next::NotOurs(request),
//!         Asked::Create(create) => {
//!             // Unguessable in earnest: see `SystemIds`.
//!             let task = format!("t-{}", store.0.lock().unwrap().len());
//!             let (record, started) = create.begin(task, policy, SystemTime::now());
//!             // Kept before the reply goes out: what is acknowledged is not lost.
//!             assert!(store.keep(&record, 0), "two tasks with one id");
//!             Next::Work(Box::new(started))
//!         }
//!         Asked::About(about) => loop {
//!             let record = store.load(about.task());
//!             match about.answer(record.as_ref(), SystemTime::now()) {
//!                 Answer::Reply(reply) => return Next::Send(reply),
//!                 Answer::Change { step, reply } => {
//!                     let before = record.as_ref().map_or(0, Record::version);
//!                     if store.keep(&step.record, before) {
//!                         carry_out(step.effects);
//!                         return Next::Send(reply);
//!                     } // else somebody was faster: what they kept is asked
//!                 }
//!                 Answer::Later => return Next::Wait, // ask again once the record has ended
//!             }
//!         },
//!         // One page, for brevity: it gives no cursor, so there is none to know.
//!         Asked::List(list) if list.cursor().is_some() => Next::Send(list.unknown_cursor()),
//!         Asked::List(list) => {
//!             let ids: Vec<String> = store.0.lock().unwrap().keys().cloned().collect();
//!             let records: Vec<Record> = ids.iter().filter_map(|id| store.load(id)).collect();
//!             Next::Send(list.page(&records, None, SystemTime::now()))
//!         }
//!     }
//! }
//!
//! /// What the work reports, by the same rule.
//! fn report(store: &Store, task: &str, event: Event) -> Result<(), Refusal> {
//!     loop {
//!         let record = store.load(task).ok_or(Refusal::Unknown)?;
//!         let step = record.apply(event.clone(), SystemTime::now())?;
//!         if store.keep(&step.record, record.version()) {
//!             return Ok(carry_out(step.effects));
//!         }
//!     }
//! }
//!
//! fn carry_out(effects: Vec<Effect>) {
//!     for effect in effects {
//!         match effect {
//!             Effect::Notify(_message) => {} // send it; it need not arrive
//!             Effect::Release => {}          // answer who waits for the result
//!             Effect::Stop => {}             // tell the work
//!             _ => {}                        // questions, and answers to them
//!         }
//!     }
//! }
//!
//! # use mcp_typestate::receiver::Payload;
//! # use mcp_typestate::v2025_11_25::{ClientCapabilities, ServerCapabilities};
//! # use mcp_typestate::{Negotiated, Revision, Side};
//! # let client: ClientCapabilities = mcp_typestate::from_str(r#"{ "tasks": {} }"#)?;
//! # let server: ServerCapabilities = mcp_typestate::from_str(r#"{ "tasks": { "list": {} } }"#)?;
//! # let who = Requestor::new(&Negotiated::new(Revision::V2025_11_25, &client, &server), Side::Server);
//! # let (store, policy) = (Store::default(), Policy::sole_requestor());
//! # let ask = |id: i64, method: &str, params| {
//! #     let body = AnyCall::new(method, Some(params));
//! #     handle(&store, &policy, &who, RequestMessage { id: id.into(), body })
//! # };
//! let params = serde_json::json!({ "name": "research", "task": {} });
//! let Next::Work(started) = ask(1, "tools/call", params) else { panic!("no task") };
//! let task = serde_json::json!({ "taskId": &*started.task });
//! let Next::Wait = ask(2, "tasks/result", task.clone()) else { panic!("too early") };
//!
//! let end = Payload::from(serde_json::json!({ "content": [] }));
//! report(&store, &started.task, Event::Complete(end))?;
//! let Next::Send(Reply::Result(_)) = ask(3, "tasks/result", task) else { panic!("no result") };
//! assert!(report(&store, &started.task, Event::Cancel).is_err());
//! # let Next::Send(Reply::Result(_)) = ask(4, "tasks/list", serde_json::json!({})) else { panic!() };
//! # let Next::Send(Reply::Error(refused)) = ask(5, "tasks/list", serde_json::json!({ "cursor": "x" }))
//! # else { panic!("no page begins there") };
//! # assert_eq!(refused.error.code, ErrorCode::INVALID_PARAMS);
//! # let _ = ErrorObject::new(ErrorCode::INTERNAL_ERROR, "");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Several processes
//!
//! The effects of a change are with the process that made it. What depends on them must not be lost
//! with it: let whoever waits look at the record again now and then, and let the process that has
//! the work keep the answers it was given. `examples/redis_receiver` in the repository shows one
//! way, with leases on the work, and has a test that kills processes.
//!
//! A record names the form that it is written in; one of another form is refused, and not guessed at.
