//! Protocol revisions: the ones that are known, and an open string for the others.
//!
//! ```
//! use mcp_typestate::Revision;
//!
//! let revision = Revision::from("2025-11-25");
//! assert_eq!(revision, Revision::V2025_11_25);
//! assert_eq!(Revision::from("2099-01-01").as_str(), "2099-01-01");
//! assert!(Revision::V2025_06_18 < Revision::V2025_11_25);
//! assert!(Revision::KNOWN.contains(&revision) && Revision::KNOWN.is_sorted());
//! ```

use std::cmp::Ordering;
use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

macro_rules! revisions {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident $name:literal $module:ident $feature:literal $known:tt
    )+) => {
        /// A protocol revision, as `protocolVersion` names it: the date of its last breaking change.
        ///
        /// Revisions are ordered by date; one that is not known takes its place by its text.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Revision {
            $($(#[doc = $doc])+ $variant,)+
            /// Any other, kept as it came.
            Unknown(String),
        }

        impl Revision {
            /// Every revision that this crate knows, oldest first, whether its types are switched
            /// on or not.
            pub const KNOWN: &[Self] = &[$(Self::$variant),+];

            /// The revision as it stands on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $name,)+
                    Self::Unknown(revision) => revision,
                }
            }
        }

        impl From<&str> for Revision {
            fn from(revision: &str) -> Self {
                match revision {
                    $($name => Self::$variant,)+
                    _ => Self::Unknown(revision.to_owned()),
                }
            }
        }
    };
}

include!("../schema/revisions.rs");

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
