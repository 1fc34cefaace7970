//! The protocol's types inside a user's own: nothing is lost, and errors say where.

use mcp_typestate::from_str;
use mcp_typestate_downstream::frame::Frame;
use mcp_typestate_downstream::journal::{Event, Noted};
use mcp_typestate_downstream::next;
use mcp_typestate_downstream::protocol::{ClientMessage, ServerMessage, Tool};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const CALL: &str = r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"forecast",
    "arguments":{"city":"Bern","z":1.5,"a":null},"_meta":{"progressToken":7,"x":{}},"y":[]},"w":0}"#;
const NEXT: &str = r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"forecast",
    "_meta":{"io.modelcontextprotocol/clientCapabilities":{"x":null},
    "io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const REPLY: &str = r#"{"jsonrpc":"2.0","id":9007199254740993,"result":{"content":[],"x":1}}"#;
const TOOL: &str = r#"{"name":"t","inputSchema":{"type":"object","properties":{"b":{},"a":{}}}}"#;

/// Reads a text and writes it back: the same JSON.
fn comes_back<T: DeserializeOwned + Serialize>(text: &str) -> T {
    let read: T = from_str(text).unwrap();
    let written = serde_json::to_string(&read).unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(&written).unwrap(),
        serde_json::from_str::<Value>(text).unwrap(),
    );
    read
}

/// An object with one more member, before its own.
fn with(member: &str, object: &str) -> String {
    format!("{{{member},{}", &object[1..])
}

/// What reading a text fails with: where, and what.
fn fails<T: DeserializeOwned>(text: &str) -> (String, String) {
    let error = from_str::<T>(text).err().expect("it fails");
    (error.path().to_owned(), error.to_string())
}

#[test]
fn an_untagged_enum_tells_messages_batches_and_its_own_words_apart() {
    for text in [CALL, INITIALIZED, REPLY] {
        assert!(matches!(comes_back(text), Frame::<ClientMessage>::One(_)), "{text}");
    }
    for text in [NEXT, REPLY] {
        assert!(matches!(comes_back(text), Frame::<next::ClientMessage>::One(_)), "{text}");
    }
    let batch = format!("[{CALL},{INITIALIZED}]");
    assert!(matches!(comes_back(&batch), Frame::<ClientMessage>::Batch(all) if all.len() == 2));
    let heartbeat = comes_back(r#"{"heartbeat":3}"#);
    assert!(matches!(heartbeat, Frame::<ClientMessage>::Heartbeat { heartbeat: 3 }));
}

#[test]
fn an_untagged_enum_loses_the_path_and_a_second_read_has_it() {
    let wrong = CALL.replace(r#""forecast""#, "7");
    let (path, words) = fails::<Frame<ClientMessage>>(&wrong);
    assert_eq!(path, "");
    assert_eq!(words, "data did not match any variant of untagged enum Frame");

    assert_eq!(Frame::<ClientMessage>::read(&wrong).unwrap_err().path(), "params.name");
    let batch = format!("[{INITIALIZED},{wrong}]");
    assert_eq!(Frame::<ClientMessage>::read(&batch).unwrap_err().path(), "[1].params.name");
    assert!(Frame::<ClientMessage>::read(CALL).is_ok());
}

#[test]
fn a_flattened_message_keeps_everything_and_the_note_stays_out_of_it() {
    for text in [CALL, INITIALIZED, REPLY] {
        let noted: Noted<ClientMessage> = comes_back(&with(r#""x-at":12"#, text));
        assert_eq!(noted.at, 12);
        assert_eq!(noted.message, from_str(text).unwrap());
    }
    let noted: Noted<ServerMessage> = comes_back(&with(r#""x-at":0"#, REPLY));
    assert_eq!(noted.message, from_str(REPLY).unwrap());
}

#[test]
fn a_flattened_message_loses_the_path_and_a_second_read_has_it() {
    let wrong = with(r#""x-at":12"#, &CALL.replace(r#""forecast""#, "7"));
    let words = "invalid type: integer `7`, expected a string";
    assert_eq!(fails::<Noted<ClientMessage>>(&wrong), (String::new(), words.to_owned()));

    let error = Noted::<ClientMessage>::read(&wrong).unwrap_err();
    assert_eq!(error.to_string(), format!("params.name: {words}"));
    // What is the note's own keeps its path.
    let error = Noted::<ClientMessage>::read(&with(r#""x-at":"noon""#, CALL)).unwrap_err();
    assert_eq!(error.path(), "x-at");
    assert!(Noted::<ClientMessage>::read(&with(r#""x-at":12"#, CALL)).is_ok());
}

#[test]
fn an_internally_tagged_enum_holds_definitions_beside_its_tag() {
    let met = with(r#""event":"met""#, r#"{"name":"owl","version":"1","x":{"y":null}}"#);
    assert!(matches!(comes_back(&met), Event::Met(who) if who.name == "owl"));
    assert!(matches!(
        comes_back(r#"{"event":"closed","why":"done"}"#),
        Event::Closed { why } if why == "done",
    ));
}

#[test]
fn a_tools_schema_keeps_its_order_in_an_internally_tagged_enum() {
    let text = with(r#""event":"appeared""#, TOOL);
    let Event::Appeared(tool) = comes_back(&text) else { panic!("another event") };
    assert_eq!(tool.input_schema.get(), from_str::<Tool>(TOOL).unwrap().input_schema.get());
    assert_eq!(serde_json::to_string(&Event::Appeared(tool)).unwrap(), text);
}

#[test]
fn an_internally_tagged_enum_loses_the_path_and_keeps_the_words() {
    let wrong = with(r#""event":"appeared""#, &TOOL.replace(r#""t""#, "7"));
    let words = "invalid type: integer `7`, expected a string";
    assert_eq!(fails::<Event>(&wrong), (String::new(), words.to_owned()));
    assert_eq!(fails::<Tool>(&wrong).0, "name");
}
