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

/// The session's picture, of 2025-11-25.
fn drawn(session: &str) -> String {
    let run = run(&["timeline", "--revision", "2025-11-25", "-"], session.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    run.stdout
}

/// Where the numbered finding is drawn.
fn flag(drawn: &str, number: usize) -> (f64, f64) {
    let end = format!(">{number}</text>");
    let line = drawn
        .lines()
        .find(|line| line.starts_with("<g><circle") && line.contains(&end))
        .unwrap_or_else(|| panic!("{number}: {drawn}"));
    let value = |name: &str| {
        let value = line.split(&format!("{name}='")).nth(1).unwrap();
        value.split('\'').next().unwrap().parse().unwrap()
    };
    (value("cx"), value("cy"))
}

/// The middle of a lane, by its number from 0.
fn lane(number: usize) -> f64 {
    164.0 + 84.0 * number as f64
}

fn task(id: &str, status: &str) -> String {
    format!(
        r#"{{"taskId": "{id}", "status": "{status}", "ttl": null, "createdAt": "2026-08-01T12:00:00Z", "lastUpdatedAt": "2026-08-01T12:00:00Z"}}"#
    )
}

fn list(id: u64, tasks: &[String]) -> String {
    let tasks = tasks.join(", ");
    format!(
        "{{\"jsonrpc\": \"2.0\", \"id\": {id}, \"method\": \"tasks/list\"}}\n\
         {{\"jsonrpc\": \"2.0\", \"id\": {id}, \"result\": {{\"tasks\": [{tasks}]}}}}\n"
    )
}

#[test]
fn a_finding_is_drawn_in_the_lane_of_its_task() {
    let long = "t".repeat(100);
    let before = ["a", "b", &long].map(|id| task(id, "completed"));
    let after = [task("a", "completed"), task("b", "completed"), task(&long, "working")];
    let drawn = drawn(&(list(1, &before) + &list(2, &after)));
    assert!(drawn.contains("status-after-end"), "{drawn}");
    let (_, y) = flag(&drawn, 1);
    assert!((y - lane(2)).abs() < 20.0, "{y}");
}

#[test]
fn what_is_open_at_the_end_is_drawn_where_it_was_asked() {
    let ping = r#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "id": 1, "result": {}}"#;
    let get = r#"{"jsonrpc": "2.0", "id": 2, "method": "tasks/get", "params": {"taskId": "t"}}"#;
    let note = r#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#;
    // On one line: without times, the axis has the numbers of the messages.
    let drawn = drawn(&format!("[{ping}, {get}, {note}, {note}, {note}]"));
    assert!(
        drawn.contains("(warning, line 1): the server never answered `tasks/get` 2"),
        "{drawn}"
    );
    let (x, y) = flag(&drawn, 1);
    assert!((y - lane(0)).abs() < 20.0, "{y}");
    let at = 190.0 + 742.0 * 3.0 / 6.0;
    assert!((x - at).abs() < 20.0, "{x}");
}

#[test]
fn a_batch_is_drawn_message_by_message() {
    let get = |id: u64, task: &str| {
        format!(
            r#"{{"jsonrpc": "2.0", "id": {id}, "method": "tasks/get", "params": {{"taskId": "{task}"}}}}"#
        )
    };
    let ping = r#"{"jsonrpc": "2.0", "id": 3, "method": "ping"}"#;
    let got = |id: u64, it: &str| {
        let task = task(it, "working");
        format!(r#"{{"jsonrpc": "2.0", "id": {id}, "result": {task}}}"#)
    };
    let drawn = drawn(&format!(
        "[{}, {ping}, {}]\n[{}, {}]\n",
        get(1, "a"),
        get(2, "b"),
        got(2, "b"),
        got(1, "a")
    ));
    for (title, times) in [
        ("line 1: request of the client: get", 2),
        ("line 1: request of the client: ping", 1),
        ("line 2: reply of the server: reply", 2),
    ] {
        assert_eq!(drawn.matches(&format!("<title>{title}</title>")).count(), times, "{drawn}");
    }
}

#[test]
fn what_is_too_much_to_be_drawn_is_said() {
    let note = "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}\n";
    assert!(drawn(&note.repeat(4007)).contains(" · 7 messages not drawn<"));
    assert!(!drawn(&note.repeat(4000)).contains("not drawn"));
    let tasks: Vec<String> = (0..70).map(|id| task(&id.to_string(), "working")).collect();
    let all = drawn(&list(1, &tasks));
    assert!(all.contains(" · more than 60 tasks · "), "{all}");
    assert!(all.contains(" · the first 60 tasks are drawn<"));
    assert!(drawn(&list(1, &tasks[..60])).contains(" · 60 tasks · "));
}
