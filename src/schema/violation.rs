//! What a validator finds: every fault, with its place, its rule, what is there and what was meant.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::path::JsonPath;
use super::printable::Printable;

/// The most characters of a value that a violation quotes.
const LONGEST: usize = 60;

/// The most violations that are kept of one document.
pub(super) const MOST: usize = 1000;

/// One thing in a document that its schema forbids.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Violation {
    /// Where it is. A member that is missing has the path that it would have.
    pub path: JsonPath,
    /// The schema's keyword that forbids it: `required`, `type`, `const`, …; `negotiated` and
    /// `direction` for a message that the session's agreement forbids; `json` for a typed value that
    /// cannot be written; `$ref` for a value that a tool's schema would look at in too many ways, or
    /// of which too much is wrong to say any of it, or a definition that does not compile.
    pub rule: String,
    /// What is there: the value's text, shortened where it is long; `nothing` for what is missing.
    pub found: Printable,
    /// What the schema asks for, in words.
    pub meant: Printable,
}

impl Violation {
    pub(crate) fn new(
        path: JsonPath,
        rule: impl Into<String>,
        found: impl Into<Printable>,
        meant: impl Into<Printable>,
    ) -> Self {
        Self { path, rule: rule.into(), found: found.into(), meant: meant.into() }
    }
}

impl Violation {
    /// What it says beside its path: `found 1, expected a boolean (type)`.
    #[must_use]
    pub fn words(&self) -> Printable {
        let Self { rule, found, meant, .. } = self;
        format!("found {found}, expected {meant} ({rule})").into()
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.steps().is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.words())
    }
}

/// What a validator finds in one document, as long as it is looking: the first violations, and how
/// many more there are. A document of a peer's may have as many as it has values.
#[derive(Debug, Default)]
pub(crate) struct Found {
    listed: Vec<Violation>,
    more: u64,
}

impl Found {
    /// Adds a violation. It is only put into words if it is kept.
    pub(crate) fn add(&mut self, violation: impl FnOnce() -> Violation) {
        if self.is_full() {
            self.skip();
        } else {
            self.listed.push(violation());
        }
    }

    /// Whether nothing more is kept.
    pub(crate) fn is_full(&self) -> bool {
        self.listed.len() >= MOST
    }

    /// Counts a violation that is not kept.
    pub(crate) fn skip(&mut self) {
        self.more += 1;
    }

    /// Counts what was not looked for, since there was too much: at least one, whatever it is.
    /// `instead` is for where nothing at all can be said.
    pub(crate) fn end(&mut self, instead: impl FnOnce() -> Violation) {
        if self.listed.is_empty() {
            self.listed.push(instead());
        }
        self.more = self.more.max(1);
    }

    /// The first of all by its path.
    pub(crate) fn first(self) -> Option<Violation> {
        self.listed.into_iter().min()
    }

    /// Nothing found is well; otherwise what was kept, sorted, each once.
    pub(crate) fn verdict(self) -> Result<(), Violations> {
        let Self { mut listed, more } = self;
        listed.sort();
        listed.dedup();
        if listed.is_empty() { Ok(()) } else { Err(Violations { listed, more }) }
    }
}

/// What a schema forbids in one document, by path. There is at least one, and at most a thousand are
/// kept: those that were found first. [`more`](Self::more) says whether there are others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violations {
    listed: Vec<Violation>,
    more: u64,
}

impl Violations {
    /// One violation.
    pub(crate) fn only(violation: Violation) -> Self {
        Self { listed: vec![violation], more: 0 }
    }

    /// The violations, sorted by path.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.listed.iter()
    }

    /// At least how many more there are than are kept; 0 if these are all. A value of which several
    /// things are wrong may count once, and so does all that was not looked at, since what is wrong
    /// with the rest would take many times the memory of the value.
    #[must_use]
    pub fn more(&self) -> u64 {
        self.more
    }
}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = std::vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.listed.into_iter()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, violation) in self.listed.iter().enumerate() {
            write!(f, "{}{violation}", if position == 0 { "" } else { "; " })?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "; and at least {more} more"),
        }
    }
}

impl std::error::Error for Violations {}

/// A value's text, shortened where it is long. Only as much of it is written as is shown.
pub(crate) fn excerpt(value: &Value) -> String {
    /// Takes the first bytes and refuses the rest, which ends the writing.
    struct Head(Vec<u8>);

    impl std::io::Write for Head {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.extend(bytes);
            // A character may have four bytes.
            if self.0.len() > 4 * LONGEST {
                Err(std::io::ErrorKind::Other.into())
            } else {
                Ok(bytes.len())
            }
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// A value of whose strings there is no more than is shown.
    struct Short<'v>(&'v Value);

    impl Serialize for Short<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0 {
                Value::String(text) => serializer.serialize_str(head(text)),
                Value::Array(items) => serializer.collect_seq(items.iter().map(Short)),
                Value::Object(members) => serializer
                    .collect_map(members.iter().map(|(name, value)| (head(name), Short(value)))),
                other => other.serialize(serializer),
            }
        }
    }

    let mut written = Head(Vec::new());
    let whole = serde_json::to_writer(&mut written, &Short(value)).is_ok();
    let text = String::from_utf8_lossy(&written.0);
    shortened(&text, !whole)
}

/// The beginning of a text, longer than what is shown if the text is.
fn head(text: &str) -> &str {
    let end = text.char_indices().nth(LONGEST).map(|(at, char)| at + char.len_utf8());
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// The beginning of a text, with a sign that there is more of it.
pub(crate) fn shortened(text: &str, more: bool) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None if more => format!("{text}…"),
        None => text.to_owned(),
    }
}
