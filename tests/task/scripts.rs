//! Whole lives of tasks, against a peer that says what its script says (see
//! `tests/support/scripts.rs`).

use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
use mcp_typestate::v2025_11_25 as core;
use mcp_typestate::v2026_07_28 as extension;
use mcp_typestate::{Dialect, Reply, Update, from_value};
use serde_json::{Value, json};

use crate::scripts::{CORE, Cannot, Cue, ENVELOPED, EXTENSION, Peer, play};
use crate::sessions::{pushed, with};

#[test]
fn enveloped_scripts_hold() {
    let dialect = Dialect::Enveloped;
    assert_eq!(play::<core::CallTool, _>(dialect, ENVELOPED, || Scripted(dialect)), []);
}

#[test]
fn core_scripts_hold() {
    let dialect = Dialect::Core;
    assert_eq!(play::<core::CallTool, _>(dialect, CORE, || Scripted(dialect)), []);
}

#[test]
fn extension_scripts_hold() {
    let dialect = Dialect::Extension;
    assert_eq!(play::<extension::CallTool, _>(dialect, EXTENSION, || Scripted(dialect)), []);
}

/// A peer that says what the script says.
struct Scripted(Dialect);

impl Peer for Scripted {
    fn reply(
        &mut self,
        cue: &Cue<'_>,
        request: &RequestMessage<AnyCall>,
    ) -> Result<Option<Reply>, Cannot> {
        let mut told = match cue.action {
            "call" => json!({ "result": cue.step()["reply"] }),
            "poll" => json!({ "result": cue.told() }),
            "refuse" => json!({ "error": cue.told() }),
            "channel" => return Ok(None),
            "answer" => json!({ "result": { "resultType": "complete" } }),
            _ => cue.told().clone(),
        };
        if let Some(result) = told.get_mut("result") {
            let task = if result.get("task").is_some() { &mut result["task"] } else { result };
            if cue.action == "poll" || task.get("second").is_some() || begins(task) {
                *task = whole(cue.file, task);
            }
        }
        let envelope = json!({ "jsonrpc": "2.0", "id": request.id });
        Ok(Some(from_value(with(envelope, told)).unwrap()))
    }

    fn push(&mut self, cue: &Cue<'_>) -> Result<Update, Cannot> {
        Ok(pushed(self.0, whole(cue.file, cue.told())))
    }
}

/// Whether this is a task that has only begun.
fn begins(task: &Value) -> bool {
    task.get("status").is_some() && task.get("taskId").is_none()
}

/// A task with the file's members and these.
fn whole(file: &Value, members: &Value) -> Value {
    let mut task = with(file["task"].clone(), members.clone());
    if let Some(second) = task.as_object_mut().and_then(|task| task.remove("second")) {
        task["lastUpdatedAt"] = json!(format!("2026-08-01T12:00:{:0>2}Z", second.to_string()));
    }
    task
}
