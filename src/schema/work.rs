//! The work that a schema of a peer's asks for, before any of it is done.
//!
//! A validator looks at a value once for each way that leads from the schema to it. A dozen
//! definitions that refer to the next one twice make thousands of ways, thirty make a thousand
//! millions; and definitions that refer on and on make a stack overflow. So the ways are counted
//! first, each pair of a schema and a value once.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

/// The most schemas that may lead to each other, one inside of the other.
const DEEPEST: usize = 250;
/// The same with the values that they look at: a value has some levels, and each its schemas.
const DEEPEST_AT_WORK: usize = 1_000;
/// The most ways to all values of an instance together: so many, and so many for each value.
const WAYS: u64 = 100_000;
const WAYS_EACH: u64 = 1_000;

/// Keywords whose schemas apply to the value itself.
const ONE_HERE: &[&str] = &["not", "if", "then", "else"];
const LISTS_HERE: &[&str] = &["allOf", "anyOf", "oneOf"];
const MAPS_HERE: &[&str] = &["dependentSchemas", "dependencies"];
const REFERENCES: &[&str] = &["$ref", "$dynamicRef", "$recursiveRef"];
/// Keywords whose schemas apply to what is in the value.
const ONE_BELOW: &[&str] = &[
    "items",
    "additionalItems",
    "unevaluatedItems",
    "contains",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
];
const LISTS_BELOW: &[&str] = &["prefixItems", "items"];
const MAPS_BELOW: &[&str] = &["properties", "patternProperties"];

/// A schema's document, to be asked what applies to a value.
#[derive(Debug)]
pub(super) struct Work {
    document: Value,
    /// Pointers to the schemas that have a name, as an id or an anchor.
    names: BTreeMap<String, Vec<String>>,
}

/// What was counted of a schema at a value.
type Counted = HashMap<(*const Value, *const Value), u64>;

/// There is too much to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMuch;

impl Work {
    /// Takes a schema in, unless it leads on too far for a stack.
    pub(super) fn of(schema: &Value) -> Result<Self, TooMuch> {
        let mut names = BTreeMap::new();
        name(schema, &mut String::new(), &mut names);
        let work = Self { document: schema.clone(), names };
        work.height(&work.document, &mut HashMap::new(), 0)?;
        Ok(work)
    }

    /// Whether an instance can be validated with a reasonable number of steps.
    pub(super) fn allows(&self, instance: &Value) -> Result<(), TooMuch> {
        let most = WAYS.saturating_add(WAYS_EACH.saturating_mul(nodes(instance)));
        let mut count = Count { work: self, counted: Counted::new(), most };
        match count.ways(&self.document, instance, 0)? {
            ways if ways > most => Err(TooMuch),
            _ => Ok(()),
        }
    }

    /// How many schemas follow from each other at most, from this one on.
    fn height<'s>(
        &'s self,
        schema: &'s Value,
        known: &mut HashMap<*const Value, usize>,
        depth: usize,
    ) -> Result<usize, TooMuch> {
        let Value::Object(keywords) = schema else { return Ok(0) };
        let schema = std::ptr::from_ref(schema);
        let before = known.get(&schema).copied();
        if depth + before.unwrap_or_default() > DEEPEST {
            return Err(TooMuch);
        }
        if let Some(height) = before {
            return Ok(height);
        }
        // One that leads back to itself is compiled once.
        known.insert(schema, 0);
        let mut inner = self.here(keywords);
        inner.extend(subschemas(keywords, ONE_BELOW, LISTS_BELOW, MAPS_BELOW));
        let mut highest = 0;
        for schema in inner {
            highest = highest.max(1 + self.height(schema, known, depth + 1)?);
        }
        known.insert(schema, highest);
        Ok(highest)
    }

    /// The schemas that apply to a value because this one does.
    fn here<'s>(&'s self, keywords: &'s Map<String, Value>) -> Vec<&'s Value> {
        let mut here: Vec<_> = subschemas(keywords, ONE_HERE, LISTS_HERE, MAPS_HERE).collect();
        let references = REFERENCES.iter().filter_map(|name| keywords.get(*name)?.as_str());
        references.for_each(|reference| here.extend(self.referents(reference)));
        here
    }

    /// What a reference may refer to: a place in the document, or whatever is named by it.
    fn referents(&self, reference: &str) -> Vec<&Value> {
        let (base, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let fragment = percent_decoded(fragment);
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.named(&fragment);
        }
        let bases = if base.is_empty() { vec![&self.document] } else { self.named(last(base)) };
        bases.into_iter().filter_map(|base| base.pointer(&fragment)).collect()
    }

    fn named(&self, name: &str) -> Vec<&Value> {
        let places = self.names.get(name).into_iter().flatten();
        places.filter_map(|place| self.document.pointer(place)).collect()
    }
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
    counted: Counted,
    most: u64,
}

impl<'w> Count<'w> {
    /// In how many ways a schema, and what applies because of it, looks at a value and what is in it.
    fn ways(&mut self, schema: &'w Value, value: &Value, depth: usize) -> Result<u64, TooMuch> {
        let Value::Object(keywords) = schema else { return Ok(0) };
        let pair = (std::ptr::from_ref(schema), std::ptr::from_ref(value));
        if let Some(ways) = self.counted.get(&pair) {
            return Ok(*ways);
        }
        if depth > DEEPEST_AT_WORK || self.counted.len() as u64 > self.most {
            return Err(TooMuch);
        }
        // Should it come back here at the same value, the validator notices.
        self.counted.insert(pair, 0);
        let mut ways: u64 = 1;
        let work = self.work;
        for inner in work.here(keywords) {
            ways = ways.saturating_add(self.ways(inner, value, depth + 1)?);
        }
        for (inner, value) in below(keywords, value) {
            ways = ways.saturating_add(self.ways(inner, value, depth + 1)?);
        }
        self.counted.insert(pair, ways);
        Ok(ways)
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

/// The schemas that apply to what is in a value, with what they apply to. A pattern counts for every
/// member.
fn below<'s, 'v>(
    keywords: &'s Map<String, Value>,
    value: &'v Value,
) -> Vec<(&'s Value, &'v Value)> {
    static NAME: Value = Value::Null;

    let mut all = Vec::new();
    let mut apply = |schema: Option<&'s Value>, value: &'v Value| {
        all.extend(schema.map(|schema| (schema, value)));
    };
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let known = keywords.get("properties").and_then(|it| it.get(name));
                apply(known, value);
                let patterns = keywords.get("patternProperties").and_then(Value::as_object);
                patterns.into_iter().flat_map(Map::values).for_each(|it| apply(Some(it), value));
                if known.is_none() {
                    apply(keywords.get("additionalProperties"), value);
                }
                apply(keywords.get("unevaluatedProperties"), value);
                apply(keywords.get("propertyNames"), &NAME);
            }
        }
        Value::Array(items) => {
            for (place, value) in items.iter().enumerate() {
                let listed = ["prefixItems", "items"].iter().filter_map(|it| keywords.get(*it));
                listed.for_each(|it| apply(it.get(place), value));
                let others = ["items", "additionalItems", "unevaluatedItems", "contains"];
                others.iter().for_each(|it| apply(keywords.get(*it), value));
            }
        }
        _ => {}
    }
    all
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
