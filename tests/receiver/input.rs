//! Input: `tasks/update` in the extension, messages in the core.

use std::collections::BTreeMap;

use mcp_typestate::Dialect;
use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
use mcp_typestate::receiver::{Answer, Asked, Event, Payload, Policy, Record, Refusal, Wish};
use serde_json::{Value, json};

use super::desk::{Desk, declaring, first, requestor};
use crate::sessions::{at, session, with};

fn needs(requests: &[(&str, &str)]) -> Event {
    let requests = requests
        .iter()
        .map(|(key, method)| ((*key).to_owned(), json!({ "method": method })))
        .collect();
    Event::NeedInput { message: "which owls?".to_owned(), requests }
}

/// A receiver whose first task waits for `a` and `b`.
fn waiting() -> Desk {
    let mut desk = Desk::new(Dialect::Extension);
    desk.create();
    desk.happens(needs(&[("a", "roots/list"), ("b", "elicitation/create")]));
    desk.sent.clear();
    desk.passes(5);
    desk
}

fn update(desk: &mut Desk, answers: Value) -> Value {
    desk.result("tasks/update", with(first(), json!({ "inputResponses": answers })))
}

fn open(desk: &mut Desk) -> Vec<String> {
    let task = desk.get();
    let requests = task.get("inputRequests").and_then(Value::as_object);
    requests.map(|requests| requests.keys().cloned().collect()).unwrap_or_default()
}

#[test]
fn rule_11_a_partial_answer_leaves_the_task_waiting() {
    let mut desk = waiting();
    assert_eq!(update(&mut desk, json!({ "b": 1 })), json!({ "resultType": "complete" }));
    assert_eq!(desk.get()["status"], "input_required");
    assert_eq!(desk.get()["statusMessage"], "which owls?");
    assert_eq!(open(&mut desk), ["a"]);
    update(&mut desk, json!({ "a": [2] }));
    assert_eq!(desk.get()["status"], "working");
    assert!(desk.get().get("statusMessage").is_none());
    assert_eq!(open(&mut desk), [""; 0]);
    let answer = |key: &str, result: Value| (key.to_owned(), Payload::from(result));
    let answers = BTreeMap::from([answer("a", json!([2])), answer("b", json!(1))]);
    assert_eq!(desk.answers, answers);
}

#[test]
fn rule_11_answers_to_keys_that_are_not_outstanding_are_ignored() {
    let mut desk = waiting();
    let before = desk.get();
    update(&mut desk, json!({ "nobody": 1 }));
    update(&mut desk, json!({}));
    assert_eq!(desk.get(), before);
    assert!(desk.answers.is_empty() && desk.sent.is_empty());
    update(&mut desk, json!({ "a": 1, "nobody": 2 }));
    update(&mut desk, json!({ "a": "again" }));
    assert_eq!(desk.answers, BTreeMap::from([("a".to_owned(), Payload::from(json!(1)))]));
    assert_eq!(open(&mut desk), ["b"]);
}

#[test]
fn an_answer_is_an_update_that_subscribers_are_told_of() {
    let mut desk = waiting();
    update(&mut desk, json!({ "a": 1 }));
    desk.passes(1);
    update(&mut desk, json!({ "b": 1 }));
    let told: Vec<_> = desk.sent.iter().map(|sent| &sent["params"]).collect();
    assert_eq!(told[0]["status"], "input_required");
    assert_eq!(told[0]["lastUpdatedAt"], "2026-08-01T12:00:05Z");
    assert_eq!(told[1]["status"], "working");
    assert_eq!(told[1]["lastUpdatedAt"], "2026-08-01T12:00:06Z");
    assert_eq!(told.len(), 2);
}

#[test]
fn rule_11_a_key_is_used_once_in_a_tasks_life() {
    let repeated = Err(Refusal::RepeatedKey("a".to_owned()));
    let mut desk = waiting();
    update(&mut desk, json!({ "a": 1 }));
    assert_eq!(desk.happens_to("task-1", needs(&[("a", "roots/list")])), repeated);
    assert_eq!(open(&mut desk), ["b"]);
    update(&mut desk, json!({ "b": 1 }));
    assert_eq!(desk.happens_to("task-1", needs(&[("a", "roots/list")])), repeated);
    assert_eq!(desk.get()["status"], "working");
    desk.happens(needs(&[("c", "roots/list")]));
    assert_eq!(open(&mut desk), ["c"]);
}

#[test]
fn rule_11_a_key_whose_request_was_taken_back_is_used_too() {
    let mut desk = waiting();
    desk.happens(Event::InputGiven);
    let repeated = Err(Refusal::RepeatedKey("a".to_owned()));
    assert_eq!(desk.happens_to("task-1", needs(&[("a", "sampling/createMessage")])), repeated);
    assert_eq!(desk.happens_to("task-1", needs(&[("a", "roots/list")])), repeated);
}

#[test]
fn a_request_that_is_still_outstanding_may_be_listed_on() {
    let mut desk = waiting();
    desk.happens(needs(&[("a", "roots/list"), ("c", "roots/list")]));
    assert_eq!(open(&mut desk), ["a", "c"]);
    let other = Err(Refusal::RepeatedKey("a".to_owned()));
    assert_eq!(desk.happens_to("task-1", needs(&[("a", "sampling/createMessage")])), other);
    assert_eq!(open(&mut desk), ["a", "c"]);
}

#[test]
fn news_of_the_work_leaves_the_requests_open() {
    let mut desk = waiting();
    desk.happens(Event::Progress("still waiting".to_owned()));
    let task = desk.get();
    assert_eq!(
        (&task["status"], &task["statusMessage"]),
        (&json!("input_required"), &json!("still waiting"))
    );
    assert_eq!(open(&mut desk), ["a", "b"]);
}

#[test]
fn an_update_of_a_task_that_is_over_is_refused() {
    let answers = with(first(), json!({ "inputResponses": { "a": 1 } }));
    let mut desk = waiting();
    desk.happens(Event::Cancel);
    assert_eq!(desk.refusal("tasks/update", answers.clone()).0, -32602);
    desk.passes(300);
    let expired = (-32602, "Task has expired".to_owned());
    assert_eq!(desk.refusal("tasks/update", answers.clone()), expired);
    let unknown = (-32602, "Task not found".to_owned());
    assert_eq!(Desk::new(Dialect::Extension).refusal("tasks/update", answers), unknown);
}

#[test]
fn in_the_core_the_requests_travel_as_messages() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let mut desk = Desk::new(dialect);
        desk.create();
        let told = desk.happens(needs(&[]));
        assert_eq!(told[0]["params"]["status"], "input_required");
        assert!(desk.get().get("inputRequests").is_none());
        desk.happens(Event::InputGiven);
        assert_eq!(desk.get()["status"], "working");
        let (code, _) =
            desk.refusal("tasks/update", with(first(), json!({ "inputResponses": {} })));
        assert_eq!(code, -32601);
    }
}

#[test]
fn what_is_not_listed_on_is_asked_no_more() {
    for left in [&[][..], &[("b", "elicitation/create")]] {
        let mut desk = waiting();
        desk.happens(needs(left));
        assert_eq!(open(&mut desk), left.iter().map(|(key, _)| *key).collect::<Vec<_>>());
        update(&mut desk, json!({ "a": 1 }));
        assert!(desk.answers.is_empty());
        assert_eq!(desk.get()["status"], "input_required");
    }
}

#[test]
fn answers_of_which_none_is_outstanding_are_no_change_for_a_store() {
    let (policy, dialect) = (Policy::new(), Dialect::Extension);
    let asks = requestor(dialect, &session(dialect));
    let begun = Record::new("task-1", &asks, Wish::Absent, &policy, at(0));
    let record = begun.apply(needs(&[("a", "roots/list")]), at(0)).unwrap().record;
    for (answers, changes) in
        [(json!({}), false), (json!({ "b": 1 }), false), (json!({ "a": 1, "b": 1 }), true)]
    {
        let params = json!({ "inputResponses": answers, "_meta": declaring() });
        let body = AnyCall::new("tasks/update", Some(with(first(), params)));
        let asked = policy.read(&asks, RequestMessage { id: 1.into(), body });
        let Asked::About(about) = asked else { panic!("about a task: {asked:?}") };
        let answer = about.answer(Some(&record), at(1));
        assert_eq!(matches!(answer, Answer::Change { .. }), changes, "{answer:?}");
    }
}
