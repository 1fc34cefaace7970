//! Requestors told apart: by context, by dialect, by connection.

use mcp_typestate::Dialect;
use mcp_typestate::receiver::{Event, ListsFor, MemoryReceiver, Policy, Refusal, Requestor};
use serde_json::{Value, json};

use super::desk::{Desk, first, requestor};
use crate::sessions::{DIALECTS, in_core, session, with};

/// A receiver whose requestor acts in a context.
fn desk(dialect: Dialect, context: &str) -> Desk {
    Desk::of(Policy::new(), requestor(dialect, &session(dialect)).in_context(context))
}

/// Somebody else asks from now on.
fn becomes(desk: &mut Desk, requestor: Requestor) {
    desk.dialect = requestor.dialect();
    desk.requestor = requestor;
}

/// Every request about a task that the dialect has.
fn methods(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Enveloped => &["tasks/get", "tasks/result"],
        Dialect::Core => &["tasks/get", "tasks/result", "tasks/cancel"],
        Dialect::Extension => &["tasks/get", "tasks/update", "tasks/cancel"],
    }
}

/// The reply as bytes, to a request whose id does not tell.
fn bytes(desk: &mut Desk, method: &str, task: &str) -> String {
    let params = json!({ "taskId": task, "inputResponses": { "a": 1 } });
    let mut request = desk.request(method, params);
    request.id = 7.into();
    serde_json::to_string(&desk.receive(&request).expect("a reply at once")).unwrap()
}

#[test]
fn rule_01_another_contexts_task_gives_the_bytes_of_an_unknown_one() {
    for dialect in DIALECTS {
        let base = requestor(dialect, &session(dialect));
        for end in [None, Some(Event::Fail(None)), Some(Event::Cancel)] {
            let mut desk = desk(dialect, "alice");
            desk.create();
            end.clone().map(|end| desk.happens(end));
            let alices = desk.get();
            for other in [base.clone(), base.clone().in_context("bob"), base.clone().in_context("")]
            {
                becomes(&mut desk, other);
                for method in methods(dialect) {
                    let theirs = bytes(&mut desk, method, "task-1");
                    assert_eq!(theirs, bytes(&mut desk, method, "no-such-task"), "{method}");
                    assert!(theirs.contains("Task not found"), "{theirs}");
                }
            }
            becomes(&mut desk, base.clone().in_context("alice"));
            assert_eq!(desk.get(), alices, "{dialect:?}: nobody has touched it");
        }
    }
}

#[test]
fn rule_01_an_expired_task_of_another_context_is_unknown_too() {
    for dialect in DIALECTS {
        let mut desk = desk(dialect, "alice");
        desk.create();
        desk.passes(300);
        for _ in 0..2 {
            let alice = desk.requestor.clone();
            assert_eq!(desk.refusal("tasks/get", first()).1, "Task has expired");
            let bob = requestor(dialect, &session(dialect)).in_context("bob");
            becomes(&mut desk, bob);
            assert_eq!(desk.refusal("tasks/get", first()).1, "Task not found");
            becomes(&mut desk, alice);
            desk.sweep();
        }
    }
}

#[test]
fn rule_01_a_task_without_a_context_is_not_a_contexts() {
    for dialect in DIALECTS {
        let mut desk = Desk::new(dialect);
        desk.create();
        let base = desk.requestor.clone();
        becomes(&mut desk, base.in_context("alice"));
        assert_eq!(desk.refusal("tasks/get", first()).1, "Task not found");
    }
}

#[cfg(feature = "system_ids")]
#[test]
fn rule_01_ids_have_128_random_bits_by_default() {
    use mcp_typestate::receiver::{Ids, SystemIds};

    let mut receiver = MemoryReceiver::new(Policy::new());
    let mut seen = std::collections::BTreeSet::new();
    let mut bits = [0_u32; 128];
    for round in 0..1_000 {
        let requestor = requestor(Dialect::Enveloped, &session(Dialect::Enveloped));
        let mut desk = Desk::new(Dialect::Enveloped);
        let request = desk.request("tools/call", json!({ "task": {} }));
        let handled = receiver.handle(&requestor, request, desk.now);
        let mcp_typestate::receiver::Handled::Started { started, .. } = handled else {
            panic!("round {round}: a task")
        };
        let id = u128::from_str_radix(&started.task, 16).expect("hexadecimal");
        assert_eq!(started.task.len(), 32);
        assert!(seen.insert(id));
        for (place, count) in bits.iter_mut().enumerate() {
            *count += u32::try_from((id >> place) & 1).unwrap();
        }
    }
    // No bit stands still: 1 000 throws of a coin stay within 350 and 650, or it is no coin.
    assert!(bits.iter().all(|count| (350..650).contains(count)), "{bits:?}");
    assert_ne!(SystemIds.next_id(), SystemIds.next_id());
}

#[test]
fn rule_02_without_a_context_tasks_are_listed_for_a_sole_requestor_alone() {
    let refused = (-32601, "Tasks are not listed for this requestor".to_owned());
    for (lists_for, anybody, alice) in [
        (ListsFor::Contexts, false, true),
        (ListsFor::All, true, true),
        (ListsFor::Nobody, false, false),
    ] {
        for (context, listed) in [(None, anybody), (Some("alice"), alice)] {
            let mut policy = Policy::new();
            policy.lists_for = lists_for;
            let mut asks = requestor(Dialect::Core, &session(Dialect::Core));
            asks = context.into_iter().fold(asks, Requestor::in_context);
            let mut desk = Desk::of(policy, asks);
            desk.create();
            if listed {
                let page = desk.result("tasks/list", json!({}));
                assert_eq!(page["tasks"].as_array().map(Vec::len), Some(1));
            } else {
                assert_eq!(desk.refusal("tasks/list", json!({})), refused);
            }
        }
    }
    for dialect in [Dialect::Enveloped, Dialect::Extension] {
        let mut desk = desk(dialect, "alice");
        assert_eq!(desk.refusal("tasks/list", json!({})).0, -32601);
    }
}

/// The ids on a page.
fn ids(page: &Value) -> Vec<&str> {
    page["tasks"].as_array().unwrap().iter().map(|it| it["taskId"].as_str().unwrap()).collect()
}

#[test]
fn rule_03_a_context_lists_its_own_tasks() {
    let base = requestor(Dialect::Core, &session(Dialect::Core));
    let mut desk = desk(Dialect::Core, "alice");
    for who in ["alice", "bob", "alice", "bob", "bob"] {
        becomes(&mut desk, base.clone().in_context(who));
        desk.create();
    }
    for (who, tasks) in [
        ("alice", vec!["task-1", "task-3"]),
        ("bob", vec!["task-2", "task-4", "task-5"]),
        ("carol", vec![]),
    ] {
        becomes(&mut desk, base.clone().in_context(who));
        assert_eq!(ids(&desk.result("tasks/list", json!({}))), tasks);
    }
}

#[test]
fn rule_03_a_cursor_of_another_context_is_refused() {
    let base = requestor(Dialect::Core, &session(Dialect::Core));
    let mut policy = Policy::new();
    policy.page = 1;
    let mut desk = Desk::of(policy, base.clone().in_context("alice"));
    desk.create();
    desk.create();
    let cursor = desk.result("tasks/list", json!({}))["nextCursor"].clone();
    becomes(&mut desk, base.clone().in_context("bob"));
    let unknown = (-32602, "Invalid params: params.cursor: unknown".to_owned());
    assert_eq!(desk.refusal("tasks/list", json!({ "cursor": cursor })), unknown);
    becomes(&mut desk, base.in_context("alice"));
    assert_eq!(ids(&desk.result("tasks/list", json!({ "cursor": cursor }))), ["task-2"]);
}

#[test]
fn one_receiver_serves_all_dialects_and_keeps_them_apart() {
    let all = DIALECTS.map(|dialect| requestor(dialect, &session(dialect)));
    let mut desk = Desk::of(Policy::sole_requestor(), all[0].clone());
    for requestor in &all {
        becomes(&mut desk, requestor.clone());
        desk.create();
    }
    for (ours, requestor) in all.iter().enumerate() {
        becomes(&mut desk, requestor.clone());
        for theirs in 0..all.len() {
            let reply = desk.ask("tasks/get", json!({ "taskId": format!("task-{}", theirs + 1) }));
            assert_eq!(reply.get("result").is_some(), ours == theirs, "{reply}");
        }
    }
}

#[test]
fn a_context_has_no_more_tasks_than_the_policy_allows_it() {
    for dialect in DIALECTS {
        let base = requestor(dialect, &session(dialect));
        let mut policy = Policy::new();
        (policy.max_tasks, policy.max_tasks_per_context) = (5, 2);
        let mut desk = Desk::of(policy, base.clone());
        let full = |desk: &mut Desk| {
            let (code, message) = desk.refusal("tools/call", json!({ "name": "n", "task": {} }));
            assert_eq!(code, -32603);
            assert!(message.starts_with("Too many tasks"), "{message}");
        };
        for who in ["alice", "bob"] {
            becomes(&mut desk, base.clone().in_context(who));
            desk.create();
            desk.create();
            full(&mut desk);
        }
        // One who has no context counts as a context of its own.
        becomes(&mut desk, base.clone());
        desk.create();
        full(&mut desk);
        desk.passes(300);
        desk.create();
        desk.create();
        full(&mut desk);
    }
}

#[test]
fn what_happens_is_sent_to_the_connection_that_wants_it() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let base = requestor(dialect, &session(dialect));
        let mut desk = Desk::of(Policy::sole_requestor(), base.clone().over(3));
        desk.create();
        becomes(&mut desk, base.clone().over(4));
        desk.create();
        desk.happens(Event::Fail(None));
        assert_eq!(desk.connections, [3], "{dialect:?}: whoever began it");
    }
    // A reply goes to where its request came from.
    let base = requestor(Dialect::Core, &session(Dialect::Core));
    let mut desk = Desk::of(Policy::sole_requestor(), base.clone().over(3));
    desk.create();
    becomes(&mut desk, base.over(5));
    let early = desk.request("tasks/result", first());
    assert!(desk.receive(&early).is_none());
    desk.happens(Event::Fail(None));
    assert_eq!(desk.connections, [3, 5]);
}

#[test]
fn in_the_extension_whoever_listens_is_told() {
    let base = requestor(Dialect::Extension, &session(Dialect::Extension));
    let mut desk = Desk::of(Policy::sole_requestor(), base.clone());
    desk.result("tools/call", json!({ "name": "n" }));
    assert!(desk.happens(Event::Progress("alone".to_owned())).is_empty());
    for connection in [1, 2] {
        becomes(&mut desk, base.clone().over(connection));
        desk.listen();
    }
    let told = desk.happens(Event::Progress("heard".to_owned()));
    assert_eq!((told.len(), &desk.connections), (2, &[1, 2].into()));
    // One that is closed hears no more, and neither does one that has hung up.
    desk.connections.clear();
    assert_eq!(desk.receiver.withdraw(1, &"listen".into()), Some(Vec::new()));
    assert_eq!(desk.receiver.withdraw(1, &"listen".into()), None);
    desk.happens(Event::Progress("heard".to_owned()));
    assert_eq!(desk.connections, [2]);
    assert!(desk.receiver.disconnected(2).is_empty());
    assert!(desk.happens(Event::Fail(None)).is_empty());
}

#[test]
fn a_subscription_to_a_task_that_is_over_takes_no_room() {
    let mut policy = Policy::sole_requestor();
    policy.max_waiting = 1;
    for expires in [false, true] {
        let mut desk = Desk::with(policy.clone(), Dialect::Extension);
        desk.create();
        if expires {
            desk.passes(300);
            desk.sweep();
        } else {
            desk.happens(Event::Cancel);
        }
        desk.create();
        let wanted = json!({ "notifications": { "taskIds": ["task-2"] } });
        let request = desk.request("subscriptions/listen", wanted);
        let heard = desk.receiver.listen(&desk.requestor, &request, desk.now);
        assert_eq!(heard, Ok(vec!["task-2".to_owned()]));
    }
}

#[test]
fn a_subscription_is_for_tasks_that_are_there_and_visible() {
    let base = requestor(Dialect::Extension, &session(Dialect::Extension)).in_context("alice");
    let mut policy = Policy::new();
    policy.max_waiting = 2;
    let mut desk = Desk::of(policy, base.clone());
    for _ in 0..3 {
        desk.create();
    }
    assert!(desk.receiver.disconnected(0).is_empty());
    let ids = json!(["task-9", "task-3", "task-1", "task-3", "task-2"]);
    let wanted = json!({ "notifications": { "taskIds": ids } });
    let request = desk.request("subscriptions/listen", wanted);
    let heard = desk.receiver.listen(&desk.requestor, &request, desk.now);
    assert_eq!(heard, Ok(vec!["task-1".to_owned(), "task-2".to_owned()]), "as many as allowed");
    let again = desk.receiver.listen(&desk.requestor, &request, desk.now);
    assert_eq!(again, heard, "those that it listens to already are among them");
    // One that has ended has nothing more to tell, and takes no room.
    desk.happens_to("task-3", Event::Cancel).unwrap();
    let all = desk.receiver.listen(&desk.requestor, &request, desk.now);
    assert_eq!(all.unwrap().len(), 3);
    let bob = base.clone().in_context("bob").over(1);
    assert_eq!(desk.receiver.listen(&bob, &request, desk.now), Ok(Vec::new()));
    // Nor is it for one that has expired, swept or not.
    desk.passes(300);
    assert_eq!(desk.receiver.listen(&desk.requestor, &request, desk.now), Ok(Vec::new()));

    for (params, message) in [
        (json!({ "notifications": { "taskIds": "task-1" } }), "not an array"),
        (json!({ "notifications": { "taskIds": ["task-1", 7] } }), "taskIds[1]: not a string"),
        (json!({ "notifications": { "taskIds": ["task-1"] }, "_meta": null }), "must declare"),
    ] {
        let request = desk.request("subscriptions/listen", params);
        let refusal = desk.receiver.listen(&desk.requestor, &request, desk.now).unwrap_err();
        assert!(refusal.to_string().contains(message), "{refusal}");
    }
    // The other dialects have no such request.
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let mut desk = Desk::new(dialect);
        desk.create();
        let wanted = json!({ "notifications": { "taskIds": ["task-1"] } });
        let request = desk.request("subscriptions/listen", wanted);
        let refusal = desk.receiver.listen(&desk.requestor, &request, desk.now);
        assert_eq!(refusal, Err(Refusal::NoMethod("subscriptions/listen".to_owned())));
    }
    // What is about other things than tasks is no concern of the receiver's.
    let other = with(json!({ "notifications": { "toolsListChanged": true } }), json!({}));
    let request = desk.request("subscriptions/listen", other);
    assert_eq!(desk.receiver.listen(&desk.requestor, &request, desk.now), Ok(Vec::new()));
}

#[test]
fn a_client_of_2026_07_28_is_known_by_what_each_request_declares() {
    let server = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
    let server: mcp_typestate::v2026_07_28::ServerCapabilities =
        mcp_typestate::from_value(server).unwrap();
    let mut desk = Desk::of(Policy::sole_requestor(), Requestor::stateless(&server));
    desk.create();
    assert_eq!(desk.get()["status"], "working");
    let undeclared = json!({ "taskId": "task-1", "_meta": {} });
    assert_eq!(desk.refusal("tasks/get", undeclared).0, -32021);
    // A server that does not offer tasks has none.
    let none = mcp_typestate::v2026_07_28::ServerCapabilities::new();
    becomes(&mut desk, Requestor::stateless(&none));
    assert_eq!(desk.refusal("tasks/get", first()).0, -32601);
    // Nor does the session of another revision have any by being called enveloped.
    let nothing = requestor(Dialect::Enveloped, &in_core(&json!({}), &json!({})));
    becomes(&mut desk, nothing);
    assert_eq!(desk.refusal("tasks/get", first()).0, -32601);
}

#[test]
fn the_extension_has_no_enveloped_form() {
    let enveloped = requestor(Dialect::Extension, &session(Dialect::Extension)).enveloped();
    assert_eq!(enveloped.dialect(), Dialect::Extension);
    let mut desk = Desk::of(Policy::sole_requestor(), enveloped);
    assert!(desk.create().get("ttlMs").is_some());
}
