//! Recorded sessions: messages from lines of text or from one document, a bounded part at a time.
//!
//! Three forms are read, and told apart by what is there:
//!
//! - one message a line, as it travels over standard input and output;
//! - one `{"from": "client", "at": "2026-01-01T00:00:00Z", "message": …}` a line, which says who
//!   sent it and, in RFC 3339, when; `at` may be absent;
//! - one JSON document over several lines: a message, or a list of either of the above.
//!
//! A list on a line of its own is a batch of messages, unless its items have a `message`.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::time::SystemTime;

use serde_json::Value;

use crate::method::Side;
use crate::schema::JsonPath;
use crate::task::read_timestamp;

/// A message of a recording.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The line on which it stands, from 1; in a document, its place among the messages.
    pub line: u64,
    /// Who sent it; none if the recording does not say.
    pub from: Option<Side>,
    /// When it was sent; none if the recording does not say, or in no RFC 3339.
    pub at: Option<SystemTime>,
    /// The message.
    pub message: Value,
    /// Where the message is in what stands on the line.
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
    fn read(line: u64, mut value: Value, place: JsonPath) -> Self {
        if value.get("jsonrpc").is_some() || value.get("message").is_none() {
            return Self { place, ..Self::new(line, value) };
        }
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        let from = match text("from") {
            Some("client") => Some(Side::Client),
            Some("server") => Some(Side::Server),
            _ => None,
        };
        let at = text("at").and_then(|at| read_timestamp(at).ok());
        let message = value.get_mut("message").map(Value::take).unwrap_or_default();
        Self { line, from, at, message, place: place.member("message") }
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

/// Reads a recording, a line at a time.
///
/// ```
/// use mcp_typestate::check::{Item, Recording};
///
/// let text = "{\"jsonrpc\": \"2.0\", \"method\": \"ping\", \"id\": 1}\n\n{\"jsonrpc\"\n";
/// let mut recording = Recording::new(text.as_bytes());
/// assert!(matches!(recording.next()?, Some(Item::Entry(_))));
/// let Some(Item::Broken(broken)) = recording.next()? else { panic!("it is not JSON") };
/// assert_eq!(broken.line, 3);
/// assert_eq!(recording.next()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Recording<R> {
    input: R,
    limit: usize,
    line: u64,
    /// The text of the line that was read last.
    text: Vec<u8>,
    /// What of the document at the beginning is still to be given.
    ready: VecDeque<Item>,
    /// Lines that were read ahead.
    ahead: io::Cursor<Vec<u8>>,
    begun: bool,
    bytes: u64,
}

impl<R: BufRead> Recording<R> {
    /// The most bytes of a line, or of a document, that are read at once.
    pub const LIMIT: usize = 16 << 20;

    /// Reads from here on.
    pub fn new(input: R) -> Self {
        Self {
            input,
            limit: Self::LIMIT,
            line: 0,
            text: Vec::new(),
            ready: VecDeque::new(),
            ahead: io::Cursor::default(),
            begun: false,
            bytes: 0,
        }
    }

    /// The same with another limit.
    #[must_use]
    pub fn with_limit(mut self, limit: usize) -> Self {
        self.limit = limit;
        self
    }

    /// The text of the line that the last item stands on, or of its document. What is not UTF-8 in
    /// it is replaced; what is too long is its beginning.
    #[must_use]
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.text)
    }

    /// The line on which that text begins, from 1.
    #[must_use]
    pub fn first_line(&self) -> u64 {
        self.line
    }

    /// How many bytes were read so far.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The next message or broken line; none at the end. Blank lines are passed over.
    ///
    /// # Errors
    /// When the input cannot be read.
    #[allow(clippy::should_implement_trait, reason = "an iterator would lend its text as well")]
    pub fn next(&mut self) -> io::Result<Option<Item>> {
        if let Some(item) = self.ready.pop_front() {
            return Ok(Some(item));
        }
        loop {
            let Some(mut length) = self.read_line()? else { return Ok(None) };
            self.line += 1;
            // Some editors begin a file of UTF-8 with a mark that says so.
            if self.line == 1 && self.text.starts_with(BYTE_ORDER_MARK) {
                self.text.drain(..BYTE_ORDER_MARK.len());
                length -= BYTE_ORDER_MARK.len() as u64;
            }
            if length > self.text.len() as u64 {
                let fault = LineFault::TooLong { length, limit: self.limit };
                return Ok(Some(Item::Broken(Broken { line: self.line, fault })));
            }
            if self.text.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let first = !std::mem::replace(&mut self.begun, true);
            return match parse(&self.text) {
                Ok(value) => Ok(Some(self.give(value))),
                Err((fault, true)) if first => self.document(fault).map(Some),
                Err((fault, _)) => Ok(Some(Item::Broken(Broken { line: self.line, fault }))),
            };
        }
    }

    /// A line's value: an entry, or a list of entries.
    fn give(&mut self, value: Value) -> Item {
        match value {
            Value::Array(values) if values.iter().any(|value| value.get("message").is_some()) => {
                self.list(values)
            }
            value => Item::Entry(Entry::read(self.line, value, JsonPath::root())),
        }
    }

    /// The items of a list that is a recording. All stand in the same text, so that they are told
    /// apart by their places.
    fn list(&mut self, values: Vec<Value>) -> Item {
        let entry = |(position, value): (usize, Value)| {
            Item::Entry(Entry::read(position as u64 + 1, value, JsonPath::root().item(position)))
        };
        let mut items = values.into_iter().enumerate().map(entry);
        // A list of nothing is an empty batch.
        let nothing = || Entry::read(self.line, Value::Array(Vec::new()), JsonPath::root());
        let first = items.next().unwrap_or_else(|| Item::Entry(nothing()));
        self.ready = items.collect();
        first
    }

    /// A first line that is cut off may begin a document. If it does not, it is a broken line, and
    /// what was read for the document is read again as lines.
    fn document(&mut self, fault: LineFault) -> io::Result<Item> {
        let first = self.text.len();
        let room = self.limit.saturating_sub(first) as u64;
        let mut rest = Vec::new();
        let mut input = (&mut self.input).take(room + 1);
        input.read_to_end(&mut rest)?;
        self.bytes += rest.len() as u64;
        if rest.len() as u64 <= room {
            self.text.push(b'\n');
            self.text.extend_from_slice(&rest);
            match parse(&self.text) {
                Ok(Value::Array(values)) => return Ok(self.list(values)),
                Ok(value) => return Ok(self.give(value)),
                Err(_) => self.text.truncate(first),
            }
        }
        self.ahead = io::Cursor::new(rest);
        Ok(Item::Broken(Broken { line: self.line, fault }))
    }

    /// Reads a line into `text`, as much of it as there is room for, and gives its whole length
    /// without what ends it; none at the end.
    fn read_line(&mut self) -> io::Result<Option<u64>> {
        self.text.clear();
        // Room that one long line took is given back.
        self.text.shrink_to(1 << 16);
        let mut length = 0;
        loop {
            let ahead = self.ahead.fill_buf()?;
            let is_ahead = !ahead.is_empty();
            let buffer = if is_ahead { ahead } else { self.input.fill_buf()? };
            if buffer.is_empty() {
                return Ok((length > 0).then_some(length));
            }
            let end = memchr(buffer);
            let part = buffer.get(..end.unwrap_or(buffer.len())).unwrap_or_default();
            let room = self.limit.saturating_sub(self.text.len()).min(part.len());
            self.text.extend_from_slice(part.get(..room).unwrap_or_default());
            length += part.len() as u64;
            let used = part.len() + usize::from(end.is_some());
            if is_ahead {
                self.ahead.consume(used);
            } else {
                self.input.consume(used);
                self.bytes += used as u64;
            }
            if end.is_some() {
                return Ok(Some(length));
            }
        }
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

fn memchr(buffer: &[u8]) -> Option<usize> {
    buffer.iter().position(|byte| *byte == b'\n')
}

/// Reads a text; the fault comes with whether the text is cut off.
fn parse(text: &[u8]) -> Result<Value, (LineFault, bool)> {
    let text = std::str::from_utf8(text).map_err(|error| {
        (LineFault::NotText { column: error.valid_up_to() + 1 }, error.error_len().is_none())
    })?;
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        // The position is ours to say.
        let end = message.rfind(" at line ").unwrap_or(message.len());
        let message = message.get(..end).unwrap_or_default().to_owned();
        (LineFault::NotJson { message, column: error.column() }, error.is_eof())
    })
}
