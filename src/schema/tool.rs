//! The schemas that a tool brings along: of its arguments, and of its structured result.

use std::fmt;
use std::sync::OnceLock;

use jsonschema::error::ValidationErrorKind;
use jsonschema::json::Json;
use jsonschema::{Draft, PatternOptions, ReferencingError, ValidationError, Validator};
use serde_json::Value;

use super::explain::{self, Subject, at, explain};
use super::path::JsonPath;
use super::printable::Printable;
use super::view::{self, View};
use super::violation::{Found, Violation, Violations, excerpt};
use super::work::{Extent, TooMuch, Work, may_backtrack};

/// A tool's `inputSchema` or `outputSchema`, compiled.
///
/// It is JSON Schema 2020-12, unless its `$schema` names another draft, as many tools name draft 7.
/// References stay inside the schema: what points to a network or a file does not compile.
///
/// ```
/// use mcp_typestate::schema::ToolSchema;
/// use serde_json::json;
///
/// let schema = ToolSchema::compile(&json!({
///     "type": "object",
///     "properties": { "topic": { "type": "string" } },
///     "required": ["topic"],
/// }))?;
/// assert!(schema.validate(&json!({ "topic": "owls" })).is_ok());
/// let violations = schema.validate(&json!({ "topic": 7 })).unwrap_err();
/// assert_eq!(violations.to_string(), "topic: found 7, expected a string (type)");
/// # Ok::<(), mcp_typestate::schema::ToolSchemaError>(())
/// ```
///
/// Whoever writes the schema may mean harm. One whose references lead on too far for a stack does not
/// compile, and a value that it would look at in too many ways is not looked at: that is the one
/// violation then, with the rule `$ref`.
///
/// Patterns are those of ECMA-262, of which the engine here reads nearly all. One that it cannot read
/// is no fault of the tool's: it is [left out](Self::unread_patterns) where that can only allow more.
/// So are those that look around or refer to what they have matched, for a value of which they would
/// take too long, or that has too many strings for them. If a schema with patterns has several forms
/// for the whole of a long value, which is none of them, that is the one violation too.
pub struct ToolSchema {
    validator: Validator,
    work: Work,
    draft: Draft,
    /// Whether it has patterns, whose validator may want a value itself for an error about it.
    patterns: bool,
    /// The schema without the patterns that cannot be read.
    readable: Value,
    unread: Vec<String>,
    /// The same validator for what is wrong with a value, once it is needed.
    explainer: OnceLock<Option<Validator<View>>>,
    /// And without patterns that may backtrack; none where they may not be left out.
    forward: OnceLock<Option<Validator<View>>>,
}

/// The most patterns of one schema that are left out.
const UNREAD: usize = 64;

/// The most bytes of a value's text that its errors may have together, of a schema with patterns.
const COPIED: usize = 8 << 20;

/// How often the engine may go back in one string for one pattern.
const BACKTRACKS: usize = 10_000;

impl ToolSchema {
    /// Compiles a tool's schema.
    ///
    /// # Errors
    /// When it is no JSON Schema, names a draft that nobody knows, refers to something outside of
    /// itself, or leads on too far; or has a pattern that the engine cannot read where it may not be
    /// left out.
    pub fn compile(schema: &Value) -> Result<Self, ToolSchemaError> {
        let draft = match schema.get("$schema") {
            None => Draft::Draft202012,
            Some(_) => Draft::Draft202012.detect(schema),
        };
        if draft == Draft::Unknown {
            let named = schema.get("$schema").map(super::excerpt).unwrap_or_default();
            let text = format!("found {named}, expected a draft that is known");
            let path = JsonPath::root().member("$schema");
            return Err(ToolSchemaError { text: text.into(), path, unsupported: true });
        }
        let work = Work::of(schema).map_err(|TooMuch| ToolSchemaError {
            text: "it leads from schema to schema too far".into(),
            path: JsonPath::root(),
            unsupported: false,
        })?;
        let mut readable = schema.clone();
        let mut unread = Vec::new();
        loop {
            let error = match build(&readable, draft) {
                Ok(validator) => {
                    let (explainer, forward) = (OnceLock::new(), OnceLock::new());
                    return Ok(Self {
                        validator,
                        work,
                        draft,
                        patterns: has(schema, &["pattern", "patternProperties"]),
                        readable,
                        unread,
                        explainer,
                        forward,
                    });
                }
                Err(error) => error,
            };
            let refused = ToolSchemaError::of(&error);
            let Some(pattern) = unread_pattern(&error).map(str::to_owned) else {
                return Err(refused);
            };
            drop(error);
            let may = unread.len() < UNREAD && !narrows_by_failing(&readable);
            if !(may && leave_out(&mut readable, &|it| it == pattern)) {
                return Err(refused);
            }
            unread.push(pattern);
        }
    }

    /// The patterns that were left out, since the engine cannot read them: what they would forbid is
    /// not found.
    #[must_use]
    pub fn unread_patterns(&self) -> &[String] {
        &self.unread
    }

    /// Checks a value: a call's `arguments`, or a result's `structuredContent`.
    ///
    /// # Errors
    /// With what in it the schema forbids: all of it, unless that is very much.
    pub fn validate(&self, instance: &Value) -> Result<(), Violations> {
        let Ok(extent) = self.work.allows(instance) else {
            return Err(too_much(instance));
        };
        if extent == Extent::Whole && self.validator.is_valid(instance) {
            return Ok(());
        }
        if self.patterns && self.work.copies(instance) > COPIED {
            let follows = |forward| view::is_valid(forward, instance);
            let unknown = extent == Extent::WithoutPatterns && self.forward().is_some_and(follows);
            return if unknown { Ok(()) } else { Err(too_much(instance)) };
        }
        if extent == Extent::Whole {
            let build = || build(&self.readable, self.draft).ok();
            let explainer = self.explainer.get_or_init(build).as_ref();
            if let Some(found) = explainer.and_then(|explainer| self.found(explainer, instance)) {
                return found.verdict();
            }
        }
        match (self.forward(), extent) {
            (Some(validator), _) => match self.found(validator, instance) {
                Some(found) => found.verdict(),
                None => Ok(()),
            },
            // Nothing but what the patterns say is not known.
            (None, Extent::Whole) => Ok(()),
            (None, Extent::WithoutPatterns) => Err(too_much(instance)),
        }
    }

    /// What a validator finds; none if it could not finish a pattern.
    fn found(&self, validator: &Validator<View>, instance: &Value) -> Option<Found> {
        view::errors(validator, instance, self.patterns, |errors, cut| {
            if errors.iter().any(is_unfinished) {
                return None;
            }
            let mut found = Found::default();
            let subject = Subject { base: &JsonPath::root(), whole: Some(instance), cut };
            explain::all(errors, subject, &mut found);
            Some(found)
        })
    }

    /// The validator without patterns that may backtrack.
    fn forward(&self) -> Option<&Validator<View>> {
        let without = || {
            let mut schema = self.readable.clone();
            let may = !narrows_by_failing(&schema) && leave_out(&mut schema, &may_backtrack);
            may.then(|| build(&schema, self.draft).ok()).flatten()
        };
        self.forward.get_or_init(without).as_ref()
    }
}

/// Compiles a schema.
fn build<F: Json>(schema: &Value, draft: Draft) -> Result<Validator<F>, ValidationError<'_>> {
    let patterns = PatternOptions::fancy_regex().backtrack_limit(BACKTRACKS);
    jsonschema::options_for().with_draft(draft).with_pattern_options(patterns).build(schema)
}

/// Whether an error says that a pattern was not tried to its end.
fn is_unfinished(error: &ValidationError<'_>) -> bool {
    use ValidationErrorKind::{BacktrackLimitExceeded, RegexEngineFailure};
    matches!(error.kind(), BacktrackLimitExceeded { .. } | RegexEngineFailure { .. })
}

/// The one violation of a value that is not looked at.
fn too_much(instance: &Value) -> Violations {
    let meant = "a value that is checked in fewer steps";
    Violations::only(Violation::new(JsonPath::root(), "$ref", excerpt(instance), meant))
}

impl fmt::Debug for ToolSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolSchema").finish_non_exhaustive()
    }
}

/// The pattern that an error says the engine cannot read.
fn unread_pattern<'e>(error: &'e ValidationError<'_>) -> Option<&'e str> {
    match error.kind() {
        ValidationErrorKind::Format { format } if format == "regex" => error.instance().as_str(),
        _ => None,
    }
}

/// Whether a schema has a keyword by which a value that fails a part of it, as one does a pattern,
/// may pass the whole. There nothing may be left out.
fn narrows_by_failing(schema: &Value) -> bool {
    has(schema, &["not", "if", "oneOf", "maxContains"])
}

/// Whether a schema has one of these keywords, or perhaps a name like that.
fn has(schema: &Value, keywords: &[&str]) -> bool {
    match schema {
        Value::Object(members) => members
            .iter()
            .any(|(name, value)| keywords.contains(&name.as_str()) || has(value, keywords)),
        Value::Array(items) => items.iter().any(|item| has(item, keywords)),
        _ => false,
    }
}

/// Leaves patterns out wherever they stand, and says whether it did: one may be a name of
/// `patternProperties`, which is more than a condition.
fn leave_out(schema: &mut Value, which: &dyn Fn(&str) -> bool) -> bool {
    let mut done = false;
    match schema {
        Value::Object(members) => {
            if members.get("pattern").and_then(Value::as_str).is_some_and(which) {
                members.remove("pattern");
                done = true;
            }
            for (name, value) in members {
                // What is compared with is no schema.
                if name != "const" && name != "enum" {
                    done |= leave_out(value, which);
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                done |= leave_out(item, which);
            }
        }
        _ => {}
    }
    done
}

/// A tool's schema that is none, or that needs more than itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tool's schema cannot be used: {}{text}", place(.path))]
pub struct ToolSchemaError {
    text: Printable,
    path: JsonPath,
    unsupported: bool,
}

/// What is wrong with a reference.
fn refers(error: &ReferencingError) -> Printable {
    use ReferencingError as Error;

    let quoted = |text: &str| excerpt(&Value::from(text));
    let text = match error {
        Error::Unretrievable { uri, .. } => {
            format!("found {}, expected a place in the schema itself ($ref)", quoted(uri))
        }
        Error::PointerToNowhere { pointer } => {
            format!("found {}, expected a place that there is ($ref)", quoted(pointer))
        }
        Error::NoSuchAnchor { anchor } => {
            format!("found {}, expected an anchor that there is ($ref)", quoted(anchor))
        }
        other => excerpt(&Value::from(other.to_string())),
    };
    text.into()
}

/// A path before what is said of it.
fn place(path: &JsonPath) -> String {
    if path.steps().is_empty() { String::new() } else { format!("{path}: ") }
}

impl ToolSchemaError {
    /// What a validator of schemas finds, in the words that violations have.
    fn of(error: &ValidationError<'_>) -> Self {
        let mut found = Found::default();
        let base = JsonPath::root();
        explain(error, Subject { base: &base, whole: None, cut: false }, &mut found);
        let first = found.first();
        let (path, text) = match (error.kind(), first) {
            (ValidationErrorKind::Referencing(error), _) => (JsonPath::root(), refers(error)),
            (_, Some(violation)) => (violation.path.clone(), violation.words()),
            (_, None) => (at(error.instance_path()), error.to_string().into()),
        };
        Self { text, path, unsupported: unread_pattern(error).is_some() }
    }

    /// What it says beside its path.
    pub(crate) fn words(&self) -> &Printable {
        &self.text
    }

    /// Where in the schema it is, as far as that can be said; the schema itself, if it cannot.
    #[must_use]
    pub fn path(&self) -> &JsonPath {
        &self.path
    }

    /// Whether the schema may be a right one, and only this crate cannot read it: it is of another
    /// draft, or has a pattern that the engine does not know.
    #[must_use]
    pub fn is_unsupported(&self) -> bool {
        self.unsupported
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    /// Definitions of which each has what is made of a reference to the next.
    fn chain(length: usize, of: impl Fn(serde_json::Value) -> serde_json::Value) -> Value {
        let next = |it: usize| json!({ "$ref": format!("#/$defs/d%{:02x}{it}", b'-') });
        let mut definitions: Map<String, Value> =
            (0..length).map(|it| (format!("d-{it}"), of(next(it + 1)))).collect();
        definitions.insert(format!("d-{length}"), json!({ "type": "object" }));
        json!({ "$defs": definitions, "$ref": "#/$defs/d-0" })
    }

    /// A value in lists of members `a`.
    fn nested(levels: usize, innermost: Value) -> Value {
        (0..levels).fold(innermost, |value, _| json!({ "a": value }))
    }

    #[test]
    fn a_schema_that_leads_on_and_on_does_not_reach_the_stack() {
        let deep: [fn(Value) -> Value; 4] = [
            |next| next,
            |next| json!({ "not": next }),
            |next| json!({ "properties": { "a": next } }),
            |next| json!({ "prefixItems": [next] }),
        ];
        for of in deep {
            assert!(ToolSchema::compile(&chain(100, of)).is_ok());
            let error = ToolSchema::compile(&chain(20_000, of)).unwrap_err().to_string();
            assert!(error.contains("too far"), "{error}");
            // Whichever comes first, and however near the others are.
            let mut chain = chain(2_000, of);
            let near: Vec<Value> =
                (0..2_000).rev().map(|it| json!({ "$ref": format!("#/$defs/d-{it}") })).collect();
            chain["anyOf"] = near.into();
            assert!(ToolSchema::compile(&chain).is_err());
        }
    }

    #[test]
    fn a_schema_that_looks_in_too_many_ways_is_not_followed() {
        let twice = |next: Value| json!({ "allOf": [next, next] });
        let few = ToolSchema::compile(&chain(10, twice)).unwrap();
        assert!(few.validate(&json!({})).is_ok());
        let many = ToolSchema::compile(&chain(100, twice)).unwrap();
        // Once more at each level of the value.
        let inside = |how: &str| {
            let both = json!({ how: [{ "$ref": "#" }, { "$dynamicRef": "#node" }] });
            let schema = json!({ "$dynamicAnchor": "node", "type": ["object", "null"],
                "properties": { "a": both } });
            ToolSchema::compile(&schema).unwrap()
        };
        for (schema, value) in [
            (many, json!({})),
            (inside("allOf"), nested(100, json!(null))),
            (inside("anyOf"), nested(100, json!(7))),
        ] {
            let violations = schema.validate(&value).unwrap_err();
            assert!(violations.to_string().ends_with("fewer steps ($ref)"), "{violations}");
        }
        assert!(inside("allOf").validate(&nested(10, json!(null))).is_ok());
    }

    #[test]
    fn what_is_large_or_refers_to_itself_is_followed() {
        let schema = json!({
            "$id": "https://example.com/tree",
            "$defs": { "leaf": { "$anchor": "leaf", "type": "integer" } },
            "anyOf": [{ "$ref": "#leaf" }, {
                "type": "array", "items": { "$ref": "https://example.com/tree" },
            }],
        });
        let schema = ToolSchema::compile(&schema).unwrap();
        assert!(schema.validate(&json!(vec![vec![7; 200]; 50])).is_ok());
        assert!(schema.validate(&json!([[[7, "x"]]])).is_err());
        let deep = (0..100).fold(json!(7), |value, _| json!([value]));
        assert!(schema.validate(&deep).is_ok());
        for cycle in [
            json!({ "$ref": "#" }),
            json!({ "allOf": [{ "$ref": "#" }, { "$ref": "#" }] }),
            json!({ "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } },
                "$ref": "#/$defs/a" }),
        ] {
            assert!(ToolSchema::compile(&cycle).unwrap().validate(&json!({})).is_ok(), "{cycle}");
        }
    }

    #[test]
    fn a_draft_is_taken_at_its_word() {
        // `items` as a list is what draft 7 has for what 2020-12 calls `prefixItems`.
        let pair = |draft: &str| {
            let items = json!([{ "type": "string" }]);
            let schema = json!({ "$schema": draft, "type": "array", "items": items });
            ToolSchema::compile(&schema)
        };
        let draft7 = pair("http://json-schema.org/draft-07/schema#").unwrap();
        assert!(draft7.validate(&json!([7])).is_err());
        assert!(draft7.validate(&json!(["x"])).is_ok());
        assert!(pair("https://json-schema.org/draft/2020-12/schema").is_err());
        assert!(
            ToolSchema::compile(&json!({ "prefixItems": [{ "type": "string" }] }))
                .unwrap()
                .validate(&json!([7]))
                .is_err()
        );
    }

    #[test]
    fn nothing_outside_of_the_schema_is_read() {
        for reference in ["https://example.com/s.json", "file:///etc/hostname", "other.json"] {
            let error = ToolSchema::compile(&json!({ "$ref": reference })).unwrap_err();
            assert!(error.to_string().starts_with("the tool's schema cannot be used"), "{error}");
        }
        assert!(ToolSchema::compile(&json!({ "$schema": "https://example.com/mine" })).is_err());
        assert!(ToolSchema::compile(&json!({ "type": 7 })).is_err());
    }
    #[test]
    fn a_pattern_that_cannot_be_read_is_left_out_and_the_rest_counts() {
        for pattern in ["^[^]*$", r"^(?<y>\d{4})\k<y>$", r"^[\w-\.]+$", "^{.*}$"] {
            let owls = json!({ "type": "string", "pattern": pattern, "minLength": 2 });
            let schema = json!({ "properties": { "owls": owls } });
            let schema = ToolSchema::compile(&schema).unwrap_or_else(|error| panic!("{error}"));
            assert!(schema.validate(&json!({ "owls": "x" })).is_err(), "{pattern}");
        }
        let unread = json!({ "pattern": "^[^]*$" });
        let schema = ToolSchema::compile(&json!({ "properties": { "owls": unread } })).unwrap();
        assert_eq!(schema.unread_patterns(), ["^[^]*$"]);
        // Without it these would forbid more, or all.
        for keyword in ["not", "if"] {
            let error =
                ToolSchema::compile(&json!({ keyword: unread, "then": false })).unwrap_err();
            assert!(error.is_unsupported(), "{error}");
        }
        let named = json!({ "patternProperties": { "^[^]*$": {} }, "additionalProperties": false });
        assert!(ToolSchema::compile(&named).unwrap_err().is_unsupported());
        let draft = ToolSchema::compile(&json!({ "$schema": "https://example.com/mine" }));
        assert!(draft.unwrap_err().is_unsupported());
    }

    #[test]
    fn an_error_has_its_place_in_the_schema() {
        let schema = json!({ "properties": { "owls": { "type": "owl" } } });
        let error = ToolSchema::compile(&schema).unwrap_err();
        assert_eq!(error.path().to_string(), "properties.owls.type");
        assert!(!error.is_unsupported());
    }
}
