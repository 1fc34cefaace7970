//! The members that a type does not know.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::LazyLock;

use serde::de::DeserializeSeed;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{AnyObject, Object};

/// The members of an object that its type does not know, kept as they came.
///
/// It is used like the [`Object`] that it dereferences to. Hardly a message has such members, and
/// every type has a place for them: without any it takes a pointer's room, and no memory beside. To
/// borrow the object in order to change it makes room for one; the methods here do not.
///
/// ```
/// use mcp_typestate::json::{Extra, Object};
///
/// let mut extra = Extra::new();
/// assert!(extra.is_empty());
/// extra.insert("example.com/trace".to_owned(), 7.into());
/// assert_eq!(extra["example.com/trace"], 7);
/// assert_eq!(Object::from(extra).len(), 1);
/// ```
#[derive(Clone, Default)]
pub struct Extra(Option<Box<Object>>);

impl Extra {
    /// No members.
    #[inline]
    #[must_use]
    pub const fn new() -> Extra {
        Extra(None)
    }

    /// The members, by name.
    #[inline]
    pub fn iter(&self) -> serde_json::map::Iter<'_> {
        (**self).iter()
    }

    /// A member's value, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.0.as_mut()?.get_mut(name)
    }

    /// Takes a member out.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        self.0.as_mut()?.remove(name)
    }

    /// Keeps only the members of which `keeps` says so.
    pub fn retain(&mut self, keeps: impl FnMut(&String, &mut Value) -> bool) {
        if let Some(members) = &mut self.0 {
            members.retain(keeps);
        }
    }

    /// Drops all members, and their memory.
    pub fn clear(&mut self) {
        self.0 = None;
    }

    /// The members if there are any: no look at the memory where there are none.
    #[inline]
    pub(super) fn some(&self) -> Option<&Object> {
        self.0.as_deref()
    }
}

impl Deref for Extra {
    type Target = Object;

    #[inline]
    fn deref(&self) -> &Object {
        static NONE: LazyLock<Object> = LazyLock::new(Object::new);
        self.some().unwrap_or_else(|| &NONE)
    }
}

impl DerefMut for Extra {
    #[inline]
    fn deref_mut(&mut self) -> &mut Object {
        self.0.get_or_insert_default()
    }
}

impl PartialEq for Extra {
    #[inline]
    fn eq(&self, other: &Extra) -> bool {
        // None, and one that was emptied, are the same.
        match (self.some(), other.some()) {
            (None, None) => true,
            _ => **self == **other,
        }
    }
}

impl Eq for Extra {}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl From<Object> for Extra {
    fn from(members: Object) -> Extra {
        Extra(if members.is_empty() { None } else { Some(Box::new(members)) })
    }
}

impl From<Extra> for Object {
    fn from(extra: Extra) -> Object {
        extra.0.map_or_else(Object::new, |members| *members)
    }
}

impl FromIterator<(String, Value)> for Extra {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(members: I) -> Extra {
        Object::from_iter(members).into()
    }
}

impl Extend<(String, Value)> for Extra {
    fn extend<I: IntoIterator<Item = (String, Value)>>(&mut self, members: I) {
        members.into_iter().for_each(|(name, value)| drop(self.insert(name, value)));
    }
}

impl IntoIterator for Extra {
    type Item = (String, Value);
    type IntoIter = serde_json::map::IntoIter;

    fn into_iter(self) -> serde_json::map::IntoIter {
        Object::from(self).into_iter()
    }
}

impl<'a> IntoIterator for &'a Extra {
    type Item = (&'a String, &'a Value);
    type IntoIter = serde_json::map::Iter<'a>;

    fn into_iter(self) -> serde_json::map::Iter<'a> {
        self.iter()
    }
}

impl Serialize for Extra {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Extra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Extra, D::Error> {
        AnyObject.deserialize(deserializer).map(Extra::from)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Extra, Object};

    #[test]
    fn without_members_it_is_a_pointer_and_nothing_more() {
        assert_eq!(size_of::<Extra>(), size_of::<usize>());
        assert!(Extra::new().some().is_none());
        assert!(Extra::from(Object::new()).some().is_none());
    }

    #[test]
    fn what_was_emptied_equals_what_was_never_filled() {
        let mut extra = Extra::new();
        extra.insert("a".to_owned(), json!(1));
        assert_ne!(extra, Extra::new());
        extra.remove("a");
        assert_eq!(extra, Extra::new());
        assert_eq!(Extra::new(), extra);
    }

    #[test]
    fn what_adds_nothing_makes_no_room() {
        let mut extra = Extra::new();
        extra.extend(None);
        extra.retain(|_, _| true);
        assert_eq!((extra.remove("a"), extra.get_mut("a")), (None, None));
        assert!(extra.some().is_none());

        extra.extend([("a".to_owned(), json!(1)), ("b".to_owned(), json!(2))]);
        extra.retain(|name, _| name == "b");
        *extra.get_mut("b").expect("it was kept") = json!(3);
        assert_eq!(json!(extra), json!({ "b": 3 }));
        assert_eq!(extra.remove("b"), Some(json!(3)));
        extra.clear();
        assert!(extra.some().is_none());
    }

    #[test]
    fn it_is_written_and_read_as_the_object() {
        for members in [json!({}), json!({ "a": null, "b": [1, { "c": 2 }] })] {
            let extra: Extra = crate::json::from_value(members.clone()).expect("an object");
            assert_eq!(json!(extra), members);
            assert_eq!(extra.iter().len(), extra.clone().into_iter().len());
            assert_eq!(
                extra.into_iter().collect::<Extra>(),
                Extra::from(members.as_object().cloned().unwrap_or_default())
            );
        }
    }
}
