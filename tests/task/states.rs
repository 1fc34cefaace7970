//! The state machine, exhaustively: every state, and every status that may be seen next.

use mcp_typestate::{Dialect, ObserveError, Observed, Status, Update};
use serde_json::{Value, json};

use crate::sessions::{
    DIALECTS, STATUSES, Tool, begun, creation, error, pushed, result, state, told, with,
};

const OPEN: [&str; 2] = ["working", "input_required"];
const ENDS: [&str; 3] = ["completed", "failed", "cancelled"];

/// The state of each status; none for the one that the protocol does not have.
fn state_of(status: &str) -> Option<&'static str> {
    match status {
        "working" => Some("working"),
        "input_required" => Some("input required"),
        "completed" | "failed" | "cancelled" => Some("terminal"),
        _ => None,
    }
}

/// Observes an open task, whichever state it is in.
#[expect(clippy::result_large_err, reason = "only tests return it")]
pub fn observe(
    task: Observed<Tool>,
    update: impl Into<Update>,
) -> Result<Observed<Tool>, (Observed<Tool>, ObserveError)> {
    match task {
        Observed::Working(task) => task
            .observe(update)
            .map_err(|refused| (Observed::Working(*refused.task), refused.reason)),
        Observed::InputRequired(task) => task
            .observe(update)
            .map_err(|refused| (Observed::InputRequired(*refused.task), refused.reason)),
        Observed::Terminal(task) => panic!("{} cannot be observed", task.id()),
    }
}

fn both_ways(dialect: Dialect, task: &Value) -> [Update; 2] {
    [result(task.clone()).into(), pushed(dialect, task.clone())]
}

#[test]
fn a_task_is_created_in_any_known_status() {
    for dialect in DIALECTS {
        for status in STATUSES {
            let Some(expected) = state_of(status) else { continue };
            let task = begun(dialect, status);
            assert_eq!(state(&task), expected, "{dialect:?} {status}");
            assert_eq!(task.snapshot().status, Status::from(status));
        }
    }
}

#[test]
fn from_an_open_state_every_known_status_follows() {
    for dialect in DIALECTS {
        for from in OPEN {
            for to in STATUSES {
                for update in both_ways(dialect, &told(dialect, to, 20)) {
                    let case = format!("{dialect:?}: {from} to {to}");
                    match (observe(begun(dialect, from), update), state_of(to)) {
                        (Ok(task), Some(expected)) => {
                            assert_eq!(state(&task), expected, "{case}");
                            assert_eq!(task.snapshot().status, Status::from(to), "{case}");
                            assert!(task.snapshot().last_updated_at.ends_with("12:00:20Z"));
                        }
                        (Err((task, reason)), None) => {
                            assert_eq!(Some(state(&task)), state_of(from), "{case}");
                            let unknown = ObserveError::UnknownStatus(Status::from(to));
                            assert_eq!(reason, unknown, "{case}");
                            assert!(reason.is_retryable(), "{case}");
                        }
                        (other, _) => panic!("{case}: {other:?}"),
                    }
                }
            }
        }
    }
}

#[test]
fn an_older_update_changes_nothing_unless_it_is_the_end() {
    for dialect in DIALECTS {
        for from in OPEN {
            for to in STATUSES {
                let end = Status::from(to).terminal().is_some();
                for update in both_ways(dialect, &told(dialect, to, 9)) {
                    let task = observe(begun(dialect, from), update).unwrap();
                    let expected = if end { Some("terminal") } else { state_of(from) };
                    assert_eq!(Some(state(&task)), expected, "{dialect:?}: {from} to {to}");
                    // Time does not run backwards, whatever the receiver's clock does.
                    assert!(task.snapshot().last_updated_at.ends_with("12:00:10Z"));
                }
            }
        }
    }
}

#[test]
fn repeating_a_status_is_an_update() {
    for dialect in DIALECTS {
        for status in OPEN {
            let (ttl, poll_interval) = crate::sessions::names(dialect);
            let more = json!({ "statusMessage": "still at it", ttl: 90_000, poll_interval: 5 });
            let update = result(with(told(dialect, status, 20), more));
            let task = observe(begun(dialect, status), update).unwrap();
            assert_eq!(Some(state(&task)), state_of(status));
            let snapshot = task.snapshot();
            assert_eq!(snapshot.status_message.as_deref(), Some("still at it"));
            assert_eq!(snapshot.ttl.value(), Some(&90_000));
            assert_eq!(snapshot.poll_interval, Some(5));
        }
    }
}

#[test]
fn an_update_of_the_same_time_counts() {
    for dialect in DIALECTS {
        let update = result(told(dialect, "completed", 10));
        assert_eq!(state(&observe(begun(dialect, "working"), update).unwrap()), "terminal");
    }
}

#[test]
fn a_terminal_task_is_confirmed_by_its_own_end_and_by_what_came_late() {
    for dialect in DIALECTS {
        for end in ENDS {
            for status in STATUSES {
                for second in [9, 20] {
                    let Observed::Terminal(task) = begun(dialect, end) else { panic!("an end") };
                    let before = task.snapshot().clone();
                    let case = format!("{dialect:?}: {end}, then {status}");
                    let seen = task.confirm(result(told(dialect, status, second)));
                    match state_of(status) {
                        Some("terminal") if status != end => {
                            let Err(ObserveError::Misbehaved(contradiction)) = seen else {
                                panic!("{case}: {seen:?}")
                            };
                            assert_eq!(contradiction.what, "the status", "{case}");
                            assert_eq!(contradiction.expected, end, "{case}");
                            assert_eq!(contradiction.found, status, "{case}");
                        }
                        None => {
                            let unknown = ObserveError::UnknownStatus(Status::from(status));
                            assert_eq!(seen, Err(unknown), "{case}");
                        }
                        Some(_) => assert_eq!(seen, Ok(()), "{case}"),
                    }
                    assert_eq!(task.snapshot(), &before, "{case}");
                }
            }
        }
    }
}

#[test]
fn what_is_about_another_task_is_refused() {
    for dialect in DIALECTS {
        let other = with(told(dialect, "completed", 20), json!({ "taskId": "t-2" }));
        for update in both_ways(dialect, &other) {
            let (task, reason) = observe(begun(dialect, "working"), update.clone()).unwrap_err();
            let expected =
                ObserveError::OtherTask { expected: "t-1".to_owned(), found: "t-2".to_owned() };
            assert_eq!(reason, expected);
            assert!(!reason.is_retryable());
            assert_eq!(state(&task), "working");

            let Observed::Terminal(task) = begun(dialect, "completed") else { panic!("an end") };
            assert_eq!(task.confirm(update), Err(expected));
        }
    }
}

#[test]
fn a_task_of_the_same_id_that_was_created_at_another_time_is_another() {
    for dialect in DIALECTS {
        let members = json!({ "createdAt": "2026-08-01T12:00:01Z" });
        let update = result(with(told(dialect, "working", 20), members));
        let (_, reason) = observe(begun(dialect, "working"), update).unwrap_err();
        let ObserveError::Misbehaved(contradiction) = reason else { panic!("{reason:?}") };
        assert_eq!(contradiction.what, "the task's creation");
        // The same moment in other words is no contradiction.
        let members = json!({ "createdAt": "2026-08-01T14:00:00.000+02:00" });
        let update = result(with(told(dialect, "working", 20), members));
        assert!(observe(begun(dialect, "working"), update).is_ok());
    }
}

#[test]
fn a_refused_update_gives_the_handle_back_as_it_was() {
    for dialect in DIALECTS {
        for status in OPEN {
            let before = begun(dialect, status).snapshot().clone();
            for reply in [
                error(-32603, "out of order"),
                error(-32602, "Task not found"),
                result(json!({ "taskId": "t-1" })),
                result(json!([])),
                result(with(told(dialect, "paused", 20), json!({ "extra": 1 }))),
            ] {
                let (task, _) = observe(begun(dialect, status), reply).unwrap_err();
                assert_eq!(Some(state(&task)), state_of(status));
                assert_eq!(task.snapshot(), &before);
            }
        }
    }
}

#[test]
fn a_creation_in_an_unknown_status_keeps_the_task_that_it_told_of() {
    for dialect in DIALECTS {
        let reply = creation(dialect, told(dialect, "paused", 10));
        let tasks = crate::sessions::tasks(dialect);
        let call = tasks.runs::<Tool>().unwrap().call(Default::default());
        let Err(mcp_typestate::CreateError::UnknownStatus(task)) = call.accept(reply) else {
            panic!("an unknown status")
        };
        assert_eq!((task.id.as_str(), task.status.as_str()), ("t-1", "paused"));
    }
}
