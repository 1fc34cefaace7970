//! That a raw value comes out of every deserializer, and as exactly as it can.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use serde::ser;

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
fn an_object_that_looks_like_the_protocol_becomes_a_value_as_data() {
    let escaped = name().replace('$', "\\u0024");
    for inner in ["[1", "[1]", "7"] {
        for (key, at) in [(name(), name()), (escaped.as_str(), name()), ("a", "a")] {
            let text = format!(r#"{{"b":{{"{key}":"{inner}"}}}}"#);
            let raw = Raw::from_text(&text).unwrap();
            let expected = serde_json::json!({ "b": { at: inner } });
            assert_eq!(serde_json::to_value(&raw).unwrap(), expected, "{text}");
            assert_eq!(serde_json::to_value(Some(vec![&raw])).unwrap()[0], expected, "{text}");
            assert_eq!(serde_json::to_string(&raw).unwrap(), text, "text stays as it is");
            let mut bytes = Vec::new();
            serde_json::to_writer_pretty(&mut bytes, &raw).unwrap();
            assert_eq!(bytes, text.as_bytes());
        }
    }
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
fn a_text_that_no_value_takes_is_told_without_making_one() {
    let nested = |levels| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    for (text, takes) in [
        (ODD, true),
        (r#"[null,true,-1,18446744073709551615,1.50,"\ud83e\udd89",{"a":[]}]"#, true),
        (&nested(127), true),
        (&nested(128), false),
        (&nested(100_000), false),
        (r#"{"a":1,"a":{"b":1}}"#, true),
        (r#"{"a":["\ud800"]}"#, false),
        (r#"{"\udfff":1}"#, false),
    ] {
        let raw = Raw::from_text(text).unwrap();
        assert_eq!(raw.check_any().is_ok(), takes, "{text:.80}");
        assert_eq!(raw.check_any(), raw.decode_any().map(drop));
    }
    // With serde_json's `arbitrary_precision` a value takes it.
    let huge = Raw::from_text("[1e999]").unwrap();
    assert_eq!(huge.check_any(), huge.decode_any().map(drop));
}

#[test]
fn depth_is_of_brackets_outside_strings() {
    for (text, levels) in [
        ("7", 0),
        (r#""[[{\"[\\""#, 0),
        ("[]", 1),
        (r#"[[],[{}],"]"]"#, 3),
        (r#"{"[":"\\","a":[1,{"b":[]}]}"#, 4),
    ] {
        let raw = Raw::from_text(text).unwrap();
        let beyond = (0..6).position(|most| !raw.nests_beyond(most));
        assert_eq!(beyond, Some(levels), "{text}");
    }
    let deep = Raw::from_text(&format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000)));
    assert!(deep.unwrap().nests_beyond(999_999));
}

#[test]
fn line_breaks_go_and_nothing_else() {
    let raw = Raw::from_text("{\r\n \"a\\n\":\n[1,\n2 ] }").unwrap();
    assert_eq!(raw.clone().on_one_line().get(), "{ \"a\\n\":[1,2 ] }");
    assert_eq!(raw.on_one_line().to_value(), serde_json::json!({ "a\n": [1, 2] }));
    assert_eq!(Raw::from_text(ODD).unwrap().on_one_line().get(), ODD);
}

#[test]
fn members_keep_their_order_and_text_and_are_there_once() {
    let raw = Raw::from_text(r#"{"b": 1.50, "\u0061":[ ]}"#).unwrap();
    let members = raw.members().unwrap();
    let texts: Vec<_> = members.iter().map(|(name, value)| (name, value.get())).collect();
    assert_eq!(texts, [("b", "1.50"), ("a", "[ ]")]);
    assert_eq!(Raw::written(&members).get(), r#"{"b":1.50,"a":[ ]}"#);
    let twice = Raw::from_text(r#"{"a":1,"\u0061":1}"#).unwrap();
    assert_eq!(twice.members().unwrap_err().path(), "a");
}

#[test]
fn equality_is_of_the_text() {
    assert_eq!(Raw::from_text("{}").unwrap(), Raw::from_text(" {} ").unwrap());
    assert_ne!(Raw::from_text("{}").unwrap(), Raw::from_text("{ }").unwrap());
    assert_eq!(Raw::null(), Raw::from_value(&()).unwrap());
    assert_eq!(format!("{:?}", Raw::null()), "Raw(null)");
}

#[test]
fn a_format_that_is_not_text_gets_a_value_or_an_error() {
    for (text, is_written) in [("true", true), (r#""a""#, true), (r#""\ud800""#, false)] {
        let written = Raw::from_text(text).unwrap().serialize(Binary);
        assert_eq!(written.is_ok(), is_written, "{text}");
    }
}

/// A format that is not text, and takes scalars alone.
struct Binary;

type Never = ser::Impossible<(), de::value::Error>;

macro_rules! scalars {
    ($($name:ident($type:ty))*) => {
        $(fn $name(self, _: $type) -> Result<(), Self::Error> {
            Ok(())
        })*
    };
}

macro_rules! compounds {
    ($($name:ident($($type:ty),*))*) => {
        $(fn $name(self, $(_: $type),*) -> Result<Never, Self::Error> {
            Err(ser::Error::custom("not a scalar"))
        })*
    };
}

impl Serializer for Binary {
    type Ok = ();
    type Error = de::value::Error;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    fn is_human_readable(&self) -> bool {
        false
    }

    scalars! {
        serialize_bool(bool) serialize_char(char) serialize_str(&str) serialize_bytes(&[u8])
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
        serialize_f32(f32) serialize_f64(f64) serialize_unit_struct(&'static str)
    }

    compounds! {
        serialize_seq(Option<usize>) serialize_tuple(usize) serialize_map(Option<usize>)
        serialize_tuple_struct(&'static str, usize) serialize_struct(&'static str, usize)
        serialize_tuple_variant(&'static str, u32, &'static str, usize)
        serialize_struct_variant(&'static str, u32, &'static str, usize)
    }

    fn serialize_none(self) -> Result<(), Self::Error> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Self::Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Self::Error> {
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<(), Self::Error> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Self::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Self::Error> {
        value.serialize(self)
    }
}
