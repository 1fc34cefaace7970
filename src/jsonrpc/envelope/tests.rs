//! That an envelope says of a message what the message's own type says of it.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::jsonrpc::AnyMessage;

fn read(text: &str) -> Envelope<'_> {
    let envelope = Envelope::from_str(text).unwrap();
    assert_eq!(Envelope::from_slice(text.as_bytes()).unwrap(), envelope);
    envelope
}

fn refusal(text: &str) -> String {
    let error = Envelope::from_str(text).unwrap_err().to_string();
    assert!(json::from_str::<AnyMessage>(text).is_err(), "{text} is a message: {error}");
    error
}

#[test]
fn each_kind_of_message_is_told() {
    let request = r#"{"jsonrpc":"2.0","id":7,"method":"a/b","params":{"x": [1, 2.50]}}"#;
    let Envelope::Request { id, method, params } = read(request) else { panic!("a request") };
    assert_eq!(id, RequestId::Integer(7));
    assert_eq!((method.as_ref(), params), ("a/b", Some(r#"{"x": [1, 2.50]}"#)));

    let notification = read(r#"{"jsonrpc":"2.0","method":"a/b"}"#);
    assert_eq!((notification.id(), notification.method()), (None, Some("a/b")));

    let result = read(r#"{"jsonrpc":"2.0","id":"7","result":{"a":null}}"#);
    let Envelope::Result { id, result } = result else { panic!("a result") };
    assert_eq!((RequestId::from(id), result), (RequestId::from("7"), r#"{"a":null}"#));

    let error = read(r#"{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"m"}}"#);
    assert_eq!((error.id(), error.method()), (Some(&EnvelopeId::Integer(7)), None));
    assert!(matches!(error, Envelope::Error { error: r#"{"code":1,"message":"m"}"#, .. }));
}

#[test]
fn order_and_unknown_members_make_no_difference() {
    let usual = r#"{"jsonrpc":"2.0","id":7,"method":"a","params":[1]}"#;
    let other = r#"{"more":{"id":8},"params":[1],"method":"a","id":7,"jsonrpc":"2.0","":null}"#;
    assert_eq!(read(usual), read(other));
}

#[test]
fn nothing_is_copied_that_has_no_escapes() {
    let text = r#"{"jsonrpc":"2.0","id":"seven","method":"a"}"#;
    let Envelope::Request { id, method, .. } = read(text) else { panic!("a request") };
    assert!(matches!(id, EnvelopeId::String(Cow::Borrowed("seven"))));
    assert!(matches!(method, Cow::Borrowed("a")));
    let escaped = read(r#"{"jsonrpc":"2.0","id":"\u0041","method":"a\/b"}"#);
    assert_eq!(escaped.id(), Some(&EnvelopeId::String("A".into())));
    assert_eq!(escaped.method(), Some("a/b"));
}

#[test]
fn leniencies_are_those_of_messages() {
    for (text, id) in [
        (r#"{"jsonrpc":"2.0","id":1.0,"method":"a","params":null}"#, Some(1)),
        (r#"{"jsonrpc":"2.0","id":1,"result":null}"#, Some(1)),
        (r#"{"jsonrpc":"2.0","id":1,"result":{},"error":null}"#, Some(1)),
        (r#"{"jsonrpc":"2.0","id":1,"result":{},"method":null}"#, Some(1)),
        (r#"{"jsonrpc":"2.0","id":1,"method":null,"method":"a"}"#, Some(1)),
        (r#"{"jsonrpc":"2.0","id":1,"error":null,"error":{"code":1,"message":""}}"#, Some(1)),
        (r#"{"jsonrpc":"2.0","id":null,"result":null,"error":{"code":1,"message":""}}"#, None),
        (r#"{"jsonrpc":"2.0","error":{"code":1,"message":""}}"#, None),
        (r#"{"jsonrpc":"2.0","method":"a","result":null,"error":null}"#, None),
    ] {
        assert!(json::from_str::<AnyMessage>(text).is_ok(), "{text}");
        assert_eq!(read(text).id().cloned(), id.map(EnvelopeId::Integer), "{text}");
    }
}

#[test]
fn what_is_no_message_is_refused() {
    for (text, why) in [
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#,
            "id: invalid type: null, expected an integer or a string",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"a","result":{}}"#,
            "a message has a `method` or a reply, not both",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}"#,
            "a reply has a `result` or an `error`, not both",
        ),
        (r#"{"jsonrpc":"2.0","id":1}"#, "a message has a `method`, a `result` or an `error`"),
        (r#"{"jsonrpc":"2.0","result":{}}"#, "id: missing field"),
        (r#"{"jsonrpc":"2.0","id":1,"params":{}}"#, "method: missing field"),
        (r#"{"id":1,"method":"a"}"#, "jsonrpc: missing field"),
        (
            r#"{"jsonrpc":"1.0","method":"a"}"#,
            r#"jsonrpc: invalid value: string "1.0", expected "2.0""#,
        ),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"a"}"#, "id: duplicate field"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"a","params":{},"params":{}}"#,
            "params: duplicate field",
        ),
    ] {
        assert_eq!(refusal(text), why, "{text}");
    }
    let id = refusal(r#"{"jsonrpc":"2.0","id":true,"method":"a"}"#);
    assert!(id.starts_with("id: ") && id.contains("an integer or a string"), "{id}");
    let method = refusal(r#"{"jsonrpc":"2.0","id":1,"method":7}"#);
    assert_eq!(method, "method: invalid type: integer `7`, expected a string");
    let error = Envelope::from_slice(br#"{"jsonrpc":"2.0","method":[]}"#).unwrap_err();
    assert_eq!(error.path(), "method");
    assert!(refusal(r#"{"jsonrpc":"2.0","method":"a","params":{"#).starts_with("not JSON"));
    assert!(refusal(r#"{"jsonrpc":"2.0","method":"a"} x"#).starts_with("not JSON"));
}

#[test]
fn a_request_that_cannot_be_read_still_has_its_id() {
    let text = r#"{"jsonrpc":"2.0","id":"a7","method":"x","params":{"name":7},"params2":1}"#;
    assert_eq!(read(text).id(), Some(&EnvelopeId::String("a7".into())));
}

#[test]
fn bytes_are_utf_8_wherever_they_stand() {
    for text in [
        r#"{"jsonrpc":"2.0","method":"a","b":"@"}"#,
        r#"{"jsonrpc":"2.0","method":"a","b":[{"@":1}]}"#,
        r#"{"jsonrpc":"2.0","method":"a","@":1}"#,
        r#"{"jsonrpc":"2.0","method":"a","params":{"b":"@"}}"#,
        r#"{"jsonrpc":"2.0","method":"@"}"#,
        r#"{"jsonrpc":"2.0","id":"@","result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"@":1}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":"@"}"#,
    ] {
        read(text);
        let bytes: Vec<u8> =
            text.bytes().map(|byte| if byte == b'@' { 0xff } else { byte }).collect();
        let error = Envelope::from_slice(&bytes).unwrap_err();
        assert!(matches!(error, DecodeError::Syntax { .. }), "{text}: {error}");
    }
}

#[test]
fn a_batch_is_a_list_of_envelopes() {
    let text = r#"[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":1,"result":{}}]"#;
    let batch: Vec<Envelope> = serde_json::from_str(text).unwrap();
    let methods: Vec<_> = batch.iter().map(Envelope::method).collect();
    assert_eq!(methods, [Some("a"), None]);
}

/// Messages of all kinds, with most of what may stand in one.
const PLAIN: [&str; 6] = [
    r#"{"jsonrpc":"2.0","method":"a/b"}"#,
    r#"{"jsonrpc":"2.0","id":170,"method":"a","params":{"x":[1,-2.5e1,"\u00e9\n"],"y":{}}}"#,
    r#" { "jsonrpc" : "2.0" , "id" : "s-é" , "more" : null , "result" : { } } "#,
    r#"{"error":{"code":1,"message":"m"},"id":0,"jsonrpc":"2.0"}"#,
    r#"{"jsonrpc":"2.0","error":{"code":1},"result":null}"#,
    r#"{"jsonrpc":"2.0","id":1,"result":[true,false,"}"],"params":null}"#,
];

#[test]
fn messages_in_plain_writing_are_read_without_a_deserializer() {
    PLAIN.into_iter().for_each(|text| assert!(plain::read(text).is_some(), "{text}"));
}

/// What is written a little differently, or wrong in one place, is read as it is with care.
#[test]
fn plain_writing_is_read_as_the_deserializer_reads_it() {
    let others = [
        "",
        "\"",
        "\\",
        "{",
        "}",
        "[",
        ",",
        ":",
        "0",
        "9",
        "-",
        ".",
        "e",
        " ",
        "\n",
        "\t",
        "\u{1}",
        "é",
        "\u{feff}",
        "x",
        "null",
        "\"id\":1,",
        "\"\\u0069d\":2,",
        "1234567890123456",
        "\"method\":null,",
        "\"params\":{},",
    ];
    let mut read = 0;
    for text in PLAIN {
        for (place, char) in text.char_indices() {
            let ends = [place, place + char.len_utf8()];
            for (other, end) in others.iter().flat_map(|other| ends.map(|end| (other, end))) {
                let changed = [&text[..place], other, &text[end..]].concat();
                if let Some(envelope) = plain::read(&changed) {
                    read += 1;
                    assert_eq!(serde_json::from_str::<Envelope<'_>>(&changed).unwrap(), envelope);
                }
            }
        }
    }
    assert!(read > 1_000, "{read} of the changed texts are still plain");
}
