//! The work that a schema of a peer's asks for, before any of it is done.
//!
//! A validator looks at a value once for each way that leads from the schema to it. A dozen
//! definitions that refer to the next one twice make thousands of ways, thirty make a thousand
//! millions; and definitions that refer on and on make a stack overflow. So the ways are counted
//! first: value by value, and at each of them every schema once, with the number of ways to it.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

/// The most schemas that may lead to each other, one inside of the other.
const DEEPEST: usize = 250;
/// The same with the values that they look at: a value has some levels, and each its schemas.
const DEEPEST_AT_WORK: usize = 1_000;
/// The most ways to all values of an instance together: so many, and so many for each value. A way
/// takes a tenth of a microsecond, half of it here.
const WAYS: u64 = 5_000_000;
const WAYS_EACH: u64 = 50;
/// How many names of a list are gone through in the time of one way.
const LISTED: u64 = 16;
/// The most tries of patterns that may backtrack: each takes up to a millisecond.
const PATTERNS: u64 = 2_000;
/// How often a validator begins anew where it cannot finish a pattern.
const RUNS: u64 = 64;
/// The most schemas that are referred to: so many, and so many for each that there is.
const REFERRED: usize = 1_000;
const REFERRED_EACH: usize = 16;

/// Keywords whose schemas apply to the value itself.
const ONE_HERE: &[&str] = &["not", "if", "then", "else"];
const LISTS_HERE: &[&str] = &["allOf", "anyOf", "oneOf"];
const MAPS_HERE: &[&str] = &["dependentSchemas", "dependencies"];
const REFERENCES: &[&str] = &["$ref", "$dynamicRef", "$recursiveRef"];
/// Keywords whose schemas apply to what is in a list: to each item, and to those at their positions.
const ITEMS: &[&str] = &["items", "additionalItems", "unevaluatedItems", "contains"];
const LISTS: &[&str] = &["prefixItems", "items"];

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

/// Reads a document into nodes: the schemas that its root leads to.
struct Reader<'s> {
    document: &'s Value,
    /// Pointers to the schemas that have a name, as an id or an anchor.
    names: BTreeMap<String, Vec<String>>,
    /// The place of each schema among the nodes.
    places: HashMap<*const Value, usize>,
    /// The schemas in the order of their places.
    schemas: Vec<&'s Map<String, Value>>,
}

impl<'s> Reader<'s> {
    fn of(document: &'s Value) -> Self {
        let mut names = BTreeMap::new();
        name(document, &mut String::new(), &mut names);
        Self { document, names, places: HashMap::new(), schemas: Vec::new() }
    }

    fn read(mut self) -> Result<Work, TooMuch> {
        let mut nodes = Vec::new();
        // Many references to a name that many schemas have.
        let mut referred: usize = 0;
        self.place(self.document);
        while let Some(keywords) = self.schemas.get(nodes.len()).copied() {
            let mut here = Vec::new();
            for inner in subschemas(keywords, ONE_HERE, LISTS_HERE, MAPS_HERE) {
                here.extend(self.place(inner));
            }
            for reference in REFERENCES.iter().filter_map(|name| keywords.get(*name)?.as_str()) {
                for inner in self.referents(reference) {
                    here.extend(self.place(inner));
                    referred += 1;
                }
            }
            let below = self.below(keywords);
            nodes.push(Node {
                weight: weight(keywords),
                backtracks: text(keywords, "pattern").is_some_and(may_backtrack),
                here,
                below: (!below.is_empty()).then(|| Box::new(below)),
            });
            if referred > REFERRED + REFERRED_EACH * self.schemas.len() {
                return Err(TooMuch);
            }
        }
        Ok(Work { nodes })
    }

    /// The place of a schema; none for `true` and `false`, which need no work.
    fn place(&mut self, schema: &'s Value) -> Option<usize> {
        let keywords = schema.as_object()?;
        let next = self.schemas.len();
        let place = *self.places.entry(std::ptr::from_ref(schema)).or_insert(next);
        if place == next {
            self.schemas.push(keywords);
        }
        Some(place)
    }

    fn below(&mut self, keywords: &'s Map<String, Value>) -> Below {
        let mut below = Below::default();
        for (name, schema) in object(keywords, "properties") {
            below.properties.insert(name.clone(), self.place(schema));
        }
        for (pattern, schema) in object(keywords, "patternProperties") {
            below.patterns.push((self.place(schema), may_backtrack(pattern)));
        }
        let mut one = |name| keywords.get(name).and_then(|schema| self.place(schema));
        below.others = one("additionalProperties");
        below.members = one("unevaluatedProperties");
        below.names = one("propertyNames");
        below.items.extend(ITEMS.iter().filter_map(|name| one(name)));
        for list in LISTS.iter().filter_map(|name| keywords.get(*name)?.as_array()) {
            below.listed.push(list.iter().map(|schema| self.place(schema)).collect());
        }
        below
    }

    /// What a reference may refer to: a place in the document, or whatever is named by it.
    fn referents(&self, reference: &str) -> Vec<&'s Value> {
        let (base, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let fragment = percent_decoded(fragment);
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.named(&fragment);
        }
        let bases = if base.is_empty() { vec![self.document] } else { self.named(last(base)) };
        bases.into_iter().filter_map(|base| base.pointer(&fragment)).collect()
    }

    fn named(&self, name: &str) -> Vec<&'s Value> {
        let places = self.names.get(name).into_iter().flatten();
        places.filter_map(|place| self.document.pointer(place)).collect()
    }
}

/// What a schema's own lists cost, each of which is gone through for a value.
fn weight(keywords: &Map<String, Value>) -> u64 {
    let lists = ["enum", "required"].iter().filter_map(|name| keywords.get(*name)?.as_array());
    lists.map(|list| list.len() as u64 / LISTED).fold(1, u64::saturating_add)
}

fn text<'s>(keywords: &'s Map<String, Value>, name: &str) -> Option<&'s str> {
    keywords.get(name).and_then(Value::as_str)
}

fn object<'s>(
    keywords: &'s Map<String, Value>,
    name: &str,
) -> impl Iterator<Item = (&'s String, &'s Value)> {
    keywords.get(name).and_then(Value::as_object).into_iter().flatten()
}

/// Whether a pattern may be tried by going back and forth: it looks around, or refers to what it has
/// matched. Others take one pass.
pub(super) fn may_backtrack(pattern: &str) -> bool {
    let follows = |mark: &str, is: fn(&str) -> bool| {
        pattern.match_indices(mark).any(|(at, _)| is(pattern.get(at + mark.len()..).unwrap_or("")))
    };
    follows("(?", |rest| {
        rest.starts_with(['=', '!', '>', '(', '~', '|'])
            || rest.starts_with("<=")
            || rest.starts_with("<!")
    }) || follows("\\", |rest| {
        rest.starts_with(|next: char| next.is_ascii_digit() || "kKgG".contains(next))
    }) || ["*+", "++", "?+", "}+"].iter().any(|possessive| pattern.contains(possessive))
}

/// Notes the names in a document, each with where it is.
fn name(value: &Value, place: &mut String, names: &mut BTreeMap<String, Vec<String>>) {
    const NAMES: &[&str] = &["$id", "id", "$anchor", "$dynamicAnchor"];

    let mut inside = |step: &str, value: &Value| {
        let before = place.len();
        place.push('/');
        place.push_str(&step.replace('~', "~0").replace('/', "~1"));
        name(value, place, names);
        place.truncate(before);
    };
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(step, item)| inside(&step.to_string(), item));
        }
        Value::Object(members) => {
            members.iter().for_each(|(step, member)| inside(step, member));
            for name in NAMES.iter().filter_map(|it| members.get(*it)?.as_str()) {
                names.entry(last(name).to_owned()).or_default().push(place.clone());
            }
        }
        _ => {}
    }
}

/// The last part of an id, by which it is known here: who refers to it may leave out the others.
fn last(id: &str) -> &str {
    let id = id.trim_end_matches('#');
    id.rsplit(['/', '#', ':']).next().unwrap_or(id)
}

/// A count of ways.
struct Count<'w> {
    work: &'w Work,
    ways: u64,
    most: u64,
    /// How often a pattern that may backtrack is tried.
    patterns: u64,
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
struct Reached {
    node: usize,
    ways: u64,
    depth: usize,
}

impl<'w> Count<'w> {
    fn of(work: &'w Work, most: u64) -> Self {
        let at = vec![At::default(); work.nodes.len()];
        Self { work, ways: 0, most, patterns: 0, at, turn: 0 }
    }

    /// Counts at a value to which some schemas are applied, and at what is in it. Nothing is kept of
    /// a value that is done, so that memory follows the schema and not the instance.
    fn value(&mut self, applied: Vec<Reached>, value: &Value) -> Result<(), TooMuch> {
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

/// The schemas that some keywords have.
fn subschemas<'s>(
    keywords: &'s Map<String, Value>,
    one: &'static [&'static str],
    lists: &'static [&'static str],
    maps: &'static [&'static str],
) -> impl Iterator<Item = &'s Value> {
    let one = one.iter().filter_map(|it| keywords.get(*it));
    let lists = lists.iter().filter_map(|it| keywords.get(*it)?.as_array()).flatten();
    let maps = maps.iter().filter_map(|it| keywords.get(*it)?.as_object());
    one.chain(lists).chain(maps.flat_map(Map::values))
}

/// How many values a value is made of.
fn nodes(value: &Value) -> u64 {
    match value {
        Value::Array(items) => items.iter().map(nodes).fold(1, u64::saturating_add),
        Value::Object(members) => members.values().map(nodes).fold(1, u64::saturating_add),
        _ => 1,
    }
}

/// A reference's fragment as the pointer that it stands for.
fn percent_decoded(fragment: &str) -> String {
    let mut decoded = Vec::with_capacity(fragment.len());
    let mut bytes = fragment.bytes();
    while let Some(byte) = bytes.next() {
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let mut ahead = bytes.clone();
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                decoded.extend(u8::try_from(high * 16 + low));
                bytes = ahead;
            }
            _ => decoded.push(byte),
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}
