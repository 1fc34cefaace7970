//! The schemas of a tool: what they are of, and which types have none.

use mcp_typestate::tool::{NotAnObject, TypedTool, Unstructured};
use schemars::JsonSchema;
use serde_json::{Value, json};

use super::{FORECAST, Query};

fn refused<A: JsonSchema>() -> NotAnObject {
    TypedTool::<A, Unstructured>::new("wrong").input_schema().expect_err("it is no object")
}

#[test]
fn a_type_whose_schema_is_no_object_is_an_error() {
    #[derive(JsonSchema)]
    struct Pair(#[allow(dead_code)] u8, #[allow(dead_code)] u8);

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    enum Choice {
        One { a: u8 },
        Other { b: u8 },
    }

    #[derive(JsonSchema)]
    struct Wrapped(#[allow(dead_code)] String);

    let words = |error: NotAnObject| error.to_string();
    assert_eq!(
        words(refused::<Pair>()),
        "`Pair` is no type for a tool: its schema's type: expected \"object\", found \"array\""
    );
    assert_eq!(
        words(refused::<Choice>()),
        "`Choice` is no type for a tool: its schema's type: missing, expected \"object\""
    );
    assert_eq!(refused::<Wrapped>().name, "Wrapped");
    assert_eq!(refused::<Option<Query>>().error.path(), "type");
    refused::<Value>();
    refused::<()>();

    let error = TypedTool::<Query, Vec<u8>>::new("wrong").output_schema();
    assert!(error.is_err());
}

#[test]
fn the_input_is_what_is_read_and_the_output_what_is_written() {
    let required = |schema: &Value| schema["required"].clone();
    let input = FORECAST.input_schema().expect("an object").to_value();
    // `days` has a default and may be absent.
    assert_eq!(required(&input), json!(["city"]));
    let output = FORECAST.output_schema().expect("an object").to_value();
    // `warnings` has one, too, and is always written.
    assert_eq!(required(&output), json!(["wind", "degrees", "warnings"]));
}

#[test]
fn the_schema_of_a_property_is_an_object() {
    let input = FORECAST.input_schema().expect("an object").to_value();
    let properties = input["properties"].as_object().expect("properties");
    assert!(properties.contains_key("anything"));
    for (name, schema) in properties {
        assert!(schema.is_object(), "{name} is {schema}");
    }
}

#[test]
fn a_tool_is_named_when_it_is_shown() {
    let name = String::from("forecast");
    assert_eq!(FORECAST.name(), name);
    assert_eq!(format!("{FORECAST:?}"), "TypedTool(\"forecast\")");
}
