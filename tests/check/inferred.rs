//! Who sent a message of which the recording does not say it.

use std::fs;
use std::path::Path;

use mcp_typestate::check::{Checker, Entry, Item, Recording};
use mcp_typestate::{Revision, Side};

use super::checker;

/// Each session of our own without its senders is taken for what it is: the same findings, and the
/// same senders.
#[test]
fn senders_are_inferred_as_they_are_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    // What cannot be told: a side that sends what only the other does, a reply to nothing, and what
    // is no message or whose revision nobody knows.
    let untold = [
        "wrong-direction",
        "reply-to-nothing",
        "reply-twice",
        "revision-unknown",
        "progress-unknown",
        "related-task-wrong",
        "line-too-long",
        "not-json",
        "cancel-of-nothing",
    ];
    let mut count = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let (rule, way) = name.split_once('.').unwrap_or((&name, ""));
        // Nor can it where the requests were not recorded, either side may cancel or ping, or ids
        // are so large that they are not told apart.
        let either = [
            "batch.empty",
            "clean.unsubscribed",
            "clean.large-numbers",
            "id-reused",
            "notification-unsubscribed.closed",
        ];
        let late = way.ends_with("late");
        if untold.contains(&rule) || late || either.contains(&name.as_str()) {
            continue;
        }
        let text = fs::read(&path).unwrap();
        let (mut told, mut guessing) = (checker(way), checker(way));
        let mut recording = Recording::new(text.as_slice());
        while let Some(item) = recording.next().unwrap() {
            let Item::Entry(entry) = &item else {
                told.item(&item);
                guessing.item(&item);
                continue;
            };
            let mut bare = Entry::new(entry.line, entry.message.clone());
            (bare.at, bare.unread) = (entry.at, entry.unread.clone());
            let (told, guessed) = (told.entry(entry), guessing.entry(&bare));
            assert_eq!(told.from, guessed.from, "{name}, line {}", entry.line);
            let ids = |found: &[mcp_typestate::check::Finding]| super::ids(found);
            assert_eq!(ids(&told.findings), ids(&guessed.findings), "{name}, line {}", entry.line);
            count += 1;
        }
    }
    assert!(count > 300, "{count} messages");
}

#[test]
fn what_a_message_says_of_tasks_is_given() {
    let mut checker = Checker::new().with_revision(Revision::V2025_11_25);
    let get = r#"{"jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": {"taskId": "t"}}"#;
    let entry = Entry::new(1, serde_json::from_str(get).unwrap()).with_from(Side::Client);
    let sights = checker.entry(&entry).sights;
    assert_eq!(
        (&*sights[0].task, sights[0].receiver, &sights[0].status),
        ("t", Side::Server, &None)
    );
}
