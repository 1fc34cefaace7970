//! What came out of a task, as the receiver answers it.

use mcp_typestate::Dialect;
use mcp_typestate::jsonrpc::{ErrorCode, ErrorObject};
use mcp_typestate::receiver::{Event, Payload};
use serde_json::{Value, json};

use super::desk::{Desk, first};
use crate::sessions::{DIALECTS, with};

const RELATED: &str = "io.modelcontextprotocol/related-task";

fn value() -> Value {
    json!({ "content": [], "_meta": { "k": 1 }, "structuredContent": { "n": 1.5 } })
}

fn completed() -> Event {
    Event::Complete(Payload::from(value()))
}

fn error() -> ErrorObject {
    ErrorObject::new(ErrorCode(-32000), "it broke").with_data(json!([1]))
}

fn ended(dialect: Dialect, end: Event) -> Desk {
    let mut desk = Desk::new(dialect);
    desk.create();
    desk.passes(1);
    desk.happens(end);
    desk
}

#[test]
fn enveloped_an_early_result_is_refused_and_never_blocks() {
    let mut desk = Desk::new(Dialect::Enveloped);
    desk.create();
    for (event, status) in [
        (None, "working"),
        (
            Some(Event::NeedInput { message: "?".to_owned(), requests: Default::default() }),
            "input_required",
        ),
    ] {
        event.map(|event| desk.happens(event));
        let (code, message) = desk.refusal("tasks/result", first());
        assert_eq!(code, -32602);
        assert_eq!(message, format!("Task is not terminal yet: it is {status}"));
    }
}

#[test]
fn core_an_early_result_waits_for_the_end() {
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    let first_request = desk.request("tasks/result", first());
    let second_request = desk.request("tasks/result", first());
    assert!(desk.receive(&first_request).is_none());
    desk.happens(Event::Progress("reading".to_owned()));
    assert!(desk.receive(&second_request).is_none());
    desk.happens(Event::NeedInput { message: "?".to_owned(), requests: Default::default() });
    desk.sent.clear();
    let sent = desk.happens(completed());
    let [notification, replies @ ..] = &*sent else { panic!("{sent:?}") };
    assert_eq!(notification["params"]["status"], "completed");
    let later = desk.result("tasks/result", first());
    let ids: Vec<_> = replies.iter().map(|reply| &reply["id"]).collect();
    assert_eq!(ids, [&json!(first_request.id), &json!(second_request.id)]);
    assert!(replies.iter().all(|reply| reply["result"] == later));
    assert!(desk.happens_to("task-1", Event::Cancel).is_err());
}

#[test]
fn core_what_waits_for_a_task_that_expires_is_told() {
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    let early = desk.request("tasks/result", first());
    assert!(desk.receive(&early).is_none());
    desk.passes(300);
    desk.sweep();
    let reply = desk.sent.pop_front().unwrap();
    assert_eq!(reply["id"], json!(early.id));
    assert_eq!(reply["error"]["message"], "Task has expired");
    desk.sweep();
    assert!(desk.sent.is_empty());
}

#[test]
fn enveloped_the_reply_mirrors_the_task() {
    let failure = json!({ "content": [], "isError": true });
    for (end, expected) in [
        (completed(), json!({ "status": "completed", "result": value() })),
        (
            Event::Fail(Some(Payload::from(failure.clone()))),
            json!({ "status": "failed", "result": failure }),
        ),
        (
            Event::Fail(Some(Payload::from(error()))),
            json!({ "status": "failed", "result": error() }),
        ),
        (Event::Fail(None), json!({ "status": "failed" })),
        (Event::Cancel, json!({ "status": "cancelled" })),
    ] {
        let mut desk = ended(Dialect::Enveloped, end);
        assert_eq!(desk.result("tasks/result", first()), with(first_reply(), expected));
    }
}

fn first_reply() -> Value {
    json!({ "taskId": "task-1" })
}

#[test]
fn core_the_reply_is_what_the_request_itself_would_have_returned() {
    let related = json!({ "k": 1, RELATED: { "taskId": "task-1" } });
    let mut desk = ended(Dialect::Core, completed());
    let reply = desk.result("tasks/result", first());
    assert_eq!(reply, with(value(), json!({ "_meta": related })));

    let mut desk = ended(Dialect::Core, Event::Fail(Some(Payload::from(error()))));
    assert_eq!(desk.ask("tasks/result", first())["error"], json!(error()));

    let failure = json!({ "content": [], "isError": true });
    let mut desk = ended(Dialect::Core, Event::Fail(Some(Payload::from(failure.clone()))));
    let related = json!({ "_meta": { RELATED: { "taskId": "task-1" } } });
    assert_eq!(desk.result("tasks/result", first()), with(failure, related));
    assert_eq!(desk.get()["status"], "failed");
}

#[test]
fn extension_the_outcome_is_inside_the_task() {
    let mut desk = ended(Dialect::Extension, completed());
    assert_eq!(desk.get()["result"], value());
    let mut desk = ended(Dialect::Extension, Event::Fail(Some(Payload::from(error()))));
    assert_eq!((&desk.get()["status"], &desk.get()["error"]), (&json!("failed"), &json!(error())));
    // A tool's own failure is a result: failed is for JSON-RPC errors only.
    let failure = json!({ "content": [], "isError": true });
    let mut desk = ended(Dialect::Extension, Event::Fail(Some(Payload::from(failure.clone()))));
    assert_eq!((&desk.get()["status"], &desk.get()["result"]), (&json!("completed"), &failure));
    let mut desk = ended(Dialect::Extension, Event::Cancel);
    let task = desk.get();
    assert!(task.get("result").is_none() && task.get("error").is_none());
}

#[test]
fn every_call_returns_the_same_snapshot_while_the_task_lives() {
    for dialect in DIALECTS {
        for end in [completed(), Event::Fail(Some(Payload::from(error()))), Event::Cancel] {
            let mut desk = ended(dialect, end);
            let method = if dialect == Dialect::Extension { "tasks/get" } else { "tasks/result" };
            let answer = |desk: &mut Desk| {
                let mut reply = desk.ask(method, first());
                reply.as_object_mut().unwrap().remove("id");
                reply
            };
            let once = answer(&mut desk);
            for _ in 0..5 {
                desk.passes(50);
                assert!(desk.happens_to("task-1", completed()).is_err());
                desk.sweep();
                assert_eq!(answer(&mut desk), once, "{dialect:?}");
            }
            desk.passes(50);
            assert_eq!(answer(&mut desk)["error"]["message"], "Task has expired");
        }
    }
}

#[test]
fn rule_08_only_the_result_is_marked_as_related_to_its_task() {
    let mut desk = Desk::new(Dialect::Core);
    let created = desk.create();
    desk.create();
    let told = desk.happens(completed());
    let list = desk.result("tasks/list", json!({}));
    let cancelled = desk.result("tasks/cancel", json!({ "taskId": "task-2" }));
    for unmarked in [created, desk.get(), list, cancelled, told[0].clone()] {
        assert!(!unmarked.to_string().contains("related-task"), "{unmarked}");
    }
    assert!(desk.result("tasks/result", first()).to_string().contains("related-task"));
    // The other dialects have no such mark.
    for dialect in [Dialect::Enveloped, Dialect::Extension] {
        let mut desk = ended(dialect, completed());
        let method = if dialect == Dialect::Extension { "tasks/get" } else { "tasks/result" };
        assert!(!desk.result(method, first()).to_string().contains("related-task"));
    }
}

#[test]
fn a_failure_is_told_of_in_the_words_of_what_failed() {
    for dialect in DIALECTS {
        let sorry = json!({ "isError": true, "content": [{ "type": "text", "text": "sorry" }] });
        let fine = json!({ "content": [{ "type": "text", "text": "fine" }] });
        let complaint = |event: Event| {
            let mut desk = Desk::new(dialect);
            desk.create();
            desk.happens(Event::Progress("at work".to_owned()));
            desk.happens(event);
            desk.get().get("statusMessage").cloned()
        };
        let said = |event: Event| complaint(event).map(|it| it.as_str().unwrap().to_owned());
        assert_eq!(said(Event::Complete(error().into())).as_deref(), Some("it broke"));
        assert_eq!(said(Event::Fail(Some(error().into()))).as_deref(), Some("it broke"));
        // In the extension a result completes the task, whatever it says.
        let sorry = said(Event::Complete(Payload::from(sorry)));
        let failed = (dialect != Dialect::Extension).then_some("sorry");
        assert_eq!(sorry.as_deref(), failed, "{dialect:?}");
        assert_eq!(said(Event::Complete(Payload::from(fine))), None, "{dialect:?}");
        assert_eq!(said(Event::Fail(None)), None, "{dialect:?}");
        // All of it is in the answer that it was taken from.
        for (letters, repeated) in [(1_000, "é".repeat(1_000)), (1_001, "é".repeat(1_000) + "…")]
        {
            let long = ErrorObject::new(ErrorCode(1), "é".repeat(letters));
            assert_eq!(said(Event::Fail(Some(long.into()))), Some(repeated), "{dialect:?}");
        }
    }
}
