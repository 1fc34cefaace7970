//! What a task ended with, as its record keeps it: what else the work gives is refused, before it does
//! harm.

use serde_json::json;
use serde_json::value::RawValue;

use super::Payload;
use super::usable::{DEEPEST, is_deep};
use crate::json::{self, DecodeError, Ordered, Raw};
use crate::negotiation::Dialect;
use crate::receiver::refusal::Refusal;
use crate::task::RELATED_TASK;

/// A payload as a record keeps it.
pub(super) struct Kept {
    pub(super) payload: Payload,
    /// Whether it is the result of a tool that says of itself that it failed.
    pub(super) reports_error: bool,
}

/// Checks that a payload is a result or an error, and makes of a result the text that is sent from
/// then on: in one line, and in the core with the mark of its task. What was kept before stays as it
/// is.
pub(super) fn keep(payload: Payload, dialect: Dialect, task: &str) -> Result<Kept, Refusal> {
    let result = match payload {
        Payload::Error(error) if error.data.iter().chain(error.extra.values()).any(is_deep) => {
            return Err(Refusal::Unusable("the members of an error nest at most 100 levels"));
        }
        Payload::Error(_) => return Ok(Kept { payload, reports_error: false }),
        Payload::Result(result) if !result.is_object() => {
            return Err(Refusal::Unusable("a result is a JSON object"));
        }
        Payload::Result(result) if result.nests_beyond(DEEPEST) => {
            return Err(Refusal::Unusable("a result nests at most 100 levels"));
        }
        Payload::Result(result) => result.on_one_line(),
    };
    let members = result.members().map_err(unclear)?;
    let reports_error = members.get("isError").is_some_and(|it| it.get() == "true");
    let marked = match dialect {
        Dialect::Core => marked(members, task)?,
        Dialect::Enveloped | Dialect::Extension => None,
    };
    Ok(Kept { payload: Payload::Result(marked.unwrap_or(result)), reports_error })
}

/// A result with `_meta["io.modelcontextprotocol/related-task"]`. None if it has that already.
fn marked(result: Ordered<&RawValue>, task: &str) -> Result<Option<Raw>, Refusal> {
    let mark = Raw::written(&json!({ "taskId": task }));
    let mut meta = match result.get("_meta") {
        Some(meta) if meta.get().starts_with('{') => json::members(meta).map_err(unclear)?,
        _ => Ordered::new(),
    };
    if meta.get(RELATED_TASK).is_some_and(|it| it.get() == mark.get()) {
        return Ok(None);
    }
    meta.insert(RELATED_TASK, mark.as_text());
    let meta = Raw::written(&meta);
    let mut result = result;
    result.insert("_meta", meta.as_text());
    Ok(Some(Raw::written(&result)))
}

/// Readers differ in which one of two members counts, and this crate's take neither.
fn unclear(_: DecodeError) -> Refusal {
    Refusal::Unusable(
        "a result and its `_meta` have each member once, under a name that is Unicode",
    )
}
