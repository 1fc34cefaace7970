//! Calls in a session of 2026-07-28, which the server may run as tasks of the extension.

use super::core::{DONE, LIST, TOOLS};
use super::run::{Started, start};

#[test]
fn a_result_at_once_is_printed() {
    let script = [
        TOOLS,
        "await tools/call",
        r#"expect "arguments":{"a":2}"#,
        // What structured content may be since this revision.
        r#"reply {"resultType":"complete","content":[{"type":"text","text":"four"}],"structuredContent":[4]}"#,
        "hush",
    ];
    let run = call("plain", r#"{"a":2}"#, TASKS, &script).end();
    run.succeeds();
    assert_eq!(run.out, "four\n[\n  4\n]\n", "{run:?}");
    run.never_says("states:");
}

#[test]
fn each_request_says_what_this_client_can_do() {
    let expected = r#"expect "_meta":{"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}},"extensions":{"io.modelcontextprotocol/tasks":{}},"roots":{}},"io.modelcontextprotocol/protocolVersion":"2026-07-28""#;
    let list = ["await server/discover", expected, r#"expect "id":1"#];
    let discovered = discovered(TASKS);
    let (created, asked) = (created(20), polled("input_required", 20, &requests(&[("r", ROOTS)])));
    let done = polled("completed", 20, RESULT);
    let call = [
        &discovered,
        "await tools/list",
        expected,
        LIST,
        "await tools/call",
        expected,
        &created,
        "await subscriptions/listen",
        expected,
        "await tasks/get",
        expected,
        &asked,
        "await tasks/update",
        expected,
        "reply {}",
        "await tasks/get",
        &done,
        "hush",
    ];
    start(&REVISION, "plain", "{}", &[&list[..], &call].concat()).end().succeeds();
}

#[test]
fn the_server_decides_that_there_is_a_task() {
    for tool in ["plain", "optional", "long"] {
        let end = notify("completed", RESULT);
        let script = [TOOLS, "await tools/call", &created(60_000), &end, "hush"];
        let run = call(tool, "{}", TASKS, &script).end();
        run.succeeds();
        run.says("states: working → completed");
    }
}

#[test]
fn a_task_is_followed_by_polling_and_brings_its_result() {
    // The script answers no request after the end: asking for the result would wait for ever.
    let script = [
        TOOLS,
        "await tools/call",
        &created(20),
        "await tasks/get",
        r#"expect "taskId":"t1""#,
        &polled("working", 20, r#","statusMessage":"half way""#),
        "await tasks/get",
        &polled("completed", 20, RESULT),
        "hush",
    ];
    let run = call("plain", "{}", TASKS, &script).end();
    run.succeeds();
    assert_eq!(run.out, "done\n", "{run:?}");
    run.says("working: half way");
    run.says("states: working → completed");
}

#[test]
fn a_task_is_followed_by_notifications_that_were_asked_for() {
    let script = [
        TOOLS,
        "await tools/call",
        &created(60_000),
        "await subscriptions/listen",
        r#"expect "notifications":{"taskIds":["t1"]}"#,
        &notify("working", r#","statusMessage":"nearly""#),
        &notify("completed", RESULT).replace("t1", "of-somebody-else"),
        &notify("completed", RESULT),
        "hush",
    ];
    let run = call("plain", "{}", TASKS, &script).end();
    run.succeeds();
    assert_eq!(run.out, "done\n", "{run:?}");
    run.says("working: nearly");
    run.says("states: working → completed");
}

#[test]
fn a_server_without_notifications_is_polled() {
    let script = [
        TOOLS,
        "await tools/call",
        &created(20),
        "await subscriptions/listen",
        r#"error {"code":-32601,"message":"no subscriptions"}"#,
        "await tasks/get",
        &polled("completed", 20, RESULT),
        "hush",
    ];
    let run = call("plain", "{}", TASKS, &script).end();
    run.succeeds();
    run.never_says("no subscriptions");
}

#[test]
fn a_task_may_have_ended_by_the_time_of_its_creation() {
    let ended = polled("completed", 20, &format!(r#","resultType":"task"{RESULT}"#));
    let run = call("plain", "{}", TASKS, &[TOOLS, "await tools/call", &ended, "hush"]).end();
    run.succeeds();
    assert_eq!(run.out, "done\n", "{run:?}");
    run.says("states: completed");
}

#[test]
fn a_result_that_the_end_does_not_bring_is_asked_for() {
    let script = [
        TOOLS,
        "await tools/call",
        &created(60_000),
        &notify("completed", ""),
        "await tasks/get",
        &polled("completed", 20, RESULT),
        "hush",
    ];
    let run = call("plain", "{}", TASKS, &script).end();
    run.succeeds();
    assert_eq!(run.out, "done\n", "{run:?}");
}

#[test]
fn a_failed_task_says_why() {
    let error = r#","error":{"code":-32000,"message":"no owls"}"#;
    let run = ended("failed", error);
    run.fails_with("the task failed: error -32000: no owls");
    run.says("states: working → failed");
}

#[test]
fn a_cancelled_task_is_a_failure() {
    ended("cancelled", "").fails_with("the task was cancelled");
}

#[test]
fn a_result_that_reports_an_error_is_printed_and_fails() {
    let result = r#","result":{"content":[{"type":"text","text":"no such owl"}],"isError":true}"#;
    let run = ended("completed", result);
    assert_eq!((run.code, &*run.out), (Some(1), "no such owl\n"), "{run:?}");
    run.says("states: working → completed");
}

#[test]
fn an_unknown_task_is_an_error() {
    let unknown = r#"error {"code":-32602,"message":"Task not found"}"#;
    let script = [TOOLS, "await tools/call", &created(20), "await tasks/get", unknown, "hush"];
    let run = call("plain", "{}", TASKS, &script).end();
    run.fails_with("the receiver knows no such task");
}

#[test]
fn a_capability_that_the_server_requires_is_named() {
    let refusal =
        r#"error {"code":-32021,"message":"no","data":{"requiredCapabilities":{"sampling":{}}}}"#;
    for tasks in [TASKS, NO_TASKS] {
        let run = call("plain", "{}", tasks, &[TOOLS, "await tools/call", refusal, "hush"]).end();
        run.fails_with("the server refused `tools/call`: error -32021");
        run.says(r#"it requires of the client {"sampling":{}}"#);
    }
}

#[test]
fn a_server_without_the_extension_gets_a_direct_call() {
    // `long` runs only as a task elsewhere: what a tool says of it has no meaning here.
    for tool in ["plain", "long"] {
        let run = call(tool, "{}", NO_TASKS, &[TOOLS, "await tools/call", DONE, "hush"]).end();
        run.succeeds();
        assert_eq!(run.out, "done\n", "{run:?}");
    }
}

#[test]
fn a_server_that_does_not_speak_the_revision_is_refused() {
    let other = discovered(TASKS).replace(r#"["2026-07-28"]"#, r#"["2025-11-25","2027-01-01"]"#);
    let run = start(&REVISION, "plain", "{}", &["await server/discover", &other, "hush"]).end();
    run.fails_with("the server does not speak revision 2026-07-28, but 2025-11-25, 2027-01-01");
}

pub const TASKS: &str = r#""extensions":{"io.modelcontextprotocol/tasks":{}},"#;
pub const NO_TASKS: &str = "";
const REVISION: [&str; 2] = ["--revision", "2026-07-28"];
/// What a completed task has.
pub const RESULT: &str = r#","result":{"content":[{"type":"text","text":"done"}]}"#;

/// An input request that needs no person.
pub const ROOTS: &str = r#"{"method":"roots/list"}"#;

/// What a task that waits for input has: its requests by key.
pub fn requests(requests: &[(&str, &str)]) -> String {
    let requests: Vec<_> = requests.iter().map(|(key, it)| format!(r#""{key}":{it}"#)).collect();
    format!(r#","inputRequests":{{{}}}"#, requests.join(","))
}

fn task(status: &str, poll_interval: u32, more: &str) -> String {
    format!(
        r#"{{"taskId":"t1","status":"{status}","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttlMs":null,"pollIntervalMs":{poll_interval}{more}}}"#
    )
}

/// The reply that says that the call runs as a task.
pub fn created(poll_interval: u32) -> String {
    polled("working", poll_interval, r#","resultType":"task""#)
}

pub fn polled(status: &str, poll_interval: u32, more: &str) -> String {
    format!("reply {}", task(status, poll_interval, more))
}

pub fn notify(status: &str, more: &str) -> String {
    let task = task(status, 60_000, more);
    format!(r#"print {{"jsonrpc":"2.0","method":"notifications/tasks","params":{task}}}"#)
}

/// The run of a call whose task ends like this.
fn ended(status: &str, more: &str) -> super::run::Run {
    let script = [TOOLS, "await tools/call", &created(60_000), &notify(status, more), "hush"];
    call("plain", "{}", TASKS, &script).end()
}

fn discovered(tasks: &str) -> String {
    format!(
        r#"reply {{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{{{tasks}"tools":{{}}}},"ttlMs":0,"cacheScope":"private"}}"#
    )
}

/// Runs `call_tool` against a server that says what it can do and then plays the script.
pub fn call(tool: &str, arguments: &str, tasks: &str, script: &[&str]) -> Started {
    call_with(&[], tool, arguments, tasks, script)
}

pub fn call_with(
    options: &[&str],
    tool: &str,
    arguments: &str,
    tasks: &str,
    script: &[&str],
) -> Started {
    let discovered = discovered(tasks);
    let mut steps = vec!["await server/discover", &discovered];
    for step in script {
        match *step {
            TOOLS => steps.extend(["await tools/list", LIST]),
            step => steps.push(step),
        }
    }
    start(&[&REVISION, options].concat(), tool, arguments, &steps)
}
