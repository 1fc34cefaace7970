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
//! | [`v2025_11_25`], … | the generated types, a module per revision |
//! | [`Negotiated`] | what both sides declared, and proofs of it that calls demand |
//! | [`Task`] … | tasks as the requestor holds them |
//! | [`receiver`] | tasks as the receiver keeps them |

#![warn(missing_docs, missing_debug_implementations, unreachable_pub)]
// Whatever a peer sends gets an answer or an error, never a panic.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

pub mod json;
pub mod jsonrpc;
pub mod method;
pub mod receiver;
pub mod routing;

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
    ObserveError, Observed, Open, Operation, OtherSession, Outcome, PeerMisbehaved, PollCall,
    Polling, Preference, PreferenceError, RELATED_TASK, Refused, ResultCall, ResultError,
    ResumeError, Saved, Snapshot, State, Status, Task, TaskCall, Terminal, TerminalStatus,
    TimeError, Update, UpdateCall, Working, relate_to_task, related_task,
};
#[cfg(feature = "v2024_11_05")]
pub use crate::types::v2024_11_05;
#[cfg(feature = "v2025_03_26")]
pub use crate::types::v2025_03_26;
#[cfg(feature = "v2025_06_18")]
pub use crate::types::v2025_06_18;
#[cfg(feature = "v2025_11_25")]
pub use crate::types::v2025_11_25;
#[cfg(feature = "v2026_07_28")]
pub use crate::types::v2026_07_28;

/// The README's code compiles and runs.
#[cfg(all(doctest, feature = "v2025_11_25"))]
#[doc = include_str!("../README.md")]
struct Readme;
