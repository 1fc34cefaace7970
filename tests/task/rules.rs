//! The rules of tasks that name the requestor, by their numbers.

use std::time::Duration;

use mcp_typestate::jsonrpc::{AnyCall, NotificationMessage};
use mcp_typestate::v2025_11_25 as core;
use mcp_typestate::v2026_07_28 as extension;
use mcp_typestate::{
    CreateError, Created, Dialect, FaultKind, ObserveError, Observed, Snapshot, Status, TimeError,
    Update, from_value,
};
use serde_json::{Value, json};

use super::states::observe;
use crate::sessions::{
    DIALECTS, Tool, as_terminal, as_working, at, begun, created, creation, error, names, pushed,
    result, state, tasks, terminal, told, with, working,
};

#[test]
fn rule_04_the_ttl_that_counts_is_the_one_that_was_granted() {
    for dialect in DIALECTS {
        let (ttl, _) = names(dialect);
        let call = tasks(dialect).runs::<Tool>().unwrap().call(Default::default());
        let call = call.with_ttl(Duration::from_secs(3_600));
        let granted = with(told(dialect, "working", 0), json!({ ttl: 30_000 }));
        let Ok(Created::Task(Observed::Working(task))) = call.accept(creation(dialect, granted))
        else {
            panic!("a task")
        };
        assert_eq!(task.expires_at(), Ok(Some(at(30))));
        // Later it may be another.
        let longer = with(told(dialect, "working", 20), json!({ ttl: 90_000 }));
        let task = as_working(task.observe(result(longer)).unwrap());
        assert_eq!(task.expires_at(), Ok(Some(at(90))));
    }
}

#[test]
fn rule_05_after_its_ttl_a_task_may_be_gone_whatever_its_status() {
    for dialect in DIALECTS {
        for status in ["working", "input_required", "completed", "failed", "cancelled"] {
            let expired = |second| match begun(dialect, status) {
                Observed::Working(task) => task.expired(at(second)),
                Observed::InputRequired(task) => task.expired(at(second)),
                Observed::Terminal(task) => task.expired(at(second)),
            };
            assert_eq!(expired(0), Ok(false), "{dialect:?} {status}");
            assert_eq!(expired(59), Ok(false), "{dialect:?} {status}");
            assert_eq!(expired(60), Ok(true), "{dialect:?} {status}");
            assert_eq!(expired(3_600), Ok(true), "{dialect:?} {status}");
        }
    }
}

#[test]
fn rule_05_a_task_whose_ttl_is_null_or_unsaid_does_not_expire() {
    for dialect in DIALECTS {
        let (ttl, _) = names(dialect);
        let unlimited = with(told(dialect, "working", 0), json!({ ttl: null }));
        let mut unsaid = unlimited.clone();
        unsaid.as_object_mut().unwrap().remove(ttl);
        for task in [unlimited, unsaid] {
            let task = as_working(created(&tasks(dialect), creation(dialect, task)));
            assert_eq!(task.expires_at(), Ok(None));
            assert_eq!(task.expired(at(u64::MAX / 4)), Ok(false));
        }
    }
}

#[test]
fn rule_05_asked_later_the_task_is_expired_and_then_unknown() {
    for dialect in DIALECTS {
        for (message, kind) in [("Task has expired", "Expired"), ("Task not found", "Unknown")] {
            let (task, reason) =
                observe(begun(dialect, "working"), error(-32602, message)).unwrap_err();
            let ObserveError::Fault(fault) = reason else { panic!("a fault") };
            assert_eq!(format!("{:?}", fault.kind), kind);
            assert_eq!(state(&task), "working");
        }
    }
}

#[test]
fn rule_07_core_the_reply_to_a_cancel_ends_the_task() {
    let tasks = tasks(Dialect::Core);
    let reply = creation(Dialect::Core, told(Dialect::Core, "working", 0));
    let task = as_working(created(&tasks, reply));
    let call = task.cancel(&tasks.cancelling().unwrap()).unwrap();
    let update = call.accept(result(told(Dialect::Core, "cancelled", 5))).unwrap();
    let done = as_terminal(task.observe(update.unwrap()).unwrap());
    assert_eq!(done.status(), mcp_typestate::TerminalStatus::Cancelled);
    // What the work still does changes nothing.
    let late = result(told(Dialect::Core, "working", 9));
    assert_eq!(done.confirm(late), Ok(()));
    let contradiction = result(told(Dialect::Core, "completed", 9));
    assert!(matches!(done.confirm(contradiction), Err(ObserveError::Misbehaved(_))));
}

#[test]
fn rule_07_extension_a_cancel_is_acknowledged_and_the_task_may_end_otherwise() {
    let tasks = tasks(Dialect::Extension);
    for end in ["cancelled", "completed", "failed"] {
        let reply = creation(Dialect::Extension, told(Dialect::Extension, "working", 0));
        let task = as_working(created(&tasks, reply));
        let call = task.cancel(&tasks.cancelling().unwrap()).unwrap();
        for acknowledgement in [json!({}), json!({ "resultType": "complete" })] {
            assert_eq!(call.accept(result(acknowledgement)), Ok(None));
        }
        let done = task.observe(result(told(Dialect::Extension, end, 5))).unwrap();
        assert_eq!(as_terminal(done).status().to_string(), end);
    }
}

#[test]
fn rule_12_extension_only_result_type_says_that_there_is_a_task() {
    let call = tasks(Dialect::Extension).runs::<Tool>().unwrap().call(Default::default());
    let like_a_task = with(told(Dialect::Extension, "working", 0), json!({ "content": [] }));
    for kind in [None, Some("complete")] {
        let mut reply = like_a_task.clone();
        if let Some(kind) = kind {
            reply["resultType"] = json!(kind);
        }
        assert!(matches!(call.accept(result(reply)), Ok(Created::Direct(_))), "{kind:?}");
    }
    // The core's shape is a result of the operation's here.
    let core = json!({ "task": told(Dialect::Core, "working", 0), "content": [] });
    assert!(matches!(call.accept(result(core)), Ok(Created::Direct(_))));
    // And a task without its members is none.
    let error = call.accept(result(json!({ "resultType": "task" }))).unwrap_err();
    let CreateError::Malformed(error) = error else { panic!("{error}") };
    assert_eq!(error.path(), "result.taskId");
}

#[test]
fn a_receiver_that_ignores_the_wish_answers_at_once() {
    for dialect in DIALECTS {
        let call = tasks(dialect).runs::<Tool>().unwrap().call(Default::default());
        let Ok(Created::Direct(direct)) = call.accept(result(json!({ "content": [], "x": 1 })))
        else {
            panic!("a result")
        };
        assert_eq!(json!(direct), json!({ "content": [], "x": 1 }));
        let Err(CreateError::Rejected(fault)) = call.accept(error(-32601, "task required")) else {
            panic!("an error")
        };
        assert_eq!((fault.error.code.0, fault.kind), (-32601, FaultKind::NotNegotiated));
        for (reply, path) in [
            (json!({}), "result.content"),
            (json!([]), "result"),
            (json!("x"), "result"),
            (json!({ "content": 7 }), "result.content"),
        ] {
            let Err(CreateError::Malformed(error)) = call.accept(result(reply)) else {
                panic!("malformed")
            };
            assert_eq!(error.path(), path);
        }
    }
}

#[test]
fn a_creation_that_cannot_be_read_says_where() {
    for (dialect, place) in [
        (Dialect::Enveloped, "result.task"),
        (Dialect::Core, "result.task"),
        (Dialect::Extension, "result"),
    ] {
        let call = tasks(dialect).runs::<Tool>().unwrap().call(Default::default());
        for name in ["taskId", "status", "createdAt", "lastUpdatedAt"] {
            let mut task = told(dialect, "working", 0);
            task.as_object_mut().unwrap().remove(name);
            let Err(CreateError::Malformed(error)) = call.accept(creation(dialect, task)) else {
                panic!("{dialect:?} {name}")
            };
            assert_eq!(error.to_string(), format!("{place}.{name}: missing field"));
        }
    }
}

#[test]
fn rule_14_a_stale_notification_never_moves_a_task_back() {
    for dialect in DIALECTS {
        let task = working(dialect);
        let update = pushed(dialect, told(dialect, "input_required", 30));
        let task = observe(Observed::Working(task), update).unwrap();
        let stale = pushed(dialect, told(dialect, "working", 20));
        let task = observe(task, stale).unwrap();
        assert_eq!(state(&task), "input required");
        let Observed::InputRequired(task) = task else { panic!("input required") };
        let done = as_terminal(task.observe(result(told(dialect, "failed", 40))).unwrap());
        for status in ["working", "input_required"] {
            for second in [0, 39, 40, 50] {
                assert_eq!(done.confirm(pushed(dialect, told(dialect, status, second))), Ok(()));
            }
        }
    }
}

#[test]
fn rule_14_any_of_the_three_notifications_is_read() {
    for dialect in DIALECTS {
        for other in DIALECTS {
            let update = pushed(other, told(dialect, "completed", 20));
            assert_eq!(state(&observe(begun(dialect, "working"), update).unwrap()), "terminal");
        }
    }
    for method in ["notifications/progress", "notifications/task", "tasks/get", ""] {
        let body = AnyCall::new(method, Some(told(Dialect::Core, "completed", 20)));
        assert_eq!(Update::notified(&NotificationMessage { body }), None, "{method}");
    }
    for params in [None, Some(Value::Null), Some(json!([])), Some(json!({}))] {
        let body = AnyCall::new("notifications/tasks/status", params.clone());
        let update = Update::notified(&NotificationMessage { body }).unwrap();
        let (_, reason) = observe(begun(Dialect::Core, "working"), update).unwrap_err();
        let ObserveError::Malformed(error) = reason else { panic!("{reason}") };
        assert!(error.path().starts_with("params"), "{error}");
    }
}

#[test]
fn generated_types_are_observed_too() {
    let told_in_core = told(Dialect::Core, "completed", 20);
    let of_core: [Update; 4] = [
        from_value::<core::Task>(told_in_core.clone()).unwrap().into(),
        from_value::<core::GetTaskResult>(told_in_core.clone()).unwrap().into(),
        from_value::<core::CancelTaskResult>(told_in_core.clone()).unwrap().into(),
        from_value::<core::TaskStatusNotificationParams>(told_in_core.clone()).unwrap().into(),
    ];
    for update in of_core {
        let task = observe(begun(Dialect::Core, "working"), update).unwrap();
        assert_eq!(state(&task), "terminal");
    }
    let told = with(told(Dialect::Extension, "completed", 20), json!({ "resultType": "complete" }));
    let of_the_extension: [Update; 3] = [
        from_value::<extension::DetailedTask>(told.clone()).unwrap().into(),
        from_value::<extension::GetTaskResult>(told.clone()).unwrap().into(),
        from_value::<extension::TaskStatusNotificationParams>(told).unwrap().into(),
    ];
    for update in of_the_extension {
        let task = observe(begun(Dialect::Extension, "working"), update).unwrap();
        assert!(as_terminal(task).result().held().unwrap().unwrap().completed().is_some());
    }
    let notification = json!({
        "jsonrpc": "2.0", "method": "notifications/tasks/status", "params": told_in_core,
    });
    let notification: core::TaskStatusNotification = from_value(notification).unwrap();
    let update = Update::notified(&notification).unwrap();
    assert_eq!(state(&observe(begun(Dialect::Core, "working"), update).unwrap()), "terminal");
}

#[test]
fn a_task_that_is_listed_or_known_by_its_id_alone_can_be_followed() {
    for dialect in DIALECTS {
        let tools = tasks(dialect).runs::<Tool>().unwrap();
        for (status, expected) in
            [("working", "working"), ("input_required", "input required"), ("failed", "terminal")]
        {
            let task = tools.follow(result(told(dialect, status, 10))).unwrap();
            assert_eq!((task.snapshot().id.as_str(), state(&task)), ("t-1", expected));
        }
        // What came with the task is kept where the dialect has it there.
        let ended = as_terminal(tools.follow(result(told(dialect, "failed", 10))).unwrap());
        assert_eq!(ended.result().held().is_some(), dialect == Dialect::Extension);
        let follow = |reply: mcp_typestate::Reply| tools.follow(reply).unwrap_err();
        let unknown = follow(result(told(dialect, "paused", 10)));
        assert!(matches!(unknown, ObserveError::UnknownStatus(_)), "{unknown}");
        let gone = follow(error(-32602, "Task not found"));
        assert!(matches!(gone, ObserveError::Fault(_)), "{gone}");
        let none = follow(result(json!({})));
        assert_eq!(none.to_string(), "the receiver sent no task: result.taskId: missing field");
    }
    let listed = json!({ "tasks": [told(Dialect::Core, "working", 10)] });
    let listed: core::ListTasksResult = from_value(listed).unwrap();
    let tools = tasks(Dialect::Core).runs::<Tool>().unwrap();
    let task = as_working(tools.follow(listed.tasks[0].clone()).unwrap());
    let done = as_terminal(task.observe(result(told(Dialect::Core, "completed", 20))).unwrap());
    assert_eq!(done.snapshot().status, Status::Completed);
}

#[test]
fn an_update_says_which_task_it_is_about() {
    for dialect in DIALECTS {
        assert_eq!(pushed(dialect, told(dialect, "working", 10)).task_id(), Some("t-1"));
        assert_eq!(Update::from(result(told(dialect, "failed", 10))).task_id(), Some("t-1"));
        assert_eq!(Update::from(error(-32602, "Task not found")).task_id(), None);
        assert_eq!(Update::from(result(json!({}))).task_id(), None);
    }
}

#[test]
fn a_task_of_one_operation_is_one_of_any() {
    for dialect in DIALECTS {
        for status in ["working", "input_required", "completed"] {
            let task = begun(dialect, status);
            let (snapshot, was) = (task.snapshot().clone(), state(&task));
            let any = task.any();
            assert_eq!((any.snapshot(), state(&any)), (&snapshot, was));
        }
        let task = working(dialect).any();
        let observed = task.observe(result(told(dialect, "completed", 20))).unwrap();
        let Observed::Terminal(done) = observed else { panic!("{observed:?}") };
        assert_eq!(done.snapshot().status, Status::Completed);
    }
}

#[test]
fn a_snapshot_of_ones_own_is_observed_like_any() {
    let mut snapshot = Snapshot::new("t-1", Status::InputRequired, at(0));
    snapshot.status_message = Some("seen elsewhere".to_owned());
    let task = crate::sessions::working(Dialect::Core).observe(snapshot.clone()).unwrap();
    assert_eq!(state(&task), "working", "it is older");
    snapshot.status = Status::Failed;
    snapshot.last_updated_at = "2026-08-01T12:00:10Z".to_owned();
    let done = as_terminal(as_working(task).observe(snapshot.clone()).unwrap());
    assert_eq!(done.snapshot(), &snapshot);
}

#[test]
fn members_that_are_the_extensions_alone_are_unknown_ones_in_the_core() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        for status in ["working", "input_required", "completed", "failed", "cancelled"] {
            let members = json!({ "error": "boom", "result": null, "inputRequests": [7] });
            let update = result(with(told(dialect, status, 20), members.clone()));
            let task = observe(begun(dialect, "working"), update).unwrap();
            assert_eq!(json!(task.snapshot().extra), members, "{dialect:?} {status}");
        }
    }
}

#[test]
fn members_that_do_not_belong_to_the_extensions_status_are_kept() {
    let all = json!({ "error": { "code": 1, "message": "m" }, "result": { "content": [] },
        "inputRequests": {} });
    for (status, taken) in [
        ("working", None),
        ("input_required", Some("inputRequests")),
        ("completed", Some("result")),
        ("failed", Some("error")),
        ("cancelled", None),
    ] {
        let update = result(with(told(Dialect::Extension, status, 20), all.clone()));
        let task = observe(begun(Dialect::Extension, "working"), update).unwrap();
        let mut expected = all.clone();
        if let Some(taken) = taken {
            expected.as_object_mut().unwrap().remove(taken);
        }
        assert_eq!(json!(task.snapshot().extra), expected, "{status}");
    }
}

#[test]
fn a_time_that_cannot_be_reckoned_with_is_an_error_of_its_own() {
    let task = with(told(Dialect::Core, "completed", 0), json!({ "createdAt": "yesterday" }));
    let done = created(&tasks(Dialect::Core), creation(Dialect::Core, task));
    let expected = TimeError::Timestamp("yesterday".to_owned());
    assert_eq!(as_terminal(done).expires_at(), Err(expected));
    assert!(terminal(Dialect::Core, "completed").expires_at().is_ok());
}

#[test]
fn an_unknown_member_that_was_said_once_is_there_at_the_end() {
    for dialect in DIALECTS {
        let once = with(told(dialect, "working", 20), json!({ "example.com/trace": [1, 2] }));
        let task = observe(begun(dialect, "working"), result(once)).unwrap();
        let task = observe(task, result(told(dialect, "input_required", 30))).unwrap();
        let done = as_terminal(observe(task, result(told(dialect, "cancelled", 40))).unwrap());
        assert_eq!(done.snapshot().extra["example.com/trace"], json!([1, 2]), "{dialect:?}");
    }
}
