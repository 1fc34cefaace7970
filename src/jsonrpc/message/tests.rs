//! How a message of any kind is told, in any order of its members.
#![allow(clippy::unwrap_used)]

use serde::Deserialize;
use serde_json::json;

use super::super::ErrorMessage;
use super::*;
use crate::json::{DecodeError, Object};
use crate::method::Method;

struct Greet;

impl Method for Greet {
    const METHOD: &'static str = "greet";
    type Params = Object;
}

impl Request for Greet {
    type Result = Object;
    type Reply = Object;
}

struct Told;

impl Method for Told {
    const METHOD: &'static str = "told";
    type Params = Option<Object>;
}

impl Notification for Told {}

/// One known request or notification, and any other: what generated code has for each side.
macro_rules! side {
    ($name:ident, $known:ident) => {
        #[derive(Clone, Debug, PartialEq)]
        enum $name {
            $known(Call<$known>),
            Custom(AnyCall),
        }

        impl WriteMembers for $name {
            fn write<M: serde::ser::SerializeMap>(
                &self,
                members: &mut Writer<M>,
            ) -> Result<(), M::Error> {
                match self {
                    $name::$known(call) => call.write(members),
                    $name::Custom(call) => call.write(members),
                }
            }
        }

        impl Body for $name {
            fn knows(method: &str) -> bool {
                method == $known::METHOD
            }

            fn method(&self) -> &str {
                match self {
                    $name::$known(call) => call.method(),
                    $name::Custom(call) => call.method(),
                }
            }

            fn read_params<'de, A: MapAccess<'de>>(
                method: &str,
                params: Params<'_, 'de, A>,
            ) -> Result<Self, A::Error> {
                match method {
                    $known::METHOD => Call::read_params(method, params).map($name::$known),
                    _ => AnyCall::read_params(method, params).map($name::Custom),
                }
            }

            fn extra_mut(&mut self) -> &mut Extra {
                match self {
                    $name::$known(call) => call.extra_mut(),
                    $name::Custom(call) => call.extra_mut(),
                }
            }
        }
    };
}

side!(Requests, Greet);
side!(Notifications, Told);

type Any = Message<Requests, Notifications>;

fn read(text: &str) -> Any {
    json::from_str(text).unwrap()
}

fn refusal(text: &str) -> DecodeError {
    json::from_str::<Any>(text).unwrap_err()
}

/// Every order of the members of an object, each written as one text.
fn orders(members: &[&str]) -> Vec<String> {
    fn permute(chosen: &mut Vec<String>, left: &[&str], all: &mut Vec<String>) {
        if left.is_empty() {
            all.push(format!("{{{}}}", chosen.join(",")));
        }
        for (at, member) in left.iter().enumerate() {
            let mut others = left.to_vec();
            others.remove(at);
            chosen.push((*member).to_owned());
            permute(chosen, &others, all);
            chosen.pop();
        }
    }
    let mut all = Vec::new();
    permute(&mut Vec::new(), members, &mut all);
    all
}

const VERSION_MEMBER: &str = r#""jsonrpc":"2.0""#;

#[test]
fn a_known_request_is_read_in_any_order() {
    let params: Object = serde_json::from_str(r#"{"a":1}"#).unwrap();
    let mut body = Call::<Greet>::new(params);
    body.extra.insert("odd".to_owned(), json!(true));
    let expected = Any::Request(RequestMessage { id: 1.into(), body: Requests::Greet(body) });
    let members = [
        VERSION_MEMBER,
        r#""id":1"#,
        r#""method":"greet""#,
        r#""params":{"a":1}"#,
        r#""odd":true"#,
    ];
    for text in orders(&members) {
        assert_eq!(read(&text), expected, "{text}");
    }
}

#[test]
fn a_custom_request_is_read_in_any_order() {
    let body = AnyCall::new("x/y", Some(json!([1])));
    let members = [VERSION_MEMBER, r#""id":"a""#, r#""method":"x/y""#, r#""params":[1]"#];
    for text in orders(&members) {
        let body = Requests::Custom(body.clone());
        assert_eq!(read(&text), Any::Request(RequestMessage { id: "a".into(), body }), "{text}");
        let any: AnyMessage = json::from_str(&text).unwrap();
        assert!(matches!(any, AnyMessage::Request(message) if message.body.method == "x/y"));
    }
}

#[test]
fn a_notification_is_read_in_any_order() {
    for (method, params) in [("told", r#""params":{}"#), ("x/y", r#""params":1"#)] {
        let method_member = format!(r#""method":"{method}""#);
        for text in orders(&[VERSION_MEMBER, &method_member, params]) {
            let Any::Notification(message) = read(&text) else { unreachable!("{text}") };
            assert_eq!(message.body.method(), method);
            let any: AnyMessage = json::from_str(&text).unwrap();
            assert!(matches!(any, AnyMessage::Notification(_)));
        }
    }
}

#[test]
fn a_reply_is_read_in_any_order() {
    for text in orders(&[VERSION_MEMBER, r#""id":1"#, r#""result":{"b":1, "a":1.50}"#]) {
        let Any::Reply(Reply::Result(message)) = read(&text) else { unreachable!("{text}") };
        assert_eq!(message.result.get(), r#"{"b":1, "a":1.50}"#);
    }
    for text in orders(&[VERSION_MEMBER, r#""id":1"#, r#""error":{"code":1,"message":"m"}"#]) {
        let Any::Reply(Reply::Error(message)) = read(&text) else { unreachable!("{text}") };
        assert_eq!(message.id, Some(1.into()));
    }
}

#[test]
fn every_kind_is_written_back() {
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"method":"greet","params":{},"odd":[]}"#,
        r#"{"jsonrpc":"2.0","id":"1","method":"x/y","params":null}"#,
        r#"{"jsonrpc":"2.0","method":"told"}"#,
        r#"{"jsonrpc":"2.0","method":"told","params":{"_meta":{}}}"#,
        r#"{"jsonrpc":"2.0","id":-1,"result":{"z":1,"a":2},"odd":null}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":""}}"#,
    ] {
        assert_eq!(serde_json::to_string(&read(text)).unwrap(), text);
        let buffered: Any = serde_json::from_value(serde_json::from_str(text).unwrap()).unwrap();
        let value = serde_json::to_value(&buffered).unwrap();
        assert_eq!(value, serde_json::from_str::<serde_json::Value>(text).unwrap());
    }
}

#[test]
fn the_version_is_asked_for() {
    let missing = refusal(r#"{"id":1,"method":"greet","params":{}}"#);
    assert_eq!(missing.to_string(), "jsonrpc: missing field");
    let other = refusal(r#"{"jsonrpc":"1.0","id":1,"method":"greet","params":{}}"#);
    assert_eq!(other.to_string(), r#"jsonrpc: invalid value: string "1.0", expected "2.0""#);
    let number = refusal(r#"{"jsonrpc":2.0,"id":1,"method":"greet","params":{}}"#);
    assert_eq!(number.path(), "jsonrpc");
}

#[test]
fn a_kind_and_its_id_agree() {
    let request = refusal(r#"{"jsonrpc":"2.0","method":"greet","params":{}}"#);
    assert_eq!(request.to_string(), "`greet` is a request and needs an `id`");
    let notification = refusal(r#"{"jsonrpc":"2.0","id":1,"method":"told"}"#);
    assert_eq!(notification.to_string(), "`told` is a notification and cannot have an `id`");
    let reply = refusal(r#"{"jsonrpc":"2.0","result":{}}"#);
    assert_eq!(reply.to_string(), "id: missing field");
}

#[test]
fn a_message_is_one_of_the_kinds() {
    let both = refusal(r#"{"jsonrpc":"2.0","id":1,"method":"greet","params":{},"result":{}}"#);
    assert_eq!(both.to_string(), "a message has a `method` or a reply, not both");
    let both = refusal(r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}"#);
    assert_eq!(both.to_string(), "a reply has a `result` or an `error`, not both");
    let none = refusal(r#"{"jsonrpc":"2.0","id":1}"#);
    assert_eq!(none.to_string(), "a message has a `method`, a `result` or an `error`");
    let params = refusal(r#"{"jsonrpc":"2.0","id":1,"params":{}}"#);
    assert_eq!(params.to_string(), "method: missing field");
    assert_eq!(refusal("[]").to_string(), "invalid type: sequence, expected an object");
}

#[test]
fn a_null_counts_as_absent() {
    let text = r#"{"jsonrpc":"2.0","id":1,"method":null,"params":null,"result":{},"error":null}"#;
    assert!(matches!(read(text), Any::Reply(Reply::Result(_))));
    let text = r#"{"jsonrpc":"2.0","id":null,"method":"told","result":null,"error":null}"#;
    assert!(matches!(read(text), Any::Notification(_)));
    let text = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#;
    assert!(matches!(read(text), Any::Reply(Reply::Error(ErrorMessage { id: None, .. }))));
}

#[test]
fn an_error_has_the_path_from_the_message() {
    for text in orders(&[VERSION_MEMBER, r#""id":1"#, r#""method":"greet""#, r#""params":[]"#]) {
        assert_eq!(refusal(&text).to_string(), "params: invalid type: sequence, expected a map");
    }
    let id = refusal(r#"{"jsonrpc":"2.0","id":1.5,"method":"greet","params":{}}"#);
    assert_eq!(id.path(), "id");
    let code = refusal(r#"{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":""}}"#);
    assert_eq!(code.path(), "error.code");
    let twice = refusal(r#"{"jsonrpc":"2.0","id":1,"method":"x","params":1,"params":1}"#);
    assert_eq!(twice.to_string(), "params: duplicate field");
}

#[test]
fn a_message_of_a_known_kind_reads_the_same() {
    let text = r#"{"jsonrpc":"2.0","id":1,"method":"greet","params":{"a":1}}"#;
    let request: RequestMessage<Call<Greet>> = json::from_str(text).unwrap();
    let params = serde_json::from_str(r#"{"a":1}"#).unwrap();
    assert_eq!(request, RequestMessage::<Call<Greet>>::new(1, params));
    assert_eq!(serde_json::to_string(&request).unwrap(), text);
    let error = json::from_str::<NotificationMessage<AnyCall>>(text).unwrap_err();
    assert_eq!(error.to_string(), "a notification cannot have an `id`");

    let text = r#"{"jsonrpc":"2.0","method":"told"}"#;
    let notification: NotificationMessage<Call<Told>> = json::from_str(text).unwrap();
    assert_eq!(notification, NotificationMessage::<Call<Told>>::new(None));
    let error = json::from_str::<RequestMessage<AnyCall>>(text).unwrap_err();
    assert_eq!(error.to_string(), "id: missing field");
}

#[test]
fn a_users_own_types_may_hold_messages() {
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum OneOrBatch {
        One(Box<AnyMessage>),
        Batch(Vec<AnyMessage>),
    }
    #[derive(Debug, Deserialize)]
    struct Logged {
        at: u64,
        #[serde(flatten)]
        message: AnyMessage,
    }

    let text = r#"{"jsonrpc":"2.0","id":1,"result":{"b":1,"a":2}}"#;
    let OneOrBatch::One(one) = serde_json::from_str(text).unwrap() else { unreachable!("one") };
    assert_eq!(serde_json::to_string(&one).unwrap(), text);
    let OneOrBatch::Batch(two) = serde_json::from_str(&format!("[{text},{text}]")).unwrap() else {
        unreachable!("two")
    };
    assert_eq!(two, [*one.clone(), *one]);
    let logged: Logged =
        serde_json::from_str(r#"{"at":5,"method":"m","jsonrpc":"2.0","params":{"a":1}}"#).unwrap();
    assert_eq!(logged.at, 5);
    assert!(matches!(logged.message, AnyMessage::Notification(_)));
}
