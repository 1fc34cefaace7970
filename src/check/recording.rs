//! Recordings, read a bounded part at a time.
//!
//! Three forms are read, and told apart by what is there:
//!
//! - one message a line, as it travels over standard input and output;
//! - one `{"from": "client", "at": "2026-01-01T00:00:00Z", "message": …}` a line, which says who
//!   sent it and, in RFC 3339, when; either may be absent;
//! - a document: a list of either of the above that is all there is, on one line or over several; or
//!   messages that each go over several lines.
//!
//! Any other list on a line of its own is a batch of messages, unless an item of it has a message
//! within it.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::ops::Range;

use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use super::input::{Broken, Entry, Item, LineFault};

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
    values: bool,
    /// The line that was read last, or its document, and where that begins.
    text: String,
    first_line: u64,
    /// The last item's bytes in it, and the line on which they begin.
    span: Range<usize>,
    line: u64,
    /// Where in the text that line begins.
    line_start: usize,
    /// The items of it that are still to be given.
    ready: VecDeque<Range<usize>>,
    /// Lines that were read ahead, and how many blank ones before them were passed over.
    ahead: io::Cursor<Vec<u8>>,
    passed: u64,
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
            values: false,
            text: String::new(),
            first_line: 0,
            span: 0..0,
            line: 0,
            line_start: 0,
            ready: VecDeque::new(),
            ahead: io::Cursor::default(),
            passed: 0,
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

    /// The same for values that are no messages: each line is one, or each document, and a member
    /// `message` is a member like any other.
    #[must_use]
    pub fn of_values(mut self) -> Self {
        self.values = true;
        self
    }

    /// The text of the line that the last item stands on, or of its document, without a byte order
    /// mark. What is not UTF-8 in it is replaced; what is too long is its beginning.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line on which that text begins, from 1. No other text begins there.
    #[must_use]
    pub fn first_line(&self) -> u64 {
        self.first_line
    }

    /// The bytes of that text which are the last item: all of it, but for an item of a document.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
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
        if let Some(span) = self.ready.pop_front() {
            return Ok(Some(self.part(span)));
        }
        loop {
            let Some((mut bytes, length)) = self.read_line()? else { return Ok(None) };
            self.first_line += 1 + std::mem::take(&mut self.passed);
            let too_long = length > bytes.len() as u64;
            if self.first_line == 1 && bytes.starts_with("\u{feff}".as_bytes()) {
                bytes.drain(..'\u{feff}'.len_utf8());
            }
            let fault = self.take_in(bytes);
            if too_long {
                return Ok(Some(self.broken(LineFault::TooLong { length, limit: self.limit })));
            }
            if self.text.bytes().all(|byte| byte.is_ascii_whitespace()) {
                continue;
            }
            let first = !std::mem::replace(&mut self.begun, true);
            if let Some(fault) = fault {
                return Ok(Some(self.broken(fault)));
            }
            return match serde_json::from_str(&self.text) {
                Ok(value) => self.line(value, first).map(Some),
                Err(error) if first && error.is_eof() => self.document(&error).map(Some),
                Err(error) => Ok(Some(self.broken(LineFault::not_json(&self.text, &error)))),
            };
        }
    }

    /// Takes in what was read as the text, of which all is one item.
    fn take_in(&mut self, bytes: Vec<u8>) -> Option<LineFault> {
        let (text, fault) = match String::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let fault = LineFault::not_text(error.as_bytes(), error.utf8_error().valid_up_to());
                (String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(fault))
            }
        };
        self.text = text;
        self.whole();
        fault
    }

    /// All of the text is one item.
    fn whole(&mut self) {
        self.span = 0..self.text.len();
        self.line = self.first_line;
        self.line_start = 0;
    }

    /// The first of the items of which the text consists.
    fn first_of(&mut self, items: VecDeque<Range<usize>>) -> Option<Item> {
        self.ready = items;
        let first = self.ready.pop_front()?;
        self.span = 0..0;
        Some(self.part(first))
    }

    fn broken(&self, fault: LineFault) -> Item {
        Item::Broken(Broken { line: self.line, fault })
    }

    fn entry(&self, value: Value) -> Item {
        let read = if self.values { Entry::new } else { Entry::read };
        Item::Entry(read(self.line, value))
    }

    /// A line's value: an entry, or a list of entries.
    fn line(&mut self, value: Value, first: bool) -> io::Result<Item> {
        let Value::Array(values) = &value else { return Ok(self.entry(value)) };
        let wrapped = values.iter().any(is_wrapped);
        // A list of nothing is an empty batch.
        if self.values || values.is_empty() || !(wrapped || first && self.is_last()?) {
            return Ok(self.entry(value));
        }
        Ok(self.list(value))
    }

    /// The items of a list that is a recording.
    fn list(&mut self, value: Value) -> Item {
        match self.items().and_then(|items| self.first_of(items)) {
            Some(first) => first,
            None => self.entry(value),
        }
    }

    /// The items of the text, if it is a list. What they are is read later, one by one.
    fn items(&self) -> Option<VecDeque<Range<usize>>> {
        let items = serde_json::from_str::<Vec<&RawValue>>(&self.text).ok()?;
        Some(items.into_iter().map(|item| span(&self.text, item)).collect())
    }

    /// One of several items of a text; the one before is the last that was given.
    fn part(&mut self, span: Range<usize>) -> Item {
        let between = self.text.as_bytes().get(self.span.start..span.start).unwrap_or_default();
        self.line += between.iter().filter(|byte| **byte == b'\n').count() as u64;
        if let Some(last) = between.iter().rposition(|byte| *byte == b'\n') {
            self.line_start = self.span.start + last + 1;
        }
        self.span = span.clone();
        let text = self.text.get(span.clone()).unwrap_or_default();
        match serde_json::from_str(text) {
            Ok(value) => self.entry(value),
            Err(error) => self.broken_within(text, &error, span.start - self.line_start),
        }
    }

    /// What is wrong with a text of several lines, of which the first begins on this line after so
    /// many bytes of it.
    fn broken_within(&self, text: &str, error: &serde_json::Error, before: usize) -> Item {
        let mut fault = LineFault::not_json(text, error);
        let mut line = error.line().saturating_sub(1);
        if let LineFault::NotJson { column, .. } = &mut fault {
            // An end of a line that should not be there counts as the first place after it.
            if *column == 0 && line > 0 {
                line -= 1;
                *column = text.split('\n').nth(line).unwrap_or_default().len() + 1;
            }
            if line == 0 {
                *column += before;
            }
            *column = (*column).max(1);
        }
        Item::Broken(Broken { line: self.line + line as u64, fault })
    }

    /// A first line that is cut off may begin a document, be it one with a fault. If it does not, it
    /// is a broken line, and what was read for the document is read again as lines.
    fn document(&mut self, error: &serde_json::Error) -> io::Result<Item> {
        let first = self.text.len();
        let room = self.limit.saturating_sub(first) as u64;
        let mut rest = Vec::new();
        (&mut self.input).take(room + 1).read_to_end(&mut rest)?;
        self.bytes += rest.len() as u64;
        let fits = rest.len() as u64 <= room;
        if fits && let Ok(rest) = std::str::from_utf8(&rest) {
            self.text.push('\n');
            self.text.push_str(rest);
            self.whole();
            match serde_json::from_str::<Value>(&self.text) {
                Ok(value) if value.is_array() && !self.values => return Ok(self.list(value)),
                Ok(value) => return Ok(self.entry(value)),
                Err(_) => {}
            }
            // An item that cannot be read, being nested too deeply, does not hide the others.
            if !self.values
                && let Some(first) = self.items().and_then(|items| self.first_of(items))
            {
                return Ok(first);
            }
            let values = serde_json::Deserializer::from_str(&self.text).into_iter::<&RawValue>();
            let spans = values.map(|value| value.map(|value| span(&self.text, value)));
            if let Ok(spans) = spans.collect::<Result<VecDeque<_>, _>>()
                && let Some(first) = self.first_of(spans)
            {
                return Ok(first);
            }
            self.text.truncate(first);
            self.whole();
        }
        if holds_lines(&rest, fits) {
            self.ahead = io::Cursor::new(rest);
            return Ok(self.broken(LineFault::not_json(&self.text, error)));
        }
        if !fits {
            let length = (first + 1 + rest.len()) as u64 + self.pass_over()?;
            return Ok(self.broken(LineFault::TooLong { length, limit: self.limit }));
        }
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        bytes.push(b'\n');
        bytes.extend(rest);
        Ok(self.broken_document(bytes, error))
    }

    /// What is wrong with a document that is none, and whose first line has this error.
    fn broken_document(&mut self, bytes: Vec<u8>, first: &serde_json::Error) -> Item {
        if let Some(fault) = self.take_in(bytes) {
            let LineFault::NotText { column, hint } = fault else { return self.broken(fault) };
            // What comes before it is text, and the same in both.
            let before = self.text.as_bytes().get(..column - 1).unwrap_or_default();
            let line = before.iter().filter(|byte| **byte == b'\n').count() as u64;
            let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
            let fault = LineFault::NotText { column: column - start, hint };
            return Item::Broken(Broken { line: self.line + line, fault });
        }
        // Where it ends too early is where its last word ends.
        let text = self.text.trim_ascii_end();
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
        match values.find_map(Result::err) {
            Some(error) => self.broken_within(text, &error, 0),
            None => self.broken(LineFault::not_json(text, first)),
        }
    }

    /// Passes over all that is left, and says how much it was.
    fn pass_over(&mut self) -> io::Result<u64> {
        let passed = io::copy(&mut self.input, &mut io::sink())?;
        self.bytes += passed;
        Ok(passed)
    }

    /// Whether nothing but blank lines follows. What was read to know it is kept.
    fn is_last(&mut self) -> io::Result<bool> {
        loop {
            let mut next = Vec::new();
            let read = (&mut self.input).take(self.limit as u64).read_until(b'\n', &mut next)?;
            self.bytes += read as u64;
            if read == 0 {
                return Ok(true);
            }
            if !next.iter().all(u8::is_ascii_whitespace) {
                self.ahead = io::Cursor::new(next);
                return Ok(false);
            }
            self.passed += u64::from(next.ends_with(b"\n"));
        }
    }

    /// Reads a line, as much of it as there is room for, and gives its whole length without what
    /// ends it; none at the end.
    fn read_line(&mut self) -> io::Result<Option<(Vec<u8>, u64)>> {
        let mut line = std::mem::take(&mut self.text).into_bytes();
        line.clear();
        // Room that one long line took is given back.
        line.shrink_to(1 << 16);
        let mut length = 0;
        loop {
            let ahead = self.ahead.fill_buf()?;
            let is_ahead = !ahead.is_empty();
            let buffer = if is_ahead { ahead } else { self.input.fill_buf()? };
            if buffer.is_empty() {
                return Ok((length > 0).then_some((line, length)));
            }
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let part = buffer.get(..end.unwrap_or(buffer.len())).unwrap_or_default();
            let room = self.limit.saturating_sub(line.len()).min(part.len());
            line.extend_from_slice(part.get(..room).unwrap_or_default());
            length += part.len() as u64;
            let used = part.len() + usize::from(end.is_some());
            if is_ahead {
                self.ahead.consume(used);
            } else {
                self.input.consume(used);
                self.bytes += used as u64;
            }
            if end.is_some() {
                return Ok(Some((line, length)));
            }
        }
    }
}

/// The bytes of a part of a text. It is borrowed from there; where it begins says which it is.
fn span(text: &str, part: &RawValue) -> Range<usize> {
    let start = part.get().as_ptr().addr() - text.as_ptr().addr();
    start..start + part.get().len()
}

/// Whether a value is a message with what is known of it around it.
pub(super) fn is_wrapped(value: &Value) -> bool {
    value.get("jsonrpc").is_none() && value.get("message").is_some()
}

/// Whether what follows a first line that is cut off are lines: at least half of them stand by
/// themselves, which those of a document that is laid out do not. Of what does not end there, the
/// last line is not looked at, since it may be cut off too.
fn holds_lines(rest: &[u8], ends: bool) -> bool {
    let end = if ends { rest.len() } else { rest.iter().rposition(|it| *it == b'\n').unwrap_or(0) };
    let lines = rest.get(..end).unwrap_or_default().split(|byte| *byte == b'\n');
    let (mut whole, mut broken) = (0_u64, 0_u64);
    for line in lines.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
        let stands = line.starts_with(b"{") || line.starts_with(b"[");
        if stands && serde_json::from_slice::<IgnoredAny>(line).is_ok() {
            whole += 1;
        } else {
            broken += 1;
        }
    }
    whole >= broken
}
