//! Input while a task runs: requests by key in the extension, a channel in the core.

use mcp_typestate::{AnswerError, Dialect, FaultKind, Input, InputRequired, Task, Update};
use serde_json::{Value, json};

use crate::sessions::{
    Tool, as_input_required, as_working, error, input_required, pushed, result, terminal, told,
    with,
};

const EXTENSION: Dialect = Dialect::Extension;

fn open(task: &mut Task<InputRequired, Tool>) -> Vec<String> {
    let Input::Requests(requests) = task.input() else { panic!("requests") };
    requests.open().map(|(key, _)| key.to_owned()).collect()
}

fn answer(task: &mut Task<InputRequired, Tool>, keys: &[&str]) -> Result<Value, AnswerError> {
    let Input::Requests(mut requests) = task.input() else { panic!("requests") };
    let update = requests.answer(keys.iter().map(|key| (*key, json!({ "to": key }))))?;
    Ok(json!(update.message(1).body.params)["inputResponses"].clone())
}

fn asking(keys: &[&str], second: u64) -> Update {
    let requests: serde_json::Map<_, _> =
        keys.iter().map(|key| ((*key).to_owned(), json!({ "method": "roots/list" }))).collect();
    let task = told(EXTENSION, "input_required", second);
    result(with(task, json!({ "inputRequests": requests }))).into()
}

#[test]
fn rule_11_a_partial_answer_leaves_the_rest_open() {
    let mut task = input_required(EXTENSION);
    assert_eq!(open(&mut task), ["a", "b"]);
    assert_eq!(answer(&mut task, &["b"]), Ok(json!({ "b": { "to": "b" } })));
    assert_eq!(open(&mut task), ["a"]);
    assert_eq!(answer(&mut task, &["a"]), Ok(json!({ "a": { "to": "a" } })));
    assert_eq!(open(&mut task), [""; 0]);
}

#[test]
fn rule_11_a_key_that_the_receiver_lists_on_is_not_asked_again() {
    let mut task = input_required(EXTENSION);
    answer(&mut task, &["a"]).unwrap();
    let mut task = as_input_required(task.observe(asking(&["a", "b"], 20)).unwrap());
    assert_eq!(open(&mut task), ["b"]);
    answer(&mut task, &["b"]).unwrap();
    // Nor after the task has worked, nor when a stale update comes.
    let stale = task.observe(asking(&["a", "b"], 11)).unwrap();
    let working = as_input_required(stale).observe(result(told(EXTENSION, "working", 30))).unwrap();
    let again = as_working(working).observe(asking(&["a", "b", "c"], 40)).unwrap();
    assert_eq!(open(&mut as_input_required(again)), ["c"]);
}

#[test]
fn rule_11_an_answer_to_a_key_that_is_not_open_is_refused() {
    let mut task = input_required(EXTENSION);
    let not_open = |key: &str| Err(AnswerError::NotOpen(key.to_owned()));
    assert_eq!(answer(&mut task, &["nobody"]), not_open("nobody"));
    // Then nothing counts as answered.
    assert_eq!(answer(&mut task, &["a", "nobody"]), not_open("nobody"));
    assert_eq!(open(&mut task), ["a", "b"]);
    answer(&mut task, &["a"]).unwrap();
    assert_eq!(answer(&mut task, &["a"]), not_open("a"));
    assert_eq!(answer(&mut task, &["b", "a"]), not_open("a"));
    assert_eq!(open(&mut task), ["b"]);
}

#[test]
fn an_answer_that_is_not_json_is_refused() {
    let mut task = input_required(EXTENSION);
    let Input::Requests(mut requests) = task.input() else { panic!("requests") };
    let keys_that_are_no_strings = std::collections::BTreeMap::from([((1, 2), 3)]);
    let error = requests.answer([("a", keys_that_are_no_strings)]).unwrap_err();
    assert!(matches!(error, AnswerError::Unwritable(_)), "{error}");
    assert_eq!(open(&mut task), ["a", "b"]);
}

#[test]
fn an_update_is_acknowledged_or_refused_and_can_be_sent_again() {
    let mut task = input_required(EXTENSION);
    let Input::Requests(mut requests) = task.input() else { panic!("requests") };
    let update = requests.answer([("a", json!(1))]).unwrap();
    assert_eq!(update.accept(result(json!({ "resultType": "complete" }))), Ok(()));
    assert_eq!(update.accept(result(json!({}))), Ok(()));
    let fault = update.accept(error(-32602, "Task has expired")).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Expired);
    assert!(update.accept(error(-32603, "out of order")).unwrap_err().is_retryable());
    assert_eq!(json!(update.message(1)), json!(update.clone().message(1)));
}

#[test]
fn requests_keep_what_they_ask() {
    let mut task = input_required(EXTENSION);
    let Input::Requests(requests) = task.input() else { panic!("requests") };
    let (key, request) = requests.open().next().unwrap();
    assert_eq!(key, "a");
    let expected = json!({ "method": "elicitation/create", "params": { "message": "?" } });
    assert_eq!(json!(request), expected);
}

#[test]
fn input_may_be_required_without_a_request() {
    for requests in [json!({}), Value::Null] {
        let task = told(EXTENSION, "input_required", 20);
        let update = pushed(EXTENSION, with(task, json!({ "inputRequests": requests })));
        let task = crate::sessions::working(EXTENSION).observe(update).unwrap();
        assert_eq!(open(&mut as_input_required(task)), [""; 0]);
    }
}

#[test]
fn a_request_that_is_none_says_where() {
    let update = with(
        told(EXTENSION, "input_required", 20),
        json!({ "inputRequests": { "a": { "params": {} } } }),
    );
    for (update, place) in
        [(Update::from(result(update.clone())), "result"), (pushed(EXTENSION, update), "params")]
    {
        let refused = crate::sessions::working(EXTENSION).observe(update).unwrap_err();
        let mcp_typestate::ObserveError::Malformed(error) = refused.reason else { panic!("where") };
        assert_eq!(error.path(), format!("{place}.inputRequests.a.method"));
    }
}

#[test]
fn in_the_core_the_client_opens_the_result_early() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let mut task = input_required(dialect);
        let Input::Channel(channel) = task.input() else { panic!("a channel") };
        let expected = json!({ "method": "tasks/result", "params": { "taskId": "t-1" } });
        assert_eq!(json!(channel.message(1).body), expected);
    }
}

#[test]
fn what_answers_the_channel_at_last_is_the_result() {
    let mut task = input_required(Dialect::Core);
    let Input::Channel(channel) = task.input() else { panic!("a channel") };
    let reply = channel.accept(result(json!({ "content": [] }))).unwrap();
    let outcome = terminal(Dialect::Core, "completed").result().accept(reply).unwrap();
    assert!(outcome.completed().is_some());
    // The request's own error is one, too.
    let own = error(-32000, "it broke");
    assert_eq!(channel.accept(own.clone()), Ok(own.clone()));
    assert!(terminal(Dialect::Core, "failed").result().accept(own).is_ok());
}

#[test]
fn a_channel_that_is_refused_is_a_fault() {
    let mut task = input_required(Dialect::Enveloped);
    let Input::Channel(channel) = task.input() else { panic!("a channel") };
    for (code, message, kind) in [
        (-32602, "Task is not terminal yet: it is input_required", FaultKind::NotTerminal),
        (-32602, "Task has expired", FaultKind::Expired),
        (-32602, "Task not found", FaultKind::Unknown),
        (-32601, "Method not found: tasks/result", FaultKind::NotNegotiated),
    ] {
        assert_eq!(channel.accept(error(code, message)).unwrap_err().kind, kind);
    }
}
