//! Two schemas in two documents, compared through their references.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value, json};

/// A schema: its document, and its place in it.
type Place<'a> = (&'a Value, &'a str);

/// Where two schemas are not the same, references aside: a place in the first document. None if
/// they say the same with the same words.
pub fn differs(one: Place, other: Place) -> Option<String> {
    Comparison { documents: [one.0, other.0], seen: HashSet::new() }.differ(one.1, other.1)
}

struct Comparison<'a> {
    documents: [&'a Value; 2],
    /// Pairs of places that are compared already, or further out.
    seen: HashSet<[String; 2]>,
}

impl Comparison<'_> {
    fn differ(&mut self, one: &str, other: &str) -> Option<String> {
        let places = [self.resolved(0, one), self.resolved(1, other)];
        if !self.seen.insert(places.clone()) {
            return None;
        }
        let [one, other] = &places;
        let schemas = [0, 1].map(|at| self.documents[at].pointer(&places[at]).expect("a place"));
        match schemas {
            // Both allow everything.
            [Value::Bool(true), Value::Object(none)] if none.is_empty() => None,
            [Value::Object(members), Value::Object(others)] => {
                let [names, same] = [(members, one), (others, other)].map(|(it, at)| names(it, at));
                if names != same {
                    return Some(format!("{one} has {names:?}, {other} {same:?}"));
                }
                names.iter().map(|it| it.replace('~', "~0").replace('/', "~1")).find_map(|name| {
                    self.differ(&format!("{one}/{name}"), &format!("{other}/{name}"))
                })
            }
            [Value::Array(items), Value::Array(others)] if items.len() == others.len() => (0
                ..items.len())
                .find_map(|at| self.differ(&format!("{one}/{at}"), &format!("{other}/{at}"))),
            [scalar, same] if scalar == same => None,
            [schema, another] => Some(format!("{one} is {schema}, {other} {another}")),
        }
    }

    /// Where a place leads, by way of references.
    fn resolved(&self, document: usize, place: &str) -> String {
        let schema = self.documents[document].pointer(place).expect("a place");
        match schema.get("$ref").and_then(Value::as_str) {
            Some(reference) => {
                self.resolved(document, reference.strip_prefix('#').expect("inside"))
            }
            None => place.to_owned(),
        }
    }
}

/// The names of a schema's members that say something of instances.
fn names<'a>(members: &'a Map<String, Value>, place: &str) -> BTreeSet<&'a str> {
    let is_said = |(name, value): &(&String, &Value)| match name.as_str() {
        "$schema" => place.ends_with("/properties"),
        "$defs" | "title" => !place.is_empty(),
        "additionalProperties" => **value != json!(true) && **value != json!({}),
        _ => true,
    };
    members.iter().filter(is_said).map(|(name, _)| name.as_str()).collect()
}
