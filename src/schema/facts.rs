//! The door to the embedded facts: the only `include_str!`s of them.

use std::sync::OnceLock;

use serde_json::Value;

use super::Schema;
use crate::revision::Revision;

/// What `build.rs` wrote for one revision.
struct Facts {
    revision: Revision,
    text: &'static str,
    document: OnceLock<Value>,
    schema: OnceLock<Option<Schema>>,
}

macro_rules! facts {
    ($($revision:ident $file:literal)*) => {
        [$(Facts {
            revision: Revision::$revision,
            text: include_str!(concat!(env!("OUT_DIR"), "/", $file, "_facts.json")),
            document: OnceLock::new(),
            schema: OnceLock::new(),
        }),*]
    };
}

static FACTS: [Facts; 5] = facts! {
    V2024_11_05 "v2024_11_05"
    V2025_03_26 "v2025_03_26"
    V2025_06_18 "v2025_06_18"
    V2025_11_25 "v2025_11_25"
    V2026_07_28 "v2026_07_28"
};

/// The schema of a revision, read when it is first needed.
pub(super) fn schema(revision: &Revision) -> Option<&'static Schema> {
    let facts = FACTS.iter().find(|facts| facts.revision == *revision)?;
    // The text is ours: what it cannot be read as, the tests find.
    let document =
        facts.document.get_or_init(|| serde_json::from_str(facts.text).unwrap_or_default());
    facts.schema.get_or_init(|| Schema::read(facts.revision.clone(), document)).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_definition_of_every_revision_compiles() {
        for facts in &FACTS {
            let schema = schema(&facts.revision).unwrap();
            let definitions: Vec<_> = schema.definitions().collect();
            assert!(definitions.len() > 60, "{}", facts.revision);
            for definition in definitions {
                assert!(
                    definition.validator().is_some(),
                    "{} {}",
                    facts.revision,
                    definition.name()
                );
            }
        }
    }

    #[test]
    fn every_method_has_its_definitions() {
        for facts in &FACTS {
            let schema = schema(&facts.revision).unwrap();
            assert!(schema.methods().count() > 20, "{}", facts.revision);
            for method in schema.methods() {
                let names = method.replies.iter().flatten().chain([&method.definition]);
                for name in names {
                    assert!(schema.definition(name).is_some(), "{}: {name}", facts.revision);
                }
            }
        }
    }
}
