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

/// Each place where any JSON may stand, kept as its text or not; the deep value stands for `@`.
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

/// A call as deep as it can be read, and how deep that is.
fn deepest(innermost: &str) -> (usize, String) {
    let call = |levels: usize| {
        let deep = format!("{}{innermost}{}", r#"{"a":["#.repeat(levels), "]}".repeat(levels));
        PLACES[0].1.replace('@', &deep)
    };
    let read = |levels: &usize| json::from_str::<ClientMessage>(&call(*levels)).is_ok();
    let levels = (1..100).rev().find(read).expect("a call that can be read");
    (levels, call(levels))
}

#[test]
fn what_can_be_read_at_all_can_be_taken_through_everything_else() {
    let (levels, text) = deepest("1");
    assert!(levels > 45, "{levels}");
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let call: ClientMessage = json::from_str(&text).unwrap();
    assert_eq!(json::from_value::<ClientMessage>(value.clone()).as_ref(), Ok(&call));
    assert_eq!(serde_json::to_value(&call).unwrap(), value);
    assert_eq!(json::from_str::<ClientMessage>(&value.to_string()).as_ref(), Ok(&call));
    // What is wrong at the bottom has its whole path.
    let wrong = text.replace(r#""name":"t""#, r#""name":1"#);
    assert_eq!(json::from_str::<ClientMessage>(&wrong).unwrap_err().path(), "params.name");
}

#[cfg(feature = "validate")]
#[test]
fn what_can_be_read_at_all_can_be_validated_and_checked() {
    use mcp_typestate::Revision;
    use mcp_typestate::check::{Checker, Item, Recording};
    use mcp_typestate::schema::{Schema, ToolSchema};

    let (levels, text) = deepest("1");
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let schema = Schema::of(&Revision::V2025_11_25).unwrap();
    assert!(schema.definition("CallToolRequest").unwrap().validate(&value).is_ok());

    let nodes = r##"{"properties":{"a":{"items":{"$ref":"#"}}},"type":["object","string"]}"##;
    let nodes = ToolSchema::compile(&serde_json::from_str(nodes).unwrap()).unwrap();
    let violations = nodes.validate(&value["params"]["arguments"]["a"]).unwrap_err();
    assert!(violations.to_string().contains("a[0].a[0]"), "{violations}");
    let path = violations.iter().next().unwrap().path.to_string();
    assert_eq!(path.matches("a[0]").count(), levels);

    let mut recording = Recording::new(text.as_bytes());
    let Some(Item::Entry(entry)) = recording.next().unwrap() else { panic!("a message") };
    assert!(Checker::new().with_revision("2025-11-25").entry(&entry).findings.is_empty());
}
