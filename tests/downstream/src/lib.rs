//! A small client and server over any transport, as another crate would write them over
//! [`mcp_typestate`].
//!
//! | module | what it has |
//! |---|---|
//! | [`protocol`], [`next`] | the protocol's types of two revisions, under names of this crate's own |
//! | [`prelude`] | what most users name |
//! | [`frame`] | what a transport hands over at once: a message, several, or a word of its own |
//! | [`journal`] | what was carried when, a line each |
//! | [`client`] | any request, to its own result |
//! | [`server`] | a server with one tool |
//! | [`follow`] | tasks of any operation, side by side, through a restart |
//! | [`keep`] | the tasks of a server, in whatever keeps them |
//! | [`strict`] | nothing invalid is sent |

pub use mcp_typestate::v2025_11_25 as protocol;
pub use mcp_typestate::v2026_07_28 as next;

pub mod client;
pub mod follow;
pub mod frame;
pub mod journal;
pub mod keep;
pub mod server;
pub mod strict;

/// What most users name.
pub mod prelude {
    pub use mcp_typestate::tool::TypedTool;
    pub use mcp_typestate::{Negotiated, Observed, Outcome, Request, Revision, Side, Task};

    pub use crate::client::{CallError, Client, Transport};
    pub use crate::protocol::{CallTool, CallToolRequestParams, CallToolResult, ContentBlock};
    pub use crate::server::Server;
}

/// An error of somebody else's, such as a transport's: it goes from thread to thread.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;
