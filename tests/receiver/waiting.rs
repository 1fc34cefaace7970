//! Requests for a result that wait for it (core).

use mcp_typestate::Dialect;
use mcp_typestate::receiver::{EarlyResult, Event, Handled, Payload, Policy, Refusal};
use serde_json::{Value, json};

use super::desk::{Desk, first, requestor};
use crate::sessions::session;

fn completed() -> Event {
    Event::Complete(Payload::from(json!({ "content": [] })))
}

/// A receiver with a task, asked over this connection.
fn desk(policy: Policy, connection: u64) -> Desk {
    let requestor = requestor(Dialect::Core, &session(Dialect::Core)).over(connection);
    let mut desk = Desk::of(policy, requestor);
    desk.create();
    desk
}

/// Asks for the first task's result over a connection; what comes at once, if anything does.
fn early(desk: &mut Desk, connection: u64, id: i64) -> Option<Value> {
    desk.requestor = desk.requestor.clone().over(connection);
    let mut request = desk.request("tasks/result", first());
    request.id = id.into();
    desk.receive(&request).map(|reply| json!(reply))
}

/// The replies among what was sent: over which connection, to which request, and whether well.
fn replies(desk: &mut Desk) -> Vec<(u64, i64, bool)> {
    let sent = desk.connections.drain(..).zip(desk.sent.drain(..));
    let replies = sent.filter(|(_, message)| message.get("id").is_some());
    replies
        .map(|(connection, it)| {
            (connection, it["id"].as_i64().unwrap(), it.get("result").is_some())
        })
        .collect()
}

#[test]
fn every_end_answers_what_waits_on_every_connection() {
    for (end, well) in [(completed(), true), (Event::Fail(None), false), (Event::Cancel, false)] {
        let mut desk = desk(Policy::sole_requestor(), 1);
        for (connection, id) in [(1, 10), (2, 10), (1, 11)] {
            assert_eq!(early(&mut desk, connection, id), None);
        }
        desk.happens(end);
        assert_eq!(replies(&mut desk), [(1, 10, well), (2, 10, well), (1, 11, well)]);
    }
}

#[test]
fn an_expiry_answers_what_waits() {
    let mut desk = desk(Policy::sole_requestor(), 1);
    assert_eq!(early(&mut desk, 1, 10), None);
    desk.passes(299);
    desk.sweep();
    assert_eq!(replies(&mut desk), []);
    desk.passes(1);
    desk.sweep();
    assert_eq!(replies(&mut desk), [(1, 10, false)]);
}

#[test]
fn an_expiry_that_is_not_remembered_answers_as_an_expiry() {
    let mut policy = Policy::sole_requestor();
    policy.max_remembered = 0;
    let mut desk = desk(policy, 1);
    assert_eq!(early(&mut desk, 1, 10), None);
    desk.passes(300);
    desk.sweep();
    assert_eq!(desk.sent[0]["error"]["message"], "Task has expired");
    assert_eq!(desk.refusal("tasks/get", first()).1, "Task not found");
}

#[test]
fn making_room_for_another_task_answers_what_waits_for_an_expired_one() {
    let mut policy = Policy::sole_requestor();
    policy.max_tasks = 1;
    let mut desk = desk(policy, 1);
    assert_eq!(early(&mut desk, 1, 10), None);
    desk.passes(300);
    desk.create();
    assert_eq!(replies(&mut desk), [(1, 10, false)]);
}

#[test]
fn what_waits_for_an_expired_task_is_answered_even_if_no_room_was_made() {
    let base = requestor(Dialect::Core, &session(Dialect::Core));
    let mut policy = Policy::new();
    policy.max_tasks_per_context = 1;
    let mut desk = Desk::of(policy, base.clone().in_context("alice").over(1));
    desk.create();
    assert_eq!(early(&mut desk, 1, 10), None);
    desk.passes(1);
    desk.requestor = base.in_context("bob").over(2);
    desk.create();
    desk.passes(299);
    // Alice's task has expired, and bob still has his.
    assert_eq!(desk.refusal("tools/call", json!({ "name": "n", "task": {} })).0, -32603);
    assert_eq!(replies(&mut desk), [(1, 10, false)]);
}

#[test]
fn a_requestor_may_vanish() {
    let mut desk = desk(Policy::sole_requestor(), 1);
    assert_eq!(early(&mut desk, 1, 10), None);
    assert_eq!(early(&mut desk, 2, 10), None);
    assert!(desk.receiver.disconnected(1).is_empty());
    desk.happens(completed());
    assert_eq!(replies(&mut desk), [(2, 10, true)]);
    // The task is there for whoever comes back.
    assert!(early(&mut desk, 3, 12).unwrap().get("result").is_some());
}

#[test]
fn a_request_may_be_withdrawn() {
    let mut desk = desk(Policy::sole_requestor(), 1);
    assert_eq!(early(&mut desk, 1, 10), None);
    assert_eq!(early(&mut desk, 1, 11), None);
    assert_eq!(desk.receiver.withdraw(2, &10.into()), None, "it is another connection's");
    assert!(desk.receiver.withdraw(1, &10.into()).is_some());
    assert!(desk.receiver.withdraw(1, &10.into()).is_none());
    desk.happens(completed());
    assert_eq!(replies(&mut desk), [(1, 11, true)]);
}

#[test]
fn a_request_that_was_answered_waits_no_more_while_others_do() {
    let mut desk = desk(Policy::sole_requestor(), 1);
    desk.create();
    assert_eq!(early(&mut desk, 1, 10), None);
    let mut other = desk.request("tasks/result", json!({ "taskId": "task-2" }));
    other.id = 11.into();
    assert!(desk.receive(&other).is_none());
    desk.happens(completed());
    assert_eq!(replies(&mut desk), [(1, 10, true)]);
    assert_eq!(desk.receiver.withdraw(1, &10.into()), None);
    assert_eq!(desk.receiver.withdraw(1, &11.into()), Some(Vec::new()));
}

#[test]
fn as_many_wait_on_a_connection_as_the_policy_allows() {
    let mut policy = Policy::sole_requestor();
    policy.max_waiting = 2;
    let mut desk = desk(policy, 1);
    let refused = |reply: Option<Value>| {
        let error = reply.unwrap()["error"].clone();
        let words = error["message"].as_str().unwrap();
        error["code"] == -32603 && words.starts_with("Too many requests wait")
    };
    assert_eq!(early(&mut desk, 1, 10), None);
    assert_eq!(early(&mut desk, 1, 11), None);
    assert!(refused(early(&mut desk, 1, 12)));
    assert_eq!(early(&mut desk, 2, 10), None, "another connection has its own");
    assert!(desk.receiver.withdraw(1, &11.into()).is_some());
    assert_eq!(early(&mut desk, 1, 12), None);
    assert!(refused(early(&mut desk, 1, 13)));
    desk.happens(completed());
    assert_eq!(replies(&mut desk).len(), 3);
    // Answered, they count no more.
    desk.create();
    for id in [20, 21] {
        desk.requestor = desk.requestor.clone().over(1);
        let mut request = desk.request("tasks/result", json!({ "taskId": "task-2" }));
        request.id = id.into();
        let handled = desk.receiver.handle(&desk.requestor, request, desk.now);
        assert!(matches!(handled, Handled::Deferred { .. }), "{handled:?}");
    }
}

#[test]
fn an_id_that_is_too_long_to_be_kept_is_refused() {
    let mut desk = desk(Policy::sole_requestor(), 1);
    for (length, waits) in [(1024, true), (1025, false), (1 << 20, false)] {
        let mut request = desk.request("tasks/result", first());
        request.id = "i".repeat(length).into();
        match desk.receive(&request) {
            None => assert!(waits),
            Some(reply) => {
                assert!(!waits);
                assert_eq!(json!(reply)["error"]["code"], -32600);
            }
        }
    }
    let mut desk = Desk::new(Dialect::Extension);
    desk.create();
    for (length, listens) in [(1024, true), (1025, false)] {
        let wanted = json!({ "notifications": { "taskIds": ["task-1"] } });
        let mut request = desk.request("subscriptions/listen", wanted);
        request.id = "i".repeat(length).into();
        let heard = desk.receiver.listen(&desk.requestor, &request, desk.now);
        assert_eq!(heard.is_ok(), listens, "{heard:?}");
        assert!(listens || matches!(heard, Err(Refusal::InvalidRequest(_))), "{heard:?}");
    }
}

#[test]
fn a_policy_may_refuse_what_comes_early() {
    let mut policy = Policy::sole_requestor();
    policy.early_result = EarlyResult::Refuse;
    let mut desk = desk(policy, 1);
    let (code, message) = desk.refusal("tasks/result", first());
    assert_eq!((code, &*message), (-32602, "Task is not terminal yet: it is working"));
    desk.happens(completed());
    assert!(desk.result("tasks/result", first()).get("content").is_some());
}
