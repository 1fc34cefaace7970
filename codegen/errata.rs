//! Corrections of the official schema: one function per fault, with its symptom.
//!
//! Each must change something, or generation fails: an erratum that upstream has mended goes.

use serde_json::{Value, json};

use super::Error;
use super::normalize::Definitions;

/// A correction: its name, and what it does.
type Erratum = (&'static str, fn(&mut Definitions));

/// Every erratum, in the order in which they apply; the rows of revisions say which they need.
const ERRATA: &[Erratum] = &[
    ("elicited_numbers_may_have_fractions", elicited_numbers_may_have_fractions),
    ("params_have_meta", params_have_meta),
    ("result_types_are_constants", result_types_are_constants),
    ("one_notification_is_a_union_too", one_notification_is_a_union_too),
    ("the_extension_joins_its_revision", the_extension_joins_its_revision),
    ("task_requests_have_meta", task_requests_have_meta),
];

/// The names of all.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    ERRATA.iter().map(|(name, _)| *name)
}

/// Applies the errata of these names.
pub(super) fn apply(names: &[&str], facts: Definitions) -> Result<Definitions, Error> {
    if let Some(unknown) = names.iter().find(|name| ERRATA.iter().all(|(known, _)| known != *name))
    {
        return Err(Error::new(*unknown, "errata are known", "errata.rs has no such function"));
    }
    let mut corrected = facts;
    for (name, correct) in ERRATA.iter().filter(|(name, _)| names.contains(name)) {
        let before = corrected.clone();
        correct(&mut corrected);
        if corrected == before {
            let message = "changed nothing: upstream has mended it, so remove it";
            return Err(Error::new(*name, "errata apply", message));
        }
    }
    Ok(corrected)
}

/// `ElicitResult.content` lists string, integer, boolean and lists of strings, so that a form that
/// asks for a weight could not be answered with 1.5, although `NumberSchema` asks for numbers.
fn elicited_numbers_may_have_fractions(definitions: &mut Definitions) {
    let pointer = "/properties/content/additionalProperties";
    let Some(value) =
        definitions.get_mut("ElicitResult").and_then(|result| result.pointer_mut(pointer))
    else {
        return;
    };
    replace(
        value,
        &json!(["string", "integer", "boolean"]),
        &json!(["string", "number", "boolean"]),
    );
}

/// Until 2025-06-18 each method's params were written out, and those that add something of their
/// own left out the `_meta` that every request and notification may carry.
fn params_have_meta(definitions: &mut Definitions) {
    for (kind, base) in [("Request", "Request"), ("Notification", "Notification")] {
        let pointer = "/properties/params/properties/_meta";
        let Some(meta) = definitions.get(base).and_then(|base| base.pointer(pointer)).cloned()
        else {
            continue;
        };
        let methods = definitions.iter_mut().filter(|(name, schema)| {
            name.ends_with(kind) && schema.pointer("/properties/method/const").is_some()
        });
        for (_, schema) in methods {
            if let Some(Value::Object(params)) = schema.pointer_mut("/properties/params/properties")
            {
                params.entry("_meta").or_insert_with(|| meta.clone());
            }
        }
    }
}

/// `resultType` tells results apart, and is a bare string in each of them. It is `complete` in
/// all but one. `Result` alone stays open, being part of all of them; `EmptyResult`, which refers
/// to it, is a complete one.
fn result_types_are_constants(definitions: &mut Definitions) {
    let result = definitions.get("Result").cloned();
    if let (Some(empty), Some(result)) = (definitions.get_mut("EmptyResult"), result) {
        *empty = result;
    }
    for (name, schema) in definitions.iter_mut().filter(|(name, _)| *name != "Result") {
        let value = if name == "InputRequiredResult" { "input_required" } else { "complete" };
        if let Some(result_type) = schema.pointer_mut("/properties/resultType")
            && result_type.get("const").is_none()
        {
            *result_type = json!({ "type": "string", "const": value });
        }
    }
}

/// `ClientNotification` has one member, and stands there as that member's own shape instead of as
/// a union of one.
fn one_notification_is_a_union_too(definitions: &mut Definitions) {
    let member = definitions.get("CancelledNotification");
    if member.is_some() && definitions.get("ClientNotification") == member {
        let union = json!({ "anyOf": [{ "$ref": "#/$defs/CancelledNotification" }] });
        definitions.insert("ClientNotification".to_owned(), union);
    }
}

/// The unions of the revision do not list what the extension adds to them.
fn the_extension_joins_its_revision(definitions: &mut Definitions) {
    for (union, pointer, added) in [
        (
            "ClientRequest",
            "/anyOf",
            &["GetTaskRequest", "UpdateTaskRequest", "CancelTaskRequest"][..],
        ),
        ("ServerNotification", "/anyOf", &["TaskStatusNotification"]),
        ("CallToolResultResponse", "/properties/result/anyOf", &["CreateTaskResult"]),
    ] {
        let members = definitions.get_mut(union).and_then(|schema| schema.pointer_mut(pointer));
        if let Some(Value::Array(members)) = members {
            members.extend(added.iter().map(|name| json!({ "$ref": format!("#/$defs/{name}") })));
        }
    }
}

/// The extension's requests say nothing of `_meta`, which its revision asks of every request and
/// in which the extension itself is negotiated.
fn task_requests_have_meta(definitions: &mut Definitions) {
    for name in ["GetTaskRequest", "UpdateTaskRequest", "CancelTaskRequest"] {
        let pointer = "/allOf/1/properties/params/properties";
        let params = definitions.get_mut(name).and_then(|schema| schema.pointer_mut(pointer));
        if let Some(Value::Object(params)) = params {
            params.insert("_meta".to_owned(), json!({ "$ref": "#/$defs/RequestMetaObject" }));
        }
    }
}

/// Replaces every occurrence of a value inside another.
fn replace(inside: &mut Value, old: &Value, new: &Value) {
    if inside == old {
        *inside = new.clone();
        return;
    }
    match inside {
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, old, new)),
        Value::Object(members) => members.values_mut().for_each(|item| replace(item, old, new)),
        _ => {}
    }
}
