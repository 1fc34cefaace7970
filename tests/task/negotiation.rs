//! Proofs against what was declared, exhaustively and in both directions.

use mcp_typestate::json::Object;
use mcp_typestate::jsonrpc::{AnyCall, ErrorObject};
use mcp_typestate::receiver::{Policy, Refusal, Requestor};
use mcp_typestate::v2025_11_25::{CallTool, CreateMessage, Elicit, ReadResource};
use mcp_typestate::{
    Dialect, Negotiated, NotNegotiated, OtherSession, Request, Revision, Side, TASKS_EXTENSION,
    Tasks,
};
use serde_json::{Value, json};

use crate::sessions::{
    Tool, as_working, created, creation, in_core, in_extension, session, tasks, told,
};

/// `tasks` as a side may declare it: nothing, or any choice of `list`, `cancel` and `requests`.
fn declarations(requests: &[Value]) -> Vec<Value> {
    let mut all = vec![json!({})];
    for list in [false, true] {
        for cancel in [false, true] {
            for requests in std::iter::once(&Value::Null).chain(requests) {
                let mut tasks = json!({});
                for (name, declared) in [("list", list), ("cancel", cancel)] {
                    if declared {
                        tasks[name] = json!({});
                    }
                }
                if !requests.is_null() {
                    tasks["requests"] = requests.clone();
                }
                all.push(json!({ "tasks": tasks }));
            }
        }
    }
    all
}

fn of_clients() -> Vec<Value> {
    declarations(&[
        json!({}),
        json!({ "sampling": {}, "elicitation": {} }),
        json!({ "sampling": { "createMessage": {} } }),
        json!({ "elicitation": { "create": {} } }),
        json!({ "sampling": { "createMessage": {} }, "elicitation": { "create": {} } }),
    ])
}

fn of_servers() -> Vec<Value> {
    declarations(&[json!({}), json!({ "tools": {} }), json!({ "tools": { "call": {} } })])
}

fn check<T>(proof: Result<T, NotNegotiated>, declared: bool, side: Side, path: &str, case: &str) {
    match proof {
        Ok(_) => assert!(declared, "{case}: {path} was not declared"),
        Err(error) => {
            assert!(!declared, "{case}: {path} was declared");
            assert_eq!(error.lacking(), Some((side, path)), "{case}");
            let says = format!("the {side} did not declare `{path}`");
            assert!(error.to_string().starts_with(&says), "{case}: {error}");
        }
    }
}

fn check_request<O: Request>(tasks: &Tasks, declared: &Value, path: &[&str], case: &str) {
    let requests = declared.pointer("/tasks/requests");
    let listed = requests.is_none_or(|requests| {
        !path.is_empty() && requests.pointer(&format!("/{}", path.join("/"))).is_some()
    });
    if path.is_empty() && !listed {
        assert_eq!(tasks.runs::<O>().unwrap_err(), not_a_task::<O>(tasks.receiver()), "{case}");
        assert_eq!(tasks.augments(O::METHOD), Err(not_a_task::<O>(tasks.receiver())), "{case}");
        return;
    }
    let name = format!("tasks.requests.{}", path.join("."));
    check(tasks.runs::<O>(), listed, tasks.receiver(), &name, case);
    check(tasks.augments(O::METHOD), listed, tasks.receiver(), &name, case);
}

/// What a dialect does not have, no side could declare.
fn no_method<T: std::fmt::Debug>(
    proof: Result<T, NotNegotiated>,
    dialect: Dialect,
    method: &'static str,
) {
    let error = proof.unwrap_err();
    assert_eq!(error, NotNegotiated::OtherDialect { dialect, method });
    assert_eq!(error.lacking(), None);
    assert!(error.to_string().ends_with(&format!("has no `{method}` for tasks")), "{error}");
    assert_eq!(ErrorObject::from(error).code.0, -32601);
}

/// What is said of a method that a receiver never runs as a task.
fn not_a_task<O: Request>(side: Side) -> NotNegotiated {
    NotNegotiated::NotATask { side, method: O::METHOD.to_owned() }
}

#[test]
fn an_operation_of_another_revision_is_refused() {
    let tasks = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
    let session = in_extension(&tasks, &tasks);
    let error = session.server_tasks().unwrap().runs::<mcp_typestate::v2025_11_25::CallTool>();
    let session = Revision::V2026_07_28;
    let other = NotNegotiated::OtherRevision { session, operation: "2025-11-25" };
    assert_eq!(error.unwrap_err(), other);
}

#[test]
fn every_proof_of_the_core_follows_from_what_both_sides_declared() {
    for client in of_clients() {
        for server in of_servers() {
            let session = in_core(&client, &server);
            for (receiver, declared) in [(Side::Client, &client), (Side::Server, &server)] {
                let case = format!("{receiver} of {client} and {server}");
                let lacking = [(Side::Client, &client), (Side::Server, &server)]
                    .into_iter()
                    .find(|(_, declared)| declared.get("tasks").is_none());
                let proof = session.tasks(receiver);
                let Ok(tasks) = proof else {
                    let (side, _) = lacking.expect(&case);
                    check(proof, false, side, "tasks", &case);
                    continue;
                };
                assert_eq!(lacking, None, "{case}");
                assert_eq!((tasks.receiver(), tasks.dialect()), (receiver, Dialect::Core));
                let has = |name| declared["tasks"].get(name).is_some();
                check(tasks.listing(), has("list"), receiver, "tasks.list", &case);
                check(tasks.cancelling(), has("cancel"), receiver, "tasks.cancel", &case);
                no_method(tasks.subscribing(), Dialect::Core, "subscriptions/listen");
                check_request::<CallTool>(&tasks, declared, &["tools", "call"], &case);
                let sampling = ["sampling", "createMessage"];
                check_request::<CreateMessage>(&tasks, declared, &sampling, &case);
                check_request::<Elicit>(&tasks, declared, &["elicitation", "create"], &case);
                check_request::<ReadResource>(&tasks, declared, &[], &case);
            }
            assert_eq!(
                session.server_tasks().is_ok(),
                session.tasks(Side::Server).is_ok() && session.client_tasks().is_ok()
            );
        }
    }
}

#[test]
fn every_proof_of_the_extension_follows_from_what_both_sides_declared() {
    let declarations = [
        (false, json!({})),
        (false, json!({ "extensions": {} })),
        (false, json!({ "extensions": { "example.com/tasks": {} } })),
        (true, json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } })),
        (true, json!({ "extensions": { "io.modelcontextprotocol/tasks": { "more": 1 } } })),
    ];
    let path = "extensions[\"io.modelcontextprotocol/tasks\"]";
    for (client_has, client) in &declarations {
        for (server_has, server) in &declarations {
            let session = in_extension(client, server);
            let case = format!("{client} and {server}");
            let lacking = if *client_has { Side::Server } else { Side::Client };
            let both = *client_has && *server_has;
            check(session.server_tasks(), both, lacking, path, &case);
            let none = NotNegotiated::Revision(Revision::V2026_07_28);
            assert_eq!(session.client_tasks().unwrap_err(), none, "{case}");
            let Ok(tasks) = session.server_tasks() else { continue };
            assert_eq!(tasks.dialect(), Dialect::Extension);
            assert!(tasks.cancelling().is_ok());
            assert!(tasks.subscribing().is_ok());
            no_method(tasks.listing(), Dialect::Extension, "tasks/list");
            assert!(tasks.runs::<Tool>().is_ok());
            let error = tasks.runs::<mcp_typestate::v2026_07_28::ReadResource>().unwrap_err();
            assert_eq!(error, not_a_task::<ReadResource>(Side::Server));
        }
    }
}

#[test]
fn a_revision_without_tasks_has_no_proof() {
    let tasks = json!({ "tasks": {} });
    let client =
        mcp_typestate::from_value::<mcp_typestate::v2025_11_25::ClientCapabilities>(tasks.clone());
    let server = mcp_typestate::from_value::<mcp_typestate::v2025_11_25::ServerCapabilities>(tasks);
    let (client, server) = (client.unwrap(), server.unwrap());
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2031-01-01"] {
        let session = Negotiated::new(revision, &client, &server);
        assert_eq!(session.revision(), &Revision::from(revision));
        for side in [Side::Client, Side::Server] {
            let error = session.tasks(side).unwrap_err();
            assert_eq!(error, NotNegotiated::Revision(Revision::from(revision)));
            assert_eq!(error.lacking(), None);
            assert!(error.to_string().contains(revision), "{error}");
        }
    }
    // What 2025-11-25 calls `tasks` is no declaration in 2026-07-28, where an extension has it.
    let session = Negotiated::new(Revision::V2026_07_28, &client, &server);
    assert_eq!(session.server_tasks().unwrap_err().lacking().unwrap().0, Side::Client);
}

#[test]
fn the_proof_that_is_missing_is_the_receivers_error() {
    let error = in_core(&json!({}), &json!({ "tasks": {} })).server_tasks().unwrap_err();
    let error = ErrorObject::from(error);
    assert_eq!(error.code.0, -32601);
    assert!(error.message.contains("client") && error.message.contains("`tasks`"));
}

#[test]
fn the_extension_that_a_client_lacks_is_an_error_of_its_own() {
    let has = json!({ "extensions": { TASKS_EXTENSION: {} } });
    let error = in_extension(&json!({}), &has).server_tasks().unwrap_err();
    let error = ErrorObject::from(error);
    assert_eq!(error.code.0, -32021);
    assert_eq!(error.data, Some(json!({ "requiredCapabilities": has })));
    // What the server lacks is nothing that the client could declare.
    let error = in_extension(&has, &json!({})).server_tasks().unwrap_err();
    assert_eq!(ErrorObject::from(error).code.0, -32601);
}

/// What a request declares of its client, by the `_meta` that it carries.
fn declared(meta: &Object) -> &Value {
    &meta["io.modelcontextprotocol/clientCapabilities"]
}

#[test]
fn a_request_declares_what_its_client_did_and_no_more() {
    let has = json!({ "extensions": { TASKS_EXTENSION: {} } });
    for client in [
        json!({}),
        json!({ "roots": {} }),
        json!({ "extensions": { "example.com/other": {} } }),
        json!({ "extensions": {} }),
        has.clone(),
    ] {
        let session = in_extension(&client, &has);
        assert_eq!(declared(session.request_meta()), &client);
    }
}

#[test]
fn rule_12_a_call_that_is_to_have_no_task_does_not_declare_the_extension() {
    let client = json!({ "roots": {}, "extensions": {
        TASKS_EXTENSION: {}, "example.com/other": { "x": 1 } } });
    let session = in_extension(&client, &json!({ "extensions": { TASKS_EXTENSION: {} } }));
    let without = session.request_meta_without_tasks();
    let others = json!({ "roots": {}, "extensions": { "example.com/other": { "x": 1 } } });
    assert_eq!(declared(&without), &others);
    assert_eq!(without["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(declared(session.request_meta()), &client);
    // A receiver may begin a task for the one, and not for the other.
    let may = |meta: &Object| {
        let params = json!({ "name": "research", "_meta": meta });
        let call = AnyCall::new("tools/call", Some(params));
        Policy::new().may_start(&Requestor::new(&session, Side::Server), &call)
    };
    assert_eq!(may(session.request_meta()), Ok(()));
    assert_eq!(may(&without), Err(Refusal::MissingCapability));
}

#[test]
fn a_task_is_cancelled_with_a_proof_of_its_own_session() {
    for dialect in [Dialect::Core, Dialect::Extension] {
        let ours = session(dialect);
        let tasks = ours.server_tasks().unwrap();
        let task = as_working(created(&tasks, creation(dialect, told(dialect, "working", 0))));
        // Another proof of the same session, and of a clone of it, serve.
        for same in
            [tasks.clone(), ours.server_tasks().unwrap(), ours.clone().server_tasks().unwrap()]
        {
            assert!(task.cancel(&same.cancelling().unwrap()).is_ok());
        }
        // A session that agreed on the same does not.
        let other = crate::sessions::tasks(dialect).cancelling().unwrap();
        assert_eq!(task.cancel(&other).unwrap_err(), OtherSession);
    }
    // The other direction of the same session is another receiver.
    let session = session(Dialect::Core);
    let tasks = session.server_tasks().unwrap();
    let reply = creation(Dialect::Core, told(Dialect::Core, "working", 0));
    let task = as_working(created(&tasks, reply));
    let back = session.client_tasks().unwrap().cancelling().unwrap();
    assert_eq!(task.cancel(&back).unwrap_err(), OtherSession);
}

#[test]
fn clients_run_tasks_too_in_the_core() {
    let tasks = session(Dialect::Core).client_tasks().unwrap();
    assert_eq!(tasks.receiver(), Side::Client);
    assert!(tasks.runs::<Elicit>().is_ok());
    assert!(tasks.runs::<CreateMessage>().is_ok());
    assert!(tasks.runs::<CallTool>().is_err());
}

#[test]
fn the_enveloped_dialect_runs_any_request() {
    let tasks = tasks(Dialect::Enveloped);
    assert!(tasks.runs::<CallTool>().is_ok());
    assert!(tasks.runs::<ReadResource>().is_ok());
    assert!(tasks.augments("example/anything").is_ok());
}
