//! Members that were read ahead.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, IgnoredAny, MapAccess, Visitor};

use super::Raw;
use super::decode;

/// The members that a [`Reader`](super::Reader) read ahead, in the order in which they came.
#[derive(Debug, Default)]
pub struct Held(VecDeque<(String, Raw)>);

impl Held {
    /// Whether there is a member of this name that is not null.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some_and(|raw| !raw.is_null())
    }

    /// The value of a member that is a string.
    #[must_use]
    pub fn str(&self, name: &str) -> Option<Cow<'_, str>> {
        let text = self.find(name)?.get();
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
        let Some(raw) = self.find(name) else { return false };
        let mut text = serde_json::Deserializer::from_str(raw.get());
        (&mut text).deserialize_map(HasMember(inner)).unwrap_or(false)
    }

    fn find(&self, name: &str) -> Option<&Raw> {
        self.0.iter().find(|(held, _)| held == name).map(|(_, raw)| raw)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    pub(super) fn push(&mut self, name: String, value: Raw) {
        self.0.push_back((name, value));
    }

    pub(super) fn next(&mut self) -> Option<(String, Raw)> {
        self.0.pop_front()
    }

    pub(super) fn take(&mut self, name: &str) -> Option<Raw> {
        let at = self.names().position(|held| held == name)?;
        self.0.remove(at).map(|(_, raw)| raw)
    }
}

/// Reads the text of a held member.
pub(super) fn read<V, S, E>(name: &str, raw: &Raw, seed: S) -> Result<V, E>
where
    S: for<'a> DeserializeSeed<'a, Value = V>,
    E: de::Error,
{
    if decode::is_locating() {
        return decode::track(raw.get().as_bytes(), seed).map_err(|error| error.inside(name));
    }
    seed.deserialize(&mut serde_json::Deserializer::from_str(raw.get()))
        .map_err(|error| decode::inside(name, decode::message(&error)))
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
        while let Some(name) = map.next_key::<String>()? {
            found |= name == self.0;
            map.next_value::<IgnoredAny>()?;
        }
        Ok(found)
    }
}
