//! The table of where in the facts each type's schema lies.

use crate::generate;
use crate::revisions::all;

/// The text of a table, or the error.
fn table(definitions: &str, prose: &str) -> Result<String, String> {
    let generated = generate(&format!("{{ \"$defs\": {{ {definitions} }} }}"), prose, &[]);
    generated.and_then(|(it, _)| it.schemas()).map_err(|error| error.to_string())
}

/// The lines of one part of a table.
fn part<'a>(table: &'a str, part: &str) -> Vec<&'a str> {
    let (_, rest) = table.split_once(&format!("    {part} {{\n")).expect("the part");
    let (lines, _) = rest.split_once("    }\n").expect("its end");
    lines.lines().map(str::trim).collect()
}

/// A definition with something nested.
fn nesting(name: &str, annotations: &str) -> String {
    format!(
        r#""{name}": {{ "type": "object", "properties": {{ "annotations": {{ {annotations} }} }} }}"#
    )
}

const ANNOTATIONS: &str = r#""type": "object", "properties": { "text": { "type": "string" } }"#;

fn prose(names: &[&str]) -> String {
    let types = names.iter().map(|name| format!("# {name}\nIt.\n\n- annotations: Some.\n\n"));
    types.collect::<String>() + "# Annotations\nThey.\n\n- text: What.\n"
}

#[test]
fn a_nested_type_stands_in_all_its_places() {
    let facts = [nesting("A", ANNOTATIONS), nesting("B", ANNOTATIONS)].join(",");
    let table = table(&facts, &prose(&["A", "B"])).expect("a table");
    assert_eq!(
        part(&table, "types"),
        [
            r#"A = "A" at "/$defs/A";"#,
            r#"Annotations = "Annotations" at "/$defs/A/properties/annotations";"#,
            r#"B = "B" at "/$defs/B";"#,
        ]
    );
    assert_eq!(
        part(&table, "places"),
        [
            r#""/$defs/A" => A;"#,
            r#""/$defs/A/properties/annotations" => Annotations;"#,
            r#""/$defs/B" => B;"#,
            r#""/$defs/B/properties/annotations" => Annotations;"#,
        ]
    );
}

#[test]
fn a_place_that_says_it_in_other_words_keeps_them() {
    let other = format!(r#"{ANNOTATIONS}, "propertyNames": {{ "maxLength": 4 }}"#);
    let facts = [nesting("A", ANNOTATIONS), nesting("B", &other)].join(",");
    let table = table(&facts, &prose(&["A", "B"])).expect("a table");
    let places = part(&table, "places");
    assert!(places.contains(&r#""/$defs/A/properties/annotations" => Annotations;"#));
    assert!(places.iter().all(|place| !place.contains("/B/properties")), "{places:?}");
}

#[test]
fn a_definition_without_a_type_of_its_own_has_a_name_where_it_is_referred_to() {
    let facts = r##""A": { "type": "object", "properties": {
            "cursor": { "$ref": "#/$defs/Cursor" }, "id": { "$ref": "#/$defs/RequestId" }
        } },
        "Cursor": { "type": "string" },
        "Other": { "type": "string" },
        "RequestId": { "type": ["string", "integer"] }"##;
    let prose = "# A\nIt.\n\n- cursor: Where.\n- id: Which.\n\n# Cursor\nIt.\n\n# Other\nIt.\n";
    let table = table(facts, prose).expect("a table");
    assert_eq!(part(&table, "untyped"), ["Cursor"]);
    let places = part(&table, "places");
    assert!(places.contains(&r#""/$defs/Cursor" => untyped::Cursor;"#), "{places:?}");
    assert!(places.contains(&r#""/$defs/RequestId" => RequestId;"#), "{places:?}");
}

#[test]
fn two_definitions_of_one_name_are_refused() {
    let facts = r##""JSONValue": {}, "JsonValue": { "type": "object", "properties": {
            "text": { "$ref": "#/$defs/JSONValue" }
        } }"##;
    let refused = table(facts, "# JsonValue\nIt.\n\n- text: What.\n").expect_err("one name");
    assert_eq!(
        refused,
        "JsonValue: /$defs/JSONValue and /$defs/JsonValue would both be called so \
         (rule: one name, one schema)"
    );
}

#[test]
fn a_reference_with_something_beside_it_is_refused() {
    let facts = r##""A": { "type": "object", "properties": { "b": {
            "$ref": "#/$defs/RequestId", "minimum": 1
        } } }, "RequestId": { "type": ["string", "integer"] }"##;
    let refused = table(facts, "# A\nIt.\n\n- b: Which.\n").expect_err("it says more");
    assert_eq!(refused, "A: there is more beside one (rule: references stand alone)");
}

#[test]
fn a_type_that_no_place_has_is_refused() {
    let facts = format!(
        r##""A": {{ "type": "object", "properties": {{ "params": {{ {ANNOTATIONS} }} }} }},
            "B": {{ "allOf": [{{ "$ref": "#/$defs/A" }}] }}"##
    );
    let prose = "# A\nIt.\n\n- params: Some.\n\n# B\nIt.\n\n- params: Some.\n\n\
         # AParams\nThey.\n\n- text: What.\n\n# BParams\nThey.\n\n- text: What.\n";
    let refused = table(&facts, prose).expect_err("it is merged from elsewhere");
    assert_eq!(refused, "BParams: none is its (rule: types have a place in the facts)");
}

#[test]
fn places_are_in_the_order_that_they_are_searched_in() {
    for (revision, catalogued, _) in all() {
        let schemas = catalogued.schemas().expect("a table");
        let places = part(&schemas, "places");
        let pointers = places.iter().map(|it| it.split('"').nth(1).expect("a pointer"));
        assert!(pointers.clone().count() > 100, "{}", revision.name);
        assert!(pointers.is_sorted(), "{}", revision.name);
    }
}
