//! The parameters of requests about tasks.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::de::DeserializeSeed;
use serde_json::Value;

use super::policy::Wish;
use super::record::Payload;
use super::refusal::Refusal;
use crate::json::Unsigned;
use crate::jsonrpc::{AnyCall, ProgressToken};
use crate::negotiation::{CLIENT_CAPABILITIES, TASKS_EXTENSION};

/// `params.taskId`.
pub(super) fn task_id(call: &AnyCall) -> Result<String, Refusal> {
    match member(call, "taskId") {
        Some(Value::String(id)) => Ok(id.clone()),
        Some(_) => Err(invalid("params.taskId: not a string")),
        None => Err(invalid("params.taskId: missing")),
    }
}

/// `params.inputResponses`.
pub(super) fn responses(call: &AnyCall) -> Result<BTreeMap<String, Payload>, Refusal> {
    let result = |(key, result): (&String, &Value)| (key.clone(), Payload::from(result.clone()));
    match member(call, "inputResponses") {
        Some(Value::Object(responses)) => Ok(responses.iter().map(result).collect()),
        Some(_) => Err(invalid("params.inputResponses: not an object")),
        None => Err(invalid("params.inputResponses: missing")),
    }
}

/// Whether a call has `params.task`, whatever it holds. null counts as absent.
pub(super) fn has_wish(call: &AnyCall) -> bool {
    member(call, "task").is_some_and(|task| !task.is_null())
}

/// `params.cursor`.
pub(super) fn cursor(call: &AnyCall) -> Result<Option<&str>, Refusal> {
    match member(call, "cursor") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(cursor)) => Ok(Some(cursor)),
        Some(_) => Err(invalid("params.cursor: not a string")),
    }
}

/// Takes `params.task` out of a call, and gives the TTL that it wishes for.
pub(super) fn take_wish(call: &mut AnyCall) -> Result<Wish, Refusal> {
    let params = call.params.as_mut().and_then(Value::as_object_mut);
    match params.and_then(|params| params.remove("task")) {
        None | Some(Value::Null) => Ok(Wish::Absent),
        Some(Value::Object(task)) => match task.get("ttl") {
            None => Ok(Wish::Absent),
            Some(Value::Null) => Ok(Wish::Null),
            Some(ttl) => match Unsigned.deserialize(ttl) {
                Ok(millis) => Ok(Wish::Ttl(Duration::from_millis(millis))),
                Err(error) => Err(invalid(&format!("params.task.ttl: {error}"))),
            },
        },
        Some(_) => Err(invalid("params.task: not an object")),
    }
}

/// `params.notifications.taskIds`; absent and null are none.
pub(super) fn listened(call: &AnyCall) -> Result<Vec<&str>, Refusal> {
    const PATH: &str = "params.notifications.taskIds";

    match member(call, "notifications").and_then(|notifications| notifications.get("taskIds")) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(ids)) => {
            let ids = ids.iter().enumerate().map(|(place, id)| match id {
                Value::String(id) => Ok(id.as_str()),
                _ => Err(invalid(&format!("{PATH}[{place}]: not a string"))),
            });
            ids.collect()
        }
        Some(_) => Err(invalid(&format!("{PATH}: not an array"))),
    }
}

/// `params.name`, of a call of a tool.
pub(super) fn tool(call: &AnyCall) -> Option<&str> {
    member(call, "name").and_then(Value::as_str)
}

/// `params._meta.progressToken`; what is no token counts as none.
pub(super) fn progress_token(call: &AnyCall) -> Option<ProgressToken> {
    let token = member(call, "_meta")?.get("progressToken")?;
    crate::json::from_value(token.clone()).ok()
}

/// Whether a request declares the tasks extension in its own `_meta`.
pub(super) fn declares_extension(call: &AnyCall) -> bool {
    member(call, "_meta")
        .and_then(|meta| meta.get(CLIENT_CAPABILITIES))
        .and_then(|capabilities| capabilities.get("extensions"))
        .and_then(|extensions| extensions.get(TASKS_EXTENSION))
        .is_some_and(Value::is_object)
}

/// Adds a member to an object.
pub(super) fn insert(object: &mut Value, name: &str, value: Value) {
    if let Some(members) = object.as_object_mut() {
        members.insert(name.to_owned(), value);
    }
}

fn member<'c>(call: &'c AnyCall, name: &str) -> Option<&'c Value> {
    call.params.as_ref()?.get(name)
}

fn invalid(what: &str) -> Refusal {
    Refusal::invalid_params(what)
}
