//! Where in the facts the schema of each type lies, for the types' own `JsonSchema`.
//!
//! Types follow the normal form, where nothing nests; the facts nest. A nested schema that became
//! a type is found again by the same names that it was hoisted by, and known by its place: a JSON
//! Pointer into the facts.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::catalog::Catalog;
use super::names::{ANSWERS, OPAQUE, SAME_EVERYWHERE, lookup};
use super::normalize::{
    Definitions, Fate, Normal, block_or_list, hoisted_name, referent, rust_name, same_definition,
    simplified, wants_a_name,
};
use super::{Error, Revision};

/// The call of a macro `schemas!` with a revision's types, and all places where they stand.
pub(super) fn table(
    revision: &Revision,
    facts: &Definitions,
    normal: &Normal,
    catalog: &Catalog,
) -> Result<String, Error> {
    let mut table = Table::default();
    let referred = references(facts);
    for (name, schema) in facts {
        let place = format!("/$defs/{}", escaped(name));
        if !references_stand_alone(schema) {
            return Err(Error::new(name, "references stand alone", "there is more beside one"));
        }
        match typed(name, normal, catalog) {
            Some(Typed::Generated { name, path }) => {
                table.define(name, path, &place, schema)?;
            }
            Some(Typed::Shared(path)) => drop(table.places.insert(place, path.to_owned())),
            None if referred.contains(name.as_str()) => {
                let rust_name = rust_name(name);
                table.untyped.insert(rust_name.clone());
                let path = format!("untyped::{rust_name}");
                table.define(rust_name, path, &place, schema)?;
            }
            None => {}
        }
    }
    let mut nested = Nested { simple: facts.clone(), catalog, table };
    nested.simple.values_mut().for_each(|schema| *schema = simplified(schema));
    for (name, schema) in facts {
        if matches!(normal.fates.get(name), Some(Fate::Item(_))) {
            let pointer = format!("/$defs/{}", escaped(name));
            nested.visit_parts(&rust_name(name), &pointer, schema)?;
        }
    }
    nested.table.account(catalog)?;
    Ok(nested.table.written(revision))
}

/// A definition's type.
enum Typed {
    /// One of the generated module: what its schema is called, and its path.
    Generated { name: String, path: String },
    /// One written by hand that means the same in every revision, by its name.
    Shared(&'static str),
}

/// The type that has a definition's schema for its own; none for an alias, whose type is
/// somebody else's, and for what has no type or one that takes several definitions.
fn typed(definition: &str, normal: &Normal, catalog: &Catalog) -> Option<Typed> {
    let item = match normal.fates.get(definition)? {
        Fate::Item(item) => item,
        Fate::ByHand(_) => return lookup(SAME_EVERYWHERE, definition).map(Typed::Shared),
        Fate::Skipped(_) => return None,
    };
    if catalog.aliases.iter().any(|alias| alias.name == *item) {
        return None;
    }
    let path = match catalog.envelope_of(item) {
        Some(envelope) => format!("{envelope}<{item}>"),
        None => item.clone(),
    };
    Some(Typed::Generated { name: item.clone(), path })
}

/// All names that facts refer to.
fn references(facts: &Definitions) -> BTreeSet<&str> {
    fn walk<'a>(schema: &'a Value, names: &mut BTreeSet<&'a str>) {
        names.extend(referent(schema));
        match schema {
            Value::Object(members) => members.values().for_each(|member| walk(member, names)),
            Value::Array(items) => items.iter().for_each(|item| walk(item, names)),
            _ => {}
        }
    }
    let mut names = BTreeSet::new();
    facts.values().for_each(|schema| walk(schema, &mut names));
    names
}

/// Whether a reference is all that its schema says: what a type's place becomes has no room for more.
fn references_stand_alone(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => {
            (referent(schema).is_none() || members.len() == 1)
                && members.values().all(references_stand_alone)
        }
        Value::Array(items) => items.iter().all(references_stand_alone),
        _ => true,
    }
}

/// What is known of the types so far.
#[derive(Default)]
struct Table<'a> {
    /// Definitions that are referred to and have no type of their own.
    untyped: BTreeSet<String>,
    /// By name: the path of the type, the place of its schema, and the schema.
    types: BTreeMap<String, (String, String, &'a Value)>,
    /// By place: the path of the type that stands there.
    places: BTreeMap<String, String>,
}

impl<'a> Table<'a> {
    fn define(
        &mut self,
        name: String,
        path: String,
        place: &str,
        schema: &'a Value,
    ) -> Result<(), Error> {
        self.places.insert(place.to_owned(), path.clone());
        match self.types.insert(name.clone(), (path, place.to_owned(), schema)) {
            None => Ok(()),
            Some((_, other, _)) => {
                let message = format!("{other} and {place} would both be called so");
                Err(Error::new(name, "one name, one schema", message))
            }
        }
    }

    /// Notes that a type stands at a place, too. Where the facts say it otherwise than where the
    /// type was found first, they keep their words.
    fn repeat(&mut self, name: &str, place: &str, schema: &Value) {
        if let Some((path, _, known)) = self.types.get(name)
            && *known == schema
        {
            self.places.insert(place.to_owned(), path.clone());
        }
    }

    /// Checks that no type was lost on the way.
    fn account(&self, catalog: &Catalog) -> Result<(), Error> {
        let objects = catalog.objects.iter().map(|object| &object.name);
        let enums = catalog.enums.iter().map(|open_enum| &open_enum.name);
        let unions = catalog.unions.iter().map(|union| &union.name);
        match objects.chain(enums).chain(unions).find(|name| !self.types.contains_key(*name)) {
            None => Ok(()),
            Some(name) => Err(Error::new(name, "types have a place in the facts", "none is its")),
        }
    }

    fn written(&self, revision: &Revision) -> String {
        let feature = revision.feature;
        let facts = feature.to_uppercase();
        let mut written = format!("schemas! {{\n    {facts} {feature:?};\n    untyped {{\n");
        for name in &self.untyped {
            written.push_str(&format!("        {name}\n"));
        }
        written.push_str("    }\n    types {\n");
        for (name, (path, place, _)) in &self.types {
            written.push_str(&format!("        {path} = {name:?} at {place:?};\n"));
        }
        written.push_str("    }\n    places {\n");
        for (place, path) in &self.places {
            written.push_str(&format!("        {place:?} => {path};\n"));
        }
        written.push_str("    }\n}\n");
        written
    }
}

/// The walk through the facts, along the places that [`normalize`](super::normalize) names.
struct Nested<'a> {
    /// The facts as names are given by.
    simple: Definitions,
    catalog: &'a Catalog,
    table: Table<'a>,
}

impl<'a> Nested<'a> {
    /// Looks at what is nested in a schema.
    fn visit(&mut self, place: &str, pointer: &str, schema: &'a Value) -> Result<(), Error> {
        if lookup(OPAQUE, place).is_some() || ANSWERS.contains(&place) {
            return Ok(());
        }
        let simple = simplified(schema);
        if referent(schema).is_some() || block_or_list(&simple).is_some() {
            return Ok(());
        }
        if !wants_a_name(&simple) {
            return self.visit_parts(place, pointer, schema);
        }
        if let Some(name) = same_definition(&self.simple, place, &simple) {
            self.table.repeat(&name, pointer, schema);
            return Ok(());
        }
        let name = hoisted_name(place, &simple)
            .ok_or_else(|| Error::new(place, "nested schemas have names", "add it to HOISTED"))?;
        if self.table.types.contains_key(&name) {
            self.table.repeat(&name, pointer, schema);
        } else if self.catalog.aliases.iter().all(|alias| alias.name != name) {
            self.table.define(name.clone(), name.clone(), pointer, schema)?;
        }
        self.visit_parts(&name, pointer, schema)
    }

    fn visit_parts(&mut self, place: &str, pointer: &str, schema: &'a Value) -> Result<(), Error> {
        let list = |key: &str| schema.get(key).and_then(Value::as_array).into_iter().flatten();
        // The parts of an `allOf` are one type together.
        for (position, part) in list("allOf").enumerate() {
            self.visit_parts(place, &format!("{pointer}/allOf/{position}"), part)?;
        }
        for (position, member) in list("anyOf").enumerate() {
            let pointer = format!("{pointer}/anyOf/{position}");
            self.visit(&format!("{place}|{position}"), &pointer, member)?;
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            let pointer = format!("{pointer}/properties/{}", escaped(name));
            self.visit(&format!("{place}.{name}"), &pointer, property)?;
        }
        for (key, mark) in [("items", "[]"), ("additionalProperties", "{}")] {
            if let Some(inner) = schema.get(key).filter(|inner| inner.is_object()) {
                self.visit(&format!("{place}{mark}"), &format!("{pointer}/{key}"), inner)?;
            }
        }
        Ok(())
    }
}

/// A name as a JSON Pointer has it.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
