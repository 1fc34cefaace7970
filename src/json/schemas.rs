//! JSON Schemas of the types that are written by hand and stand in generated ones.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{Answer, Extra, Nullable, Number, OneOrMany, Ordered, Raw, RawObject};

/// A schema that stands where it is used: it is shorter than a reference.
macro_rules! inline {
    ($($(#[$doc:meta])* $ty:ty = $name:literal $schema:tt;)*) => {
        $($(#[$doc])* impl JsonSchema for $ty {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        })*
    };
}

inline! {
    /// Any JSON.
    Raw = "Raw" {};
    /// Any object.
    RawObject = "RawObject" { "type": "object" };
    /// Any object: what makes a schema of it is left to who compiles it.
    super::JsonSchema = "JsonSchema" { "type": "object" };
    /// Any object: what a type of one's own flattens, for the members that it does not know.
    Extra = "Extra" { "type": "object" };
    /// A number.
    Number = "Number" { "type": "number" };
    /// What a form may be answered with.
    Answer = "Answer" {
        "anyOf": [
            { "type": "array", "items": { "type": "string" } },
            { "type": ["string", "number", "boolean"] },
        ],
    };
}

/// The value's schema or null. That the member is there is up to who has it.
impl<T: JsonSchema> JsonSchema for Nullable<T> {
    fn inline_schema() -> bool {
        <Option<T>>::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        <Option<T>>::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        <Option<T>>::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Option<T>>::json_schema(generator)
    }
}

/// One of them, or a list.
impl<T: JsonSchema> JsonSchema for OneOrMany<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("OneOrMany_{}", T::schema_name()).into()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("mcp_typestate::json::OneOrMany<{}>", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<T>();
        let many = generator.subschema_for::<Vec<T>>();
        json_schema!({ "anyOf": [one, many] })
    }
}

/// The map's: a schema has no say in the order.
impl<T: JsonSchema> JsonSchema for Ordered<T> {
    fn inline_schema() -> bool {
        <BTreeMap<String, T>>::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        <BTreeMap<String, T>>::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        <BTreeMap<String, T>>::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <BTreeMap<String, T>>::json_schema(generator)
    }
}
