//! The writing of an object's members.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Extra, Nullable, Object};

/// Writes an object member by member, and leaves out what is absent.
#[derive(Debug)]
pub struct Writer<M>(M);

impl<M: SerializeMap> Writer<M> {
    /// Opens the object.
    ///
    /// # Errors
    ///
    /// The serializer's own, as of every method here.
    pub fn new<S: Serializer<SerializeMap = M>>(serializer: S) -> Result<Writer<M>, S::Error> {
        serializer.serialize_map(None).map(Writer)
    }

    /// Writes a member whose value is always the same string.
    ///
    /// # Errors
    ///
    /// The serializer's own.
    pub fn constant(&mut self, name: &'static str, value: &str) -> Result<(), M::Error> {
        self.0.serialize_entry(name, value)
    }

    /// Writes a member whose value is always the same integer.
    ///
    /// # Errors
    ///
    /// The serializer's own.
    pub fn constant_integer(&mut self, name: &'static str, value: i64) -> Result<(), M::Error> {
        self.0.serialize_entry(name, &value)
    }

    /// Writes a member.
    ///
    /// # Errors
    ///
    /// The serializer's own.
    pub fn required<T>(&mut self, name: &'static str, value: &T) -> Result<(), M::Error>
    where
        T: Serialize + ?Sized,
    {
        self.0.serialize_entry(name, value)
    }

    /// Writes a member unless it is absent: never null for `None`.
    ///
    /// # Errors
    ///
    /// The serializer's own.
    pub fn optional<T>(&mut self, name: &'static str, value: &Option<T>) -> Result<(), M::Error>
    where
        T: Serialize,
    {
        match value {
            Some(value) => self.0.serialize_entry(name, value),
            None => Ok(()),
        }
    }

    /// Writes a member that may be null, unless it is absent.
    ///
    /// # Errors
    ///
    /// The serializer's own.
    pub fn nullable<T>(&mut self, name: &'static str, value: &Nullable<T>) -> Result<(), M::Error>
    where
        T: Serialize,
    {
        match value {
            Nullable::Absent => Ok(()),
            Nullable::Null => self.0.serialize_entry(name, &()),
            Nullable::Value(value) => self.0.serialize_entry(name, value),
        }
    }

    /// Writes the members that the type does not know.
    ///
    /// They are written as they are. One that has a known member's name is the caller's mistake,
    /// and comes twice.
    ///
    /// # Errors
    ///
    /// The serializer's own.
    #[inline]
    pub fn extra(&mut self, extra: &Extra) -> Result<(), M::Error> {
        extra.some().map_or(Ok(()), |extra| self.rest(extra))
    }

    /// Writes all members of an object: the body of an unknown variant.
    ///
    /// # Errors
    ///
    /// The serializer's own.
    pub fn rest(&mut self, members: &Object) -> Result<(), M::Error> {
        members.iter().try_for_each(|(name, value)| self.0.serialize_entry(name, value))
    }

    /// Closes the object.
    ///
    /// # Errors
    ///
    /// The serializer's own.
    pub fn end(self) -> Result<M::Ok, M::Error> {
        self.0.end()
    }
}
