//! Whatever a deserializer delivers, as JSON text.

use std::fmt;

use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::{Deserializer, Serialize};

use super::Number;

/// Writes whatever a deserializer delivers as JSON text.
pub(super) struct Transcode<'t>(pub(super) &'t mut String);

impl Transcode<'_> {
    fn scalar<E: de::Error>(self, value: &(impl Serialize + ?Sized)) -> Result<(), E> {
        let text = serde_json::to_string(value).map_err(E::custom)?;
        self.0.push_str(&text);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Transcode<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Transcode<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<(), E> {
        self.scalar(&value)
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<(), E> {
        self.scalar(&value)
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<(), E> {
        self.scalar(&value)
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<(), E> {
        self.scalar(&value)
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<(), E> {
        self.scalar(&value)
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<(), E> {
        self.scalar(&Number::Float(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<(), E> {
        self.scalar(value)
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.0.push_str("null");
        Ok(())
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<(), D::Error> {
        self.deserialize(inner)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<(), D::Error> {
        self.deserialize(inner)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        self.0.push('[');
        let first = self.0.len();
        loop {
            let before = self.0.len();
            if before > first {
                self.0.push(',');
            }
            if seq.next_element_seed(Transcode(self.0))?.is_none() {
                self.0.truncate(before);
                self.0.push(']');
                return Ok(());
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let start = self.0.len();
        let mut members = 0;
        self.0.push('{');
        while let Some(key) = map.next_key::<String>()? {
            if members > 0 {
                self.0.push(',');
            }
            members += 1;
            Transcode(self.0).scalar::<A::Error>(&key)?;
            self.0.push(':');
            map.next_value_seed(Transcode(self.0))?;
        }
        self.0.push('}');
        if members == 1
            && let Some(number) = self.0.get(start..).and_then(disguised_number)
        {
            self.0.truncate(start);
            return self.scalar(&number);
        }
        Ok(())
    }
}

/// The number behind an object of one member, if it is one.
///
/// With serde_json's `arbitrary_precision`, a number may arrive as a map with a private key. Only
/// then does serde_json read such an object as a number, and so nobody else need know the key.
fn disguised_number(object: &str) -> Option<serde_json::Number> {
    serde_json::from_str(object).ok()
}
