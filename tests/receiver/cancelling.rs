//! `tasks/cancel`.

use mcp_typestate::Dialect;
use mcp_typestate::receiver::{Event, Payload, Refusal};
use serde_json::json;

use super::desk::{Desk, first};

fn completed() -> Event {
    Event::Complete(Payload::from(json!({ "content": [] })))
}

#[test]
fn rule_07_core_the_task_is_cancelled_before_the_reply() {
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    desk.passes(5);
    let reply = desk.result("tasks/cancel", first());
    assert_eq!(reply["status"], "cancelled");
    assert_eq!(reply["lastUpdatedAt"], "2026-08-01T12:00:05Z");
    assert_eq!(reply, desk.get());
}

#[test]
fn rule_07_core_it_stays_so_whatever_the_work_still_does() {
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    let cancelled = desk.result("tasks/cancel", first());
    desk.passes(5);
    for event in [
        Event::Progress("on and on".to_owned()),
        Event::InputGiven,
        completed(),
        Event::Fail(None),
        Event::Cancel,
    ] {
        let refusal = desk.happens_to("task-1", event).unwrap_err();
        assert!(matches!(refusal, Refusal::AlreadyTerminal(_)), "{refusal}");
        assert_eq!(desk.get(), cancelled);
    }
    // There is no result to return.
    let (code, _) = desk.refusal("tasks/result", first());
    assert_eq!(code, -32603);
}

#[test]
fn rule_07_core_what_waits_for_the_result_is_answered() {
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    let early = desk.request("tasks/result", first());
    assert!(desk.receive(&early).is_none());
    desk.result("tasks/cancel", first());
    let [notification, reply] = &*desk.sent.make_contiguous() else { panic!("{:?}", desk.sent) };
    assert_eq!(notification["params"]["status"], "cancelled");
    assert_eq!(reply["id"], json!(early.id));
    assert_eq!(reply["error"]["code"], -32603);
}

#[test]
fn core_a_terminal_task_cannot_be_cancelled() {
    for (end, status) in
        [(completed(), "completed"), (Event::Fail(None), "failed"), (Event::Cancel, "cancelled")]
    {
        let mut desk = Desk::new(Dialect::Core);
        desk.create();
        desk.happens(end);
        let before = desk.get();
        let (code, message) = desk.refusal("tasks/cancel", first());
        assert_eq!(code, -32602);
        assert_eq!(message, format!("Task is already in terminal status {status}"));
        assert_eq!(desk.get(), before);
    }
}

#[test]
fn extension_a_cancel_is_acknowledged_and_nothing_else() {
    let mut desk = Desk::new(Dialect::Extension);
    desk.create();
    let acknowledged = json!({ "resultType": "complete" });
    assert_eq!(desk.result("tasks/cancel", first()), acknowledged);
    assert_eq!(desk.get()["status"], "cancelled");
    // Who subscribed is told.
    let told = desk.sent.pop_front().unwrap();
    assert_eq!(told["method"], "notifications/tasks");
    assert_eq!(told["params"]["status"], "cancelled");
    assert!(desk.sent.is_empty());
}

#[test]
fn extension_a_cancel_of_a_terminal_task_changes_nothing() {
    for end in [completed(), Event::Fail(None), Event::Cancel] {
        let mut desk = Desk::new(Dialect::Extension);
        desk.create();
        desk.happens(end);
        let before = desk.get();
        desk.sent.clear();
        desk.passes(5);
        let acknowledged = json!({ "resultType": "complete" });
        assert_eq!(desk.result("tasks/cancel", first()), acknowledged);
        assert_eq!(desk.get(), before);
        assert!(desk.sent.is_empty());
    }
}

#[test]
fn a_cancelled_task_asks_for_nothing_any_more() {
    let mut desk = Desk::new(Dialect::Extension);
    desk.create();
    let requests = [("a".to_owned(), json!({ "method": "roots/list" }))].into();
    desk.happens(Event::NeedInput { message: "?".to_owned(), requests });
    desk.result("tasks/cancel", first());
    let task = desk.get();
    assert!(task.get("inputRequests").is_none(), "{task}");
    assert!(task.get("statusMessage").is_none(), "{task}");
}

#[test]
fn a_task_that_is_unknown_or_expired_cannot_be_cancelled() {
    for dialect in [Dialect::Core, Dialect::Extension] {
        let mut desk = Desk::new(dialect);
        let unknown = (-32602, "Task not found".to_owned());
        assert_eq!(desk.refusal("tasks/cancel", first()), unknown);
        desk.create();
        desk.passes(300);
        let expired = (-32602, "Task has expired".to_owned());
        assert_eq!(desk.refusal("tasks/cancel", first()), expired);
        assert!(desk.sent.is_empty());
    }
}
