//! Parameters of the wrong type: -32602, with a path.

use mcp_typestate::Dialect;
use serde_json::{Value, json};

use super::desk::{Desk, first};
use crate::sessions::{DIALECTS, with};

/// The methods of a dialect that take a task's id.
fn methods(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Enveloped => &["tasks/get", "tasks/result"],
        Dialect::Core => &["tasks/get", "tasks/result", "tasks/cancel"],
        Dialect::Extension => &["tasks/get", "tasks/update", "tasks/cancel"],
    }
}

fn refused(desk: &mut Desk, method: &str, params: Value, path: &str) {
    let case = format!("{method} {params}");
    let (code, message) = desk.refusal(method, params);
    assert_eq!(code, -32602, "{case}");
    assert!(message.starts_with(&format!("Invalid params: {path}: ")), "{case}: {message}");
}

#[test]
fn a_task_id_is_a_string() {
    for dialect in DIALECTS {
        let mut desk = Desk::new(dialect);
        desk.create();
        for method in methods(dialect) {
            for id in [json!(1), json!(null), json!(["task-1"]), json!({}), json!(true)] {
                let params = json!({ "taskId": id, "inputResponses": {} });
                refused(&mut desk, method, params, "params.taskId");
            }
            refused(&mut desk, method, json!({ "inputResponses": {} }), "params.taskId");
        }
        assert_eq!(desk.get()["status"], "working");
    }
}

#[test]
fn answers_are_an_object() {
    let mut desk = Desk::new(Dialect::Extension);
    desk.create();
    for answers in [json!(1), json!(null), json!([]), json!("a")] {
        let params = with(first(), json!({ "inputResponses": answers }));
        refused(&mut desk, "tasks/update", params, "params.inputResponses");
    }
    refused(&mut desk, "tasks/update", first(), "params.inputResponses");
}

#[test]
fn parameters_that_are_no_object_have_no_members() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let mut desk = Desk::new(dialect);
        for method in methods(dialect) {
            for params in [None, Some(json!(null)), Some(json!([])), Some(json!("task-1"))] {
                let mut request = desk.request(method, json!({}));
                request.body.params = params;
                let reply = json!(desk.receive(&request));
                assert_eq!(reply["error"]["code"], -32602, "{method}");
                let message = "Invalid params: params.taskId: missing";
                assert_eq!(reply["error"]["message"], message);
            }
        }
    }
}

#[test]
fn members_that_are_not_known_are_ignored() {
    for dialect in DIALECTS {
        let mut desk = Desk::new(dialect);
        desk.create();
        let params = with(first(), json!({ "unknown": [1], "cursor": 7 }));
        assert_eq!(desk.result("tasks/get", params)["taskId"], "task-1");
    }
}

#[test]
fn rule_08_the_task_id_wins_over_the_related_task() {
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    desk.create();
    let meta = json!({ "io.modelcontextprotocol/related-task": { "taskId": "task-2" } });
    let params = with(first(), json!({ "_meta": meta }));
    assert_eq!(desk.result("tasks/get", params.clone())["taskId"], "task-1");
    desk.result("tasks/cancel", params);
    assert_eq!(desk.get()["status"], "cancelled");
    let other = json!({ "taskId": "task-2" });
    assert_eq!(desk.result("tasks/get", other)["status"], "working");
}
