//! Tasks written down and taken up again.

use mcp_typestate::v2025_11_25::ReadResource;
use mcp_typestate::{Dialect, Input, Observed, Reply, ResumeError, Saved, from_value};
use serde_json::{Value, json};

use crate::sessions::{
    DIALECTS, Tool, as_input_required, as_terminal, as_working, begun, created, creation,
    input_required, result, state, tasks, told, with,
};

const STATUSES: [&str; 5] = ["working", "input_required", "completed", "failed", "cancelled"];

fn save(task: &Observed<Tool>) -> Value {
    // Through text, as it would be written down.
    let text = serde_json::to_string(&Saved::from(task)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn resume(dialect: Dialect, saved: &Value) -> Result<Observed<Tool>, ResumeError> {
    tasks(dialect).resume(from_value(saved.clone()).unwrap())
}

#[test]
fn a_task_is_taken_up_as_it_was_written_down() {
    for dialect in DIALECTS {
        for status in STATUSES {
            let more =
                json!({ "statusMessage": "m", "_meta": { "k": 1 }, "example.com/x": [null] });
            let reply = creation(dialect, with(told(dialect, status, 10), more));
            let task = created(&tasks(dialect), reply);
            let saved = save(&task);
            let again = resume(dialect, &saved).unwrap();
            assert_eq!(state(&again), state(&task), "{dialect:?} {status}");
            assert_eq!(again.snapshot(), task.snapshot(), "{dialect:?} {status}");
            assert_eq!(save(&again), saved, "{dialect:?} {status}");
        }
    }
}

#[test]
fn a_task_that_was_taken_up_goes_on() {
    for dialect in DIALECTS {
        let task = as_working(resume(dialect, &save(&begun(dialect, "working"))).unwrap());
        let task = task.observe(result(told(dialect, "input_required", 20))).unwrap();
        let task = as_input_required(resume(dialect, &save(&task)).unwrap());
        let stale = task.observe(result(told(dialect, "working", 19))).unwrap();
        let task = as_input_required(stale);
        let done = task.observe(result(told(dialect, "completed", 30))).unwrap();
        let done = as_terminal(resume(dialect, &save(&done)).unwrap());
        // The result is not written down: it is asked for.
        assert!(done.result().held().is_none());
        let reply: Reply = match dialect {
            Dialect::Extension => result(told(dialect, "completed", 30)),
            _ => result(json!({ "content": [] })),
        };
        assert!(done.result().accept(reply).unwrap().completed().is_some());
    }
}

#[test]
fn a_task_is_cancelled_in_the_session_that_took_it_up() {
    let before = tasks(Dialect::Core);
    let reply = creation(Dialect::Core, told(Dialect::Core, "working", 0));
    let task = created(&before, reply);
    let after = tasks(Dialect::Core);
    let task = after.resume::<Tool>(from_value(save(&task)).unwrap()).unwrap();
    let task = as_working(task);
    assert!(task.cancel(&after.cancelling().unwrap()).is_ok());
    assert!(task.cancel(&before.cancelling().unwrap()).is_err());
}

#[test]
fn rule_11_answered_keys_survive() {
    let dialect = Dialect::Extension;
    let mut task = input_required(dialect);
    let Input::Requests(mut requests) = task.input() else { panic!("requests") };
    let _ = requests.answer([("a", json!({}))]).unwrap();
    let saved = save(&Observed::InputRequired(task));
    assert_eq!(saved["answered"], json!(["a"]));
    let mut task = as_input_required(resume(dialect, &saved).unwrap());
    let open = |task: &mut mcp_typestate::Task<_, Tool>| {
        let Input::Requests(requests) = task.input() else { panic!("requests") };
        requests.open().map(|(key, _)| key.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(open(&mut task), ["b"]);
    // Also through a status in which nothing is asked.
    let working = task.observe(result(told(dialect, "working", 20))).unwrap();
    let working = as_working(resume(dialect, &save(&working)).unwrap());
    let task = working.observe(result(told(dialect, "input_required", 30))).unwrap();
    assert_eq!(open(&mut as_input_required(task)), ["b"]);
}

#[test]
fn another_version_is_refused_whatever_else_it_has() {
    let saved = save(&begun(Dialect::Core, "working"));
    for version in [0, 2, -1, i64::MAX] {
        let other = with(saved.clone(), json!({ "version": version, "new": {} }));
        assert_eq!(resume(Dialect::Core, &other).unwrap_err(), ResumeError::Version(version));
    }
    let error = resume(Dialect::Core, &with(saved, json!({ "version": 2 }))).unwrap_err();
    assert_eq!(error.to_string(), "version 2 of a saved task is not known: this is version 1");
}

#[test]
fn another_operation_is_refused() {
    let saved: Saved = from_value(save(&begun(Dialect::Core, "working"))).unwrap();
    assert_eq!((saved.id(), saved.method()), ("t-1", "tools/call"));
    let session = crate::sessions::tasks(Dialect::Enveloped);
    let error = session.resume::<ReadResource>(saved).unwrap_err();
    let (expected, found) = ("resources/read", "tools/call".to_owned());
    assert_eq!(error, ResumeError::Operation { expected, found });
}

#[test]
fn another_dialect_is_refused() {
    for (from, to, names) in [
        (Dialect::Core, Dialect::Extension, ("extension", "core")),
        (Dialect::Enveloped, Dialect::Extension, ("extension", "core")),
        (Dialect::Extension, Dialect::Core, ("core", "extension")),
    ] {
        let error = resume(to, &save(&begun(from, "working"))).unwrap_err();
        let (expected, found) = (names.0, names.1.to_owned());
        assert_eq!(error, ResumeError::Dialect { expected, found });
    }
    // A requestor does not tell these two apart.
    assert!(resume(Dialect::Enveloped, &save(&begun(Dialect::Core, "working"))).is_ok());
}

#[test]
fn a_state_that_is_not_the_statuss_own_is_refused() {
    for dialect in DIALECTS {
        for status in STATUSES {
            let saved = save(&begun(dialect, status));
            for name in ["working", "input required", "terminal", "", "Terminal"] {
                let tampered = with(saved.clone(), json!({ "state": name }));
                match resume(dialect, &tampered) {
                    Ok(task) => assert_eq!(state(&task), name, "{status}"),
                    Err(error) => {
                        assert_eq!(error, ResumeError::State(name.to_owned()), "{status}");
                        assert_ne!(saved["state"], name);
                    }
                }
            }
            let mut tampered = saved;
            tampered["task"]["status"] = json!("paused");
            let error = resume(dialect, &tampered).unwrap_err();
            assert_eq!(error, ResumeError::State("paused".to_owned()));
        }
    }
}

#[test]
fn requests_that_were_put_beside_another_state_are_not_asked() {
    let request = json!({ "a": { "method": "roots/list" } });
    for status in ["working", "completed"] {
        let saved = save(&begun(Dialect::Extension, status));
        let tampered = with(saved.clone(), json!({ "inputRequests": request }));
        assert_eq!(save(&resume(Dialect::Extension, &tampered).unwrap()), saved);
    }
}

#[test]
fn what_is_no_saved_task_says_where() {
    let saved = save(&begun(Dialect::Core, "working"));
    for (name, value, path) in [
        ("version", json!("1"), "version"),
        ("version", json!(1.5), "version"),
        ("task", json!({}), "task.taskId"),
        ("answered", json!({}), "answered"),
        ("inputRequests", json!({ "a": {} }), "inputRequests.a.method"),
    ] {
        let wrong = with(saved.clone(), json!({ name: value }));
        assert_eq!(from_value::<Saved>(wrong).unwrap_err().path(), path);
    }
    for name in ["version", "method", "dialect", "state", "task"] {
        let mut wrong = saved.clone();
        wrong.as_object_mut().unwrap().remove(name);
        assert_eq!(from_value::<Saved>(wrong).unwrap_err().path(), name);
    }
}
