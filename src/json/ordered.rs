//! Members under names of somebody's choosing, in somebody's order.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// An object whose members have one type and an order that matters to people: the fields of a
/// form.
///
/// Names are unique. As in JSON, two are equal if they have the same members, in whatever order.
/// Lookup takes time linear in the number of members, of which a form has few.
#[derive(Clone)]
pub struct Ordered<T>(Vec<(String, T)>);

impl<T> Ordered<T> {
    /// No members.
    #[must_use]
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// The member of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Sets a member, in its place if it is there already and else at the end; gives what was
    /// there.
    pub fn insert(&mut self, name: impl Into<String>, value: T) -> Option<T> {
        let name = name.into();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => Some(std::mem::replace(known, value)),
            None => {
                self.0.push((name, value));
                None
            }
        }
    }

    /// The members in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The members by name. Looking each up would let a peer make comparing take quadratic time.
    fn sorted(&self) -> impl Iterator<Item = (&str, &T)> {
        let mut members: Vec<_> = self.iter().collect();
        members.sort_unstable_by_key(|(name, _)| *name);
        members.into_iter()
    }

    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for Ordered<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<T: PartialEq> PartialEq for Ordered<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.sorted().eq(other.sorted())
    }
}

impl<T: Eq> Eq for Ordered<T> {}

/// A name that comes twice has its last value.
impl<N: Into<String>, T> FromIterator<(N, T)> for Ordered<T> {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(members: I) -> Self {
        let mut ordered = Self::new();
        ordered.extend(members);
        ordered
    }
}

/// A name that is there already has its new value, in its old place.
impl<N: Into<String>, T> Extend<(N, T)> for Ordered<T> {
    fn extend<I: IntoIterator<Item = (N, T)>>(&mut self, members: I) {
        for (name, value) in members {
            self.insert(name, value);
        }
    }
}

impl<T> IntoIterator for Ordered<T> {
    type Item = (String, T);
    type IntoIter = std::vec::IntoIter<(String, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T: Serialize> Serialize for Ordered<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OrderedVisitor(PhantomData))
    }
}

struct OrderedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OrderedVisitor<T> {
    type Value = Ordered<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered<T>, A::Error> {
        let mut ordered = Ordered::new();
        while let Some(member) = map.next_entry()? {
            ordered.0.push(member);
        }
        // Sorted once: looking each name up would let a peer make this take quadratic time.
        let mut names: Vec<&str> = ordered.0.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair.first() == pair.last()).and_then(<[_]>::first) {
            Some(name) => Err(de::Error::custom(format_args!("duplicate field `{name}`"))),
            None => Ok(ordered),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::from_str;

    #[test]
    fn members_keep_their_order() {
        let text = r#"{"b":1,"a":2,"c":3}"#;
        let ordered: Ordered<u8> = from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&ordered).unwrap(), text);
    }

    #[test]
    fn order_does_not_make_a_difference() {
        let one: Ordered<u8> = [("a", 1), ("b", 2)].into_iter().collect();
        let other: Ordered<u8> = [("b", 2), ("a", 1)].into_iter().collect();
        assert_eq!(one, other);
        assert_ne!(one, [("a", 1)].into_iter().collect());
    }

    #[test]
    fn a_name_that_comes_twice_is_refused_when_read_and_replaced_when_set() {
        let error = from_str::<Ordered<u8>>(r#"{"a":1,"a":2}"#).unwrap_err();
        assert_eq!(error.path(), "a");
        let mut ordered: Ordered<u8> = [("a", 1), ("b", 2)].into_iter().collect();
        assert_eq!(ordered.insert("a", 3), Some(1));
        assert_eq!(ordered.iter().collect::<Vec<_>>(), [("a", &3), ("b", &2)]);
        ordered.extend([("c", 4), ("b", 5)]);
        assert_eq!(ordered.iter().collect::<Vec<_>>(), [("a", &3), ("b", &5), ("c", &4)]);
    }
}
