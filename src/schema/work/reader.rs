//! A schema's document as what follows from what.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use super::{Below, Node, TooMuch, Work};

/// How many names of a list are gone through in the time of one way.
pub(super) const LISTED: u64 = 16;
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

/// Reads a document into nodes: the schemas that its root leads to.
pub(super) struct Reader<'s> {
    document: &'s Value,
    /// Pointers to the schemas that have a name, as an id or an anchor.
    names: BTreeMap<String, Vec<String>>,
    /// The place of each schema among the nodes.
    places: HashMap<*const Value, usize>,
    /// The schemas in the order of their places.
    schemas: Vec<&'s Map<String, Value>>,
}

impl<'s> Reader<'s> {
    pub(super) fn of(document: &'s Value) -> Self {
        let mut names = BTreeMap::new();
        name(document, &mut String::new(), &mut names);
        Self { document, names, places: HashMap::new(), schemas: Vec::new() }
    }

    pub(super) fn read(mut self) -> Result<Work, TooMuch> {
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
pub(in crate::schema) fn may_backtrack(pattern: &str) -> bool {
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
