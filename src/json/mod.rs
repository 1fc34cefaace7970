//! The crate's reading and writing of JSON objects: one pass, lossless, with paths.
//!
//! serde's derive buffers a tagged union and drops what it does not know. Here a type reads its
//! own members ([`ReadMembers`], [`Reader`]): the tag is read where it stands, what came before it is
//! held (lent by the input where it can be), and everything after it streams into the variant. What
//! a type does not know stays in [`Extra`] beside what it knows, and is written back.
//!
//! [`from_str`], [`from_slice`] and [`from_value`] read any type and say where it failed.
//!
//! ```
//! use mcp_typestate::json;
//!
//! let error = json::from_str::<Vec<bool>>("[true, 1]").unwrap_err();
//! assert_eq!(error.path(), "[1]");
//! assert_eq!(error.to_string(), "[1]: invalid type: integer `1`, expected a boolean");
//! ```

mod answer;
mod decode;
mod extra;
mod held;
mod members;
mod nullable;
mod number;
mod one_or_many;
mod open_string;
mod ordered;
mod raw;
mod raw_object;
mod reader;
mod schema;
#[cfg(feature = "schemars")]
mod schemas;
mod seeds;
mod text;
mod told;
mod transcode;
mod value;
mod writer;

pub use answer::Answer;
pub use decode::{DecodeError, from_slice, from_str, from_value};
pub use extra::Extra;
pub use held::Held;
pub use members::{ReadMembers, WriteMembers, deserialize, present, serialize};
pub use nullable::Nullable;
pub use number::{Integer, Number, Unsigned};
pub use one_or_many::OneOrMany;
pub use open_string::open_string;
pub use ordered::Ordered;
pub use raw::{Carried, Raw};
pub use raw_object::RawObject;
pub use reader::{Reader, Tag};
pub use schema::JsonSchema;
pub use value::{AnyObject, AnyValue, Each};
pub use writer::Writer;

pub(crate) use decode::{explain, inside};
pub(crate) use held::HeldValue;
pub(crate) use number::{integer, number_of_map};
pub(crate) use raw::{DEEPEST, members};
pub(crate) use seeds::lent;
pub(crate) use value::{Readable, within};

/// A JSON object whose members are not known: `_meta`, free-form data.
pub type Object = serde_json::Map<String, serde_json::Value>;

/// The value as an object: a typed result becomes `Value::Object` with it, where any JSON may stand.
///
/// # Errors
///
/// When the value is not written as an object, or cannot be written at all.
pub fn to_object(value: &(impl serde::Serialize + ?Sized)) -> Result<Object, DecodeError> {
    match serde_json::to_value(value)? {
        serde_json::Value::Object(object) => Ok(object),
        // Says what it is instead.
        other => from_value(other),
    }
}

/// A JSON array of anything.
pub type Array = Vec<serde_json::Value>;
