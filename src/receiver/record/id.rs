//! A task's id as it is kept: beside the task, where it is as short as ids are.

use std::fmt;
use std::sync::Arc;

/// How long an id may be to be kept in place: a UUID with its hyphens, and a little more.
const SHORT: usize = 38;

/// A task's id, kept in place unless it is long.
///
/// Who looks for one task among a million waits for memory, and for an id that lies elsewhere once
/// more.
#[derive(Clone)]
pub(in crate::receiver) enum Id {
    Short { length: u8, bytes: [u8; SHORT] },
    Long(Arc<str>),
}

impl Id {
    pub(in crate::receiver) fn as_str(&self) -> &str {
        match self {
            Self::Short { length, bytes } => {
                let bytes = bytes.get(..usize::from(*length)).unwrap_or_default();
                // They were a string's.
                str::from_utf8(bytes).unwrap_or_default()
            }
            Self::Long(id) => id,
        }
    }
}

impl From<&str> for Id {
    fn from(id: &str) -> Self {
        let mut bytes = [0; SHORT];
        match (bytes.get_mut(..id.len()), u8::try_from(id.len())) {
            (Some(place), Ok(length)) => {
                place.copy_from_slice(id.as_bytes());
                Self::Short { length, bytes }
            }
            _ => Self::Long(id.into()),
        }
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Id, SHORT};

    #[test]
    fn an_id_stays_as_it_was_given_however_long_it_is() {
        let lengths = [0, 1, SHORT - 1, SHORT, SHORT + 1, 255, 256, 1_000];
        for given in lengths.map(|length| "é".repeat(length / 2) + &"x".repeat(length % 2)) {
            assert_eq!(Id::from(given.as_str()).as_str(), given);
        }
    }

    #[test]
    fn ids_as_the_system_gives_them_and_uuids_lie_in_place() {
        let short = |id: &str| matches!(Id::from(id), Id::Short { .. });
        assert!(short(&"a".repeat(32)));
        assert!(short("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"));
        assert!(!short(&"a".repeat(SHORT + 1)));
    }

    #[test]
    fn a_short_id_and_a_long_one_differ() {
        let (short, long) = ("a".repeat(SHORT), "a".repeat(SHORT + 1));
        assert_ne!(Id::from(short.as_str()), Id::from(long.as_str()));
        assert_eq!(Id::from(short.as_str()), Id::from(short.as_str()));
    }
}
