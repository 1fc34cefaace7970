//! A recorded session, and what the rules find in it.
//!
//! The first byte is a dialect, and a revision or none. The rest is the recording. Whatever it is,
//! each part of it is read once, in order, and what is found does not outgrow it.

use mcp_typestate::check::{Checker, Finding, Item, LineFault, Recording};

use crate::sessions::DIALECTS;

/// The most bytes of a line that are read at once: so few that lines are met that are longer.
const LIMIT: usize = 4096;

/// The most bytes that are said of each byte of a recording: a message that breaks many rules at
/// every place is said to do so, and no more.
const WORDS: usize = 512;

const REVISIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// Holds the recording that these bytes are against the rules.
pub fn check(data: &[u8]) {
    let Some((first, text)) = data.split_first() else { return };
    let mut checker = Checker::new().with_dialect(DIALECTS[usize::from(first % 3)]);
    if let Some(revision) = REVISIONS.get(usize::from(first / 3 % 6)) {
        checker = checker.with_revision(*revision);
    }
    let mut recording = Recording::new(text).with_limit(LIMIT);
    let (mut said, mut line) = (0, 0);
    while let Some(item) = recording.next().expect("bytes can always be read") {
        assert!(item.line() >= line, "line {} after line {line}", item.line());
        line = item.line();
        if let Item::Broken(broken) = &item {
            let column = match &broken.fault {
                LineFault::NotJson { column, .. } | LineFault::NotText { column, .. } => *column,
                _ => 1,
            };
            assert!((1..=text.len() + 1).contains(&column), "{broken:?}");
        }
        let _ = recording.text();
        for finding in checker.item(&item).findings {
            assert_eq!(finding.line, line, "{finding}");
            said += words(&finding);
        }
    }
    assert!(recording.bytes() <= text.len() as u64);
    said += checker.finish().iter().map(words).sum::<usize>();
    assert!(said <= WORDS * (text.len() + 16), "{said} bytes are said of {}", text.len());
}

fn words(finding: &Finding) -> usize {
    let text = finding.to_string();
    assert!(text.ends_with(')') && text.starts_with("line "), "{text}");
    text.len()
}
