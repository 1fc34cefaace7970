//! Where in a JSON document something is.

use std::fmt;

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
