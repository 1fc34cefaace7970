//! The page that opens a revision's module: its methods, what it changed, the errata it needs.
//!
//! All of it is computed from the facts as the types follow them, under the names of the types.

use std::collections::BTreeMap;

use super::catalog::{Catalog, Method};
use super::changes::{Change, Changes};
use super::names::Declares;
use super::prose::Docs;

/// A change of so many types is told once.
const COMMON: usize = 8;

/// The page of one revision, as Markdown whose links are resolved inside its module.
pub(super) fn write(catalog: &Catalog, before: Option<(&str, &Catalog)>, docs: &Docs) -> String {
    let mut page = String::from("# Methods\n\n| method | from | answered with | needs |\n");
    page.push_str("|---|---|---|---|\n");
    let by_name: BTreeMap<&str, &Method> =
        catalog.methods.iter().map(|method| (method.method.as_str(), method)).collect();
    for method in by_name.values() {
        page.push_str(&row(catalog, method));
    }
    if let Some((name, before)) = before {
        page.push_str(&format!("\n# Since {name}\n\n"));
        page.push_str(&since(Changes::between(before, catalog)));
    }
    if !docs.errata().is_empty() {
        page.push_str("\n# Errata\n\nWhat is read and validated otherwise than the official");
        page.push_str(" schema says it:\n\n| name | the fault, and what is done |\n|---|---|\n");
    }
    for erratum in docs.errata() {
        page.push_str(&erratum_row(erratum, "", docs));
    }
    page.push_str("\nWhat peers are forgiven, in any revision, is");
    page.push_str(" [a list of its own](crate#leniencies).\n");
    page
}

/// The table of all errata, with the revisions that need each.
pub(super) fn errata<'a>(
    all: impl IntoIterator<Item = (&'static str, Vec<&'a str>, Docs<'a>)>,
) -> String {
    let mut table =
        String::from("| name | revisions | the fault, and what is done |\n|---|---|---|\n");
    for (erratum, revisions, docs) in all {
        table.push_str(&erratum_row(erratum, &format!(" {} |", revisions.join("<br>")), &docs));
    }
    table
}

fn erratum_row(erratum: &str, more: &str, docs: &Docs) -> String {
    let text = docs.text(erratum).unwrap_or_default().replace('\n', " ");
    format!("| `{erratum}` |{more} {text} |\n")
}

/// A method's row: its marker, who sends it, what answers it, whose capability it needs.
fn row(catalog: &Catalog, method: &Method) -> String {
    let answer = match &method.result {
        Some((result, _)) => format!("[`{result}`]"),
        None => "(a notification)".to_owned(),
    };
    let needs = match method.capability {
        Some((Declares::Client, path)) => format!("the client's `{path}`"),
        Some((Declares::Server, path)) => format!("the server's `{path}`"),
        Some((Declares::Receiver, path)) => format!("`{path}` of whoever runs the task"),
        Some((Declares::Nobody, _)) | None => String::new(),
    };
    let from = match senders(catalog, method) {
        // A server of 2026-07-28 asks in its results, for one.
        none if none.is_empty() => "(inside another message)".to_owned(),
        some => some.join(", "),
    };
    format!("| [`{}`]({}) | {from} | {answer} | {needs} |\n", method.method, method.marker)
}

/// The sides that send a method as a message of its own.
fn senders(catalog: &Catalog, method: &Method) -> Vec<&'static str> {
    let sends = |side: &str| {
        let mut sets = catalog.senders.iter().filter(|it| it.name.starts_with(side));
        sets.any(|it| it.markers.contains(&method.marker))
    };
    [("Client", "client"), ("Server", "server")]
        .into_iter()
        .filter(|(prefix, _)| sends(prefix))
        .map(|(_, side)| side)
        .collect()
}

/// What is new, what is gone and what is different, as text and a table.
fn since(mut changes: Changes) -> String {
    let link = |(method, marker): &(&str, &str)| format!("[`{method}`]({marker})");
    let here = |name: &&str| format!("[`{name}`]");
    let gone = |name: &&str| format!("`{name}`");
    let common = changes.take_common(COMMON);
    let told = |(change, count): &(Change, usize)| {
        format!("{} in {count} types", phrases(std::slice::from_ref(change)))
    };
    let lists: [(&str, Vec<String>); 5] = [
        ("New methods", changes.new_methods.iter().map(link).collect()),
        ("Methods that are gone", changes.gone_methods.iter().map(gone).collect()),
        ("New types", changes.new_types.iter().map(here).collect()),
        ("Types that are gone", changes.gone_types.iter().map(gone).collect()),
        ("Changed throughout", common.iter().map(told).collect()),
    ];
    let mut text = String::new();
    for (heading, names) in lists.iter().filter(|(_, names)| !names.is_empty()) {
        text.push_str(&format!("**{heading}:** {}.\n\n", names.join(", ")));
    }
    if !changes.changed.is_empty() {
        text.push_str("| changed type | how |\n|---|---|\n");
    }
    for (name, changes) in &changes.changed {
        text.push_str(&format!("| [`{name}`] | {} |\n", phrases(changes)));
    }
    text
}

/// Changes in words: each verb once, with all that it is about.
fn phrases(changes: &[Change]) -> String {
    let mut by_verb: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for change in changes {
        let names = by_verb.entry(&change.verb).or_default();
        names.extend(change.name.iter().map(|name| format!("`{name}`")));
    }
    let phrase = |(verb, names): (&str, Vec<String>)| match names.is_empty() {
        true => verb.to_owned(),
        false => format!("{verb} {}", names.join(", ")),
    };
    by_verb.into_iter().map(phrase).collect::<Vec<_>>().join("; ")
}
