//! That depth is bounded by an error, wherever it stands and in whatever order members come, and
//! never by the stack.
#![cfg(feature = "v2025_11_25")]

use mcp_typestate::json;
use mcp_typestate::jsonrpc::{Envelope, Reply};
use mcp_typestate::v2025_11_25::{CallToolResult, ClientMessage, ListToolsResult, ServerMessage};

/// Deeper than any stack.
const DEPTH: usize = 200_000;

fn lists() -> String {
    format!("{}{}", "[".repeat(DEPTH), "]".repeat(DEPTH))
}

fn objects() -> String {
    format!("{}1{}", r#"{"a":"#.repeat(DEPTH), "}".repeat(DEPTH))
}

/// What reads a text, and says whether it could.
type Read = fn(&str) -> bool;

fn is<T: serde::de::DeserializeOwned>(text: &str) -> bool {
    let by_value = json::from_str::<T>(text);
    assert_eq!(serde_json::from_reader::<_, T>(text.as_bytes()).is_ok(), by_value.is_ok());
    by_value.is_ok()
}

/// Each place where any JSON may stand; the deep value stands for `@`.
const PLACES: &[(Read, &str)] = &[
    (
        is::<ClientMessage>,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"a":@}}}"#,
    ),
    (
        is::<ClientMessage>,
        r#"{"params":{"name":"t","arguments":{"a":@}},"method":"tools/call","id":1,"jsonrpc":"2.0"}"#,
    ),
    (
        is::<ClientMessage>,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","_meta":{"a":@}}}"#,
    ),
    (is::<ClientMessage>, r#"{"jsonrpc":"2.0","id":1,"method":"ping","more":@}"#),
    (is::<ClientMessage>, r#"{"jsonrpc":"2.0","id":1,"method":"of/mine","params":{"a":@}}"#),
    (is::<ServerMessage>, r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":@}}"#),
    (
        is::<Reply<CallToolResult>>,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"a":@}}}"#,
    ),
    (
        is::<Reply<CallToolResult>>,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"odd","a":@}]}}"#,
    ),
    (
        is::<Reply<CallToolResult>>,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"a":@,"type":"odd"}]}}"#,
    ),
    (
        is::<Reply<CallToolResult>>,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"a":@,"type":"text","text":""}]}}"#,
    ),
    (
        is::<Reply<CallToolResult>>,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"text":@,"type":"text"}]}}"#,
    ),
];

#[test]
fn depth_is_refused_wherever_any_json_may_stand() {
    for deep in [lists(), objects()] {
        for (read, place) in PLACES {
            assert!(!read(&place.replace('@', &deep)), "{place}");
            // It is the depth that is refused, and not the place.
            if !place.contains(r#""text":@"#) {
                assert!(read(&place.replace('@', r#"[{"a":1}]"#)), "{place}");
            }
        }
    }
}

#[test]
fn a_schema_is_text_of_any_depth() {
    let deep = objects();
    let text = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{{"name":"t","inputSchema":{deep}}}]}}}}"#
    );
    let Reply::Result(reply) = json::from_str::<Reply<ListToolsResult>>(&text).unwrap() else {
        panic!("a result")
    };
    assert_eq!(reply.result.tools[0].input_schema.get(), deep);
    assert_eq!(serde_json::to_string(&reply).unwrap(), text);
}

#[test]
fn an_envelope_passes_any_depth_on() {
    let text = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"a","params":{},"b":{}}}"#,
        lists(),
        objects()
    );
    let Envelope::Request { params, .. } = Envelope::from_str(&text).unwrap() else {
        panic!("a request")
    };
    assert_eq!(params, Some(lists().as_str()));
}
