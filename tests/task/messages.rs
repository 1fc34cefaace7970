//! The messages that a requestor sends, as the types of their revisions and with their headers.

use std::time::Duration;

use mcp_typestate::json::Object;
use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
use mcp_typestate::v2025_11_25 as core;
use mcp_typestate::v2026_07_28 as extension;
use mcp_typestate::{Dialect, Input, RequestId, TASKS_EXTENSION, from_str, routing};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::sessions::{
    DIALECTS, Tool, as_input_required, as_working, created, creation, in_extension, input_required,
    session, tasks, terminal, told, working,
};

const META: &str = "io.modelcontextprotocol/";

/// Reads a message as the type that its revision has for it, and back.
fn is<T: Serialize + DeserializeOwned>(message: &RequestMessage<AnyCall>) {
    let text = serde_json::to_string(message).unwrap();
    let read: T = from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(json!(read), json!(message));
}

#[test]
fn the_cores_messages_are_the_types_of_their_revision() {
    let dialect = Dialect::Core;
    let tasks = tasks(dialect);
    let params = core::CallToolRequestParams::new("research");
    let call = tasks.runs::<core::CallTool>().unwrap().call(params);
    is::<core::CallToolRequest>(&call.message(1).unwrap());
    let task = as_working(created(&tasks, creation(dialect, told(dialect, "working", 0))));
    is::<core::GetTaskRequest>(&task.poll().message("p"));
    let cancel = task.cancel(&tasks.cancelling().unwrap()).unwrap();
    is::<core::CancelTaskRequest>(&cancel.message(2));
    is::<core::GetTaskPayloadRequest>(&terminal(dialect, "failed").result().message(3));
    is::<core::ListTasksRequest>(&tasks.listing().unwrap().message(4, Some("next")));
    is::<core::ListTasksRequest>(&tasks.listing().unwrap().message(5, None));
}

#[test]
fn the_extensions_messages_are_the_types_of_their_revision() {
    let dialect = Dialect::Extension;
    let tasks = tasks(dialect);
    let meta = extension::RequestMeta::new(extension::ClientCapabilities::default(), "2026-07-28");
    let params = extension::CallToolRequestParams::new("research", meta);
    let call = tasks.runs::<extension::CallTool>().unwrap().call(params);
    is::<extension::CallToolRequest>(&call.message(1).unwrap());
    let reply = creation(dialect, told(dialect, "input_required", 0));
    let mut task = as_input_required(created(&tasks, reply));
    is::<extension::GetTaskRequest>(&task.poll().message("p"));
    let cancel = task.cancel(&tasks.cancelling().unwrap()).unwrap();
    is::<extension::CancelTaskRequest>(&cancel.message(2));
    let Input::Requests(mut requests) = task.input() else { panic!("requests") };
    let answers = requests.answer([("a", json!({ "action": "decline" }))]).unwrap();
    is::<extension::UpdateTaskRequest>(&answers.message(3));
    is::<extension::GetTaskRequest>(&terminal(dialect, "failed").result().message(4));
    let listen = tasks.subscribing().unwrap().listen(["t-1", "t-2"]).message(5);
    is::<extension::SubscriptionsListenRequest>(&listen);
    let filter = &json!(listen.body)["params"]["notifications"];
    assert_eq!(filter, &json!({ "taskIds": ["t-1", "t-2"] }));
}

#[test]
fn a_message_has_the_id_that_it_is_given() {
    for id in [RequestId::from(7), RequestId::from("7")] {
        for dialect in DIALECTS {
            assert_eq!(working(dialect).poll().message(id.clone()).id, id);
        }
    }
}

#[test]
fn rule_08_messages_about_a_task_are_not_marked_as_related_to_it() {
    let tasks = tasks(Dialect::Core);
    let reply = creation(Dialect::Core, told(Dialect::Core, "working", 0));
    let task = as_working(created(&tasks, reply));
    let cancel = task.cancel(&tasks.cancelling().unwrap()).unwrap().message(2);
    let list = tasks.listing().unwrap().message(3, None);
    let ended = terminal(Dialect::Core, "completed");
    for message in [task.poll().message(1), cancel, list, ended.result().message(4)] {
        assert!(json!(message.body).pointer("/params/_meta").is_none());
    }
}

#[test]
fn a_task_is_asked_for_with_the_ttl_that_is_wished_for() {
    let sent = |dialect, ttl| {
        let call = tasks(dialect).runs::<Tool>().unwrap().call(Object::new());
        let call = if let Some(ttl) = ttl { call.with_ttl(ttl) } else { call };
        json!(call.message(1).unwrap().body.params)
    };
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        assert_eq!(sent(dialect, None), json!({ "task": {} }));
        for (ttl, millis) in [
            (Duration::ZERO, 0),
            (Duration::from_micros(1_999), 1),
            (Duration::from_secs(60), 60_000),
            (Duration::MAX, i64::MAX),
        ] {
            assert_eq!(sent(dialect, Some(ttl)), json!({ "task": { "ttl": millis } }));
        }
    }
    // In the extension nobody asks.
    let wished = sent(Dialect::Extension, Some(Duration::from_secs(60)));
    assert_eq!(wished, sent(Dialect::Extension, None));
    assert!(wished.get("task").is_none());
}

#[test]
fn parameters_stay_as_they_are_but_for_the_wish() {
    let params = json!({ "name": "n", "task": "mine", "x": [1.0, null], "_meta": { "k": {} } });
    let call = tasks(Dialect::Core).runs::<Tool>().unwrap();
    let call = call.call(params.as_object().unwrap().clone());
    let expected = json!({ "name": "n", "task": {}, "x": [1.0, null], "_meta": { "k": {} } });
    assert_eq!(json!(call.message(1).unwrap().body.params), expected);
}

#[test]
fn rule_10_a_progress_token_of_the_creating_request_goes_with_it() {
    for dialect in DIALECTS {
        for token in [json!("p"), json!(7)] {
            let params = json!({ "_meta": { "progressToken": token } });
            let call = tasks(dialect).runs::<Tool>().unwrap();
            let call = call.call(params.as_object().unwrap().clone());
            let sent = json!(call.message(1).unwrap().body);
            assert_eq!(sent["params"]["_meta"]["progressToken"], token, "{dialect:?}");
        }
    }
}

#[test]
fn rule_12_each_request_of_the_extension_declares_it() {
    let client = json!({
        "elicitation": { "form": {} },
        "extensions": { TASKS_EXTENSION: { "x": 1 }, "example.com/other": {} }
    });
    let server = json!({ "extensions": { TASKS_EXTENSION: {} } });
    let tasks = in_extension(&client, &server).server_tasks().unwrap();
    let capabilities = |message: &RequestMessage<AnyCall>| {
        let meta = json!(message.body)["params"]["_meta"].clone();
        assert_eq!(meta[format!("{META}protocolVersion")], "2026-07-28");
        meta[format!("{META}clientCapabilities")].clone()
    };
    let reply = creation(Dialect::Extension, told(Dialect::Extension, "working", 0));
    let task = as_working(created(&tasks, reply));
    let cancel = task.cancel(&tasks.cancelling().unwrap()).unwrap().message(2);
    let listen = tasks.subscribing().unwrap().listen(["t-1"]).message(3);
    let call = tasks.runs::<Tool>().unwrap().call(Object::new()).message(4).unwrap();
    for message in [task.poll().message(1), cancel, listen, call] {
        assert_eq!(capabilities(&message), client);
    }
}

#[test]
fn rule_12_what_a_request_declares_itself_is_kept_and_completed() {
    let own = json!({
        "roots": {},
        "extensions": { "example.com/other": { "y": 2 } }
    });
    let params = json!({ "_meta": {
        format!("{META}clientCapabilities"): own,
        format!("{META}protocolVersion"): "2026-07-28",
        "k": 1,
    } });
    let call = tasks(Dialect::Extension).runs::<Tool>().unwrap();
    let call = call.call(params.as_object().unwrap().clone());
    let sent = json!(call.message(1).unwrap().body);
    let meta = &sent["params"]["_meta"];
    let expected = json!({
        "roots": {},
        "extensions": { "example.com/other": { "y": 2 }, TASKS_EXTENSION: {} }
    });
    assert_eq!(meta[format!("{META}clientCapabilities")], expected);
    assert_eq!(meta["k"], 1);
}

#[test]
fn rule_13_headers_name_the_task() {
    let dialect = Dialect::Extension;
    let session = session(dialect);
    let tasks = session.server_tasks().unwrap();
    let mut task = input_required(dialect);
    let poll = task.poll().message(1).body;
    let Input::Requests(mut requests) = task.input() else { panic!("requests") };
    let update = requests.answer([("a", 1)]).unwrap().message(2).body;
    let reply = creation(dialect, told(dialect, "working", 0));
    let working = as_working(created(&tasks, reply));
    let cancel = working.cancel(&tasks.cancelling().unwrap()).unwrap().message(3).body;
    for call in [poll, update, cancel] {
        assert_eq!(routing::name(&call), Some("t-1"), "{}", call.method);
    }
    assert_eq!((routing::MCP_METHOD, routing::MCP_NAME), ("Mcp-Method", "Mcp-Name"));
}

#[test]
fn headers_of_other_requests() {
    let params = json!({ "name": "n", "uri": "u", "taskId": "t" });
    for (method, name) in [
        ("tools/call", Some("n")),
        ("prompts/get", Some("n")),
        ("resources/read", Some("u")),
        ("tasks/get", Some("t")),
        ("tasks/update", Some("t")),
        ("tasks/cancel", Some("t")),
        ("tools/list", None),
        ("subscriptions/listen", None),
        ("", None),
    ] {
        let call = AnyCall::new(method, Some(params.clone()));
        assert_eq!(routing::name(&call), name, "{method}");
        for wrong in [
            None,
            Some(Value::Null),
            Some(json!([])),
            Some(json!({ "name": 7, "taskId": null, "uri": {} })),
        ] {
            assert_eq!(routing::name(&AnyCall::new(method, wrong)), None, "{method}");
        }
    }
}

#[test]
fn a_header_holds_any_name_and_gives_it_back() {
    for (name, value) in [
        ("us-west1", "us-west1"),
        ("two words", "two words"),
        ("", ""),
        ("=?base64?open", "=?base64?open"),
        // The protocol's own examples.
        ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
        (" padded ", "=?base64?IHBhZGRlZCA=?="),
        ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
        ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
    ] {
        assert_eq!(routing::header_value(name), value);
        assert_eq!(routing::from_header_value(value).as_deref(), Some(name));
    }
    let hostile = [
        "a\r\nX-Admin: 1",
        "\0",
        "\u{7f}",
        "\t",
        "a\tb",
        " ",
        "a ",
        "\u{a0}a",
        "=?base64?=",
        "=?base64??=",
        "ÿþ",
        "a>?~é",
        "😀",
    ];
    for name in hostile {
        let value = routing::header_value(name);
        assert!(value.bytes().all(|byte| (0x21..0x7f).contains(&byte)), "{name:?}: {value}");
        assert_eq!(routing::from_header_value(&value).as_deref(), Some(name), "{value}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_header_gives_back_what_it_was_given(name in any::<String>()) {
        let value = routing::header_value(&name);
        prop_assert!(value.bytes().all(|byte| (0x20..0x7f).contains(&byte)));
        let read = routing::from_header_value(&value);
        prop_assert_eq!(read.as_deref(), Some(&*name));
    }
}

#[test]
fn a_header_that_no_client_may_send_has_no_text() {
    for value in [
        "caf\u{e9}",
        "a\r\nb",
        "\0",
        "\u{7f}",
        "=?base64?*?=",
        "=?base64?AA?=",
        "=?base64?A?=",
        "=?base64?AAAA=?=",
        "=?base64?=?=",
        "=?base64?AB==?=",
        "=?base64?AA==AA==?=",
        "=?base64?_w==?=",
        "=?base64?A A=?=",
        // Base64 of what is no UTF-8.
        "=?base64?/w==?=",
    ] {
        assert_eq!(routing::from_header_value(value), None, "{value}");
    }
    // A tab is written encoded, and allowed in what others write.
    assert_eq!(routing::from_header_value("a\tb").as_deref(), Some("a\tb"));
    // The markers are in lower case, or they are none.
    assert_eq!(routing::from_header_value("=?BASE64?YQ==?=").as_deref(), Some("=?BASE64?YQ==?="));
}
