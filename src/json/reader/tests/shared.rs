//! Strings that variants share, before the member that tells which one it is.

use super::*;

/// What was found, what was read before it, what was held, and the rest.
#[derive(Debug, PartialEq)]
struct Found {
    first: Option<usize>,
    strings: [Option<String>; 2],
    held: Vec<String>,
    rest: Object,
}

object!(Found);

impl ReadMembers for Found {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let mut strings = Default::default();
        let first = members.first_of_after(["kind", "uri"], &mut strings, &["text", "blob"])?;
        let held = members.held_names();
        Ok(Found { first, strings, held, rest: members.rest(None, None)? })
    }
}

fn found(text: &str) -> (Option<usize>, [Option<String>; 2], Vec<String>, Value) {
    let found: Found = read(text);
    let streamed: Found = serde_json::from_reader(text.as_bytes()).unwrap();
    assert_eq!(streamed, found, "{text}");
    // A value has its members in another order, and as many of them.
    let parsed: Found = serde_json::from_value(read(text)).unwrap();
    assert_eq!(parsed.whole(), found.whole(), "{text}");
    (found.first, found.strings, found.held, found.rest.into())
}

impl Found {
    fn whole(&self) -> Object {
        let strings = ["kind", "uri"].into_iter().zip(&self.strings);
        let strings = strings.filter_map(|(name, it)| Some((name.to_owned(), it.clone()?.into())));
        self.rest.clone().into_iter().chain(strings).collect()
    }
}

#[test]
fn shared_strings_before_the_telling_member_are_read_into_their_places() {
    let (first, strings, held, rest) = found(r#"{"uri":"a\n","odd":1,"kind":"k","text":"t"}"#);
    assert_eq!((first, strings), (Some(0), [Some("k".to_owned()), Some("a\n".to_owned())]));
    assert_eq!((held, rest), (vec!["odd".to_owned()], json!({ "odd": 1, "text": "t" })));
}

#[test]
fn shared_strings_after_the_telling_member_are_the_variants_to_read() {
    let (first, strings, held, rest) = found(r#"{"uri":"a","blob":"","kind":"k","text":1}"#);
    assert_eq!((first, strings), (Some(1), [None, Some("a".to_owned())]));
    assert_eq!((held, rest), (vec![], json!({ "blob": "", "kind": "k", "text": 1 })));
}

#[test]
fn what_is_no_string_is_held_as_it_is() {
    for value in ["null", "5", "[\"a\"]", r#"{"uri":"a"}"#] {
        let (first, strings, held, rest) = found(&format!(r#"{{"uri":{value},"text":""}}"#));
        assert_eq!((first, strings, held), (Some(0), [None, None], vec!["uri".to_owned()]));
        assert_eq!(rest["uri"], read::<Value>(value));
    }
}

#[test]
fn one_that_comes_again_waits_for_its_turn() {
    struct Held([Option<String>; 1], Vec<String>);
    impl ReadMembers for Held {
        fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
            let mut strings = Default::default();
            members.first_of_after(["uri"], &mut strings, &["text"])?;
            let held = members.held_names();
            while members.next(&[])?.is_some() {
                members.required("", &mut None::<Value>)?;
            }
            Ok(Held(strings, held))
        }
    }
    object!(Held);

    let Held(strings, held) = read(r#"{"uri":"a","uri":"b","text":""}"#);
    assert_eq!((strings, held), ([Some("a".to_owned())], vec!["uri".to_owned()]));
    // Null first is a leniency of the variant's, which has to see it first.
    let Held(strings, held) = read(r#"{"uri":null,"uri":"b","text":""}"#);
    assert_eq!((strings, held), ([None], vec!["uri".to_owned(); 2]));
}

#[test]
fn where_no_member_tells_nothing_is_lost() {
    let (first, strings, held, rest) = found(r#"{"uri":"a","odd":1,"kind":null}"#);
    assert_eq!((first, strings, held.len()), (None, [None, None], 3));
    assert_eq!(rest, json!({ "uri": "a", "odd": 1, "kind": null }));
    let twice = refusal::<Found>(r#"{"uri":"a","uri":"b"}"#);
    assert_eq!(twice, "duplicate field `uri`");
}

#[test]
fn what_was_read_ahead_for_a_tag_comes_first() {
    struct Inside(Option<usize>, Found);
    impl ReadMembers for Inside {
        fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
            let first = members.first_of(&["odd", "kind"])?;
            Ok(Inside(first, Found::read(members)?))
        }
    }
    object!(Inside);

    let Inside(first, found) = read(r#"{"uri":"a","kind":"k","text":"t"}"#);
    assert_eq!((first, found.first, found.strings), (Some(1), Some(0), [None, None]));
    assert_eq!(Value::from(found.rest), json!({ "uri": "a", "kind": "k", "text": "t" }));
}
