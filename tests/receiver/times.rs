//! TTLs, expiry, what is remembered of it, and clocks that are set back.

use std::time::Duration;

use mcp_typestate::Dialect;
use mcp_typestate::receiver::{Event, Payload, Policy, Record, Wish};
use serde_json::json;

use super::desk::{Desk, first};
use crate::sessions::{DIALECTS, at};

fn expired() -> (i64, String) {
    (-32602, "Task has expired".to_owned())
}

fn unknown() -> (i64, String) {
    (-32602, "Task not found".to_owned())
}

/// The methods that show a task.
fn methods(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Enveloped | Dialect::Core => &["tasks/get", "tasks/result"],
        Dialect::Extension => &["tasks/get"],
    }
}

#[test]
fn rule_05_a_task_expires_whatever_its_status() {
    let ends = [
        None,
        Some(Event::NeedInput { message: "?".to_owned(), requests: Default::default() }),
        Some(Event::Complete(Payload::from(json!({ "content": [] })))),
        Some(Event::Fail(None)),
        Some(Event::Cancel),
    ];
    for dialect in DIALECTS {
        for end in ends.clone() {
            let mut desk = Desk::new(dialect);
            desk.create();
            desk.passes(299);
            end.map(|end| desk.happens(end));
            desk.get();
            desk.passes(1);
            for method in methods(dialect) {
                assert_eq!(desk.refusal(method, first()), expired(), "{dialect:?} {method}");
            }
        }
    }
}

#[test]
fn rule_05_it_is_expired_while_that_is_remembered_and_then_unknown() {
    for dialect in DIALECTS {
        for (remembers, lasts) in [(0, false), (10, true)] {
            let mut policy = Policy::sole_requestor();
            policy.remembers_expired = Duration::from_secs(remembers);
            let mut desk = Desk::with(policy, dialect);
            desk.create();
            desk.passes(300);
            let after = if lasts { expired() } else { unknown() };
            // Swept or not.
            for _ in 0..2 {
                for method in methods(dialect) {
                    assert_eq!(desk.refusal(method, first()), after, "{dialect:?} {method}");
                }
                desk.sweep();
            }
            desk.passes(remembers);
            assert_eq!(desk.refusal("tasks/get", first()), unknown());
            desk.sweep();
            assert_eq!(desk.receiver.store().remembered(), 0, "{dialect:?}");
            assert_eq!(desk.refusal("tasks/get", first()), unknown());
        }
    }
}

#[test]
fn what_is_to_be_remembered_for_ever_is() {
    for dialect in DIALECTS {
        let mut policy = Policy::sole_requestor();
        policy.remembers_expired = Duration::MAX;
        let mut desk = Desk::with(policy, dialect);
        desk.create();
        desk.passes(300);
        desk.sweep();
        desk.passes(1 << 32);
        desk.sweep();
        assert_eq!(desk.refusal("tasks/get", first()), expired());
    }
}

#[test]
fn as_many_are_remembered_as_the_policy_allows() {
    for by_hand in [false, true] {
        let mut policy = Policy::sole_requestor();
        policy.max_remembered = 2;
        let mut desk = Desk::with(policy, Dialect::Core);
        for _ in 0..3 {
            desk.create();
            desk.passes(1);
        }
        for (gone, remembered) in [(1, 1), (2, 2), (3, 2)] {
            match by_hand {
                true => {
                    let task = format!("task-{gone}");
                    assert_eq!(desk.receiver.remove(&task, desk.now), Ok(Vec::new()));
                }
                false => {
                    desk.now = at(299 + gone);
                    desk.sweep();
                }
            }
            assert_eq!(desk.receiver.store().remembered(), remembered);
        }
        // Those are forgotten first that would be soonest.
        assert_eq!(desk.refusal("tasks/get", first()), unknown());
        assert_eq!(desk.refusal("tasks/get", json!({ "taskId": "task-2" })), expired());
    }
}

#[test]
fn what_is_to_be_remembered_for_ever_is_forgotten_last() {
    let mut policy = Policy::sole_requestor();
    policy.max_remembered = 1;
    let mut desk = Desk::with(policy.clone(), Dialect::Core);
    for (id, remembers) in
        [("a", Duration::from_secs(1)), ("b", Duration::MAX), ("c", Duration::from_secs(1))]
    {
        policy.remembers_expired = remembers;
        let record = Record::new(id, &desk.requestor, Wish::Absent, &policy, desk.now);
        desk.receiver.adopt(record).unwrap();
    }
    desk.passes(300);
    desk.sweep();
    for (id, said) in [("a", unknown()), ("b", expired()), ("c", unknown())] {
        assert_eq!(desk.refusal("tasks/get", json!({ "taskId": id })), said, "{id}");
    }
}

#[test]
fn an_expired_task_takes_no_event() {
    for dialect in DIALECTS {
        let mut desk = Desk::new(dialect);
        desk.create();
        desk.passes(300);
        let refusal = desk.happens_to("task-1", Event::Cancel).unwrap_err();
        assert_eq!(refusal.to_string(), "Task has expired");
        let refusal = desk.happens_to("task-2", Event::Cancel).unwrap_err();
        assert_eq!(refusal.to_string(), "Task not found");
        assert!(desk.sent.is_empty());
        // Nor is it known for longer than it is remembered, swept or not.
        desk.passes(3_600);
        let refusal = desk.happens_to("task-1", Event::Cancel).unwrap_err();
        assert_eq!(refusal.to_string(), "Task not found");
    }
}

#[test]
fn sweeping_takes_what_has_expired_and_nothing_else() {
    for dialect in DIALECTS {
        let mut desk = Desk::new(dialect);
        for _ in 0..3 {
            desk.create();
            desk.passes(100);
        }
        desk.sweep();
        assert_eq!(desk.refusal("tasks/get", first()), expired());
        for task in ["task-2", "task-3"] {
            assert_eq!(desk.result("tasks/get", json!({ "taskId": task }))["status"], "working");
        }
    }
}

#[test]
fn a_clock_set_back_does_not_turn_time_back() {
    for dialect in DIALECTS {
        let mut desk = Desk::new(dialect);
        desk.create();
        desk.passes(10);
        let told = desk.happens(Event::Progress("reading".to_owned()));
        assert_eq!(told[0]["params"]["lastUpdatedAt"], "2026-08-01T12:00:10Z");
        for (now, expected) in [(at(5), 10), (at(0) - Duration::from_secs(99), 10), (at(11), 11)] {
            desk.now = now;
            let told = desk.happens(Event::Progress("reading".to_owned()));
            let expected = format!("2026-08-01T12:00:{expected}Z");
            assert_eq!(told[0]["params"]["lastUpdatedAt"], expected);
            assert_eq!(desk.get()["createdAt"], "2026-08-01T12:00:00Z");
        }
    }
}

#[test]
fn every_event_is_told_by_the_dialects_notification() {
    for (dialect, method) in [
        (Dialect::Enveloped, "notifications/tasks/updated"),
        (Dialect::Core, "notifications/tasks/status"),
        (Dialect::Extension, "notifications/tasks"),
    ] {
        let mut desk = Desk::new(dialect);
        desk.create();
        for event in [
            Event::Progress("reading".to_owned()),
            Event::NeedInput { message: "?".to_owned(), requests: Default::default() },
            Event::InputGiven,
            Event::Fail(None),
        ] {
            desk.passes(1);
            let mut told = desk.happens(event);
            if dialect == Dialect::Extension {
                let meta = told[0]["params"].as_object_mut().unwrap().remove("_meta");
                let subscription = "io.modelcontextprotocol/subscriptionId";
                assert_eq!(meta, Some(json!({ subscription: "listen" })));
            }
            let mut shown = desk.get();
            shown.as_object_mut().unwrap().remove("resultType");
            let expected = json!({ "jsonrpc": "2.0", "method": method, "params": shown });
            assert_eq!(told, [expected], "{dialect:?}");
        }
    }
}
