//! Which tools run as tasks.

use std::collections::BTreeMap;

use mcp_typestate::receiver::{Handled, ListsFor, Policy, Requestor, TaskSupport};
use mcp_typestate::v2025_11_25::Tool;
use mcp_typestate::{Dialect, Side};
use serde_json::{Value, json};

use super::desk::{Desk, requestor};
use crate::sessions::{in_core, session};

const SUPPORTS: [(&str, TaskSupport); 3] = [
    ("never", TaskSupport::Forbidden),
    ("either", TaskSupport::Optional),
    ("always", TaskSupport::Required),
];

fn policy() -> Policy {
    let mut policy = Policy::sole_requestor();
    let tools = SUPPORTS.map(|(tool, support)| (tool.to_owned(), support));
    policy.tools = Some(BTreeMap::from(tools));
    policy
}

/// What becomes of a call: "task", "call" for one that is left to the server, or the refusal.
fn called(desk: &mut Desk, method: &str, params: Value) -> String {
    let request = desk.request(method, params);
    match desk.receiver.handle(&desk.requestor, request, desk.now) {
        Handled::Started { .. } => "task".to_owned(),
        Handled::NotOurs(_) => "call".to_owned(),
        Handled::Reply { reply, .. } => {
            let error = &json!(reply)["error"];
            format!("{} {}", error["code"], error["message"].as_str().unwrap())
        }
        other @ Handled::Deferred { .. } => panic!("{other:?}"),
    }
}

/// `data.reason` of a call that is refused.
fn reason(desk: &mut Desk, method: &str, params: Value) -> Value {
    let reply = desk.ask(method, params);
    assert_eq!(reply["error"]["code"], -32601, "{reply}");
    reply["error"]["data"]["reason"].clone()
}

const FORBIDS: &str = "-32601 The tool does not run as a task: call it without `task`";
const REQUIRES: &str = "-32601 The tool runs only as a task: call it with `task`";

#[test]
fn rule_09_core_a_tools_support_refines_the_capability() {
    for (tool, without, with) in [
        ("never", "call", FORBIDS),
        ("unlisted", "call", FORBIDS),
        ("either", "call", "task"),
        ("always", REQUIRES, "task"),
    ] {
        let mut desk = Desk::with(policy(), Dialect::Core);
        let plain = json!({ "name": tool });
        assert_eq!(called(&mut desk, "tools/call", plain), without, "{tool}");
        let wish = json!({ "name": tool, "task": {} });
        assert_eq!(called(&mut desk, "tools/call", wish), with, "{tool}");
    }
}

#[test]
fn what_shares_a_code_is_told_apart_by_its_reason() {
    let mut policy = policy();
    policy.lists_for = ListsFor::Nobody;
    let mut desk = Desk::with(policy.clone(), Dialect::Core);
    let (never, always) = (json!({ "name": "never", "task": {} }), json!({ "name": "always" }));
    assert_eq!(reason(&mut desk, "tools/call", never), "task_forbidden");
    assert_eq!(reason(&mut desk, "tools/call", always), "task_required");
    assert_eq!(reason(&mut desk, "tasks/list", json!({})), "not_listed");
    assert_eq!(reason(&mut desk, "tasks/update", json!({})), "no_method");
    let none = in_core(&json!({}), &json!({}));
    let mut desk = Desk::of(policy, requestor(Dialect::Core, &none));
    assert_eq!(reason(&mut desk, "tasks/get", json!({ "taskId": "t" })), "not_negotiated");
}

#[test]
fn rule_09_core_it_means_nothing_without_the_capability() {
    let none = json!({ "tasks": { "requests": {} } });
    let session = in_core(&json!({ "tasks": {} }), &none);
    let mut desk = Desk::of(policy(), requestor(Dialect::Core, &session));
    for (tool, _) in SUPPORTS {
        for wish in [json!(null), json!({})] {
            let params = json!({ "name": tool, "task": wish });
            assert_eq!(called(&mut desk, "tools/call", params), "call", "{tool}");
        }
    }
}

#[test]
fn rule_09_core_what_runs_only_as_a_task_is_refused_to_who_cannot_have_one() {
    let tools = json!({ "tasks": { "requests": { "tools": { "call": {} } } } });
    let session = in_core(&json!({}), &tools);
    let mut desk = Desk::of(policy(), requestor(Dialect::Core, &session));
    for wish in [json!(null), json!({})] {
        let params = |tool| json!({ "name": tool, "task": wish });
        let lacks = "-32601 the client did not declare `tasks`, which this call needs";
        let refusal = if wish.is_null() { REQUIRES } else { lacks };
        assert_eq!(called(&mut desk, "tools/call", params("always")), refusal);
        // Its wish is not one that was agreed upon, so the other tools run without.
        assert_eq!(called(&mut desk, "tools/call", params("never")), "call");
        assert_eq!(called(&mut desk, "tools/call", params("either")), "call");
    }
}

#[test]
fn a_policy_says_beforehand_what_can_be_started() {
    for dialect in crate::sessions::DIALECTS {
        let mut desk = Desk::with(policy(), dialect);
        for (method, meta, may) in [
            ("tools/call", super::desk::declaring(), true),
            ("prompts/get", super::desk::declaring(), dialect == Dialect::Enveloped),
            ("tools/call", json!({}), dialect != Dialect::Extension),
        ] {
            let mut request = desk.request(method, json!({ "name": "either" }));
            request.body.params = Some(json!({ "name": "either", "task": {}, "_meta": meta }));
            let says = desk.receiver.policy().may_start(&desk.requestor, &request.body);
            let handled = desk.receiver.start(&desk.requestor, request, desk.now);
            assert_eq!(says.is_ok(), may, "{dialect:?} {method}");
            assert_eq!(matches!(handled, Handled::Started { .. }), may);
        }
    }
}

#[test]
fn rule_09_it_is_about_calls_of_tools_alone() {
    let session = in_core(&json!({ "tasks": {} }), &json!({ "tasks": {} }));
    let mut desk = Desk::of(policy(), requestor(Dialect::Enveloped, &session));
    let read = json!({ "name": "never", "uri": "u", "task": {} });
    assert_eq!(called(&mut desk, "resources/read", read.clone()), "task");
    let body = desk.request("resources/read", read).body;
    assert_eq!(desk.receiver.policy().may_start(&desk.requestor, &body), Ok(()));
    // In the enveloped dialect any request can be a task.
    let call = json!({ "name": "never", "task": {} });
    assert_eq!(called(&mut desk, "tools/call", call), "task");
    // In the extension a prompt may have the name of a tool.
    let mut desk = Desk::with(policy(), Dialect::Extension);
    assert_eq!(called(&mut desk, "prompts/get", json!({ "name": "always" })), "call");
}

#[test]
fn rule_09_extension_the_server_decides() {
    for (tool, expected) in
        [("never", "call"), ("unlisted", "call"), ("either", "call"), ("always", "task")]
    {
        let mut desk = Desk::with(policy(), Dialect::Extension);
        let params = json!({ "name": tool });
        assert_eq!(called(&mut desk, "tools/call", params), expected, "{tool}");
        // One that could not take a task for an answer gets none.
        let undeclared = json!({ "name": tool, "_meta": {} });
        let expected = match expected {
            "call" => "call",
            _ => {
                "-32021 the request must declare the extension `io.modelcontextprotocol/tasks` in \
                 its `_meta`"
            }
        };
        assert_eq!(called(&mut desk, "tools/call", undeclared), expected, "{tool}");
    }
}

#[test]
fn a_policy_without_tools_lets_every_tool_run_as_a_task_and_forces_none() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let mut desk = Desk::new(dialect);
        let params = json!({ "name": "any", "task": {} });
        assert_eq!(called(&mut desk, "tools/call", params), "task");
        assert_eq!(called(&mut desk, "tools/call", json!({ "name": "any" })), "call");
    }
    let mut desk = Desk::of(
        Policy::sole_requestor(),
        requestor(Dialect::Extension, &session(Dialect::Extension)),
    );
    assert_eq!(called(&mut desk, "tools/call", json!({ "name": "any" })), "call");
}

#[test]
fn support_is_read_off_a_tools_declaration() {
    let support = |execution: Value| {
        let tool = json!({ "name": "t", "inputSchema": { "type": "object" } });
        let tool = crate::sessions::with(tool, execution);
        TaskSupport::from(&mcp_typestate::from_value::<Tool>(tool).unwrap())
    };
    assert_eq!(support(json!({})), TaskSupport::Forbidden);
    assert_eq!(support(json!({ "execution": {} })), TaskSupport::Forbidden);
    for (word, expected) in [
        ("forbidden", TaskSupport::Forbidden),
        ("optional", TaskSupport::Optional),
        ("required", TaskSupport::Required),
        ("perhaps", TaskSupport::Forbidden),
    ] {
        assert_eq!(support(json!({ "execution": { "taskSupport": word } })), expected, "{word}");
    }
}

#[test]
fn rule_09_core_a_client_has_no_tools_whose_support_could_mean_anything() {
    let client = Requestor::new(&session(Dialect::Core), Side::Client);
    let mut desk = Desk::of(policy(), client);
    for (tool, _) in SUPPORTS {
        for wish in [json!(null), json!({})] {
            let params = json!({ "name": tool, "task": wish });
            assert_eq!(called(&mut desk, "tools/call", params), "call", "{tool}");
        }
    }
}
