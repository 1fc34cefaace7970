//! Inputs that once broke something, each by what must hold.

#![cfg(all(feature = "v2025_11_25", feature = "v2026_07_28"))]

#[path = "support/sessions.rs"]
mod sessions;

use std::time::{Duration, SystemTime};

use mcp_typestate::json::Raw;
use mcp_typestate::jsonrpc::{AnyCall, AnyMessage, RequestMessage};
use mcp_typestate::receiver::{Handled, MemoryReceiver, Outgoing, Policy, Requestor};
use mcp_typestate::{Negotiated, Revision, Side, from_str, from_value, v2025_11_25, v2026_07_28};
use serde_json::{Value, json};

/// The key by which serde_json knows a raw value.
fn raw_key() -> &'static str {
    "$serde_json::private::RawValue"
}

/// JSON text hidden in an object that serde_json would take for a raw value, level in level, with
/// its quotes escaped so that the size stays small.
fn hidden(levels: usize) -> String {
    let escape = |text: &str| text.replace('\\', "\\u005c").replace('"', "\\u0022");
    let mut text = "1".to_owned();
    for _ in 0..levels {
        let deep = format!("{}{text}{}", "[".repeat(110), "]".repeat(110));
        text = format!("{{{:?}:\"{}\"}}", raw_key(), escape(&deep));
        if text.len() > 1_000_000 {
            break;
        }
    }
    text
}

#[test]
fn depth_hidden_in_a_key_of_serde_jsons_own_does_not_reach_the_stack() {
    let hidden = hidden(80);
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t","arguments":{{"a":{hidden}}},"_meta":{{"b":{hidden}}},"c":{hidden}}}}}"#
    );
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let read = small.spawn(move || {
        let any: AnyMessage = from_str(&message).expect("a message");
        let core: v2025_11_25::ClientMessage = from_str(&message).expect("a message");
        (json!(any), json!(core), from_str::<Raw>(&message).expect("text").to_value())
    });
    let (any, core, value) = read.expect("a thread").join().expect("no overflow");
    assert_eq!(any, value);
    assert_eq!(core, value);
}

#[test]
fn an_object_with_a_key_of_serde_jsons_own_is_kept() {
    for inner in [r#""[1, 2]""#, "1", r#""no json""#] {
        let text = format!(
            r#"{{"content":[],"_meta":{{"x":{{"{}":{inner}}}}},"y":{{"{}":{inner}}}}}"#,
            raw_key(),
            raw_key()
        );
        let result: v2025_11_25::CallToolResult = from_str(&text).expect("a result");
        let written = serde_json::to_string(&result).expect("a result");
        let back: v2025_11_25::CallToolResult = from_str(&written).expect("a result");
        assert_eq!(back, result);
        assert!(result.extra["y"].is_object(), "{text}");
    }
}

#[test]
fn a_task_of_an_unknown_status_is_written_without_repeating_a_member() {
    let text = r#"{"resultType":"complete","a":1,"status":"zzz"}"#;
    let result: v2026_07_28::GetTaskResult = from_str(text).expect("a task");
    let written = serde_json::to_string(&result).expect("a task");
    assert_eq!(written.matches("resultType").count(), 1, "{written}");
}

#[test]
fn a_null_member_does_not_tell_a_schema() {
    let schema = json!({ "type": "string", "enum": ["a"], "enumNames": null });
    let schema: v2025_11_25::PrimitiveSchemaDefinition = from_value(schema).expect("a schema");
    assert!(matches!(schema, v2025_11_25::PrimitiveSchemaDefinition::UntitledSingleSelect(_)));
}

#[test]
fn a_request_with_a_null_id_is_no_notification() {
    let text = r#"{"jsonrpc":"2.0","id":null,"method":"example.com/x"}"#;
    assert_eq!(from_str::<AnyMessage>(text).expect_err("a null id").path(), "id");
    assert!(from_str::<v2025_11_25::ClientMessage>(text).is_err());
}

fn receiver(policy: Policy) -> (MemoryReceiver<impl FnMut() -> String>, Requestor) {
    let tasks = json!({ "tasks": { "list": {}, "cancel": {} } });
    let client: v2025_11_25::ClientCapabilities = from_value(tasks.clone()).expect("capabilities");
    let server: v2025_11_25::ServerCapabilities = from_value(tasks).expect("capabilities");
    let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
    let mut ids = 0;
    let receiver = MemoryReceiver::with_ids(policy, move || {
        ids += 1;
        format!("task-{ids}")
    });
    (receiver, Requestor::new(&session, Side::Server))
}

fn ask(method: &str, params: Value) -> RequestMessage<AnyCall> {
    RequestMessage { id: 7.into(), body: AnyCall::new(method, Some(params)) }
}

#[test]
fn memory_is_bounded_by_the_policy_without_anybody_sweeping() {
    let mut policy = Policy::sole_requestor();
    policy.max_tasks = 100;
    let (mut receiver, requestor) = receiver(policy);
    let mut now = SystemTime::UNIX_EPOCH;
    for _ in 0..5_000 {
        now += Duration::from_millis(2);
        let call = ask("tools/call", json!({ "name": "t", "task": { "ttl": 1 } }));
        assert!(matches!(receiver.handle(&requestor, call, now), Handled::Started { .. }));
    }
    assert!(receiver.store().len() <= 100, "{}", receiver.store().len());
}

#[test]
fn repeated_early_requests_for_a_result_wait_once() {
    let (mut receiver, requestor) = receiver(Policy::sole_requestor());
    let now = SystemTime::UNIX_EPOCH;
    let started =
        receiver.handle(&requestor, ask("tools/call", json!({ "name": "t", "task": {} })), now);
    assert!(matches!(started, Handled::Started { .. }));
    for _ in 0..1_000 {
        let early = ask("tasks/result", json!({ "taskId": "task-1" }));
        let handled = receiver.handle(&requestor, early, now);
        assert!(matches!(handled, Handled::Deferred { .. }));
    }
    let cancelled =
        receiver.handle(&requestor, ask("tasks/cancel", json!({ "taskId": "task-1" })), now);
    let Handled::Reply { outgoing, .. } = cancelled else { panic!("{cancelled:?}") };
    let [Outgoing::Stop { .. }, Outgoing::Send { .. }, Outgoing::Send { .. }] = &*outgoing else {
        panic!("the notification, and one reply: {outgoing:?}")
    };
}

#[test]
fn a_receiver_that_always_says_something_new_does_not_make_a_handle_grow() {
    for dialect in sessions::DIALECTS {
        let mut task = sessions::working(dialect);
        for update in 0..1_000 {
            let members = json!({ format!("example.com/{update}"): update });
            let told = sessions::with(sessions::told(dialect, "working", 10), members);
            let observed = task.observe(sessions::result(told)).expect("an update");
            task = sessions::as_working(observed);
            assert_eq!(json!(task.snapshot())[format!("example.com/{update}")], update);
        }
        assert!(task.snapshot().extra.len() <= 256, "{}", task.snapshot().extra.len());
        assert_eq!(json!(task.snapshot())["example.com/0"], 0, "what was said first stays");
    }
}

#[test]
fn a_receiver_that_says_much_each_time_does_not_make_a_handle_grow() {
    for dialect in sessions::DIALECTS {
        let mut task = sessions::working(dialect);
        for update in 0..40 {
            let members = json!({ format!("example.com/{update}"): ["x".repeat(10_000)] });
            let told = sessions::with(sessions::told(dialect, "working", 10), members.clone());
            task = sessions::as_working(task.observe(sessions::result(told)).expect("an update"));
            let name = format!("example.com/{update}");
            assert_eq!(json!(task.snapshot())[&name], members[&name], "what is said now is there");
        }
        let size = json!(task.snapshot()).to_string().len();
        assert!(size < 80_000, "{size}");
    }
}

#[test]
fn a_cursor_that_was_not_given_out_is_refused() {
    let (mut receiver, requestor) = receiver(Policy::sole_requestor());
    let now = SystemTime::UNIX_EPOCH;
    let started =
        receiver.handle(&requestor, ask("tools/call", json!({ "name": "t", "task": {} })), now);
    assert!(matches!(started, Handled::Started { .. }));
    let listed = receiver.handle(&requestor, ask("tasks/list", json!({ "cursor": "task-1" })), now);
    let Handled::Reply { reply, .. } = listed else { panic!("{listed:?}") };
    assert!(json!(reply)["error"]["code"] == -32602, "{reply:?}");
}

/// It holds by a feature of serde_json, `float_roundtrip`, which the tests' own dependencies have on
/// as well; that it is on without them is in `.ci/dependencies.txt`.
#[test]
fn a_fraction_that_was_read_and_written_is_read_as_the_same() {
    let texts = ["10005555555555555555555555555555555555555", "0.1e-7", "1.7976931348623157e308"];
    let digits =
        (0..2_000u64).map(|n| format!("{}e{}", n.wrapping_mul(0x9E37_79B9_7F4A_7C15), n % 99));
    for text in texts.map(str::to_owned).into_iter().chain(digits) {
        let params = format!(r#"{{"name":"t","_meta":{{"x":{text}}}}}"#);
        let read: v2025_11_25::CallToolRequestParams = from_str(&params).unwrap();
        let again = from_str(&serde_json::to_string(&read).unwrap()).unwrap();
        assert_eq!(read, again, "{text}");
        let nearest: f64 = text.parse().unwrap();
        assert_eq!(read.meta.unwrap().extra["x"].as_f64(), Some(nearest), "{text}");
    }
}
