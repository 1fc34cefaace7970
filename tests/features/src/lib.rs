//! Nothing: this crate is its tests.
