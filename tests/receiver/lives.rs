//! Whole lives of tasks: the typestate at one end, the receiver at the other.

use std::time::Duration;

use mcp_typestate::jsonrpc::{ErrorCode, ErrorObject, RequestMessage};
use mcp_typestate::receiver::{Event, Payload, Policy};
use mcp_typestate::v2025_11_25::CallToolResult;
use mcp_typestate::{
    Created, Dialect, Failure, Fault, FaultKind, Observed, Outcome, Reply, ResultError,
};
use serde_json::{Value, json};

use super::pair::Pair;
use crate::sessions::{DIALECTS, Tool, at};

fn value(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}

fn failure() -> Value {
    json!({ "content": [], "isError": true })
}

fn broken() -> ErrorObject {
    ErrorObject::new(ErrorCode(-32000), "it broke")
}

fn needs(dialect: Dialect, keys: &[&str]) -> Event {
    let requests = match dialect {
        Dialect::Extension => {
            keys.iter().map(|key| ((*key).to_owned(), json!({ "method": "roots/list" }))).collect()
        }
        _ => Default::default(),
    };
    Event::NeedInput { message: "which owls?".to_owned(), requests }
}

/// The outcome that a requestor gets, without what only the core adds to a result.
fn plain(outcome: Outcome<CallToolResult>) -> Value {
    let result = |result: CallToolResult| {
        let mut result = json!(result);
        result.as_object_mut().unwrap().remove("_meta");
        result
    };
    match outcome {
        Outcome::Completed(completed) => json!({ "completed": result(completed) }),
        Outcome::Failed(Failure::Result(failed)) => json!({ "failed": result(failed) }),
        Outcome::Failed(Failure::Error(error)) => json!({ "failed": error }),
        Outcome::Failed(Failure::Silent) => json!("silent"),
        Outcome::Failed(other) => panic!("{other:?}"),
        Outcome::Cancelled => json!("cancelled"),
    }
}

/// How a task can end, and what the requestor then has.
fn ends(dialect: Dialect) -> Vec<(Event, Value)> {
    let payload = |value: &Value| Payload::from(value.clone());
    let silent = match dialect {
        Dialect::Enveloped => json!("silent"),
        // These two promise an error where there is no result.
        Dialect::Core | Dialect::Extension => json!({ "failed": {
            "code": -32603, "message": "The task has no result: it is failed" } }),
    };
    let tool_failure = match dialect {
        Dialect::Enveloped | Dialect::Core => json!({ "failed": failure() }),
        Dialect::Extension => json!({ "completed": failure() }),
    };
    vec![
        (Event::Complete(payload(&value("done"))), json!({ "completed": value("done") })),
        (Event::Fail(Some(payload(&failure()))), tool_failure),
        (Event::Fail(Some(Payload::from(broken()))), json!({ "failed": broken() })),
        (Event::Complete(Payload::from(broken())), json!({ "failed": broken() })),
        (Event::Fail(None), silent),
        (Event::Cancel, json!("cancelled")),
    ]
}

#[test]
fn a_task_comes_to_every_end_whether_notified_or_not() {
    for dialect in DIALECTS {
        for listens in [false, true] {
            for (end, expected) in ends(dialect) {
                let case = format!("{dialect:?} {listens} {end:?}");
                let plan = vec![(3, Event::Progress("reading".to_owned())), (7, end)];
                let mut pair = Pair::new(dialect, listens, plan);
                assert_eq!(plain(pair.run()), expected, "{case}");
                // A poll a second at most; none where the end was told.
                let pauses = pair.polls.windows(2).map(|two| two[1].duration_since(two[0]));
                assert!(pauses.clone().all(|pause| pause.unwrap() >= Duration::from_secs(1)));
                assert!(pair.polls.len() >= 6 - usize::from(listens) * 2, "{case}");
                assert_eq!(pair.polls.last().unwrap() < &at(7), listens, "{case}");
            }
        }
    }
}

#[test]
fn a_task_that_needs_input_comes_to_every_end() {
    for dialect in DIALECTS {
        for listens in [false, true] {
            for (end, expected) in ends(dialect) {
                let case = format!("{dialect:?} {listens} {end:?}");
                let mut plan = vec![(3, needs(dialect, &["a", "b"])), (6, Event::InputGiven)];
                plan.extend([(9, needs(dialect, &["c"])), (12, Event::InputGiven), (15, end)]);
                let mut pair = Pair::new(dialect, listens, plan);
                assert_eq!(plain(pair.run()), expected, "{case}");
                let answered: Vec<_> = pair.desk.answers.keys().map(String::as_str).collect();
                let keys: &[&str] =
                    if dialect == Dialect::Extension { &["a", "b", "c"] } else { &[] };
                assert_eq!(answered, keys, "{case}");
                assert_eq!(pair.channel.is_some(), dialect != Dialect::Extension, "{case}");
            }
        }
    }
}

#[test]
fn a_task_that_ends_while_it_waits_for_input() {
    for dialect in DIALECTS {
        for (end, expected) in ends(dialect) {
            let mut pair = Pair::new(dialect, true, vec![(3, needs(dialect, &["a"])), (3, end)]);
            assert_eq!(plain(pair.run()), expected, "{dialect:?}");
        }
    }
}

#[test]
fn a_task_that_the_requestor_cancels() {
    for dialect in [Dialect::Core, Dialect::Extension] {
        for needs_input in [false, true] {
            let plan = if needs_input { vec![(2, needs(dialect, &["a"]))] } else { Vec::new() };
            let mut pair = Pair::new(dialect, false, plan);
            let done = pair.follow(|pair, poll| {
                if poll == 4 {
                    let cancel = pair.desk.request("tasks/cancel", json!({ "taskId": "task-1" }));
                    assert!(matches!(pair.desk.receive(&cancel), Some(Reply::Result(_))));
                }
            });
            assert_eq!(pair.fetch(&done), Ok(Outcome::Cancelled), "{dialect:?} {needs_input}");
        }
    }
}

#[test]
fn a_cancel_by_the_typestate_is_what_the_receiver_takes() {
    for dialect in [Dialect::Core, Dialect::Extension] {
        let mut pair = Pair::new(dialect, false, Vec::new());
        let call = pair.tasks.runs::<Tool>().unwrap().call(Default::default());
        let reply = pair.desk.receive(&call.message(1).unwrap()).unwrap();
        let Ok(Created::Task(Observed::Working(task))) = call.accept(reply) else {
            panic!("a task")
        };
        let cancel = task.cancel(&pair.tasks.cancelling().unwrap()).unwrap();
        let reply = pair.desk.receive(&cancel.message(2)).unwrap();
        let update = match cancel.accept(reply).unwrap() {
            Some(update) => update,
            None => pair.desk.receive(&task.poll().message(3)).unwrap().into(),
        };
        let Ok(Observed::Terminal(done)) = task.observe(update) else { panic!("an end") };
        assert_eq!(pair.fetch(&done), Ok(Outcome::Cancelled));
    }
}

#[test]
fn a_result_is_gone_after_its_ttl() {
    for dialect in DIALECTS {
        let plan = vec![(1, Event::Complete(Payload::from(value("done"))))];
        let mut pair = Pair::new(dialect, true, plan);
        let done = pair.follow(|_, _| {});
        pair.desk.now = done.expires_at().unwrap().unwrap() - Duration::from_millis(1);
        assert!(!done.expired(pair.desk.now).unwrap());
        assert!(pair.fetch(&done).is_ok());
        pair.desk.now += Duration::from_millis(1);
        assert!(done.expired(pair.desk.now).unwrap());
        for kind in [FaultKind::Expired, FaultKind::Expired, FaultKind::Unknown] {
            let Err(ResultError::Fault(fault)) = pair.fetch(&done) else { panic!("{dialect:?}") };
            assert_eq!(fault.kind, kind);
            // Swept, it is expired as long as that is remembered.
            if pair.desk.now > done.expires_at().unwrap().unwrap() {
                pair.desk.now += Policy::new().remembers_expired;
            }
            pair.desk.now += Duration::from_secs(1);
            pair.desk.sweep();
        }
    }
}

#[test]
fn a_clock_set_back_does_not_make_updates_stale() {
    for dialect in DIALECTS {
        let plan = vec![(5, Event::Progress("reading".to_owned()))];
        let mut pair = Pair::new(dialect, false, plan);
        let done = pair.follow(|pair, poll| {
            if poll == 8 {
                pair.desk.now -= Duration::from_secs(7);
                pair.desk.happens(Event::Complete(Payload::from(value("done"))));
            }
        });
        assert_eq!(plain(pair.fetch(&done).unwrap()), json!({ "completed": value("done") }));
    }
}

#[test]
fn the_requestor_understands_every_refusal() {
    for dialect in DIALECTS {
        let mut pair = Pair::new(dialect, false, Vec::new());
        pair.desk.create();
        let mut kind = |method: &str, task: &str| {
            let request: RequestMessage<_> =
                pair.desk.request(method, json!({ "taskId": task, "inputResponses": {} }));
            let Some(Reply::Error(message)) = pair.desk.receive(&request) else {
                panic!("{method}")
            };
            Fault::from(message.error).kind
        };
        assert_eq!(kind("tasks/get", "task-2"), FaultKind::Unknown);
        assert_eq!(kind("tasks/nonsense", "task-1"), FaultKind::NotNegotiated);
        match dialect {
            Dialect::Enveloped => {
                assert_eq!(kind("tasks/result", "task-1"), FaultKind::NotTerminal);
                assert_eq!(kind("tasks/cancel", "task-1"), FaultKind::NotNegotiated);
            }
            Dialect::Core => assert_eq!(kind("tasks/update", "task-1"), FaultKind::NotNegotiated),
            Dialect::Extension => {
                assert_eq!(kind("tasks/result", "task-1"), FaultKind::NotNegotiated);
            }
        }
    }
}
