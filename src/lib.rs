//! The Model Context Protocol's types, and tasks whose early use does not compile.
//!
//! **What it is.** Every definition of the protocol's schema as a Rust type, generated when the
//! crate is built: lossless, read in one pass, wrong input named by its path. And a typestate over
//! the protocol's tasks: [`Task<Terminal>`](Task) has a [`result`](Task::result), and
//! `Task<Working>` has no such method.
//!
//! **What it is not.** There is no transport here, no async runtime, no clock and no `unsafe`.
//! Crates that have these build on this one.
//!
//! # A look at it
//!
//! A message is read once and known by its method; what is wrong with one is named by its path.
//!
//! ```
//! # #[cfg(feature = "v2025_11_25")] {
//! use mcp_typestate::jsonrpc::{ErrorCode, ErrorObject, Message, Reply};
//! use mcp_typestate::v2025_11_25::{CallToolResult, ClientMessage, ClientRequest, TextContent};
//!
//! let text = r#"{ "jsonrpc": "2.0", "id": 7, "method": "tools/call",
//!     "params": { "name": "weather", "arguments": { "city": "Bern" } } }"#;
//!
//! if let Message::Request(request) = mcp_typestate::from_str::<ClientMessage>(text)? {
//!     let reply = match request.body {
//!         ClientRequest::CallTool(call) if call.params.name == "weather" => {
//!             let sunny = TextContent::new("Sunny.");
//!             Reply::ok(request.id, CallToolResult::new(vec![sunny.into()]))
//!         }
//!         _ => Reply::error(request.id, ErrorObject::new(ErrorCode::METHOD_NOT_FOUND, "no")),
//!     };
//!     assert_eq!(
//!         serde_json::to_string(&reply)?,
//!         r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"Sunny."}]}}"#
//!     );
//! }
//!
//! let wrong = text.replace(r#""weather""#, "7");
//! let error = mcp_typestate::from_str::<ClientMessage>(&wrong).unwrap_err();
//! assert_eq!(error.path(), "params.name");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A task is asked for its result when it has one, or the program does not compile:
//!
//! ```compile_fail,E0599
//! use mcp_typestate::{Task, Working};
//!
//! fn too_early(task: &Task<Working>) {
//!     let _ = task.result(); // no method named `result` found
//! }
//! ```
//!
//! # Where things are
//!
//! In the order in which they depend on each other:
//!
//! | module | what it has |
//! |---|---|
//! | [`Revision`] | the protocol's revisions, and an open string for those to come |
//! | [`json`] | reading and writing of objects: one pass, lossless, errors with a path |
//! | [`method`] | the traits that tie a method to its parameters and its result |
//! | [`jsonrpc`] | the envelope: ids, requests, notifications, replies, errors |
//! | [`v2025_11_25`], … | the generated types: a module per revision, each with a page on what it has and what it changed |
//! | [`Negotiated`] | what both sides declared, and proofs of it that calls demand |
//! | [`Task`] … | tasks as the requestor holds them |
//! | [`receiver`] | tasks as the receiver keeps them |
//! | `schema` | the protocol's schema as a validator (feature `validate`) |
//! | `check` | rules over recorded sessions (feature `validate`) |
//! | `tool` | tools whose schemas are those of Rust types (feature `schemars`) |
//! | [`routing`] | HTTP headers that name what a request is about |
//!
//! The [guide] has what one does with them, in code that runs: a [client](guide::client), a
//! [server](guide::server) and [its store](guide::store), a [gateway](guide::gateway),
//! [tests](guide::testing), and the way here [from rmcp](guide::from_rmcp) and
//! [from rust-mcp-schema](guide::from_rust_mcp_schema).
//!
//! # Features
//!
//! They add up, and each builds alone. What they cost is counted in crates beyond the 31 of none.
//!
//! | feature | what it adds | crates | default |
//! |---|---|--:|---|
//! | `v2024_11_05` … `v2026_07_28` | the types of a revision: 7 000 to 14 000 generated lines | 0 | the newest two |
//! | `system_ids` | ids of a receiver's tasks from the operating system | 3 | yes |
//! | `schemars` | `JsonSchema` for every type, tools from Rust types | 3 | |
//! | `validate` | strict validation by the schema of any revision, rules over sessions | 52 | |
//! | `cli` | the program `mcp-typestate`; `validate` is part of it | 74 | |
//!
//! 13 of them are linked; the others generate the types while the crate is built, which is most of
//! what a cold build costs: the README has the measurement, beside those of other crates.
//!
//! # What the types promise
//!
//! - **Nothing is lost.** Each object keeps the members that it does not know in
//!   [`extra`](json::Extra), which takes a pointer's room while there are none; each enum of strings
//!   has `Unknown`, and so has each union, for a tag that it does not know. `_meta` and settings are
//!   JSON. What is a tool's own is kept as its text: its schemas ([`JsonSchema`](json::JsonSchema)), its
//!   arguments and its structured content ([`RawObject`](json::RawObject)), for whoever knows their
//!   types. Integers of 64 bits stay integers, and fractions and whatever is larger are `f64`, both
//!   in [`Number`](json::Number). A form's fields keep their [order](json::Ordered).
//! - **Nothing is guessed.** A union is read by its tag, or by the one member that tells. A known
//!   tag with a wrong body is an error, never another variant.
//! - **Absent, null and empty are three things.** An optional member is an `Option`; one that may
//!   be null is a [`Nullable`](json::Nullable), or a null among the values where any JSON may stand.
//! - **Errors have a path**: [`DecodeError::path`] is `result.content[0].name`. Within a type of
//!   your own that is untagged, internally tagged or flattens another, serde forgets the path: read
//!   the text once more as the inner type, and its error has it.
//! - **They can grow.** Structs and enums are `#[non_exhaustive]`, since the protocol adds fields
//!   and values to a published revision; so each struct has `new` with what it must have, and a
//!   `with_…` for each of the rest. Fields are public: read and set them as you like. What is large
//!   lies in a box, which `new`, `with_…` and `From` make: `with_annotations(hints)`, or
//!   `annotations = Some(Box::new(hints))`.
//! - **They go anywhere.** What is exchanged, held and kept is `Send`, `Sync`, `Unpin` and may pass
//!   a caught panic, whatever operation it is typed by. [`InputRequests`] lends what it changes, and
//!   a schema holds a validator: these pass to threads, and no panic.
//! - **Messages are types too.** `CallTool` stands for the method, [`CallTool::METHOD`] is its name;
//!   `CallToolRequest` is the whole message. `ClientRequest` is whatever a client asks, by its
//!   method; unknown methods are its `Custom`.
//!
//! [`CallTool::METHOD`]: Method::METHOD
//!
//! # Types and schemas
//!
//! With the feature `schemars` each generated type has `schemars::JsonSchema`, and so have the
//! types written by hand that stand in them. A type's schema is its definition after the errata,
//! strict where reading is lenient; what it refers to is shared, and two revisions' `Tool` are two
//! definitions. A message's schema is the one that its revision has: of `CallToolRequest` with its
//! envelope since 2025-11-25, and of its method and params before.
//!
//! # Leniencies
//!
//! Peers err. What is read although the schema forbids it:
//!
//! | where | what | read as |
//! |---|---|---|
//! | any optional member | `null` | absent |
//! | `ttl`, `ttlMs` and other members that are required and may be null | absent | [`Nullable::Absent`](json::Nullable::Absent) |
//! | `resultType` (2026-07-28) | absent, from servers of earlier revisions | `complete` |
//! | an integer | `60000.0`, up to 2⁵³ | `60000` |
//! | a request's id | `1.0` | `1` |
//! | an error's id | `null` | absent |
//! | a reply | a null `error` beside a result, a null `result` beside an error | absent |
//! | a message | a null `params` | absent, where they may be |
//! | the mode of an elicitation | absent | `form` |
//! | any enum of strings | a value that the revision does not name | `Unknown` |
//! | any union | a tag that the revision does not name, or none of the members that tell | `Unknown`, whole |
//! | numbers, strings and lists with bounds | what is out of bounds | as it is |
//! | a tool's schemas | any object | as it is: what a schema says is for a validator |
//!
//! The last four, and an absent TTL, are written back as they came; the others as they should have
//! come. A request with a null id is refused, since nobody could answer it.

#![warn(missing_docs, missing_debug_implementations, unreachable_pub)]
// Whatever a peer sends gets an answer or an error, never a panic.
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::unreachable
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::panic,
        clippy::unreachable
    )
)]

#[cfg(feature = "validate")]
pub mod check;
#[cfg(all(any(doc, doctest), feature = "v2025_11_25"))]
pub mod guide;
pub mod json;
pub mod jsonrpc;
pub mod method;
pub mod receiver;
pub mod routing;
#[cfg(feature = "validate")]
pub mod schema;
#[cfg(feature = "schemars")]
pub mod tool;

#[cfg(any(feature = "validate", feature = "schemars"))]
// Without a revision's types there is none to make a schema for.
#[cfg_attr(
    not(any(
        feature = "v2024_11_05",
        feature = "v2025_03_26",
        feature = "v2025_06_18",
        feature = "v2025_11_25",
        feature = "v2026_07_28"
    )),
    allow(dead_code, unused_imports, unused_macros)
)]
mod facts;
mod negotiation;
mod revision;
mod task;
mod types;

pub use crate::json::{DecodeError, from_slice, from_str, from_value};
pub use crate::jsonrpc::{Reply, RequestId};
pub use crate::method::{Method, Notification, Request, Side};
pub use crate::negotiation::{
    Cancelling, Capabilities, Declared, DeclaredRequests, Dialect, Listing, Negotiated,
    NotNegotiated, Runs, Subscribing, TASKS_EXTENSION, Tasks,
};
pub use crate::revision::Revision;
pub use crate::task::{
    AnswerError, AnyOperation, CallMode, CancelCall, CreateError, Created, Failure, Fault,
    FaultKind, Input, InputChannel, InputDemand, InputRequests, InputRequired, ListenCall,
    NoResult, ObserveError, Observed, Open, Operation, OtherSession, Outcome, PeerMisbehaved,
    PollCall, Polling, Preference, PreferenceError, RELATED_TASK, Refused, ResultCall, ResultError,
    ResumeError, SUBSCRIPTION_ID, Saved, Snapshot, State, Status, Task, TaskCall, Terminal,
    TerminalStatus, TimeError, Update, UpdateCall, Working, relate_to_task, related_task,
};
// A module for each revision that is switched on, and nothing else.
#[allow(unused_imports, unreachable_pub, reason = "none may be")]
pub use crate::types::*;

/// The README's code compiles and runs.
#[cfg(all(doctest, feature = "v2025_11_25", feature = "system_ids"))]
#[doc = include_str!("../README.md")]
struct Readme;
