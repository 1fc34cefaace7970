//! That a raw value comes out of every deserializer, and as exactly as it can.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use super::*;
use crate::json::text::name;

/// Members out of order, white space, an escape. Numbers are plain here: with serde_json's
/// `arbitrary_precision` they keep more of their text.
const ODD: &str = r#"{"b": 1.5, "a":[ -1, 100, "é\u00e9" ],"b2":{}}"#;

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Raw(Raw),
}

#[derive(Debug, Deserialize, Serialize, PartialEq)]
struct Flattened {
    id: u8,
    #[serde(flatten)]
    others: BTreeMap<String, Raw>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "kind")]
enum Tagged {
    Struct { raw: Raw },
    Newtype(Raw),
}

#[test]
fn text_is_kept_byte_for_byte() {
    assert_eq!(serde_json::from_str::<Raw>(&format!(" {ODD}\n")).unwrap().get(), ODD);
    assert_eq!(serde_json::from_str::<Raw>("[1.50,-0,1E2]").unwrap().get(), "[1.50,-0,1E2]");
    assert_eq!(serde_json::from_slice::<Raw>(ODD.as_bytes()).unwrap().get(), ODD);
    assert_eq!(serde_json::from_reader::<_, Raw>(ODD.as_bytes()).unwrap().get(), ODD);
    assert_eq!(Raw::from_text(ODD).unwrap().get(), ODD);
    let list: Vec<Raw> = serde_json::from_str(&format!("[{ODD},null]")).unwrap();
    assert_eq!(serde_json::to_string(&list).unwrap(), format!("[{ODD},null]"));
}

#[test]
fn a_buffer_keeps_the_order() {
    let written = r#"{"b":1.5,"a":[-1,100,"éé"],"b2":{}}"#;
    assert_eq!(
        serde_json::from_str::<Untagged>(ODD).unwrap(),
        Untagged::Raw(Raw::from_text(written).unwrap())
    );
    let Tagged::Struct { raw } =
        serde_json::from_str(&format!(r#"{{"raw":{ODD},"kind":"Struct"}}"#)).unwrap()
    else {
        unreachable!("tagged as a struct")
    };
    assert_eq!(raw.get(), written);
    let Tagged::Newtype(raw) =
        serde_json::from_str(r#"{"b":[true,null],"kind":"Newtype","a":-7}"#).unwrap()
    else {
        unreachable!("tagged as a newtype")
    };
    assert_eq!(raw.get(), r#"{"b":[true,null],"a":-7}"#);
}

#[test]
fn a_flattened_map_of_raw_values_is_written_back() {
    let input = r#"{"id":1,"x":{"b":1,"a":2},"y":"s","z":null}"#;
    let read: Flattened = serde_json::from_str(input).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), input);
}

#[test]
fn a_value_is_taken_over() {
    let value: Value = serde_json::from_str(ODD).unwrap();
    let raw: Raw = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(raw.to_value(), value);
    assert_eq!(Raw::deserialize(&value).unwrap(), raw);
    assert_eq!(serde_json::to_value(&raw).unwrap(), value);
}

#[test]
fn every_kind_of_value_is_written() {
    for text in
        ["null", "true", "-1", "18446744073709551615", "0.5", r#""a\"\n""#, "[]", "{}", "[[],{}]"]
    {
        let Ok(Untagged::Raw(raw)) = serde_json::from_str(text) else {
            assert_eq!(text, "-1");
            continue;
        };
        assert_eq!(raw.get(), text);
        let unbuffered = Raw::deserialize(serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(unbuffered.unwrap().get(), text);
    }
}

#[test]
fn a_map_that_ignores_the_protocol_is_written_anew() {
    let pairs = [("b", 1), ("a", 2)];
    let map = de::value::MapDeserializer::<_, serde_json::Error>::new(pairs.into_iter());
    assert_eq!(Raw::deserialize(map).unwrap().get(), r#"{"b":1,"a":2}"#);
    let seq = de::value::SeqDeserializer::<_, serde_json::Error>::new([1, 2].into_iter());
    assert_eq!(Raw::deserialize(seq).unwrap().get(), "[1,2]");
    let unit = de::value::UnitDeserializer::<serde_json::Error>::new();
    assert!(Raw::deserialize(unit).unwrap().is_null());
}

#[test]
fn a_float_that_json_lacks_is_refused() {
    let nan = de::value::F64Deserializer::<serde_json::Error>::new(f64::NAN);
    assert_eq!(Raw::deserialize(nan).unwrap_err().to_string(), "JSON has no NaN");
}

#[test]
fn an_object_that_looks_like_the_protocol_is_data() {
    let text = format!(r#"{{"{}":"[1"}}"#, name());
    assert_eq!(serde_json::from_str::<Raw>(&text).unwrap().get(), text);
    assert_eq!(
        serde_json::from_str::<Untagged>(&text).unwrap(),
        Untagged::Raw(Raw::from_text(&text).unwrap())
    );
}

#[test]
fn serde_json_tells_the_name() {
    assert_ne!(name(), "Raw");
}

#[test]
fn reading_a_raw_value_says_where_it_failed() {
    let raw = Raw::from_text(r#"{"a":[1,"x"]}"#).unwrap();
    let error = raw.decode::<BTreeMap<String, Vec<u8>>>().unwrap_err();
    assert_eq!(error.path(), "a[1]");
}

#[test]
fn a_text_that_no_value_takes_stays_readable() {
    let deep = format!("{}{}", "[".repeat(500), "]".repeat(500));
    let raw: Raw = serde_json::from_str(&deep).unwrap();
    assert!(raw.decode::<Value>().is_err());
    assert_eq!(raw.to_value(), Value::from(deep));
}

#[test]
fn equality_is_of_the_text() {
    assert_eq!(Raw::from_text("{}").unwrap(), Raw::from_text(" {} ").unwrap());
    assert_ne!(Raw::from_text("{}").unwrap(), Raw::from_text("{ }").unwrap());
    assert_eq!(Raw::null(), Raw::from_value(&()).unwrap());
    assert_eq!(format!("{:?}", Raw::null()), "Raw(null)");
}
