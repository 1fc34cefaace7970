//! The door to generated code: the only `include!`s, and the only lints that are let off.
//!
//! One module per revision, each complete in itself. The same definition in two revisions is two
//! types: what they share is their members' meaning, not their identity.

/// A module for each revision that is switched on: what `build.rs` wrote for it.
macro_rules! revisions {
    ($(
        #[doc = $summary:literal] $(#[doc = $more:literal])*
        $variant:ident $name:literal $module:ident $feature:literal $known:tt
    )+) => {$(
        #[cfg(feature = $feature)]
        // Constructors take what the schema requires, and the imports serve all revisions alike.
        #[allow(clippy::too_many_arguments, unused_imports)]
        pub mod $module {
            #![doc = concat!("Types of revision", $summary)]
            $(#![doc = $more])*
            //!
            //! Generated from the facts of the official schema; what follows is, too.
            //!
            #![doc = include_str!(concat!(env!("OUT_DIR"), "/", $feature, ".md"))]
            include!(concat!(env!("OUT_DIR"), "/", $feature, ".rs"));
            #[cfg(feature = "schemars")]
            use crate::facts::schemas;
            #[cfg(feature = "schemars")]
            include!(concat!(env!("OUT_DIR"), "/", $feature, "_schemas.rs"));
        }
    )+};
}

include!("../schema/revisions.rs");
