//! The door to generated code: the only `include!`s, and the only lints that are let off.
//!
//! One module per revision, each complete in itself. The same definition in two revisions is two
//! types: what they share is their members' meaning, not their identity.

/// Includes what `build.rs` wrote for one revision.
macro_rules! revision {
    ($(#[doc = $doc:literal])* $feature:literal $module:ident) => {
        $(#[doc = $doc])*
        ///
        /// Generated from the facts of the official schema, under `schema/` in the repository.
        #[cfg(feature = $feature)]
        // Constructors take what the schema requires, an enum's variants are as large as what they
        // hold, and the imports serve all revisions alike.
        #[allow(clippy::large_enum_variant, clippy::too_many_arguments, unused_imports)]
        pub mod $module {
            include!(concat!(env!("OUT_DIR"), "/", $feature, ".rs"));
            #[cfg(feature = "schemars")]
            use crate::facts::schemas;
            #[cfg(feature = "schemars")]
            include!(concat!(env!("OUT_DIR"), "/", $feature, "_schemas.rs"));
        }
    };
}

revision! {
    /// Types of revision 2024-11-05, the first.
    "v2024_11_05" v2024_11_05
}

revision! {
    /// Types of revision 2025-03-26: batches, audio, annotations of tools.
    "v2025_03_26" v2025_03_26
}

revision! {
    /// Types of revision 2025-06-18: elicitation, structured content, resource links.
    "v2025_06_18" v2025_06_18
}

revision! {
    /// Types of revision 2025-11-25: tasks in the core, icons, sampling with tools.
    "v2025_11_25" v2025_11_25
}

revision! {
    /// Types of revision 2026-07-28 and its tasks extension: no handshake, capabilities on each
    /// request, results told apart by `resultType`.
    "v2026_07_28" v2026_07_28
}
