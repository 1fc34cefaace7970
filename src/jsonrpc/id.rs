//! The ids of requests and the tokens of progress.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{self, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::EnvelopeId;
use crate::json::{integer, number_of_map};

/// A type that is an integer or a string on the wire and stays what it was: `1` is not `"1"`.
macro_rules! integer_or_string {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        ///
        /// `1` and `"1"` differ. An integer written as `1.0` is read as `1`.
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            /// A JSON integer.
            Integer(i64),
            /// A JSON string.
            String(String),
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $name::Integer(integer) => integer.fmt(f),
                    $name::String(string) => string.fmt(f),
                }
            }
        }

        impl From<i64> for $name {
            fn from(integer: i64) -> $name {
                $name::Integer(integer)
            }
        }

        impl From<i32> for $name {
            fn from(integer: i32) -> $name {
                $name::Integer(integer.into())
            }
        }

        impl From<u32> for $name {
            fn from(integer: u32) -> $name {
                $name::Integer(integer.into())
            }
        }

        /// A string stays one, whatever it spells.
        impl From<String> for $name {
            fn from(string: String) -> $name {
                $name::String(string)
            }
        }

        /// A string stays one, whatever it spells.
        impl From<&str> for $name {
            fn from(string: &str) -> $name {
                $name::String(string.to_owned())
            }
        }

        /// Text as it is displayed: a decimal integer is read as one, everything else as a string.
        impl FromStr for $name {
            type Err = Infallible;

            fn from_str(text: &str) -> Result<$name, Infallible> {
                let integer = text.parse().ok().filter(|integer: &i64| integer.to_string() == text);
                Ok(integer.map_or_else(|| $name::String(text.to_owned()), $name::Integer))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $name::Integer(integer) => serializer.serialize_i64(*integer),
                    $name::String(string) => serializer.serialize_str(string),
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                deserializer.deserialize_any(IntegerOrString(PhantomData))
            }
        }
    };
}

integer_or_string! {
    /// The id of a request, by which its reply is known.
    RequestId
}

integer_or_string! {
    /// The token that a requestor puts into `_meta` to be told of progress.
    ProgressToken
}

/// A request's own id serves as its progress token.
impl From<RequestId> for ProgressToken {
    fn from(id: RequestId) -> ProgressToken {
        match id {
            RequestId::Integer(integer) => ProgressToken::Integer(integer),
            RequestId::String(string) => ProgressToken::String(string),
        }
    }
}

struct IntegerOrString<T>(PhantomData<T>);

const EXPECTED: &str = "an integer or a string";

impl<'de, T: From<i64> + From<String>> Visitor<'de> for IntegerOrString<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<T, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<T, E> {
        integer(&value.into(), EXPECTED).map(T::from)
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<T, E> {
        let number = serde_json::Number::from_f64(value)
            .ok_or_else(|| E::invalid_value(Unexpected::Float(value), &self))?;
        integer(&number, EXPECTED).map(T::from)
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<T, E> {
        Ok(value.to_owned().into())
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<T, E> {
        Ok(value.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        integer(&number_of_map(map, &self)?, EXPECTED).map(T::from)
    }
}

/// The same, of which a string is borrowed where the input can lend it.
pub(super) struct BorrowedId;

impl<'de> Visitor<'de> for BorrowedId {
    type Value = EnvelopeId<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        Ok(EnvelopeId::Integer(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        integer(&value.into(), EXPECTED).map(EnvelopeId::Integer)
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Self::Value, E> {
        IntegerOrString::<RequestId>(PhantomData).visit_f64(value).map(owned)
    }

    fn visit_borrowed_str<E: de::Error>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok(EnvelopeId::String(Cow::Borrowed(value)))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        Ok(EnvelopeId::String(Cow::Owned(value.to_owned())))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        IntegerOrString::<RequestId>(PhantomData).visit_map(map).map(owned)
    }
}

fn owned(id: RequestId) -> EnvelopeId<'static> {
    match id {
        RequestId::Integer(integer) => EnvelopeId::Integer(integer),
        RequestId::String(string) => EnvelopeId::String(Cow::Owned(string)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_id_keeps_its_type() {
        for (text, id) in [
            ("1", RequestId::Integer(1)),
            ("-1", RequestId::Integer(-1)),
            ("0", RequestId::Integer(0)),
            ("9223372036854775807", RequestId::Integer(i64::MAX)),
            (r#""1""#, RequestId::from("1")),
            (r#""""#, RequestId::from("")),
        ] {
            assert_eq!(serde_json::from_str::<RequestId>(text).unwrap(), id);
            assert_eq!(serde_json::from_reader::<_, RequestId>(text.as_bytes()).unwrap(), id);
            assert_eq!(serde_json::to_string(&id).unwrap(), text);
        }
    }

    #[test]
    fn a_counter_of_any_common_type_gives_ids() {
        let same = |ids: [RequestId; 4]| ids.iter().all(|id| *id == RequestId::Integer(7));
        assert!(same([7.into(), 7_i32.into(), 7_u32.into(), 7_i64.into()]));
        assert_eq!(ProgressToken::from(u32::MAX), ProgressToken::Integer(4_294_967_295));
        assert_eq!(ProgressToken::from(i32::MIN), ProgressToken::Integer(-2_147_483_648));
    }

    #[test]
    fn a_displayed_id_is_read_from_its_text() {
        for id in [RequestId::Integer(-7), RequestId::from("abc"), RequestId::from("007")] {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        assert_eq!("7".parse(), Ok(RequestId::Integer(7)));
    }

    #[test]
    fn an_integer_may_be_written_with_a_fraction_of_zero() {
        assert_eq!(serde_json::from_str::<RequestId>("1.0").unwrap(), RequestId::Integer(1));
        assert_eq!(serde_json::from_str::<ProgressToken>("7.0").unwrap(), 7.into());
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["1.5", "true", "null", "[]", "{}", "9223372036854775808", "1e300"] {
            let error = serde_json::from_str::<RequestId>(text).unwrap_err().to_string();
            assert!(error.contains("expected an integer or a string"), "{text}: {error}");
        }
    }

    #[test]
    fn an_id_serves_as_a_token() {
        assert_eq!(ProgressToken::from(RequestId::from("a")), ProgressToken::from("a"));
        assert_eq!(ProgressToken::from(RequestId::from(1)).to_string(), "1");
    }
}
