//! What holds in any session: its beginning, the server's own requests, its end, and what a command
//! line is told.

use std::process::Command;
use std::time::Duration;

use super::core::{TASKS, TOOLS, call, created};
use super::run::{Started, start};
use crate::examples::example;

#[test]
fn a_revision_with_another_handshake_is_refused() {
    let reply = r#"reply {"protocolVersion":"2026-07-28","capabilities":{},"serverInfo":{"name":"n","version":"1"}}"#;
    let run = start(&[], "plain", "{}", &["await initialize", reply, "hush"]).end();
    run.fails_with("the server speaks revision 2026-07-28, which this client does not");
}

#[test]
fn a_server_that_only_echoes_is_told_apart() {
    for revision in ["2025-11-25", "2026-07-28"] {
        let run = start(&["--revision", revision], "plain", "{}", &["echo"]).end();
        run.fails_with("the server echoes what it gets");
    }
}

#[test]
fn a_request_with_an_id_of_ours_is_no_echo() {
    let ping = r#"print {"jsonrpc":"2.0","id":3,"method":"ping"}"#;
    let answered = ["await-reply 3", r#"expect "result":{}"#];
    let script = [TOOLS, "await tools/call", "keep", r#"expect "id":3"#, ping];
    let script = [&script[..], &answered, &[r#"reply-kept {"content":[]}"#, "hush"]].concat();
    call(&[], "plain", "{}", TASKS, &script).end().succeeds();
}

#[test]
fn a_server_of_the_other_generation_is_hinted_at() {
    let unknown = r#"error {"code":-32601,"message":"no such method"}"#;
    for (revision, method, hint) in [
        ("2025-11-25", "initialize", "is called with --revision 2026-07-28"),
        ("2026-07-28", "server/discover", "is called without --revision"),
    ] {
        let script = [&format!("await {method}"), unknown, "hush"];
        let run = start(&["--revision", revision], "plain", "{}", &script).end();
        run.fails_with(&format!("the server refused `{method}`: error -32601"));
        run.says(hint);
    }
}

#[test]
fn what_was_declared_is_answered_and_the_rest_refused() {
    let script = [
        TOOLS,
        "await tools/call",
        "keep",
        r#"print {"jsonrpc":"2.0","id":100,"method":"ping"}"#,
        "await-reply 100",
        r#"expect "result":{}"#,
        r#"print {"jsonrpc":"2.0","id":101,"method":"roots/list"}"#,
        "await-reply 101",
        r#"expect "roots":[]"#,
        r#"print {"jsonrpc":"2.0","id":102,"method":"custom/thing","params":{}}"#,
        "await-reply 102",
        r#"expect "code":-32601"#,
        r#"print {"jsonrpc":"2.0","id":103,"method":"elicitation/create","params":{"mode":"form"}}"#,
        "await-reply 103",
        r#"expect "code":-32602"#,
        r#"reply-kept {"content":[]}"#,
        "hush",
    ];
    call(&[], "plain", "{}", TASKS, &script).end().succeeds();
}

#[test]
fn a_server_that_dies_is_quoted() {
    let script = [TOOLS, "await tools/call", "say out of owls", "exit 3"];
    let run = call(&[], "plain", "{}", TASKS, &script).end();
    run.fails_with("ended (exit status: 3); the reply to `tools/call` was awaited");
    run.says("| out of owls");
}

#[test]
fn a_line_that_is_not_json_is_quoted() {
    let run = call(&[], "plain", "{}", TASKS, &["print Listening on port 80", "hush"]).end();
    run.fails_with("not JSON: `Listening on port 80`");
    let run = call(&[], "plain", "{}", TASKS, &[r#"print {"hello":1}"#, "hush"]).end();
    run.fails_with(r#"not a message: `{"hello":1}`"#);
}

#[test]
fn an_unknown_tool_is_told_of_the_nearest_first() {
    let pages = [
        "await tools/list",
        r#"reply {"tools":[{"name":"zebra","inputSchema":{"type":"object"}}],"nextCursor":"2"}"#,
        "await tools/list",
        r#"expect "cursor":"2""#,
        r#"reply {"tools":[{"name":"echo","inputSchema":{"type":"object"}}]}"#,
        "hush",
    ];
    let run = call(&[], "ecoh", "{}", TASKS, &pages).end();
    run.fails_with("no tool `ecoh`; it has echo, zebra");
}

#[test]
fn silence_is_not_waited_for() {
    let hasty = ["--timeout", "0.5"];
    let direct = [TOOLS, "await tools/call", "cling"];
    let task = [TOOLS, "await tools/call", &created(50), "cling"];
    for (run, awaited) in [
        (start(&hasty, "plain", "{}", &["cling"]), "the reply to `initialize`"),
        (call(&hasty, "plain", "{}", TASKS, &direct), "the reply to `tools/call`"),
        (call(&hasty, "long", "{}", TASKS, &task), "an end of the task"),
    ] {
        let run = run.end();
        run.fails_with(&format!("timeout: {awaited}"));
        assert!(run.took < Duration::from_secs(20), "{run:?}");
    }
}

#[test]
fn a_command_line_that_makes_no_sense_is_refused() {
    let server = ["--", "server"];
    for (args, complaint) in [
        (&["plain", "[1]"] as &[&str], "the arguments are not a JSON object"),
        (&["plain", "{"], "the arguments are not a JSON object"),
        (&["--timeout", "soon", "plain", "{}"], "the timeout `soon`"),
        (&["--answer", "7", "plain", "{}"], "the value of --answer"),
        (&["--revision", "2024-11-05", "plain", "{}"], "the revision `2024-11-05`"),
        (&["--loud", "plain", "{}"], "`--loud` is not expected"),
        (&[], "TOOL is missing"),
        (&["plain"], "JSON-ARGUMENTS is missing"),
    ] {
        let run = Started::new(Command::new(example("call_tool")).args(args).args(server)).end();
        assert_eq!(run.code, Some(2), "{run:?}");
        run.says(complaint);
        run.says("usage:");
    }
    let args = ["plain", "{}", "--", "no-such-server-anywhere"];
    let run = Started::new(Command::new(example("call_tool")).args(args)).end();
    run.fails_with("command not found: `no-such-server-anywhere`");
}
