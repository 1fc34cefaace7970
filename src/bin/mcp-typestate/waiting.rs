//! Where requests stand that wait for a reply, to be shown if none comes.

use std::collections::HashMap;

use mcp_typestate::Side;
use mcp_typestate::check::{Checked, Entry, Finding, Item};
use serde_json::Value;

use crate::excerpt::Spot;
use crate::input::{self, Source};

/// The most requests whose places are kept. Of others the line is said, and not shown.
const MOST: usize = 4096;

/// The longest id by which a request is known again, in bytes of its JSON.
const LONGEST: usize = 1024;

/// A request by its sender and its id.
pub(crate) type Key = (Side, String);

/// The key of a message of this id; none if it has none, or one that is too long to be kept.
pub(crate) fn key(sender: Side, message: &Value) -> Option<Key> {
    let id = message.get("id")?;
    // Only text is long.
    if id.as_str().is_some_and(|id| id.len() > LONGEST) {
        return None;
    }
    let id = id.to_string();
    (id.len() <= LONGEST).then_some((sender, id))
}

/// The side that a reply of this side goes to.
pub(crate) fn other(side: Side) -> Side {
    match side {
        Side::Client => Side::Server,
        Side::Server => Side::Client,
    }
}

/// The places of the requests that are open, and what is shown of them.
#[derive(Debug, Default)]
pub(crate) struct Waiting(HashMap<Key, (u64, Spot)>);

impl Waiting {
    /// Takes in a message, or a batch of them, that was read last.
    pub(crate) fn add(&mut self, source: &mut Source, item: &Item, checked: &Checked) {
        let (Item::Entry(entry), Some(from)) = (item, checked.from) else { return };
        match &entry.message {
            Value::Array(batch) => {
                batch.iter().for_each(|message| self.message(source, entry, message, from));
            }
            message => self.message(source, entry, message, from),
        }
    }

    fn message(&mut self, source: &mut Source, entry: &Entry, message: &Value, from: Side) {
        if message.get("method").is_none() {
            key(other(from), message).and_then(|key| self.0.remove(&key));
        } else if self.0.len() < MOST
            && let Some(key) = key(from, message)
        {
            self.0.insert(key, (entry.line, source.spot()));
        }
    }

    /// Where the messages stood that findings at the end are about.
    pub(crate) fn spots<'f>(
        self,
        findings: impl IntoIterator<Item = &'f Finding>,
    ) -> impl Iterator<Item = Spot> {
        let spots: HashMap<u64, Spot> = self.0.into_values().collect();
        findings.into_iter().map(move |finding| {
            let known = spots.get(&finding.line).cloned();
            known.unwrap_or_else(|| Spot::of_line(input::line(finding.line)))
        })
    }
}
