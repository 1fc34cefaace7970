//! What comes out of a task: every shape of a payload, in every dialect.

use mcp_typestate::json::Object;
use mcp_typestate::jsonrpc::ErrorObject;
use mcp_typestate::v2025_11_25::CallToolResult;
use mcp_typestate::{
    Dialect, Failure, FaultKind, Observed, Operation, Outcome, Reply, ResultError, Task, Terminal,
    from_value,
};
use serde_json::{Value, json};

use crate::sessions::{
    DIALECTS, Tool, as_terminal, created, creation, error, result, tasks, terminal, told, with,
};

/// The reply that brings a payload, which may be absent, in the dialect's own shape.
fn payload(dialect: Dialect, status: &str, payload: Option<Value>) -> Reply {
    let object = match dialect {
        Dialect::Enveloped => json!({ "taskId": "t-1", "status": status }),
        Dialect::Core => return result(payload.unwrap_or_else(|| json!({}))),
        Dialect::Extension => {
            let mut task = told(dialect, status, 20);
            let members = task.as_object_mut().unwrap();
            members.remove("result");
            members.remove("error");
            task
        }
    };
    let name = match (dialect, status) {
        (Dialect::Extension, "failed") => "error",
        _ => "result",
    };
    result(match payload {
        Some(payload) => with(object, json!({ name: payload })),
        None => object,
    })
}

fn accept<O: Operation>(
    task: &Task<Terminal, O>,
    reply: Reply,
) -> Result<Outcome<O::Result>, ResultError> {
    task.result().accept(reply)
}

fn text(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}

fn tool_result(value: Value) -> CallToolResult {
    from_value(value).unwrap()
}

#[test]
fn a_completed_task_has_the_operations_result() {
    for dialect in DIALECTS {
        let done = terminal(dialect, "completed");
        let value = with(text("done"), json!({ "more": { "kept": [1, 2.5, null] } }));
        let outcome = accept(&done, payload(dialect, "completed", Some(value.clone()))).unwrap();
        let Outcome::Completed(result) = outcome else { panic!("{dialect:?}") };
        assert_eq!(json!(result), value);
    }
}

#[test]
fn a_completed_task_without_a_result_is_malformed() {
    for (dialect, missing) in [
        (Dialect::Enveloped, None),
        (Dialect::Enveloped, Some(Value::Null)),
        (Dialect::Extension, None),
        (Dialect::Extension, Some(Value::Null)),
    ] {
        let done = terminal(dialect, "completed");
        let reply = payload(dialect, "completed", missing);
        let Err(ResultError::Malformed { error, payload }) = accept(&done, reply) else {
            panic!("{dialect:?}")
        };
        assert!(error.path().starts_with("result.result"), "{error}");
        assert!(payload.is_null());
    }
    let done = terminal(Dialect::Core, "completed");
    let reply = from_value(json!({ "jsonrpc": "2.0", "id": 1, "result": null })).unwrap();
    let Err(ResultError::Malformed { error, .. }) = accept(&done, reply) else { panic!("core") };
    assert!(error.path().starts_with("result"), "{error}");
}

#[test]
fn a_result_of_another_shape_is_malformed_with_its_path_and_kept() {
    for (dialect, path) in [
        (Dialect::Enveloped, "result.result.content[1].text"),
        (Dialect::Core, "result.content[1].text"),
        (Dialect::Extension, "result.result.content[1].text"),
    ] {
        let done = terminal(dialect, "completed");
        let wrong =
            json!({ "content": [{ "type": "text", "text": "a" }, { "type": "text", "text": 7 }] });
        let reply = payload(dialect, "completed", Some(wrong.clone()));
        let Err(error @ ResultError::Malformed { .. }) = accept(&done, reply) else {
            panic!("{dialect:?}")
        };
        assert!(!error.is_retryable());
        let ResultError::Malformed { error, payload } = error else { unreachable!() };
        assert_eq!(error.path(), path);
        assert_eq!(payload.to_value(), wrong);
    }
}

#[test]
fn a_failure_is_read_whatever_it_says() {
    let failed = with(text("it broke"), json!({ "isError": true }));
    let error = json!({ "code": -32000, "message": "it broke", "data": { "left": 0 } });
    for dialect in DIALECTS {
        let done = terminal(dialect, "failed");
        let read = |value| match accept(&done, payload(dialect, "failed", value)) {
            Ok(Outcome::Failed(failure)) => failure,
            other => panic!("{dialect:?}: {other:?}"),
        };
        assert_eq!(
            read(Some(failed.clone())),
            Failure::Result(tool_result(failed.clone())),
            "{dialect:?}"
        );
        let object: ErrorObject = from_value(error.clone()).unwrap();
        assert_eq!(read(Some(error.clone())), Failure::Error(object), "{dialect:?}");
        for odd in [
            json!({ "reason": "quota" }),
            json!("quota"),
            json!(["quota", 1]),
            json!(0),
            json!(false),
            json!({ "code": "E7", "message": "quota" }),
            json!({ "code": 7 }),
        ] {
            assert_eq!(read(Some(odd.clone())), Failure::Detail(odd), "{dialect:?}");
        }
        if dialect != Dialect::Core {
            assert_eq!(read(None), Failure::Silent, "{dialect:?}");
            assert_eq!(read(Some(Value::Null)), Failure::Silent, "{dialect:?}");
        }
    }
}

#[test]
fn the_extensions_failure_is_held_whatever_it_says() {
    for (error, expected) in [
        (json!("quota"), Failure::Detail(json!("quota"))),
        (json!({ "code": 1, "message": "m" }), Failure::Error(ErrorObject::new(1.into(), "m"))),
    ] {
        let task = with(told(Dialect::Extension, "failed", 20), json!({ "error": error }));
        let reply = creation(Dialect::Extension, task);
        let done = crate::sessions::created(&tasks(Dialect::Extension), reply);
        let done = crate::sessions::as_terminal(done);
        assert_eq!(done.result().held(), Some(Ok(Outcome::Failed(expected))));
    }
}

#[test]
fn what_a_result_holds_already_is_read_without_asking() {
    let done = terminal(Dialect::Extension, "completed");
    let empty = tool_result(json!({ "content": [] }));
    assert_eq!(done.result().held(), Some(Ok(Outcome::Completed(empty))));
    let wrong =
        with(told(Dialect::Extension, "completed", 20), json!({ "result": { "content": 7 } }));
    let done =
        crate::sessions::created(&tasks(Dialect::Extension), creation(Dialect::Extension, wrong));
    let held = crate::sessions::as_terminal(done).result().held();
    let Some(Err(ResultError::Malformed { error, payload })) = held else { panic!("{held:?}") };
    assert_eq!(error.path(), "result.result.content");
    assert_eq!(payload.get(), "{\"content\":7}");
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        assert_eq!(terminal(dialect, "completed").result().held(), None);
        assert_eq!(terminal(dialect, "failed").result().held(), None);
    }
}

#[test]
fn rule_07_a_cancelled_task_promises_no_payload() {
    for dialect in DIALECTS {
        let done = terminal(dialect, "cancelled");
        assert_eq!(done.result().held(), Some(Ok(Outcome::Cancelled)));
        for value in [None, Some(Value::Null), Some(text("too late")), Some(json!("odd"))] {
            let reply = payload(dialect, "cancelled", value.clone());
            assert_eq!(accept(&done, reply), Ok(Outcome::Cancelled), "{dialect:?} {value:?}");
        }
    }
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let done = terminal(dialect, "cancelled");
        for code in [-32603, -32000, -32601, -32800] {
            assert_eq!(accept(&done, error(code, "cancelled")), Ok(Outcome::Cancelled));
        }
    }
}

#[test]
fn an_error_that_answers_a_failed_task_is_the_requests_own() {
    let done = terminal(Dialect::Core, "failed");
    for (code, message) in
        [(-32000, "it broke"), (-32603, "it broke"), (-32602, "Tool nope not found"), (7, "")]
    {
        let expected = ErrorObject::new(code.into(), message);
        let outcome = accept(&done, error(code, message));
        assert_eq!(outcome, Ok(Outcome::Failed(Failure::Error(expected))), "{code} {message}");
    }
}

/// A server of to-do lists speaks of tasks too.
#[test]
fn an_error_that_a_failed_task_was_told_of_with_is_its_own_whatever_it_says() {
    for message in
        ["Task 12 not found in your list", "the task list is still empty", "Task has expired"]
    {
        for dialect in [Dialect::Enveloped, Dialect::Core] {
            let outcome = |status: &str, told: &str, error: Reply| {
                let task = with(self::told(dialect, status, 10), json!({ "statusMessage": told }));
                let seen = created(&tasks(dialect), creation(dialect, task));
                accept(&as_terminal(seen), error)
            };
            let own =
                Ok(Outcome::Failed(Failure::Error(ErrorObject::new((-32602).into(), message))));
            let cut = format!("{}…", message.split_at(9).0);
            for told in [message, &cut] {
                assert_eq!(outcome("failed", told, error(-32602, message)), own, "{told}");
                for status in ["completed", "cancelled"] {
                    let other = outcome(status, told, error(-32602, message));
                    assert_ne!(other, own, "{status}");
                }
            }
            for told in ["it failed", "", "…", "Task"] {
                let other = outcome("failed", told, error(-32602, message));
                assert_ne!(other, own, "{told}");
            }
            // A receiver that gives its reasons is taken at its word.
            let gone = ErrorObject::new((-32602).into(), message)
                .with_data(json!({ "reason": "expired" }));
            let refused = Reply::error(1, gone);
            let Err(ResultError::Fault(fault)) = outcome("failed", message, refused) else {
                panic!("{dialect:?} {message}")
            };
            assert_eq!(fault.kind, FaultKind::Expired);
        }
    }
}

#[test]
fn an_error_about_the_task_is_a_fault_whatever_its_end() {
    for dialect in DIALECTS {
        for status in ["completed", "failed", "cancelled"] {
            let done = terminal(dialect, status);
            for (message, kind) in [
                ("Task has expired", FaultKind::Expired),
                ("Task not found", FaultKind::Unknown),
                ("Task is not terminal yet", FaultKind::NotTerminal),
            ] {
                let Err(ResultError::Fault(fault)) = accept(&done, error(-32602, message)) else {
                    panic!("{dialect:?} {status} {message}")
                };
                assert_eq!(fault.kind, kind);
            }
        }
    }
}

#[test]
fn a_retry_after_an_internal_error_is_safe() {
    for dialect in DIALECTS {
        let done = terminal(dialect, "completed");
        let call = done.result();
        let refused = call.accept(error(-32603, "out of order")).unwrap_err();
        assert!(refused.is_retryable());
        let reply = payload(dialect, "completed", Some(text("done")));
        let first = call.accept(reply.clone()).unwrap();
        assert_eq!(call.clone().accept(reply).unwrap(), first);
        assert_eq!(json!(call.message(1)), json!(call.message(1)));
    }
}

#[test]
fn an_envelope_that_does_not_mirror_the_task_is_misbehaviour() {
    for dialect in [Dialect::Enveloped, Dialect::Extension] {
        let done = terminal(dialect, "completed");
        let good = json!(payload(dialect, "completed", Some(text("done"))))["result"].clone();
        for (members, what, found) in [
            (json!({ "taskId": "t-2" }), "the task", "t-2"),
            (json!({ "status": "failed" }), "the status", "failed"),
            (json!({ "status": "cancelled" }), "the status", "cancelled"),
        ] {
            let wrong = accept(&done, result(with(good.clone(), members)));
            let Err(ResultError::Misbehaved(contradiction)) = wrong else { panic!("{wrong:?}") };
            assert_eq!((contradiction.what, &*contradiction.found), (what, found));
        }
    }
    // Not terminal any more: no envelope in the first dialect, a task gone back in the last.
    let done = terminal(Dialect::Enveloped, "completed");
    let reply = result(json!({ "taskId": "t-1", "status": "working" }));
    assert!(matches!(accept(&done, reply), Err(ResultError::Malformed { .. })));
    let done = terminal(Dialect::Extension, "completed");
    let reply = result(told(Dialect::Extension, "working", 20));
    assert!(matches!(accept(&done, reply), Err(ResultError::Misbehaved(_))));
}

#[test]
fn a_requestor_reads_either_shape_of_a_result() {
    let done = terminal(Dialect::Core, "completed");
    let flat = accept(&done, payload(Dialect::Core, "completed", Some(text("done"))));
    let enveloped = accept(&done, payload(Dialect::Enveloped, "completed", Some(text("done"))));
    assert_eq!(flat, enveloped);
    // What only looks like an envelope is a result.
    for near in [json!({ "taskId": "t-2" }), json!({ "status": "done", "taskId": 7 })] {
        let reply = result(with(text("done"), near.clone()));
        let Ok(Outcome::Completed(result)) = accept(&done, reply) else { panic!("{near}") };
        assert_eq!(json!(result), with(text("done"), near));
    }
}

#[test]
fn rule_08_a_core_result_keeps_the_task_that_it_is_related_to() {
    let done = terminal(Dialect::Core, "completed");
    let mut meta = Object::new();
    mcp_typestate::relate_to_task(&mut meta, "t-1");
    let reply =
        payload(Dialect::Core, "completed", Some(with(text("done"), json!({ "_meta": meta }))));
    let Ok(Outcome::Completed(result)) = accept(&done, reply) else { panic!("a result") };
    let result = json!(result);
    let meta = result["_meta"].as_object().unwrap();
    assert_eq!(mcp_typestate::related_task(meta), Some("t-1"));
}

#[test]
fn completed_gives_the_result_alone() {
    let empty = tool_result(json!({ "content": [] }));
    assert_eq!(Outcome::Completed(empty.clone()).completed(), Some(empty));
    assert_eq!(Outcome::<<Tool as Operation>::Result>::Cancelled.completed(), None);
    assert_eq!(Outcome::<()>::Failed(Failure::Silent).completed(), None);
}

#[test]
fn an_outcome_is_a_result_or_says_why_there_is_none() {
    let empty = tool_result(json!({ "content": [] }));
    assert_eq!(Outcome::Completed(empty.clone()).into_result(), Ok(empty));
    for (outcome, words) in [
        (Outcome::Cancelled, "the task was cancelled"),
        (Outcome::Failed(Failure::Result(())), "the task failed: its result reports an error"),
        (
            Outcome::Failed(Failure::Error(ErrorObject::method_not_found("x/y"))),
            "the task failed: error -32601 (method not found): there is no method `x/y` here",
        ),
        (Outcome::Failed(Failure::Detail(json!({ "why": 1 }))), r#"the task failed: {"why":1}"#),
        (Outcome::Failed(Failure::Silent), "the task failed: the receiver does not say why"),
    ] {
        assert_eq!(outcome.into_result().unwrap_err().to_string(), words);
    }
}

#[test]
fn what_a_call_created_is_a_task_or_none() {
    let call = tasks(Dialect::Core).runs::<Tool>().unwrap().call(Default::default());
    let created = |reply| call.accept(reply).unwrap().task();
    let task = json!({ "task": told(Dialect::Core, "working", 0) });
    assert!(matches!(created(result(task)), Some(Observed::Working(task)) if task.id() == "t-1"));
    assert!(created(result(json!({ "content": [] }))).is_none());
}
