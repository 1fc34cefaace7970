//! One message of a session as the rules look at it, and where they put what they find.

use std::collections::BTreeMap;
use std::time::SystemTime;

use serde_json::Value;

use super::past::Past;
use super::{Finding, Rule};
use crate::json::Object;
use crate::method::Side;
use crate::schema::{JsonPath, Printable};

/// A message, and who sent it when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said<'m> {
    pub(super) from: Side,
    /// Whether the recording says so.
    pub(super) told: bool,
    pub(super) at: Option<SystemTime>,
    pub(super) line: u64,
    pub(super) message: &'m Value,
    /// How much of the session was seen before it.
    pub(super) past: Past,
}

impl<'m> Said<'m> {
    pub(super) fn method(&self) -> Option<&'m str> {
        method(self.message)
    }

    /// The id; none if there is none, or null.
    pub(super) fn id(&self) -> Option<&'m Value> {
        self.message.get("id").filter(|id| !id.is_null())
    }

    pub(super) fn param(&self, name: &str) -> Option<&'m Value> {
        self.message.get("params")?.get(name)
    }

    pub(super) fn result(&self) -> Option<&'m Value> {
        self.message.get("result").filter(|_| self.method().is_none())
    }

    /// `_meta` of what the message says, and its path.
    pub(super) fn meta(&self) -> Option<(&'m Object, JsonPath)> {
        let body = if self.method().is_some() { "params" } else { "result" };
        let meta = self.message.get(body)?.get("_meta")?.as_object()?;
        Some((meta, JsonPath::root().member(body).member("_meta")))
    }

    /// Whether nothing that nobody saw can have made its sender another: the recording says who it
    /// is, or all was seen from which that is concluded.
    pub(super) fn is_sure(&self) -> bool {
        self.told || self.past.is_whole()
    }

    /// The side that the message goes to.
    pub(super) fn to(&self) -> Side {
        other(self.from)
    }
}

/// A message's method.
pub(super) fn method(message: &Value) -> Option<&str> {
    message.get("method").and_then(Value::as_str)
}

/// The other side.
pub(super) fn other(side: Side) -> Side {
    match side {
        Side::Client => Side::Server,
        Side::Server => Side::Client,
    }
}

/// The path of a parameter.
pub(super) fn param(name: &str) -> JsonPath {
    JsonPath::root().member("params").member(name)
}

/// The path of a member of a result.
pub(super) fn result(name: &str) -> JsonPath {
    JsonPath::root().member("result").member(name)
}

/// The most findings of one rule that are said of what stands on one line.
const MOST: u64 = 100;

/// Collects what is found in one message, or in a batch of them.
#[derive(Debug)]
pub(super) struct Report {
    line: u64,
    at: Option<SystemTime>,
    from: Option<Side>,
    /// Where the message is in its line's, if that is a batch.
    base: JsonPath,
    found: Vec<Finding>,
    /// How often each rule was found broken: few are.
    tallies: BTreeMap<&'static str, Tally>,
}

/// How often a rule was found broken.
#[derive(Debug)]
struct Tally {
    rule: &'static Rule,
    listed: u64,
    more: u64,
    /// There may be others that were not counted.
    at_least: bool,
}

impl Report {
    /// Begins with a line, whose sender may be recorded.
    pub(super) fn new(line: u64, at: Option<SystemTime>, from: Option<Side>) -> Self {
        Self { line, at, from, base: JsonPath::root(), found: Vec::new(), tallies: BTreeMap::new() }
    }

    /// Goes on to a message, whose sender is known.
    pub(super) fn enter(&mut self, from: Side, base: JsonPath) {
        self.from = Some(from);
        self.base = base;
    }

    /// Where the message is on its line.
    pub(super) fn place(&self) -> JsonPath {
        self.base.clone()
    }

    pub(super) fn add(&mut self, rule: &'static Rule, path: JsonPath, text: impl Into<Printable>) {
        self.push(rule, path, text.into(), None);
    }

    /// A finding about a task.
    pub(super) fn about(
        &mut self,
        task: &str,
        rule: &'static Rule,
        path: JsonPath,
        text: impl Into<Printable>,
    ) {
        self.push(rule, path, text.into(), Some(crate::schema::shortened(task, false)));
    }

    /// Counts findings that nobody lists, since there are more than enough of the same rule: at least
    /// so many.
    pub(super) fn count(&mut self, rule: &'static Rule, more: u64) {
        let tally = self.tally(rule);
        tally.more += more;
        tally.at_least |= more > 0;
    }

    /// What was found, each rule at most [`MOST`] times; the rest is counted.
    pub(super) fn finish(mut self) -> Vec<Finding> {
        self.base = JsonPath::root();
        for Tally { rule, more, at_least, .. } in std::mem::take(&mut self.tallies).into_values() {
            if more > 0 {
                let least = if at_least { "at least " } else { "" };
                let text = format!("{least}{more} more of these are not listed").into();
                self.found.push(self.finding(rule, JsonPath::root(), text, None));
            }
        }
        self.found
    }

    fn push(&mut self, rule: &'static Rule, path: JsonPath, text: Printable, task: Option<String>) {
        let tally = self.tally(rule);
        if tally.listed >= MOST {
            tally.more += 1;
            return;
        }
        tally.listed += 1;
        self.found.push(self.finding(rule, path, text, task));
    }

    fn tally(&mut self, rule: &'static Rule) -> &mut Tally {
        self.tallies.entry(rule.id).or_insert(Tally { rule, listed: 0, more: 0, at_least: false })
    }

    fn finding(
        &self,
        rule: &'static Rule,
        path: JsonPath,
        text: Printable,
        task: Option<String>,
    ) -> Finding {
        Finding {
            rule,
            line: self.line,
            path: self.base.clone().join(path),
            text,
            at: self.at,
            from: self.from,
            task,
        }
    }
}
