//! The picture of a session.

use std::fs;

use super::{root, run};

/// The picture in the README is what the command beside it draws.
#[test]
fn the_picture_in_the_readme_is_what_the_program_draws() {
    let session = "tests/timeline/owls.jsonl";
    let drawn = run(&["timeline", session], b"").stdout;
    let path = root().join("tests/timeline/owls.svg");
    if std::env::var_os("MCP_TYPESTATE_ACCEPT").is_some_and(|value| value == "1") {
        fs::write(&path, &drawn).expect("the picture can be written");
    }
    assert_eq!(drawn, fs::read_to_string(path).unwrap_or_default());
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.contains("(tests/timeline/owls.svg)"));
    assert!(readme.contains(&format!("mcp-typestate timeline {session}")));
}

#[test]
fn a_picture_needs_nothing_else_and_suits_light_and_dark() {
    let drawn = run(&["timeline", "tests/timeline/owls.jsonl"], b"").stdout;
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
    assert!(drawn.contains("prefers-color-scheme:dark"));
    for outside in ["href", "url(", "@import", "<script", "<image", "<foreignObject"] {
        assert!(!drawn.contains(outside), "{outside}");
    }
}

#[test]
fn a_picture_shows_tasks_statuses_and_findings_by_name() {
    let drawn = run(&["timeline", "tests/timeline/owls.jsonl"], b"").stdout;
    for shown in [
        "north-wood",
        "south-wood",
        "east-wood",
        "tools/call count-owls",
        "run by the server",
        "working",
        "input_required",
        "completed",
        "failed",
        "cancelled",
        "poll-early",
        "status-after-end",
        "cancel-after-end",
        "8 s",
        "MCP 2025-11-25",
    ] {
        assert!(drawn.contains(&format!(">{shown}<")) || drawn.contains(shown), "{shown}");
    }
}

#[test]
fn what_a_session_says_does_not_become_markup() {
    let hostile = "<script>alert(1)</script>&'\\u0000";
    let session = format!(
        r#"{{"jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": {{"taskId": "{hostile}"}}}}"#
    );
    let run = run(&["timeline", "--revision", "2025-11-25", "-"], session.as_bytes());
    assert!(run.stdout.contains("&lt;script&gt;"));
    assert!(!run.stdout.contains("<script") && !run.stdout.contains('\u{0}'));
}

#[test]
fn any_session_of_our_own_can_be_drawn() {
    for file in fs::read_dir(root().join("tests/sessions")).unwrap() {
        let path = file.unwrap().path();
        let run = run(&["timeline", path.to_str().unwrap()], b"");
        assert_eq!(run.code, 0, "{}: {}", path.display(), run.stderr);
        assert!(!run.stdout.contains("NaN") && !run.stdout.contains("inf"), "{}", path.display());
    }
}

#[test]
fn times_count_from_the_first_that_is_there() {
    let ping = |id: u8, at: &str| {
        let at =
            if at.is_empty() { String::new() } else { format!(r#""at": "2026-08-01T12:{at}Z", "#) };
        format!(
            "{{\"from\": \"client\", {at}\"message\": {{\"jsonrpc\": \"2.0\", \"id\": {id}, \"method\": \"ping\"}}}}\n"
        )
    };
    let rest = ping(2, "00:00") + &ping(3, "00:10");
    for first in ["started\n".to_owned(), ping(1, "")] {
        let drawn =
            run(&["timeline", "--revision", "2025-11-25"], (first + &rest).as_bytes()).stdout;
        assert!(drawn.contains(">10 s<"), "{drawn}");
        assert!(drawn.contains("time since the first message"));
    }
}

#[test]
fn a_task_takes_its_own_request_from_the_others() {
    let session = r#"{"from": "client", "at": "2026-08-01T12:00:00Z", "message": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "a", "task": {}}}}
{"from": "client", "at": "2026-08-01T12:00:00Z", "message": {"jsonrpc": "2.0", "id": 2, "method": "ping"}}
{"from": "server", "at": "2026-08-01T12:00:01Z", "message": {"jsonrpc": "2.0", "id": 1, "result": {"task": {"taskId": "t", "status": "working", "ttl": null, "createdAt": "2026-08-01T12:00:00Z", "lastUpdatedAt": "2026-08-01T12:00:00Z"}}}}
"#;
    let drawn = run(&["timeline", "--revision", "2025-11-25"], session.as_bytes()).stdout;
    assert!(drawn.contains("<title>line 2: request of the client: ping</title>"), "{drawn}");
    assert!(!drawn.contains("<title>line 1: request of the client: call</title>"), "{drawn}");
}

#[test]
fn nothing_is_a_picture_too() {
    for input in [&b""[..], b"garbage\n", b"null"] {
        assert_eq!(run(&["timeline", "-"], input).code, 0);
    }
}
