//! What is refused because it was not negotiated.

use mcp_typestate::Dialect;
use mcp_typestate::receiver::Policy;
use serde_json::json;

use super::desk::{Desk, first, requestor};
use crate::sessions::{DIALECTS, in_core, in_extension, session};

const METHODS: [&str; 6] =
    ["tasks/get", "tasks/result", "tasks/list", "tasks/cancel", "tasks/update", "tasks/nonsense"];

#[test]
fn without_the_servers_capability_no_call_about_tasks_is_known() {
    let tasks = json!({ "tasks": {} });
    let extension = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
    for dialect in DIALECTS {
        let session = match dialect {
            Dialect::Extension => in_extension(&extension, &json!({})),
            _ => in_core(&tasks, &json!({})),
        };
        for method in METHODS {
            let mut desk = Desk::of(Policy::sole_requestor(), requestor(dialect, &session));
            assert_eq!(desk.refusal(method, first()).0, -32601, "{dialect:?} {method}");
        }
    }
}

#[test]
fn without_the_clients_capability_no_call_about_tasks_is_known() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        for method in METHODS {
            let session = in_core(&json!({}), &json!({ "tasks": {} }));
            let mut desk = Desk::of(Policy::sole_requestor(), requestor(dialect, &session));
            assert_eq!(desk.refusal(method, first()).0, -32601, "{dialect:?} {method}");
        }
    }
}

#[test]
fn in_the_extension_the_clients_capability_is_a_missing_one() {
    let server = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
    let ours = session(Dialect::Extension);
    let theirs = in_extension(&json!({}), &server);
    for (session, meta) in [(&ours, json!({})), (&theirs, json!({})), (&theirs, json!(null))] {
        for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
            let mut desk =
                Desk::of(Policy::sole_requestor(), requestor(Dialect::Extension, session));
            let params = json!({ "taskId": "task-1", "inputResponses": {}, "_meta": meta });
            let error = desk.ask(method, params)["error"].clone();
            assert_eq!(error["code"], -32021, "{method}");
            let required = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
            assert_eq!(error["data"]["requiredCapabilities"], required, "{method}");
        }
    }
}

#[test]
fn each_dialect_has_its_methods_and_no_others() {
    for (dialect, known) in [
        (Dialect::Enveloped, &["tasks/get", "tasks/result"][..]),
        (Dialect::Core, &["tasks/get", "tasks/result", "tasks/list", "tasks/cancel"][..]),
        (Dialect::Extension, &["tasks/get", "tasks/update", "tasks/cancel"][..]),
    ] {
        for method in METHODS {
            let mut desk = Desk::new(dialect);
            desk.create();
            let params = json!({ "taskId": "no-such-task", "inputResponses": {} });
            let reply = desk.ask(method, params);
            let unknown = reply["error"]["code"] == -32601;
            assert_eq!(unknown, !known.contains(&method), "{dialect:?} {method}: {reply}");
        }
    }
}

#[test]
fn rule_02_list_and_cancel_are_offered_where_they_were_declared() {
    let client = json!({ "tasks": {} });
    for list in [false, true] {
        for cancel in [false, true] {
            let mut tasks = json!({ "requests": { "tools": { "call": {} } } });
            for (name, declared) in [("list", list), ("cancel", cancel)] {
                if declared {
                    tasks[name] = json!({});
                }
            }
            let session = in_core(&client, &json!({ "tasks": tasks }));
            let mut desk = Desk::of(Policy::sole_requestor(), requestor(Dialect::Core, &session));
            desk.create();
            for (method, declared) in [("tasks/list", list), ("tasks/cancel", cancel)] {
                let reply = desk.ask(method, first());
                assert_eq!(reply.get("result").is_some(), declared, "{method}: {reply}");
                if !declared {
                    assert_eq!(reply["error"]["code"], -32601);
                }
            }
        }
    }
}
