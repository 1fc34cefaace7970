//! What a task asks as messages, and what else belongs to it (core, enveloped).

use mcp_typestate::Dialect;
use mcp_typestate::jsonrpc::{AnyCall, ErrorCode, ErrorObject, Reply};
use mcp_typestate::receiver::{
    Asks, EarlyResult, Effect, Event, Given, Outgoing, Payload, Policy, Record, Refusal, Wish,
};
use serde_json::{Value, json};

use super::desk::{Desk, first, requestor};
use crate::sessions::{DIALECTS, session};

fn needs(keys: &[&str]) -> Event {
    let ask = json!({ "method": "elicitation/create", "params": { "message": "which?" } });
    let requests = keys.iter().map(|key| ((*key).to_owned(), ask.clone())).collect();
    Event::NeedInput { message: "which owls?".to_owned(), requests }
}

/// Opens the channel of the first task.
fn open(desk: &mut Desk) {
    let early = desk.request("tasks/result", first());
    assert!(desk.receive(&early).is_none());
}

/// The questions among what was sent.
fn asked(desk: &mut Desk) -> Vec<Value> {
    desk.sent.drain(..).filter(|it| it["method"] == "elicitation/create").collect()
}

fn reply(desk: &mut Desk, reply: Reply) -> Option<Vec<Outgoing>> {
    desk.receiver.replied(&desk.requestor, &reply, desk.now)
}

#[test]
fn rule_08_core_a_question_comes_over_the_channel_and_names_its_task() {
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    desk.happens(needs(&["a", "b"]));
    assert!(asked(&mut desk).is_empty(), "nobody listens yet");
    open(&mut desk);
    let questions = asked(&mut desk);
    let related = json!({ "io.modelcontextprotocol/related-task": { "taskId": "task-1" } });
    let question = |key: &str| {
        let params = json!({ "message": "which?", "_meta": related });
        json!({ "jsonrpc": "2.0", "id": format!("task-1/{key}"),
            "method": "elicitation/create", "params": params })
    };
    assert_eq!(questions, [question("a"), question("b")]);
    // The channel is open already: it is not asked twice.
    open(&mut desk);
    assert!(asked(&mut desk).is_empty());
}

#[test]
fn extension_a_question_stands_in_the_task_and_is_no_message() {
    let base = requestor(Dialect::Extension, &session(Dialect::Extension));
    let now = crate::sessions::at(0);
    let record = Record::new("t", &base, Wish::Absent, &Policy::new(), now);
    let step = record.apply(needs(&["a"]), now).unwrap();
    assert!(step.record.questions().is_empty());
    assert!(matches!(&*step.effects, [Effect::Notify(_)]), "{:?}", step.effects);
    assert!(step.record.show(now).unwrap().to_value()["inputRequests"]["a"].is_object());
}

#[test]
fn core_a_question_over_an_open_channel_comes_at_once() {
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    open(&mut desk);
    assert!(asked(&mut desk).is_empty());
    desk.happens(needs(&["a"]));
    assert_eq!(asked(&mut desk).len(), 1);
    assert!(desk.get().get("inputRequests").is_none());
}

#[test]
fn where_no_channel_is_kept_open_a_question_comes_at_once() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let mut policy = Policy::sole_requestor();
        policy.early_result = EarlyResult::Refuse;
        let requestor = requestor(dialect, &session(dialect)).over(9);
        let mut desk = Desk::of(policy, requestor);
        desk.create();
        assert_eq!(desk.refusal("tasks/result", first()).0, -32602);
        desk.happens(needs(&["a"]));
        assert_eq!(desk.connections, [9, 9], "the question and the notification");
        assert_eq!(asked(&mut desk).len(), 1, "{dialect:?}");
    }
}

#[test]
fn a_receiver_that_asks_at_once_does_not_wait_for_a_channel_and_asks_once() {
    let mut policy = Policy::sole_requestor();
    policy.asks = Asks::AtOnce;
    let requestor = requestor(Dialect::Core, &session(Dialect::Core)).over(9);
    let mut desk = Desk::of(policy, requestor.clone());
    desk.create();
    desk.happens(needs(&["a"]));
    assert_eq!(desk.connections, [9, 9], "the question and the notification");
    assert_eq!(asked(&mut desk).len(), 1);
    // A result that is asked for early waits as ever, and brings no question a second time.
    open(&mut desk);
    assert!(asked(&mut desk).is_empty());
    // Over another connection it does: who asks there may not have heard it.
    desk.create();
    desk.happens_to("task-2", needs(&["a"])).unwrap();
    desk.sent.clear();
    desk.connections.clear();
    desk.requestor = requestor.over(10);
    let early = desk.request("tasks/result", json!({ "taskId": "task-2" }));
    assert!(desk.receive(&early).is_none());
    assert_eq!(desk.connections, [10]);
    assert_eq!(asked(&mut desk).len(), 1);
}

#[test]
fn a_question_goes_out_even_if_the_request_that_brings_it_is_refused() {
    let base = requestor(Dialect::Core, &session(Dialect::Core));
    for (most, id) in [(0, "fits".to_owned()), (100, "x".repeat(5_000))] {
        let mut policy = Policy::sole_requestor();
        (policy.asks, policy.max_waiting) = (Asks::AtOnce, most);
        let mut desk = Desk::of(policy, base.clone().over(9));
        desk.create();
        desk.happens(needs(&["a"]));
        assert_eq!(asked(&mut desk).len(), 1);
        let _ = desk.receiver.disconnected(9);
        desk.connections.clear();
        desk.requestor = base.clone().over(10);
        let mut early = desk.request("tasks/result", first());
        early.id = id.into();
        let reply = json!(desk.receive(&early).expect("a refusal at once"));
        assert!(reply.get("error").is_some(), "{reply}");
        assert_eq!(desk.connections, [10], "whoever asks hears what the task asks");
        assert_eq!(asked(&mut desk).len(), 1);
    }
}

#[test]
fn a_reply_is_an_answer_to_its_task_and_the_last_sets_it_to_work() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let mut desk = Desk::new(dialect);
        desk.create();
        desk.happens(needs(&["a", "b"]));
        let outgoing = reply(&mut desk, Reply::ok("task-1/b", raw(json!({ "action": "accept" }))));
        let input = |key: &str, answer| Outgoing::Input {
            task: "task-1".into(),
            answers: [(key.to_owned(), answer)].into(),
            last: key == "a",
        };
        let accepted = Payload::from(json!({ "action": "accept" }));
        assert_eq!(outgoing.unwrap()[0], input("b", accepted));
        assert_eq!(desk.get()["status"], "input_required");
        // A refusal is an answer as well.
        let error = ErrorObject::new(ErrorCode(-32601), "no forms here");
        let outgoing = reply(&mut desk, Reply::error("task-1/a", error.clone()));
        assert_eq!(outgoing.unwrap()[0], input("a", Payload::from(error)));
        assert_eq!(desk.get()["status"], "working");
    }
}

fn raw(value: Value) -> mcp_typestate::json::Raw {
    mcp_typestate::json::Raw::from_value(&value).unwrap()
}

#[test]
fn a_reply_to_what_no_task_waits_for_changes_nothing() {
    for dialect in DIALECTS {
        let mut desk = Desk::new(dialect);
        desk.create();
        desk.happens(needs(&["a"]));
        let before = desk.get();
        for id in ["task-1/b", "task-1/"] {
            assert_eq!(reply(&mut desk, Reply::ok(id, raw(json!({})))), Some(Vec::new()), "{id}");
        }
        for id in ["a", "task-1", "task-2/a", "/a", "my/own"] {
            let not_ours = reply(&mut desk, Reply::ok(id, raw(json!({}))));
            assert_eq!(not_ours, None, "{id}: the reply is to something else");
        }
        assert_eq!(desk.get(), before);
    }
    // Nor does one from somebody else.
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    desk.happens(needs(&["a"]));
    let ours = desk.requestor.clone();
    desk.requestor = ours.clone().in_context("bob");
    assert_eq!(reply(&mut desk, Reply::ok("task-1/a", raw(json!({})))), Some(Vec::new()));
    desk.requestor = ours;
    assert_eq!(desk.get()["status"], "input_required");
}

#[test]
fn a_reply_to_what_is_not_outstanding_is_no_step_for_a_store() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let asks = requestor(dialect, &session(dialect));
        let now = crate::sessions::at(0);
        let begun = Record::new("t", &asks, Wish::Absent, &Policy::new(), now);
        let record = begun.apply(needs(&["a"]), now).unwrap().record;
        let step = |id: &str| {
            let given = Given::read(&asks, &Reply::ok(id, raw(json!({})))).unwrap();
            given.apply(Some(&record), now)
        };
        assert_eq!(step("t/b"), None, "{dialect:?}");
        assert_eq!(step("t/a").map(|it| it.record.version()), Some(record.version() + 1));
    }
}

#[test]
fn an_answer_that_comes_twice_or_too_late_changes_nothing() {
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    desk.happens(needs(&["a", "b"]));
    assert_ne!(reply(&mut desk, Reply::ok("task-1/a", raw(json!({})))), Some(Vec::new()));
    assert_eq!(reply(&mut desk, Reply::ok("task-1/a", raw(json!({})))), Some(Vec::new()));
    desk.happens(Event::Cancel);
    assert_eq!(reply(&mut desk, Reply::ok("task-1/b", raw(json!({})))), Some(Vec::new()));
    desk.passes(300);
    assert_eq!(reply(&mut desk, Reply::ok("task-1/b", raw(json!({})))), Some(Vec::new()));
}

#[test]
fn rule_11_a_key_is_used_once_in_every_dialect() {
    for dialect in DIALECTS {
        let mut desk = Desk::new(dialect);
        desk.create();
        desk.happens(needs(&["a"]));
        desk.happens(Event::InputGiven);
        let repeated = Err(Refusal::RepeatedKey("a".to_owned()));
        assert_eq!(desk.happens_to("task-1", needs(&["a"])), repeated, "{dialect:?}");
    }
}

#[test]
fn rule_10_core_progress_belongs_to_the_task_for_its_whole_life() {
    let progress = || {
        let params = json!({ "progressToken": 7, "progress": 1 });
        AnyCall::new("notifications/progress", Some(params))
    };
    for dialect in DIALECTS {
        let base = requestor(dialect, &session(dialect)).over(4);
        let mut desk = Desk::of(Policy::sole_requestor(), base);
        let params = json!({ "name": "n", "task": {}, "_meta": { "progressToken": 7 } });
        let params = match dialect {
            Dialect::Extension => json!({ "name": "n", "_meta": crate::sessions::with(
                super::desk::declaring(), json!({ "progressToken": 7 })) }),
            _ => params,
        };
        let request = desk.request("tools/call", params);
        let mcp_typestate::receiver::Handled::Started { started, .. } =
            desk.receiver.start(&desk.requestor, request, desk.now)
        else {
            panic!("a task")
        };
        // In the extension a task has neither progress nor log messages.
        let token = (dialect != Dialect::Extension).then(|| 7.into());
        assert_eq!(started.progress_token, token, "{dialect:?}");
        desk.happens(Event::NeedInput { message: "?".to_owned(), requests: Default::default() });
        let told = desk.receiver.tell(&started.task, progress(), desk.now);
        match dialect {
            Dialect::Extension => assert_eq!(told, None),
            Dialect::Enveloped | Dialect::Core => {
                let Some(Outgoing::Send { connection: 4, message }) = told else {
                    panic!("{told:?}")
                };
                let meta = json!(message)["params"].get("_meta").cloned();
                let related =
                    json!({ "io.modelcontextprotocol/related-task": { "taskId": "task-1" } });
                assert_eq!(meta, (dialect == Dialect::Core).then_some(related), "rule 8");
            }
        }
        let expired = crate::sessions::at(300);
        assert_eq!(desk.receiver.tell(&started.task, progress(), expired), None, "it is over");
        desk.happens(Event::Fail(None));
        assert_eq!(desk.receiver.tell(&started.task, progress(), desk.now), None, "it is over");
        assert_eq!(desk.receiver.tell("task-2", progress(), desk.now), None);
    }
}
