//! JSON that keeps the order of members, to change it on purpose.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Number;

/// Any JSON, members in order.
pub enum Json {
    Leaf(String),
    List(Vec<Json>),
    Members(Vec<(String, Json)>),
}

impl Json {
    /// Reads a text of our own.
    #[must_use]
    pub fn parse(text: &str) -> Json {
        serde_json::from_str(text).expect("the messages are JSON")
    }

    /// Every object's members the other way round.
    #[must_use]
    pub fn reversed(self) -> Json {
        self.reorder(&mut |members| members.reverse())
    }

    /// Every object's members shuffled.
    #[must_use]
    pub fn shuffled(self, seed: &mut u64) -> Json {
        self.reorder(&mut |members| {
            for last in (1..members.len()).rev() {
                // Knuth's generator and Fisher and Yates's shuffle: enough for an order of chance.
                *seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                members.swap(last, (*seed >> 33) as usize % (last + 1));
            }
        })
    }

    fn reorder(self, order: &mut dyn FnMut(&mut Vec<(String, Json)>)) -> Json {
        match self {
            Json::Leaf(text) => Json::Leaf(text),
            Json::List(items) => {
                Json::List(items.into_iter().map(|item| item.reorder(order)).collect())
            }
            Json::Members(mut members) => {
                order(&mut members);
                let members = members.into_iter();
                Json::Members(members.map(|(name, value)| (name, value.reorder(order))).collect())
            }
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Leaf(text) => f.write_str(text),
            Json::List(items) => {
                for (n, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if n == 0 { '[' } else { ',' })?;
                }
                f.write_str(if items.is_empty() { "[]" } else { "]" })
            }
            Json::Members(members) => {
                for (n, (name, value)) in members.iter().enumerate() {
                    write!(f, "{}{name:?}:{value}", if n == 0 { '{' } else { ',' })?;
                }
                f.write_str(if members.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Leaf("null".to_owned()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Leaf(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Leaf(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Leaf(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Leaf(
            Number::from_f64(value).map_or_else(String::new, |number| number.to_string()),
        ))
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<Json, E> {
        serde_json::to_string(value).map(Json::Leaf).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Json::Members(members))
    }
}
