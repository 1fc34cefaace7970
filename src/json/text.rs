//! Values as their JSON text: taken where it is offered, written where it is not.
//!
//! serde_json offers the text of a value to whoever asks by a newtype of a name that is its own.
//! Every other deserializer takes the name for a newtype's, and whatever it delivers is written
//! down as text again.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::OnceLock;

use serde::de::value::{CowStrDeserializer, MapAccessDeserializer};
use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};
use serde_json::value::RawValue;

use super::seeds::Lent;
use super::transcode::Transcode;

/// What a value's text becomes.
pub(super) trait FromText<'de>: Sized {
    /// From the text that serde_json offers, as the one member of a map.
    fn offered<A: MapAccess<'de>>(offer: Resumed<'de, A>) -> Result<Self, A::Error>;

    /// From text that was written anew.
    fn written<E: de::Error>(text: String) -> Result<Self, E>;

    /// From a string, where no text is offered.
    fn string<E: de::Error>(string: Cow<'_, str>) -> Result<Self, E> {
        write(|text| text.visit_str(&string))
    }
}

/// Reads a value as its text.
pub(super) fn read<'de, T: FromText<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer
        .deserialize_newtype_struct(name(), TextVisitor { asked: true, becomes: PhantomData })
}

/// Reads a value that ought to be a string, and as its text if it is none.
pub(super) fn read_string<'de, T: FromText<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_any(TextVisitor { asked: false, becomes: PhantomData })
}

struct TextVisitor<T> {
    /// Whether text was asked for. Where it was not, an object that looks like an offer is some
    /// peer's, and an object like any other.
    asked: bool,
    becomes: PhantomData<T>,
}

impl<'de, T: FromText<'de>> Visitor<'de> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        if !self.asked {
            return write(|text| text.visit_map(map));
        }
        let first = map.next_key_seed(Lent)?;
        let is_offer = first.as_deref() == Some(name());
        let map = Resumed { first, map };
        if is_offer {
            T::offered(map)
        } else {
            write(|text| text.deserialize(MapAccessDeserializer::new(map)))
        }
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<T, D::Error> {
        write(|text| text.deserialize(inner))
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<T, D::Error> {
        write(|text| text.deserialize(inner))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<T, E> {
        write(|text| text.visit_bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<T, E> {
        write(|text| text.visit_i64(value))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<T, E> {
        write(|text| text.visit_i128(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<T, E> {
        write(|text| text.visit_u64(value))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<T, E> {
        write(|text| text.visit_u128(value))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<T, E> {
        write(|text| text.visit_f64(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<T, E> {
        T::string(Cow::Borrowed(value))
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<T, E> {
        T::string(Cow::Owned(value))
    }

    fn visit_unit<E: de::Error>(self) -> Result<T, E> {
        write(|text| text.visit_unit())
    }

    fn visit_none<E: de::Error>(self) -> Result<T, E> {
        write(|text| text.visit_unit())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<T, A::Error> {
        write(|text| text.visit_seq(seq))
    }
}

fn write<'de, T: FromText<'de>, E: de::Error>(
    write: impl FnOnce(Transcode<'_>) -> Result<(), E>,
) -> Result<T, E> {
    let mut text = String::new();
    write(Transcode(&mut text))?;
    T::written(text)
}

/// A map whose first key has been read already.
pub(super) struct Resumed<'de, A> {
    pub(super) first: Option<Cow<'de, str>>,
    pub(super) map: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Resumed<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(first) => seed.deserialize(CowStrDeserializer::new(first)).map(Some),
            None => self.map.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// The name by which serde_json knows that a value's text is wanted.
///
/// It is private, hence asked for: [`RawValue`] says it to any deserializer. Were it ever to stop,
/// text would be written anew everywhere, which is slower and no less right.
pub(super) fn name() -> &'static str {
    static NAME: OnceLock<&'static str> = OnceLock::new();
    NAME.get_or_init(|| match Box::<RawValue>::deserialize(AskName) {
        Err(Told(Some(name))) => name,
        Err(Told(None)) | Ok(_) => "Raw",
    })
}
/// A deserializer that fails with the newtype's name.
struct AskName;

#[derive(Debug)]
struct Told(Option<&'static str>);

impl<'de> Deserializer<'de> for AskName {
    type Error = Told;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Told> {
        Err(Told(None))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: V,
    ) -> Result<V::Value, Told> {
        Err(Told(Some(name)))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("asked for a newtype's name")
    }
}

impl std::error::Error for Told {}

impl de::Error for Told {
    fn custom<T: fmt::Display>(_: T) -> Told {
        Told(None)
    }
}
