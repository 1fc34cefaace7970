//! A member that is required and may be null.

/// The value of a member that is always written and may be null, such as a task's `ttl`.
///
/// null is a statement of its own (no limit, for a `ttl`). Reading also accepts that the member is
/// absent, since peers leave it out, and tells: an absent member stays absent when written back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nullable<T> {
    /// The peer left the member out, which the protocol does not allow.
    Absent,
    /// The member is null.
    Null,
    /// The member's value.
    Value(T),
}

impl<T> Nullable<T> {
    /// The value, if there is one.
    #[must_use]
    pub fn value(&self) -> Option<&T> {
        match self {
            Nullable::Value(value) => Some(value),
            Nullable::Absent | Nullable::Null => None,
        }
    }

    /// The value, if there is one.
    #[must_use]
    pub fn into_value(self) -> Option<T> {
        match self {
            Nullable::Value(value) => Some(value),
            Nullable::Absent | Nullable::Null => None,
        }
    }

    /// Whether the peer left the member out.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        matches!(self, Nullable::Absent)
    }
}

impl<T> From<T> for Nullable<T> {
    fn from(value: T) -> Nullable<T> {
        Nullable::Value(value)
    }
}

/// `None` is null.
impl<T> From<Option<T>> for Nullable<T> {
    #[inline]
    fn from(value: Option<T>) -> Nullable<T> {
        value.map_or(Nullable::Null, Nullable::Value)
    }
}
