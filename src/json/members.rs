//! The trait of types that are JSON objects, and the way into them from serde.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserializer, Serializer};

use super::{Reader, Writer};

/// A type that is a JSON object with known members.
///
/// Reading goes through a [`Reader`], not a deserializer, so that a union may look at a tag and
/// hand the same reader on to the variant.
///
/// ```
/// use mcp_typestate::json::{self, Extra, ReadMembers, Reader, present};
/// use serde::de::{Deserialize, Deserializer, MapAccess};
///
/// struct Root {
///     uri: String,
///     name: Option<String>,
///     extra: Extra,
/// }
///
/// impl ReadMembers for Root {
///     fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Root, A::Error> {
///         let (mut uri, mut name, mut extra) = (None, None, Extra::new());
///         while let Some(member) = members.next(&["uri", "name"])? {
///             match member {
///                 0 => members.required("uri", &mut uri)?,
///                 1 => members.optional("name", &mut name)?,
///                 _ => members.unknown(&mut extra)?,
///             }
///         }
///         Ok(Root { uri: present("uri", uri)?, name, extra })
///     }
/// }
///
/// impl<'de> Deserialize<'de> for Root {
///     fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Root, D::Error> {
///         json::deserialize(deserializer)
///     }
/// }
///
/// let root: Root = json::from_str(r#"{"uri": "file:///a", "name": null, "icon": 1}"#)?;
/// assert_eq!((root.uri.as_str(), root.name), ("file:///a", None));
/// assert_eq!(root.extra["icon"], 1);
/// # Ok::<(), json::DecodeError>(())
/// ```
pub trait ReadMembers: Sized {
    /// Reads the members; the reader may have read a tag already.
    ///
    /// # Errors
    ///
    /// When a member is missing, comes twice or is not what it should be.
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error>;
}

/// Reads an object: what `Deserialize` does for every type with [`ReadMembers`].
///
/// # Errors
///
/// When the value is not an object, or its members are not those of `T`.
#[inline]
pub fn deserialize<'de, T: ReadMembers, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    ObjectSeed::new().deserialize(deserializer)
}

/// A type that is written as a JSON object, alone or among the members of another.
pub trait WriteMembers {
    /// Writes the members.
    ///
    /// # Errors
    ///
    /// The serializer's own.
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error>;
}

/// Writes an object: what `Serialize` does for every type with [`WriteMembers`].
///
/// # Errors
///
/// The serializer's own.
pub fn serialize<T: WriteMembers, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut members = Writer::new(serializer)?;
    value.write(&mut members)?;
    members.end()
}

/// The value of a required member.
///
/// # Errors
///
/// When the member did not come.
#[inline]
pub fn present<T, E: de::Error>(name: &'static str, slot: Option<T>) -> Result<T, E> {
    slot.ok_or_else(|| E::missing_field(name))
}

/// Reads a type with [`ReadMembers`], which need not implement `Deserialize`.
pub(super) struct ObjectSeed<T>(PhantomData<T>);

impl<T> ObjectSeed<T> {
    #[inline]
    pub(super) fn new() -> ObjectSeed<T> {
        ObjectSeed(PhantomData)
    }
}

impl<'de, T: ReadMembers> DeserializeSeed<'de> for ObjectSeed<T> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, T: ReadMembers> Visitor<'de> for ObjectSeed<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::read(&mut Reader::new(map))
    }
}
