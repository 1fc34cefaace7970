//! Lists the definitions of each revision that a feature switches on, into `OUT_DIR`: what the
//! build script of mcp-typestate writes is for its own tests only.

#[path = "../../../codegen/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the listing is wanted here")]
mod codegen;

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=../../../codegen");
    println!("cargo::rerun-if-changed=../../../schema");

    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../..");
    let out = env::var("OUT_DIR")?;
    for revision in codegen::REVISIONS {
        if env::var_os(format!("CARGO_FEATURE_{}", revision.feature.to_uppercase())).is_none() {
            continue;
        }
        let facts = [Some(revision.name), revision.extension]
            .into_iter()
            .flatten()
            .map(|name| fs::read_to_string(root.join(format!("schema/{name}.json"))))
            .collect::<std::io::Result<Vec<_>>>()?;
        let listing = codegen::listed(revision, &facts)?;
        let file = format!("{}_definitions.rs", revision.feature);
        fs::write(Path::new(&out).join(file), listing)?;
    }
    Ok(())
}
