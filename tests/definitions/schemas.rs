//! The facts as the types follow them, with the errata of the generator applied.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::codegen::{self, Catalogued, Fate};
use crate::node::Kinds;

/// The files of facts of a revision. One that is switched off has no types to test.
pub fn texts(revision: &codegen::Revision) -> Vec<String> {
    // Crates further down read these tests too.
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|it| it.join("schema"));
    let schema = above.into_iter().find(|it| it.join("revisions.rs").exists()).expect("a schema");
    let text = |name| fs::read_to_string(schema.join(format!("{name}.json"))).expect("its facts");
    revision.names().map(text).collect()
}

/// The definitions of one revision.
pub struct Schemas {
    pub revision: &'static str,
    document: Value,
    /// Definitions that have no type of their own, and why.
    pub skipped: BTreeMap<String, &'static str>,
}

impl Schemas {
    pub fn of(revision: &str) -> Schemas {
        let known = codegen::REVISIONS.iter().find(|known| known.name == revision);
        let revision = known.expect("a revision of the generator");
        let facts = texts(revision);
        let document = codegen::corrected(revision.errata, &facts).expect("the errata apply");
        let catalogued = Catalogued::of(revision, &facts).expect("the facts are in order");
        let skipped = catalogued.fates().iter().filter_map(|(name, fate)| match fate {
            Fate::Skipped(reason) => Some((name.clone(), *reason)),
            Fate::Item(_) | Fate::ByHand(_) => None,
        });
        Schemas { revision: revision.name, document, skipped: skipped.collect() }
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.document["$defs"].as_object().expect("definitions").keys().map(String::as_str)
    }

    pub fn definition(&self, name: &str) -> &Value {
        self.document["$defs"].get(name).unwrap_or_else(|| panic!("{name} is not defined"))
    }

    /// What a reference refers to: its name and its schema.
    pub fn referent<'s>(&'s self, schema: &'s Value) -> Option<(&'s str, &'s Value)> {
        let name = schema.get("$ref")?.as_str()?.rsplit('/').next()?;
        Some((name, self.definition(name)))
    }

    /// The JSON types that a schema allows.
    pub fn kinds(&self, schema: &Value) -> Kinds {
        let list = |key: &str| schema.get(key).and_then(Value::as_array).into_iter().flatten();
        let named = |name: &Value| Kinds::named(name.as_str().expect("a type's name"));
        let own = match schema.get("type") {
            None => Kinds::ALL,
            Some(Value::Array(names)) => names.iter().map(named).fold(Kinds::NONE, |a, b| a | b),
            Some(name) => named(name),
        };
        let referred = self.referent(schema).map_or(Kinds::ALL, |(_, schema)| self.kinds(schema));
        let all = list("allOf").fold(Kinds::ALL, |kinds, part| kinds & self.kinds(part));
        let any = match schema.get("anyOf") {
            Some(_) => list("anyOf").fold(Kinds::NONE, |kinds, part| kinds | self.kinds(part)),
            None => Kinds::ALL,
        };
        own & referred & all & any
    }

    /// The constant that a schema wants in a member, be it in a part of it.
    pub fn constant<'s>(&'s self, schema: &'s Value, member: &str) -> Option<&'s Value> {
        if let Some((_, schema)) = self.referent(schema) {
            return self.constant(schema, member);
        }
        let own = schema.get("properties").and_then(|all| all.get(member)?.get("const"));
        let parts = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
        own.or_else(|| parts.filter_map(|part| self.constant(part, member)).next())
    }

    /// The judge of a definition's instances.
    pub fn validator(&self, name: &str) -> jsonschema::Validator {
        let mut document = self.document.clone();
        document["$ref"] = json!(format!("#/$defs/{name}"));
        jsonschema::options()
            .with_draft(jsonschema::Draft::Draft202012)
            .should_validate_formats(true)
            .build(&document)
            .unwrap_or_else(|error| panic!("{} {name}: {error}", self.revision))
    }
}
