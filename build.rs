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

    let root = env::var("CARGO_MANIFEST_DIR")?;
    let out = env::var("OUT_DIR")?;
    let prose = codegen::Prose::parse(&read_all(&Path::new(&root).join("schema/prose"))?)?;
    fs::write(Path::new(&out).join("errata.md"), codegen::errata_table(&prose))?;
    let mut described = Vec::new();
    let mut last: Option<(&codegen::Revision, Vec<String>)> = None;
    for revision in codegen::REVISIONS {
        let facts = [Some(revision.name), revision.extension]
            .into_iter()
            .flatten()
            .map(|name| fs::read_to_string(Path::new(&root).join(format!("schema/{name}.json"))))
            .collect::<std::io::Result<Vec<_>>>()?;
        let before = last.replace((revision, facts.clone()));
        if has_feature("VALIDATE") || has_feature("SCHEMARS") {
            // Validating needs no types: it knows every revision, whichever have them.
            let embedded = codegen::embedded(revision, &facts)?.to_string();
            let file = format!("{}_facts.json", revision.feature);
            fs::write(Path::new(&out).join(file), embedded)?;
        }
        if !has_feature(&revision.feature.to_uppercase()) {
            // Its prose is not left over.
            described.push(codegen::described(revision, &facts, &prose)?);
            continue;
        }
        let before = before.as_ref().map(|(revision, facts)| (*revision, facts.as_slice()));
        let page = codegen::page(revision, &facts, before, &prose)?;
        fs::write(Path::new(&out).join(format!("{}.md", revision.feature)), page)?;
        let generated = codegen::generate(revision, &facts, &prose)?;
        let module = format!("{}.rs", revision.feature);
        let definitions = format!("{}_definitions.rs", revision.feature);
        fs::write(Path::new(&out).join(module), generated.code)?;
        fs::write(Path::new(&out).join(definitions), generated.definitions)?;
        if has_feature("SCHEMARS") {
            let schemas = format!("{}_schemas.rs", revision.feature);
            fs::write(Path::new(&out).join(schemas), generated.schemas)?;
        }
        described.push(generated.described);
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
