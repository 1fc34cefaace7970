//! What the check of a tool's types finds, and that listed tools and results follow the protocol's
//! own schema.

use std::cell::Cell;

use mcp_typestate::Revision;
use mcp_typestate::schema::Schema;
use mcp_typestate::tool::{Disagreement, TypedTool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::{FORECAST, SAY, forecast, query};

#[test]
fn what_agrees_is_no_error() {
    FORECAST.check_arguments(&query()).expect("they agree");
    FORECAST.check_output(&forecast()).expect("they agree");
    SAY.check_arguments(&query()).expect("they agree");
}

/// A struct of one field, with the attributes of one disagreement.
macro_rules! odd {
    ($(#[$attribute:meta])* $ty:ty) => {{
        #[derive(Serialize, Deserialize, JsonSchema)]
        struct Odd {
            $(#[$attribute])*
            field: $ty,
        }
        |field: $ty| {
            let odd = Odd { field };
            let both = [
                TypedTool::<Odd>::new("odd").check_arguments(&odd),
                TypedTool::<(), Odd>::new("odd").check_output(&odd),
            ];
            both.map(|it| it.expect_err("they disagree"))
        }
    }};
}

#[test]
fn a_value_that_its_schema_forbids_is_found() {
    for error in (odd!(
        #[schemars(range(max = 14))]
        u8
    ))(15)
    {
        assert!(matches!(error, Disagreement::Schema(_)), "{error}");
        let words =
            "the schema forbids what is written: field: found 15, expected at most 14 (maximum)";
        assert_eq!(error.to_string(), words);
    }
}

#[test]
fn a_type_that_is_not_written_as_its_schema_says_is_found() {
    fn as_text<S: Serializer>(number: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&number.to_string())
    }

    for error in (odd!(
        #[serde(serialize_with = "as_text")]
        #[schemars(with = "u8")]
        u8
    ))(15)
    {
        assert!(matches!(error, Disagreement::Schema(_)), "{error}");
    }
    for error in (odd!(
        #[serde(serialize_with = "as_text")]
        #[schemars(with = "String")]
        u8
    ))(15)
    {
        assert!(matches!(error, Disagreement::Decode(_)), "{error}");
        assert!(error.to_string().contains(".field: invalid type: string"), "{error}");
    }
}

#[test]
fn a_value_that_is_not_read_as_it_was_written_is_found() {
    thread_local!(static READ: Cell<u8> = const { Cell::new(0) });
    fn once_more<S: Serializer>(_: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        READ.set(READ.get() + 1);
        serializer.serialize_u8(READ.get())
    }

    for error in (odd!(
        #[serde(serialize_with = "once_more")]
        #[schemars(with = "u8")]
        u8
    ))(0)
    {
        assert!(matches!(error, Disagreement::Changed { .. }), "{error}");
    }
}

#[test]
fn a_type_that_is_none_for_a_tool_is_found() {
    let error = TypedTool::<(), Vec<u8>>::new("odd").check_output(&vec![1]);
    assert!(matches!(error, Err(Disagreement::Encode(_))));
}

#[test]
fn what_is_listed_and_answered_follows_the_protocol_s_schema() {
    each_revision!(|revision, mcp| {
        let schema = Schema::of(&Revision::from(revision)).expect("a known revision");
        let follows = |name: &str, value: &dyn Fn() -> serde_json::Value| {
            let definition = schema.definition(name).expect("a definition");
            let valid = definition.validate(&value());
            valid.unwrap_or_else(|violations| panic!("{revision} {name}: {violations}"));
        };
        let tool: mcp::Tool = FORECAST.tool().expect("objects");
        follows("Tool", &|| serde_json::to_value(&tool).expect("JSON"));
        let result: mcp::CallToolResult = FORECAST.result(&forecast()).expect("an object");
        follows("CallToolResult", &|| serde_json::to_value(&result).expect("JSON"));
    });
}
