//! The reader's rules, on types as the generator writes them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

use super::*;
use crate::json::{self, Integer, ReadMembers, Unsigned, Writer, present};

/// Implements serde's traits the way generated code does.
macro_rules! object {
    ($name:ident) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                json::deserialize(deserializer)
            }
        }
    };
}

#[derive(Clone, Debug, PartialEq)]
struct Text {
    text: String,
    size: Option<u64>,
    limit: Nullable<i64>,
    meta: Option<Value>,
    extra: Extra,
}

object!(Text);

impl ReadMembers for Text {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let (mut text, mut size, mut meta) = (None, None, None);
        let mut limit = Nullable::Absent;
        let mut extra = Extra::new();
        while let Some(member) = members.next(&["type", "text", "size", "limit", "meta"])? {
            match member {
                0 => members.constant("type", "text")?,
                1 => members.required("text", &mut text)?,
                2 => members.optional_with(Unsigned, "size", &mut size)?,
                3 => members.nullable_with(Integer, "limit", &mut limit)?,
                4 => members.any("meta", &mut meta)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("type")?;
        Ok(Text { text: present("text", text)?, size, limit, meta, extra })
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Writer::new(serializer)?;
        members.constant("type", "text")?;
        members.required("text", &self.text)?;
        members.optional("size", &self.size)?;
        members.nullable("limit", &self.limit)?;
        members.optional("meta", &self.meta)?;
        members.extra(&self.extra)?;
        members.end()
    }
}

fn text(text: &str) -> Text {
    Text {
        text: text.to_owned(),
        size: None,
        limit: Nullable::Absent,
        meta: None,
        extra: Extra::new(),
    }
}

/// A union that lies inside another one with the same tag.
#[derive(Clone, Debug, PartialEq)]
enum Inner {
    Text(Text),
    Unknown(Object),
}

object!(Inner);

impl ReadMembers for Inner {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        match members.tag("type", &["text"])? {
            Tag::Known(0) => Text::read(members).map(Inner::Text),
            Tag::Absent => Err(de::Error::missing_field("type")),
            Tag::Known(_) => members.rest(None, None).map(Inner::Unknown),
            Tag::Unknown(tag) => members.rest(Some("type"), Some(tag)).map(Inner::Unknown),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Outer {
    Known(Inner),
    Other(Inner),
}

object!(Outer);

impl ReadMembers for Outer {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        match members.tag("type", &["audio", "text"])? {
            Tag::Known(_) => Inner::read(members).map(Outer::Known),
            Tag::Unknown(_) | Tag::Absent => Inner::read(members).map(Outer::Other),
        }
    }
}

fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap()
}

fn refusal<T: DeserializeOwned + fmt::Debug>(text: &str) -> String {
    super::super::decode::message(&serde_json::from_str::<T>(text).unwrap_err())
}

#[test]
fn a_tag_is_found_wherever_it_stands() {
    let expected = Inner::Text(Text { size: Some(2), ..text("hi") });
    for input in [
        r#"{"type":"text","text":"hi","size":2}"#,
        r#"{"text":"hi","type":"text","size":2}"#,
        r#"{"text":"hi","size":2,"type":"text"}"#,
    ] {
        assert_eq!(read::<Inner>(input), expected, "{input}");
        assert_eq!(serde_json::from_slice::<Inner>(input.as_bytes()).unwrap(), expected);
        assert_eq!(serde_json::from_reader::<_, Inner>(input.as_bytes()).unwrap(), expected);
        assert_eq!(serde_json::from_value::<Inner>(read(input)).unwrap(), expected);
    }
}

#[test]
fn a_union_inside_a_union_asks_for_the_same_tag() {
    for input in [r#"{"type":"text","text":"hi"}"#, r#"{"text":"hi","type":"text"}"#] {
        assert_eq!(read::<Outer>(input), Outer::Known(Inner::Text(text("hi"))));
    }
}

#[test]
fn an_unknown_variant_keeps_everything_and_its_tag() {
    let input = r#"{"a":1,"type":"hologram","b":{"c":null}}"#;
    let whole: Object = read(input);
    assert_eq!(read::<Inner>(input), Inner::Unknown(whole.clone()));
    assert_eq!(read::<Outer>(input), Outer::Other(Inner::Unknown(whole)));
    let known_outside = r#"{"type":"audio","data":""}"#;
    assert_eq!(read::<Outer>(known_outside), Outer::Known(Inner::Unknown(read(known_outside))));
}

#[test]
fn a_tag_is_a_string() {
    assert_eq!(refusal::<Inner>(r#"{"text":"hi"}"#), "missing field `type`");
    assert_eq!(refusal::<Inner>(r#"{"type":null,"text":"hi"}"#), "missing field `type`");
    let number = "invalid type: integer `1`, expected a string";
    assert_eq!(refusal::<Inner>(r#"{"type":1,"text":"hi"}"#), number);
}

#[test]
fn a_constant_is_required_and_checked() {
    assert_eq!(refusal::<Text>(r#"{"text":"hi"}"#), "missing field `type`");
    assert_eq!(
        refusal::<Text>(r#"{"type":"x","text":"hi"}"#),
        r#"invalid value: string "x", expected "text""#
    );
}

#[test]
fn no_member_comes_twice() {
    for (input, name) in [
        (r#"{"type":"text","text":"a","text":"b"}"#, "text"),
        (r#"{"type":"text","type":"text","text":"a"}"#, "type"),
        (r#"{"type":"text","text":"a","size":1,"size":1}"#, "size"),
        (r#"{"type":"text","text":"a","limit":null,"limit":1}"#, "limit"),
        (r#"{"type":"text","text":"a","meta":null,"meta":1}"#, "meta"),
        (r#"{"type":"text","text":"a","odd":1,"odd":1}"#, "odd"),
        (r#"{"odd":1,"odd":1,"type":"text","text":"a"}"#, "odd"),
        (r#"{"text":"a","text":"a","type":"text"}"#, "text"),
    ] {
        assert_eq!(refusal::<Inner>(input), format!("duplicate field `{name}`"), "{input}");
    }
    let unknown = r#"{"type":"hologram","a":1,"type":"hologram"}"#;
    assert_eq!(refusal::<Inner>(unknown), "duplicate field `type`");
}

#[test]
fn null_is_what_each_member_says_it_is() {
    let input = r#"{"type":"text","text":"a","size":null,"limit":null,"meta":null}"#;
    let read: Text = read(input);
    assert_eq!(read.size, None);
    assert_eq!(read.limit, Nullable::Null);
    assert_eq!(read.meta, Some(Value::Null));
    let written = serde_json::to_string(&read).unwrap();
    assert_eq!(written, r#"{"type":"text","text":"a","limit":null,"meta":null}"#);
    assert!(refusal::<Text>(r#"{"type":"text","text":null}"#).starts_with("invalid type: null"));
}

#[test]
fn absent_stays_absent() {
    let input = r#"{"type":"text","text":"a"}"#;
    assert_eq!(serde_json::to_string(&read::<Text>(input)).unwrap(), input);
}

#[test]
fn what_is_unknown_is_written_back() {
    let input = json!({"type": "text", "text": "a", "x": {"y": [1, null, 0.5]}, "_meta": {}});
    let read: Inner = serde_json::from_value(input.clone()).unwrap();
    let Inner::Text(read) = read else { unreachable!("{read:?}") };
    assert_eq!(read.extra.len(), 2);
    assert_eq!(serde_json::to_value(read).unwrap(), input);
}

#[test]
fn an_error_in_a_held_member_names_it() {
    let input = r#"{"size":"big","type":"text","text":"a"}"#;
    let expected = "an integer that is not negative";
    let message = format!(r#"at `size`: invalid type: string "big", expected {expected}"#);
    assert_eq!(refusal::<Inner>(input), message);
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let input = format!(r#"{{"odd":{deep},"type":"text","text":"a"}}"#);
    assert_eq!(refusal::<Inner>(&input), "at `odd`: recursion limit exceeded");
}

#[test]
fn an_object_is_expected() {
    assert_eq!(refusal::<Inner>("[]"), "invalid type: sequence, expected an object");
    assert_eq!(refusal::<Inner>("null"), "invalid type: null, expected an object");
}

/// Contents told apart by which member they have.
#[derive(Debug, PartialEq)]
struct Contents {
    first: Option<usize>,
    held: Vec<String>,
    rest: Object,
}

object!(Contents);

impl ReadMembers for Contents {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let first = members.first_of(&["text", "blob"])?;
        assert_eq!(members.first_of(&["text", "blob"])?, first, "asking twice changes nothing");
        let held = members.held_names();
        Ok(Contents { first, held, rest: members.rest(None, None)? })
    }
}

#[test]
fn the_first_of_some_members_is_found_and_streams_on() {
    for (input, first, held) in [
        (r#"{"blob":"AA==","uri":"x:/1"}"#, Some(1), vec![]),
        (r#"{"uri":"x:/1","text":"t","more":1}"#, Some(0), vec!["uri"]),
        (r#"{"uri":"x:/1","blob":"","text":""}"#, Some(1), vec!["uri"]),
        (r#"{"uri":"x:/1","size":1}"#, None, vec!["uri", "size"]),
        ("{}", None, vec![]),
    ] {
        let contents: Contents = read(input);
        let held = held.into_iter().map(str::to_owned).collect();
        assert_eq!(contents, Contents { first, held, rest: read(input) }, "{input}");
    }
}

#[test]
fn a_tag_may_come_after_a_member_that_was_found() {
    struct Both(Option<usize>, Tag, Object);
    impl ReadMembers for Both {
        fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
            let first = members.first_of(&["a", "b"])?;
            let tag = members.tag("type", &["x"])?;
            assert_eq!(members.first_of(&["c", "b"])?, Some(1));
            Ok(Both(first, tag, members.rest(None, None)?))
        }
    }
    object!(Both);

    for input in
        [r#"{"z":0,"b":1,"c":2,"type":"x"}"#, r#"{"type":"x","b":1}"#, r#"{"b":1,"type":"x"}"#]
    {
        let Both(first, tag, rest) = read(input);
        assert_eq!((first, tag), (Some(1), Tag::Known(0)), "{input}");
        assert_eq!(rest, read::<Object>(input), "{input}");
    }
}

#[test]
fn all_members_can_be_held_and_asked() {
    struct Asked;
    impl ReadMembers for Asked {
        fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
            assert_eq!(members.tag("kind", &["k"])?, Tag::Known(0));
            assert_eq!(members.first_of(&["enum"])?, Some(0));
            let held = members.hold_all()?;
            assert!(held.has("enum") && !held.has("none") && !held.has("kind") && !held.has("x"));
            assert_eq!(held.str("type").as_deref(), Some("string"));
            assert_eq!(held.str("escaped").as_deref(), Some("a\"b"));
            assert_eq!(held.str("enum"), None);
            assert!(held.is("type", "string") && !held.is("type", "strin"));
            assert!(held.has_in("items", "enum") && !held.has_in("items", "x"));
            assert!(!held.has_in("enum", "x") && !held.has_in("x", "x"));
            assert_eq!(members.rest(None, None)?.len(), 6);
            Ok(Asked)
        }
    }
    object!(Asked);

    let _: Asked = read(
        r#"{"type":"string","kind":"k","enum":[],"none":null,"escaped":"a\"b","items":{"a":{"x":1},"enum":[]}}"#,
    );
}

#[test]
fn an_object_around_a_union_leaves_it_the_others() {
    #[derive(Debug)]
    struct Around {
        id: i64,
        block: Inner,
    }
    impl ReadMembers for Around {
        fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
            let mut id = None;
            members.first_of(&["type", "text"])?;
            while members.next_holding_others(&["id"])?.is_some() {
                members.required_with(Integer, "id", &mut id)?;
            }
            Ok(Around { id: present("id", id)?, block: Inner::read(members)? })
        }
    }
    object!(Around);

    for input in [
        r#"{"id":1,"type":"text","text":"hi"}"#,
        r#"{"type":"text","id":1,"text":"hi"}"#,
        r#"{"text":"hi","type":"text","id":1}"#,
    ] {
        let around: Around = read(input);
        assert_eq!((around.id, around.block), (1, Inner::Text(text("hi"))), "{input}");
    }
    let twice = refusal::<Around>(r#"{"id":1,"type":"text","id":1,"text":"hi"}"#);
    assert_eq!(twice, "duplicate field `id`");
}

#[test]
fn more_tags_than_two_are_remembered() {
    #[derive(Debug)]
    struct Tags;
    impl ReadMembers for Tags {
        fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
            for name in ["c", "a", "b", "a"] {
                assert_eq!(members.tag(name, &["1"])?, Tag::Known(0));
            }
            assert_eq!(members.tag("a", &["2"])?, Tag::Unknown("1".to_owned()));
            assert_eq!(members.tag_value("b"), Some("1"));
            assert_eq!(members.next(&["n"])?, Some(0));
            members.constant_integer("n", 5)?;
            members.constant_seen("n")?;
            assert_eq!(members.rest(None, None)?.len(), 3);
            Ok(Tags)
        }
    }
    object!(Tags);

    let _: Tags = read(r#"{"a":"1","b":"1","n":5,"c":"1"}"#);
    let wrong = refusal::<Tags>(r#"{"a":"1","b":"1","n":6,"c":"1"}"#);
    assert_eq!(wrong, "at `n`: invalid value: integer `6`, expected 5");
}

/// Users put protocol types inside their own, where serde buffers.
#[test]
fn a_users_own_types_may_buffer_everything() {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        #[allow(dead_code)]
        Number(f64),
        Block(Inner),
    }
    #[derive(Deserialize)]
    struct Flattened {
        id: u8,
        #[serde(flatten)]
        block: Text,
    }
    #[derive(Deserialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Block(Inner),
    }

    let expected = Text { size: Some(3), limit: Nullable::Value(-1), ..text("hi") };
    let input = r#"{"text":"hi","size":3,"limit":-1,"type":"text","id":1,"kind":"Block"}"#;
    let without = |names: &[&str]| {
        let mut object: Object = read(input);
        names.iter().for_each(|name| drop(object.remove(*name)));
        serde_json::to_string(&object).unwrap()
    };

    let Untagged::Block(Inner::Text(block)) = read(&without(&["id", "kind"])) else {
        unreachable!("not a number")
    };
    assert_eq!(block, expected);
    let flattened: Flattened = read(&without(&["kind"]));
    assert_eq!((flattened.id, flattened.block), (1, expected.clone()));
    let Tagged::Block(block) = read(&without(&["id"]));
    assert_eq!(block, Inner::Text(expected));
}

#[test]
fn a_position_by_function_is_that_of_the_list() {
    struct Names(Vec<Option<usize>>, Extra);

    impl ReadMembers for Names {
        fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
            let mut names = Names(Vec::new(), Extra::new());
            members.first_of(&["b"])?;
            while let Some(name) =
                members.next_by(|name| ["a", "b"].iter().position(|it| *it == name))?
            {
                names.0.push(name);
                match name {
                    Some(_) => members.required("value", &mut None::<Value>)?,
                    None => members.unknown(&mut names.1)?,
                }
            }
            Ok(names)
        }
    }

    object!(Names);

    let Names(names, unknown) = read(r#"{"x":0,"a":1,"b":2,"y":3,"a":4}"#);
    assert_eq!(names, [None, Some(0), Some(1), None, Some(0)]);
    assert_eq!(json!(unknown), json!({ "x": 0, "y": 3 }));
}

mod hold;
mod shared;
