//! The ways that lead from a schema to the values of an instance, counted.

use serde_json::Value;

use super::{Below, TooMuch, Work};

/// The most schemas that may lead to each other on the way down into a value, which has some levels,
/// each with its schemas.
const DEEPEST_AT_WORK: usize = 1_000;

/// A count of ways.
pub(super) struct Count<'w> {
    work: &'w Work,
    pub(super) ways: u64,
    most: u64,
    /// How often a pattern that may backtrack is tried.
    pub(super) patterns: u64,
    /// What is known of each schema at the value at hand.
    at: Vec<At>,
    /// The number of that value.
    turn: u64,
}

/// What is known of a schema at a value.
#[derive(Clone, Copy, Default)]
struct At {
    turn: u64,
    /// Its position among those that apply to the value, each after what follows from it; none as
    /// long as those are looked for.
    position: Option<usize>,
    ways: u64,
    depth: usize,
}

/// A schema that looks at a value: in how many ways, and how many others led to it at most.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    pub(super) node: usize,
    pub(super) ways: u64,
    pub(super) depth: usize,
}

impl<'w> Count<'w> {
    pub(super) fn of(work: &'w Work, most: u64) -> Self {
        let at = vec![At::default(); work.nodes.len()];
        Self { work, ways: 0, most, patterns: 0, at, turn: 0 }
    }

    /// Counts at a value to which some schemas are applied, and at what is in it. Nothing is kept of
    /// a value that is done, so that memory follows the schema and not the instance.
    pub(super) fn value(&mut self, applied: Vec<Reached>, value: &Value) -> Result<(), TooMuch> {
        let here = self.here(&applied, value.is_string())?;
        drop(applied);
        match value {
            Value::Object(members) => {
                let here = self.with_below(here, members.len())?;
                for (name, value) in members {
                    let mut inner = Vec::new();
                    let mut names = Vec::new();
                    for (below, by) in &here {
                        let known = below.properties.get(name);
                        let others = if known.is_none() { below.others } else { None };
                        let patterns = below.patterns.iter().map(|(schema, _)| *schema);
                        let one = [known.copied().flatten(), others, below.members];
                        let all = one.into_iter().chain(patterns).flatten();
                        inner.extend(all.map(|node| Reached { node, ..*by }));
                        names.extend(below.names.map(|node| Reached { node, ..*by }));
                        let tried = below.patterns.iter().filter(|(_, backtracks)| *backtracks);
                        let tried = by.ways.saturating_mul(tried.count() as u64);
                        self.patterns = self.patterns.saturating_add(tried);
                        self.add(by.ways.saturating_mul(below.patterns.len() as u64))?;
                    }
                    if !names.is_empty() {
                        self.here(&names, true)?;
                    }
                    if !inner.is_empty() {
                        self.value(inner, value)?;
                    }
                }
            }
            Value::Array(items) => {
                let here = self.with_below(here, items.len())?;
                for (position, value) in items.iter().enumerate() {
                    let mut inner = Vec::new();
                    for (below, by) in &here {
                        let listed = below.listed.iter().filter_map(|list| *list.get(position)?);
                        let all = listed.chain(below.items.iter().copied());
                        inner.extend(all.map(|node| Reached { node, ..*by }));
                    }
                    if !inner.is_empty() {
                        self.value(inner, value)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Counts all schemas that look at a value because some are applied to it, and gives them.
    fn here(&mut self, applied: &[Reached], string: bool) -> Result<Vec<Reached>, TooMuch> {
        self.turn += 1;
        let mut order = Vec::new();
        for reached in applied {
            self.follow(reached.node, 0, &mut order)?;
            if let Some(at) = self.at.get_mut(reached.node) {
                at.ways = at.ways.saturating_add(reached.ways);
                at.depth = at.depth.max(reached.depth);
            }
        }
        let work = self.work;
        let mut all = Vec::with_capacity(order.len());
        for node in order.into_iter().rev() {
            let (Some(schema), Some(at)) = (work.nodes.get(node), self.at.get(node).copied())
            else {
                continue;
            };
            self.add(at.ways.saturating_mul(schema.weight))?;
            if schema.backtracks && string {
                self.patterns = self.patterns.saturating_add(at.ways);
            }
            if at.depth > DEEPEST_AT_WORK {
                return Err(TooMuch);
            }
            for inner in &schema.here {
                // Should it come back here at the same value, the validator notices.
                if let Some(inner) = self.at.get_mut(*inner)
                    && inner.position < at.position
                {
                    inner.ways = inner.ways.saturating_add(at.ways);
                    inner.depth = inner.depth.max(at.depth + 1);
                }
            }
            all.push(Reached { node, ways: at.ways, depth: at.depth });
        }
        Ok(all)
    }

    /// Puts what a schema leads to at the value at hand in order, the last first.
    fn follow(&mut self, node: usize, depth: usize, order: &mut Vec<usize>) -> Result<(), TooMuch> {
        let turn = self.turn;
        let Some(at) = self.at.get_mut(node).filter(|at| at.turn != turn) else { return Ok(()) };
        if depth > DEEPEST_AT_WORK {
            return Err(TooMuch);
        }
        *at = At { turn, position: None, ways: 0, depth: 0 };
        let work = self.work;
        for inner in work.nodes.get(node).into_iter().flat_map(|it| &it.here) {
            self.follow(*inner, depth + 1, order)?;
        }
        if let Some(at) = self.at.get_mut(node) {
            at.position = Some(order.len());
        }
        order.push(node);
        Ok(())
    }

    /// Those schemas that look at what is in a value, each of which goes through all of it.
    fn with_below(
        &mut self,
        here: Vec<Reached>,
        values: usize,
    ) -> Result<Vec<(&'w Below, Reached)>, TooMuch> {
        let work = self.work;
        let mut all = Vec::new();
        for reached in here {
            let below = work.nodes.get(reached.node).and_then(|schema| schema.below.as_deref());
            if let Some(below) = below {
                self.add(reached.ways.saturating_mul(values as u64))?;
                all.push((below, Reached { depth: reached.depth + 1, ..reached }));
            }
        }
        Ok(all)
    }

    fn add(&mut self, ways: u64) -> Result<(), TooMuch> {
        self.ways = self.ways.saturating_add(ways);
        if self.ways > self.most { Err(TooMuch) } else { Ok(()) }
    }
}
