//! The values of a submitted form.

use std::fmt;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Number, number_of_map};

/// A value of an elicitation's submitted form, told apart by its JSON type.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A string: free text, or the choice of a single-select field.
    Text(String),
    /// A number, with or without a fraction.
    Number(Number),
    /// A boolean.
    Flag(bool),
    /// A list of strings: the choices of a multi-select field.
    Choices(Vec<String>),
}

impl From<String> for Answer {
    fn from(text: String) -> Answer {
        Answer::Text(text)
    }
}

impl From<&str> for Answer {
    fn from(text: &str) -> Answer {
        Answer::Text(text.to_owned())
    }
}

impl From<Number> for Answer {
    fn from(number: Number) -> Answer {
        Answer::Number(number)
    }
}

impl From<i64> for Answer {
    fn from(number: i64) -> Answer {
        Answer::Number(number.into())
    }
}

impl From<f64> for Answer {
    fn from(number: f64) -> Answer {
        Answer::Number(number.into())
    }
}

impl From<bool> for Answer {
    fn from(flag: bool) -> Answer {
        Answer::Flag(flag)
    }
}

impl From<Vec<String>> for Answer {
    fn from(choices: Vec<String>) -> Answer {
        Answer::Choices(choices)
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Answer::Text(text) => text.serialize(serializer),
            Answer::Number(number) => number.serialize(serializer),
            Answer::Flag(flag) => flag.serialize(serializer),
            Answer::Choices(choices) => choices.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Answer, D::Error> {
        deserializer.deserialize_any(AnswerVisitor)
    }
}

struct AnswerVisitor;

impl<'de> Visitor<'de> for AnswerVisitor {
    type Value = Answer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, a number, a boolean or a list of strings")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Answer, E> {
        Ok(text.into())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Answer, E> {
        Ok(text.into())
    }

    fn visit_bool<E: de::Error>(self, flag: bool) -> Result<Answer, E> {
        Ok(flag.into())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Answer, E> {
        Ok(number.into())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Answer, E> {
        Number::read(&number.into()).map(Answer::Number)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Answer, E> {
        Ok(number.into())
    }

    #[allow(clippy::cast_precision_loss)]
    fn visit_i128<E: de::Error>(self, number: i128) -> Result<Answer, E> {
        self.visit_f64(number as f64)
    }

    #[allow(clippy::cast_precision_loss)]
    fn visit_u128<E: de::Error>(self, number: u128) -> Result<Answer, E> {
        self.visit_f64(number as f64)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Answer, A::Error> {
        let mut choices = Vec::new();
        while let Some(choice) = seq.next_element()? {
            choices.push(choice);
        }
        Ok(Answer::Choices(choices))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Answer, A::Error> {
        Number::read(&number_of_map(map, &self)?).map(Answer::Number)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_known_by_its_type() {
        for (text, answer) in [
            (r#""1""#, Answer::from("1")),
            ("1", Answer::from(1)),
            ("1.0", Answer::from(1.0)),
            ("-1.5", Answer::from(-1.5)),
            ("true", Answer::from(true)),
            (r#"["a","b"]"#, Answer::from(vec!["a".to_owned(), "b".to_owned()])),
            ("[]", Answer::from(Vec::new())),
        ] {
            assert_eq!(serde_json::from_str::<Answer>(text).unwrap(), answer);
            assert_eq!(serde_json::to_string(&answer).unwrap(), text);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["null", "{}", "[1]", r#"{"a":"1"}"#] {
            assert!(serde_json::from_str::<Answer>(text).is_err(), "{text}");
        }
    }
}
