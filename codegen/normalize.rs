//! The facts in the dialect that the later stages read well.
//!
//! Afterwards each definition is flat: an object whose fields are scalars, references, lists or
//! maps of these; an enum of strings; a union of references; or an alias. `allOf` is merged, what
//! was nested has a definition of its own, and what this crate writes by hand is a reference.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Error;
use super::names::{
    ACRONYMS, ANSWERS, ANYTHING, BY_HAND, HOISTED, OPAQUE, RENAMED, SKIPPED, lookup,
};

/// Schemas by name.
pub(super) type Definitions = BTreeMap<String, Value>;

/// The flat definitions under their Rust names, and what became of each official one.
#[derive(Debug)]
pub(super) struct Normal {
    pub(super) definitions: Definitions,
    pub(super) fates: BTreeMap<String, Fate>,
}

/// What became of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A generated item of this name.
    Item(String),
    /// A type that this crate writes by hand, by its path inside the crate.
    ByHand(&'static str),
    /// Nothing, and why.
    Skipped(&'static str),
}

/// Flattens and names everything.
pub(super) fn normalize(mut facts: Definitions) -> Result<Normal, Error> {
    facts.values_mut().for_each(simplify);
    let mut fates = BTreeMap::new();
    let mut hoist = Hoist { facts: &facts, definitions: Definitions::new() };
    for (name, schema) in &facts {
        if let Some(path) = lookup(BY_HAND, name) {
            let batches = name == "JSONRPCMessage" && facts.contains_key("JSONRPCBatchRequest");
            let path = if batches { MESSAGE_OR_BATCH } else { path };
            fates.insert(name.clone(), Fate::ByHand(path));
        } else if let Some(reason) = lookup(SKIPPED, name) {
            fates.insert(name.clone(), Fate::Skipped(reason));
        } else {
            let rust_name = rust_name(name);
            let schema = hoist.flatten(&rust_name, merge_all_of(&facts, schema)?, true)?;
            hoist.define(&rust_name, schema)?;
            fates.insert(name.clone(), Fate::Item(rust_name));
        }
    }
    Ok(Normal { definitions: hoist.definitions, fates })
}

/// A message in the one revision that has batches.
const MESSAGE_OR_BATCH: &str = "json::OneOrMany<jsonrpc::AnyMessage>";

/// A definition's name as Rust writes it.
pub(super) fn rust_name(name: &str) -> String {
    if let Some(name) = lookup(RENAMED, name) {
        return name.to_owned();
    }
    ACRONYMS.iter().fold(name.to_owned(), |name, (shouted, spoken)| name.replace(shouted, spoken))
}

/// The name at the end of a reference.
pub(super) fn referent(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

/// A reference to a definition under its Rust name.
fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{name}") })
}

/// A schema in the one spelling that names and types are given by.
pub(super) fn simplified(schema: &Value) -> Value {
    let mut simple = schema.clone();
    simplify(&mut simple);
    simple
}

/// Writes what has several spellings in one, and drops what says nothing about types: the
/// extension's schema comes from another tool than the core's.
fn simplify(schema: &mut Value) {
    let Value::Object(members) = schema else {
        if let Value::Array(schemas) = schema {
            schemas.iter_mut().for_each(simplify);
        }
        return;
    };
    members.retain(|key, _| !["$schema", "propertyNames"].contains(&key.as_str()));
    // The range of what a double holds exactly is no bound of the protocol's.
    members.retain(|_, value| value.as_i64().is_none_or(|bound| bound.abs() != DOUBLE_EXACT));
    if members.get("additionalProperties") == Some(&json!({ "not": {} })) {
        members.remove("additionalProperties");
    }
    for (key, value) in members.iter_mut() {
        match (key.as_str(), value) {
            // Below are names of properties, among them `$schema`.
            ("properties", Value::Object(properties)) => {
                properties.values_mut().for_each(simplify);
            }
            (_, value) => simplify(value),
        }
    }
    if let Some(simple) = members.get("anyOf").and_then(simple_any_of) {
        members.remove("anyOf");
        members.extend(simple);
    }
}

/// 2⁵³ − 1.
const DOUBLE_EXACT: i64 = 9_007_199_254_740_991;

/// `anyOf` constants as an enum, and `anyOf` a type or null as two types.
fn simple_any_of(members: &Value) -> Option<Map<String, Value>> {
    let members = members.as_array().filter(|members| !members.is_empty())?;
    let constants: Option<Vec<&str>> =
        members.iter().map(|member| member.get("const")?.as_str()).collect();
    let simple = match constants {
        Some(mut values) => {
            values.sort_unstable();
            json!({ "type": "string", "enum": values })
        }
        None => {
            let bare = |member: &&Value| member.as_object().is_some_and(|schema| schema.len() == 1);
            let types: Option<Vec<&str>> = members
                .iter()
                .map(|member| Some(member).filter(bare)?.get("type")?.as_str())
                .collect();
            json!({ "type": types? })
        }
    };
    simple.as_object().cloned()
}

/// A schema without `allOf`: its parts' properties and requirements in one object. A bare
/// reference, as `EmptyResult` is one, becomes what it refers to. A part that is the union of a
/// definition stays a part: the members `flatten` names it.
fn merge_all_of(facts: &Definitions, schema: &Value) -> Result<Value, Error> {
    if let Some(target) = referent(schema) {
        let Some(schema) = facts.get(target) else {
            return Err(Error::new(target, "references resolve", "there is no such definition"));
        };
        return merge_all_of(facts, schema);
    }
    let Some(parts) = schema.get("allOf").and_then(Value::as_array) else {
        return Ok(schema.clone());
    };
    let mut merged = Map::new();
    merged.insert("type".to_owned(), json!("object"));
    for part in parts {
        let part = merge_all_of(facts, part)?;
        if part.get("anyOf").is_some() {
            let union = facts.iter().find(|(_, definition)| **definition == part);
            let Some((name, _)) = union else {
                let message = "a part of its allOf is a union that no definition names";
                return Err(Error::new("(allOf)", "unions have names", message));
            };
            merged.insert(FLATTEN.to_owned(), reference(&rust_name(name)));
        }
        for key in ["properties", "required"] {
            match (merged.get_mut(key), part.get(key)) {
                (Some(Value::Object(all)), Some(Value::Object(more))) => all.extend(more.clone()),
                (Some(Value::Array(all)), Some(Value::Array(more))) => {
                    for item in more {
                        if !all.contains(item) {
                            all.push(item.clone());
                        }
                    }
                }
                (None, Some(first)) => drop(merged.insert(key.to_owned(), first.clone())),
                _ => {}
            }
        }
    }
    Ok(Value::Object(merged))
}

/// The member of a normal object that refers to a union whose members stand among its own.
pub(super) const FLATTEN: &str = "flatten";

/// Gives nested schemas definitions of their own.
struct Hoist<'a> {
    facts: &'a Definitions,
    definitions: Definitions,
}

impl Hoist<'_> {
    /// Adds a definition. Two places may hoist the same name if they agree on its schema.
    fn define(&mut self, name: &str, schema: Value) -> Result<(), Error> {
        match self.definitions.get(name) {
            Some(known) if *known != schema => {
                Err(Error::new(name, "one name, one schema", "two places differ under this name"))
            }
            Some(_) => Ok(()),
            None => {
                self.definitions.insert(name.to_owned(), schema);
                Ok(())
            }
        }
    }

    /// The flat form of a schema at a place: nested objects, unions and enums become references.
    fn flatten(&mut self, place: &str, mut schema: Value, top: bool) -> Result<Value, Error> {
        if let Some(name) = lookup(OPAQUE, place) {
            // Since 2026-07-28 structured content may be any JSON.
            let anything = schema.as_object().is_some_and(Map::is_empty);
            return Ok(reference(if anything { ANYTHING } else { name }));
        }
        if ANSWERS.contains(&place) {
            return Ok(reference("Answer"));
        }
        if let Some(target) = referent(&schema) {
            if let Some(path) = lookup(BY_HAND, target) {
                return Ok(reference(path.rsplit(':').next().unwrap_or(path)));
            }
            if target == "Result" {
                return Ok(reference("EmptyResult"));
            }
            if !self.facts.contains_key(target) || lookup(SKIPPED, target).is_some() {
                let message = format!("{target} is no definition, or one that becomes no item");
                return Err(Error::new(place, "references resolve", message));
            }
            return Ok(reference(&rust_name(target)));
        }
        if schema.get("type") == Some(&json!("number")) {
            return Ok(reference("Number"));
        }
        if let Some(block) = block_or_list(&schema) {
            return Ok(reference(&format!("{ONE_OR_MANY}{block}")));
        }
        if !top && wants_a_name(&schema) {
            if let Some(name) = same_definition(self.facts, place, &schema) {
                return Ok(reference(&name));
            }
            let name = hoisted_name(place, &schema).ok_or_else(|| {
                Error::new(place, "nested schemas have names", "add it to HOISTED")
            })?;
            let schema = merge_all_of(self.facts, &schema)?;
            let schema = self.flatten(&name, schema, true)?;
            self.define(&name, schema)?;
            return Ok(reference(&name));
        }
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            for (name, property) in properties {
                *property = self.flatten(&format!("{place}.{name}"), property.take(), false)?;
            }
        }
        if let Some(items) = schema.get_mut("items") {
            *items = self.flatten(&format!("{place}[]"), items.take(), false)?;
        }
        if let Some(values @ Value::Object(_)) = schema.get_mut("additionalProperties") {
            *values = self.flatten(&format!("{place}{{}}"), values.take(), false)?;
        }
        if let Some(Value::Array(members)) = schema.get_mut("anyOf") {
            for (position, member) in members.iter_mut().enumerate() {
                *member = self.flatten(&format!("{place}|{position}"), member.take(), false)?;
            }
        }
        Ok(schema)
    }
}

/// The definition that a member of a union, or an enum, repeats word for word.
pub(super) fn same_definition(facts: &Definitions, place: &str, schema: &Value) -> Option<String> {
    if !place.contains('|') && schema.get("enum").is_none() {
        return None;
    }
    facts.iter().find(|(_, known)| *known == schema).map(|(name, _)| rust_name(name))
}

/// Whether a schema is a type of its own: an object with fields, a union, or an enum.
pub(super) fn wants_a_name(schema: &Value) -> bool {
    let fields =
        schema.get("properties").and_then(Value::as_object).is_some_and(|all| !all.is_empty());
    fields || ["anyOf", "allOf", "enum"].iter().any(|key| schema.get(key).is_some())
}

/// The name of what is nested at a place: the table's, or by rule.
pub(super) fn hoisted_name(place: &str, schema: &Value) -> Option<String> {
    if let Some(name) = lookup(HOISTED, place) {
        return Some(name.to_owned());
    }
    let (owner, field) = place.rsplit_once('.')?;
    match field {
        "_meta" if schema.pointer("/properties/progressToken").is_some() => {
            Some("RequestMeta".to_owned())
        }
        "annotations" => Some("Annotations".to_owned()),
        "cacheScope" => Some("CacheScope".to_owned()),
        "params" => Some(format!("{owner}Params")),
        "error" => Some(format!("{owner}Object")),
        "data" => Some(format!("{}Data", owner.strip_suffix("Object").unwrap_or(owner))),
        "result" => Some(format!("{}Reply", owner.strip_suffix("ResultResponse")?)),
        _ => None,
    }
}

/// The union X, for a union of the same blocks as X's and a list of X.
pub(super) fn block_or_list(schema: &Value) -> Option<String> {
    let members = schema.get("anyOf")?.as_array()?;
    let list = members.iter().find(|member| member.get("type") == Some(&json!("array")))?;
    referent(list.get("items")?).map(rust_name)
}

/// The prefix of references to `OneOrMany<X>`.
pub(super) const ONE_OR_MANY: &str = "OneOrMany";
