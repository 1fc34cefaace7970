//! Reading ahead, for what has to be known before the rest can be read: tags, and members that
//! tell a variant.

use std::borrow::Cow;
use std::mem;
use std::slice;

use serde::de::MapAccess;

use super::{Reader, Tag};
use crate::json::held::{Held, HeldValue, Hold};
use crate::json::seeds::{Name, OrNull, TagValue, position};

impl<'de, A: MapAccess<'de>> Reader<'de, A> {
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
        let tag = if let Some(value) = self.held.take(name) {
            value.read(name, seed)?
        } else if self.announce(slice::from_ref(&name))?.is_some() {
            self.announced = None;
            self.map.next_value_seed(seed)?
        } else {
            None
        };
        let Some(tag) = tag else { return Ok(Tag::Absent) };
        match &tag {
            Tag::Known(index) => self.told.push(name, values.get(*index).copied()),
            Tag::Unknown(text) => self.told.push_unknown(name, text.clone()),
            Tag::Absent => {}
        }
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

    /// The same, for variants that share members which are strings: one of these that comes before
    /// is read into its place among `read`, and is then the variant's to take over. One that is no
    /// string, or comes again, is held, and so are all when no variant is found.
    ///
    /// # Errors
    ///
    /// The deserializer's own.
    pub fn first_of_after<const N: usize>(
        &mut self,
        strings: [&'static str; N],
        read: &mut [Option<String>; N],
        names: &'static [&'static str],
    ) -> Result<Option<usize>, A::Error> {
        if self.announced.is_some() || !self.held.is_empty() {
            return self.first_of(names);
        }
        // One that is held has to have its turn before another of its name.
        let mut held = [false; N];
        let found = self.announce_or(names, |members, name| {
            let place = position(&strings, &name);
            match (read.get_mut(place), held.get_mut(place)) {
                (Some(place @ None), Some(held @ false)) => {
                    match members.map.next_value_seed(Hold { string: true })? {
                        HeldValue::String(string) => *place = Some(string),
                        value @ HeldValue::Text(_) => {
                            *held = true;
                            members.held.push(name, value);
                        }
                    }
                    Ok(())
                }
                _ => members.hold_next(name),
            }
        })?;
        if found.is_some() {
            return Ok(found);
        }
        for (name, place) in strings.into_iter().zip(read) {
            if let Some(string) = place.take() {
                self.held.push(Cow::Borrowed(name), HeldValue::String(string));
            }
        }
        Ok(None)
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
        // What was held before the first call may be among them. What was looked at once is not, and
        // what is held from here on is not either: each is looked at once, however many there are.
        while let Some(name) = self.held.name_at(self.looked_at) {
            let index = name.map_or(names.len(), |name| position(names, name));
            self.looked_at += 1;
            if index < names.len() {
                self.held_value = self.held.take_at(self.looked_at - 1);
                return Ok(Some(index));
            }
        }
        let index = self.announce(names)?;
        self.announced = None;
        self.looked_at = self.held.len();
        Ok(index)
    }

    /// Reads every remaining member ahead, for a union whose rule needs several of them.
    ///
    /// # Errors
    ///
    /// The deserializer's own.
    pub fn hold_all(&mut self) -> Result<&Held<'de>, A::Error> {
        self.announce(&[])?;
        Ok(&self.held)
    }

    /// Says which members are strings wherever the variants of a union know them.
    ///
    /// Should one come before the tag, it is held as a string, which the variant then takes over:
    /// a text of a megabyte is read once, wherever it stands. One that is no string after all is
    /// held as it is.
    #[inline]
    pub fn hold_strings(&mut self, names: &'static [&'static str]) {
        self.strings = names;
    }

    /// Moves on to the next member that was read ahead, if one was.
    #[inline]
    pub(super) fn next_read_ahead(&mut self) -> Option<Cow<'de, str>> {
        if self.announced.is_none() && self.held.is_empty() {
            return None;
        }
        self.take_read_ahead()
    }

    #[inline(never)]
    fn take_read_ahead(&mut self) -> Option<Cow<'de, str>> {
        match self.held.next() {
            Some((name, value)) => {
                self.held_value = Some(value);
                Some(name)
            }
            None => self.announced.take().map(Cow::Borrowed),
        }
    }

    /// The names of what is held, in order.
    #[cfg(test)]
    pub(super) fn held_names(&self) -> Vec<String> {
        self.held.names().map(str::to_owned).collect()
    }

    /// Reads on in the map up to the name of the first member among `names`, and holds the rest.
    #[inline]
    fn announce(&mut self, names: &[&'static str]) -> Result<Option<usize>, A::Error> {
        self.announce_or(names, Self::hold_next)
    }

    /// The same, where the rest may be read otherwise: by its names.
    #[inline]
    fn announce_or(
        &mut self,
        names: &[&'static str],
        mut read: impl FnMut(&mut Self, Cow<'de, str>) -> Result<(), A::Error>,
    ) -> Result<Option<usize>, A::Error> {
        if let Some(name) = self.announced {
            let index = position(names, name);
            if index < names.len() {
                return Ok(Some(index));
            }
            self.announced = None;
            read(self, Cow::Borrowed(name))?;
        }
        while let Some(index) =
            self.map.next_key_seed(Name { names, unknown: &mut self.unknown })?
        {
            if let Some(name) = names.get(index) {
                self.announced = Some(name);
                return Ok(Some(index));
            }
            let name = mem::take(&mut self.unknown);
            read(self, name)?;
        }
        Ok(None)
    }

    /// Holds the map's next value.
    fn hold_next(&mut self, name: Cow<'de, str>) -> Result<(), A::Error> {
        let string = self.strings.contains(&name.as_ref());
        let value = self.map.next_value_seed(Hold { string })?;
        self.held.push(name, value);
        Ok(())
    }
}
