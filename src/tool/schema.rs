//! A type's schema as a tool carries it.

use schemars::generate::SchemaSettings;
use schemars::transform::ReplaceBoolSchemas;
use serde_json::Value;

use crate::json::{self, DecodeError};

/// The schema of what a type is read from: a member with a default may be absent.
pub(super) fn of_what_is_read<T: schemars::JsonSchema>() -> Result<json::JsonSchema, NotAnObject> {
    object::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// The schema of what a type is written as.
pub(super) fn of_what_is_written<T: schemars::JsonSchema>() -> Result<json::JsonSchema, NotAnObject>
{
    object::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn object<T: schemars::JsonSchema>(
    settings: SchemaSettings,
) -> Result<json::JsonSchema, NotAnObject> {
    // Until 2025-11-25 the schema of a property is an object: `true` is `{}` there.
    let mut no_booleans = ReplaceBoolSchemas::default();
    no_booleans.skip_additional_properties = true;
    let generator = settings.with_transform(no_booleans).into_generator();
    let schema = generator.into_root_schema_for::<T>().to_value();
    let is_object = schema.get("type").is_some_and(|kind| kind == "object");
    let schema = if is_object { json::JsonSchema::from_value(schema) } else { Err(kind(&schema)) };
    schema.map_err(|error| NotAnObject { name: T::schema_name().into_owned(), error })
}

/// What a schema says of its instances' type instead.
fn kind(schema: &Value) -> DecodeError {
    let message = match schema.get("type") {
        Some(kind) => format!("expected \"object\", found {kind}"),
        None => "missing, expected \"object\"".to_owned(),
    };
    DecodeError::Shape { path: "type".to_owned(), message }
}

/// A type that cannot be a tool's arguments or structured content: it is not written as an object,
/// or its schema does not say so.
///
/// Numbers, strings, lists and tuples are none; put them into a struct. An enum's schema lists
/// objects without being one; put it into a struct, too.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no type for a tool: its schema's {error}")]
#[non_exhaustive]
pub struct NotAnObject {
    /// What the type's schema is called: for most types, their name.
    pub name: String,
    /// What is wrong with the schema.
    #[source]
    pub error: DecodeError,
}
