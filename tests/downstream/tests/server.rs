//! A server over typed messages: each is answered as the protocol has it.

mod support;

use mcp_typestate::check::{Checker, Recording};
use mcp_typestate::jsonrpc::ErrorCode;
use mcp_typestate::{Reply, Revision};
use mcp_typestate_downstream::BoxError;
use mcp_typestate_downstream::prelude::{CallTool, CallToolRequestParams, CallToolResult, Client};
use mcp_typestate_downstream::protocol::{
    ClientCapabilities, Icon, Implementation, Initialize, InitializeRequestParams, ListTools, Tool,
};
use mcp_typestate_downstream::server::{FORECAST, Forecast, Query, Server};
use serde_json::{Value, json};

use support::{Direct, mild};

fn answer(message: &Value) -> Option<Reply> {
    Server::new(mild).answer(&message.to_string())
}

fn error(message: &Value) -> (ErrorCode, String) {
    match answer(message) {
        Some(Reply::Error(message)) => (message.error.code, message.error.message),
        other => panic!("not an error: {other:?}"),
    }
}

fn call(arguments: &Value) -> Value {
    let params = json!({ "name": "forecast", "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": "q", "method": "tools/call", "params": params })
}

#[test]
fn a_notification_and_a_reply_get_no_answer() {
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(answer(&ready), None);
    assert_eq!(answer(&json!({ "jsonrpc": "2.0", "id": 1, "result": {} })), None);
    // A notification that cannot be read gets none either.
    let wrong = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": 7 });
    assert_eq!(answer(&wrong), None);
}

#[test]
fn unknown_methods_and_tools_are_refused_by_name() {
    let unknown = json!({ "jsonrpc": "2.0", "id": 1, "method": "owls/list" });
    assert_eq!(error(&unknown), (ErrorCode::METHOD_NOT_FOUND, "owls/list".to_owned()));
    let mut unknown = call(&json!({}));
    unknown["params"]["name"] = json!("owl");
    assert_eq!(error(&unknown), (ErrorCode::INVALID_PARAMS, "there is no tool owl".to_owned()));
}

#[test]
fn a_request_that_cannot_be_read_is_answered_by_its_id_with_the_path() {
    let mut wrong = call(&json!({}));
    wrong["params"]["name"] = json!(7);
    let Some(Reply::Error(message)) = answer(&wrong) else { panic!("an error") };
    assert_eq!(message.id, Some("q".into()));
    assert_eq!(message.error.code, ErrorCode::INVALID_PARAMS);
    assert!(message.error.message.starts_with("params.name: "), "{}", message.error.message);

    let Some(Reply::Error(message)) = answer(&json!({ "owl": 1 })) else { panic!("an error") };
    assert_eq!((message.id, message.error.code), (None, ErrorCode::INVALID_REQUEST));
}

#[test]
fn arguments_that_do_not_fit_are_the_results_to_report() {
    let Some(reply) = answer(&call(&json!({ "city": "Bern", "days": "two" }))) else {
        panic!("a reply");
    };
    let Ok(Reply::Result(message)) = reply.typed::<CallTool>() else { panic!("a result") };
    assert_eq!(message.result.is_error, Some(true));
    let text = serde_json::to_string(&message.result.content).unwrap();
    assert!(text.contains("params.arguments.days: invalid type"), "{text}");
}

#[test]
fn the_tools_schemas_agree_with_its_types() {
    let query = |days| Query { city: "Bern".to_owned(), days };
    FORECAST.check_arguments(&query(14)).unwrap();
    assert!(FORECAST.check_arguments(&query(15)).is_err());
    FORECAST.check_output(&mild(&query(3))).unwrap();
    // The protocol's type among the members is there by reference.
    let tool: Tool = FORECAST.tool().unwrap();
    let schema = tool.output_schema.unwrap().to_value();
    assert_eq!(schema["$defs"]["Icon"]["required"], json!(["src"]), "{schema:#}");
}

#[test]
fn structured_content_keeps_what_a_protocols_type_does_not_know() -> Result<(), BoxError> {
    let icon: Icon = mcp_typestate::from_str(r#"{ "src": "https://example.com/", "x": [1.5] }"#)?;
    let forecast = Forecast { degrees: vec![], icon: Some(icon) };
    let result: CallToolResult = FORECAST.result(&forecast)?;
    assert_eq!(FORECAST.output(&result)?, forecast);
    Ok(())
}

#[test]
fn a_session_of_client_and_server_breaks_no_rule() -> Result<(), BoxError> {
    let mut client = Client::new(Direct::new(), Revision::V2025_11_25);
    let who = Implementation::new("test", "1");
    let params = InitializeRequestParams::new(ClientCapabilities::new(), who, "2025-11-25");
    let server = client.send::<Initialize>(params)?;
    assert!(server.capabilities.tools.is_some());
    client.transport().notify(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    client.send::<ListTools>(None)?;
    let query = |days| FORECAST.encode(&Query { city: "Bern".to_owned(), days });
    let params = CallToolRequestParams::new(FORECAST.name());
    client.send::<CallTool>(params.clone().with_arguments(query(3)?))?;
    let good = client.transport().journal.lock().unwrap().text();
    assert_eq!(findings(&good)?, [""; 0]);

    // The types allow what the tool's schema does not: this is what a check is for.
    client.send::<CallTool>(params.with_arguments(query(15)?))?;
    let bad = client.transport().journal.lock().unwrap().text();
    let found = findings(&bad)?;
    assert!(matches!(&found[..], [one] if one.ends_with("(tool-input)")), "{found:?}");
    Ok(())
}

/// What the protocol's rules say of a session.
fn findings(session: &str) -> Result<Vec<String>, BoxError> {
    let (mut recording, mut checker) = (Recording::new(session.as_bytes()), Checker::new());
    let mut found = Vec::new();
    while let Some(item) = recording.next()? {
        found.extend(checker.item(&item).findings);
    }
    found.extend(checker.finish());
    Ok(found.iter().map(ToString::to_string).collect())
}
