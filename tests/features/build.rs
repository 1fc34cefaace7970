//! Lists the definitions of each revision that a feature switches on, into `OUT_DIR`: what the
//! build script of mcp-typestate writes is for its own tests only. It serves every crate under
//! `tests/` that wants them.

#[path = "../../codegen/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the listing is wanted here")]
mod codegen;

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let manifest = env::var("CARGO_MANIFEST_DIR")?;
    let mut above = Path::new(&manifest).ancestors();
    let root = above.find(|it| it.join("schema").is_dir()).ok_or("no folder above has a schema")?;
    for input in ["codegen", "schema"] {
        println!("cargo::rerun-if-changed={}", root.join(input).display());
    }

    let out = env::var("OUT_DIR")?;
    for revision in codegen::REVISIONS {
        if env::var_os(format!("CARGO_FEATURE_{}", revision.feature.to_uppercase())).is_none() {
            continue;
        }
        let read = |name| fs::read_to_string(root.join(format!("schema/{name}.json")));
        let facts = revision.names().map(read).collect::<std::io::Result<Vec<_>>>()?;
        let listing = codegen::Catalogued::of(revision, &facts)?.definitions();
        let file = format!("{}_definitions.rs", revision.feature);
        fs::write(Path::new(&out).join(file), listing)?;
    }
    Ok(())
}
