//! What a revision changed of the one before it: two catalogues, compared.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::catalog::{Catalog, Object, Presence};

/// The differences, each in the order of names.
#[derive(Debug)]
pub(super) struct Changes<'a> {
    /// Methods that only the later one has, with their markers.
    pub(super) new_methods: Vec<(&'a str, &'a str)>,
    pub(super) gone_methods: Vec<&'a str>,
    pub(super) new_types: Vec<&'a str>,
    pub(super) gone_types: Vec<&'a str>,
    /// Types that both have, and what is different.
    pub(super) changed: Vec<(&'a str, Vec<Change>)>,
}

/// What happened to one member, value or variant of a type; or, without a name, to the type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Change {
    pub(super) verb: String,
    pub(super) name: Option<String>,
}

impl<'a> Changes<'a> {
    pub(super) fn between(before: &'a Catalog, now: &'a Catalog) -> Self {
        let (old_methods, new_methods) = (methods(before), methods(now));
        let (mut old_types, new_types) = (shapes(before), shapes(now));
        Self {
            new_methods: missing(&new_methods, &old_methods)
                .into_iter()
                .filter_map(|name| Some((name, *new_methods.get(name)?)))
                .collect(),
            gone_methods: missing(&old_methods, &new_methods),
            new_types: missing(&new_types, &old_types),
            gone_types: missing(&old_types, &new_types),
            changed: new_types
                .iter()
                .filter_map(|(name, new)| {
                    Some((*name, difference(&old_types.remove(name)?, new, now)))
                })
                .filter(|(_, changes)| !changes.is_empty())
                .collect(),
        }
    }

    /// Takes out what happened in at least so many types, with their number.
    pub(super) fn take_common(&mut self, least: usize) -> Vec<(Change, usize)> {
        let mut counts: BTreeMap<Change, usize> = BTreeMap::new();
        for change in self.changed.iter().flat_map(|(_, changes)| changes) {
            *counts.entry(change.clone()).or_default() += 1;
        }
        counts.retain(|_, count| *count >= least);
        for (_, changes) in &mut self.changed {
            changes.retain(|change| !counts.contains_key(change));
        }
        self.changed.retain(|(_, changes)| !changes.is_empty());
        counts.into_iter().collect()
    }
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
    /// Its values.
    Enum(BTreeSet<&'a str>),
    /// Its members' types.
    Union(BTreeSet<&'a str>),
    Alias(&'a Value),
}

impl Shape<'_> {
    fn noun(&self) -> &'static str {
        match self {
            Shape::Object(_) => "an object",
            Shape::Enum(_) => "an enum",
            Shape::Union(_) => "a union",
            Shape::Alias(_) => "an alias",
        }
    }
}

fn shapes(catalog: &Catalog) -> BTreeMap<&str, Shape<'_>> {
    let objects = catalog.objects.iter().map(|it| (it.name.as_str(), Shape::Object(it)));
    let enums = catalog
        .enums
        .iter()
        .map(|it| (it.name.as_str(), Shape::Enum(it.values.iter().map(String::as_str).collect())));
    let unions = catalog.unions.iter().map(|it| {
        let members = it.members.iter().map(|member| member.type_name.as_str());
        (it.name.as_str(), Shape::Union(members.collect()))
    });
    let aliases = catalog.aliases.iter().map(|it| (it.name.as_str(), Shape::Alias(&it.schema)));
    objects.chain(enums).chain(unions).chain(aliases).collect()
}

fn difference(old: &Shape, new: &Shape, now: &Catalog) -> Vec<Change> {
    match (old, new) {
        (Shape::Object(old), Shape::Object(new)) => fields_that_differ(old, new, now),
        (Shape::Enum(old), Shape::Enum(new)) | (Shape::Union(old), Shape::Union(new)) => {
            let gained = new.difference(old).map(|name| change("gains", name));
            gained.chain(old.difference(new).map(|name| change("loses", name))).collect()
        }
        (Shape::Alias(old), Shape::Alias(new)) if old == new => Vec::new(),
        _ => {
            let verb = format!("was {}, is {}", old.noun(), new.noun());
            vec![Change { verb, name: None }]
        }
    }
}

fn fields_that_differ(old: &Object, new: &Object, now: &Catalog) -> Vec<Change> {
    let mut changes = Vec::new();
    for field in &new.fields {
        match old.fields.iter().find(|it| it.wire == field.wire) {
            None if is_required(&field.presence) => changes.push(change("must have", &field.wire)),
            None => changes.push(change("gains", &field.wire)),
            Some(before) => {
                if before.schema != field.schema {
                    changes.push(change("another schema for", &field.wire));
                }
                match (is_required(&before.presence), is_required(&field.presence)) {
                    (false, true) => changes.push(change("now requires", &field.wire)),
                    (true, false) => changes.push(change("no longer requires", &field.wire)),
                    _ => {}
                }
            }
        }
    }
    if let Some(union) = new.flatten.as_ref().filter(|_| new.flatten != old.flatten) {
        changes.push(change("has the members of", union));
    }
    let flat = new.flatten.iter().flat_map(|union| members_of(now, union));
    let kept: BTreeSet<&str> = new.fields.iter().map(|it| it.wire.as_str()).chain(flat).collect();
    let lost = old.fields.iter().filter(|it| !kept.contains(it.wire.as_str()));
    changes.extend(lost.map(|field| change("loses", &field.wire)));
    changes.sort();
    changes
}

/// The members that one of a union's types has.
fn members_of<'a>(catalog: &'a Catalog, union: &str) -> impl Iterator<Item = &'a str> {
    let unions = catalog.unions.iter().filter(move |it| it.name == union);
    let types: BTreeSet<&str> =
        unions.flat_map(|it| &it.members).map(|member| member.type_name.as_str()).collect();
    let objects = catalog.objects.iter().filter(move |it| types.contains(it.name.as_str()));
    objects.flat_map(|object| &object.fields).map(|field| field.wire.as_str())
}

fn is_required(presence: &Presence) -> bool {
    matches!(presence, Presence::Required | Presence::Nullable)
}

fn change(verb: &str, name: &str) -> Change {
    Change { verb: verb.to_owned(), name: Some(name.to_owned()) }
}
