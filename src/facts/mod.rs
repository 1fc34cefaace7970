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
macro_rules! facts {
    ($($name:ident $file:literal)*) => {
        $(
            #[allow(dead_code, reason = "schemas are made for those alone that have types")]
            pub(crate) static $name: Facts = Facts {
                #[cfg(feature = "validate")]
                revision: Revision::$name,
                text: include_str!(concat!(env!("OUT_DIR"), "/", $file, "_facts.json")),
                document: OnceLock::new(),
            };
        )*

        /// Those of all revisions, oldest first.
        #[cfg(feature = "validate")]
        pub(crate) static ALL: [&Facts; 5] = [$(&$name),*];
    };
}

facts! {
    V2024_11_05 "v2024_11_05"
    V2025_03_26 "v2025_03_26"
    V2025_06_18 "v2025_06_18"
    V2025_11_25 "v2025_11_25"
    V2026_07_28 "v2026_07_28"
}
