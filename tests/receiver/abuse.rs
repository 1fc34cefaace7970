//! What a hostile requestor sends: the right error, bounded memory, no panic.

use std::time::Duration;

use mcp_typestate::Dialect;
use mcp_typestate::jsonrpc::{AnyCall, RequestId, RequestMessage};
use mcp_typestate::receiver::{Event, Handled, MemoryReceiver, Policy, Requestor};
use serde_json::{Value, json};

use super::desk::{Desk, declaring, requestor};
use crate::sessions::{DIALECTS, at, session, with};

const MEGABYTE: usize = 1 << 20;

fn all(dialect: Dialect) -> Requestor {
    requestor(dialect, &session(dialect))
}

/// A receiver that knows few tasks, and is asked without text in between.
struct Target {
    dialect: Dialect,
    receiver: MemoryReceiver<Box<dyn FnMut() -> String>>,
    requestor: Requestor,
}

impl Target {
    fn new(dialect: Dialect, policy: Policy) -> Self {
        let mut created = 0_u64;
        let ids: Box<dyn FnMut() -> String> = Box::new(move || {
            created += 1;
            format!("task-{created}")
        });
        Self { dialect, receiver: MemoryReceiver::with_ids(policy, ids), requestor: all(dialect) }
    }

    fn ask(&mut self, method: &str, params: Value, second: u64) -> Handled {
        let params = match (self.dialect, params) {
            (Dialect::Extension, params @ Value::Object(_)) => {
                with(json!({ "_meta": declaring() }), params)
            }
            (_, params) => params,
        };
        let request = RequestMessage { id: 1.into(), body: AnyCall::new(method, Some(params)) };
        match self.receiver.handle(&self.requestor, request, at(second)) {
            Handled::NotOurs(request) if method == "tools/call" => {
                self.receiver.start(&self.requestor, request, at(second))
            }
            handled => handled,
        }
    }

    /// The code of a refusal, whose reply is short whatever was sent.
    fn code(&mut self, method: &str, params: Value) -> i64 {
        let handled = self.ask(method, params, 0);
        let Handled::Reply { reply, outgoing } = handled else { panic!("{method}: {handled:?}") };
        assert!(outgoing.is_empty());
        let text = serde_json::to_string(&reply).unwrap();
        assert!(text.len() < 512, "{method}: {} bytes: {text:.200}", text.len());
        json!(reply)["error"]["code"].as_i64().unwrap_or_else(|| panic!("{method}: {text}"))
    }
}

#[test]
fn a_hundred_thousand_creations_meet_a_limit_of_a_thousand() {
    for dialect in DIALECTS {
        let mut policy = Policy::sole_requestor();
        (policy.max_tasks, policy.max_remembered) = (1_000, 500);
        let mut target = Target::new(dialect, policy);
        let mut begun = 0;
        for round in 0..100_000_u64 {
            // A third of them comes after the first have expired.
            let second = if round < 66_000 { 0 } else { 300 };
            match target.ask("tools/call", json!({ "name": "n", "task": {} }), second) {
                Handled::Started { .. } => begun += 1,
                Handled::Reply { reply, .. } => {
                    assert_eq!(json!(reply)["error"]["code"], -32603);
                }
                other => panic!("{other:?}"),
            }
            assert!(target.receiver.store().len() <= 1_000);
            assert!(target.receiver.store().remembered() <= 500);
        }
        assert_eq!(begun, 2_000, "{dialect:?}");
        // Those that were there still are: refusing is no way to push others out.
        let last = target.ask("tasks/get", json!({ "taskId": "task-2000" }), 300);
        assert!(json!(reply(last))["result"].is_object());
    }
}

fn reply(handled: Handled) -> Value {
    let Handled::Reply { reply, .. } = handled else { panic!("{handled:?}") };
    json!(reply)
}

#[test]
fn a_hundred_thousand_guesses_of_ids_find_and_keep_nothing() {
    for dialect in DIALECTS {
        let mut target = Target::new(dialect, Policy::sole_requestor());
        target.requestor = all(dialect).in_context("alice");
        let started = target.ask("tools/call", json!({ "name": "n", "task": {} }), 0);
        assert!(matches!(started, Handled::Started { .. }));
        target.requestor = all(dialect).in_context("mallory");
        let methods: &[&str] = match dialect {
            Dialect::Enveloped => &["tasks/get", "tasks/result"],
            Dialect::Core => &["tasks/get", "tasks/result", "tasks/cancel"],
            Dialect::Extension => &["tasks/get", "tasks/cancel", "tasks/update"],
        };
        let unknown = |target: &mut Target, method: &str, task: String| {
            let params = json!({ "taskId": task, "inputResponses": {} });
            let reply = reply(target.ask(method, params, 0));
            assert_eq!(reply["error"]["code"], -32602);
            assert_eq!(reply["error"]["message"], "Task not found");
        };
        for guess in 0..100_000 {
            let method = methods[guess % methods.len()];
            unknown(&mut target, method, format!("task-{guess}"));
        }
        let store = target.receiver.store();
        assert_eq!((store.len(), store.remembered()), (1, 0), "{dialect:?}");
    }
}

#[test]
fn a_megabyte_anywhere_gets_a_short_refusal() {
    let long = "x".repeat(MEGABYTE);
    for dialect in DIALECTS {
        let mut target = Target::new(dialect, Policy::sole_requestor());
        assert_eq!(target.code("tasks/get", json!({ "taskId": long })), -32602);
        assert_eq!(target.code("tasks/get", json!({ "taskId": { long.clone(): 1 } })), -32602);
        assert_eq!(target.code(&format!("tasks/{long}"), json!({ "taskId": "t" })), -32601);
        match dialect {
            Dialect::Core => {
                assert_eq!(target.code("tasks/list", json!({ "cursor": long })), -32602);
            }
            Dialect::Extension => {
                let answers = json!({ "taskId": "t", "inputResponses": { "a": long } });
                assert_eq!(target.code("tasks/update", answers), -32602);
                assert_eq!(target.code("tasks/update", json!({ "inputResponses": long })), -32602);
            }
            Dialect::Enveloped => {}
        }
        if dialect != Dialect::Extension {
            for wish in [json!(long), json!({ "ttl": long }), json!({ "ttl": [long] })] {
                let params = json!({ "name": "n", "task": wish });
                assert_eq!(target.code("tools/call", params), -32602);
            }
            assert!(target.receiver.store().is_empty());
        }
    }
}

#[test]
fn a_megabyte_of_arguments_is_the_works_and_is_not_kept() {
    for dialect in DIALECTS {
        let mut target = Target::new(dialect, Policy::sole_requestor());
        let arguments = json!({ "text": "x".repeat(MEGABYTE) });
        let params = json!({ "name": "n", "arguments": arguments, "task": {} });
        let Handled::Started { started, .. } = target.ask("tools/call", params, 0) else {
            panic!("a task")
        };
        assert_eq!(started.call.params.unwrap()["arguments"], arguments);
        let record = target.receiver.store().get(&started.task).unwrap();
        assert!(serde_json::to_string(record).unwrap().len() < 512);
    }
}

#[test]
fn a_wrong_type_in_every_member_is_refused_with_the_right_code() {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("x"),
        json!([]),
        json!([1]),
        json!({}),
        json!({ "a": { "b": [] } }),
    ];
    for dialect in DIALECTS {
        let mut target = Target::new(dialect, Policy::sole_requestor());
        for value in &values {
            // Whole parameters.
            for method in ["tasks/get", "tasks/result", "tasks/cancel", "tasks/update"] {
                let code = target.code(method, value.clone());
                let undeclared = dialect == Dialect::Extension && !value.is_object();
                let known = !matches!(
                    (dialect, method),
                    (Dialect::Extension, "tasks/result")
                        | (Dialect::Enveloped, "tasks/cancel")
                        | (Dialect::Enveloped | Dialect::Core, "tasks/update")
                );
                let expected = match (known, undeclared) {
                    (false, _) => -32601,
                    (true, true) => -32021,
                    (true, false) => -32602,
                };
                assert_eq!(code, expected, "{dialect:?} {method} {value}");
            }
            // Each member.
            let id = json!({ "taskId": value });
            assert_eq!(target.code("tasks/get", id), -32602, "{dialect:?} {value}");
            if dialect == Dialect::Core {
                let reply = reply(target.ask("tasks/list", json!({ "cursor": value }), 0));
                let refused = reply["error"]["code"] == -32602;
                assert_eq!(refused, !value.is_null(), "{value}");
            }
            if dialect == Dialect::Extension {
                let answers = json!({ "taskId": "t", "inputResponses": value });
                assert_eq!(target.code("tasks/update", answers), -32602);
                let meta = json!({ "taskId": "t", "_meta": value });
                assert_eq!(target.code("tasks/get", meta), -32021);
            }
            // Members that are nobody's, on the creating call.
            let params = json!({ "name": value, "_meta": value, "arguments": value, "task": {} });
            let params = match dialect {
                Dialect::Extension => with(params, json!({ "_meta": declaring() })),
                _ => params,
            };
            let handled = target.ask("tools/call", params, 0);
            assert!(matches!(handled, Handled::Started { .. }), "{dialect:?} {value}");
        }
    }
}

#[test]
fn methods_that_the_dialect_does_not_have_are_not_found() {
    for dialect in DIALECTS {
        let mut target = Target::new(dialect, Policy::sole_requestor());
        for method in
            ["tasks/", "tasks/GET", "tasks/get ", "tasks/get/", "tasks/delete", "tasks/\0"]
        {
            assert_eq!(target.code(method, json!({ "taskId": "t" })), -32601, "{method:?}");
        }
        // What is not about tasks is left to the server, whatever it is.
        for method in ["", "task", "tasks", "Tasks/get", "notifications/tasks"] {
            let handled = target.ask(method, json!({ "taskId": "t" }), 0);
            assert!(matches!(handled, Handled::NotOurs(_)), "{method:?}");
        }
    }
}

#[test]
fn a_thousand_connections_that_hang_up_leave_nothing_behind() {
    for dialect in [Dialect::Core, Dialect::Extension] {
        let mut desk = Desk::new(dialect);
        desk.create();
        let (base, now) = (desk.requestor.clone(), desk.now);
        for connection in 1..=1_000 {
            let requestor = base.clone().over(connection);
            let wanted = json!({ "taskId": "task-1", "notifications": { "taskIds": ["task-1"] } });
            let request = desk.request("tasks/result", wanted);
            match dialect {
                Dialect::Extension => {
                    assert_eq!(desk.receiver.listen(&requestor, &request, now).unwrap().len(), 1);
                }
                _ => {
                    let handled = desk.receiver.handle(&requestor, request, now);
                    assert!(matches!(handled, Handled::Deferred { .. }));
                }
            }
            assert!(desk.receiver.disconnected(connection).is_empty());
        }
        assert!(desk.receiver.disconnected(0).is_empty());
        assert!(desk.happens(Event::Fail(None)).is_empty(), "nobody is there: {dialect:?}");
    }
}

#[test]
fn times_at_the_ends_of_the_clock_are_times() {
    let ends = [
        std::time::SystemTime::UNIX_EPOCH - Duration::from_secs(1 << 33),
        std::time::SystemTime::UNIX_EPOCH,
        std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 40),
    ];
    for dialect in DIALECTS {
        for (begun, asked) in ends.iter().flat_map(|begun| ends.map(|asked| (*begun, asked))) {
            let mut target = Target::new(dialect, Policy::sole_requestor());
            let body = AnyCall::new(
                "tools/call",
                Some(json!({ "name": "n", "_meta": declaring(), "task": { "ttl": u64::MAX } })),
            );
            let request = RequestMessage { id: RequestId::from(1), body };
            let handled = target.receiver.start(&target.requestor, request, begun);
            assert!(matches!(handled, Handled::Started { .. }), "{handled:?}");
            let _ = target.receiver.apply("task-1", Event::Progress(String::new()), asked);
            let _ = target.receiver.sweep(asked);
        }
    }
}
