//! A call from the client's struct to the server's and back, and what goes wrong on the way.

use std::collections::BTreeMap;

use mcp_typestate::jsonrpc::{ErrorCode, ErrorObject};
use mcp_typestate::tool::TypedTool;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{FORECAST, Query, SAY, forecast, query};

/// The params of a call as they come.
fn params<P: DeserializeOwned>(arguments: &Value) -> P {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "c", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut params = json!({ "name": "forecast", "_meta": meta });
    if !arguments.is_null() {
        params["arguments"] = arguments.clone();
    }
    mcp_typestate::from_value(params).expect("params")
}

fn written(value: impl Serialize) -> Value {
    serde_json::to_value(value).expect("JSON")
}

/// A result as it comes.
fn came<R: DeserializeOwned>(mut result: Value) -> R {
    result["resultType"] = "complete".into();
    mcp_typestate::from_value(result).expect("a result")
}

#[test]
fn a_tool_is_listed_with_the_schemas_that_its_revision_has() {
    each_revision!(|revision, mcp| {
        let tool: mcp::Tool = FORECAST.tool().expect("objects");
        let tool = written(tool);
        assert_eq!(tool["name"], "forecast");
        assert_eq!(tool["inputSchema"]["properties"]["city"]["type"], "string");
        assert_eq!(tool["inputSchema"]["required"], json!(["city"]));
        let output = tool.get("outputSchema");
        assert_eq!(output.is_some(), revision >= "2025-06-18", "{revision}");
        assert!(output.is_none_or(|it| it["properties"]["degrees"]["type"] == "array"));

        let tool: mcp::Tool = SAY.tool().expect("an object");
        assert_eq!(written(tool).get("outputSchema"), None, "{revision}");
    });
}

#[test]
fn a_call_reaches_the_server_as_the_client_meant_it() {
    each_revision!(|revision, mcp| {
        let arguments = json!(FORECAST.encode(&query()).expect("an object"));
        let params: mcp::CallToolRequestParams = params(&arguments);
        assert_eq!(FORECAST.arguments(&params).as_ref(), Ok(&query()), "{revision}");
    });
}

#[test]
fn absent_arguments_are_none() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Nothing {}

    each_revision!(|revision, mcp| {
        let params: mcp::CallToolRequestParams = params(&Value::Null);
        let read = TypedTool::<Nothing>::new("forecast").arguments(&params);
        assert_eq!(read, Ok(Nothing {}), "{revision}");
        let error = FORECAST.arguments(&params).expect_err("there is no city");
        assert_eq!(error.to_string(), "params.arguments.city: missing field", "{revision}");
    });
}

#[test]
fn arguments_that_do_not_fit_are_answered_as_the_revision_wants_it() {
    each_revision!(|revision, mcp| {
        let params: mcp::CallToolRequestParams = params(&json!({ "city": "Oslo", "days": "two" }));
        let error = FORECAST.arguments(&params).expect_err("a number is wanted");
        assert_eq!(error.path(), "params.arguments.days");
        let words = "params.arguments.days: invalid type: string \"two\", expected u8";
        match error.answer::<mcp::CallToolResult>() {
            Ok(result) => {
                assert!(revision >= "2025-11-25", "{revision}");
                let result = written(result);
                assert_eq!(result["isError"], true);
                assert_eq!(result["content"], json!([{ "type": "text", "text": words }]));
            }
            Err(error) => {
                assert!(revision < "2025-11-25", "{revision}");
                assert_eq!(error, ErrorObject::new(ErrorCode::INVALID_PARAMS, words));
            }
        }
    });
}

#[test]
fn a_result_says_in_text_what_it_says_structured() {
    each_revision!(|revision, mcp| {
        let result: mcp::CallToolResult = FORECAST.result(&forecast()).expect("an object");
        let result = written(result);
        // In the struct's order.
        let text = r#"{"wind":1.5,"degrees":[17.5,-1.0],"warnings":[]}"#;
        assert_eq!(result["content"], json!([{ "type": "text", "text": text }]), "{revision}");
        let structured = (revision >= "2025-06-18").then(|| written(forecast()));
        assert_eq!(result.get("structuredContent"), structured.as_ref(), "{revision}");
        assert_eq!(result.get("isError"), None);
    });
}

#[test]
fn a_result_gives_the_client_what_the_server_meant() {
    each_structured!(|revision, mcp| {
        let result: mcp::CallToolResult = FORECAST.result(&forecast()).expect("an object");
        assert_eq!(FORECAST.output(&result).as_ref(), Ok(&forecast()), "{revision}");
    });
}

#[test]
fn a_result_that_does_not_fit_is_named_by_its_path() {
    each_structured!(|revision, mcp| {
        let content = json!({ "wind": 1, "degrees": [17.5, "warm"] });
        let result = json!({ "content": [], "structuredContent": content });
        let error = FORECAST.output(&came::<mcp::CallToolResult>(result)).expect_err("a word");
        let words =
            "result.structuredContent.degrees[1]: invalid type: string \"warm\", expected f64";
        assert_eq!(error.to_string(), words, "{revision}");
        assert!(
            matches!(error, mcp_typestate::tool::OutputError::Decode(error) if error.path().ends_with("[1]"))
        );
    });
}

#[test]
fn a_result_without_structured_content_is_not_guessed_at() {
    each_structured!(|revision, mcp| {
        let text = json!([{ "type": "text", "text": written(forecast()).to_string() }]);
        let result: mcp::CallToolResult = came(json!({ "content": text }));
        assert_eq!(
            FORECAST.output(&result),
            Err(mcp_typestate::tool::OutputError::Absent),
            "{revision}"
        );
    });
}

#[test]
fn a_tool_that_failed_gives_its_words_and_no_output() {
    each_structured!(|revision, mcp| {
        let block = |text: &str| json!({ "type": "text", "text": text });
        let result: mcp::CallToolResult = came(json!({
            "content": [block("no wind"), block("no sun")],
            "structuredContent": written(forecast()),
            "isError": true,
        }));
        let error = FORECAST.output(&result).expect_err("it failed");
        assert_eq!(error.to_string(), "the tool failed: no wind\nno sun", "{revision}");
    });
}

#[test]
fn what_cannot_be_written_is_the_server_s_own_failure() {
    let listed = TypedTool::<Query, Vec<f64>>::new("forecast");
    let keyed = TypedTool::<Query, BTreeMap<Vec<u8>, u8>>::new("forecast");
    each_revision!(|revision, mcp| {
        let error = listed.result::<mcp::CallToolResult>(&vec![1.0]).expect_err("a list");
        assert_eq!(error.path(), "result.structuredContent", "{revision}");
        assert_eq!(error.answer().code, ErrorCode::INTERNAL_ERROR);
        let map = BTreeMap::from([(vec![1], 1)]);
        let error = keyed.result::<mcp::CallToolResult>(&map).expect_err("its keys are lists");
        assert_eq!(error.to_string(), "result.structuredContent: key must be a string");
    });
    let error = TypedTool::<u8>::new("forecast").encode(&1).expect_err("a number");
    assert_eq!(error.path(), "params.arguments");
}

#[test]
fn a_client_may_read_into_a_type_of_its_own() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Wind {
        wind: f64,
    }

    each_structured!(|revision, mcp| {
        let result: mcp::CallToolResult = FORECAST.result(&forecast()).expect("an object");
        let wind = TypedTool::<Query, Wind>::new("forecast").output(&result);
        assert_eq!(wind, Ok(Wind { wind: 1.5 }), "{revision}");
    });
}
