//! Calls in a session of 2025-11-25, as tasks of its core and without.

use std::time::Duration;

use super::run::{Started, one_line, refs, start};

#[test]
fn a_tool_without_tasks_is_called_directly() {
    let content = r#"[{"type":"text","text":"four"},
        {"type":"image","data":"AAECAw==","mimeType":"image/png"},
        {"type":"resource_link","name":"n","uri":"file:///n","size":7},
        {"type":"hologram","depth":3}]"#;
    let result = format!(r#"{{"content":{content},"structuredContent":{{"sum":4}}}}"#);
    let reply = format!("reply {}", one_line(&result));
    let script = [TOOLS, "await tools/call", r#"expect "arguments":{"a":2}"#, &reply, "hush"];
    let run = call(&[], "plain", r#"{"a":2}"#, TASKS, &script).end();
    run.succeeds();
    let expected = "four\n\
        [image image/png, 4 bytes]\n\
        [resource_link file:///n, 7 bytes]\n\
        [hologram, 29 bytes of JSON]\n\
        {\n  \"sum\": 4\n}\n";
    assert_eq!(run.out, expected, "{run:?}");
    run.never_says("states:");
}

#[test]
fn progress_is_shown() {
    let progress = r#"print {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"call","progress":1,"total":2,"message":"half"}}"#;
    let script = [TOOLS, "await tools/call", r#"expect "progressToken":"call""#, progress, DONE];
    let run = call(&[], "plain", "{}", TASKS, &script).end();
    run.succeeds();
    run.says("progress 1 of 2: half");
}

#[test]
fn a_task_is_followed_by_polling() {
    let script = [
        TOOLS,
        "await tools/call",
        r#"expect "task":{"#,
        &created(20),
        "await tasks/get",
        r#"expect "taskId":"t1""#,
        &format!("reply {}", task("working", 20, "half way")),
        "await tasks/get",
        &format!("reply {}", task("completed", 20, "done")),
        "await tasks/result",
        DONE,
    ];
    let run = call(&[], "long", "{}", TASKS, &script).end();
    run.succeeds();
    assert_eq!(run.out, "done\n", "{run:?}");
    run.says("working: half way");
    run.says("states: working → completed");
}

#[test]
fn the_poll_interval_is_kept() {
    let script = [TOOLS, "await tools/call", &created(700), "await tasks/get", "exit 5"];
    let run = call(&[], "long", "{}", TASKS, &script).end();
    run.fails_with("ended (exit status: 5)");
    assert!(run.took >= Duration::from_millis(700), "{run:?}");
}

#[test]
fn a_task_is_followed_by_notifications() {
    let script = [
        TOOLS,
        "await tools/call",
        &created(60_000),
        &notify("working", "nearly"),
        &notify("completed", "done").replace("t1", "of-somebody-else"),
        &notify("completed", "done"),
        "await tasks/result",
        DONE,
    ];
    let run = call(&[], "long", "{}", TASKS, &script).end();
    run.succeeds();
    run.says("working: nearly");
    run.says("states: working → completed");
}

#[test]
fn a_server_that_declares_no_tasks_gets_a_direct_call() {
    let run = call(&[], "optional", "{}", NO_TASKS, &[TOOLS, "await tools/call", DONE]).end();
    run.succeeds();
    assert_eq!(run.out, "done\n", "{run:?}");
}

#[test]
fn a_tool_that_runs_only_as_a_task_needs_a_server_that_declares_them() {
    let run = call(&[], "long", "{}", NO_TASKS, &[TOOLS, "hush"]).end();
    run.fails_with("`long` runs only as a task");
    run.says("the server did not declare `tasks`");
}

#[test]
fn an_answer_that_was_given_is_sent() {
    // The script answers only the early `tasks/result`: a second one would wait for ever.
    let script = input_required(r#""content":{"of":"snake"}"#);
    let run = call(&["--answer", r#"{"of":"snake"}"#], "long", "{}", TASKS, &refs(&script)).end();
    run.succeeds();
    assert_eq!(run.out, "done\n", "{run:?}");
    run.says("states: working → input_required → working → completed");
}

#[test]
fn a_person_is_asked_until_the_answer_fits() {
    let script = input_required(r#""content":{"age":7,"of":"snake"}"#);
    let run = call(&[], "long", "{}", TASKS, &refs(&script)).types("x\n7\n4\n2\n");
    run.succeeds();
    run.says("The server asks: Which?");
    run.says("2 snake (The animal)");
    run.says("`age` takes a whole number, 0 to 150");
    run.says("`of` takes one of language, snake");
}

#[test]
fn a_person_may_refuse_or_leave() {
    for (typed, action) in [("/decline\n", "decline"), ("/cancel\n", "cancel"), ("", "cancel")] {
        let script = input_required(&format!(r#""action":"{action}""#));
        call(&[], "long", "{}", TASKS, &refs(&script)).types(typed).succeeds();
    }
}

#[test]
fn an_answer_that_does_not_fit_is_not_sent() {
    let script = input_required("never");
    let run = call(&["--answer", r#"{"of":"owl"}"#], "long", "{}", TASKS, &refs(&script)).end();
    run.fails_with("`of` takes one of language, snake");
}

#[test]
fn a_receiver_that_refuses_the_channel_is_asked_at_the_end() {
    let script = [
        TOOLS,
        "await tools/call",
        &created(60_000),
        &notify("input_required", ""),
        "await tasks/result",
        r#"error {"code":-32602,"message":"not terminal"}"#,
        QUESTION,
        "await-reply 100",
        &notify("completed", ""),
        "await tasks/result",
        DONE,
    ];
    let run = call(&["--answer", r#"{"of":"snake"}"#], "long", "{}", TASKS, &script).end();
    run.succeeds();
    assert_eq!(run.out, "done\n", "{run:?}");
}

#[test]
fn a_refused_task_is_an_error() {
    let refusal = r#"error {"code":-32603,"message":"too many tasks"}"#;
    let run = call(&[], "long", "{}", TASKS, &[TOOLS, "await tools/call", refusal, "hush"]).end();
    run.fails_with("the server refused `tools/call`");
    run.says("too many tasks");
}

#[test]
fn a_failed_task_and_a_cancelled_one_are_failures() {
    let script = |status: &str, reply: &'static str| {
        let ended = notify(status, "");
        let steps =
            [TOOLS, "await tools/call", &created(60_000), &ended, "await tasks/result", reply];
        steps.map(str::to_owned)
    };
    let failed = script("failed", r#"error {"code":-32000,"message":"no owls"}"#);
    let run = call(&[], "long", "{}", TASKS, &refs(&failed)).end();
    run.fails_with("the task failed: error -32000: no owls");
    run.says("states: working → failed");
    let cancelled = script("cancelled", r#"error {"code":-32603,"message":"none"}"#);
    let run = call(&[], "long", "{}", TASKS, &refs(&cancelled)).end();
    run.fails_with("the task was cancelled");
}

#[test]
fn a_task_that_expires_is_an_error() {
    let expired = r#"error {"code":-32602,"message":"Task has expired"}"#;
    let script = [TOOLS, "await tools/call", &created(20), "await tasks/get", expired, "hush"];
    let run = call(&[], "long", "{}", TASKS, &script).end();
    run.fails_with("expired");
}

#[test]
fn a_result_that_reports_an_error_is_printed_and_fails() {
    let result = r#"reply {"content":[{"type":"text","text":"no such owl"}],"isError":true}"#;
    let script = [TOOLS, "await tools/call", result, "hush"];
    let run = call(&[], "plain", "{}", TASKS, &script).end();
    assert_eq!((run.code, &*run.out), (Some(1), "no such owl\n"), "{run:?}");
}

/// What the servers of these tests offer: a tool of each kind.
pub const TOOLS: &str = "tools";
pub const TASKS: &str = r#""tasks":{"requests":{"tools":{"call":{}}}},"#;
pub const NO_TASKS: &str = "";
pub const DONE: &str = r#"reply {"content":[{"type":"text","text":"done"}]}"#;
/// A question with two fields, of which one has to be answered; without `mode`, as servers ask.
pub const QUESTION: &str = r#"print {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"message":"Which?","requestedSchema":{"type":"object","properties":{"age":{"type":"integer","minimum":0,"maximum":150},"of":{"type":"string","oneOf":[{"const":"language","title":"The language"},{"const":"snake","title":"The animal"}]}},"required":["of"]},"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}}}"#;

/// A task that asks a question over the input channel, and gets an answer that has this text.
pub fn input_required(expected: &str) -> Vec<String> {
    [
        TOOLS,
        "await tools/call",
        &created(60_000),
        &notify("input_required", "which?"),
        "await tasks/result",
        r#"expect "taskId":"t1""#,
        "keep",
        QUESTION,
        "await-reply 100",
        &format!("expect {expected}"),
        r#"expect "io.modelcontextprotocol/related-task":{"taskId":"t1"}"#,
        &notify("working", "thanks"),
        &notify("completed", "done"),
        r#"reply-kept {"content":[{"type":"text","text":"done"}]}"#,
        "hush",
    ]
    .map(str::to_owned)
    .to_vec()
}

pub fn task(status: &str, poll_interval: u32, message: &str) -> String {
    format!(
        r#"{{"taskId":"t1","status":"{status}","statusMessage":"{message}","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":null,"pollInterval":{poll_interval}}}"#
    )
}

pub fn created(poll_interval: u32) -> String {
    format!(r#"reply {{"task":{}}}"#, task("working", poll_interval, "begun"))
}

pub fn notify(status: &str, message: &str) -> String {
    let task = task(status, 60_000, message);
    format!(r#"print {{"jsonrpc":"2.0","method":"notifications/tasks/status","params":{task}}}"#)
}

/// Runs `call_tool` against a server that shakes hands and then plays the script.
pub fn call(
    options: &[&str],
    tool: &str,
    arguments: &str,
    tasks: &str,
    script: &[&str],
) -> Started {
    let initialize = format!(
        r#"reply {{"protocolVersion":"2025-11-25","capabilities":{{{tasks}"tools":{{}}}},"serverInfo":{{"name":"script","version":"1"}}}}"#
    );
    let mut steps = vec!["await initialize", &initialize, "await notifications/initialized"];
    for step in script {
        match *step {
            TOOLS => steps.extend(["await tools/list", LIST]),
            step => steps.push(step),
        }
    }
    start(options, tool, arguments, &steps)
}

pub const LIST: &str = r#"reply {"tools":[{"name":"plain","inputSchema":{"type":"object"}},{"name":"optional","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"}},{"name":"long","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}}]}"#;
