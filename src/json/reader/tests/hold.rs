//! Strings that come before a tag.

use super::*;

/// A union whose variants have `text` as a string.
#[derive(Clone, Debug, PartialEq)]
struct Held(Inner);

object!(Held);

impl ReadMembers for Held {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        members.hold_strings(&["text"]);
        Inner::read(members).map(Held)
    }
}

#[test]
fn a_string_before_the_tag_reads_as_one_after_it() {
    for value in [r#""a""#, r#""\u00e9\n\"""#, r#""""#] {
        let early = format!(r#"{{"text":{value},"meta":{{"text":1}},"type":"text"}}"#);
        let late = format!(r#"{{"type":"text","meta":{{"text":1}},"text":{value}}}"#);
        assert_eq!(read::<Held>(&early), read::<Held>(&late));
        assert_eq!(serde_json::from_reader::<_, Held>(early.as_bytes()).unwrap(), read(&late));
        let parsed: Value = serde_json::from_str(&early).unwrap();
        assert_eq!(serde_json::from_value::<Held>(parsed).unwrap(), read(&late));
    }
}

#[test]
fn a_string_that_is_expected_is_held_as_one() {
    struct Looked(String);

    impl ReadMembers for Looked {
        fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
            members.hold_strings(&["text"]);
            members.tag("type", &["a"])?;
            let held = format!("{:?}", members.held);
            members.rest(None, None)?;
            Ok(Looked(held))
        }
    }

    object!(Looked);

    let Looked(held) = read(r#"{"text":"t","other":"o","type":"a"}"#);
    assert!(held.contains(r#"("text", String("t"))"#), "{held}");
    assert!(held.contains(r#"("other", Text("\"o\""))"#), "{held}");
}

#[test]
fn what_should_have_been_a_string_is_held_as_it_is() {
    for value in ["null", "true", "-1", "1.5", "[\"a\",{}]", r#"{"b":[null],"a":"x"}"#] {
        let early = format!(r#"{{"text":{value},"type":"text"}}"#);
        let error = json::from_str::<Held>(&early).unwrap_err();
        assert_eq!(error.path(), "text", "{value}");
        let unknown = format!(r#"{{"text":{value},"type":"other"}}"#);
        let Held(Inner::Unknown(all)) = read(&unknown) else { panic!("nobody knows it") };
        assert_eq!(all["text"], serde_json::from_str::<Value>(value).unwrap());
    }
}

#[test]
fn an_object_that_looks_like_an_offer_of_text_is_held_as_an_object() {
    let key = crate::json::text::name();
    for strings in ["text", "meta"] {
        let text = format!(r#"{{"{strings}":{{"{key}":"[1"}},"type":"other"}}"#);
        let Held(Inner::Unknown(all)) = read(&text) else { panic!("nobody knows it") };
        assert_eq!(all[strings], json!({ key: "[1" }));
    }
}

/// A union that is wrong about a member.
#[derive(Debug)]
struct Wrong;

object!(Wrong);

impl ReadMembers for Wrong {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        members.hold_strings(&["size"]);
        Inner::read(members).map(|_| Wrong)
    }
}

#[test]
fn a_string_where_none_belongs_is_refused_at_its_place() {
    let error = json::from_str::<Wrong>(r#"{"size":"1","type":"text","text":""}"#).unwrap_err();
    assert_eq!(error.path(), "size");
    assert!(read::<Option<Wrong>>(r#"{"size":1,"type":"text","text":""}"#).is_some());
}
