//! The seeds by which a reader reads names, tags and constants.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, Unexpected, Visitor};

use super::{Integer, Tag};

/// Reads a member's name as its [`position`], and keeps one that is not among the names.
pub(super) struct Name<'r, 'de> {
    pub(super) names: &'r [&'static str],
    pub(super) unknown: &'r mut Cow<'de, str>,
}

impl<'de> DeserializeSeed<'de> for Name<'_, 'de> {
    type Value = usize;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for Name<'_, 'de> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member's name")
    }

    #[inline]
    fn visit_str<E: de::Error>(self, name: &str) -> Result<usize, E> {
        let index = position(self.names, name);
        if index == self.names.len() {
            *self.unknown = Cow::Owned(name.to_owned());
        }
        Ok(index)
    }

    #[inline]
    fn visit_borrowed_str<E: de::Error>(self, name: &'de str) -> Result<usize, E> {
        let index = position(self.names, name);
        if index == self.names.len() {
            *self.unknown = Cow::Borrowed(name);
        }
        Ok(index)
    }
}

/// Reads a member's name as what a function says of it, and keeps one that it does not know.
pub(super) struct NameBy<'r, 'de, F> {
    pub(super) position: F,
    pub(super) unknown: &'r mut Cow<'de, str>,
}

impl<'de, F: Fn(&str) -> Option<usize>> DeserializeSeed<'de> for NameBy<'_, 'de, F> {
    type Value = Option<usize>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de, F: Fn(&str) -> Option<usize>> Visitor<'de> for NameBy<'_, 'de, F> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member's name")
    }

    #[inline]
    fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
        let index = (self.position)(name);
        if index.is_none() {
            *self.unknown = Cow::Owned(name.to_owned());
        }
        Ok(index)
    }

    #[inline]
    fn visit_borrowed_str<E: de::Error>(self, name: &'de str) -> Result<Self::Value, E> {
        let index = (self.position)(name);
        if index.is_none() {
            *self.unknown = Cow::Borrowed(name);
        }
        Ok(index)
    }
}

/// Reads a string, without a copy where the input can lend it.
pub(crate) fn lent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'de, str>, D::Error> {
    Lent.deserialize(deserializer)
}

/// The seed of [`lent`].
pub(super) struct Lent;

impl<'de> DeserializeSeed<'de> for Lent {
    type Value = Cow<'de, str>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Lent {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    #[inline]
    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    #[inline]
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    #[inline]
    fn visit_string<E: de::Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text))
    }
}

/// Reads null as `None`, anything else by the seed.
pub(super) struct OrNull<S>(pub(super) S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for OrNull<S> {
    type Value = Option<S::Value>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for OrNull<S> {
    type Value = Option<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    #[inline]
    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    #[inline]
    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}

/// Reads a tag as its index among the known values, or as the string that it is.
pub(super) struct TagValue(pub(super) &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for TagValue {
    type Value = Tag;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tag, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for TagValue {
    type Value = Tag;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    #[inline]
    fn visit_str<E: de::Error>(self, value: &str) -> Result<Tag, E> {
        Ok(Tag::among(self.0, value))
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
