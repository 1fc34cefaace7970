//! What the programs of this crate measure: the messages, and who reads and writes them.

// A benchmark that cannot read its own messages has nothing to go on with.
#![allow(clippy::missing_panics_doc, clippy::unwrap_used, clippy::expect_used)]

pub mod cells;
pub mod chart;
pub mod contestants;
pub mod floor;
pub mod messages;
pub mod ordered;
pub mod results;
pub mod tables;
pub mod transition;
