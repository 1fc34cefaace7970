//! What was carried when.

use mcp_typestate::{DecodeError, Side};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::protocol::{Implementation, Tool};

/// A message with a note beside its own members, as logs are searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Noted<M> {
    /// Milliseconds since the session began.
    #[serde(rename = "x-at")]
    pub at: u64,
    /// What is noted.
    #[serde(flatten)]
    pub message: M,
}

impl<M: DeserializeOwned> Noted<M> {
    /// Reads a line.
    ///
    /// Serde reads the members of a flattened field ahead and forgets where they were. So a line
    /// that fails is read once more as its message, to which the note is an unknown member.
    ///
    /// # Errors
    /// With the path in the message: `params.name`.
    pub fn read(line: &str) -> Result<Self, DecodeError> {
        mcp_typestate::from_str(line).map_err(|error| match mcp_typestate::from_str::<M>(line) {
            Ok(_) => error, // the note is wrong
            Err(error) => error,
        })
    }
}

/// What happened in a session beside its messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The peer said who it is.
    Met(Implementation),
    /// A tool is there that was not before.
    Appeared(Tool),
    /// The session ended.
    Closed {
        /// Why.
        why: String,
    },
}

/// A session as it went, in the form that `mcp-typestate check` reads.
#[derive(Clone, Debug, Default)]
pub struct Journal(Vec<String>);

impl Journal {
    /// Notes a message that one side sent.
    pub fn note(&mut self, from: Side, message: &impl Serialize) {
        let line = json!({ "from": from.to_string(), "message": message });
        self.0.push(line.to_string());
    }

    /// The session, a line for each message.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.join("\n")
    }
}
