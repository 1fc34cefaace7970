//! The reading of an object's members.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::mem;

use serde::de::{self, DeserializeOwned, DeserializeSeed, MapAccess};
use serde_json::Value;
use serde_json::map::Entry;

use super::held::{Held, HeldValue, Hold};
use super::seeds::{Constant, ConstantInteger, Lent, Name, NameBy, OrNull, position};
use super::told::Told;
use super::{AnyValue, Extra, Nullable, Object};

/// The members of an object, read one after another.
///
/// A type asks for the [`next`](Reader::next) member and says how to read its value. A union
/// looks for a [`tag`](Reader::tag) first and hands the reader on to the variant: the members that
/// came before the tag were held and come first, the rest streams on. Nothing is held, and
/// nothing allocated, when the tag comes first.
///
/// A value is read with the method that says what its absence and its null mean:
///
/// | | absent | null | twice |
/// |---|---|---|---|
/// | [`required`](Reader::required) | for [`present`](super::present) to refuse | for `T` to refuse | refused |
/// | [`optional`](Reader::optional) | `None` | `None`, a leniency | refused, unless null came first |
/// | [`any`](Reader::any) | `None` | `Some(Value::Null)` | refused |
/// | [`nullable`](Reader::nullable) | `Absent`, a leniency | `Null` | refused |
/// | [`constant`](Reader::constant) | for [`constant_seen`](Reader::constant_seen) to refuse | refused | refused |
/// | [`optional_constant`](Reader::optional_constant) | not told | not told, a leniency | refused, unless null came first |
#[derive(Debug)]
pub struct Reader<'de, A> {
    map: A,
    /// A member whose name was read ahead, while its value still lies in the map.
    announced: Option<&'static str>,
    /// The members that were read ahead.
    held: Held<'de>,
    /// The value of the member at hand if it was held; otherwise it lies in the map.
    held_value: Option<HeldValue<'de>>,
    /// The name of the member at hand if nobody knows it.
    unknown: Cow<'de, str>,
    told: Told,
    /// How many of those read ahead [`next_holding_others`](Reader::next_holding_others) looked at.
    looked_at: usize,
    /// What is held as a string: see [`hold_strings`](Reader::hold_strings).
    strings: &'static [&'static str],
}

/// What a tag says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tag {
    /// One of the known values, by index.
    Known(usize),
    /// A string that is not among them.
    Unknown(String),
    /// There is no such member, or it is null.
    Absent,
}

impl<'de, A: MapAccess<'de>> Reader<'de, A> {
    /// Starts on the members of a map.
    #[inline]
    pub fn new(map: A) -> Reader<'de, A> {
        Reader {
            map,
            announced: None,
            held: Held::default(),
            held_value: None,
            unknown: Cow::Borrowed(""),
            told: Told::default(),
            looked_at: 0,
            strings: &[],
        }
    }

    /// Moves on to the next member and gives its index in `names`, or `names.len()` for a member
    /// that is not among them, whose name is kept for [`unknown`](Reader::unknown).
    ///
    /// The member's value has to be read before the next call.
    ///
    /// # Errors
    ///
    /// The deserializer's own.
    #[inline]
    pub fn next(&mut self, names: &'static [&'static str]) -> Result<Option<usize>, A::Error> {
        if let Some(name) = self.next_read_ahead() {
            let index = position(names, &name);
            if index == names.len() {
                self.unknown = name;
            }
            return Ok(Some(index));
        }
        self.map.next_key_seed(Name { names, unknown: &mut self.unknown })
    }

    /// Moves on to the next member and gives what `position` says of its name; [`None`] for a member
    /// that it does not know, whose name is kept for [`unknown`](Reader::unknown).
    ///
    /// The same as [`next`](Reader::next), and faster: the compiler knows the names that it compares.
    ///
    /// # Errors
    ///
    /// The deserializer's own.
    #[inline]
    pub fn next_by(
        &mut self,
        position: impl Fn(&str) -> Option<usize>,
    ) -> Result<Option<Option<usize>>, A::Error> {
        if let Some(name) = self.next_read_ahead() {
            let index = position(&name);
            if index.is_none() {
                self.unknown = name;
            }
            return Ok(Some(index));
        }
        self.map.next_key_seed(NameBy { position, unknown: &mut self.unknown })
    }

    /// Reads the value of a member that has to be there.
    ///
    /// # Errors
    ///
    /// When the member came before, or its value is not a `T`.
    #[inline]
    pub fn required<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        slot: &mut Option<T>,
    ) -> Result<(), A::Error> {
        self.required_with(PhantomData, name, slot)
    }

    /// Reads the value of a member that has to be there, by a seed such as [`Integer`](super::Integer).
    ///
    /// # Errors
    ///
    /// When the member came before, or the seed refuses its value.
    #[inline]
    pub fn required_with<T, S>(
        &mut self,
        seed: S,
        name: &'static str,
        slot: &mut Option<T>,
    ) -> Result<(), A::Error>
    where
        S: for<'a> DeserializeSeed<'a, Value = T>,
    {
        once(name, slot.is_some())?;
        match self.held_value.take() {
            Some(value) => *slot = Some(value.read(name, seed)?),
            None => *slot = Some(self.map.next_value_seed(seed)?),
        }
        Ok(())
    }

    /// Reads the value of a member that may be absent; null is taken for absent.
    ///
    /// # Errors
    ///
    /// When the member came before, or its value is neither null nor a `T`.
    #[inline]
    pub fn optional<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        slot: &mut Option<T>,
    ) -> Result<(), A::Error> {
        self.optional_with(PhantomData, name, slot)
    }

    /// Reads the value of a member that may be absent, by a seed such as [`Integer`](super::Integer); null is
    /// taken for absent.
    ///
    /// # Errors
    ///
    /// When the member came before, or its value is not null and the seed refuses it.
    #[inline]
    pub fn optional_with<T, S>(
        &mut self,
        seed: S,
        name: &'static str,
        slot: &mut Option<T>,
    ) -> Result<(), A::Error>
    where
        S: for<'a> DeserializeSeed<'a, Value = T>,
    {
        once(name, slot.is_some())?;
        match self.held_value.take() {
            Some(value) => *slot = value.read(name, OrNull(seed))?,
            None => *slot = self.map.next_value_seed(OrNull(seed))?,
        }
        Ok(())
    }

    /// Reads any value; null is one.
    ///
    /// # Errors
    ///
    /// When the member came before.
    #[inline]
    pub fn any(&mut self, name: &'static str, slot: &mut Option<Value>) -> Result<(), A::Error> {
        self.required_with(AnyValue, name, slot)
    }

    /// Reads the value of a member that may be null. The slot starts as [`Nullable::Absent`].
    ///
    /// # Errors
    ///
    /// When the member came before, or its value is neither null nor a `T`.
    #[inline]
    pub fn nullable<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        slot: &mut Nullable<T>,
    ) -> Result<(), A::Error> {
        self.nullable_with(PhantomData, name, slot)
    }

    /// Reads the value of a member that may be null, by a seed such as [`Integer`](super::Integer).
    ///
    /// # Errors
    ///
    /// When the member came before, or its value is not null and the seed refuses it.
    #[inline]
    pub fn nullable_with<T, S>(
        &mut self,
        seed: S,
        name: &'static str,
        slot: &mut Nullable<T>,
    ) -> Result<(), A::Error>
    where
        S: for<'a> DeserializeSeed<'a, Value = T>,
    {
        once(name, !slot.is_absent())?;
        match self.held_value.take() {
            Some(value) => *slot = value.read(name, OrNull(seed))?.into(),
            None => *slot = self.map.next_value_seed(OrNull(seed))?.into(),
        }
        Ok(())
    }

    /// Reads a member that always has the same value, and remembers that it did.
    ///
    /// # Errors
    ///
    /// When the member came before or has another value.
    #[inline]
    pub fn constant(&mut self, name: &'static str, expected: &'static str) -> Result<(), A::Error> {
        once(name, self.told.has(name))?;
        self.value(name, Constant(expected))?;
        self.told.push(name, None);
        Ok(())
    }

    /// Reads a member that has one value or is absent; null is taken for absent.
    ///
    /// # Errors
    ///
    /// When the member came before or has another value.
    #[inline]
    pub fn optional_constant(
        &mut self,
        name: &'static str,
        expected: &'static str,
    ) -> Result<(), A::Error> {
        once(name, self.told.has(name))?;
        if self.value(name, OrNull(Constant(expected)))?.is_some() {
            self.told.push(name, None);
        }
        Ok(())
    }

    /// Reads a member that always has the same integer as its value, and remembers that it did.
    ///
    /// # Errors
    ///
    /// When the member came before or has another value.
    #[inline]
    pub fn constant_integer(&mut self, name: &'static str, expected: i64) -> Result<(), A::Error> {
        once(name, self.told.has(name))?;
        self.value(name, ConstantInteger(expected))?;
        self.told.push(name, None);
        Ok(())
    }

    /// Whether a constant was read, be it as a tag: what a variant asks at its end.
    ///
    /// # Errors
    ///
    /// When the member did not come.
    #[inline]
    pub fn constant_seen(&self, name: &'static str) -> Result<(), A::Error> {
        if self.told.has(name) { Ok(()) } else { Err(de::Error::missing_field(name)) }
    }

    /// Whether a tag or a constant was read.
    #[inline]
    #[must_use]
    pub fn saw(&self, name: &str) -> bool {
        self.told.has(name)
    }

    /// The value of a tag that was read, for a variant that keeps it in a field.
    #[must_use]
    pub fn tag_value(&self, name: &str) -> Option<&str> {
        self.told.text(name)
    }

    /// Keeps the member at hand, which the type does not know.
    ///
    /// # Errors
    ///
    /// When a member of that name is kept already.
    pub fn unknown(&mut self, extra: &mut Extra) -> Result<(), A::Error> {
        self.keep(extra)
    }

    fn keep(&mut self, members: &mut Object) -> Result<(), A::Error> {
        match members.entry(mem::take(&mut self.unknown)) {
            Entry::Occupied(known) => {
                let name = known.key();
                Err(de::Error::custom(format_args!("duplicate field `{name}`")))
            }
            Entry::Vacant(place) => {
                let value = match self.held_value.take() {
                    Some(value) => value.read(place.key(), AnyValue)?,
                    None => self.map.next_value_seed(AnyValue)?,
                };
                place.insert(value);
                Ok(())
            }
        }
    }

    /// Takes all remaining members as they are: the body of an unknown variant.
    ///
    /// The tags that were read are put back, and so is `tag` under `tag_name`.
    ///
    /// # Errors
    ///
    /// When a member comes twice.
    pub fn rest(
        &mut self,
        tag_name: Option<&'static str>,
        tag: Option<String>,
    ) -> Result<Object, A::Error> {
        let mut rest = Object::new();
        for (name, text) in self.told.texts() {
            rest.insert(name.to_owned(), text.into());
        }
        if let (Some(name), Some(tag)) = (tag_name, tag) {
            rest.insert(name.to_owned(), tag.into());
        }
        while self.next(&[])?.is_some() {
            self.keep(&mut rest)?;
        }
        Ok(rest)
    }

    /// Reads the value of a member that has to be there, unless it is null.
    pub(crate) fn unless_null<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<T>, A::Error> {
        self.value(name, OrNull(PhantomData))
    }

    /// Takes the value of the member at hand, to read it when more is known.
    pub(crate) fn hold(&mut self) -> Result<HeldValue<'de>, A::Error> {
        match self.held_value.take() {
            Some(value) => Ok(value),
            None => self.map.next_value_seed(Hold { string: false }),
        }
    }

    /// Reads a string that may be absent, without a copy where the input can lend it; null is taken
    /// for absent.
    pub(crate) fn lent(
        &mut self,
        name: &'static str,
        slot: &mut Option<Cow<'de, str>>,
    ) -> Result<(), A::Error> {
        once(name, slot.is_some())?;
        *slot = match self.held_value.take() {
            Some(value) => value.read(name, PhantomData::<Option<String>>)?.map(Cow::Owned),
            None => self.map.next_value_seed(OrNull(Lent))?,
        };
        Ok(())
    }

    /// Reads the value of the member at hand.
    #[inline]
    fn value<T, S>(&mut self, name: &str, seed: S) -> Result<T, A::Error>
    where
        S: for<'a> DeserializeSeed<'a, Value = T>,
    {
        match self.held_value.take() {
            Some(value) => value.read(name, seed),
            None => self.map.next_value_seed(seed),
        }
    }
}

impl Tag {
    #[inline]
    pub(super) fn among(values: &[&str], value: &str) -> Tag {
        match values.iter().position(|known| *known == value) {
            Some(index) => Tag::Known(index),
            None => Tag::Unknown(value.to_owned()),
        }
    }
}

#[inline]
fn once<E: de::Error>(name: &'static str, filled: bool) -> Result<(), E> {
    if filled { Err(E::duplicate_field(name)) } else { Ok(()) }
}

mod ahead;
#[cfg(test)]
mod tests;
