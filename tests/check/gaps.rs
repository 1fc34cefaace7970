//! Recordings of which a part is missing: what was said there is not known, so nothing is found
//! that it may have settled.

use std::fs;
use std::path::Path;

use mcp_typestate::Revision;
use mcp_typestate::check::{Checker, Entry, Finding, Item, Recording};

use super::checker;

/// What a file of recorded messages holds.
fn items(bytes: &[u8]) -> Vec<Item> {
    let mut recording = Recording::new(bytes);
    std::iter::from_fn(|| recording.next().expect("what is in memory can be read")).collect()
}

/// The same without what it says of who sent a message.
fn bare(item: &Item) -> Item {
    let Item::Entry(entry) = item else { return item.clone() };
    let mut bare = Entry::new(entry.line, entry.message.clone());
    bare.at = entry.at;
    Item::Entry(bare)
}

fn found<'i>(mut checker: Checker, items: impl IntoIterator<Item = &'i Item>) -> Vec<Finding> {
    let mut found: Vec<_> =
        items.into_iter().flat_map(|item| checker.item(item).findings).collect();
    found.extend(checker.finish());
    found
}

/// The revision that a session comes to.
fn revision(mut checker: Checker, items: &[Item]) -> Option<Revision> {
    for item in items {
        checker.item(item);
    }
    checker.revision().cloned()
}

/// Each session that breaks no rule breaks none where a line of it cannot be read, or where it begins
/// later or ends earlier; with its senders, and without.
#[test]
fn what_is_missing_makes_nothing_else_wrong() {
    let broken = items(b"{]").remove(0);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let (mut wrong, mut count) = (Vec::new(), 0);
    for file in fs::read_dir(folder).expect("the sessions") {
        let path = file.expect("a file").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let Some(way) = name.strip_prefix("clean.") else { continue };
        // That an id came before where nobody saw it, and may be answered late, is not assumed.
        if way == "late-answer" {
            continue;
        }
        let told = items(&fs::read(&path).expect("a session"));
        let untold: Vec<_> = told.iter().map(bare).collect();
        for (senders, items) in [("told", &told), ("untold", &untold)] {
            if !found(checker(way), items).is_empty() {
                // Its senders cannot be told.
                assert_ne!(senders, "told", "{name}");
                continue;
            }
            let revision = revision(checker(way), items);
            let known = || match &revision {
                Some(revision) => checker(way).with_revision(revision.clone()),
                None => checker(way),
            };
            // One speaks of another revision until that is refused.
            let given = found(known(), items).is_empty();
            for at in 0..items.len() {
                let (before, after) = (&items[..at], &items[at + 1..]);
                let gap = || before.iter().chain([&broken]).chain(after);
                let mut cases = vec![
                    ("broken", found(checker(way), gap())),
                    ("missing, and those after it", found(checker(way), before)),
                ];
                if given {
                    cases.push(("broken, of a known revision", found(known(), gap())));
                    cases.push(("first", found(known(), &items[at..])));
                }
                for (what, found) in cases {
                    let ends = what.starts_with("missing");
                    let besides = found.iter().filter(|it| match it.rule.id {
                        "not-json" => false,
                        "revision-unknown" => what != "broken",
                        "unanswered" => !ends,
                        _ => true,
                    });
                    wrong.extend(besides.map(|it| {
                        format!("{name} ({senders}), line {} is {what}: {it}", items[at].line())
                    }));
                    count += 1;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 3000, "{count} sessions");
}
