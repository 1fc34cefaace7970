//! Two guides to tasks, whose code runs: for authors of [clients](client), who have a server run
//! them, and for authors of [servers](server), who run them.
//!
//! Either side can be either: a client that offers sampling or elicitation as tasks reads the
//! second.

pub mod client;
pub mod errata;
pub mod server;
