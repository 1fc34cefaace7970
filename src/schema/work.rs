//! The work that a schema of a peer's asks for, before any of it is done.
//!
//! A validator looks at a value once for each way that leads from the schema to it. A dozen
//! definitions that refer to the next one twice make thousands of ways, thirty make a thousand
//! millions; and definitions that refer on and on make a stack overflow. So the ways are counted
//! first: value by value, and at each of them every schema once, with the number of ways to it.

mod count;
mod reader;

use std::collections::HashMap;

use serde_json::{Map, Value};

use self::count::{Count, Reached};
pub(super) use self::reader::may_backtrack;
use self::reader::{LISTED, Reader};
use super::view::length;

/// The most schemas that may lead to each other, one inside of the other.
const DEEPEST: usize = 250;
/// The most ways to all values of an instance together: so many, and so many for each value. A way
/// takes a tenth of a microsecond, half of it here.
const WAYS: u64 = 5_000_000;
const WAYS_EACH: u64 = 50;
/// The most tries of patterns that may backtrack: each takes up to a millisecond.
const PATTERNS: u64 = 2_000;
/// How often a validator begins anew where it cannot finish a pattern.
const RUNS: u64 = 64;

/// What a schema's document leads to, to be asked what applies to a value.
#[derive(Debug)]
pub(super) struct Work {
    nodes: Vec<Node>,
}

/// A schema, by what applies because of it: other schemas, by their places among all.
#[derive(Debug, Default)]
struct Node {
    /// What looking at a value costs by itself.
    weight: u64,
    /// Whether it has a pattern that may backtrack, for a string.
    backtracks: bool,
    /// What applies to the same value.
    here: Vec<usize>,
    below: Option<Box<Below>>,
}

/// What applies to what is in a value.
#[derive(Debug, Default)]
struct Below {
    properties: HashMap<String, Option<usize>>,
    /// Each of these counts for every member, with whether its pattern may backtrack.
    patterns: Vec<(Option<usize>, bool)>,
    /// For each member that `properties` does not have.
    others: Option<usize>,
    /// For each member.
    members: Option<usize>,
    names: Option<usize>,
    /// For the items at their positions.
    listed: Vec<Vec<Option<usize>>>,
    /// For each item.
    items: Vec<usize>,
}

/// There is too much to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMuch;

/// How much of a schema an instance is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    Whole,
    /// All but the patterns that may backtrack: they would be tried too often.
    WithoutPatterns,
}

impl Work {
    /// Takes a schema in, unless it leads on too far for a stack.
    pub(super) fn of(schema: &Value) -> Result<Self, TooMuch> {
        let work = Reader::of(schema).read()?;
        work.height(0, &mut HashMap::new(), 0)?;
        Ok(work)
    }

    /// Whether an instance can be validated with a reasonable number of steps.
    pub(super) fn allows(&self, instance: &Value) -> Result<Extent, TooMuch> {
        let most = WAYS.saturating_add(WAYS_EACH.saturating_mul(nodes(instance)));
        let mut count = Count::of(self, most);
        if !self.nodes.is_empty() {
            count.value(vec![Reached { node: 0, ways: 1, depth: 0 }], instance)?;
        }
        let again = count.ways.saturating_mul(RUNS) > most;
        Ok(match count.patterns {
            0 => Extent::Whole,
            tried if tried > PATTERNS || again => Extent::WithoutPatterns,
            _ => Extent::Whole,
        })
    }

    /// How many bytes of an instance's text there would be in copies, one for each error that may be
    /// about the whole of it. One schema alone makes none.
    pub(super) fn copies(&self, instance: &Value) -> usize {
        let empty = match instance {
            Value::Object(_) => Value::Object(Map::new()),
            Value::Array(_) => Value::Array(Vec::new()),
            scalar => scalar.clone(),
        };
        let mut count = Count::of(self, u64::MAX);
        // What there is too much of was refused before.
        let _ = count.value(vec![Reached { node: 0, ways: 1, depth: 0 }], &empty);
        let errors = count.ways.saturating_sub(1).saturating_mul(LISTED);
        usize::try_from(errors).unwrap_or(usize::MAX).saturating_mul(length(instance))
    }

    /// How many schemas follow from each other at most, from this one on.
    fn height(
        &self,
        node: usize,
        known: &mut HashMap<usize, usize>,
        depth: usize,
    ) -> Result<usize, TooMuch> {
        let Some(schema) = self.nodes.get(node) else { return Ok(0) };
        let before = known.get(&node).copied();
        if depth + before.unwrap_or_default() > DEEPEST {
            return Err(TooMuch);
        }
        if let Some(height) = before {
            return Ok(height);
        }
        // One that leads back to itself is compiled once.
        known.insert(node, 0);
        let mut highest = 0;
        let below = schema.below.iter().flat_map(|below| below.all());
        for inner in schema.here.iter().copied().chain(below) {
            highest = highest.max(1 + self.height(inner, known, depth + 1)?);
        }
        known.insert(node, highest);
        Ok(highest)
    }
}

impl Below {
    fn all(&self) -> impl Iterator<Item = usize> {
        let one = [self.others, self.members, self.names];
        let properties = self.properties.values().copied();
        let patterns = self.patterns.iter().map(|(schema, _)| *schema);
        let listed = self.listed.iter().flatten().copied();
        let some = one.into_iter().chain(properties).chain(patterns).chain(listed).flatten();
        some.chain(self.items.iter().copied())
    }

    fn is_empty(&self) -> bool {
        self.properties.is_empty() && self.patterns.is_empty() && self.all().next().is_none()
    }
}

/// How many values a value is made of.
fn nodes(value: &Value) -> u64 {
    match value {
        Value::Array(items) => items.iter().map(nodes).fold(1, u64::saturating_add),
        Value::Object(members) => members.values().map(nodes).fold(1, u64::saturating_add),
        _ => 1,
    }
}
