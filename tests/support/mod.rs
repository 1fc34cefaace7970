//! What several tests share: the types of a revision by the names of their definitions, and the
//! official data where it is there.

#![allow(dead_code, unreachable_pub, unused_macros, reason = "each test uses its part of it")]

use std::path::PathBuf;

use mcp_typestate::DecodeError;
use serde_json::Value;

/// Reads a text as the type of a definition and writes it back.
pub type RoundTrip = fn(&str) -> Result<Value, DecodeError>;

/// Reads a text as `T` and writes it back.
pub fn round_trip<T>(text: &str) -> Result<Value, DecodeError>
where
    T: serde::Serialize + serde::de::DeserializeOwned,
{
    let value: T = mcp_typestate::from_str(text)?;
    // Through text, as it would travel: a `Value` may look right where the text is not.
    let text = serde_json::to_string(&value).expect("what was read can be written");
    Ok(serde_json::from_str(&text).expect("what is written is JSON"))
}

/// The `definitions!` of the generated listings: a table of names and functions.
macro_rules! definitions {
    ($($name:literal => $ty:ty,)*) => {
        &[$(($name, $crate::support::round_trip::<$ty> as $crate::support::RoundTrip)),*]
    };
}

/// A revision's definitions.
pub type Definitions = &'static [(&'static str, RoundTrip)];

macro_rules! revisions {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident $name:literal $module:ident $feature:literal $known:tt
    )+) => {
        &[$(
            #[cfg(feature = $feature)]
            ($name, include!(concat!(env!("OUT_DIR"), "/", $feature, "_definitions.rs"))),
        )+]
    };
}

/// Every revision that is switched on, by the name of its schema. An extension's definitions are
/// among those of its revision.
pub const REVISIONS: &[(&str, Definitions)] = include!("../../schema/revisions.rs");

/// The function for a definition; none if its revision is switched off.
pub fn definition(revision: &str, name: &str) -> Option<RoundTrip> {
    let revision = if revision == "tasks-extension" { "2026-07-28" } else { revision };
    let (_, definitions) = REVISIONS.iter().find(|(known, _)| *known == revision)?;
    let found = definitions.iter().find(|(known, _)| *known == name);
    Some(found.unwrap_or_else(|| panic!("{revision} has no definition {name}")).1)
}

/// The folder with the official schemas, examples, cases and transcripts, which are not part of
/// this repository: named by `MCP_TYPESTATE_SHARED`. A test without it says so and passes.
pub fn shared(wanted: &str) -> Option<PathBuf> {
    match std::env::var_os("MCP_TYPESTATE_SHARED") {
        Some(folder) => Some(PathBuf::from(folder).join(wanted)),
        None => {
            println!("skipped: MCP_TYPESTATE_SHARED names no folder with {wanted}");
            None
        }
    }
}
