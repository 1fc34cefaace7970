//! Every definition of every revision: instances made from its schema are valid, are read, and are
//! written back equal, in every way in which serde_json and serde can deliver them; and an instance
//! with one thing wrong is refused where it is wrong.
//!
//! `MCP_TYPESTATE_SEED` makes other instances; a failure prints the seed that repeats it.

#[path = "../../codegen/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the facts of the schema are wanted here")]
mod codegen;
#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod flat;
mod instances;
mod leniencies;
mod mutations;
mod node;
mod random;
mod schemas;
mod tables;
mod values;
mod wrappers;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::env;

use instances::Instances;
use jsonschema::Validator;
use mutations::{Expected, Leniency, Mutation, mutations};
use node::Node;
use schemas::Schemas;
use serde_json::Value;
use support::RoundTrip;

/// How many instances there are of each definition.
const INSTANCES: usize = 200;

/// How many there are of each definition, unless the environment has another number: where the
/// same code has been tested with all of them, some are enough.
fn instances() -> usize {
    match env::var("MCP_TYPESTATE_INSTANCES") {
        Ok(instances) => instances.parse().expect("MCP_TYPESTATE_INSTANCES is a number"),
        Err(_) => INSTANCES,
    }
}

/// The seed of everything, unless the environment has another.
const SEED: u64 = 20_260_728;

fn seed() -> u64 {
    match env::var("MCP_TYPESTATE_SEED") {
        Ok(seed) => seed.parse().expect("MCP_TYPESTATE_SEED is a number"),
        Err(_) => SEED,
    }
}

#[test]
fn every_definition_has_a_type_or_a_reason_to_have_none() {
    for (revision, types) in support::REVISIONS {
        let schemas = Schemas::of(revision);
        for (definition, reason) in &schemas.skipped {
            println!("{revision} {definition} has no type: {reason}");
        }
        let typed = types.iter().map(|(name, _)| *name);
        let all: BTreeSet<&str> = typed.chain(schemas.skipped.keys().map(String::as_str)).collect();
        assert_eq!(all, schemas.names().collect(), "{revision}");
        assert_eq!(all.len(), types.len() + schemas.skipped.len(), "{revision}");
    }
}

#[test]
fn instances_validate_and_are_written_back_equal() {
    let mut count = 0;
    let mut failures = Failures::default();
    for (revision, definitions) in support::REVISIONS {
        let schemas = Schemas::of(revision);
        for (definition, round_trip) in *definitions {
            let validator = schemas.validator(definition);
            for instance in Instances::of(&schemas, definition, seed()).take(instances()) {
                let text = instance.text();
                count += 1;
                failures.note(revision, definition, &text, validates(&validator, &text));
                failures.note(revision, definition, &text, is_written_back(*round_trip, &text));
            }
        }
    }
    println!("{count} instances");
    failures.report();
}

fn validates(validator: &Validator, text: &str) -> Result<(), String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let valid = validator.validate(&value);
    valid.map_err(|error| format!("invalid at {}: {error}", error.instance_path()))
}

fn is_written_back(round_trip: RoundTrip, text: &str) -> Result<(), String> {
    let value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let back = round_trip(text).map_err(|error| error.to_string())?;
    if same(&back, &value) { Ok(()) } else { Err(format!("became {back}")) }
}

#[test]
fn instances_are_the_same_in_every_way_of_reading() {
    let mut failures = Failures::default();
    for (revision, definitions) in wrappers::REVISIONS {
        let schemas = Schemas::of(revision);
        for (definition, all_ways) in *definitions {
            for instance in Instances::of(&schemas, definition, seed()).take(instances()) {
                let text = instance.text();
                failures.note(revision, definition, &text, all_ways(&text));
            }
        }
    }
    failures.report();
}

#[test]
fn what_is_wrong_is_refused_where_it_is() {
    let (mut refused, mut valid) = (0, 0);
    let mut lenient: BTreeMap<Leniency, usize> = BTreeMap::new();
    let mut failures = Failures::default();
    for (revision, definitions) in support::REVISIONS {
        let schemas = Schemas::of(revision);
        for (definition, round_trip) in *definitions {
            let validator = schemas.validator(definition);
            let mut seen = HashSet::new();
            for instance in Instances::of(&schemas, definition, seed()).take(instances()) {
                for mutation in mutations(&instance) {
                    if !seen.insert(mutation.kind()) {
                        continue;
                    }
                    let text = mutation.of(&instance).text();
                    let is_valid = validates(&validator, &text).is_ok();
                    match judge(&instance, &mutation, *round_trip, is_valid) {
                        Ok(Verdict::Valid) => valid += 1,
                        Ok(Verdict::Refused) => refused += 1,
                        Ok(Verdict::Lenient(why)) => *lenient.entry(why).or_default() += 1,
                        Err(why) => {
                            let why = format!("{} {:?}: {why}", mutation.path, mutation.change);
                            failures.note(revision, definition, &text, Err(why));
                        }
                    }
                }
            }
        }
    }
    println!("{refused} refused, {valid} valid after all, lenient: {lenient:?}");
    failures.report();
    if support::REVISIONS.len() == codegen::REVISIONS.len() {
        let met: Vec<Leniency> = lenient.into_keys().collect();
        assert_eq!(met, Leniency::ALL, "a leniency that nothing needs is none");
    }
}

/// What failed, definition by definition.
#[derive(Default)]
struct Failures(BTreeMap<String, (usize, String)>);

impl Failures {
    fn note(&mut self, revision: &str, definition: &str, text: &str, result: Result<(), String>) {
        if let Err(why) = result {
            let place = format!("{revision} {definition}");
            let entry = self.0.entry(place).or_insert_with(|| (0, format!("{why}\n    {text}")));
            entry.0 += 1;
        }
    }

    fn report(&self) {
        for (definition, (count, first)) in &self.0 {
            println!("{definition} fails {count} times, at first: {first}");
        }
        assert!(self.0.is_empty(), "{} definitions fail, with the seed {}", self.0.len(), seed());
    }
}

enum Verdict {
    Valid,
    Refused,
    Lenient(Leniency),
}

/// Compares what the types say with what they should.
fn judge(
    instance: &Node,
    mutation: &Mutation,
    round_trip: RoundTrip,
    is_valid: bool,
) -> Result<Verdict, String> {
    let mutated = mutation.of(instance);
    let read = round_trip(&mutated.text());
    let equal = |wanted: &Node| match &read {
        Ok(back) if same(back, &parse(wanted)) => Ok(()),
        Ok(back) => Err(format!("became {back}")),
        Err(error) => Err(format!("refused: {error}")),
    };
    let refused = |fits: &dyn Fn(&str) -> bool| match &read {
        Ok(back) => Err(format!("accepted, as {back}")),
        Err(error) if fits(error.path()) => Ok(Verdict::Refused),
        Err(error) => Err(format!("refused elsewhere: {:?}", error)),
    };
    if is_valid {
        match equal(&mutated) {
            Ok(()) => return Ok(Verdict::Valid),
            Err(why) if !mutation.among_others => return Err(why),
            Err(_) => {}
        }
    }
    match &mutation.expected {
        Expected::RefusedAt(path) => refused(&|at| at == path),
        Expected::RefusedWithin(path) => refused(&|at| at.starts_with(path.as_str())),
        Expected::EqualOrRefusedAt(path, leniency) => match &read {
            Err(_) => refused(&|at| at == path),
            Ok(_) => equal(&mutated).map(|()| Verdict::Lenient(*leniency)),
        },
        Expected::Equal(leniency) => equal(&mutated).map(|()| Verdict::Lenient(*leniency)),
        Expected::EqualWithout(leniency) => {
            equal(&mutation.without(instance)).map(|()| Verdict::Lenient(*leniency))
        }
        Expected::Restored(leniency) => equal(instance).map(|()| Verdict::Lenient(*leniency)),
    }
}

fn parse(node: &Node) -> Value {
    serde_json::from_str(&node.text()).expect("an instance is JSON")
}

/// Whether two values are the same JSON: the order of members does not count, and numbers are
/// exact. `1` and `1.0` differ, `1e300` and `1e+300` do not.
pub fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (one.to_string(), other.to_string());
            let is_integer = |text: &str| !text.contains(['.', 'e', 'E']);
            one == other
                || !is_integer(&one)
                    && !is_integer(&other)
                    && one.parse::<f64>().ok() == other.parse::<f64>().ok()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, one)| other.get(name).is_some_and(|it| same(one, it)))
        }
        (one, other) => one == other,
    }
}
