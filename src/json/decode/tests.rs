//! What errors say.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde_json::json;

use super::*;
use crate::json::{Extra, Integer, OneOrMany, Raw, ReadMembers, Reader, Tag, present};
use serde::de::MapAccess;
use serde::{Deserialize, Deserializer};

/// A tool or a note, told apart by `type`.
#[derive(Debug)]
enum Item {
    #[allow(dead_code)]
    Tool {
        name: String,
        size: Option<i64>,
        inner: Option<Box<OneOrMany<Item>>>,
    },
    Other,
}

impl ReadMembers for Item {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        if members.tag("type", &["tool"])? != Tag::Known(0) {
            members.rest(None, None)?;
            return Ok(Item::Other);
        }
        let (mut name, mut size, mut inner) = (None, None, None);
        let mut extra = Extra::new();
        while let Some(member) = members.next(&["name", "size", "inner"])? {
            match member {
                0 => members.required("name", &mut name)?,
                1 => members.optional_with(Integer, "size", &mut size)?,
                2 => members.optional("inner", &mut inner)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Item::Tool { name: present("name", name)?, size, inner })
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Item, D::Error> {
        crate::json::deserialize(deserializer)
    }
}

type Items = BTreeMap<String, Vec<Item>>;

fn refusal<T: DeserializeOwned + Debug>(text: &str) -> DecodeError {
    let error = from_str::<T>(text).unwrap_err();
    assert_eq!(from_slice::<T>(text.as_bytes()).unwrap_err(), error);
    error
}

#[test]
fn a_path_leads_to_the_error() {
    for (input, path, message) in [
        (r#"{"tools":[{"type":"tool"}]}"#, "tools[0].name", "missing field"),
        (
            r#"{"tools":[{"name":1,"type":"tool"}]}"#,
            "tools[0].name",
            "invalid type: integer `1`, expected a string",
        ),
        (
            r#"{"tools":[{"type":"x"},{"inner":[{"size":1.5,"type":"tool"}],"type":"tool"}]}"#,
            "tools[1].inner[0].size",
            "invalid value: floating point `1.5`, expected an integer",
        ),
        (
            r#"{"tools":[{"inner":{"type":"tool"},"type":"tool"}]}"#,
            "tools[0].inner.name",
            "missing field",
        ),
        (r#"{"tools":1}"#, "tools", "invalid type: integer `1`, expected a sequence"),
        ("[]", "", "invalid type: sequence, expected a map"),
    ] {
        let error = refusal::<Items>(input);
        assert_eq!(error.path(), path, "{input}");
        let colon = if path.is_empty() { "" } else { ": " };
        assert_eq!(error.to_string(), format!("{path}{colon}{message}"));
        let value = serde_json::from_str(input).unwrap();
        assert_eq!(from_value::<Items>(value).unwrap_err(), error);
    }
}

#[test]
fn a_path_leads_through_members_that_were_read_ahead() {
    let text = |depth: usize| {
        (0..depth).fold(r#"{"name":"a","size":1.5,"type":"tool"}"#.to_owned(), |inner, _| {
            format!(r#"{{"name":"a","inner":[{inner}],"type":"tool"}}"#)
        })
    };
    // Each level is read once more and no level twice for each level around it: this ends.
    for depth in [0, 1, 2, 30] {
        let error = refusal::<Item>(&text(depth));
        assert_eq!(error.path(), format!("{}size", "inner[0].".repeat(depth)));
        let value = serde_json::from_str(&text(depth)).unwrap();
        assert_eq!(from_value::<Item>(value).unwrap_err(), error);
    }
    // Whoever reads with serde_json alone finds the member in the message.
    let error = serde_json::from_str::<Item>(&text(0)).unwrap_err().to_string();
    assert!(error.starts_with("at `size`: invalid value: floating point `1.5`"), "{error}");
}

#[test]
fn a_members_name_does_not_garble_the_path() {
    for name in ["a`: c", "`", "``: x", "c`", "at `size`: x"] {
        let text = json!({ name: [[["deep"]]] }).to_string();
        let text = text.replace(r#""deep""#, "1e999").replace('}', r#","type":"tool"}"#);
        let error = refusal::<Item>(&text);
        assert_eq!(error.path(), format!("{name}[0][0][0]"));
        assert!(error.to_string().ends_with("[0][0][0]: number out of range"), "{error}");
        let value: serde_json::Error = inside(name, inside::<serde_json::Error>("b`", "m"));
        assert_eq!(DecodeError::from(value).path(), format!("{name}.b`"));
    }
}

#[test]
fn a_member_that_comes_twice_has_a_path() {
    let error = refusal::<Items>(r#"{"tools":[{"type":"tool","name":"a","name":"b"}]}"#);
    assert_eq!(error.to_string(), "tools[0].name: duplicate field");
    let error = refusal::<Items>(r#"{"tools":[{"type":"tool","name":"a","x":1,"x":1}]}"#);
    assert_eq!(error.to_string(), "tools[0].x: duplicate field");
}

#[test]
fn what_is_not_json_is_told_apart() {
    let error = refusal::<Items>("{ x");
    assert_eq!(error.to_string(), "not JSON: key must be a string at line 1 column 3");
    assert_eq!(error.path(), "");
    assert!(matches!(error, DecodeError::Syntax { line: 1, column: 3, .. }));
    let error = refusal::<Items>("{\n");
    assert_eq!(error.to_string(), "not JSON: EOF while parsing an object at line 2 column 0");
    assert!(matches!(refusal::<Items>("{} {}"), DecodeError::Syntax { .. }));
    // Wrong before it is broken: broken is what it is.
    assert!(matches!(refusal::<Items>(r#"{"tools":1, x"#), DecodeError::Syntax { .. }));
    assert!(matches!(from_slice::<String>(b"\"\xff\""), Err(DecodeError::Syntax { .. })));
}

#[test]
fn a_value_is_not_quoted_whole() {
    let long = "é".repeat(10_000);
    let error = from_value::<Vec<u8>>(json!([long])).unwrap_err();
    assert!(error.to_string().chars().count() < 320);
    assert!(error.to_string().ends_with('…'));
    let error = from_value::<BTreeMap<String, u8>>(json!({ long: "" })).unwrap_err();
    assert!(error.path().chars().count() < 320);
}

#[test]
fn a_message_stands_without_a_position() {
    let error = serde_json::from_str::<u8>("\"x\"").unwrap_err();
    assert_eq!(message(&error), "invalid type: string \"x\", expected u8");
    assert_eq!(DecodeError::from(error).to_string(), "invalid type: string \"x\", expected u8");
    let error = serde_json::from_value::<u8>(json!("x")).unwrap_err();
    assert_eq!(message(&error), "invalid type: string \"x\", expected u8");
}

#[test]
fn an_error_can_be_seen_from_further_out() {
    let error = from_str::<Vec<u8>>("[-1]").unwrap_err().at("result");
    assert_eq!(error.path(), "result[0]");
    assert_eq!(error.at("a.b").path(), "a.b.result[0]");
    assert_eq!(from_str::<u8>("null").unwrap_err().at("result").path(), "result");
}

#[test]
fn a_path_is_as_long_from_further_out_as_at_once() {
    let name = "n".repeat(1_000);
    let inner = format!(r#"{{"{name}":true}}"#);
    let error = from_str::<BTreeMap<String, u8>>(&inner).unwrap_err().at("result");
    let outer = format!(r#"{{"result":{inner}}}"#);
    let at_once = from_str::<BTreeMap<String, BTreeMap<String, u8>>>(&outer).unwrap_err();
    assert_eq!(error.path(), at_once.path());
    assert_eq!(error.path().chars().count(), 301, "so many, and the sign that it goes on");
}

#[test]
fn a_users_own_types_keep_their_paths() {
    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    enum Choice {
        Item(Item),
        Raw(Option<Raw>),
    }
    let error = from_str::<Vec<Choice>>(r#"[{"Item":{"name":1,"type":"tool"}}]"#).unwrap_err();
    assert!(error.path().starts_with("[0].Item"), "{error}");
    assert!(from_str::<Vec<Choice>>(r#"[{"Raw":null},{"Raw":[1]}]"#).is_ok());
}
