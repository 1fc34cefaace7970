//! What no facts can bring about: the books' own errors, and a table's typing errors.

use std::collections::BTreeMap;

use super::books::account;
use super::normalize::{Definitions, Normal};
use super::{Fate, REVISIONS, errata};

/// Accounts for the one definition `Tool`, of which became what `fate` says, and no item.
fn accounted(fate: Option<Fate>) -> Result<(), String> {
    let fates: BTreeMap<String, Fate> =
        fate.map(|fate| ("Tool".to_owned(), fate)).into_iter().collect();
    let normal = Normal { definitions: Definitions::new(), fates };
    account(&["Tool".to_owned()], &normal, &[]).map_err(|error| error.to_string())
}

#[test]
fn definition_without_a_fate_is_lost() {
    let lost = "Tool: it was lost (rule: definitions in = out)";
    assert_eq!(accounted(None), Err(lost.to_owned()));
}

#[test]
fn definition_without_its_item_is_lost() {
    let lost = "Tool: no Hammer (rule: definitions in = out)";
    assert_eq!(accounted(Some(Fate::Item("Hammer".to_owned()))), Err(lost.to_owned()));
}

#[test]
fn definition_that_is_skipped_is_not_lost() {
    assert_eq!(accounted(Some(Fate::Skipped("for a reason"))), Ok(()));
}

#[test]
fn every_erratum_is_needed_by_a_revision() {
    for erratum in errata::all() {
        assert!(
            REVISIONS.iter().any(|revision| revision.errata.contains(&erratum)),
            "no row of schema/revisions.rs names {erratum}"
        );
    }
}
