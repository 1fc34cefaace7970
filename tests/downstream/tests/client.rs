//! Any request of either revision, to its own result or to an error that says where.

mod support;

use mcp_typestate::schema::Violations;
use mcp_typestate::{DecodeError, Revision};
use mcp_typestate_downstream::prelude::{
    CallError, CallTool, CallToolRequestParams, Client, Transport,
};
use mcp_typestate_downstream::protocol::{
    ListResources, ListTools, Ping, ReadResource, ReadResourceRequestParams,
};
use mcp_typestate_downstream::server::{FORECAST, Query};
use mcp_typestate_downstream::strict::Strict;
use mcp_typestate_downstream::{BoxError, next};

use support::{Direct, Says, session};

/// A result of 2026-07-28 that waits for input.
const DEMAND: &str = r#"{ "jsonrpc": "2.0", "id": 1, "result":
    { "resultType": "input_required", "inputRequests": {}, "requestState": "s" } }"#;

fn client(says: &'static str) -> Client<Says> {
    Client::new(Says(says), Revision::V2025_11_25)
}

#[test]
fn each_request_gives_its_own_result() -> Result<(), BoxError> {
    let mut client = Client::new(Direct::new(), Revision::V2025_11_25);
    client.send::<Ping>(None)?;
    let tools = client.send::<ListTools>(None)?.tools;
    assert_eq!(tools.len(), 1);

    let query = FORECAST.encode(&Query { city: "Bern".to_owned(), days: 2 })?;
    let params = CallToolRequestParams::new(FORECAST.name()).with_arguments(query);
    let forecast = FORECAST.output(&client.send::<CallTool>(params)?)?;
    assert_eq!(forecast.degrees, [17.5, 17.5]);
    Ok(())
}

#[test]
fn the_newer_revision_has_results_of_its_own() -> Result<(), BoxError> {
    let mut client = Client::new(Says(DEMAND), Revision::V2026_07_28);
    let meta = next::RequestMeta::new(next::ClientCapabilities::new(), "2026-07-28");
    let params = next::CallToolRequestParams::new("forecast", meta);
    let next::CallToolReply::InputRequired(demand) = client.send::<next::CallTool>(params)? else {
        panic!("it waits for input");
    };
    assert_eq!(demand.request_state.as_deref(), Some("s"));
    Ok(())
}

#[test]
fn a_method_of_another_revision_is_not_sent() {
    let mut client = Client::new(Direct::new(), Revision::V2026_07_28);
    let error = client.send::<Ping>(None).unwrap_err();
    assert!(matches!(error, CallError::Revision { method: "ping", revision: "2025-11-25" }));
    assert_eq!(client.transport().journal.lock().unwrap().text(), "");
}

#[test]
fn a_reply_that_does_not_fit_is_named_by_its_path() {
    let wrong = r#"{ "jsonrpc": "2.0", "id": 1, "result": { "resources": [{ "name": "a" }] } }"#;
    let error = client(wrong).send::<ListResources>(None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the reply cannot be read: result.resources[0].uri: missing field",
    );
}

#[test]
fn a_reply_to_another_request_is_not_taken() {
    let other = r#"{ "jsonrpc": "2.0", "id": 2, "result": {} }"#;
    let error = client(other).send::<Ping>(None).unwrap_err();
    assert!(matches!(error, CallError::OtherReply(Some(id)) if id == 2.into()));
}

#[test]
fn a_servers_error_and_a_transports_are_told_apart() {
    let error = r#"{ "jsonrpc": "2.0", "id": 1, "error": { "code": -32601, "message": "no" } }"#;
    let error = client(error).send::<Ping>(None).unwrap_err();
    assert!(matches!(error, CallError::Answered(error) if error.code.0 == -32601));
    let error = client("").send::<Ping>(None).unwrap_err();
    assert_eq!(error.to_string(), "the transport failed: nobody is there");
}

#[test]
fn errors_go_through_a_box_and_come_out_again() {
    fn read() -> Result<(), BoxError> {
        client("{").send::<Ping>(None)?;
        Ok(())
    }
    let error = read().unwrap_err();
    let Some(CallError::Unreadable(source)) = error.downcast_ref() else { panic!("{error:?}") };
    assert!(matches!(source, DecodeError::Syntax { line: 1, column: 1, .. }), "{source:?}");
    assert!(error.source().is_some_and(|source| source.is::<DecodeError>()));
}

#[test]
fn what_the_schema_forbids_is_neither_sent_nor_taken() -> Result<(), BoxError> {
    let mut client = Client::new(strict(Direct::new())?, Revision::V2025_11_25);
    client.send::<Ping>(None)?;
    let params = ReadResourceRequestParams::new("no uri");
    let error = client.send::<ReadResource>(params).unwrap_err();
    assert_eq!(violations(&error), ["params.uri"]);

    let reply = r#"{ "jsonrpc": "2.0", "id": 1, "result": { "content": [
        { "type": "text", "text": "", "annotations": { "priority": 7 } } ] } }"#;
    let mut client = Client::new(strict(Says(reply))?, Revision::V2025_11_25);
    let error = client.send::<CallTool>(CallToolRequestParams::new("forecast")).unwrap_err();
    assert_eq!(violations(&error), ["result.content[0].annotations.priority"]);
    Ok(())
}

/// A transport behind the schema of the session; behind a trait object, as a program picks it.
fn strict(transport: impl Transport + 'static) -> Result<Box<dyn Transport>, BoxError> {
    Ok(Box::new(Strict::new(transport, &session()).ok_or("a revision without a schema")?))
}

/// The paths of all that is wrong, behind a transport's error.
fn violations(error: &CallError) -> Vec<String> {
    let CallError::Transport(source) = error else { panic!("{error:?}") };
    let violations: &Violations = source.downcast_ref().expect("the schema's words");
    violations.iter().map(|it| it.path.to_string()).collect()
}
