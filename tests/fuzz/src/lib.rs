//! What must hold of any bytes, by target: each takes bytes, and panics where something does not.
//!
//! `targets/` gives them to libFuzzer, and `tests/fuzz.rs` plays again what was found.

#[path = "../../support/sessions.rs"]
mod sessions;

#[cfg(feature = "validate")]
pub mod check;
pub mod decode;
pub mod observe;
pub mod receiver;
