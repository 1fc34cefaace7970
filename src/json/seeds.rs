//! The seeds by which a reader reads names, tags and constants.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, Unexpected, Visitor};

use super::Integer;

/// Reads a member's name as its [`position`], and keeps one that is not among the names.
pub(super) struct Name<'r> {
    pub(super) names: &'r [&'static str],
    pub(super) unknown: &'r mut String,
}

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for Name<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member's name")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<usize, E> {
        let index = position(self.names, name);
        if index == self.names.len() {
            name.clone_into(self.unknown);
        }
        Ok(index)
    }
}

/// Reads null as `None`, anything else by the seed.
pub(super) struct OrNull<S>(pub(super) S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for OrNull<S> {
    type Value = Option<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for OrNull<S> {
    type Value = Option<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}

/// Reads a tag, without a copy when it is one of the known values.
pub(super) struct TagValue(pub(super) &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for TagValue {
    type Value = Cow<'static, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for TagValue {
    type Value = Cow<'static, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        let known = self.0.iter().find(|known| **known == value);
        Ok(known.map_or_else(|| Cow::Owned(value.to_owned()), |known| Cow::Borrowed(*known)))
    }
}

/// Reads a string that can only be one.
pub(super) struct Constant(pub(super) &'static str);

impl<'de> DeserializeSeed<'de> for Constant {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Constant {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<(), E> {
        if value == self.0 { Ok(()) } else { Err(E::invalid_value(Unexpected::Str(value), &self)) }
    }
}

/// Reads an integer that can only be one.
pub(super) struct ConstantInteger(pub(super) i64);

impl<'de> DeserializeSeed<'de> for ConstantInteger {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let value = Integer.deserialize(deserializer)?;
        if value == self.0 {
            return Ok(());
        }
        let expected = self.0.to_string();
        Err(de::Error::invalid_value(Unexpected::Signed(value), &expected.as_str()))
    }
}

/// The index of a name, or the number of names.
#[inline]
pub(super) fn position(names: &[&str], name: &str) -> usize {
    names.iter().position(|known| *known == name).unwrap_or(names.len())
}
