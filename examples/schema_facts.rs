//! The facts of an official JSON Schema, without its prose: what `schema/` keeps of it.
//!
//! ```text
//! cargo run --example schema_facts -- OFFICIAL.json                    prints the facts
//! cargo run --example schema_facts -- --check OFFICIAL.json FACTS.json
//!                       exits with 1, and names each definition whose facts differ
//! ```
//!
//! Annotations (`description`, `title`, `$comment`, `examples`) go, at schema positions only: a
//! *property* that is called `title` stays. `definitions` becomes `$defs`, and references follow,
//! so that every revision has one shape. What decides whether an instance is valid stays as it is,
//! in the order in which the official file has it.

use std::fmt;
use std::process::ExitCode;
use std::{env, fs};

use mcp_typestate::json::{Raw, from_str};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["--check", official, facts] => read(official)
            .and_then(|official| Ok((official, read(facts)?)))
            .and_then(|(official, facts)| check(&official, &facts)),
        [official] if official != "--check" => {
            read(official).and_then(|text| Ok((true, facts(&text)?)))
        }
        _ => Err("usage: schema_facts OFFICIAL.json\n       \
                  schema_facts --check OFFICIAL.json FACTS.json"
            .to_owned()),
    };
    match done {
        Ok((agree, text)) => {
            println!("{text}");
            ExitCode::from(u8::from(!agree))
        }
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

/// The facts of a schema's text, as the text of a file in `schema/`.
///
/// # Errors
/// When the text is no JSON, or an object has a member twice.
pub fn facts(schema: &str) -> Result<String, String> {
    let facts = parse(schema)?.facts();
    serde_json::to_string_pretty(&facts).map_err(|error| error.to_string())
}

/// Whether the facts of two schemas agree, and a line for each definition that one of them lacks or
/// that differs. Members' order does not count.
///
/// # Errors
/// When a text is no schema.
pub fn check(official: &str, ours: &str) -> Result<(bool, String), String> {
    let (wanted, got) = (definitions(official)?, definitions(ours)?);
    let find = |all: &[(String, Value)], wanted: &str| {
        all.iter().find(|(name, _)| name == wanted).map(|(_, schema)| schema.clone())
    };
    let mut missing = Vec::new();
    let mut differs = Vec::new();
    for (name, schema) in &wanted {
        match find(&got, name) {
            None => missing.push(format!("missing: {name}")),
            Some(other) if other != *schema => differs.push(format!("differs: {name}")),
            Some(_) => {}
        }
    }
    let unknown = got.iter().filter(|(name, _)| find(&wanted, name).is_none());
    let unknown = unknown.map(|(name, _)| format!("unknown: {name}"));
    let wrong: Vec<String> = missing.into_iter().chain(unknown).chain(differs).collect();
    if wrong.is_empty() {
        Ok((true, format!("{} definitions agree", wanted.len())))
    } else {
        Ok((false, wrong.join("\n")))
    }
}

/// The facts of each definition.
fn definitions(schema: &str) -> Result<Vec<(String, Value)>, String> {
    let Json::Object(members) = parse(schema)?.facts() else {
        return Err("a schema is an object".to_owned());
    };
    match members.into_iter().find(|(name, _)| name == "$defs") {
        Some((_, Json::Object(definitions))) => definitions
            .into_iter()
            .map(|(name, schema)| Ok((name, serde_json::to_value(&schema)?)))
            .collect::<Result<_, serde_json::Error>>()
            .map_err(|error| error.to_string()),
        _ => Err("a schema has an object `$defs` or `definitions`".to_owned()),
    }
}

fn parse(text: &str) -> Result<Json, String> {
    from_str(text).map_err(|error| error.to_string())
}

const ANNOTATIONS: &[&str] = &["$comment", "description", "examples", "title"];

/// Keywords whose value is a schema by name.
const MAPS: &[&str] =
    &["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"];

/// Keywords whose value is a schema, or a list of schemas.
const SCHEMAS: &[&str] = &[
    "additionalProperties",
    "allOf",
    "anyOf",
    "contains",
    "else",
    "if",
    "items",
    "not",
    "oneOf",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// JSON whose members keep their order and whose numbers keep their text.
enum Json {
    Text(String),
    /// `null`, a boolean or a number.
    Atom(Raw),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The facts of a schema; what is none, such as `true`, stays.
    fn facts(self) -> Json {
        let Json::Object(members) = self else { return self };
        let members = members.into_iter().filter(|(key, _)| !ANNOTATIONS.contains(&key.as_str()));
        let facts = members.map(|(key, value)| match value {
            Json::Object(schemas) if MAPS.contains(&key.as_str()) => {
                let schemas = schemas.into_iter().map(|(name, schema)| (name, schema.facts()));
                let key = if key == "definitions" { "$defs".to_owned() } else { key };
                (key, Json::Object(schemas.collect()))
            }
            Json::Array(schemas) if SCHEMAS.contains(&key.as_str()) => {
                (key, Json::Array(schemas.into_iter().map(Json::facts).collect()))
            }
            schema if SCHEMAS.contains(&key.as_str()) => (key, schema.facts()),
            Json::Text(target) if key == "$ref" => {
                (key, Json::Text(target.replace("#/definitions/", "#/$defs/")))
            }
            Json::Text(_) if key == "$schema" => (key, Json::Text(DIALECT.to_owned())),
            other => (key, other),
        });
        Json::Object(facts.collect())
    }
}

/// The dialect of all facts, which is that of the newest revision.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        let raw = Raw::deserialize(deserializer)?;
        let json = match raw.get().as_bytes().first() {
            Some(b'"') => raw.decode().map(Json::Text),
            Some(b'[') => raw.decode().map(Json::Array),
            Some(b'{') => raw.decode().map(|Members(members)| Json::Object(members)),
            _ => Ok(Json::Atom(raw)),
        };
        json.map_err(D::Error::custom)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Text(text) => text.serialize(serializer),
            Json::Atom(raw) => raw.serialize(serializer),
            Json::Array(items) => items.serialize(serializer),
            Json::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

/// The members of an object, in their order; none comes twice.
struct Members(Vec<(String, Json)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Members, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members: Vec<(String, Json)> = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Json>()? {
                    if members.iter().any(|(known, _)| *known == name) {
                        return Err(A::Error::custom(format_args!("`{name}` is there twice")));
                    }
                    members.push((name, value));
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}
