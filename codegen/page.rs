//! The page that opens a revision's module: its methods, what it changed, the errata it needs.
//!
//! All of it is computed from the facts as the types follow them, under the names of the types.

use std::collections::{BTreeMap, BTreeSet};

use super::catalog::{Catalog, Method, Object, Presence};
use super::names::Declares;
use super::prose::Docs;

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
        for (heading, lines) in changes(before, catalog) {
            if !lines.is_empty() {
                page.push_str(&format!("**{heading}:** {}.\n\n", lines.join(", ")));
            }
        }
        let changed = changed_types(before, catalog);
        if !changed.is_empty() {
            page.push_str("| changed type | how |\n|---|---|\n");
        }
        for (name, how) in changed {
            page.push_str(&format!("| [`{name}`] | {} |\n", how.join("; ")));
        }
    }
    if !docs.errata().is_empty() {
        page.push_str(
            "\n# Errata\n\nWhat is read and validated otherwise than the official schema",
        );
        page.push_str(" says it:\n\n| name | the fault, and what is done |\n|---|---|\n");
    }
    for erratum in docs.errata() {
        page.push_str(&erratum_row(erratum, "", docs));
    }
    page.push_str(
        "\nWhat peers are forgiven, in any revision, is [a list of its own](crate#leniencies).\n",
    );
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
    let from = senders(catalog, method).join(", ");
    format!("| [`{}`]({}) | {from} | {answer} | {needs} |\n", method.method, method.marker)
}

/// The sides that send a method. Some have none: they travel inside others.
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

/// What is new and what is gone, by name.
fn changes(before: &Catalog, now: &Catalog) -> [(&'static str, Vec<String>); 4] {
    let (old, new) = (methods(before), methods(now));
    let (old_types, new_types) = (shapes(before), shapes(now));
    let gone = |name: &&str| format!("`{name}`");
    [
        (
            "New methods",
            new.iter()
                .filter(|(name, _)| !old.contains_key(*name))
                .map(|(name, marker)| format!("[`{name}`]({marker})"))
                .collect(),
        ),
        ("Methods that are gone", missing(&old, &new).iter().map(gone).collect()),
        (
            "New types",
            missing(&new_types, &old_types).iter().map(|name| format!("[`{name}`]")).collect(),
        ),
        ("Types that are gone", missing(&old_types, &new_types).iter().map(gone).collect()),
    ]
}

fn methods(catalog: &Catalog) -> BTreeMap<&str, &str> {
    catalog.methods.iter().map(|it| (it.method.as_str(), it.marker.as_str())).collect()
}

/// The keys of one that another has not.
fn missing<'a, T, U>(of: &BTreeMap<&'a str, T>, from: &BTreeMap<&'a str, U>) -> Vec<&'a str> {
    of.keys().filter(|name| !from.contains_key(*name)).copied().collect()
}

/// What a type is made of.
enum Shape<'a> {
    Object(&'a Object),
    /// The values of an enum, or the types of a union.
    OneOf(BTreeSet<&'a str>),
    Alias(&'a serde_json::Value),
}

fn shapes(catalog: &Catalog) -> BTreeMap<&str, Shape<'_>> {
    let objects = catalog.objects.iter().map(|it| (it.name.as_str(), Shape::Object(it)));
    let enums = catalog
        .enums
        .iter()
        .map(|it| (it.name.as_str(), Shape::OneOf(it.values.iter().map(String::as_str).collect())));
    let unions = catalog.unions.iter().map(|it| {
        let members = it.members.iter().map(|member| member.type_name.as_str());
        (it.name.as_str(), Shape::OneOf(members.collect()))
    });
    let aliases = catalog.aliases.iter().map(|it| (it.name.as_str(), Shape::Alias(&it.schema)));
    objects.chain(enums).chain(unions).chain(aliases).collect()
}

/// The types that both have, and how they differ.
fn changed_types<'a>(before: &'a Catalog, now: &'a Catalog) -> Vec<(&'a str, Vec<String>)> {
    let mut old = shapes(before);
    let both =
        shapes(now).into_iter().filter_map(|(name, new)| Some((name, old.remove(name)?, new)));
    let differences = both.map(|(name, old, new)| (name, difference(&old, &new)));
    differences.filter(|(_, how)| !how.is_empty()).collect()
}

fn difference(old: &Shape, new: &Shape) -> Vec<String> {
    match (old, new) {
        (Shape::Object(old), Shape::Object(new)) => fields_that_differ(old, new),
        (Shape::OneOf(old), Shape::OneOf(new)) => {
            let mut how = Vec::new();
            how.extend(listed("gains", new.difference(old)));
            how.extend(listed("loses", old.difference(new)));
            how
        }
        (Shape::Alias(old), Shape::Alias(new)) if old == new => Vec::new(),
        _ => vec!["is of another kind".to_owned()],
    }
}

fn fields_that_differ(old: &Object, new: &Object) -> Vec<String> {
    let fields = |object: &'_ Object| -> BTreeMap<String, (Presence, serde_json::Value)> {
        let parts = object.fields.iter();
        parts.map(|it| (it.wire.clone(), (it.presence.clone(), it.schema.clone()))).collect()
    };
    let (old, new) = (fields(old), fields(new));
    let mut how = Vec::new();
    let gained = new.iter().filter(|(wire, _)| !old.contains_key(*wire));
    let (must, may): (Vec<_>, Vec<_>) = gained.partition(|(_, (presence, _))| {
        matches!(presence, Presence::Required | Presence::Nullable)
    });
    how.extend(listed("gains", may.iter().map(|(wire, _)| wire)));
    how.extend(listed("must have", must.iter().map(|(wire, _)| wire)));
    how.extend(listed("loses", old.keys().filter(|wire| !new.contains_key(*wire))));
    let both = || new.iter().filter_map(|(wire, new)| Some((wire, old.get(wire)?, new)));
    let other_schema = both().filter(|(_, old, new)| old.1 != new.1).map(|(wire, ..)| wire);
    how.extend(listed("of another type:", other_schema));
    let other_presence = both().filter(|(_, old, new)| old.1 == new.1 && old.0 != new.0);
    for (wire, _, (presence, _)) in other_presence {
        let now = match presence {
            Presence::Required => "required",
            Presence::Nullable => "required, and may be null",
            Presence::Constant { .. } | Presence::OptionalConstant { .. } => "a constant",
            Presence::Optional | Presence::OptionalAny => "optional",
        };
        how.push(format!("`{wire}` is {now}"));
    }
    how
}

/// A verb and the names that it is about, if there are any.
fn listed<T: AsRef<str>>(verb: &str, names: impl Iterator<Item = T>) -> Option<String> {
    let names: Vec<String> = names.map(|name| format!("`{}`", name.as_ref())).collect();
    (!names.is_empty()).then(|| format!("{verb} {}", names.join(", ")))
}
