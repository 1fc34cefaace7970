//! The reading of an object's members.

use std::marker::PhantomData;
use std::mem;
use std::slice;

use serde::de::{self, DeserializeOwned, DeserializeSeed, MapAccess};
use serde_json::Value;

use super::held::{self, Held};
use super::seeds::{Constant, ConstantInteger, Name, OrNull, TagValue, position};
use super::told::Told;
use super::{AnyValue, Nullable, Object, Raw};

/// The members of an object, read one after another.
///
/// A type asks for the [`next`](Reader::next) member and says how to read its value. A union
/// looks for a [`tag`](Reader::tag) first and hands the reader on to the variant: the members that
/// came before the tag were held as text and come first, the rest streams on. Nothing is held, and
/// nothing allocated, when the tag comes first.
///
/// A value is read with the method that says what its absence and its null mean:
///
/// | | absent | null | twice |
/// |---|---|---|---|
/// | [`required`](Reader::required) | for [`present`](super::present) to refuse | for `T` to refuse | refused |
/// | [`optional`](Reader::optional) | `None` | `None`, a leniency | refused |
/// | [`any`](Reader::any) | `None` | `Some(Value::Null)` | refused |
/// | [`nullable`](Reader::nullable) | `Absent`, a leniency | `Null` | refused |
/// | [`constant`](Reader::constant) | for [`constant_seen`](Reader::constant_seen) to refuse | refused | refused |
/// | [`optional_constant`](Reader::optional_constant) | not told | not told, a leniency | refused |
#[derive(Debug)]
pub struct Reader<'de, A> {
    map: A,
    held: Held,
    /// A member whose name was read ahead, while its value still lies in the map.
    announced: Option<&'static str>,
    /// The value of the member at hand if it was held; otherwise it lies in the map.
    value: Option<Raw>,
    /// The name of the member at hand if nobody knows it.
    unknown: String,
    told: Told,
    lifetime: PhantomData<&'de ()>,
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
    pub fn new(map: A) -> Reader<'de, A> {
        Reader {
            map,
            held: Held::default(),
            announced: None,
            value: None,
            unknown: String::new(),
            told: Told::default(),
            lifetime: PhantomData,
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
    pub fn next(&mut self, names: &'static [&'static str]) -> Result<Option<usize>, A::Error> {
        self.value = None;
        if let Some((name, value)) = self.held.next() {
            self.value = Some(value);
            let index = position(names, &name);
            if index == names.len() {
                self.unknown = name;
            }
            return Ok(Some(index));
        }
        if let Some(name) = self.announced.take() {
            let index = position(names, name);
            if index == names.len() {
                name.clone_into(&mut self.unknown);
            }
            return Ok(Some(index));
        }
        self.map.next_key_seed(Name { names, unknown: &mut self.unknown })
    }

    /// Moves on to the next member among `names`, and holds the others: for an object around a
    /// union whose members stand among its own, and which then reads what was held.
    ///
    /// # Errors
    ///
    /// The deserializer's own.
    pub fn next_holding_others(
        &mut self,
        names: &'static [&'static str],
    ) -> Result<Option<usize>, A::Error> {
        let Some(index) = self.first_of(names)? else { return Ok(None) };
        self.value = names.get(index).and_then(|name| self.held.take(name));
        if self.value.is_none() {
            self.announced = None;
        }
        Ok(Some(index))
    }

    /// Reads the value of a member that has to be there.
    ///
    /// # Errors
    ///
    /// When the member came before, or its value is not a `T`.
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
        *slot = Some(self.value(name, seed)?);
        Ok(())
    }

    /// Reads the value of a member that may be absent; null is taken for absent.
    ///
    /// # Errors
    ///
    /// When the member came before, or its value is neither null nor a `T`.
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
        *slot = self.value(name, OrNull(seed))?;
        Ok(())
    }

    /// Reads any value; null is one.
    ///
    /// # Errors
    ///
    /// When the member came before.
    pub fn any(&mut self, name: &'static str, slot: &mut Option<Value>) -> Result<(), A::Error> {
        self.required_with(AnyValue, name, slot)
    }

    /// Reads the value of a member that may be null. The slot starts as [`Nullable::Absent`].
    ///
    /// # Errors
    ///
    /// When the member came before, or its value is neither null nor a `T`.
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
        *slot = self.value(name, OrNull(seed))?.into();
        Ok(())
    }

    /// Reads a member that always has the same value, and remembers that it did.
    ///
    /// # Errors
    ///
    /// When the member came before or has another value.
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
    pub fn constant_seen(&self, name: &'static str) -> Result<(), A::Error> {
        if self.told.has(name) { Ok(()) } else { Err(de::Error::missing_field(name)) }
    }

    /// Whether a tag or a constant was read.
    #[must_use]
    pub fn saw(&self, name: &str) -> bool {
        self.told.has(name)
    }

    /// The value of a tag that was read, for a variant that keeps it in a field.
    #[must_use]
    pub fn tag_value(&self, name: &str) -> Option<&str> {
        self.told.text(name).map(AsRef::as_ref)
    }

    /// Keeps the member at hand, which the type does not know.
    ///
    /// # Errors
    ///
    /// When a member of that name is kept already.
    pub fn unknown(&mut self, extra: &mut Object) -> Result<(), A::Error> {
        let name = mem::take(&mut self.unknown);
        if extra.contains_key(&name) {
            return Err(de::Error::custom(format_args!("duplicate field `{name}`")));
        }
        let value = self.value(&name, AnyValue)?;
        extra.insert(name, value);
        Ok(())
    }

    /// Finds the member `name` and reads it as one of `values`, holding what comes before it.
    ///
    /// The tag counts as read from then on: [`next`](Reader::next) does not come to it,
    /// [`constant_seen`](Reader::constant_seen) is content, and a union inside the variant may ask
    /// for the same tag with other values.
    ///
    /// # Errors
    ///
    /// When the tag is neither a string nor null.
    pub fn tag(
        &mut self,
        name: &'static str,
        values: &'static [&'static str],
    ) -> Result<Tag, A::Error> {
        if let Some(told) = self.told.text(name) {
            return Ok(Tag::among(values, told));
        }
        let seed = OrNull(TagValue(values));
        let value = if let Some(raw) = self.held.take(name) {
            held::read(name, &raw, seed)?
        } else if self.announce(slice::from_ref(&name))?.is_some() {
            self.announced = None;
            self.map.next_value_seed(seed)?
        } else {
            None
        };
        let Some(value) = value else { return Ok(Tag::Absent) };
        let tag = Tag::among(values, &value);
        self.told.push(name, Some(value));
        Ok(tag)
    }

    /// Finds the first member that is one of `names`, holding what comes before it.
    ///
    /// Its value stays unread, so that a long text streams into the variant. The member itself
    /// still comes with [`next`](Reader::next).
    ///
    /// # Errors
    ///
    /// The deserializer's own.
    pub fn first_of(&mut self, names: &'static [&'static str]) -> Result<Option<usize>, A::Error> {
        let mut held = self.held.names().map(|name| position(names, name));
        if let Some(index) = held.find(|&index| index < names.len()) {
            return Ok(Some(index));
        }
        drop(held);
        self.announce(names)
    }

    /// Reads every remaining member ahead, for a union whose rule needs several of them.
    ///
    /// # Errors
    ///
    /// The deserializer's own.
    pub fn hold_all(&mut self) -> Result<&Held, A::Error> {
        self.announce(&[])?;
        Ok(&self.held)
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
            self.unknown(&mut rest)?;
        }
        Ok(rest)
    }

    /// Reads the value of the member at hand.
    fn value<T, S>(&mut self, name: &str, seed: S) -> Result<T, A::Error>
    where
        S: for<'a> DeserializeSeed<'a, Value = T>,
    {
        match self.value.take() {
            Some(raw) => held::read(name, &raw, seed),
            None => self.map.next_value_seed(seed),
        }
    }

    /// Reads on in the map up to the name of the first member among `names`, and holds the rest.
    fn announce(&mut self, names: &[&'static str]) -> Result<Option<usize>, A::Error> {
        if let Some(name) = self.announced {
            let index = position(names, name);
            if index < names.len() {
                return Ok(Some(index));
            }
            self.announced = None;
            self.held.push(name.to_owned(), self.map.next_value()?);
        }
        while let Some(index) =
            self.map.next_key_seed(Name { names, unknown: &mut self.unknown })?
        {
            if let Some(name) = names.get(index) {
                self.announced = Some(name);
                return Ok(Some(index));
            }
            let name = mem::take(&mut self.unknown);
            self.held.push(name, self.map.next_value()?);
        }
        Ok(None)
    }
}

impl Tag {
    fn among(values: &[&str], value: &str) -> Tag {
        match values.iter().position(|known| *known == value) {
            Some(index) => Tag::Known(index),
            None => Tag::Unknown(value.to_owned()),
        }
    }
}

fn once<E: de::Error>(name: &'static str, filled: bool) -> Result<(), E> {
    if filled { Err(E::duplicate_field(name)) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
