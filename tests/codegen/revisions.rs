//! What holds for the output of every revision.

use std::collections::BTreeSet;
use std::fs;
use std::sync::OnceLock;

use proc_macro2::{TokenStream, TokenTree};
use serde_json::Value;

use crate::codegen::names::BOXED;
use crate::codegen::{self, Catalogued, Fate, Generated, Prose, REVISIONS, Revision};
use crate::root;

#[test]
fn definitions_are_items_or_written_by_hand_or_skipped_with_a_reason() {
    for (revision, catalogued, generated) in all() {
        let definitions: BTreeSet<String> =
            facts(revision).iter().flat_map(|it| names(it)).collect();
        let fates: BTreeSet<String> = catalogued.fates().keys().cloned().collect();
        assert_eq!(definitions, fates, "{}", revision.name);

        let (mut items, mut by_hand, mut skipped) = (0, 0, 0);
        let written: Vec<String> = parsed(generated).items.iter().filter_map(name).collect();
        for (definition, fate) in catalogued.fates() {
            match fate {
                Fate::Item(item) => {
                    assert!(written.contains(item), "{definition} has no {item}");
                    items += 1;
                }
                Fate::ByHand(path) => {
                    assert!(path.contains("::"), "{definition} is written by hand as {path}");
                    by_hand += 1;
                }
                Fate::Skipped(reason) => {
                    assert!(reason.len() > 20, "{definition} is skipped since {reason}");
                    skipped += 1;
                }
            }
        }
        println!(
            "{}: {} definitions = {items} items + {by_hand} by hand + {skipped} skipped",
            revision.name,
            definitions.len()
        );
        assert_eq!(definitions.len(), items + by_hand + skipped);
    }
}

#[test]
fn names_are_chosen_and_none_is_given_twice() {
    for (revision, _, generated) in all() {
        assert!(!generated.code.contains("untagged"), "{}", revision.name);
        let tokens: TokenStream = generated.code.parse().expect("the output is Rust");
        each_ident(tokens, &mut |ident| {
            let made_up = ident.strip_prefix("Variant").is_some_and(|rest| {
                rest.starts_with(|first: char| first.is_ascii_digit()) || rest.is_empty()
            });
            assert!(!made_up, "{}: {ident}", revision.name);
            assert!(ident == "_" || !ident.ends_with('_'), "{}: {ident}", revision.name);
        });
        let mut seen = BTreeSet::new();
        for name in parsed(generated).items.iter().filter_map(name) {
            assert!(seen.insert(name.clone()), "{}: two items {name}", revision.name);
        }
    }
}

#[test]
fn constants_are_written_and_not_stored() {
    for (revision, catalogued, generated) in all() {
        let corrected = codegen::corrected(revision.errata, &facts(revision)).expect("the facts");
        let definitions = corrected["$defs"].as_object().expect("definitions");
        let file = parsed(generated);
        let mut constants = 0;
        for (definition, schema) in definitions {
            let Some(Fate::Item(item)) = catalogued.fates().get(definition) else { continue };
            let Some(fields) = file.items.iter().find_map(|it| stored(it, item)) else { continue };
            let properties = properties(&corrected, schema);
            let constant = properties.iter().filter(|(_, schema)| schema.get("const").is_some());
            let constant: Vec<_> = constant.collect();
            // One more field for what is unknown, which a flattened union keeps instead.
            assert_eq!(
                fields.len(),
                properties.len() - constant.len() + 1,
                "{definition} of {}: {fields:?} for {:?}",
                revision.name,
                properties.iter().map(|(name, _)| name).collect::<Vec<_>>()
            );
            for (wire, schema) in constant {
                let value = &schema["const"];
                let call = if value.is_string() { "constant" } else { "constant_integer" };
                let suffix = if value.is_string() { "" } else { "i64" };
                let call = format!("{call}(\"{wire}\", {value}{suffix})?");
                // Read and written.
                assert!(generated.code.matches(&call).count() >= 2, "{definition}: {call}");
                constants += 1;
            }
        }
        println!("{}: {constants} constants", revision.name);
        assert!(constants > 0);
    }
}

#[test]
fn every_public_item_has_a_doc_comment() {
    for (revision, _, generated) in all() {
        let mut count = 0;
        let mut check = |attributes: &[syn::Attribute], place: String| {
            let documented = attributes.iter().any(|attribute| attribute.path().is_ident("doc"));
            assert!(documented, "{}: {place} is not described", revision.name);
            count += 1;
        };
        for item in parsed(generated).items {
            let owner = name(&item).unwrap_or_default();
            match &item {
                syn::Item::Struct(item) => {
                    check(&item.attrs, owner.clone());
                    for field in &item.fields {
                        let field_name = field.ident.as_ref().map(ToString::to_string);
                        check(&field.attrs, format!("{owner}.{}", field_name.unwrap_or_default()));
                    }
                }
                syn::Item::Enum(item) => {
                    check(&item.attrs, owner.clone());
                    for variant in &item.variants {
                        check(&variant.attrs, format!("{owner}::{}", variant.ident));
                    }
                }
                syn::Item::Type(item) => check(&item.attrs, owner),
                syn::Item::Impl(item) if item.trait_.is_none() => {
                    for function in &item.items {
                        if let syn::ImplItem::Fn(function) = function {
                            check(&function.attrs, function.sig.ident.to_string());
                        }
                    }
                }
                syn::Item::Impl(_) | syn::Item::Use(_) => {}
                _ => panic!("{}: an item of another kind", revision.name),
            }
        }
        assert!(count > 100);
    }
}

#[test]
fn no_prose_is_left_over() {
    prose()
        .finish(all().iter().map(|(_, _, generated)| &generated.described))
        .expect("all is used");
}

#[test]
fn prose_is_asked_for_alike_without_generating() {
    for (revision, catalogued, generated) in all() {
        let described = catalogued.described(prose()).expect("described");
        let differ = described.symmetric_difference(&generated.described);
        let differ: Vec<String> = differ.map(ToString::to_string).collect();
        assert!(differ.is_empty(), "{}: {}", revision.name, differ.join(", "));
    }
}

#[test]
fn output_depends_neither_on_the_run_nor_on_the_order_of_members() {
    for (revision, catalogued, generated) in all() {
        let again = Catalogued::of(revision, &facts(revision)).expect("again");
        let code = again.generate(prose()).expect("again").code;
        assert!(code == generated.code, "{}: a second run differs", revision.name);
        assert!(again.definitions() == catalogued.definitions(), "{}", revision.name);

        let reversed: Vec<String> = facts(revision)
            .iter()
            .map(|facts| backwards(&serde_json::from_str(facts).expect("facts")))
            .collect();
        assert_ne!(reversed, facts(revision));
        let again = Catalogued::of(revision, &reversed).expect("backwards");
        let code = again.generate(prose()).expect("backwards").code;
        assert!(code == generated.code, "{}: the members' order counts", revision.name);
    }
}

macro_rules! revisions {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident $name:literal $module:ident $feature:literal $known:tt
    )+) => {
        &[$(
            #[cfg(feature = $feature)]
            ($name, include_str!(concat!(env!("OUT_DIR"), "/", $feature, ".rs"))),
        )+]
    };
}

#[test]
fn output_is_what_another_process_wrote() {
    let written: &[(&str, &str)] = include!("../../schema/revisions.rs");
    for (name, code) in written {
        let generated = all().iter().find(|(revision, ..)| revision.name == *name);
        let (_, _, generated) = generated.expect("a known revision");
        assert!(generated.code == *code, "{name}: the build script wrote something else");
    }
}

/// A type that is called something else from now on would no longer lie in its box, and nobody would
/// notice.
#[test]
fn every_type_that_is_to_lie_in_a_box_does_in_some_revision() {
    for name in BOXED {
        let kept = [format!("Box<{name}>"), format!("pub struct {name} ")];
        let has = |code: &str| kept.iter().all(|text| code.contains(text));
        let params = |code: &str| {
            code.contains(&format!("type Params = {name};")) && code.contains("Box<Call<")
        };
        assert!(all().iter().any(|(_, _, it)| has(&it.code) || params(&it.code)), "{name}");
    }
}

type Written = (&'static Revision, Catalogued<'static>, Generated);

/// Every revision, generated once.
pub(crate) fn all() -> &'static [Written] {
    static ALL: OnceLock<Vec<Written>> = OnceLock::new();
    ALL.get_or_init(|| {
        let generate = |revision: &'static Revision| {
            let catalogued = Catalogued::of(revision, &facts(revision)).expect(revision.name);
            let generated = catalogued.generate(prose()).expect(revision.name);
            (revision, catalogued, generated)
        };
        REVISIONS.iter().map(generate).collect()
    })
}

fn prose() -> &'static Prose {
    static PROSE: OnceLock<Prose> = OnceLock::new();
    PROSE.get_or_init(|| {
        let folder = fs::read_dir(root().join("schema/prose")).expect("the prose");
        let texts: Vec<String> = folder
            .map(|entry| fs::read_to_string(entry.expect("an entry").path()).expect("a text"))
            .collect();
        Prose::parse(&texts).expect("the prose")
    })
}

/// The facts of a revision and its extension.
fn facts(revision: &Revision) -> Vec<String> {
    let read = |name| fs::read_to_string(root().join(format!("schema/{name}.json")));
    revision.names().map(|name| read(name).expect("the facts")).collect()
}

fn names(facts: &str) -> Vec<String> {
    let facts: Value = serde_json::from_str(facts).expect("facts");
    facts["$defs"].as_object().expect("definitions").keys().cloned().collect()
}

fn parsed(generated: &Generated) -> syn::File {
    syn::parse_file(&generated.code).expect("the output is Rust")
}

fn name(item: &syn::Item) -> Option<String> {
    match item {
        syn::Item::Struct(item) => Some(item.ident.to_string()),
        syn::Item::Enum(item) => Some(item.ident.to_string()),
        syn::Item::Type(item) => Some(item.ident.to_string()),
        _ => None,
    }
}

/// The fields of the struct of a name, without those that say whether a constant was there.
fn stored(item: &syn::Item, name: &str) -> Option<Vec<String>> {
    match item {
        syn::Item::Struct(item) if item.ident == name => {
            let fields = item.fields.iter().filter_map(|field| field.ident.as_ref());
            let fields = fields.map(ToString::to_string);
            Some(fields.filter(|field| !field.starts_with("says_")).collect())
        }
        _ => None,
    }
}

/// The properties of a definition, through references and `allOf`; not those of a union in it.
fn properties<'a>(facts: &'a Value, schema: &'a Value) -> Vec<(&'a String, &'a Value)> {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let pointer = reference.trim_start_matches('#');
        return properties(facts, facts.pointer(pointer).expect("a definition"));
    }
    let mut all: Vec<_> =
        schema.get("properties").and_then(Value::as_object).into_iter().flatten().collect();
    for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        for (name, property) in properties(facts, part) {
            all.retain(|(known, _)| *known != name);
            all.push((name, property));
        }
    }
    all
}

fn each_ident(tokens: TokenStream, visit: &mut impl FnMut(&str)) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => visit(&ident.to_string()),
            TokenTree::Group(group) => each_ident(group.stream(), visit),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// A value's text with the members of each object in the opposite order.
fn backwards(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members = members.iter().rev();
            let members: Vec<String> = members
                .map(|(name, it)| format!("{}:{}", Value::from(&**name), backwards(it)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(backwards).collect();
            format!("[{}]", items.join(","))
        }
        other => other.to_string(),
    }
}
