//! Members that are plain strings: one that comes before anybody knows the variant is read once all
//! the same.

use std::collections::BTreeMap;

use super::catalog::{Catalog, Object, Presence, Rule, Union};

/// The members that are plain strings in every variant that has them.
pub(super) fn of_union(catalog: &Catalog, union: &Union) -> Vec<String> {
    let count = count(catalog, union);
    count.into_iter().filter_map(|(wire, times)| times.map(|_| wire)).collect()
}

/// Those that every variant has, where a member tells the variant: that one usually comes after
/// them. None where a variant is another such union's too, which might share others.
pub(super) fn shared(catalog: &Catalog, union: &Union) -> Vec<String> {
    let by_member = |union: &&Union| matches!(union.rule, Rule::FirstOf);
    let others = catalog.unions.iter().filter(by_member).filter(|other| other.name != union.name);
    let elsewhere = others
        .flat_map(|other| &other.members)
        .any(|member| union.members.iter().any(|variant| variant.type_name == member.type_name));
    if !by_member(&union) || elsewhere {
        return Vec::new();
    }
    let all = Some(union.members.len());
    count(catalog, union).into_iter().filter_map(|(wire, it)| (it == all).then_some(wire)).collect()
}

/// Those that an object shares with the other variants of its union.
pub(super) fn shared_by(catalog: &Catalog, object: &Object) -> Vec<String> {
    let is_variant =
        |union: &&Union| union.members.iter().any(|member| member.type_name == object.name);
    let unions = catalog.unions.iter().filter(is_variant).map(|union| shared(catalog, union));
    unions.into_iter().find(|shared| !shared.is_empty()).unwrap_or_default()
}

/// How many variants have a member as a plain string; none if one has it as something else.
fn count(catalog: &Catalog, union: &Union) -> BTreeMap<String, Option<usize>> {
    let mut count = BTreeMap::new();
    for member in &union.members {
        let object = catalog.objects.iter().find(|object| object.name == member.type_name);
        for field in object.into_iter().flat_map(|object| &object.fields) {
            let schema = &field.schema;
            let is_string = schema.get("type").is_some_and(|kind| kind == "string")
                && schema.get("enum").is_none()
                && matches!(field.presence, Presence::Required | Presence::Optional);
            let times = count.entry(field.wire.clone()).or_insert(Some(0));
            *times = times.filter(|_| is_string).map(|times| times + 1);
        }
    }
    count
}
