//! Objects: their reading and writing, from one list of members each.

use std::borrow::Cow;
use std::{fmt, vec};

use serde::de::value::CowStrDeserializer;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// Members that nobody knows.
pub type Extra = Map<String, Value>;

/// A type that reads its members from a map, of which a tag may have been read already.
pub trait Members: Sized {
    fn read<'de, A: MapAccess<'de>>(map: A) -> Result<Self, A::Error>;
    fn write<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
}

/// Declares structs, and reads and writes them: a member is `required` or
/// `optional`.
macro_rules! objects {
    ($($name:ident { $($field:ident: $type:ty = $wire:literal $presence:ident,)* })*) => { $(
        #[derive(Debug)]
        pub struct $name {
            $(pub $field: objects!(@type $presence $type),)*
            pub extra: Extra,
        }

        const _: () = {
            #[allow(non_camel_case_types)]
            enum Key { $($field,)* Other(String) }

            impl<'de> Deserialize<'de> for Key {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
                    struct KeyVisitor;
                    impl Visitor<'_> for KeyVisitor {
                        type Value = Key;
                        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                            f.write_str("a name")
                        }
                        fn visit_str<E>(self, name: &str) -> Result<Key, E> {
                            Ok(match name { $($wire => Key::$field,)* _ => Key::Other(name.to_owned()) })
                        }
                    }
                    deserializer.deserialize_identifier(KeyVisitor)
                }
            }

            impl Members for $name {
                fn read<'de, A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
                    $(let mut $field: Option<$type> = None;)*
                    let mut extra = Extra::new();
                    while let Some(key) = map.next_key()? {
                        match key {
                            $(Key::$field => {
                                if $field.is_some() {
                                    return Err(A::Error::duplicate_field($wire));
                                }
                                $field = objects!(@read $presence map);
                            })*
                            Key::Other(name) => {
                                extra.insert(name, map.next_value()?);
                            }
                        }
                    }
                    Ok($name { $($field: objects!(@finish $presence $field $wire),)* extra })
                }

                fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                    $(objects!(@write $presence map self $field $wire);)*
                    for (name, value) in &self.extra {
                        map.serialize_entry(name, value)?;
                    }
                    Ok(())
                }
            }

            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    struct MembersVisitor;
                    impl<'de> Visitor<'de> for MembersVisitor {
                        type Value = $name;
                        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                            f.write_str("an object")
                        }
                        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<$name, A::Error> {
                            $name::read(map)
                        }
                    }
                    deserializer.deserialize_map(MembersVisitor)
                }
            }

            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let mut map = serializer.serialize_map(None)?;
                    self.write(&mut map)?;
                    map.end()
                }
            }
        };
    )* };
    (@type required $type:ty) => { $type };
    (@type optional $type:ty) => { Option<$type> };
    (@read required $map:ident) => { Some($map.next_value()?) };
    (@read optional $map:ident) => { $map.next_value()? };
    (@finish required $field:ident $wire:literal) => {
        $field.ok_or_else(|| A::Error::missing_field($wire))?
    };
    (@finish optional $field:ident $wire:literal) => { $field };
    (@write required $map:ident $this:ident $field:ident $wire:literal) => {
        $map.serialize_entry($wire, &$this.$field)?
    };
    (@write optional $map:ident $this:ident $field:ident $wire:literal) => {
        if let Some(value) = &$this.$field {
            $map.serialize_entry($wire, value)?;
        }
    };
}

pub(super) use objects;

/// Members that were held as text because the tag was late, and then the rest.
pub struct Late<'de, A> {
    held: vec::IntoIter<(Cow<'de, str>, &'de RawValue)>,
    value: Option<&'de RawValue>,
    rest: A,
}

impl<'de, A> Late<'de, A> {
    pub fn new(held: Vec<(Cow<'de, str>, &'de RawValue)>, rest: A) -> Late<'de, A> {
        Late { held: held.into_iter(), value: None, rest }
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Late<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error>
    where
        K: DeserializeSeed<'de>,
    {
        match self.held.next() {
            Some((name, value)) => {
                self.value = Some(value);
                seed.deserialize(CowStrDeserializer::new(name)).map(Some)
            }
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.value.take() {
            Some(value) => seed
                .deserialize(&mut serde_json::Deserializer::from_str(value.get()))
                .map_err(A::Error::custom),
            None => self.rest.next_value_seed(seed),
        }
    }
}

/// A string that is borrowed from the input where it can be, which serde's own `Cow` never is.
pub struct Lent<'de>(pub Cow<'de, str>);

impl<'de> Deserialize<'de> for Lent<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Lent<'de>, D::Error> {
        deserializer.deserialize_str(LentVisitor)
    }
}

struct LentVisitor;

impl<'de> Visitor<'de> for LentVisitor {
    type Value = Lent<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Lent<'de>, E> {
        Ok(Lent(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Lent<'de>, E> {
        Ok(Lent(Cow::Owned(text.to_owned())))
    }
}
