//! The receiver's messages, as the generated types of their revisions.

use mcp_typestate::jsonrpc::{ErrorCode, ErrorObject};
use mcp_typestate::receiver::{Event, Payload};
use mcp_typestate::v2025_11_25 as core;
use mcp_typestate::v2026_07_28 as extension;
use mcp_typestate::{Dialect, from_str};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::desk::{Desk, first};
use crate::sessions::with;

/// Reads a message as the type that its revision has for it, and back.
fn is<T: Serialize + DeserializeOwned>(message: &Value) {
    let text = message.to_string();
    let read: T = from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let written: Value = serde_json::from_str(&serde_json::to_string(&read).unwrap()).unwrap();
    assert_eq!(&written, message);
}

/// Events that bring a task into each status, with input requests where the dialect lists them.
fn events(dialect: Dialect) -> Vec<Event> {
    let form = json!({ "mode": "form", "message": "which owls?", "requestedSchema": {
        "type": "object", "properties": { "which": { "type": "string" } } } });
    let ask = json!({ "method": "elicitation/create", "params": form });
    let requests = match dialect {
        Dialect::Extension => [("a".to_owned(), ask)].into(),
        _ => Default::default(),
    };
    vec![
        Event::Progress("reading".to_owned()),
        Event::NeedInput { message: "which owls?".to_owned(), requests },
        Event::Complete(Payload::from(json!({ "content": [] }))),
        Event::Fail(Some(Payload::from(ErrorObject::new(ErrorCode(-32000), "it broke")))),
        Event::Fail(Some(Payload::from(json!({ "content": [], "isError": true })))),
        Event::Fail(None),
        Event::Cancel,
    ]
}

#[test]
fn the_cores_messages_are_the_types_of_their_revision() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        for event in events(dialect) {
            let mut desk = Desk::new(dialect);
            let params = json!({ "name": "research", "task": {} });
            is::<core::CreateTaskResult>(&desk.result("tools/call", params));
            desk.passes(1);
            let mut told = desk.happens(event);
            is::<core::GetTaskResult>(&desk.get());
            // The dialects differ in the notification's name alone.
            told[0]["method"] = json!("notifications/tasks/status");
            is::<core::TaskStatusNotification>(&told[0]);
            if dialect == Dialect::Core {
                is::<core::ListTasksResult>(&desk.result("tasks/list", json!({})));
            }
        }
    }
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    is::<core::CancelTaskResult>(&desk.result("tasks/cancel", first()));
}

#[test]
fn the_cores_results_are_the_operations_own() {
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    desk.happens(Event::Complete(Payload::from(json!({ "content": [] }))));
    is::<core::CallToolResult>(&desk.result("tasks/result", first()));
}

#[test]
fn the_extensions_messages_are_the_types_of_their_revision() {
    for event in events(Dialect::Extension) {
        let mut desk = Desk::new(Dialect::Extension);
        let created = desk.result("tools/call", json!({ "name": "research" }));
        is::<extension::CreateTaskResult>(&created);
        is::<extension::CallToolReply>(&created);
        desk.listen();
        desk.passes(1);
        let told = desk.happens(event);
        is::<extension::GetTaskResult>(&desk.get());
        is::<extension::TaskStatusNotification>(&told[0]);
    }
    let mut desk = Desk::new(Dialect::Extension);
    desk.create();
    let params = with(first(), json!({ "inputResponses": {} }));
    is::<extension::UpdateTaskResult>(&desk.result("tasks/update", params));
    is::<extension::CancelTaskResult>(&desk.result("tasks/cancel", first()));
}
