//! What one does with this crate, in code that runs.
//!
//! | page | for whoever |
//! |---|---|
//! | [client] | has a server run tasks: negotiate, call, poll, give input, fetch the result, resume |
//! | [server] | runs them: know who asks, grant, work, ask for input, let time pass |
//! | [store] | keeps a server's tasks elsewhere than in memory |
//! | [gateway] | passes messages on and reads only what it routes by |
//! | [testing] | wants to know in tests that what is sent is valid (feature `validate`) |
//! | [from_rmcp], [from_rust_mcp_schema] | has used those crates' types |
//! | [errata] | wonders why a type differs from the official schema |
//!
//! Either side can be either: a client that offers sampling or elicitation as tasks reads the
//! server's page too.
//!
//! Each revision's module opens with a page of its own: its methods, what it changed of the
//! revision before, and its errata.

pub mod client;
pub mod errata;
#[cfg(feature = "v2026_07_28")]
pub mod from_rmcp;
pub mod from_rust_mcp_schema;
pub mod gateway;
pub mod server;
pub mod store;
#[cfg(feature = "validate")]
pub mod testing;
#[cfg(not(feature = "validate"))]
pub mod testing {
    //! Tests by the schema and the rules: this page needs the feature `validate` to be built with.
}
