//! The handle of whoever does a task's work.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use mcp_typestate::jsonrpc::{ErrorCode, ErrorObject};
use mcp_typestate::receiver::{
    Event, Handled, IfDropped, NotReported, Payload, Refusal, Report, Started, Worker,
};
use mcp_typestate::v2025_11_25::{CallTool, CallToolResult, CreateMessage};
use mcp_typestate::{Dialect, json, v2026_07_28};
use serde_json::{Value, json};

use super::desk::{Desk, first};
use crate::sessions::DIALECTS;

/// A receiver that many workers report to.
#[derive(Clone)]
struct Shared(Rc<RefCell<Desk>>);

impl Shared {
    fn new(dialect: Dialect) -> Self {
        Self(Rc::new(RefCell::new(Desk::new(dialect))))
    }

    /// Begins a task, the first one as `task-1`.
    fn begin(&self, params: Value) -> Started {
        let mut desk = self.0.borrow_mut();
        let desk = &mut *desk;
        let request = desk.request("tools/call", params);
        match desk.receiver.start(&desk.requestor, request, desk.now) {
            Handled::Started { started, .. } => *started,
            other => panic!("a task: {other:?}"),
        }
    }

    fn report(&self) -> impl Report<Error = Refusal> + use<> {
        let shared = self.clone();
        move |task: &str, event: Event| shared.0.borrow_mut().happens_to(task, event).map(|_| ())
    }

    fn get(&self) -> Value {
        self.0.borrow_mut().get()
    }

    fn status(&self) -> String {
        self.get()["status"].as_str().unwrap().to_owned()
    }
}

fn done() -> CallToolResult {
    CallToolResult::new(Vec::new())
}

/// The same for work of any operation.
fn any(result: &CallToolResult) -> json::Raw {
    json::Raw::from_value(result).unwrap()
}

#[test]
fn a_worker_leads_its_task_through_its_life() {
    for dialect in DIALECTS {
        let shared = Shared::new(dialect);
        let started = shared.begin(json!({ "name": "n", "arguments": { "a": 1 }, "task": {} }));
        let (call, mut worker) = started.worker(shared.report());
        assert_eq!(call.params.unwrap()["name"], "n");
        assert_eq!(worker.task(), "task-1");
        worker.progress("reading").unwrap();
        assert_eq!(shared.get()["statusMessage"], "reading");
        let ask = json!({ "method": "roots/list" });
        let waiting = worker.need_input("which?", [("a", ask)]).unwrap();
        assert_eq!(shared.status(), "input_required");
        let worker = waiting.resume().unwrap();
        assert_eq!(shared.status(), "working");
        worker.finish(&any(&done())).unwrap();
        assert_eq!(shared.status(), "completed", "{dialect:?}");
    }
}

#[test]
fn the_operation_fixes_the_type_of_the_result() {
    use mcp_typestate::v2026_07_28::{CallTool, CallToolResult};

    let shared = Shared::new(Dialect::Extension);
    let started = shared.begin(json!({ "name": "n", "task": {} }));
    let (params, worker) = started.work::<CallTool, _>(shared.report()).unwrap();
    assert_eq!(params.meta.protocol_version, "2026-07-28");
    worker.finish(&CallToolResult::new(Vec::new())).unwrap();
    assert_eq!(shared.get()["result"], json!({ "resultType": "complete", "content": [] }));
}

#[test]
fn a_result_that_reports_an_error_ends_the_task_by_the_dialect() {
    for (dialect, status) in [
        (Dialect::Enveloped, "failed"),
        (Dialect::Core, "failed"),
        (Dialect::Extension, "completed"),
    ] {
        let shared = Shared::new(dialect);
        let (_, worker) = shared.begin(json!({ "name": "n", "task": {} })).worker(shared.report());
        worker.finish(&any(&done().with_is_error(true))).unwrap();
        assert_eq!(shared.status(), status, "{dialect:?}");
    }
}

#[test]
fn a_worker_fails_from_every_stage() {
    for dialect in DIALECTS {
        for waits in [false, true] {
            let shared = Shared::new(dialect);
            let (_, worker) =
                shared.begin(json!({ "name": "n", "task": {} })).worker(shared.report());
            let error = ErrorObject::new(ErrorCode(-32000), "it broke");
            if waits {
                let none = Vec::<(String, Value)>::new();
                worker.need_input("?", none).unwrap().fail(error).unwrap();
            } else {
                worker.fail(error).unwrap();
            }
            assert_eq!(shared.status(), "failed");
        }
    }
}

#[test]
fn a_worker_that_is_dropped_fails_its_task() {
    for dialect in DIALECTS {
        for stage in 0..3 {
            let shared = Shared::new(dialect);
            let (_, worker) =
                shared.begin(json!({ "name": "n", "task": {} })).worker(shared.report());
            let none = Vec::<(String, Value)>::new();
            match stage {
                0 => drop(worker),
                1 => drop(worker.need_input("?", none).unwrap()),
                _ => {
                    let panicked = catch_unwind(AssertUnwindSafe(|| {
                        let _worker = worker;
                        std::panic::resume_unwind(Box::new("a fault in the work"));
                    }));
                    assert!(panicked.is_err());
                }
            }
            assert_eq!(shared.status(), "failed", "{dialect:?} {stage}");
            if dialect == Dialect::Core {
                let reply = shared.0.borrow_mut().ask("tasks/result", first());
                assert_eq!(reply["error"]["message"], "The work ended without a result");
            }
        }
    }
}

#[test]
fn a_worker_that_has_ended_its_task_reports_no_more() {
    let error = || ErrorObject::new(ErrorCode(-32000), "it broke");
    for fails in [false, true] {
        let mut reported = 0;
        let worker = Worker::take_up("t", |_: &str, _: Event| -> Result<(), Refusal> {
            reported += 1;
            Ok(())
        });
        match fails {
            false => worker.finish(&json::Raw::from_text("{}").unwrap()).unwrap(),
            true => worker.if_dropped(IfDropped::Fail(error())).fail(error()).unwrap(),
        }
        assert_eq!(reported, 1);
    }
}

#[test]
fn what_a_drop_does_is_a_policy() {
    let shared = Shared::new(Dialect::Core);
    let started = shared.begin(json!({ "name": "n", "task": {} }));
    drop(started.worker(shared.report()).1.if_dropped(IfDropped::Leave));
    assert_eq!(shared.status(), "working");
    Worker::take_up("task-1", shared.report()).leave();
    assert_eq!(shared.status(), "working");
    // Somebody else may take it up.
    let error = ErrorObject::new(ErrorCode(-32001), "the machine is switched off");
    let worker = Worker::take_up("task-1", shared.report()).if_dropped(IfDropped::Fail(error));
    drop(worker);
    let reply = shared.0.borrow_mut().ask("tasks/result", first());
    assert_eq!(reply["error"]["code"], -32001);
}

#[test]
fn a_worker_whose_task_was_cancelled_is_told_and_changes_nothing() {
    for dialect in DIALECTS {
        let shared = Shared::new(dialect);
        let (_, mut worker) =
            shared.begin(json!({ "name": "n", "task": {} })).worker(shared.report());
        shared.0.borrow_mut().happens(Event::Cancel);
        assert_eq!(shared.0.borrow().stopped, ["task-1"]);
        let cancelled = shared.get();
        let refusal = worker.progress("on and on").unwrap_err();
        assert!(matches!(refusal, Refusal::AlreadyTerminal(_)));
        let unreported = worker.finish(&any(&done())).unwrap_err();
        assert!(unreported.to_string().contains("already in terminal status"), "{unreported}");
        drop(unreported);
        assert_eq!(shared.get(), cancelled, "{dialect:?}");
    }
}

#[test]
fn what_could_not_be_reported_is_given_back_and_can_be_tried_again() {
    let shared = Shared::new(Dialect::Core);
    let mut report = shared.report();
    let mut broken = 2;
    let flaky = move |task: &str, event: Event| {
        if broken > 0 {
            broken -= 1;
            return Err("the store is away".to_owned());
        }
        report.report(task, event).map_err(|refusal| refusal.to_string())
    };
    let (_, worker) =
        shared.begin(json!({ "name": "n", "task": {} })).work::<CallTool, _>(flaky).unwrap();
    let unreported = worker.finish(&done()).unwrap_err();
    assert_eq!(unreported.reason, NotReported::Refused("the store is away".to_owned()));
    let unreported = unreported.worker.finish(&done()).unwrap_err();
    assert_eq!(shared.status(), "working");
    unreported.worker.finish(&done()).unwrap();
    assert_eq!(shared.status(), "completed");
}

#[test]
fn work_whose_parameters_are_wrong_fails_with_their_path() {
    for dialect in [Dialect::Core, Dialect::Extension] {
        let shared = Shared::new(dialect);
        let started = shared.begin(json!({ "name": 7, "task": {} }));
        let error = match dialect {
            Dialect::Extension => {
                let worked = started.work::<v2026_07_28::CallTool, _>(shared.report());
                worked.map(drop).unwrap_err()
            }
            _ => started.work::<CallTool, _>(shared.report()).map(drop).unwrap_err(),
        };
        assert_eq!(error.path(), "params.name");
        assert_eq!(shared.status(), "failed");
        let desk = shared.0.borrow();
        let record = desk.receiver.store().get("task-1").unwrap();
        let Some(Payload::Error(told)) = record.payload() else { panic!("{record:?}") };
        assert_eq!((told.code, &told.message), (ErrorCode::INVALID_PARAMS, &error.to_string()));
        // Work of another kind than the task's is a mistake of the same sort.
        let shared = Shared::new(dialect);
        let started = shared.begin(json!({ "name": "n", "task": {} }));
        assert!(started.work::<CreateMessage, _>(shared.report()).is_err());
        assert_eq!(shared.status(), "failed");
    }
}

#[test]
fn work_of_another_revision_than_the_sessions_does_not_begin() {
    for dialect in DIALECTS {
        let shared = Shared::new(dialect);
        let started = shared.begin(json!({ "name": "n", "task": {} }));
        let error = match dialect {
            Dialect::Extension => started.work::<CallTool, _>(shared.report()).map(drop),
            _ => started.work::<v2026_07_28::CallTool, _>(shared.report()).map(drop),
        };
        let error = error.unwrap_err();
        assert!(error.to_string().starts_with("the session speaks 20"), "{error}");
        let desk = shared.0.borrow();
        let record = desk.receiver.store().get("task-1").unwrap();
        let Some(Payload::Error(told)) = record.payload() else { panic!("{record:?}") };
        assert_eq!((told.code, &told.message), (ErrorCode::INTERNAL_ERROR, &error.to_string()));
    }
}

#[test]
fn a_result_is_an_object() {
    let shared = Shared::new(Dialect::Core);
    let (_, worker) = shared.begin(json!({ "name": "n", "task": {} })).worker(shared.report());
    let unreported = worker.finish(&json::Raw::from_text("[1]").unwrap()).unwrap_err();
    assert_eq!(
        unreported.to_string(),
        "the task's record did not take it in: a result is a JSON object: wrap the value in one"
    );
    unreported.worker.finish(&json::Raw::from_text("{}").unwrap()).unwrap();
    assert_eq!(shared.status(), "completed");
    assert!(Payload::of(&f64::NAN).is_err());
}
