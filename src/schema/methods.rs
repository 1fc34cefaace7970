//! What the protocol says of each method, as the facts have it.

use serde_json::Value;

use crate::method::{Capability, Side};

/// A method of one revision: who sends it, its definition, what its reply may be.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MethodFacts {
    /// The name, as it stands in a message's `method`.
    pub method: &'static str,
    /// The definition of its message: `CallToolRequest`.
    pub definition: &'static str,
    /// Whether a client sends it.
    pub by_client: bool,
    /// Whether a server sends it. What neither side sends travels inside other messages.
    pub by_server: bool,
    /// The definitions that its reply's `result` may follow; none for a notification.
    pub replies: Option<Vec<&'static str>>,
    /// The capability without which it is not to be sent; none if it needs none.
    pub capability: Option<Capability>,
    /// Whether the revision runs it as a task.
    pub task: bool,
}

impl MethodFacts {
    /// Whether a side sends it.
    #[must_use]
    pub fn sent_by(&self, side: Side) -> bool {
        match side {
            Side::Client => self.by_client,
            Side::Server => self.by_server,
        }
    }

    /// Whether it is answered.
    #[must_use]
    pub fn is_request(&self) -> bool {
        self.replies.is_some()
    }

    /// Reads a row of the embedded table; none if it is no such row.
    pub(super) fn read(row: &'static Value) -> Option<Self> {
        let is = |name: &str| row.get(name).and_then(Value::as_bool).unwrap_or_default();
        let text = |name: &str| row.get(name).and_then(Value::as_str);
        let replies = row.get("replies").and_then(Value::as_array);
        let capability = row.get("capability").and_then(|capability| {
            let side = match capability.get("side").and_then(Value::as_str) {
                Some("client") => Some(Side::Client),
                Some("server") => Some(Side::Server),
                _ => None,
            };
            Some(Capability::new(side, capability.get("path")?.as_str()?))
        });
        Some(Self {
            method: text("method")?,
            definition: text("definition")?,
            by_client: is("client"),
            by_server: is("server"),
            replies: replies.map(|names| names.iter().filter_map(Value::as_str).collect()),
            capability,
            task: is("task"),
        })
    }
}
