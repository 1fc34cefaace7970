//! Operations fix the type of a task's result, whichever that is.

use mcp_typestate::json::{Object, Raw};
use mcp_typestate::v2025_11_25 as core;
use mcp_typestate::{
    Created, Dialect, Method, Observed, Outcome, Reply, Request, ResultError, from_str,
};
use serde_json::json;

use crate::sessions::{DIALECTS, creation, result, tasks, told};

/// An operation whose result stays as it came.
enum Opaque {}

impl Method for Opaque {
    const METHOD: &'static str = "tools/call";
    type Params = Object;
}

impl Request for Opaque {
    type Result = Raw;
    type Reply = Raw;
}

#[test]
fn a_large_result_keeps_its_numbers_and_its_order() {
    let rows: Vec<String> =
        (0..50_000).map(|row| format!("{{\"z\":{row}.50,\"a\":1e{row},\"z\":2}}")).collect();
    let large = format!("{{\"z\":12345678901234567890123,\"a\":[{}]}}", rows.join(","));
    for dialect in DIALECTS {
        let tasks = tasks(dialect);
        let call = tasks.runs::<Opaque>().unwrap().call(Object::new());
        let reply = creation(dialect, told(dialect, "working", 1));
        let Ok(Created::Task(Observed::Working(task))) = call.accept(reply) else {
            panic!("a task")
        };
        let (ttl, _) = crate::sessions::names(dialect);
        let end = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"taskId\":\"t-1\",\"status\":\"completed\",\
             \"result\":{large},\"createdAt\":\"2026-08-01T12:00:00Z\",\
             \"lastUpdatedAt\":\"2026-08-01T12:00:09Z\",\"{ttl}\":null}}}}"
        );
        let end: Reply = from_str(&end).unwrap();
        let Ok(Observed::Terminal(done)) = task.observe(end.clone()) else { panic!("an end") };
        let outcome = match dialect {
            Dialect::Core => {
                let flat = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{large}}}");
                done.result().accept(from_str(&flat).unwrap())
            }
            _ => done.result().accept(end),
        };
        let Ok(Outcome::Completed(raw)) = outcome else { panic!("a result") };
        assert!(raw.get() == large, "{dialect:?}: the text changed");
        if dialect == Dialect::Extension {
            let Some(Ok(Outcome::Completed(raw))) = done.result().held() else { panic!("held") };
            assert!(raw.get() == large, "the held text changed");
        }
    }
}

#[test]
fn an_operation_of_another_type_has_its_own_result() {
    let tasks = tasks(Dialect::Enveloped);
    let params = core::ReadResourceRequestParams::new("file:///owls");
    let call = tasks.runs::<core::ReadResource>().unwrap().call(params);
    let message = json!(call.message(1).unwrap().body);
    let params = json!({ "uri": "file:///owls", "task": {} });
    assert_eq!(message, json!({ "method": "resources/read", "params": params }));
    let reply = creation(Dialect::Enveloped, told(Dialect::Enveloped, "completed", 1));
    let Ok(Created::Task(Observed::Terminal(done))) = call.accept(reply) else { panic!("an end") };
    let contents = json!({ "contents": [{ "uri": "file:///owls", "text": "hoot" }] });
    let envelope =
        |payload| result(json!({ "taskId": "t-1", "status": "completed", "result": payload }));
    let outcome = done.result().accept(envelope(&contents));
    let Ok(Outcome::Completed(read)) = outcome else { panic!("contents") };
    assert_eq!(json!(read), contents);
    let outcome = done.result().accept(envelope(&json!({ "content": [] })));
    let Err(ResultError::Malformed { error, .. }) = outcome else { panic!("another") };
    assert_eq!(error.path(), "result.result.contents");
}
