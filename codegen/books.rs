//! The books: what went in came out, under names that somebody chose.

use std::collections::BTreeSet;

use super::Error;
use super::normalize::{Fate, Normal};

/// Checks the books: each definition that went in came out as an item, as a hand-written type's
/// name, or as a skip with a reason; and nothing is called like something unnamed.
pub(super) fn account(
    official: &[String],
    normal: &Normal,
    items: &[Vec<syn::Item>],
) -> Result<(), Error> {
    let named: Vec<String> = items.iter().flatten().filter_map(item_name).collect();
    chosen("", &named)?;
    for item in items.iter().flatten() {
        if let Some(owner) = item_name(item) {
            chosen(&format!("{owner}."), &members(item))?;
        }
    }
    for definition in official {
        match normal.fates.get(definition) {
            None => return Err(Error::new(definition, "definitions in = out", "it was lost")),
            Some(Fate::Item(item)) if !named.contains(item) => {
                return Err(Error::new(definition, "definitions in = out", format!("no {item}")));
            }
            Some(Fate::Item(_) | Fate::ByHand(_) | Fate::Skipped(_)) => {}
        }
    }
    Ok(())
}

fn item_name(item: &syn::Item) -> Option<String> {
    match item {
        syn::Item::Struct(item) => Some(item.ident.to_string()),
        syn::Item::Enum(item) => Some(item.ident.to_string()),
        syn::Item::Type(item) => Some(item.ident.to_string()),
        _ => None,
    }
}

/// The names of an item's fields or variants.
fn members(item: &syn::Item) -> Vec<String> {
    let members: Vec<&syn::Ident> = match item {
        syn::Item::Struct(item) => {
            item.fields.iter().filter_map(|field| field.ident.as_ref()).collect()
        }
        syn::Item::Enum(item) => item.variants.iter().map(|variant| &variant.ident).collect(),
        _ => Vec::new(),
    };
    members.into_iter().map(ToString::to_string).collect()
}

/// Checks that the names of one scope differ and that none is made up.
fn chosen(scope: &str, names: &[String]) -> Result<(), Error> {
    let mut seen = BTreeSet::new();
    for name in names {
        let fault = if is_unnamed(name) {
            "a tool made this name up"
        } else if !seen.insert(name) {
            "two have this name"
        } else {
            continue;
        };
        let message = format!("{fault}: the tables in names.rs want an entry");
        return Err(Error::new(format!("{scope}{name}"), "names are chosen", message));
    }
    Ok(())
}

/// Whether a name is one that typify gives where it knows none, or makes of a keyword.
fn is_unnamed(name: &str) -> bool {
    let number = name.strip_prefix("Variant");
    number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
        || name.ends_with('_')
}
