//! The validator's verdicts beside those of the official schema.
//!
//! For every definition of every revision: instances made from its schema, and ones with something
//! wrong. Our verdict may differ from that of the facts without corrections only where an erratum,
//! by its name, is the reason. With `MCP_TYPESTATE_DIFFERENTIAL` naming a file, all instances are
//! written to it with verdicts and errata, a JSON object a line; `compare.py` in this folder then
//! asks another implementation, with the official schemas themselves.

#![cfg(feature = "validate")]

#[path = "../../codegen/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the facts of the schema are wanted here")]
mod codegen;
#[path = "../definitions/flat.rs"]
mod flat;
#[path = "../definitions/instances.rs"]
mod instances;
#[path = "../definitions/mutations.rs"]
#[allow(dead_code, reason = "what the types make of an instance is another test's")]
mod mutations;
#[path = "../definitions/node.rs"]
#[allow(dead_code, reason = "what the types make of an instance is another test's")]
mod node;
#[path = "../definitions/random.rs"]
mod random;
#[path = "../definitions/schemas.rs"]
#[allow(dead_code, reason = "what the types make of an instance is another test's")]
mod schemas;
#[path = "../definitions/tables.rs"]
#[allow(dead_code, reason = "what the types make of an instance is another test's")]
mod tables;
#[path = "../definitions/values.rs"]
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::File;
use std::io::{BufWriter, Write};

use instances::Instances;
use jsonschema::{Draft, Registry, Validator};
use mcp_typestate::Revision;
use mcp_typestate::schema::Schema;
use node::Node;
use random::Random;
use schemas::Schemas;
use serde_json::{Value, json};

/// How many valid instances there are of each definition, and how many others, when they are written
/// for the other implementation; and when they are not.
const WRITTEN: usize = 100;
const LOOKED_AT: usize = 10;

const SEED: u64 = 20_260_728;

#[test]
fn verdicts_differ_from_the_official_schema_by_errata_alone() {
    let path = env::var_os("MCP_TYPESTATE_DIFFERENTIAL");
    let count = if path.is_some() { WRITTEN } else { LOOKED_AT };
    let mut output = path.map(|path| BufWriter::new(File::create(path).expect("the file opens")));
    let mut unexplained = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for revision in codegen::REVISIONS {
        let schemas = Schemas::of(revision.name);
        let facts = Facts::of(revision);
        let schema = Schema::of(&Revision::from(revision.name)).expect("a known revision");
        for name in schemas.names() {
            let definition = schema.definition(name).expect("the same definitions");
            let judges = facts.judges(name);
            let valid: Vec<String> =
                made(&schemas, name, SEED, count).iter().map(Node::text).collect();
            let wrong = wrong(&schemas, name, count);
            for (text, made_valid) in
                valid.iter().map(|it| (it, true)).chain(wrong.iter().map(|it| (it, false)))
            {
                let instance: Value = serde_json::from_str(text).expect("an instance is JSON");
                let ours = definition.is_valid(&instance);
                assert_eq!(ours, definition.validate(&instance).is_ok(), "{name} {text}");
                assert!(ours || !made_valid, "{} {name}: {text}", revision.name);
                let errata = judges.errata(&instance, ours);
                match &errata {
                    Some(names) => seen.extend(names),
                    None => unexplained.push(format!("{} {name}: {text}", revision.name)),
                }
                if let Some(output) = &mut output {
                    let row = json!({ "revision": revision.name, "definition": name, "valid": ours,
                        "made_valid": made_valid, "errata": errata.unwrap_or_default(),
                        "instance": text });
                    writeln!(output, "{row}").expect("it can be written");
                }
            }
        }
    }
    assert!(unexplained.is_empty(), "no erratum explains {unexplained:#?}");
    let named = codegen::REVISIONS.iter().flat_map(|revision| revision.errata);
    let mut all: BTreeSet<&str> = named.copied().collect();
    // It says the same in other words, for the generator.
    all.remove("one_notification_is_a_union_too");
    assert_eq!(seen, all, "an erratum that changes no verdict is none");
}

/// Instances of a definition: of its members in turn, if it is a union that has no type.
fn made(schemas: &Schemas, name: &str, seed: u64, count: usize) -> Vec<Node> {
    let members: Vec<&str> = match schemas.definition(name)["anyOf"].as_array() {
        Some(members) if schemas.skipped.contains_key(name) => {
            members.iter().filter_map(|it| schemas.referent(it)).map(|(name, _)| name).collect()
        }
        _ => vec![name],
    };
    let each = count.div_ceil(members.len());
    let of = |name: &&str| Instances::of(schemas, name, seed).take(each).collect::<Vec<_>>();
    members.iter().flat_map(of).collect()
}

/// Instances of a definition with one thing wrong; where there are not enough that differ, instances
/// of other definitions.
fn wrong(schemas: &Schemas, name: &str, count: usize) -> BTreeSet<String> {
    let mut wrong = BTreeSet::new();
    let mut random = Random::of(SEED, schemas.revision, name);
    let mut kinds = BTreeSet::new();
    for instance in made(schemas, name, SEED + 1, count) {
        let mut mutations = mutations::mutations(&instance);
        random.shuffle(&mut mutations);
        // What was not wrong before comes first.
        let place = |path: &str| path.replace(|char: char| char.is_ascii_digit(), "");
        mutations.sort_by_key(|it| kinds.contains(&(place(&it.path), format!("{:?}", it.change))));
        for mutation in mutations.iter().take(3) {
            kinds.insert((place(&mutation.path), format!("{:?}", mutation.change)));
            wrong.insert(mutation.of(&instance).text());
        }
        if wrong.len() >= count {
            return wrong;
        }
    }
    let names: Vec<&str> = schemas.names().collect();
    let mut seed = SEED + 2;
    while wrong.len() < count {
        let other = random.pick(&names);
        seed += 1;
        wrong.extend(made(schemas, other, seed, 1).first().map(Node::text));
    }
    wrong
}

/// The facts of a revision with different sets of errata.
struct Facts {
    official: Registry<'static>,
    /// By an erratum's name: with it alone, and with all others.
    errata: BTreeMap<&'static str, [Registry<'static>; 2]>,
}

impl Facts {
    fn of(revision: &codegen::Revision) -> Self {
        let names = revision.errata;
        let with = |names: &[&str]| {
            let facts = schemas::texts(revision);
            let document = codegen::corrected(names, &facts).expect("the errata apply");
            let registry = Registry::new().add(DOCUMENT, document).expect("facts are a schema");
            registry.prepare().expect("facts refer to themselves alone")
        };
        let errata = names.iter().map(|name| {
            let others: Vec<&str> = names.iter().filter(|other| *other != name).copied().collect();
            (*name, [with(&[name]), with(&others)])
        });
        Facts { official: with(&[]), errata: errata.collect() }
    }

    fn judges(&self, definition: &str) -> Judges {
        let judge = |registry: &Registry<'static>| {
            jsonschema::options()
                .with_draft(Draft::Draft202012)
                .with_registry(registry)
                .should_validate_formats(true)
                .build(&json!({ "$ref": format!("{DOCUMENT}#/$defs/{definition}") }))
                // Without the extension's errata there may be references to nothing.
                .ok()
        };
        let errata = self
            .errata
            .iter()
            .map(|(name, [alone, without])| (*name, [judge(alone), judge(without)]));
        Judges { official: judge(&self.official), errata: errata.collect() }
    }
}

const DOCUMENT: &str = "urn:facts";

struct Judges {
    official: Option<Validator>,
    errata: Vec<(&'static str, [Option<Validator>; 2])>,
}

impl Judges {
    /// Which errata make our verdict another than the official one; none if no erratum does and it
    /// is another all the same.
    fn errata(&self, instance: &Value, ours: bool) -> Option<Vec<&'static str>> {
        let says = |judge: &Option<Validator>| judge.as_ref().map(|it| it.is_valid(instance));
        if says(&self.official) == Some(ours) {
            return Some(Vec::new());
        }
        let responsible = self.errata.iter().filter(|(_, [alone, without])| {
            says(alone) == Some(ours) || says(without).is_some_and(|verdict| verdict != ours)
        });
        let names: Vec<&str> = responsible.map(|(name, _)| *name).collect();
        (!names.is_empty()).then_some(names)
    }
}
