//! What a recording holds: messages with what is known of each, and lines that are none.

use std::time::SystemTime;

use serde_json::Value;

use crate::method::Side;
use crate::schema::JsonPath;
use crate::task::read_timestamp;

/// A message of a recording.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Who sent it; none if the recording does not say.
    pub from: Option<Side>,
    /// When it was sent; none if the recording does not say, or in no RFC 3339.
    pub at: Option<SystemTime>,
    /// The message.
    pub message: Value,
    /// Where the message is in what the recording has for it: its `message`, where that says who
    /// sent it.
    pub place: JsonPath,
}

impl Entry {
    /// A message of which only itself is known.
    #[must_use]
    pub fn new(line: u64, message: Value) -> Self {
        Self { line, from: None, at: None, message, place: JsonPath::root() }
    }

    /// The same, sent by this side.
    #[must_use]
    pub fn with_from(mut self, from: Side) -> Self {
        self.from = Some(from);
        self
    }

    /// The same, sent at this time.
    #[must_use]
    pub fn with_at(mut self, at: SystemTime) -> Self {
        self.at = Some(at);
        self
    }

    /// What stands on a line: a message, or one with its sender and time around it.
    pub(super) fn read(line: u64, mut value: Value) -> Self {
        if value.get("jsonrpc").is_some() || value.get("message").is_none() {
            return Self::new(line, value);
        }
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        let from = match text("from") {
            Some("client") => Some(Side::Client),
            Some("server") => Some(Side::Server),
            _ => None,
        };
        let at = text("at").and_then(|at| read_timestamp(at).ok());
        let message = value.get_mut("message").map(Value::take).unwrap_or_default();
        Self { line, from, at, message, place: JsonPath::root().member("message") }
    }
}

/// A line that holds no message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Broken {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub fault: LineFault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineFault {
    /// It is not JSON, or nested too deeply.
    #[error("{message} at column {column}")]
    #[non_exhaustive]
    NotJson {
        /// What is wrong.
        message: String,
        /// The byte where it is, from 1.
        column: usize,
    },
    /// It is not UTF-8.
    #[error("byte {column} is not UTF-8")]
    #[non_exhaustive]
    NotText {
        /// The first byte that is none, from 1.
        column: usize,
    },
    /// It is longer than what is read at once. The rest of it was passed over.
    #[error("the line has {length} bytes, and {limit} are read at once")]
    #[non_exhaustive]
    TooLong {
        /// Its length in bytes.
        length: u64,
        /// The limit.
        limit: usize,
    },
}

impl LineFault {
    pub(super) fn not_json(error: &serde_json::Error) -> Self {
        let message = error.to_string();
        // The position is ours to say.
        let end = message.rfind(" at line ").unwrap_or(message.len());
        let message = message.get(..end).unwrap_or_default().to_owned();
        Self::NotJson { message, column: error.column() }
    }
}

/// Something that a recording holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A message.
    Entry(Entry),
    /// A line without one.
    Broken(Broken),
}

impl Item {
    /// The line on which it stands.
    #[must_use]
    pub fn line(&self) -> u64 {
        match self {
            Self::Entry(entry) => entry.line,
            Self::Broken(broken) => broken.line,
        }
    }
}
