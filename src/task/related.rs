//! The mark of messages that belong to a task (core 2025-11-25).

use serde_json::{Value, json};

use crate::json::Object;

/// The key of `_meta` that names the task to which a message belongs.
///
/// In the core it goes into every request, notification and reply that belongs to a task, and into
/// the reply of `tasks/result`; not into `tasks/get`, `tasks/list`, `tasks/cancel` and the status
/// notification, whose task is their subject.
pub const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

/// The id of the task to which a message with this `_meta` belongs.
///
/// ```
/// use mcp_typestate::{relate_to_task, related_task};
///
/// let mut meta = mcp_typestate::json::Object::new();
/// assert_eq!(related_task(&meta), None);
/// relate_to_task(&mut meta, "t-1");
/// assert_eq!(related_task(&meta), Some("t-1"));
/// ```
#[must_use]
pub fn related_task(meta: &Object) -> Option<&str> {
    meta.get(RELATED_TASK)?.get("taskId").and_then(Value::as_str)
}

/// Marks a message with this `_meta` as belonging to a task.
pub fn relate_to_task(meta: &mut Object, task: &str) {
    meta.insert(RELATED_TASK.to_owned(), json!({ "taskId": task }));
}
