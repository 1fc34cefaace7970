//! Protocol revisions: the ones that are known, and an open string for the others.
//!
//! ```
//! use mcp_typestate::Revision;
//!
//! let revision = Revision::from("2025-11-25");
//! assert_eq!(revision, Revision::V2025_11_25);
//! assert_eq!(Revision::from("2099-01-01").as_str(), "2099-01-01");
//! assert!(Revision::V2025_06_18 < Revision::V2025_11_25);
//! ```

use std::cmp::Ordering;
use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// A protocol revision, as `protocolVersion` names it: the date of its last breaking change.
///
/// Revisions are ordered by date; one that is not known takes its place by its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Revision {
    /// 2024-11-05, the first.
    V2024_11_05,
    /// 2025-03-26: batches, audio, annotations of tools.
    V2025_03_26,
    /// 2025-06-18: elicitation, structured content, resource links; batches are gone.
    V2025_06_18,
    /// 2025-11-25: tasks in the core, icons, sampling with tools.
    V2025_11_25,
    /// 2026-07-28: no handshake, capabilities on each request, tasks as an extension.
    V2026_07_28,
    /// Any other, kept as it came.
    Unknown(String),
}

impl Revision {
    /// The revision as it stands on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
            Self::Unknown(revision) => revision,
        }
    }
}

impl From<&str> for Revision {
    fn from(revision: &str) -> Self {
        match revision {
            "2024-11-05" => Self::V2024_11_05,
            "2025-03-26" => Self::V2025_03_26,
            "2025-06-18" => Self::V2025_06_18,
            "2025-11-25" => Self::V2025_11_25,
            "2026-07-28" => Self::V2026_07_28,
            _ => Self::Unknown(revision.to_owned()),
        }
    }
}

impl From<String> for Revision {
    fn from(revision: String) -> Self {
        Self::from(&*revision)
    }
}

impl From<Revision> for String {
    fn from(revision: Revision) -> Self {
        match revision {
            Revision::Unknown(revision) => revision,
            known => known.as_str().to_owned(),
        }
    }
}

impl PartialOrd for Revision {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Revision {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Revision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Revision {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::json::open_string(deserializer)
    }
}
