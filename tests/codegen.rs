//! The generator's own tests: pairs of a small schema and the Rust that it becomes, the errors,
//! and what holds for every revision.
//!
//! A pair is `tests/codegen/pairs/NAME.json` (facts), `NAME.md` (their prose) and `NAME.rs` (what
//! is generated, without what every module has alike). Where the name is an erratum's, that
//! erratum alone is applied. To add a pair, write the first two; to accept what the generator now
//! writes, run
//!
//! ```text
//! MCP_TYPESTATE_ACCEPT=1 cargo test --test codegen
//! ```
//!
//! and read the difference before you commit it. Without the variable no fixture is ever written.
//! `tests/golden.rs` compiles the pairs and reads and writes with them; it lists them by name.

// As build.rs has it.
#[path = "../codegen/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "build.rs is the other user of this module")]
mod codegen;

#[path = "codegen/errors.rs"]
mod errors;
#[path = "codegen/pages.rs"]
mod pages;
#[path = "codegen/revisions.rs"]
mod revisions;
#[path = "codegen/schemas.rs"]
mod schemas;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;

use crate::codegen::{Catalogued, Error, Fate, Generated, Prose, REVISIONS, Revision};

/// The revision that pairs and errors are generated as: its text in brackets is theirs.
const REVISION: Revision =
    Revision { feature: "v2025_11_25", name: "2025-11-25", extension: None, errata: &[] };

#[test]
fn pairs_are_generated_as_they_were_accepted() {
    let accept = std::env::var_os("MCP_TYPESTATE_ACCEPT").is_some_and(|value| value == "1");
    let (_, empty) = generate("{ \"$defs\": {} }", "", &[]).expect("an empty schema");
    let (imports, frame) = parted(&empty.code);
    let mut wrong = Vec::new();
    let mut compare = |name: &str, output: String| {
        let accepted = fs::read_to_string(path(name, "rs")).unwrap_or_default();
        if output == accepted {
            return;
        }
        if accept {
            fs::write(path(name, "rs"), output).expect("the pair can be written");
        } else {
            wrong.push(format!("{name}:\n{}", difference(&accepted, &output)));
        }
    };
    compare("imports", imports);
    for name in pairs() {
        let read = |extension: &str| fs::read_to_string(path(&name, extension));
        let facts = read("json").expect("the facts");
        let prose = read("md").expect("the prose");
        let erratum = errata().into_iter().find(|erratum| *erratum == name);
        let generated = generate(&facts, &prose, erratum.as_slice());
        let (catalogued, generated) = generated.unwrap_or_else(|error| panic!("{name}: {error}"));
        let frame = if name == "frame" { &BTreeSet::new() } else { &frame };
        compare(&name, shown(catalogued.fates(), &generated.code, frame));
    }
    assert!(
        wrong.is_empty(),
        "{}\nIf this is as it should be: MCP_TYPESTATE_ACCEPT=1 cargo test --test codegen",
        wrong.join("\n")
    );
}

#[test]
fn every_erratum_has_a_pair_and_every_pair_is_compiled() {
    let pairs = pairs();
    for erratum in errata() {
        assert!(pairs.iter().any(|pair| pair == erratum), "{erratum} has no pair");
    }
    let compiled = fs::read_to_string(root().join("tests/golden.rs")).expect("the other half");
    for pair in pairs {
        assert!(compiled.contains(&format!("    {pair}\n")), "tests/golden.rs leaves out {pair}");
        assert!(path(&pair, "md").exists() && path(&pair, "rs").exists(), "{pair} is incomplete");
    }
}

#[test]
fn every_file_of_facts_has_its_checksum() {
    let readme = fs::read_to_string(root().join("schema/README.md")).expect("schema/README.md");
    for revision in REVISIONS {
        for name in revision.names() {
            assert!(readme.contains(&format!("  {name}.json")), "{name} has no checksum");
        }
    }
}

#[test]
fn prose_of_a_revision_comes_before_what_all_share() {
    let prose = Prose::parse(&["# *\n- size: Common.\n- name: Common.\n\n\
         # Thing\nFor all.\n- size: Its own.\n- size [2025-11-25]: Here.\n\n\
         # Thing [2025-11-25]\nHere.\n"]);
    let prose = prose.expect("prose");
    let facts = r#"{ "$defs": { "Thing": {
        "type": "object",
        "properties": { "name": { "type": "string" }, "size": { "type": "integer" } }
    } } }"#;
    let other = Revision { feature: "other", name: "other", extension: None, errata: &[] };
    let docs = |revision| {
        let catalogued = Catalogued::of(revision, &[facts.to_owned()]).expect("good facts");
        let generated = catalogued.generate(&prose).expect("all is described");
        let file = syn::parse_file(&generated.code).expect("the output is Rust");
        let thing = file.items.iter().find_map(|item| match item {
            syn::Item::Struct(item) if item.ident == "Thing" => {
                let fields = item.fields.iter().map(|field| doc(&field.attrs));
                Some([doc(&item.attrs)].into_iter().chain(fields).collect::<Vec<_>>())
            }
            _ => None,
        });
        (thing.expect("the struct")[..3].join("|"), generated.described)
    };
    let (here, described_here) = docs(&REVISION);
    let (there, described_there) = docs(&other);
    assert_eq!(here, " Here.| Common.| Here.");
    assert_eq!(there, " For all.| Common.| Its own.");
    assert_eq!(
        prose.left_over([&described_here, &described_there]),
        ["*.size"],
        "what both say themselves, neither takes from there"
    );
}

/// A doc comment's text.
fn doc(attributes: &[syn::Attribute]) -> String {
    let docs = attributes.iter().filter(|attribute| attribute.path().is_ident("doc"));
    let lines = docs.filter_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(syn::MetaNameValue {
            value: syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(line), .. }),
            ..
        }) => Some(line.value()),
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_a_difference_shows() {
    let difference = difference("a\nb\nc\nd\ne\nf\ng\nh\n", "a\nb\nc\nd\ne\nF\ng\nh\n");
    assert_eq!(difference, "   …\n   c\n   d\n   e\n - f\n + F\n   g\n   h\n");
}

/// Generates from one text of facts and one of prose, all of which must be used.
fn generate(
    facts: &str,
    prose: &str,
    errata: &[&str],
) -> Result<(Catalogued<'static>, Generated), Error> {
    let prose = Prose::parse(&[prose])?;
    let catalogued = Catalogued::with(&REVISION, errata, &[facts.to_owned()])?;
    let generated = catalogued.generate(&prose)?;
    catalogued.schemas()?;
    prose.finish([&generated.described])?;
    Ok((catalogued, generated))
}

/// The names of all errata.
fn errata() -> BTreeSet<&'static str> {
    REVISIONS.iter().flat_map(|revision| revision.errata).copied().collect()
}

/// The names of all pairs.
fn pairs() -> Vec<String> {
    let folder = fs::read_dir(root().join("tests/codegen/pairs")).expect("the pairs");
    let mut names: Vec<String> = folder
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    names
}

fn path(pair: &str, extension: &str) -> PathBuf {
    root().join(format!("tests/codegen/pairs/{pair}.{extension}"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What a pair shows of the output: what became of definitions, then the items, without what every
/// module has alike (`imports.rs`, and the pair `frame`).
fn shown(fates: &BTreeMap<String, Fate>, code: &str, frame: &BTreeSet<String>) -> String {
    let mut shown = String::new();
    for (definition, fate) in fates {
        match fate {
            Fate::Item(item) if item == definition => {}
            Fate::Item(item) => shown.push_str(&format!("// {definition}: {item}\n")),
            Fate::ByHand(path) => shown.push_str(&format!("// {definition}: by hand, {path}\n")),
            Fate::Skipped(why) => shown.push_str(&format!("// {definition}: skipped, {why}\n")),
        }
    }
    let mut file = syn::parse_file(code).expect("the output is Rust");
    file.items.retain(|item| !matches!(item, syn::Item::Use(_)));
    let is_new = |item: &&syn::Item| !frame.contains(&item.to_token_stream().to_string());
    let new: BTreeSet<String> = file.items.iter().filter(is_new).map(owner).collect();
    file.items.retain(|item| new.contains(&owner(item)));
    shown + &prettyplease::unparse(&file)
}

/// The type that an item is about.
fn owner(item: &syn::Item) -> String {
    match item {
        syn::Item::Struct(item) => item.ident.to_string(),
        syn::Item::Enum(item) => item.ident.to_string(),
        syn::Item::Type(item) => item.ident.to_string(),
        syn::Item::Impl(item) => item.self_ty.to_token_stream().to_string(),
        _ => String::new(),
    }
}

/// The imports of a file, and its items, each as its tokens.
fn parted(code: &str) -> (String, BTreeSet<String>) {
    let mut file = syn::parse_file(code).expect("the output is Rust");
    let items = file.items.iter().map(|item| item.to_token_stream().to_string()).collect();
    file.items.retain(|item| matches!(item, syn::Item::Use(_)));
    (prettyplease::unparse(&file), items)
}

/// The lines that differ, with three lines around them.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    // Lengths of the longest common subsequences of what is left of both.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let mut lines = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push((' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || common[i + 1][j] >= common[i][j + 1]) {
            lines.push(('-', old[i]));
            i += 1;
        } else {
            lines.push(('+', new[j]));
            j += 1;
        }
    }
    let near = |at: usize| {
        let around = at.saturating_sub(3)..(at + 4).min(lines.len());
        lines[around].iter().any(|(sign, _)| *sign != ' ')
    };
    let mut shown = String::new();
    for (at, (sign, line)) in lines.iter().enumerate() {
        if near(at) {
            shown.push_str(&format!(" {sign} {line}\n"));
        } else if at == 0 || near(at - 1) {
            shown.push_str("   …\n");
        }
    }
    shown
}
