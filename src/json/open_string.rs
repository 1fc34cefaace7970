//! Strings of which some are known.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserializer;
use serde::de::{self, Visitor};

/// Reads a string into an open enum, without a copy of the strings that it knows.
///
/// # Errors
///
/// When the value is not a string.
pub fn open_string<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: for<'a> From<&'a str>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_str(OpenString(PhantomData))
}

struct OpenString<T>(PhantomData<T>);

impl<T: for<'a> From<&'a str>> Visitor<'_> for OpenString<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<T, E> {
        Ok(value.into())
    }
}
