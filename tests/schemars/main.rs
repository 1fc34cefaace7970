//! The schema that schemars makes of each definition's type, beside the definition itself: they say
//! the same of every instance, and have the same structure.

#![cfg(all(
    feature = "schemars",
    any(
        feature = "v2024_11_05",
        feature = "v2025_03_26",
        feature = "v2025_06_18",
        feature = "v2025_11_25",
        feature = "v2026_07_28"
    )
))]

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
#[allow(dead_code, reason = "what the types make of an instance is another test's")]
mod random;
#[path = "../definitions/schemas.rs"]
#[allow(dead_code, reason = "what the types make of an instance is another test's")]
mod schemas;
#[path = "../definitions/tables.rs"]
#[allow(dead_code, reason = "what the types make of an instance is another test's")]
mod tables;
#[path = "../definitions/values.rs"]
mod values;

#[cfg(all(feature = "v2025_11_25", feature = "v2026_07_28"))]
mod derived;
mod structure;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use instances::Instances;
use mutations::mutations;
use schemars::generate::SchemaSettings;
use schemas::Schemas;
use serde_json::{Value, json};
use structure::differs;

/// How many instances there are of each definition, each with everything that can be wrong in it.
const INSTANCES: usize = 10;

const SEED: u64 = 20_260_728;

/// The `definitions!` of the generated listings: a table of names and schemas.
macro_rules! definitions {
    ($($name:literal => $ty:ty,)*) => {
        &[$(($name, schema_of::<$ty> as fn() -> Value)),*]
    };
}

type Definitions = &'static [(&'static str, fn() -> Value)];

const REVISIONS: &[(&str, Definitions)] = &[
    #[cfg(feature = "v2024_11_05")]
    ("2024-11-05", include!(concat!(env!("OUT_DIR"), "/v2024_11_05_definitions.rs"))),
    #[cfg(feature = "v2025_03_26")]
    ("2025-03-26", include!(concat!(env!("OUT_DIR"), "/v2025_03_26_definitions.rs"))),
    #[cfg(feature = "v2025_06_18")]
    ("2025-06-18", include!(concat!(env!("OUT_DIR"), "/v2025_06_18_definitions.rs"))),
    #[cfg(feature = "v2025_11_25")]
    ("2025-11-25", include!(concat!(env!("OUT_DIR"), "/v2025_11_25_definitions.rs"))),
    #[cfg(feature = "v2026_07_28")]
    ("2026-07-28", include!(concat!(env!("OUT_DIR"), "/v2026_07_28_definitions.rs"))),
];

fn schema_of<T: schemars::JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value()
}

/// Definitions whose type is nobody's own, and allows more than some revision does; and why.
const WIDER: &[(&str, &str)] = &[
    ("JSONArray", "serde_json has fractions and null, which 2026-07-28 leaves out"),
    ("JSONObject", "as JSONArray"),
    ("JSONRPCBatchRequest", "a batch is a list of messages"),
    ("JSONRPCBatchResponse", "a batch is a list of messages"),
    ("JSONRPCError", "an error needs no id, as since 2025-11-25"),
    ("JSONRPCMessage", "it is any of them"),
    ("JSONRPCNotification", "`_meta` is not looked at, as since 2025-11-25"),
    ("JSONRPCRequest", "`_meta` is not looked at, as since 2025-11-25"),
    ("JSONRPCResponse", "until 2025-06-18 it is a result alone"),
    ("JSONRPCResultResponse", "a result is any object until its request is known"),
    ("JSONValue", "as JSONArray"),
    ("Notification", "`_meta` is not looked at, as since 2025-11-25"),
    ("Request", "`_meta` is not looked at, as since 2025-11-25"),
    ("TasksExtensionCapability", "the alias of an object, which may grow"),
];

fn is_wider(definition: &str) -> bool {
    WIDER.iter().any(|(name, _)| *name == definition)
}

#[test]
fn the_schema_of_a_type_has_the_structure_of_its_definition() {
    let mut wrong = Vec::new();
    let mut wider = BTreeSet::new();
    for (revision, definitions) in REVISIONS {
        let schemas = Schemas::of(revision);
        let all = schemas.names().map(|name| (name, schemas.definition(name)));
        let facts = json!({ "$defs": all.collect::<BTreeMap<_, _>>() });
        for (name, schema_of) in *definitions {
            match differs((&schema_of(), ""), (&facts, &format!("/$defs/{name}"))) {
                None => {}
                Some(_) if is_wider(name) => drop(wider.insert(*name)),
                Some(why) => wrong.push(format!("{revision} {name}: {why}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ: {wrong:#?}", wrong.len());
    if REVISIONS.len() == codegen::REVISIONS.len() {
        let all: BTreeSet<&str> = WIDER.iter().map(|(name, _)| *name).collect();
        assert_eq!(wider, all, "what is not wider is listed");
    }
}

#[test]
fn the_schema_of_a_type_gives_the_verdicts_of_its_definition() {
    let (mut valid, mut invalid) = (0, 0);
    let mut wrong = Vec::new();
    for (revision, definitions) in REVISIONS {
        let schemas = Schemas::of(revision);
        for (name, schema_of) in *definitions {
            let facts = schemas.validator(name);
            let ours = jsonschema::options()
                .with_draft(jsonschema::Draft::Draft202012)
                .should_validate_formats(true)
                .build(&schema_of())
                .unwrap_or_else(|error| panic!("{revision} {name}: {error}"));
            let mut texts = HashSet::new();
            for instance in Instances::of(&schemas, name, SEED).take(INSTANCES) {
                texts.insert(instance.text());
                texts.extend(mutations(&instance).iter().map(|it| it.of(&instance).text()));
            }
            for text in texts {
                let instance: Value = serde_json::from_str(&text).expect("an instance is JSON");
                match (facts.is_valid(&instance), ours.is_valid(&instance)) {
                    (true, true) => valid += 1,
                    (false, false) => invalid += 1,
                    (false, true) if is_wider(name) => {}
                    (meant, _) => wrong.push(format!("{revision} {name}: {meant} for {text}")),
                }
            }
        }
    }
    println!("{valid} valid, {invalid} not");
    assert!(wrong.is_empty(), "{} differ: {wrong:#?}", wrong.len());
}
