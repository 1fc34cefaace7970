//! Where in a JSON document something is, and where in its text.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The way from a document's root to one of its values: `result.content[0].name`.
///
/// ```
/// use mcp_typestate::schema::JsonPath;
///
/// let path = JsonPath::root().member("content").item(0).member("a b");
/// assert_eq!(path.to_string(), r#"content[0]["a b"]"#);
/// let text = r#"{"content": [{"a b": 7}]}"#;
/// assert_eq!(&text[path.find(text).unwrap()], "7");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JsonPath(Vec<Step>);

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Into a list, to the item at this position, from 0.
    Item(usize),
    /// Into an object, to the member of this name.
    Member(String),
}

impl JsonPath {
    /// The path of the document itself; it is written as nothing.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// The path of a member of the object at this path.
    #[must_use]
    pub fn member(mut self, name: impl Into<String>) -> Self {
        self.0.push(Step::Member(name.into()));
        self
    }

    /// The path of an item of the list at this path.
    #[must_use]
    pub fn item(mut self, position: usize) -> Self {
        self.0.push(Step::Item(position));
        self
    }

    /// This path, continued by another.
    #[must_use]
    pub fn join(mut self, inner: JsonPath) -> Self {
        self.0.extend(inner.0);
        self
    }

    /// The path's steps, from the root on.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// The bytes that the value has in the document's text. Where the value is missing, those of the
    /// innermost object or list on its way; none if the text is not JSON.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        let mut value: &RawValue = serde_json::from_str(text).ok()?;
        for step in &self.0 {
            let mut inner = serde_json::Deserializer::from_str(value.get());
            match inner.deserialize_any(Inside(step)) {
                Ok(Some(found)) => value = found,
                Ok(None) | Err(_) => break,
            }
        }
        // A borrowed value is a part of the text; where it begins says which.
        let start = value.get().as_ptr().addr() - text.as_ptr().addr();
        Some(start..start + value.get().len())
    }
}

/// Takes one step into a value's text.
struct Inside<'s>(&'s Step);

impl<'de> Visitor<'de> for Inside<'_> {
    type Value = Option<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            if matches!(self.0, Step::Member(wanted) if *wanted == name) {
                // As for every reader of a `Value`, the last of several counts.
                found = Some(value);
            }
        }
        Ok(found)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        let mut position = 0;
        while let Some(value) = seq.next_element::<&RawValue>()? {
            if *self.0 == Step::Item(position) {
                found = Some(value);
            }
            position += 1;
        }
        Ok(found)
    }
}

impl fmt::Display for JsonPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |name: &str| {
            let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-');
            !name.is_empty() && name.chars().all(plain)
        };
        for (position, step) in self.0.iter().enumerate() {
            match step {
                Step::Item(item) => write!(f, "[{item}]")?,
                Step::Member(name) if plain(name) => {
                    write!(f, "{}{name}", if position == 0 { "" } else { "." })?;
                }
                Step::Member(name) => write!(f, "[{name:?}]")?,
            }
        }
        Ok(())
    }
}

/// A JSON pointer's path, such as `jsonschema` gives.
impl From<&jsonschema::paths::Location> for JsonPath {
    fn from(location: &jsonschema::paths::Location) -> Self {
        use jsonschema::paths::LocationSegment;

        let step = |segment: LocationSegment<'_>| match segment {
            LocationSegment::Property(name) => Step::Member(name.into_owned()),
            LocationSegment::Index(position) => Step::Item(position),
        };
        Self(location.iter().map(step).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_in_its_text() {
        let text = r#" {"a": [1, {"b\n": "x"}], "a b": null} "#;
        let found = |path: JsonPath| &text[path.find(text).unwrap()];
        assert_eq!(found(JsonPath::root()), text.trim());
        assert_eq!(found(JsonPath::root().member("a").item(1).member("b\n")), "\"x\"");
        assert_eq!(found(JsonPath::root().member("a b")), "null");
    }

    #[test]
    fn what_is_missing_is_found_where_it_would_be() {
        let text = r#"{"a": [1, {}]}"#;
        let found = |path: JsonPath| &text[path.find(text).unwrap()];
        assert_eq!(found(JsonPath::root().member("a").item(1).member("b").member("c")), "{}");
        assert_eq!(found(JsonPath::root().member("a").item(7)), "[1, {}]");
        assert_eq!(found(JsonPath::root().member("a").member("b")), "[1, {}]");
        assert_eq!(JsonPath::root().find("{"), None);
    }
}
