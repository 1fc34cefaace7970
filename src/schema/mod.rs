//! The protocol's own schema at run time: strict validation of values, messages and tools' data.
//!
//! Reading is lenient and says the first thing that it cannot read. Validating is strict and says
//! everything: each [`Violation`] has its path, the schema's keyword, what is there and what was
//! meant. The schemas are the official ones with the same corrections that the types have; all
//! revisions are there, whichever of them have types. A definition is compiled when it is first
//! used. Nothing is fetched: no network, no files.
//!
//! ```
//! use mcp_typestate::Revision;
//! use mcp_typestate::schema::Schema;
//! use serde_json::json;
//!
//! let schema = Schema::of(&Revision::V2025_11_25).unwrap();
//! let result = schema.definition("CallToolResult").unwrap();
//! let violations = result
//!     .validate(&json!({ "content": [{ "type": "text" }, { "type": "smell" }], "isError": 1 }))
//!     .unwrap_err();
//! let all: Vec<String> = violations.iter().map(ToString::to_string).collect();
//! assert_eq!(all, [
//!     "content[0].text: found nothing, expected this member (required)",
//!     "content[1].type: found \"smell\", expected \"audio\", \"image\", \"resource\", \
//!      \"resource_link\" or \"text\" (anyOf)",
//!     "isError: found 1, expected a boolean (type)",
//! ]);
//! ```
//!
//! | to validate | use |
//! |---|---|
//! | a value as a definition, be it JSON or typed | [`Schema::definition`] |
//! | a message of a session | [`Messages`] |
//! | a tool's arguments or its structured result | [`ToolSchema`] |

mod explain;
mod facts;
mod locate;
mod messages;
mod methods;
mod path;
mod printable;
mod tool;
mod view;
mod violation;
mod work;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use jsonschema::json::Json;
use jsonschema::{Draft, Registry, Validator};
use serde::Serialize;
use serde_json::{Value, json};

pub use messages::{Answers, Messages};
pub use methods::MethodFacts;
pub use path::{JsonPath, Step};
pub use printable::Printable;
pub use tool::{ToolSchema, ToolSchemaError};
pub use violation::{Violation, Violations};

pub(crate) use messages::{Kind, is_about_tasks, replies, shape, tasks_seen};
pub(crate) use violation::{Found, excerpt, shortened};

use self::explain::Subject;
use self::view::View;
use crate::revision::Revision;

/// The schema of one revision, corrected, with the tasks extension where it has one.
#[derive(Debug)]
pub struct Schema {
    revision: Revision,
    definitions: BTreeMap<&'static str, Definition>,
    methods: BTreeMap<&'static str, MethodFacts>,
    /// The document that the definitions refer to each other in.
    registry: Registry<'static>,
}

impl Schema {
    /// The schema of a revision; none for one that this crate does not know.
    #[must_use]
    pub fn of(revision: &Revision) -> Option<&'static Self> {
        facts::schema(revision)
    }

    /// The revision.
    #[must_use]
    pub fn revision(&self) -> &Revision {
        &self.revision
    }

    /// A definition by its name; none if the revision has none of this name.
    #[must_use]
    pub fn definition(&'static self, name: &str) -> Option<&'static Definition> {
        self.definitions.get(name)
    }

    /// All definitions, by name.
    pub fn definitions(&'static self) -> impl Iterator<Item = &'static Definition> {
        self.definitions.values()
    }

    /// What the revision says of a method; none if it does not have it.
    #[must_use]
    pub fn method(&self, method: &str) -> Option<&MethodFacts> {
        self.methods.get(method)
    }

    /// All methods, by name.
    pub fn methods(&self) -> impl Iterator<Item = &MethodFacts> {
        self.methods.values()
    }

    /// Takes over the facts of a revision.
    fn read(revision: Revision, document: &'static Value) -> Option<Self> {
        let registry = Registry::new().add(DOCUMENT, document).ok()?.prepare().ok()?;
        let definitions = document.get("$defs")?.as_object()?.iter().map(|(name, facts)| {
            let revision = revision.clone();
            let (validator, explainer) = (OnceLock::new(), OnceLock::new());
            (name.as_str(), Definition { revision, name, facts, validator, explainer })
        });
        let rows = document.get("methods")?.as_array()?.iter().filter_map(MethodFacts::read);
        Some(Self {
            definitions: definitions.collect(),
            methods: rows.map(|facts| (facts.method, facts)).collect(),
            registry,
            revision,
        })
    }
}

/// What the document is called by those that refer into it.
const DOCUMENT: &str = "urn:mcp-typestate:schema";

/// One definition of a revision: `CallToolResult`.
#[derive(Debug)]
pub struct Definition {
    revision: Revision,
    name: &'static str,
    facts: &'static Value,
    /// Compiled when it is first needed. None is left for a definition that does not compile, which
    /// a test rules out for all of them.
    validator: OnceLock<Option<Validator>>,
    /// The same, for what is wrong with a value.
    explainer: OnceLock<Option<Validator<View>>>,
}

impl Definition {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The definition itself, in JSON Schema, whose references are to `#/$defs/…`.
    #[must_use]
    pub fn facts(&self) -> &'static Value {
        self.facts
    }

    /// Whether a value follows the definition. Cheaper than [`validate`](Self::validate) where
    /// nobody asks why.
    #[must_use]
    pub fn is_valid(&'static self, instance: &Value) -> bool {
        self.validator().is_some_and(|validator| validator.is_valid(instance))
    }

    /// Checks that a value follows the definition.
    ///
    /// # Errors
    /// With what in it the definition forbids: all of it, unless that is very much.
    pub fn validate(&'static self, instance: &Value) -> Result<(), Violations> {
        let mut found = Found::default();
        self.find(instance, &JsonPath::root(), &mut found);
        found.verdict()
    }

    /// The same for a typed value, as it would be sent.
    ///
    /// # Errors
    /// As [`validate`](Self::validate); and when the value cannot be written as JSON, with the rule
    /// `json`.
    pub fn validate_typed(&'static self, value: &impl Serialize) -> Result<(), Violations> {
        self.validate(&written(value)?)
    }

    /// Adds what is wrong with a value that stands at `base`.
    pub(crate) fn find(&'static self, instance: &Value, base: &JsonPath, found: &mut Found) {
        if self.is_valid(instance) {
            return;
        }
        match self.explainer.get_or_init(|| self.compile()) {
            Some(explainer) => view::errors(explainer, instance, false, |errors, cut| {
                let subject = Subject { base, whole: Some(instance), cut };
                explain::all(errors, subject, found);
            }),
            None => {
                let meant = "a definition that compiles";
                found.add(|| Violation::new(base.clone(), "$ref", self.name, meant));
            }
        }
    }

    fn validator(&'static self) -> Option<&'static Validator> {
        self.validator.get_or_init(|| self.compile()).as_ref()
    }

    fn compile<F: Json>(&'static self) -> Option<Validator<F>> {
        let schema = Schema::of(&self.revision)?;
        jsonschema::options_for::<F>()
            .with_draft(Draft::Draft202012)
            .with_registry(&schema.registry)
            .should_validate_formats(true)
            .build(&json!({ "$ref": format!("{DOCUMENT}#/$defs/{}", self.name) }))
            .ok()
    }
}

/// A typed value as JSON.
fn written(value: &impl Serialize) -> Result<Value, Violations> {
    serde_json::to_value(value).map_err(|error| {
        let meant = "a value that JSON can say";
        Violations::only(Violation::new(JsonPath::root(), "json", error.to_string(), meant))
    })
}

#[cfg(test)]
mod tests;
