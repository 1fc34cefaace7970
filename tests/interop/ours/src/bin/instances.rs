//! Instances of every definition, made from its schema, and what this crate's types make of each:
//! `instances COUNT`
//!
//! A line is a JSON object with the `revision`, the `definition`, the `instance`, and how it is
//! `written` once it was read, or why it was `refused`.

#[path = "../../../../../codegen/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the facts of the schema are wanted here")]
mod codegen;
#[path = "../../../../definitions/flat.rs"]
mod flat;
#[path = "../../../../definitions/instances.rs"]
mod instances;
#[path = "../../../../definitions/node.rs"]
#[allow(dead_code, reason = "the tests change instances, too")]
mod node;
#[path = "../../../../definitions/random.rs"]
mod random;
#[path = "../../../../definitions/schemas.rs"]
#[allow(dead_code, reason = "the tests also validate")]
mod schemas;
#[macro_use]
#[path = "../../../../support/mod.rs"]
mod support;
#[path = "../../../../definitions/tables.rs"]
#[allow(dead_code, reason = "the tests also compare")]
mod tables;
#[path = "../../../../definitions/values.rs"]
mod values;

use std::error::Error;
use std::io::{self, BufWriter, Write};

use instances::Instances;
use schemas::Schemas;
use serde_json::json;

/// The seed of the instances: the same ones every time.
const SEED: u64 = 20_260_728;

fn main() -> Result<(), Box<dyn Error>> {
    let count: usize = std::env::args().nth(1).ok_or("usage: instances COUNT")?.parse()?;
    let mut out = BufWriter::new(io::stdout().lock());
    for (revision, definitions) in support::REVISIONS {
        let schemas = Schemas::of(revision);
        for (definition, round_trip) in *definitions {
            for instance in Instances::of(&schemas, definition, SEED).take(count) {
                let text = instance.text();
                let instance: serde_json::Value = serde_json::from_str(&text)?;
                let mut line = json!({
                    "revision": revision, "definition": definition, "instance": instance,
                });
                match round_trip(&text) {
                    Ok(written) => line["written"] = written,
                    Err(error) => line["refused"] = json!(error.to_string()),
                }
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(out.flush()?)
}
