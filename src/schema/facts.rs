//! The schemas of the embedded facts.

use std::sync::OnceLock;

use super::Schema;
use crate::facts::{self, Facts};
use crate::revision::Revision;

/// The schema of each of [`facts::ALL`].
static SCHEMAS: [OnceLock<Option<Schema>>; facts::ALL.len()] =
    [const { OnceLock::new() }; facts::ALL.len()];

/// The schema of a revision, read when it is first needed.
pub(super) fn schema(revision: &Revision) -> Option<&'static Schema> {
    let mut all = facts::ALL.into_iter().zip(&SCHEMAS);
    let (facts, schema) = all.find(|(facts, _)| facts.revision == *revision)?;
    let read = |facts: &'static Facts| Schema::read(facts.revision.clone(), facts.document());
    schema.get_or_init(|| read(facts)).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_definition_of_every_revision_compiles() {
        for facts in facts::ALL {
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
        for facts in facts::ALL {
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
