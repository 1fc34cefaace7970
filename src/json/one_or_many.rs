//! One object, or a list of them.

use std::fmt;
use std::marker::PhantomData;
use std::{iter, option, slice, vec};

use serde::de::{self, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::members::ObjectSeed;
use super::number::is_key_of_number;
use super::seeds::Lent;
use super::text::Resumed;
use super::{ReadMembers, Reader};

/// One object or a list of them, such as a sampled message's `content`.
///
/// Which of the two it was is kept: a list of one is written back as a list.
#[derive(Clone, Debug, PartialEq)]
pub enum OneOrMany<T> {
    /// A single object.
    One(T),
    /// A list, which may be empty.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// All of them, in order.
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.as_slice().iter()
    }

    /// All of them, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        match self {
            OneOrMany::One(one) => slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }
}

impl<'a, T> IntoIterator for &'a OneOrMany<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> slice::Iter<'a, T> {
        self.iter()
    }
}

impl<T> IntoIterator for OneOrMany<T> {
    type Item = T;
    type IntoIter = iter::Chain<option::IntoIter<T>, vec::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        let (one, many) = match self {
            OneOrMany::One(one) => (Some(one), Vec::new()),
            OneOrMany::Many(many) => (None, many),
        };
        one.into_iter().chain(many)
    }
}

impl<T> From<T> for OneOrMany<T> {
    fn from(one: T) -> OneOrMany<T> {
        OneOrMany::One(one)
    }
}

impl<T> From<Vec<T>> for OneOrMany<T> {
    fn from(many: Vec<T>) -> OneOrMany<T> {
        OneOrMany::Many(many)
    }
}

impl<T: Serialize> Serialize for OneOrMany<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            OneOrMany::One(one) => one.serialize(serializer),
            OneOrMany::Many(many) => many.serialize(serializer),
        }
    }
}

impl<'de, T: ReadMembers> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OneOrMany<T>, D::Error> {
        deserializer.deserialize_any(OneOrManyVisitor(PhantomData))
    }
}

struct OneOrManyVisitor<T>(PhantomData<T>);

impl<'de, T: ReadMembers> Visitor<'de> for OneOrManyVisitor<T> {
    type Value = OneOrMany<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list of objects")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OneOrMany<T>, A::Error> {
        let first = map.next_key_seed(Lent)?;
        if first.as_deref().is_some_and(is_key_of_number) {
            return Err(de::Error::invalid_type(Unexpected::Other("number"), &self));
        }
        T::read(&mut Reader::new(Resumed { first, map })).map(OneOrMany::One)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<OneOrMany<T>, A::Error> {
        let mut many = Vec::new();
        while let Some(one) = seq.next_element_seed(ObjectSeed::new())? {
            many.push(one);
        }
        Ok(OneOrMany::Many(many))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::jsonrpc::{ErrorCode, ErrorObject};

    #[test]
    fn which_of_the_two_it_was_is_kept() {
        let one = r#"{"code":1,"message":"a"}"#;
        for (text, count) in [
            (one.to_owned(), 1),
            (format!("[{one}]"), 1),
            (format!("[{one},{one}]"), 2),
            ("[]".to_owned(), 0),
        ] {
            let read: OneOrMany<ErrorObject> = serde_json::from_str(&text).unwrap();
            assert_eq!(read.iter().count(), count);
            assert!(read.iter().all(|error| error.code == ErrorCode(1)));
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
        }
        assert!(serde_json::from_str::<OneOrMany<ErrorObject>>("1").is_err());
    }

    #[test]
    fn they_are_given_out_in_order_whichever_it_was() {
        for (these, owned) in [
            (OneOrMany::One(1), vec![1]),
            (OneOrMany::Many(vec![]), vec![]),
            (OneOrMany::Many(vec![2, 1]), vec![2, 1]),
        ] {
            assert!(these.iter().eq(&owned));
            assert!(these.into_iter().eq(owned));
        }
    }
}
