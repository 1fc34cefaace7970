//! What a receiver's errors mean: the table of `Fault`, by the words of real receivers.

use mcp_typestate::jsonrpc::{ErrorCode, ErrorObject};
use mcp_typestate::receiver::Refusal;
use mcp_typestate::{Dialect, Fault, FaultKind, NotNegotiated, Revision, Status};
use serde_json::{Value, json};

use crate::sessions::{error, result, tasks, told, working};

fn fault(code: i64, message: &str) -> Fault {
    ErrorObject::new(ErrorCode(code), message).into()
}

#[test]
fn words_of_other_receivers() {
    for (code, message, kind) in [
        // The reference server "everything".
        (
            -32602,
            "MCP error -32602: Cannot cancel task in terminal status: completed",
            FaultKind::AlreadyTerminal,
        ),
        (-32602, "MCP error -32602: Failed to retrieve task: Task not found", FaultKind::Unknown),
        (-32602, "MCP error -32602: Task not found: no-such-task", FaultKind::Unknown),
        // The enveloped contract's own.
        (-32602, "Task has expired", FaultKind::Expired),
        (-32602, "TASK HAS EXPIRED", FaultKind::Expired),
        (-32602, "Unknown task", FaultKind::Unknown),
        (-32602, "no such task: 7", FaultKind::Unknown),
        (-32602, "Task is not in terminal status", FaultKind::NotTerminal),
        (-32602, "The task is not in a terminal status yet", FaultKind::NotTerminal),
        (-32602, "Task not completed", FaultKind::NotTerminal),
        (-32602, "the task is still working", FaultKind::NotTerminal),
        (-32602, "Task already cancelled", FaultKind::AlreadyTerminal),
        // What is about something else than the task is the request's own.
        (-32602, "MCP error -32602: Tool nope not found", FaultKind::Other),
        (-32602, "the session has expired", FaultKind::Other),
        (-32602, "params.taskId: missing", FaultKind::Other),
        (-32602, "", FaultKind::Other),
        // The code says it all, whatever the words.
        (-32601, "Task not found", FaultKind::NotNegotiated),
        (-32021, "Task not found", FaultKind::NotNegotiated),
        (-32603, "Task has expired", FaultKind::Internal),
        (-32600, "Task required", FaultKind::Other),
        (-32000, "Task has expired", FaultKind::Other),
        (0, "", FaultKind::Other),
        (i64::MIN, "Task not found", FaultKind::Other),
    ] {
        assert_eq!(fault(code, message).kind, kind, "{code} {message}");
    }
}

#[test]
fn words_of_our_own_receiver() {
    let terminal = Status::Completed;
    for (refusal, kind) in [
        (Refusal::Expired, FaultKind::Expired),
        (Refusal::Unknown, FaultKind::Unknown),
        (Refusal::NotTerminal(Status::Working), FaultKind::NotTerminal),
        (Refusal::NotTerminal(Status::InputRequired), FaultKind::NotTerminal),
        (Refusal::AlreadyTerminal(terminal), FaultKind::AlreadyTerminal),
        (Refusal::InvalidParams("params.taskId: missing".to_owned()), FaultKind::Other),
        (Refusal::TooMany, FaultKind::Internal),
        (Refusal::RepeatedId, FaultKind::Internal),
        (Refusal::RepeatedKey("k".to_owned()), FaultKind::Internal),
        (Refusal::MissingCapability, FaultKind::NotNegotiated),
        (Refusal::NoMethod("tasks/get".to_owned()), FaultKind::NotNegotiated),
        (
            Refusal::NotNegotiated(NotNegotiated::Revision(Revision::V2024_11_05)),
            FaultKind::NotNegotiated,
        ),
    ] {
        let error = ErrorObject::from(refusal);
        let told = error.message.clone();
        assert_eq!(Fault::from(error.clone()).kind, kind, "{told}");
        // The words alone say the same to a requestor that does not read `data`.
        let wordy = ErrorObject { data: None, ..error };
        assert_eq!(Fault::from(wordy).kind, kind, "{told}");
    }
}

#[test]
fn a_reason_in_the_data_is_read_before_the_words() {
    for (reason, kind) in [
        ("expired", FaultKind::Expired),
        ("unknown", FaultKind::Unknown),
        ("not_terminal", FaultKind::NotTerminal),
        ("already_terminal", FaultKind::AlreadyTerminal),
    ] {
        let error = ErrorObject::new(ErrorCode::INVALID_PARAMS, "La tâche n'existe plus");
        let error = error.with_data(json!({ "reason": reason }));
        assert_eq!(Fault::from(error).kind, kind);
        let error = ErrorObject::new(ErrorCode::INVALID_PARAMS, "Task has expired: not found");
        let error = error.with_data(json!({ "reason": reason, "more": [1] }));
        assert_eq!(Fault::from(error).kind, kind);
    }
    for data in [json!(null), json!("expired"), json!(["expired"]), json!({ "reason": 7 })] {
        let error = ErrorObject::new(ErrorCode::INVALID_PARAMS, "Task not found").with_data(data);
        assert_eq!(Fault::from(error).kind, FaultKind::Unknown);
    }
}

#[test]
fn a_task_that_is_required_or_forbidden_is_told_by_the_reason() {
    for (code, data, kind) in [
        (-32601, json!({ "reason": "task_required" }), FaultKind::TaskRequired),
        (-32601, json!({ "reason": "task_forbidden" }), FaultKind::TaskForbidden),
        (-32601, json!({ "reason": "no_method" }), FaultKind::NotNegotiated),
        (-32601, json!("task_required"), FaultKind::NotNegotiated),
        (-32602, json!({ "reason": "task_required" }), FaultKind::Other),
    ] {
        let error = ErrorObject::new(ErrorCode(code), "no").with_data(data.clone());
        let fault = Fault::from(error);
        assert_eq!(fault.kind, kind, "{code} {data}");
        assert!(!fault.is_retryable(), "{code} {data}");
    }
}

#[test]
fn only_an_internal_error_is_worth_a_retry() {
    for (code, message, retry) in [
        (-32603, "out of order", true),
        (-32601, "no", false),
        (-32021, "no", false),
        (-32602, "Task has expired", false),
        (-32602, "Task not found", false),
        (-32602, "Task not completed", false),
        (-32602, "Task already cancelled", false),
        (-32602, "no", false),
        (-32000, "no", false),
    ] {
        assert_eq!(fault(code, message).is_retryable(), retry, "{code} {message}");
        let refused = working(Dialect::Core).observe(error(code, message)).unwrap_err();
        assert_eq!(refused.reason.is_retryable(), retry, "{code} {message}");
        let done = crate::sessions::terminal(Dialect::Core, "completed");
        let refused = done.result().accept(error(code, message)).unwrap_err();
        assert_eq!(refused.is_retryable(), retry, "{code} {message}");
    }
}

#[test]
fn a_fault_keeps_the_error_and_says_both() {
    let error = ErrorObject::new(ErrorCode::INVALID_PARAMS, "Task has expired").with_data(7);
    let fault = Fault::from(error.clone());
    assert_eq!(fault.error, error);
    let message = "the task has expired: error -32602 (invalid params): Task has expired";
    assert_eq!(fault.to_string(), message);
}

#[test]
fn a_refused_observation_is_an_error_with_its_source() {
    let refused = working(Dialect::Core).observe(error(-32602, "Task has expired")).unwrap_err();
    assert!(refused.to_string().starts_with("task t-1: the task has expired"), "{refused}");
    let error: &dyn std::error::Error = &refused;
    assert!(error.source().is_some());
}

#[test]
fn errors_of_a_recorded_session() {
    let Some(folder) = std::env::var_os("MCP_TYPESTATE_SHARED") else {
        println!("skipped: MCP_TYPESTATE_SHARED names no folder with transcripts");
        return;
    };
    let path = std::path::Path::new(&folder).join("transcripts/everything-task-2025-11-25.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let kinds: Vec<FaultKind> = lines
        .filter_map(|line| line["message"].get("error").cloned())
        .map(|error| Fault::from(mcp_typestate::from_value::<ErrorObject>(error).unwrap()).kind)
        .collect();
    let expected = [FaultKind::AlreadyTerminal, FaultKind::Unknown, FaultKind::Unknown];
    assert_eq!(kinds, expected);
}

#[test]
fn a_cancel_that_comes_too_late_says_so() {
    for dialect in [Dialect::Core, Dialect::Extension] {
        let tasks = tasks(dialect);
        let reply = crate::sessions::creation(dialect, told(dialect, "working", 0));
        let task = crate::sessions::as_working(crate::sessions::created(&tasks, reply));
        let call = task.cancel(&tasks.cancelling().unwrap()).unwrap();
        let late = error(-32602, "Cannot cancel task in terminal status: failed");
        assert_eq!(call.accept(late).unwrap_err().kind, FaultKind::AlreadyTerminal);
        // The task goes on as it was: the next poll shows its end.
        let done = task.observe(result(told(dialect, "failed", 5))).unwrap();
        assert_eq!(crate::sessions::state(&done), "terminal");
    }
}
