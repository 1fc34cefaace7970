//! What a recording holds: messages with what is known of each, and lines that are none.

use std::fmt;
use std::time::SystemTime;

use serde_json::Value;

use super::recording::is_wrapped;
use super::rule::{self, Rule};
use crate::method::Side;
use crate::schema::{JsonPath, excerpt};
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
    /// What the recording says of sender and time that could not be read.
    pub unread: Vec<Unread>,
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
        Self { line, from: None, at: None, unread: Vec::new(), message, place: JsonPath::root() }
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
        if !is_wrapped(&value) {
            return Self::new(line, value);
        }
        let mut unread = Vec::new();
        let said = |name: &str| value.get(name).filter(|it| !it.is_null());
        let from = said("from").and_then(|from| match from.as_str() {
            Some("client") => Some(Side::Client),
            Some("server") => Some(Side::Server),
            _ => {
                unread.push(Unread::From(from.clone()));
                None
            }
        });
        let at = said("at").and_then(|at| {
            let read = at.as_str().and_then(|text| read_timestamp(text).ok());
            if read.is_none() {
                unread.push(Unread::At(at.clone()));
            }
            read
        });
        let message = value.get_mut("message").map(Value::take).unwrap_or_default();
        Self { line, from, at, unread, message, place: JsonPath::root().member("message") }
    }
}

/// What a recording says of a message and nobody can read. The message is taken as one of which it
/// is not said.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Unread {
    /// A sender that is neither side.
    From(Value),
    /// A time that is no RFC 3339.
    At(Value),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From(there) => {
                let there = excerpt(there);
                write!(f, "`from` is {there}, and neither \"client\" nor \"server\"")
            }
            Self::At(there) => {
                let there = excerpt(there);
                write!(f, "`at` is {there}, and no time like \"2026-08-01T12:00:00Z\"")
            }
        }
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
    #[error("{message} at column {column}{hint}")]
    #[non_exhaustive]
    NotJson {
        /// What is wrong.
        message: String,
        /// The byte where it is, from 1.
        column: usize,
        /// What it may be instead, in words that go on; empty if nothing tells.
        hint: &'static str,
    },
    /// It is not UTF-8.
    #[error("byte {column} is not UTF-8{hint}")]
    #[non_exhaustive]
    NotText {
        /// The first byte that is none, from 1.
        column: usize,
        /// What it may be instead, in words that go on; empty if nothing tells.
        hint: &'static str,
    },
    /// It is longer than what is read at once. The rest of it was passed over.
    #[error("it has {length} bytes, and {limit} are read at once")]
    #[non_exhaustive]
    TooLong {
        /// Its length in bytes.
        length: u64,
        /// The limit.
        limit: usize,
    },
}

impl LineFault {
    /// The rule that the line breaks.
    #[must_use]
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::NotJson { .. } | Self::NotText { .. } => &rule::NOT_JSON,
            Self::TooLong { .. } => &rule::LINE_TOO_LONG,
        }
    }

    /// Text that is not JSON.
    pub(super) fn not_json(text: &str, error: &serde_json::Error) -> Self {
        let message = error.to_string();
        // The position is ours to say.
        let end = message.rfind(" at line ").unwrap_or(message.len());
        let message = message.get(..end).unwrap_or_default().to_owned();
        Self::NotJson { message, column: error.column(), hint: hint(text) }
    }

    /// Bytes that are no text from this one on.
    pub(super) fn not_text(bytes: &[u8], valid: usize) -> Self {
        let utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
        let hint = if utf16 { ": it is UTF-16, and has to be UTF-8" } else { "" };
        Self::NotText { column: valid + 1, hint }
    }
}

/// What a line may be that is not JSON, as far as its text tells.
fn hint(text: &str) -> &'static str {
    let start = text.trim_start();
    if text.contains('\0') {
        ": there are NUL bytes, as in UTF-16 or where nothing was written"
    } else if ["data:", "event:", "id:", "retry:"].iter().any(|it| start.starts_with(it)) {
        ": it is of an event stream, where the message follows `data:`"
    } else if ["//", "/*", "#"].iter().any(|it| start.starts_with(it)) {
        ": it is a comment, and JSON has none"
    } else if start.starts_with('\u{feff}') {
        ": a byte order mark stands in the midst of the file"
    } else {
        ""
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
