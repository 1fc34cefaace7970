//! The floor: what one writes by hand for these messages and no others.
//!
//! It gives what the crate promises of data: owned, lossless (unknown members are kept), told and
//! not guessed (a message by its method, a reply by its request, content by its tag), schemas and
//! what else belongs to a tool as their own text, any order of members. It streams in one pass wherever the tag comes first, and
//! borrows what comes before a late one. It lacks what costs nothing until something is wrong
//! (paths in errors) and the leniencies, and reads JSON text alone: no parsed values, no readers,
//! nothing inside of other types' buffers.

mod members;
mod messages;
mod types;
mod unions;

pub use messages::{ClientMessage, Reply, ServerMessage};
pub use types::*;
pub use unions::*;
