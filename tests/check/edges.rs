//! What is unusual and allowed, or wrong in one way that looks like another.

use mcp_typestate::check::{Checker, Entry, Finding};
use mcp_typestate::{Dialect, Side};
use serde_json::{Value, json};

use super::ids;
use super::memory::{begun, begun_2026, meta, say};

fn said(checker: &mut Checker, from: Side, message: Value) -> Vec<Finding> {
    checker.entry(&Entry::new(7, message).with_from(from)).findings
}

fn request(id: u32, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn reply(id: u32, result: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

fn task(id: &str, status: &str) -> Value {
    json!({ "taskId": id, "status": status, "ttl": null,
        "createdAt": "2026-08-01T12:00:00Z", "lastUpdatedAt": "2026-08-01T12:00:00Z" })
}

/// Has the server create a task of this id in the core.
fn create(checker: &mut Checker, id: &str) {
    let call = request(1, "tools/call", json!({ "name": "n", "task": {} }));
    assert_eq!(say(checker, Side::Client, call), [""; 0]);
    let created = reply(1, json!({ "task": task(id, "working") }));
    assert_eq!(say(checker, Side::Server, created), [""; 0]);
}

#[test]
fn a_task_whose_id_is_long_is_the_same_task() {
    let mut checker = begun();
    let long = "t".repeat(1100);
    create(&mut checker, &long);
    let about = json!({ "taskId": long });
    for (id, method) in [(2, "tasks/get"), (3, "tasks/result")] {
        let mut ask = request(id, method, about.clone());
        ask["params"]["_meta"] = json!({ "progressToken": id });
        let found = said(&mut checker, Side::Client, ask);
        assert!(!ids(&found).contains(&"task-unknown"), "{found:?}");
    }
    assert_eq!(say(&mut checker, Side::Server, reply(2, task(&long, "completed"))), [""; 0]);
    let mark = json!({ "io.modelcontextprotocol/related-task": about });
    let result = json!({ "content": [], "_meta": mark });
    assert_eq!(say(&mut checker, Side::Server, reply(3, result)), [""; 0]);
    // One that is as long, and was never there.
    let other = request(4, "tasks/get", json!({ "taskId": format!("{long}u") }));
    assert_eq!(say(&mut checker, Side::Client, other), ["task-unknown"]);
}

#[test]
fn a_method_that_is_no_text_answers_nothing() {
    let mut checker = begun();
    assert_eq!(say(&mut checker, Side::Client, request(1, "ping", json!({}))), [""; 0]);
    let broken = json!({ "jsonrpc": "2.0", "id": 1, "method": 7 });
    assert_eq!(say(&mut checker, Side::Server, broken), ["schema"]);
    assert_eq!(say(&mut checker, Side::Server, reply(1, json!({}))), [""; 0]);
    // It may have been any request.
    assert_eq!(say(&mut checker, Side::Client, reply(1, json!({}))), [""; 0]);
    assert_eq!(say(&mut begun(), Side::Client, reply(1, json!({}))), ["reply-to-nothing"]);
}

#[test]
fn a_result_may_have_what_creates_a_task_in_another_dialect() {
    let inside = json!({ "resultType": "complete", "content": [], "task": { "taskId": "t" } });
    let mut checker = begun_2026();
    let call = request(1, "tools/call", json!({ "name": "n", "_meta": meta() }));
    assert_eq!(say(&mut checker, Side::Client, call), [""; 0]);
    assert_eq!(say(&mut checker, Side::Server, reply(1, inside)), [""; 0]);
    let tagged = json!({ "resultType": "task", "content": [] });
    let mut checker = begun();
    assert_eq!(
        say(&mut checker, Side::Client, request(1, "tools/call", json!({ "name": "n" }))),
        [""; 0]
    );
    assert_eq!(say(&mut checker, Side::Server, reply(1, tagged)), [""; 0]);
    // Nor does it in a revision without tasks.
    let mut checker = Checker::new().with_revision("2025-06-18");
    let call = request(1, "tools/call", json!({ "name": "n" }));
    assert_eq!(say(&mut checker, Side::Client, call), [""; 0]);
    let inside = json!({ "content": 7, "task": { "taskId": "t" } });
    assert_eq!(say(&mut checker, Side::Server, reply(1, inside)), ["schema"]);
}

#[test]
fn a_dialect_of_another_revision_is_none_of_the_session() {
    let mut checker = begun().with_dialect(Dialect::Extension);
    create(&mut checker, "t");
    let pushed = json!({ "jsonrpc": "2.0", "method": "notifications/tasks/status",
        "params": task("t", "completed") });
    assert_eq!(say(&mut checker, Side::Server, pushed), [""; 0]);
}

#[test]
fn a_status_is_quoted_in_part() {
    let mut checker = begun();
    create(&mut checker, "t");
    let odd = "x".repeat(100_000);
    for (id, status) in [(2, "completed"), (3, &*odd)] {
        let get = request(id, "tasks/get", json!({ "taskId": "t" }));
        assert_eq!(say(&mut checker, Side::Client, get), [""; 0]);
        for finding in said(&mut checker, Side::Server, reply(id, task("t", status))) {
            assert!(finding.text.len() < 400, "{}: {} bytes", finding.rule.id, finding.text.len());
        }
    }
}

#[test]
fn a_finding_has_its_sender_and_its_task() {
    let mut checker = begun();
    let batch = json!([request(1, "ping", json!({}))]);
    assert_eq!(said(&mut checker, Side::Server, batch)[0].from, Some(Side::Server));
    let id = "t".repeat(100);
    create(&mut checker, &id);
    let cancel = request(2, "tasks/cancel", json!({ "taskId": id }));
    assert_eq!(say(&mut checker, Side::Client, cancel), [""; 0]);
    let found = said(&mut checker, Side::Server, reply(2, task(&id, "completed")));
    assert_eq!(ids(&found), ["cancel-not-done"]);
    let get = request(3, "tasks/get", json!({ "taskId": id }));
    let found_of_get = said(&mut checker, Side::Client, get);
    assert_eq!(ids(&found_of_get), [""; 0]);
    let left = checker.finish();
    let left = left.iter().find(|it| it.task.is_some()).expect("the task is asked about");
    assert_eq!(left.task.as_deref(), Some(&*format!("{}…", "t".repeat(60))));
    assert_eq!(found[0].task, left.task);
}

#[test]
fn a_value_that_takes_too_long_to_check_breaks_no_rule() {
    let mut checker = begun();
    // Each definition refers to the next one twice.
    let mut definitions: serde_json::Map<String, Value> = (0..100)
        .map(|it| {
            let next = json!({ "$ref": format!("#/$defs/d-{}", it + 1) });
            (format!("d-{it}"), json!({ "allOf": [next, next] }))
        })
        .collect();
    definitions.insert("d-100".to_owned(), json!({ "type": "object" }));
    let schema = json!({ "type": "object", "$defs": definitions, "$ref": "#/$defs/d-0" });
    let tools = json!({ "tools": [{ "name": "n", "inputSchema": schema }] });
    assert_eq!(say(&mut checker, Side::Client, request(1, "tools/list", json!({}))), [""; 0]);
    assert_eq!(say(&mut checker, Side::Server, reply(1, tools)), [""; 0]);
    let call = request(2, "tools/call", json!({ "name": "n", "arguments": {} }));
    assert_eq!(say(&mut checker, Side::Client, call), [""; 0]);
}
