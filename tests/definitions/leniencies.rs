//! What is read although the schema refuses it, one example and one counter-example each: the
//! leniencies of [`Leniency`](crate::mutations::Leniency), and the constraints that are left to
//! validation.

use serde_json::Value;

use crate::same;
use crate::support::definition;

/// Asserts that a text is read and written back as another; skips a revision that is off.
fn reads_as(revision: &str, name: &str, text: &str, wanted: &str) {
    let Some(round_trip) = definition(revision, name) else { return };
    let back = round_trip(text).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
    let wanted: Value = serde_json::from_str(wanted).expect("JSON");
    assert!(same(&back, &wanted), "{name} {text} became {back}");
}

fn reads(revision: &str, name: &str, text: &str) {
    reads_as(revision, name, text, text);
}

/// Asserts that a text is refused at a path.
fn refuses(revision: &str, name: &str, text: &str, path: &str) {
    let Some(round_trip) = definition(revision, name) else { return };
    match round_trip(text) {
        Ok(back) => panic!("{name} {text} became {back}"),
        Err(error) => assert_eq!(error.path(), path, "{name} {text}: {error}"),
    }
}

#[test]
fn null_for_an_optional_member_counts_as_absent() {
    let name = "ServerCapabilities";
    reads_as("2025-11-25", name, r#"{"tools": null}"#, "{}");
    reads("2025-11-25", name, r#"{"tools": {}}"#);
    let text = r#"{"method": "ping", "params": null}"#;
    reads_as("2025-06-18", "PingRequest", text, r#"{"method": "ping"}"#);
    let form = r#""message": "m", "requestedSchema": {"type": "object", "properties": {}}"#;
    let absent = format!("{{{form}}}");
    let null = format!(r#"{{{form}, "mode": null}}"#);
    for name in ["ElicitRequestFormParams", "ElicitRequestParams"] {
        reads("2025-11-25", name, &absent);
        reads_as("2025-11-25", name, &null, &absent);
    }
    let text = r#"{"type": "text", "text": null}"#;
    refuses("2025-11-25", "TextContent", text, "text");
    // A call that nobody could answer is none.
    let text = r#"{"jsonrpc": "2.0", "id": null, "method": "x"}"#;
    refuses("2025-11-25", "JSONRPCMessage", text, "id");
    // Where the schema allows anything, null is a value.
    let text = r#"{"resultType": "complete", "content": [], "structuredContent": null}"#;
    reads("2026-07-28", "CallToolResult", text);
}

#[test]
fn a_required_member_that_may_be_null_may_be_absent() {
    let task = r#""taskId": "t", "status": "working", "createdAt": "", "lastUpdatedAt": """#;
    reads("2025-11-25", "Task", &format!("{{{task}}}"));
    reads("2025-11-25", "Task", &format!(r#"{{{task}, "ttl": null}}"#));
    refuses("2025-11-25", "Task", &format!(r#"{{{task}, "ttl": "1"}}"#), "ttl");
    reads("2026-07-28", "DetailedTask", &format!("{{{task}}}"));
}

#[test]
fn an_absent_result_type_means_complete() {
    let complete = r#"{"resultType": "complete", "content": []}"#;
    for text in [r#"{"content": []}"#, r#"{"content": [], "resultType": null}"#] {
        reads_as("2026-07-28", "CallToolResult", text, complete);
        let reply = |result: &str| format!(r#"{{"jsonrpc": "2.0", "id": 1, "result": {result}}}"#);
        let name = "CallToolResultResponse";
        reads_as("2026-07-28", name, &reply(text), &reply(complete));
    }
    refuses("2026-07-28", "InputRequiredResult", "{}", "resultType");
}

#[test]
fn an_unknown_value_of_an_enumeration_is_kept() {
    reads("2025-11-25", "Role", r#""système""#);
    reads("2025-11-25", "Annotations", r#"{"audience": ["user", "x"]}"#);
    refuses("2025-11-25", "Annotations", r#"{"audience": ["user", 1]}"#, "audience[1]");
}

#[test]
fn an_object_with_an_unknown_tag_is_kept_whole() {
    reads("2025-11-25", "CallToolResult", r#"{"content": [{"type": "x", "text": 1}]}"#);
    let text = r#"{"content": [{"type": "text", "text": 1}]}"#;
    refuses("2025-11-25", "CallToolResult", text, "content[0].text");
    refuses("2025-11-25", "CallToolResult", r#"{"content": [{"text": ""}]}"#, "content[0].type");
    refuses("2025-11-25", "TextContent", r#"{"type": "x", "text": ""}"#, "type");
}

#[test]
fn an_object_of_which_nothing_tells_what_it_is_is_kept_whole() {
    reads("2025-11-25", "ReadResourceResult", r#"{"contents": [{"uri": "urn:x", "x": 1}]}"#);
    let text = r#"{"contents": [{"uri": "urn:x", "text": 1}]}"#;
    refuses("2025-11-25", "ReadResourceResult", text, "contents[0].text");
    reads("2025-11-25", "PrimitiveSchemaDefinition", r#"{"type": "x", "minimum": "1"}"#);
    let text = r#"{"type": "number", "minimum": "1"}"#;
    refuses("2025-11-25", "PrimitiveSchemaDefinition", text, "minimum");
}

#[test]
fn an_error_reply_needs_no_id() {
    let error = r#""jsonrpc": "2.0", "error": {"code": -32700, "message": ""}"#;
    let absent = format!("{{{error}}}");
    reads("2025-06-18", "JSONRPCError", &absent);
    reads_as("2025-06-18", "JSONRPCError", &format!(r#"{{{error}, "id": null}}"#), &absent);
    refuses("2025-06-18", "JSONRPCError", &format!(r#"{{{error}, "id": true}}"#), "id");
    refuses("2025-06-18", "JSONRPCError", r#"{"jsonrpc": "2.0", "id": 1}"#, "error");
}

#[test]
fn what_is_opaque_is_not_looked_at() {
    let tool = r#"{"name": "t", "inputSchema": {"type": ["object", "null"], "properties": 1}}"#;
    reads("2025-11-25", "Tool", tool);
    refuses("2025-11-25", "Tool", r#"{"name": "t", "inputSchema": true}"#, "inputSchema");
    let call = r#"{"jsonrpc": "2.0", "id": 1, "method": "x", "params": [1]}"#;
    reads("2025-11-25", "JSONRPCRequest", call);
    let reply = r#"{"jsonrpc": "2.0", "id": 1, "result": [{"_meta": 1}]}"#;
    reads("2025-11-25", "JSONRPCResultResponse", reply);
    reads("2026-07-28", "JSONValue", r#"[null, 1.5]"#);
}

#[test]
fn a_form_may_be_answered_with_a_list_in_any_revision() {
    reads("2025-06-18", "ElicitResult", r#"{"action": "accept", "content": {"k": ["a"]}}"#);
    let text = r#"{"action": "accept", "content": {"k": [1]}}"#;
    refuses("2025-06-18", "ElicitResult", text, "content.k[0]");
}

#[test]
fn an_integer_may_be_written_as_a_float() {
    let text = |ttl: &str| format!(r#"{{"ttl": {ttl}}}"#);
    reads_as("2025-11-25", "TaskMetadata", &text("60000.0"), &text("60000"));
    reads_as("2025-11-25", "TaskMetadata", &text("6e4"), &text("60000"));
    refuses("2025-11-25", "TaskMetadata", &text("0.5"), "ttl");
    reads_as("2025-11-25", "RequestId", "1.0", "1");
}

#[test]
fn bounds_lengths_and_formats_are_left_to_validation() {
    reads("2025-11-25", "Annotations", r#"{"priority": 2}"#);
    reads("2025-11-25", "Root", r#"{"uri": "no uri"}"#);
    reads("2025-11-25", "ImageContent", r#"{"type": "image", "data": "?", "mimeType": ""}"#);
    let values = vec!["\"\""; 101].join(", ");
    let text = format!(r#"{{"resultType": "complete", "completion": {{"values": [{values}]}}}}"#);
    reads("2026-07-28", "CompleteResult", &text);
}
