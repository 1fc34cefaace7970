//! The inputs on which comparable libraries failed, each with what is wanted of it.
//!
//! The inputs are read from `cases/wire.json` of the shared folder; what is wanted is said here,
//! once per case, by its name.

#![cfg(all(feature = "v2025_11_25", feature = "v2026_07_28"))]

#[macro_use]
mod support;

use std::fs;

use mcp_typestate::json::{Answer, JsonSchema, Nullable, Number, OneOrMany, Raw};
use mcp_typestate::jsonrpc::{AnyMessage, ErrorMessage, ProgressToken, RequestId};
use mcp_typestate::{DecodeError, v2025_11_25 as core, v2026_07_28 as next};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use support::{definition, shared};

#[derive(serde::Deserialize)]
struct Case {
    name: String,
    revision: String,
    r#as: String,
    input: Raw,
    decode: String,
    official_schema_accepts: bool,
}

impl Case {
    fn read<T: DeserializeOwned>(&self) -> T {
        self.input.decode().unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    fn error<T: DeserializeOwned>(&self) -> DecodeError {
        match self.input.decode::<T>() {
            Ok(_) => panic!("{}: it was read", self.name),
            Err(error) => error,
        }
    }

    /// What is written after reading.
    fn written(&self) -> Value {
        let round_trip = definition(&self.revision, &self.r#as).expect("the revisions are on");
        round_trip(self.input.get()).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

#[test]
fn every_case_is_read_as_it_is_wanted() {
    let Some(path) = shared("cases/wire.json") else { return };
    let text = fs::read_to_string(path).expect("the cases");
    let cases: Vec<Case> = mcp_typestate::from_str(&text).expect("the cases");
    for case in &cases {
        let round_trip = definition(&case.revision, &case.r#as).expect("the revisions are on");
        let read = round_trip(case.input.get());
        assert_eq!(read.is_ok(), case.decode == "ok", "{}: {read:?}", case.name);
        if let Ok(written) = read
            && !LENIENT.contains(&case.name.as_str())
        {
            assert_eq!(written, case.input.to_value(), "{}", case.name);
        }
        assert_eq!(official_accepts(case), case.official_schema_accepts, "{}", case.name);
        wanted(case);
    }
    assert_eq!(cases.len(), 51);
}

/// Read leniently, these are not written back as they came, but as they should have come.
const LENIENT: &[&str] =
    &["a null capability", "an error reply with a null id", "a requested ttl is never null"];

/// What the official schema, uncorrected, says of an input.
fn official_accepts(case: &Case) -> bool {
    let path = format!("{}/schema/{}.json", env!("CARGO_MANIFEST_DIR"), case.revision);
    let facts = fs::read_to_string(path).expect("the facts");
    let facts: Value = serde_json::from_str(&facts).expect("the facts");
    let schema = json!({ "$ref": format!("#/$defs/{}", case.r#as), "$defs": facts["$defs"] });
    jsonschema::draft202012::is_valid(&schema, &case.input.to_value())
}

/// What each case wants beyond being read and written back equal.
#[expect(clippy::too_many_lines, reason = "one arm per case, and there are 51")]
fn wanted(case: &Case) {
    match case.name.as_str() {
        "input_required result is not an empty tool result" => {
            let reply: next::CallToolResultResponse = case.read();
            let next::CallToolReply::InputRequired(demand) = reply.result else {
                panic!("{:?}", reply.result)
            };
            assert!(demand.input_requests.is_some_and(|all| all.contains_key("k")));
            assert_eq!(demand.request_state.as_deref(), Some("x"));
        }
        "a known result with extra fields keeps them" => {
            let result: next::CallToolResult = case.read();
            assert_eq!(result.extra["example.com/skills"], json!(["x"]));
        }
        "one unknown role does not lose the result" => {
            let result: core::CallToolResult = case.read();
            let [core::ContentBlock::Text(text)] = &result.content[..] else {
                panic!("{:?}", result.content)
            };
            assert_eq!(text.text, "hi");
            let audience = text.annotations.as_ref().and_then(|hints| hints.audience.as_ref());
            assert_eq!(audience, Some(&vec![core::Role::Unknown("system".to_owned())]));
        }
        "a fractional priority" => {
            let result: core::CallToolResult = case.read();
            let [core::ContentBlock::Text(text)] = &result.content[..] else {
                panic!("{:?}", result.content)
            };
            let priority = text.annotations.as_ref().and_then(|hints| hints.priority);
            assert_eq!(priority, Some(Number::Float(0.6)));
        }
        "an empty cacheScope is named" => {
            let result: next::ListToolsResult = case.read();
            assert_eq!(result.cache_scope, next::CacheScope::Unknown(String::new()));
        }
        "legacy enumNames survive" => {
            let mut schema: core::LegacyTitledEnumSchema = case.read();
            assert_eq!(schema.enum_names.as_deref(), Some(&["A".to_owned(), "B".to_owned()][..]));
            schema.enum_names = None;
            assert_eq!(json!(schema).get("enumNames"), None);
        }
        "a notification without params" => {
            let message: core::InitializedNotification = case.read();
            assert_eq!(message.body.params, None);
        }
        "a resource_link block" => {
            let result: core::CallToolResult = case.read();
            assert!(matches!(&result.content[..], [core::ContentBlock::ResourceLink(_)]));
        }
        "a block type from the future" => {
            let result: core::CallToolResult = case.read();
            let [core::ContentBlock::Unknown(block), core::ContentBlock::Text(text)] =
                &result.content[..]
            else {
                panic!("{:?}", result.content)
            };
            assert_eq!(json!(block), json!({ "type": "hologram", "frames": 3 }));
            assert_eq!(text.text, "t");
        }
        "a known block with a missing field is an error" => {
            assert_eq!(case.error::<core::CallToolResult>().path(), "content[0].name");
        }
        "an audio block in a prompt" => {
            let message: core::PromptMessage = case.read();
            assert!(matches!(message.content, core::ContentBlock::Audio(_)));
        }
        "an embedded resource nests once" => {
            let block: core::EmbeddedResource = case.read();
            assert!(matches!(block.resource, core::ResourceContents::Text(_)));
        }
        "an open stop reason" => {
            let result: core::CreateMessageResult = case.read();
            assert_eq!(result.stop_reason.as_deref(), Some("somethingNew"));
        }
        "an odd _meta key does not kill a list" => {
            let result: core::ListToolsResult = case.read();
            assert_eq!(result.tools[0].meta.as_ref().expect("_meta")["_odd"], json!({}));
        }
        "unknown capabilities survive" => {
            let result: core::InitializeResult = case.read();
            assert_eq!(result.capabilities.extra["example.com/z"], json!({ "on": true }));
            let experimental = result.capabilities.experimental.expect("it is there");
            assert!(experimental["x/y"].is_empty());
        }
        "a protocol version from the future" => {
            let params: core::InitializeRequestParams = case.read();
            assert_eq!(params.protocol_version, "2099-01-01");
        }
        "an empty capability is not an absent one" => {
            let capabilities: core::ServerCapabilities = case.read();
            let tasks = capabilities.tasks.expect("it is there");
            assert!(tasks.list.is_some() && tasks.cancel.is_some());
            assert_eq!(capabilities.completions, None);
        }
        "capabilities as booleans are refused" => {
            assert_eq!(case.error::<core::ServerCapabilities>().path(), "tasks.list");
        }
        "a null capability" => {
            let capabilities: core::ServerCapabilities = case.read();
            assert_eq!(capabilities.logging, None);
            assert_eq!(case.written(), json!({}));
        }
        "isError may be absent" => {
            let result: core::CallToolResult = case.read();
            assert_eq!(result.is_error, None);
            assert_eq!(json!(result.with_is_error(false))["isError"], false);
        }
        "structuredContent may be an array since 2026-07-28" => {
            let result: next::CallToolResult = case.read();
            let structured = result.structured_content.expect("it is there");
            assert_eq!(structured.to_value(), json!([1, 2]));
        }
        "structuredContent null is not absent" => {
            let result: next::CallToolResult = case.read();
            assert_eq!(result.structured_content, Some(Raw::null()));
        }
        "an icon without sizes" => assert_eq!(case.read::<core::Icon>().sizes, None),
        "a negative request id" => {
            assert_eq!(case.read::<core::PingRequest>().id, RequestId::Integer(-1));
        }
        "an error reply with a null id" => {
            assert_eq!(case.read::<ErrorMessage>().id, None);
            assert_eq!(case.written().get("id"), None);
        }
        "a reply without an id" => {
            let error = case.error::<AnyMessage>();
            assert_eq!((error.path(), error.to_string().contains("missing")), ("id", true));
        }
        "fractional progress" => {
            let params: core::ProgressNotificationParams = case.read();
            assert_eq!(params.progress, Number::Float(0.5));
            assert_eq!(params.total, Some(Number::Float(1.5)));
        }
        "an integer progress token" => {
            let params: core::ProgressNotificationParams = case.read();
            assert_eq!(params.progress_token, ProgressToken::Integer(7));
            assert_eq!(params.progress, Number::Integer(1));
        }
        "_meta on a request without other params" => {
            let request: core::PingRequest = case.read();
            let meta = request.body.params.and_then(|params| params.meta).expect("_meta");
            assert_eq!(meta.progress_token, Some(ProgressToken::Integer(1)));
        }
        "tool choice has a mode" => {
            assert_eq!(case.read::<core::ToolChoice>().mode, Some(core::ToolChoiceMode::Auto));
        }
        "sampling content as a list" => {
            let message: core::SamplingMessage = case.read();
            assert!(matches!(message.content, OneOrMany::Many(blocks) if blocks.len() == 1));
        }
        "one bad tool is named" => {
            assert_eq!(case.error::<core::ListToolsResult>().path(), "tools[0].inputSchema");
        }
        "an input schema keeps its order and $schema" => {
            let tool: core::Tool = case.read();
            let schema: JsonSchema = tool.input_schema.clone();
            assert!(case.input.get().contains(schema.get()));
            let written = serde_json::to_string(&tool).expect("a tool can be written");
            assert!(written.contains(schema.get()));
            let (b, a) = (schema.get().find("\"b\""), schema.get().find("\"a\""));
            assert!(b < a, "{schema:?}");
        }
        "a number schema with fractions" => {
            let schema: core::NumberSchema = case.read();
            assert_eq!(schema.minimum, Some(Number::Float(0.5)));
            assert_eq!(schema.default, Some(Number::Float(95.5)));
        }
        "an elicited number" => {
            let result: core::ElicitResult = case.read();
            let weight = result.content.as_ref().and_then(|content| content.get("weight"));
            assert_eq!(weight, Some(&Answer::Number(Number::Float(1.5))));
        }
        "a list result of 2026-07-28 has its cache fields" => {
            let result: next::ListToolsResult = case.read();
            assert_eq!((result.ttl_ms, result.cache_scope), (0, next::CacheScope::Private));
        }
        "extension settings may hold fractions and null" => {
            let capabilities: next::ServerCapabilities = case.read();
            let settings = &capabilities.extensions.expect("they are there")["com.example/c"];
            assert_eq!((&settings["ratio"], &settings["x"]), (&json!(0.5), &Value::Null));
        }
        "ttl null is required and kept" => {
            assert_eq!(case.read::<core::Task>().ttl, Nullable::Null);
        }
        "a task without ttl" => {
            assert_eq!(case.read::<core::Task>().ttl, Nullable::Absent);
        }
        "a requested ttl is never null" => {
            let params: core::CallToolRequestParams = case.read();
            assert_eq!(params.task.expect("it is there").ttl, None);
            assert_eq!(case.written()["task"], json!({}));
        }
        "a created task is nested" => {
            assert_eq!(case.read::<core::CreateTaskResult>().task.task_id, "t1");
            assert!(case.input.decode::<core::CallToolResult>().is_err());
        }
        "a tasks/get reply is flat" => {
            let task: core::GetTaskResult = case.read();
            assert_eq!(task.status, core::TaskStatus::Completed);
        }
        "the status notification spreads the task" => {
            let message: core::TaskStatusNotification = case.read();
            assert_eq!(message.body.params.task_id, "t1");
        }
        "a status from the future" => {
            let task: core::Task = case.read();
            assert_eq!(task.status, core::TaskStatus::Unknown("paused".to_owned()));
        }
        "a tool that requires a task" => {
            let tool: core::Tool = case.read();
            let support = tool.execution.and_then(|execution| execution.task_support);
            assert_eq!(support, Some(core::TaskSupport::Required));
        }
        "the extension's created task is flat" => {
            let reply: next::CallToolReply = case.read();
            assert!(matches!(reply, next::CallToolReply::Task(_)));
        }
        "the extension's input requests" => {
            let result: next::GetTaskResult = case.read();
            let next::DetailedTask::InputRequired(task) = result.task else {
                panic!("{:?}", result.task)
            };
            assert!(matches!(task.input_requests["q1"], next::InputRequest::ListRoots(_)));
        }
        "the extension's completed task carries its result" => {
            let result: next::GetTaskResult = case.read();
            let next::DetailedTask::Completed(task) = result.task else {
                panic!("{:?}", result.task)
            };
            assert_eq!(task.result["isError"], true);
        }
        "the extension's failed task carries its error" => {
            let result: next::GetTaskResult = case.read();
            let next::DetailedTask::Failed(task) = result.task else { panic!("{:?}", result.task) };
            assert_eq!(task.error.code.0, -32603);
        }
        "a completed task without a result is refused" => {
            assert_eq!(case.error::<next::GetTaskResult>().path(), "result");
        }
        "the extension's notification" => {
            let message: next::TaskStatusNotification = case.read();
            assert!(matches!(message.body.params.task, next::DetailedTask::Cancelled(_)));
        }
        other => panic!("nothing says what is wanted of the case: {other}"),
    }
}
