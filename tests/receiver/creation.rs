//! How tasks begin.

use std::time::Duration;

use mcp_typestate::receiver::{Event, Handled, Ids, MemoryReceiver, Policy, Requestor};
use mcp_typestate::{Dialect, Side};
use serde_json::json;

use super::desk::{Desk, declaring, first, requestor};
use crate::sessions::{DIALECTS, at, in_core, names, session};

#[test]
fn a_task_begins_as_working_and_can_be_polled_at_once() {
    for dialect in DIALECTS {
        let mut desk = Desk::new(dialect);
        let created = desk.create();
        assert_eq!(created["status"], "working", "{dialect:?}");
        assert_eq!(created["taskId"], "task-1");
        assert_eq!(created["createdAt"], "2026-08-01T12:00:00Z");
        assert_eq!(created["lastUpdatedAt"], created["createdAt"]);
        let (mut shown, mut created) = (desk.get(), created);
        for task in [&mut shown, &mut created] {
            task.as_object_mut().unwrap().remove("resultType");
        }
        assert_eq!(shown, created);
    }
}

#[test]
fn the_work_is_given_without_the_wish() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let mut desk = Desk::new(dialect);
        let params = json!({ "name": "n", "task": { "ttl": 1 }, "_meta": { "progressToken": 7 } });
        let request = desk.request("tools/call", params);
        let handled = desk.receiver.handle(&desk.requestor, request, at(0));
        let Handled::Started { started, .. } = handled else { panic!("a task") };
        assert_eq!(&*started.task, "task-1");
        let expected = json!({ "name": "n", "_meta": { "progressToken": 7 } });
        assert_eq!(json!(started.call), json!({ "method": "tools/call", "params": expected }));
    }
}

#[test]
fn rule_01_ids_come_from_the_receivers_source_and_are_not_repeated() {
    for dialect in DIALECTS {
        let mut ids = ["a", "a", "b", "a"].into_iter().map(str::to_owned);
        let ids = move || ids.next().unwrap();
        let mut receiver = MemoryReceiver::with_ids(Policy::new(), ids);
        let mut desk = Desk::new(dialect);
        let mut create = |receiver: &mut MemoryReceiver<_>, now| {
            let params = json!({ "name": "n", "task": { "ttl": 1_000 } });
            let request = desk.request("tools/call", params);
            match receiver.start(&desk.requestor, request, now) {
                Handled::Started { started, .. } => Ok(started.task.to_string()),
                Handled::Reply { reply, .. } => Err(json!(reply)["error"]["code"].clone()),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(create(&mut receiver, at(0)), Ok("a".to_owned()));
        assert_eq!(create(&mut receiver, at(0)), Err(json!(-32603)));
        assert_eq!(create(&mut receiver, at(0)), Ok("b".to_owned()));
        // Nor while it is remembered as expired.
        let long_after = at(300);
        let _ = receiver.sweep(long_after);
        assert_eq!(create(&mut receiver, long_after), Err(json!(-32603)));
    }
}

#[test]
fn rule_01_without_an_id_no_task_is_begun() {
    struct Dry;

    impl Ids for Dry {
        fn next_id(&mut self) -> Option<String> {
            None
        }
    }

    for dialect in DIALECTS {
        let mut receiver = MemoryReceiver::with_ids(Policy::new(), Dry);
        let mut desk = Desk::new(dialect);
        let request = desk.request("tools/call", json!({ "name": "n", "task": {} }));
        let handled = receiver.start(&desk.requestor, request, at(0));
        let Handled::Reply { reply, .. } = handled else { panic!("{dialect:?}: {handled:?}") };
        assert_eq!(json!(reply)["error"]["code"], -32603);
        assert!(receiver.store().is_empty());
    }
}

#[test]
fn rule_01_another_requestors_task_is_unknown_word_for_word() {
    for dialect in DIALECTS {
        let (mut ours, mut theirs) = (Desk::new(dialect), Desk::new(dialect));
        theirs.create();
        for (method, more) in [("tasks/get", json!({})), ("tasks/update", json!({}))] {
            if method == "tasks/update" && dialect != Dialect::Extension {
                continue;
            }
            let mut params = |id: &str| {
                let mut params = json!({ "taskId": id, "inputResponses": {} });
                params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                ours.ask(method, params)["error"].clone()
            };
            let (other, unknown) = (params("task-1"), params("no-such-task"));
            assert_eq!(other, unknown, "{dialect:?} {method}");
            assert_eq!(other["code"], -32602);
            assert_eq!(other["message"], "Task not found");
        }
    }
}

#[test]
fn rule_04_what_is_granted_is_what_is_reported() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        for (wish, granted) in [
            (json!({}), 300_000),
            (json!({ "ttl": null }), 300_000),
            (json!({ "ttl": 0 }), 0),
            (json!({ "ttl": 60_000 }), 60_000),
            (json!({ "ttl": 60_000.0 }), 60_000),
            (json!({ "ttl": 3_600_000 }), 3_600_000),
            (json!({ "ttl": 3_600_001 }), 3_600_000),
            (json!({ "ttl": u64::MAX }), 3_600_000),
            (json!({ "ttl": 5, "unknown": true }), 5),
        ] {
            let mut desk = Desk::new(dialect);
            assert_eq!(desk.create_for(wish.clone())["ttl"], granted, "{wish}");
            if granted > 0 {
                desk.now += Duration::from_millis(granted - 1);
                assert_eq!(desk.get()["ttl"], granted);
                desk.now += Duration::from_millis(1);
            }
            assert_eq!(desk.refusal("tasks/get", first()).0, -32602, "{wish}");
        }
    }
    // In the extension nobody asks.
    for wish in [json!({ "ttl": 5 }), json!("odd"), json!(null)] {
        assert_eq!(Desk::new(Dialect::Extension).create_for(wish)["ttlMs"], 300_000);
    }
}

#[test]
fn rule_06_the_poll_interval_is_the_policys() {
    for dialect in DIALECTS {
        let mut policy = Policy::sole_requestor();
        policy.poll_interval = Duration::from_millis(1_234);
        let mut desk = Desk::with(policy, dialect);
        let (_, name) = names(dialect);
        assert_eq!(desk.create()[name], 1_234);
        assert_eq!(desk.get()[name], 1_234);
    }
}

#[test]
fn no_more_tasks_than_the_policy_allows() {
    for dialect in DIALECTS {
        let mut policy = Policy::sole_requestor();
        policy.max_tasks = 2;
        let mut desk = Desk::with(policy, dialect);
        desk.create();
        desk.create();
        let (code, message) = desk.refusal("tools/call", json!({ "name": "n", "task": {} }));
        assert_eq!(code, -32603);
        assert!(message.starts_with("Too many tasks"), "{message}");
        // One that has ended is kept for its TTL.
        desk.happens(Event::Cancel);
        assert_eq!(desk.refusal("tools/call", json!({ "name": "n", "task": {} })).0, -32603);
        // One that has expired counts no more, swept or not.
        desk.passes(300);
        desk.create();
        desk.sweep();
        desk.create();
        assert_eq!(desk.refusal("tools/call", json!({ "name": "n", "task": {} })).0, -32603);
    }
}

#[test]
fn a_request_without_the_wish_is_not_a_task() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        for params in [None, Some(json!({})), Some(json!({ "task": null })), Some(json!([]))] {
            let mut desk = Desk::new(dialect);
            let mut request = desk.request("tools/call", json!({}));
            request.body.params = params;
            let handled = desk.receiver.handle(&desk.requestor, request.clone(), at(0));
            assert_eq!(handled, Handled::NotOurs(request));
        }
    }
}

#[test]
fn a_request_that_cannot_be_a_task_is_processed_normally() {
    // The core's list of requests is exhaustive; the enveloped dialect takes any.
    for (dialect, ours) in [(Dialect::Core, false), (Dialect::Enveloped, true)] {
        let mut desk = Desk::new(dialect);
        let request = desk.request("resources/read", json!({ "uri": "u", "task": {} }));
        let handled = desk.receiver.handle(&desk.requestor, request.clone(), at(0));
        assert_eq!(matches!(handled, Handled::Started { .. }), ours, "{dialect:?}");
        if !ours {
            assert_eq!(handled, Handled::NotOurs(request));
        }
    }
}

#[test]
fn without_the_capability_the_wish_is_ignored() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        for (client, server) in [
            (json!({}), json!({})),
            (json!({ "tasks": {} }), json!({})),
            (json!({}), json!({ "tasks": {} })),
        ] {
            let mut desk = Desk::of(Policy::new(), requestor(dialect, &in_core(&client, &server)));
            let request = desk.request("tools/call", json!({ "task": {} }));
            let handled = desk.receiver.handle(&desk.requestor, request.clone(), at(0));
            assert_eq!(handled, Handled::NotOurs(request));
        }
    }
}

#[test]
fn rule_12_a_task_only_for_a_request_that_declares_the_extension() {
    let mut desk = Desk::new(Dialect::Extension);
    for meta in [
        json!(null),
        json!({}),
        json!({ "io.modelcontextprotocol/clientCapabilities": {} }),
        json!({ "io.modelcontextprotocol/clientCapabilities": { "extensions": {} } }),
        json!({ "io.modelcontextprotocol/clientCapabilities": { "tasks": {} } }),
    ] {
        let request = desk.request("tools/call", json!({ "name": "n", "_meta": meta }));
        // The request itself is answered as if there were no tasks.
        let handled = desk.receiver.handle(&desk.requestor, request.clone(), at(0));
        assert_eq!(handled, Handled::NotOurs(request.clone()));
        let Handled::Reply { reply, .. } = desk.receiver.start(&desk.requestor, request, at(0))
        else {
            panic!("a refusal")
        };
        let error = json!(reply)["error"].clone();
        assert_eq!(error["code"], -32021);
        let required = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
        assert_eq!(error["data"], json!({ "requiredCapabilities": required }));
    }
    let created = desk.result("tools/call", json!({ "name": "n", "_meta": declaring() }));
    assert_eq!(created["resultType"], "task");
    assert_eq!(desk.get()["status"], "working");
}

#[test]
fn in_the_extension_only_tools_become_tasks() {
    let mut desk = Desk::new(Dialect::Extension);
    let request = desk.request("prompts/get", json!({ "name": "n" }));
    let Handled::Reply { reply, .. } = desk.receiver.start(&desk.requestor, request, at(0)) else {
        panic!("refused")
    };
    assert_eq!(json!(reply)["error"]["code"], -32601);
}

#[test]
fn a_wish_of_another_type_is_refused_with_its_path() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        for (wish, path) in [
            (json!(7), "params.task:"),
            (json!("60000"), "params.task:"),
            (json!([]), "params.task:"),
            (json!(true), "params.task:"),
            (json!({ "ttl": "60000" }), "params.task.ttl:"),
            (json!({ "ttl": -1 }), "params.task.ttl:"),
            (json!({ "ttl": 0.5 }), "params.task.ttl:"),
            (json!({ "ttl": 1e30 }), "params.task.ttl:"),
            (json!({ "ttl": {} }), "params.task.ttl:"),
        ] {
            let mut desk = Desk::new(dialect);
            let (code, message) = desk.refusal("tools/call", json!({ "task": wish }));
            assert_eq!(code, -32602);
            assert!(message.contains(path), "{wish}: {message}");
            let unknown = desk.refusal("tasks/get", first());
            assert_eq!(unknown.1, "Task not found", "nothing was begun");
        }
    }
}

#[test]
fn a_client_runs_what_its_server_asks_as_well() {
    // The core alone has tasks in this direction.
    let mut desk =
        Desk::of(Policy::sole_requestor(), Requestor::new(&session(Dialect::Core), Side::Client));
    for (method, task) in [
        ("sampling/createMessage", true),
        ("elicitation/create", true),
        ("roots/list", false),
        ("tools/call", false),
    ] {
        let request = desk.request(method, json!({ "task": {} }));
        let handled = desk.receiver.handle(&desk.requestor, request, at(0));
        assert_eq!(matches!(handled, Handled::Started { .. }), task, "{method}");
    }
    assert_eq!(desk.get()["status"], "working");
    let session = session(Dialect::Extension);
    let mut desk = Desk::of(Policy::sole_requestor(), Requestor::new(&session, Side::Client));
    assert_eq!(desk.refusal("tasks/get", first()).0, -32601);
}

#[test]
fn a_sole_requestor_may_have_all_tasks_that_are_kept() {
    let policy = Policy::sole_requestor();
    let mut desk = Desk::with(policy.clone(), Dialect::Core);
    for _ in 0..policy.max_tasks {
        desk.create();
    }
    assert_eq!(desk.receiver.store().len(), policy.max_tasks);
}
