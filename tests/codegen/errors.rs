//! Errors of the generator: each names the definition and the rule.

use crate::codegen::{self, Catalogued, Prose, Revision};
use crate::{REVISION, errata, generate};

/// Checks the error of some definitions.
fn refused(definitions: &str, error: &str) {
    refused_with(&format!("{{ \"$defs\": {{ {definitions} }} }}"), "", error);
}

/// Checks the error of facts and prose.
fn refused_with(facts: &str, prose: &str, error: &str) {
    match generate(facts, prose, &[]) {
        Ok(_) => panic!("no error, instead of {error}"),
        Err(refused) => assert_eq!(refused.to_string(), error),
    }
}

#[test]
fn enum_without_variants() {
    refused(
        r#""Level": { "type": "string", "enum": [] }"#,
        "Level: it has none (rule: enums have variants)",
    );
}

#[test]
fn enum_of_numbers() {
    refused(r#""Level": { "enum": ["low", 3] }"#, "Level: 3 is none (rule: enums are of strings)");
}

#[test]
fn union_without_members() {
    refused(r#""Either": { "anyOf": [] }"#, "Either: it has none (rule: unions have members)");
}

#[test]
fn union_of_what_has_no_name() {
    refused(
        r#""Either": { "anyOf": [{ "type": "string" }, { "type": "array" }, {}] }"#,
        "Either: a member has no name (rule: unions list definitions)",
    );
}

#[test]
fn union_without_tag_or_rule() {
    refused(
        r##""A": { "type": "object", "properties": { "a": { "type": "string" } } },
            "B": { "type": "object", "properties": { "b": { "type": "string" } } },
            "Either": { "anyOf": [{ "$ref": "#/$defs/A" }, { "$ref": "#/$defs/B" }] }"##,
        "Either: neither a constant in each member, nor a table (rule: unions have a tag or a rule)",
    );
}

#[test]
fn union_whose_tags_are_equal() {
    refused(
        r##""A": { "type": "object", "properties": { "kind": { "const": "same" } } },
            "B": { "type": "object", "properties": { "kind": { "const": "same" } } },
            "Either": { "anyOf": [{ "$ref": "#/$defs/A" }, { "$ref": "#/$defs/B" }] }"##,
        "Either: neither a constant in each member, nor a table (rule: unions have a tag or a rule)",
    );
}

#[test]
fn name_that_a_tool_made_up() {
    let made_up = "a tool made this name up: the tables in names.rs want an entry \
                   (rule: names are chosen)";
    refused_with(
        r#"{ "$defs": { "Variant0": { "type": "object", "properties": { "a": {} } } } }"#,
        "# Variant0\nIt.\n\n- a: A.",
        &format!("Variant0: {made_up}"),
    );
    refused_with(
        r#"{ "$defs": { "Loop": { "type": "object", "properties": { "while": {} } } } }"#,
        "# Loop\nIt.\n\n- while: As long as.",
        &format!("Loop.while_: {made_up}"),
    );
}

#[test]
fn value_after_which_no_variant_can_be_called() {
    refused(
        r#""Sign": { "type": "string", "enum": ["equal", "<"] }"#,
        "Sign.<: no variant can be called after it alone (rule: names are chosen)",
    );
    refused(
        r#""Sign": { "type": "string", "enum": ["not-equal", "notEqual"] }"#,
        "Sign.notEqual: no variant can be called after it alone (rule: names are chosen)",
    );
}

#[test]
fn name_of_two() {
    let twice = "two have this name: the tables in names.rs want an entry (rule: names are chosen)";
    refused_with(
        r#"{ "$defs": {
            "Weigh": { "type": "string" },
            "WeighNotification": {
                "type": "object",
                "properties": { "method": { "const": "ping" } }
            }
        } }"#,
        "# Weigh\nA string.\n\n# ping\nA method.",
        &format!("Weigh: {twice}"),
    );
    refused_with(
        r#"{ "$defs": { "Sign": { "type": "string", "enum": ["unknown"] } } }"#,
        "# Sign\nIt.\n\n- unknown: Beside the variant that every open enum has.",
        &format!("Sign.Unknown: {twice}"),
    );
    refused_with(
        r#"{ "$defs": { "Thing": { "type": "object", "properties": { "extra": {} } } } }"#,
        "# Thing\nIt.\n\n- extra: Beside the field that every struct has.",
        &format!("Thing.extra: {twice}"),
    );
}

#[test]
fn name_of_two_schemas() {
    refused(
        r#""A": { "type": "object", "properties": {
                "annotations": { "type": "object", "properties": { "a": { "type": "string" } } }
            } },
            "B": { "type": "object", "properties": {
                "annotations": { "type": "object", "properties": { "b": { "type": "string" } } }
            } }"#,
        "Annotations: two places differ under this name (rule: one name, one schema)",
    );
}

#[test]
fn nested_schema_without_a_name() {
    refused(
        r#""Outer": { "type": "object", "properties": {
                "inner": { "type": "object", "properties": { "a": { "type": "string" } } }
            } }"#,
        "Outer.inner: add it to HOISTED (rule: nested schemas have names)",
    );
}

#[test]
fn reference_to_nothing() {
    refused(
        r##""Holder": { "type": "object", "properties": { "of": { "$ref": "#/$defs/Gone" } } }"##,
        "Holder.of: Gone is no definition, or one that becomes no item \
         (rule: references resolve)",
    );
    refused(
        r##""Holder": { "$ref": "#/$defs/Gone" }"##,
        "Gone: there is no such definition (rule: references resolve)",
    );
    refused(
        r##""Annotated": { "type": "object" },
            "Holder": { "type": "array", "items": { "$ref": "#/$defs/Annotated" } }"##,
        "Holder[]: Annotated is no definition, or one that becomes no item \
         (rule: references resolve)",
    );
}

#[test]
fn part_that_is_a_union_without_a_name() {
    refused(
        r##""A": { "type": "object", "properties": { "kind": { "const": "a" } } },
            "Whole": { "allOf": [{ "anyOf": [{ "$ref": "#/$defs/A" }] }] }"##,
        "(allOf): a part of its allOf is a union that no definition names \
         (rule: unions have names)",
    );
}

#[test]
fn constant_of_another_kind() {
    refused(
        r#""Fixed": {
                "type": "object",
                "properties": { "yes": { "const": true } },
                "required": ["yes"]
            }"#,
        "Fixed.yes: true (rule: constants are strings or integers)",
    );
    refused(
        r#""Fixed": { "type": "object", "properties": { "code": { "const": 3 } } }"#,
        "Fixed.code: 3 (rule: optional constants are strings)",
    );
}

#[test]
fn method_that_is_neither_request_nor_notification() {
    refused(
        r#""Weigh": { "type": "object", "properties": { "method": { "const": "weigh" } } }"#,
        "Weigh: its name ends neither in Request nor in Notification \
         (rule: methods are requests or notifications)",
    );
}

#[test]
fn request_without_result() {
    refused(
        r#""WeighRequest": { "type": "object", "properties": { "method": { "const": "weigh" } } }"#,
        "WeighRequest: add it to ANSWERED_EMPTY, or define one (rule: requests have results)",
    );
}

#[test]
fn method_of_which_no_table_knows_the_capability() {
    refused(
        r#""WeighNotification": {
            "type": "object",
            "properties": { "method": { "const": "weigh" } }
        }"#,
        "weigh: add it to CAPABILITIES (rule: methods have a capability or none)",
    );
}

#[test]
fn response_without_a_named_result() {
    refused(
        r#""WeighResultResponse": { "type": "object", "properties": {
                "result": { "type": "string" }
            } }"#,
        "WeighResultResponse: it is no reference (rule: responses name their result)",
    );
}

#[test]
fn sender_of_what_is_no_method() {
    refused(
        r##""A": { "type": "object", "properties": { "kind": { "const": "a" } } },
            "ClientRequest": { "anyOf": [{ "$ref": "#/$defs/A" }] }"##,
        "ClientRequest: one is none (rule: senders list methods)",
    );
}

#[test]
fn definition_that_is_lost() {
    // typify's name for it is another.
    refused_with(
        r#"{ "$defs": { "two words": { "type": "object", "properties": { "a": {} } } } }"#,
        "",
        "two words.a: it is lost (rule: typify keeps fields)",
    );
}

#[test]
fn erratum_that_no_longer_applies() {
    for erratum in errata() {
        let facts = ["{ \"$defs\": {} }".to_owned()];
        let error = Catalogued::with(&REVISION, &[erratum], &facts).expect_err(erratum);
        let message = "changed nothing: upstream has mended it, so remove it (rule: errata apply)";
        assert_eq!(error.to_string(), format!("{erratum}: {message}"));
    }
}

#[test]
fn revision_whose_errata_do_not_apply() {
    let facts = ["{ \"$defs\": {} }".to_owned()];
    let revision = Revision { errata: &["params_have_meta"], ..REVISION };
    let error = Catalogued::of(&revision, &facts).expect_err("an erratum");
    assert!(error.to_string().starts_with("params_have_meta: "), "{error}");
}

#[test]
fn extension_that_repeats_a_definition_otherwise() {
    let facts = [
        r#"{ "$defs": { "Cursor": { "type": "string" } } }"#.to_owned(),
        r#"{ "$defs": { "Cursor": { "type": "integer" } } }"#.to_owned(),
    ];
    let error = Catalogued::of(&REVISION, &facts).expect_err("two schemas of one name");
    assert_eq!(
        error.to_string(),
        "Cursor: the extension repeats it otherwise than the revision has it \
         (rule: one name, one schema)"
    );
}

#[test]
fn extension_that_repeats_a_definition_faithfully() {
    let facts = [
        r#"{ "$defs": { "Cursor": { "type": "string" } } }"#.to_owned(),
        r#"{ "$defs": { "Cursor": { "type": "string" }, "Other": { "type": "string" } } }"#
            .to_owned(),
    ];
    let prose = Prose::parse(&["# Cursor\nA place.\n\n# Other [tasks]\nAnother."]).expect("prose");
    let revision =
        Revision { feature: "golden", name: "golden", extension: Some("tasks"), errata: &[] };
    let catalogued = Catalogued::of(&revision, &facts).expect("one schema of each name");
    assert_eq!(catalogued.fates().len(), 2);
    let generated = catalogued.generate(&prose).expect("all is described");
    prose.finish([&generated.described]).expect("an extension's prose is the revision's, too");
}

#[test]
fn row_with_an_erratum_that_there_is_not() {
    let facts = [r#"{ "$defs": {} }"#.to_owned()];
    let error = codegen::corrected(&["no_such"], &facts).expect_err("it is not known");
    let words = "no_such: errata.rs has no such function (rule: errata are known)";
    assert_eq!(error.to_string(), words);
}

#[test]
fn facts_that_are_none() {
    refused_with(
        "{",
        "",
        "(the facts): EOF while parsing an object at line 1 column 1 (rule: facts are JSON)",
    );
    refused_with(
        r#"{ "definitions": {} }"#,
        "",
        "(the facts): there is no object `$defs` (rule: facts have definitions)",
    );
}

#[test]
fn prose_that_is_missing() {
    refused(
        r#""Level": { "type": "string", "enum": ["low"] },
           "Reading": { "type": "object", "properties": { "grams": { "type": "integer" } } }"#,
        "Level, Level.low, Reading, Reading.grams: no prose in schema/prose \
         (rule: everything is described)",
    );
}

#[test]
fn prose_that_is_left_over() {
    refused_with(
        r#"{ "$defs": { "Cursor": { "type": "string" } } }"#,
        "# Cursor\nA place.\n\n- gone: A field.\n\n# Cursor [1999-01-01]\nLong ago.\n\n# Gone\nA type.",
        "Cursor [1999-01-01], Cursor.gone, Gone: no revision has it (rule: prose describes something)",
    );
}

#[test]
fn prose_that_is_written_twice() {
    refused_with(
        r#"{ "$defs": {} }"#,
        "# Cursor\nA place.\n\n# Cursor\nA place again.",
        "Cursor: described twice (rule: prose is written once)",
    );
    refused_with(
        r#"{ "$defs": {} }"#,
        "# Tool\nIt.\n\n- name: Its name.\n- name: Its name.",
        "Tool.name: described twice (rule: prose is written once)",
    );
}

#[test]
fn prose_without_a_heading() {
    refused_with(
        r#"{ "$defs": {} }"#,
        "- name: Of what?",
        "name: no heading above it (rule: prose has a type)",
    );
    refused_with(
        r#"{ "$defs": {} }"#,
        "Of what?\n\n# Tool",
        "Of what?: no heading above it (rule: prose has a type)",
    );
}
