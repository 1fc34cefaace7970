//! Numbers as JSON Schema's `number` and `integer` mean them.
//!
//! All of them are read by way of [`serde_json::Number`]: with serde_json's `arbitrary_precision`
//! a buffered number is a map with a private key, which only that type understands.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeSeed, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

use super::seeds::Lent;
use super::text::Resumed;

/// A number that stays what it was: an integer is written back as one, and so is a fraction.
///
/// `1` and `1.0` are therefore not equal; compare [`as_f64`](Number::as_f64) where that matters.
/// An integer that an `i64` cannot hold is read as the nearest `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A number without a fraction or an exponent.
    Integer(i64),
    /// Any other number. One that is not finite cannot be written.
    Float(f64),
}

impl Number {
    /// The number as a float, the nearest one to an integer beyond 2^53.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn as_f64(self) -> f64 {
        match self {
            Number::Integer(integer) => integer as f64,
            Number::Float(float) => float,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Integer(integer) => integer.fmt(f),
            Number::Float(float) => float.fmt(f),
        }
    }
}

impl From<i64> for Number {
    fn from(integer: i64) -> Number {
        Number::Integer(integer)
    }
}

impl From<i32> for Number {
    fn from(integer: i32) -> Number {
        Number::Integer(integer.into())
    }
}

impl From<u32> for Number {
    fn from(integer: u32) -> Number {
        Number::Integer(integer.into())
    }
}

impl From<f64> for Number {
    fn from(float: f64) -> Number {
        Number::Float(float)
    }
}

impl Number {
    /// Takes over a number of serde_json's.
    pub(crate) fn read<E: de::Error>(number: &serde_json::Number) -> Result<Number, E> {
        if let Some(integer) = number.as_i64() {
            return Ok(Number::Integer(integer));
        }
        match number.as_f64() {
            Some(float) if float.is_finite() => Ok(Number::Float(float)),
            _ => Err(E::custom("number out of range")),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Number::Integer(integer) => serializer.serialize_i64(integer),
            Number::Float(float) if float.is_finite() => serializer.serialize_f64(float),
            Number::Float(float) => Err(ser::Error::custom(format_args!("JSON has no {float}"))),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        let number = deserializer.deserialize_any(NumberVisitor("a number"))?;
        Number::read(&number)
    }
}

/// Reads an integer, as JSON Schema means it: `60000.0` is one.
#[derive(Clone, Copy, Debug)]
pub struct Integer;

impl<'de> DeserializeSeed<'de> for Integer {
    type Value = i64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<i64, D::Error> {
        let number = deserializer.deserialize_any(NumberVisitor("an integer"))?;
        integer(&number, "an integer")
    }
}

/// Reads an integer that is not negative, as [`Integer`] does.
#[derive(Clone, Copy, Debug)]
pub struct Unsigned;

impl<'de> DeserializeSeed<'de> for Unsigned {
    type Value = u64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u64, D::Error> {
        const EXPECTED: &str = "an integer that is not negative";

        let number = deserializer.deserialize_any(NumberVisitor(EXPECTED))?;
        if let Some(unsigned) = number.as_u64() {
            return Ok(unsigned);
        }
        let integer = integer::<D::Error>(&number, EXPECTED)?;
        u64::try_from(integer)
            .map_err(|_| de::Error::invalid_value(Unexpected::Signed(integer), &EXPECTED))
    }
}

/// The integer that a number is.
#[allow(clippy::cast_possible_truncation)]
pub(crate) fn integer<E: de::Error>(
    number: &serde_json::Number,
    expected: &'static str,
) -> Result<i64, E> {
    /// The largest float beneath which every integer is a float.
    const EXACT: f64 = 9_007_199_254_740_992.0;

    if let Some(integer) = number.as_i64() {
        return Ok(integer);
    }
    if let Some(unsigned) = number.as_u64() {
        return Err(E::invalid_value(Unexpected::Unsigned(unsigned), &expected));
    }
    match number.as_f64() {
        Some(float) if float.fract() == 0.0 && float.abs() <= EXACT => Ok(float as i64),
        Some(float) => Err(E::invalid_value(Unexpected::Float(float), &expected)),
        None => Err(E::invalid_value(Unexpected::Other("number out of range"), &expected)),
    }
}

/// The number that arrived as a map, for visitors that take numbers among other things.
pub(crate) fn number_of_map<'de, A: MapAccess<'de>>(
    mut map: A,
    expected: &dyn de::Expected,
) -> Result<serde_json::Number, A::Error> {
    // Were serde_json to find out that this key is not its own, the error would lie inside the map.
    let map = Resumed { first: map.next_key_seed(Lent)?, map };
    serde_json::Number::deserialize(MapAccessDeserializer::new(map))
        .map_err(|_: A::Error| de::Error::invalid_type(Unexpected::Map, expected))
}

/// Whether a map with this key is no object but a number: with serde_json's `arbitrary_precision`,
/// where numbers come as maps to whoever takes anything.
pub(crate) fn is_key_of_number(key: &str) -> bool {
    // The key is private to serde_json, which is asked whether it would take a number from it.
    key.starts_with('$')
        && serde_json::from_value::<serde_json::Number>(serde_json::json!({ key: "0" })).is_ok()
}

/// Takes any number, and says what was expected instead of anything else.
struct NumberVisitor(&'static str);

impl<'de> Visitor<'de> for NumberVisitor {
    type Value = serde_json::Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_i64<E: de::Error>(self, integer: i64) -> Result<serde_json::Number, E> {
        Ok(integer.into())
    }

    fn visit_u64<E: de::Error>(self, integer: u64) -> Result<serde_json::Number, E> {
        Ok(integer.into())
    }

    fn visit_f64<E: de::Error>(self, float: f64) -> Result<serde_json::Number, E> {
        serde_json::Number::from_f64(float)
            .ok_or_else(|| E::invalid_value(Unexpected::Float(float), &self))
    }

    // Beyond an `i64` the nearest float serves, however the integer arrives.

    #[allow(clippy::cast_precision_loss)]
    fn visit_i128<E: de::Error>(self, integer: i128) -> Result<serde_json::Number, E> {
        self.visit_f64(integer as f64)
    }

    #[allow(clippy::cast_precision_loss)]
    fn visit_u128<E: de::Error>(self, integer: u128) -> Result<serde_json::Number, E> {
        self.visit_f64(integer as f64)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<serde_json::Number, A::Error> {
        number_of_map(map, &self)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn seeded<S, T>(seed: S, text: &str) -> Result<T, String>
    where
        S: for<'a> DeserializeSeed<'a, Value = T>,
    {
        seed.deserialize(&mut serde_json::Deserializer::from_str(text))
            .map_err(|error| super::super::decode::message(&error))
    }

    #[test]
    fn integers_and_fractions_stay_what_they_are() {
        for text in ["1", "-9223372036854775808", "0", "1.0", "0.5", "-0.0", "1e300"] {
            let number: Number = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&number).unwrap().replace('+', ""), text);
        }
    }

    #[test]
    fn a_large_integer_is_the_nearest_float() {
        let number: Number = serde_json::from_str("18446744073709551615").unwrap();
        assert_eq!(number, Number::Float(18_446_744_073_709_551_615.0));
    }

    #[test]
    fn only_numbers_are_numbers() {
        for (text, what) in [
            ("\"1\"", "string \"1\""),
            ("true", "boolean `true`"),
            ("null", "null"),
            ("{}", "map"),
            ("[1]", "sequence"),
        ] {
            let error = serde_json::from_str::<Number>(text).unwrap_err();
            let message = super::super::decode::message(&error);
            assert_eq!(message, format!("invalid type: {what}, expected a number"));
        }
    }

    #[test]
    fn what_is_not_finite_is_not_written() {
        let error = serde_json::to_string(&Number::Float(f64::INFINITY)).unwrap_err();
        assert_eq!(error.to_string(), "JSON has no inf");
    }

    #[test]
    fn an_integer_may_be_written_with_a_fraction_of_zero() {
        assert_eq!(seeded(Integer, "60000.0"), Ok(60_000));
        assert_eq!(seeded(Integer, "-6e4"), Ok(-60_000));
        assert_eq!(seeded(Integer, "9007199254740992.0"), Ok(1 << 53));
        assert_eq!(seeded(Unsigned, "1.0"), Ok(1));
        assert_eq!(seeded(Unsigned, "18446744073709551615"), Ok(u64::MAX));
    }

    #[test]
    fn what_is_no_integer_is_refused() {
        for (text, what) in [
            ("1.5", "invalid value: floating point `1.5`"),
            ("1e17", "invalid value: floating point `1e+17`"),
            ("18446744073709551615", "invalid value: integer `18446744073709551615`"),
            ("\"1\"", "invalid type: string \"1\""),
        ] {
            assert_eq!(seeded(Integer, text), Err(format!("{what}, expected an integer")));
        }
        let negative = "invalid value: integer `-1`, expected an integer that is not negative";
        assert_eq!(seeded(Unsigned, "-1"), Err(negative.to_owned()));
    }
}
