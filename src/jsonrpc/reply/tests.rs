//! Replies whose request is known.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use super::super::ErrorCode;
use super::*;
use crate::json::Object;
use crate::method::Method;

struct Count;

impl Method for Count {
    const METHOD: &'static str = "count";
    type Params = Option<Object>;
}

impl Request for Count {
    type Result = BTreeMap<String, Vec<u8>>;
    type Reply = BTreeMap<String, Vec<u8>>;
}

type Counted = BTreeMap<String, Vec<u8>>;

#[test]
fn a_reply_gets_its_type_at_once_or_later() {
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":[1]},"odd":1}"#,
        r#"{"jsonrpc":"2.0","id":"1","error":{"code":1,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","error":{"code":1,"message":"m"}}"#,
    ] {
        let at_once: Reply<Counted> = json::from_str(text).unwrap();
        let later = json::from_str::<Reply>(text).unwrap().typed::<Count>().unwrap();
        assert_eq!(at_once, later);
        assert_eq!(serde_json::to_string(&at_once).unwrap(), text);
    }
}

#[test]
fn an_error_has_the_path_from_the_message() {
    let text = r#"{"jsonrpc":"2.0","id":1,"result":{"a":[1,-1]}}"#;
    let at_once = json::from_str::<Reply<Counted>>(text).unwrap_err();
    let later = json::from_str::<Reply>(text).unwrap().typed::<Count>().unwrap_err();
    assert_eq!(at_once, later);
    assert_eq!(at_once.path(), "result.a[1]");
    let message: ResultMessage = json::from_str(text).unwrap();
    assert_eq!(message.decode::<Count>().unwrap_err(), later);
}

#[test]
fn null_beside_the_other_counts_as_absent() {
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"result":{},"error":null}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":null,"result":{}}"#,
    ] {
        assert_eq!(json::from_str::<Reply<Counted>>(text).unwrap(), Reply::ok(1, Counted::new()));
    }
    let error = ErrorObject::new(ErrorCode(1), "m");
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"},"result":null}"#,
    ] {
        assert_eq!(json::from_str::<Reply<Counted>>(text).unwrap(), Reply::error(1, error.clone()));
    }
}

#[test]
fn a_result_of_null_is_for_its_type_to_refuse() {
    let text = r#"{"jsonrpc":"2.0","id":1,"result":null}"#;
    let error = json::from_str::<Reply<Counted>>(text).unwrap_err();
    assert_eq!(error.to_string(), "result: invalid type: null, expected a map");
    let untyped: Reply = json::from_str(text).unwrap();
    assert_eq!(untyped, Reply::ok(1, Raw::null()));
    assert_eq!(untyped.typed::<Count>().unwrap_err().path(), "result");
}

#[test]
fn a_reply_is_one_or_the_other() {
    for (text, message) in [
        (r#"{"jsonrpc":"2.0","id":1}"#, "result: missing field"),
        (r#"{"jsonrpc":"2.0","result":{}}"#, "id: missing field"),
        (r#"{"jsonrpc":"2.0","id":null,"result":{}}"#, "id: missing field"),
        (r#"{"id":1,"result":{}}"#, "jsonrpc: missing field"),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"m"}}"#,
            "a reply has a `result` or an `error`, not both",
        ),
    ] {
        assert_eq!(json::from_str::<Reply<Counted>>(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn a_reply_of_a_known_kind_refuses_the_other() {
    let result = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    assert!(json::from_str::<ResultMessage<Counted>>(result).is_ok());
    let error = json::from_str::<ErrorMessage>(result).unwrap_err();
    assert_eq!(error.to_string(), "error: missing field");
    let failed = r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}"#;
    assert_eq!(json::from_str::<ErrorMessage>(failed).unwrap().id, None);
    let error = json::from_str::<ResultMessage>(failed).unwrap_err();
    assert_eq!(error.to_string(), "result: missing field");
}

#[test]
fn a_reply_without_its_envelope_is_its_result_or_its_error() {
    assert_eq!(Reply::ok(1, "done").into_result(), Ok("done"));
    let error = ErrorObject::new(ErrorCode::INTERNAL_ERROR, "no");
    assert_eq!(Reply::<()>::error(1, error.clone()).into_result(), Err(error));
}
