//! The door to the embedded facts: the only `include_str!`s of them.

#[cfg(feature = "schemars")]
mod place;

#[cfg(feature = "schemars")]
pub(crate) use place::{Place, Places, schemas};

use std::sync::OnceLock;

use serde_json::Value;

#[cfg(feature = "validate")]
use crate::revision::Revision;

/// The facts of one revision after the errata, as `build.rs` wrote them.
#[derive(Debug)]
pub(crate) struct Facts {
    #[cfg(feature = "validate")]
    pub(crate) revision: Revision,
    text: &'static str,
    document: OnceLock<Value>,
}

impl Facts {
    /// The facts, parsed when they are first needed.
    pub(crate) fn document(&self) -> &Value {
        // The text is ours: what it cannot be read as, the tests find.
        self.document.get_or_init(|| serde_json::from_str(self.text).unwrap_or_default())
    }
}

/// A static each, so that a program holds those alone that it asks for.
macro_rules! revisions {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident $name:literal $module:ident $feature:literal $known:tt
    )+) => {
        $(
            #[allow(dead_code, reason = "schemas are made for those alone that have types")]
            pub(crate) static $variant: Facts = Facts {
                #[cfg(feature = "validate")]
                revision: Revision::$variant,
                text: include_str!(concat!(env!("OUT_DIR"), "/", $feature, "_facts.json")),
                document: OnceLock::new(),
            };
        )+

        /// Those of all revisions, oldest first.
        #[cfg(feature = "validate")]
        pub(crate) static ALL: [&Facts; Revision::KNOWN.len()] = [$(&$variant),+];
    };
}

include!("../../schema/revisions.rs");
