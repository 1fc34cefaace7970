//! Types of a user that have ours inside, of two revisions at once.

use mcp_typestate::json::{Answer, Extra, JsonSchema as Opaque, Nullable, OneOrMany, Ordered, Raw};
use mcp_typestate::{RequestId, v2025_11_25, v2026_07_28};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::schema_of;

/// What a gateway between two revisions might write down.
#[derive(JsonSchema, Serialize, Deserialize)]
struct Bridged {
    id: RequestId,
    older: v2025_11_25::Tool,
    newer: Vec<v2026_07_28::Tool>,
    icon: Option<v2025_11_25::Icon>,
    #[serde(flatten)]
    server: v2025_11_25::Implementation,
}

fn bridged() -> Bridged {
    Bridged {
        id: RequestId::Integer(7),
        older: v2025_11_25::Tool::new("owls", Opaque::object()).with_execution(
            v2025_11_25::ToolExecution::new().with_task_support(v2025_11_25::TaskSupport::Required),
        ),
        newer: vec![v2026_07_28::Tool::new("owls", Opaque::object())],
        icon: Some(v2025_11_25::Icon::new("data:,")),
        server: v2025_11_25::Implementation::new("bridge", "1"),
    }
}

/// An object that keeps what it does not know.
#[derive(JsonSchema, Serialize, Deserialize)]
struct Open {
    known: bool,
    #[serde(flatten)]
    extra: Extra,
}

#[test]
fn a_user_s_struct_may_keep_what_it_does_not_know() {
    let schema = schema_of::<Open>();
    let instance = json!({ "known": true, "x-other": [1] });
    let open: Open = serde_json::from_value(instance.clone()).expect("an object");
    assert_eq!(open.extra.get("x-other"), Some(&json!([1])));
    assert_eq!(json!(open), instance);
    assert!(valid(&schema, &instance), "{schema}");
    assert!(!valid(&schema, &json!({ "known": 1 })), "{schema}");
}

fn valid(schema: &Value, instance: &Value) -> bool {
    jsonschema::options().build(schema).expect("a schema").is_valid(instance)
}

#[test]
fn a_user_s_struct_may_have_one_name_from_two_revisions() {
    let schema = schema_of::<Bridged>();
    assert_eq!(schema["properties"]["older"], json!({ "$ref": "#/$defs/Tool" }));
    assert_eq!(schema["properties"]["newer"]["items"], json!({ "$ref": "#/$defs/Tool2" }));
    let fields = |name: &str| schema["$defs"][name]["properties"].as_object().expect("a struct");
    assert!(fields("Tool").contains_key("execution"));
    assert!(!fields("Tool2").contains_key("execution"));

    let instance = serde_json::to_value(bridged()).expect("JSON");
    assert!(valid(&schema, &instance), "{instance} {schema}");
    for (pointer, wrong) in [
        ("/id", json!(1.5)),
        ("/older/execution/taskSupport", json!("perhaps")),
        ("/newer/0/inputSchema/type", json!("array")),
        ("/icon/src", json!(null)),
        ("/version", json!(1)),
    ] {
        let mut instance = instance.clone();
        *instance.pointer_mut(pointer).expect(pointer) = wrong;
        assert!(!valid(&schema, &instance), "{pointer}");
    }
}

#[test]
fn what_two_fields_share_is_defined_once() {
    let schema = schema_of::<(v2025_11_25::Tool, v2025_11_25::Prompt, v2025_11_25::Icon)>();
    let defined = schema["$defs"].as_object().expect("definitions").keys();
    let icons: Vec<&str> =
        defined.map(String::as_str).filter(|name| name.starts_with("Icon")).collect();
    assert_eq!(icons, ["Icon", "IconTheme"]);
}

#[test]
fn a_nested_type_has_the_schema_of_its_place() {
    let schema = schema_of::<v2025_11_25::TaskSupport>();
    assert_eq!(schema["enum"], json!(["forbidden", "optional", "required"]));
    let schema = schema_of::<v2025_11_25::ContentBlock>();
    assert_eq!(schema["anyOf"][0], json!({ "$ref": "#/$defs/TextContent" }));
}

#[test]
fn references_are_the_generator_s_own() {
    let draft7 = SchemaSettings::draft07().into_generator();
    let schema = draft7.into_root_schema_for::<v2025_11_25::CallToolResult>();
    let text = schema.to_value().to_string();
    assert!(text.contains("\"#/definitions/ContentBlock\"") && !text.contains("$defs"), "{text}");

    let inlined = SchemaSettings::default().with(|it| it.inline_subschemas = true);
    let schema = inlined.into_generator().into_root_schema_for::<v2025_11_25::CallToolResult>();
    let text = schema.to_value().to_string();
    assert!(!text.contains("$ref"), "{text}");
}

#[test]
fn the_dialect_is_named_at_the_root_alone() {
    // Definitions of the extension have it each.
    let schema = schema_of::<(v2026_07_28::DetailedTask, v2026_07_28::CreateTaskResult)>();
    assert_eq!(schema.to_string().matches(r#""$schema":""#).count(), 1, "{schema}");
}

#[test]
fn a_recursive_definition_refers_to_itself() {
    let schema = schema_of::<v2026_07_28::ClientCapabilities>();
    let values = &schema["$defs"]["JsonObject"]["additionalProperties"];
    assert_eq!(*values, json!({ "$ref": "#/$defs/JsonValue" }));
    let inlined = SchemaSettings::default().with(|it| it.inline_subschemas = true);
    let _ = inlined.into_generator().into_root_schema_for::<v2026_07_28::ClientCapabilities>();
}

/// One of each type that is written by hand and stands in generated ones.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is wanted")]
struct ByHand {
    raw: Raw,
    schema: Opaque,
    answer: Answer,
    nullable: Nullable<i64>,
    blocks: OneOrMany<v2025_11_25::TextContent>,
    ordered: Ordered<bool>,
}

#[test]
fn what_is_written_by_hand_has_the_schema_of_what_it_reads() {
    let schema = schema_of::<ByHand>();
    let instance = json!({
        "raw": [null],
        "schema": { "type": "object" },
        "answer": ["a"],
        "nullable": null,
        "blocks": { "type": "text", "text": "a" },
        "ordered": { "a": true },
    });
    assert!(valid(&schema, &instance), "{schema}");
    for (member, right) in [
        ("raw", json!(1)),
        ("answer", json!(1.5)),
        ("nullable", json!(1)),
        ("blocks", json!([{ "type": "text", "text": "a" }])),
    ] {
        let mut instance = instance.clone();
        instance[member] = right;
        assert!(valid(&schema, &instance), "{member}");
    }
    for (member, wrong) in [
        ("schema", json!(true)),
        ("answer", json!([1])),
        ("nullable", json!("1")),
        ("blocks", json!([{ "type": "text" }])),
        ("ordered", json!({ "a": 1 })),
    ] {
        let mut instance = instance.clone();
        instance[member] = wrong;
        assert!(!valid(&schema, &instance), "{member}");
    }
}
