//! Limits: what is forgotten is not missed, and what is too much is counted.

use mcp_typestate::Side;
use mcp_typestate::check::{Checker, Entry};
use serde_json::{Value, json};

use super::ids;

pub(super) fn say(checker: &mut Checker, from: Side, message: Value) -> Vec<&'static str> {
    ids(&checker.entry(&Entry::new(1, message).with_from(from)).findings)
}

/// A checker that saw the beginning of a session.
pub(super) fn begun() -> Checker {
    let mut checker = Checker::new().with_revision("2025-11-25");
    let tasks = json!({ "requests": { "tools": { "call": {} } } });
    let side = |name: &str| json!({ "name": name, "version": "1" });
    let ask = json!({ "jsonrpc": "2.0", "id": "begin", "method": "initialize",
        "params": { "protocolVersion": "2025-11-25", "capabilities": { "tasks": {} },
            "clientInfo": side("keeper") } });
    let agree = json!({ "jsonrpc": "2.0", "id": "begin", "result": {
        "protocolVersion": "2025-11-25", "capabilities": { "tools": {}, "tasks": tasks },
        "serverInfo": side("owlery") } });
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(say(&mut checker, Side::Client, ask), [""; 0]);
    assert_eq!(say(&mut checker, Side::Server, agree), [""; 0]);
    assert_eq!(say(&mut checker, Side::Client, ready), [""; 0]);
    checker
}

/// What a client that has tasks says with each request of 2026-07-28.
pub(super) fn meta() -> Value {
    json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "keeper", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {},
            "extensions": { "io.modelcontextprotocol/tasks": {} } } })
}

/// The same for a session of 2026-07-28.
pub(super) fn begun_2026() -> Checker {
    let mut checker = Checker::new();
    let discover = json!({ "jsonrpc": "2.0", "id": "begin", "method": "server/discover",
        "params": { "_meta": meta() } });
    assert_eq!(say(&mut checker, Side::Client, discover), [""; 0]);
    checker
}

fn created(id: usize) -> Value {
    let task = json!({ "taskId": format!("t-{id}"), "status": "working", "ttl": null,
        "createdAt": "2026-08-01T12:00:00Z", "lastUpdatedAt": "2026-08-01T12:00:00Z" });
    json!({ "jsonrpc": "2.0", "id": id, "result": { "task": task } })
}

#[test]
fn a_task_that_was_forgotten_is_not_called_unknown() {
    let mut checker = begun();
    let unknown = json!({ "jsonrpc": "2.0", "id": "x", "method": "tasks/get",
        "params": { "taskId": "never" } });
    assert_eq!(say(&mut checker, Side::Client, unknown.clone()), ["task-unknown"]);
    for id in 0..16_385 {
        let call = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": { "name": "n", "task": {} } });
        assert_eq!(say(&mut checker, Side::Client, call), [""; 0]);
        assert_eq!(say(&mut checker, Side::Server, created(id)), [""; 0]);
    }
    let mut again = unknown;
    again["id"] = json!("y");
    assert_eq!(say(&mut checker, Side::Client, again), [""; 0]);
}

#[test]
fn ids_in_order_are_remembered_however_many_they_are() {
    let mut checker = Checker::new().with_revision("2025-11-25");
    for id in 0..70_000 {
        let ping = json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
        say(&mut checker, Side::Client, ping);
        say(&mut checker, Side::Server, json!({ "jsonrpc": "2.0", "id": id, "result": {} }));
    }
    let ping = json!({ "jsonrpc": "2.0", "id": 3, "method": "ping" });
    assert_eq!(say(&mut checker, Side::Client, ping), ["id-reused"]);
}

#[test]
fn a_rule_that_one_line_breaks_many_times_is_listed_a_hundred_times_and_then_counted() {
    let batch: Vec<_> = (0..4000)
        .map(|id| json!({ "jsonrpc": "2.0", "id": id, "method": format!("owls/{id}") }))
        .chain([json!({ "jsonrpc": "2.0", "id": 0, "method": "ping" })])
        .collect();
    let mut checker = Checker::new().with_revision("2025-03-26");
    let entry = Entry::new(1, json!(batch)).with_from(Side::Client);
    let found = checker.entry(&entry).findings;
    assert_eq!(found.len(), 102);
    assert_eq!(ids(&found[..101]), [["method-unknown"; 100].as_slice(), &["id-reused"]].concat());
    assert_eq!(
        found[101].to_string(),
        "line 1: 3900 more of these are not listed (method-unknown)"
    );
}

#[test]
fn what_is_wrong_with_one_value_is_counted_where_it_is_too_much_to_list() {
    let mut checker = begun();
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    assert_eq!(say(&mut checker, Side::Client, list), [""; 0]);
    let tools = vec![json!({ "name": 7, "inputSchema": { "type": "object" } }); 100_000];
    let tools = json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": tools } });
    let found = checker.entry(&Entry::new(1, tools).with_from(Side::Server)).findings;
    assert_eq!(ids(&found), ["schema"; 101]);
    assert_eq!(found[0].path.to_string(), "result.tools[0].name");
    assert_eq!(
        found[100].to_string(),
        "line 1: at least 99900 more of these are not listed (schema)"
    );
}

#[test]
fn an_id_that_was_forgotten_is_not_called_unknown() {
    let answer = |id: &Value| json!({ "jsonrpc": "2.0", "id": id, "result": {} });
    let ids: [fn(usize) -> Value; 2] = [|id| json!(format!("id-{id}")), |id| json!(10 + 2 * id)];
    for id in ids {
        // More requests wait than are kept, and more ranges of ids; then all are answered.
        let mut checker = begun();
        for position in 0..70_000 {
            let ping = json!({ "jsonrpc": "2.0", "id": id(position), "method": "ping" });
            assert_eq!(say(&mut checker, Side::Client, ping), [""; 0]);
        }
        for position in 0..70_000 {
            assert_eq!(say(&mut checker, Side::Server, answer(&id(position))), [""; 0]);
        }
        // A second reply to the first, which is known no longer.
        assert_eq!(say(&mut checker, Side::Server, answer(&id(0))), [""; 0]);
        // As long as nothing was forgotten, it is found.
        let mut checker = begun();
        assert_eq!(say(&mut checker, Side::Server, answer(&id(0))), ["reply-to-nothing"]);
    }
}

#[test]
fn a_task_that_too_many_were_listened_for_is_not_called_unheard() {
    let session = |listened: usize| {
        let mut checker = begun_2026();
        let ids: Vec<_> = (0..listened).map(|id| format!("t-{id}")).collect();
        let listen = json!({ "jsonrpc": "2.0", "id": "listen", "method": "subscriptions/listen",
            "params": { "_meta": meta(), "notifications": { "taskIds": ids } } });
        assert_eq!(say(&mut checker, Side::Client, listen), [""; 0]);
        let push = json!({ "jsonrpc": "2.0", "method": "notifications/tasks", "params": {
            "taskId": "t-3", "status": "working", "ttlMs": null,
            "createdAt": "2026-08-01T12:00:00Z", "lastUpdatedAt": "2026-08-01T12:00:00Z",
            "_meta": { "io.modelcontextprotocol/subscriptionId": "listen" } } });
        say(&mut checker, Side::Server, push)
    };
    assert_eq!(session(17_000), [""; 0]);
    assert_eq!(session(4), [""; 0]);
    assert_eq!(session(3), ["notification-unsubscribed"]);
}

#[test]
fn a_task_that_too_many_subscriptions_named_is_not_called_unheard() {
    let session = |subscriptions: usize| {
        let mut checker = begun_2026();
        let ids = || (0..subscriptions).map(|id| format!("listen-{id}"));
        for id in ids() {
            let listen = json!({ "jsonrpc": "2.0", "id": id, "method": "subscriptions/listen",
                "params": { "_meta": meta(), "notifications": { "taskIds": ["t"] } } });
            assert_eq!(say(&mut checker, Side::Client, listen), [""; 0]);
        }
        for id in ids() {
            let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
                "params": { "requestId": id } });
            assert_eq!(say(&mut checker, Side::Server, cancel), [""; 0]);
        }
        let push = json!({ "jsonrpc": "2.0", "method": "notifications/tasks", "params": {
            "taskId": "t", "status": "working", "ttlMs": null,
            "createdAt": "2026-08-01T12:00:00Z", "lastUpdatedAt": "2026-08-01T12:00:00Z" } });
        say(&mut checker, Side::Server, push)
    };
    assert_eq!(session(8), ["notification-unsubscribed"]);
    assert_eq!(session(9), [""; 0]);
}

#[test]
fn a_token_that_too_many_requests_gave_is_not_called_unknown() {
    let session = |requests: u32| {
        let mut checker = begun();
        for id in 0..requests {
            let call = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call",
                "params": { "name": "n", "_meta": { "progressToken": "p" } } });
            assert_eq!(say(&mut checker, Side::Client, call), [""; 0]);
            let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
                "params": { "requestId": id } });
            assert_eq!(say(&mut checker, Side::Client, cancel), [""; 0]);
        }
        for id in 1..requests {
            let answer = json!({ "jsonrpc": "2.0", "id": id, "result": { "content": [] } });
            assert_eq!(say(&mut checker, Side::Server, answer), [""; 0]);
        }
        let progress = |progress: u32| {
            json!({ "jsonrpc": "2.0", "method": "notifications/progress",
                "params": { "progressToken": "p", "progress": progress } })
        };
        // The first one was not answered.
        assert_eq!(say(&mut checker, Side::Server, progress(2)), [""; 0]);
        let falls = say(&mut checker, Side::Server, progress(1));
        let answer = json!({ "jsonrpc": "2.0", "id": 0, "result": { "content": [] } });
        assert_eq!(say(&mut checker, Side::Server, answer), [""; 0]);
        [falls, say(&mut checker, Side::Server, progress(3))].concat()
    };
    assert_eq!(session(8), ["progress-not-rising", "progress-unknown"]);
    assert_eq!(session(9), [""; 0]);
}

#[test]
fn input_that_too_many_tasks_asked_for_is_not_called_unknown() {
    let session = |tasks: usize| {
        let mut checker = begun_2026();
        let requests: serde_json::Map<String, Value> = (0..1000)
            .map(|key| {
                let form = json!({ "mode": "form", "message": "?",
                    "requestedSchema": { "type": "object", "properties": {} } });
                (format!("k-{key}"), json!({ "method": "elicitation/create", "params": form }))
            })
            .collect();
        for id in 0..tasks {
            let call = json!({ "jsonrpc": "2.0", "id": 2 * id, "method": "tools/call",
                "params": { "name": "n", "_meta": meta() } });
            let mut task = json!({ "resultType": "task", "taskId": format!("t-{id}"),
                "status": "working", "ttlMs": null, "createdAt": "2026-08-01T12:00:00Z",
                "lastUpdatedAt": "2026-08-01T12:00:00Z" });
            assert_eq!(say(&mut checker, Side::Client, call), [""; 0]);
            let created = json!({ "jsonrpc": "2.0", "id": 2 * id, "result": task });
            assert_eq!(say(&mut checker, Side::Server, created), [""; 0]);
            let get = json!({ "jsonrpc": "2.0", "id": 2 * id + 1, "method": "tasks/get",
                "params": { "taskId": format!("t-{id}"), "_meta": meta() } });
            assert_eq!(say(&mut checker, Side::Client, get), [""; 0]);
            task["resultType"] = json!("complete");
            task["status"] = json!("input_required");
            task["inputRequests"] = json!(requests);
            let waits = json!({ "jsonrpc": "2.0", "id": 2 * id + 1, "result": task });
            assert_eq!(say(&mut checker, Side::Server, waits), [""; 0]);
        }
        let update = json!({ "jsonrpc": "2.0", "id": "u", "method": "tasks/update",
            "params": { "taskId": "t-0", "inputResponses": { "never": { "action": "decline" } },
                "_meta": meta() } });
        say(&mut checker, Side::Client, update)
    };
    assert_eq!(session(2), ["input-key-unknown"]);
    assert_eq!(session(70), [""; 0]);
}
