//! Generates the types of each revision that a feature switches on, and their pages of
//! documentation, into `OUT_DIR`.

#[path = "codegen/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "tests/codegen.rs is the other user of this module")]
mod codegen;

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=codegen");
    println!("cargo::rerun-if-changed=schema");

    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    let schema = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("schema");
    let prose = codegen::Prose::parse(&read_all(&schema.join("prose"))?)?;
    fs::write(out.join("errata.md"), codegen::errata_table(&prose))?;
    let mut described = Vec::new();
    let mut before = None;
    for revision in codegen::REVISIONS {
        let read = |name| fs::read_to_string(schema.join(format!("{name}.json")));
        let facts = revision.names().map(read).collect::<std::io::Result<Vec<_>>>()?;
        let write = |end: &str, text: String| {
            fs::write(out.join(format!("{}{end}", revision.feature)), text)
        };
        let catalogued = codegen::Catalogued::of(revision, &facts)?;
        if has_feature("VALIDATE") || has_feature("SCHEMARS") {
            // Validating needs no types: it knows every revision, whichever have them.
            write("_facts.json", catalogued.embedded().to_string())?;
        }
        if has_feature(&revision.feature.to_uppercase()) {
            write(".md", catalogued.page(before.as_ref(), &prose))?;
            let generated = catalogued.generate(&prose)?;
            write(".rs", generated.code)?;
            write("_definitions.rs", catalogued.definitions())?;
            if has_feature("SCHEMARS") {
                write("_schemas.rs", catalogued.schemas()?)?;
            }
            described.push(generated.described);
        } else {
            // Its prose is not left over.
            described.push(catalogued.described(&prose)?);
        }
        before = Some(catalogued);
    }
    Ok(prose.finish(&described)?)
}

/// Whether the crate is built with a feature, by its name in capitals.
fn has_feature(name: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{name}")).is_some()
}

/// The text of every file of a folder, in the order of their names.
fn read_all(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    paths.iter().map(fs::read_to_string).collect()
}
