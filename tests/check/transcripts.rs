//! Recorded sessions with a real server. What is found in them is real: the client that recorded
//! them erred on purpose, and the server tells of a task before it answers.

use std::fs;

use mcp_typestate::check::{Checker, Recording};

use super::found_by;
use super::support::shared;

fn said(name: &str) -> Option<Vec<String>> {
    let path = shared(&format!("transcripts/{name}.jsonl"))?;
    let text = fs::read(path).expect("a transcript");
    let found = found_by(Checker::new(), Recording::new(text.as_slice()));
    Some(found.iter().map(|it| format!("{} {} {}", it.line, it.path, it.rule.id)).collect())
}

#[test]
fn a_session_with_a_task() {
    let Some(said) = said("everything-task-2025-11-25") else { return };
    assert_eq!(
        said,
        [
            // The notification of line 13 names a task of which its requestor has not heard.
            "14 result.task.taskId notification-early",
            // 6 ms after a reply that asked for a second's pause.
            "15 params.taskId poll-early",
            // What the client tried to see it refused.
            "32 params.taskId cancel-after-end",
            "34 params.taskId task-unknown",
            "36 params.taskId task-unknown",
        ]
    );
}

#[test]
fn tours_of_two_revisions() {
    for (name, tool, input, method) in
        [("everything-tour-2025-06-18", 45, 47, 61), ("everything-tour-2025-11-25", 48, 50, 64)]
    {
        let Some(said) = said(name) else { return };
        assert_eq!(
            said,
            [
                // The tool `nope`, and a sum of "x" and nothing.
                format!("{tool} params.name tool-unknown"),
                format!("{input} params.arguments.a tool-input"),
                format!("{input} params.arguments.b tool-input"),
                // `no/such/method`.
                format!("{method} method method-unknown"),
            ]
        );
    }
}
