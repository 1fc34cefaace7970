//! What a transport hands over at once.

use mcp_typestate::DecodeError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A line of the transport: a word of the transport's own, a message, or a batch of them.
///
/// `M` is a message of one side, such as [`ClientMessage`](crate::protocol::ClientMessage).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Frame<M> {
    /// The transport's own: it is still there.
    Heartbeat {
        /// How many there were.
        heartbeat: u64,
    },
    /// Several messages, as 2025-03-26 has them.
    Batch(Vec<M>),
    /// One message.
    One(M),
}

impl<M: DeserializeOwned> Frame<M> {
    /// Reads a line.
    ///
    /// Serde tries the variants of an untagged enum one after another and forgets what was wrong
    /// with each. So what failed is read once more, as what it looks like, for the sake of the
    /// error.
    ///
    /// # Errors
    /// With the path in the line: `[1].params.name`.
    pub fn read(line: &str) -> Result<Self, DecodeError> {
        mcp_typestate::from_str(line).or_else(|_| match line.trim_start().starts_with('[') {
            true => mcp_typestate::from_str(line).map(Frame::Batch),
            false => mcp_typestate::from_str(line).map(Frame::One),
        })
    }
}
