//! What serde_json's `arbitrary_precision` and `preserve_order` promise, through this crate's types:
//! the text of numbers and the order of members, wherever the protocol does not look.
//!
//! Exponents have a sign here, since serde_json gives them one when it reads.

#![cfg(feature = "v2025_11_25")]

use mcp_typestate::v2025_11_25::{CallToolRequestParams, Tool};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const TOOL: &str = r#"{"name":"t","inputSchema":{"type":"object","z":1.50,"a":1e+400,"properties":{"y":{"maximum":123456789012345678901234567890},"b":{}}},"z":{"y":1.10,"a":[-0.0,1e+3]}}"#;

const PARAMS: &str =
    r#"{"name":"t","arguments":{"z":0.10,"a":{"y":18446744073709551616,"b":1e-400}},"z":2,"a":1}"#;

fn keeps<T: Serialize + DeserializeOwned>(text: &str) {
    let from_str: T = mcp_typestate::from_str(text).expect("it is one");
    assert_eq!(serde_json::to_string(&from_str).expect("text"), text);
    let from_reader: T = serde_json::from_reader(text.as_bytes()).expect("it is one");
    assert_eq!(serde_json::to_string(&from_reader).expect("text"), text);
}

fn keeps_from_value<T: Serialize + DeserializeOwned>(text: &str) {
    let value: Value = serde_json::from_str(text).expect("JSON");
    let from_value: T = mcp_typestate::from_value(value).expect("it is one");
    assert_eq!(serde_json::to_string(&from_value).expect("text"), text);
}

#[test]
fn a_tool_keeps_the_text_of_numbers_and_the_order_of_members() {
    keeps::<Tool>(TOOL);
    keeps_from_value::<Tool>(TOOL);
}

#[test]
fn arguments_keep_the_text_of_numbers_and_the_order_of_members() {
    keeps::<CallToolRequestParams>(PARAMS);
    keeps_from_value::<CallToolRequestParams>(PARAMS);
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Untagged<T> {
    This(T),
}

#[derive(Deserialize, Serialize)]
struct Flattened<T> {
    outer: String,
    #[serde(flatten)]
    inner: T,
}

#[derive(Deserialize, Serialize)]
#[serde(tag = "tag")]
enum Tagged<T> {
    This(T),
}

#[test]
fn so_do_they_inside_a_users_own_types() {
    keeps::<Untagged<Tool>>(TOOL);
    keeps::<Untagged<CallToolRequestParams>>(PARAMS);
    let inside = |before: &str, text: &str| format!("{{{before},{}", &text[1..]);
    keeps::<Flattened<Tool>>(&inside(r#""outer":"é""#, TOOL));
    keeps::<Flattened<CallToolRequestParams>>(&inside(r#""outer":"é""#, PARAMS));
    keeps::<Tagged<Tool>>(&inside(r#""tag":"This""#, TOOL));
    keeps::<Tagged<CallToolRequestParams>>(&inside(r#""tag":"This""#, PARAMS));

    // From a value, serde's buffer takes no integer beyond a `u64`: that is serde's own limit.
    let params = PARAMS.replace("18446744073709551616", "18446744073709551615");
    keeps_from_value::<Untagged<CallToolRequestParams>>(&params);
    let params = inside(r#""tag":"This""#, &params);
    keeps_from_value::<Tagged<CallToolRequestParams>>(&params);
}
