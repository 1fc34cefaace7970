//! Sessions held against the protocol's rules.
//!
//! `tests/sessions/` has a session for each rule that breaks it and no other: `RULE.jsonl`, and
//! `RULE.WAY.jsonl` for other ways to break it; those whose way ends in `enveloped` are read in that
//! dialect, and `late` ones begin in the middle of a session of 2025-11-25. `clean.*.jsonl` break none. What is found in all of them, word for word, is in
//! `tests/check/findings.txt`; to accept what is found now, run
//!
//! ```text
//! MCP_TYPESTATE_ACCEPT=1 cargo test --features validate --test check
//! ```
//!
//! and read the difference before you commit it.

#![cfg(feature = "validate")]

#[path = "../support/mod.rs"]
mod support;

mod edges;
mod gaps;
mod garbage;
mod inferred;
mod memory;
mod sessions;
mod transcripts;

use std::io::BufRead;

use mcp_typestate::Dialect;
use mcp_typestate::check::{Checker, Finding, Recording};

/// The most bytes of a line: `line-too-long.jsonl` has one that is longer.
const LIMIT: usize = 600;

/// Everything that is found in a recording.
fn found_by(mut checker: Checker, mut recording: Recording<impl BufRead>) -> Vec<Finding> {
    let mut found = Vec::new();
    while let Some(item) = recording.next().expect("what is in memory can be read") {
        found.extend(checker.item(&item).findings);
    }
    found.extend(checker.finish());
    found
}

/// Everything that is found in a text.
fn found(text: &str) -> Vec<Finding> {
    found_by(Checker::new(), Recording::new(text.as_bytes()))
}

/// The identifiers of the rules that are broken, in the order in which they are.
fn ids(found: &[Finding]) -> Vec<&'static str> {
    found.iter().map(|finding| finding.rule.id).collect()
}

/// The checker for a session by the way in its file's name.
fn checker(way: &str) -> Checker {
    match way.rsplit('.').next() {
        Some("late") => Checker::new().with_revision("2025-11-25"),
        Some("enveloped") => Checker::new().with_dialect(Dialect::Enveloped),
        _ => Checker::new(),
    }
}
