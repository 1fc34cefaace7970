//! Members that were read ahead.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::StringDeserializer;
use serde::de::{self, DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

use super::decode;
use super::seeds::Lent;
use super::text::{self, FromText, Resumed};

/// The members that a [`Reader`](super::Reader) read ahead, in the order in which they came.
#[derive(Debug, Default)]
pub struct Held<'de> {
    /// One that was taken out of its turn leaves its place empty.
    members: Vec<Option<(Cow<'de, str>, HeldValue<'de>)>>,
    /// The next one's place.
    next: usize,
}

impl<'de> Held<'de> {
    /// Whether there is a member of this name that is not null.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some_and(|value| !value.is_null())
    }

    /// The value of a member that is a string.
    #[must_use]
    pub fn str(&self, name: &str) -> Option<Cow<'_, str>> {
        let text = match self.find(name)? {
            HeldValue::String(string) => return Some(Cow::Borrowed(string)),
            HeldValue::Text(text) => text,
        };
        let inside = text.strip_prefix('"')?.strip_suffix('"')?;
        if inside.contains('\\') {
            serde_json::from_str(text).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(inside))
        }
    }

    /// Whether the member `name` is this string.
    #[must_use]
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.str(name).is_some_and(|held| held == value)
    }

    /// Whether the member `name` is an object that has the member `inner`.
    #[must_use]
    pub fn has_in(&self, name: &str, inner: &str) -> bool {
        let Some(HeldValue::Text(text)) = self.find(name) else { return false };
        let mut text = serde_json::Deserializer::from_str(text);
        (&mut text).deserialize_map(HasMember(inner)).unwrap_or(false)
    }

    fn find(&self, name: &str) -> Option<&HeldValue<'de>> {
        self.remaining().find(|(held, _)| held == name).map(|(_, value)| value)
    }

    fn remaining(&self) -> impl Iterator<Item = &(Cow<'de, str>, HeldValue<'de>)> {
        self.members.iter().skip(self.next).flatten()
    }

    /// Whether all have had their turn.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.next == self.members.len()
    }

    /// How many there were, those that had their turn among them.
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// The name of the member at a place, from 0; inside, none if it was taken. None after the last.
    pub(super) fn name_at(&self, place: usize) -> Option<Option<&str>> {
        let place = self.members.get(place)?;
        Some(place.as_ref().map(|(name, _)| name.as_ref()))
    }

    /// Takes the value of the member at a place.
    pub(super) fn take_at(&mut self, place: usize) -> Option<HeldValue<'de>> {
        let member = self.members.get_mut(place)?.take();
        self.trim();
        member.map(|(_, value)| value)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.remaining().map(|(name, _)| name.as_ref())
    }

    pub(super) fn push(&mut self, name: Cow<'de, str>, value: HeldValue<'de>) {
        self.members.push(Some((name, value)));
    }

    pub(super) fn next(&mut self) -> Option<(Cow<'de, str>, HeldValue<'de>)> {
        let member = self.members.get_mut(self.next)?.take();
        self.next += 1;
        self.trim();
        member
    }

    #[inline]
    pub(super) fn take(&mut self, name: &str) -> Option<HeldValue<'de>> {
        let mut places = self.members.iter_mut().skip(self.next);
        let place = places.find(|place| matches!(place, Some((held, _)) if held == name))?;
        let member = place.take();
        self.trim();
        member.map(|(_, value)| value)
    }

    /// Leaves no empty place in front or at the end.
    fn trim(&mut self) {
        while let Some(None) = self.members.get(self.next) {
            self.next += 1;
        }
        while self.members.len() > self.next && matches!(self.members.last(), Some(None)) {
            self.members.pop();
        }
    }
}

/// A value that was read ahead, before anybody knew its type.
#[derive(Debug)]
pub(crate) enum HeldValue<'de> {
    /// A string, where one was expected: it is moved to where it belongs, not read again.
    String(String),
    /// Any value as its JSON text, lent by the input where the input can.
    Text(Cow<'de, str>),
}

impl HeldValue<'_> {
    /// Whether this is `null`.
    pub(crate) fn is_null(&self) -> bool {
        matches!(self, HeldValue::Text(text) if text == "null")
    }

    /// Reads the value of the member `name`.
    #[cold]
    #[inline(never)]
    pub(crate) fn read<V, S, E>(self, name: &str, seed: S) -> Result<V, E>
    where
        S: for<'a> DeserializeSeed<'a, Value = V>,
        E: de::Error,
    {
        let text = match self {
            HeldValue::String(string) => {
                return seed
                    .deserialize(HeldString(string))
                    .map_err(|error| decode::inside(name, error));
            }
            HeldValue::Text(text) => text,
        };
        if decode::is_locating() {
            return decode::track(text.as_bytes(), seed).map_err(|error| error.inside(name));
        }
        seed.deserialize(&mut serde_json::Deserializer::from_str(&text))
            .map_err(|error| decode::inside(name, decode::message(&error)))
    }
}

/// Reads a value ahead: as its text, or as a string where one is expected and comes.
pub(super) struct Hold {
    pub(super) string: bool,
}

impl<'de> DeserializeSeed<'de> for Hold {
    type Value = HeldValue<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        if self.string { text::read_string(deserializer) } else { text::read(deserializer) }
    }
}

impl<'de> FromText<'de> for HeldValue<'de> {
    fn offered<A: MapAccess<'de>>(mut offer: Resumed<'de, A>) -> Result<Self, A::Error> {
        offer.next_key::<IgnoredAny>()?;
        offer.next_value_seed(Lent).map(HeldValue::Text)
    }

    fn written<E: de::Error>(text: String) -> Result<Self, E> {
        Ok(HeldValue::Text(Cow::Owned(text)))
    }

    fn string<E: de::Error>(string: Cow<'_, str>) -> Result<Self, E> {
        Ok(HeldValue::String(string.into_owned()))
    }
}

/// Gives a string to whoever reads it next, without a copy.
struct HeldString(String);

impl<'de> Deserializer<'de> for HeldString {
    type Error = de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_string(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        StringDeserializer::new(self.0).deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// Whether an object has a member.
struct HasMember<'n>(&'n str);

impl<'de> Visitor<'de> for HasMember<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        let mut found = false;
        while let Some(name) = map.next_key_seed(Lent)? {
            found |= name == self.0;
            map.next_value::<IgnoredAny>()?;
        }
        Ok(found)
    }
}
