//! The example `call_tool` against servers that play a script: what it prints, what it says went
//! wrong, and that it never hangs.
#![cfg(all(feature = "v2025_11_25", feature = "v2026_07_28"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

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
fn a_revision_with_another_handshake_is_refused() {
    let reply = r#"reply {"protocolVersion":"2026-07-28","capabilities":{},"serverInfo":{"name":"n","version":"1"}}"#;
    let run = start(&[], "plain", "{}", &["await initialize", reply, "hush"]).end();
    run.fails_with("the server speaks revision 2026-07-28, which this client does not");
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
        (&["--loud", "plain", "{}"], "`--loud` is not expected"),
        (&[], "TOOL is missing"),
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

/// What the servers of these tests offer: a tool of each kind.
const TOOLS: &str = "tools";
const TASKS: &str = r#""tasks":{"requests":{"tools":{"call":{}}}},"#;
const NO_TASKS: &str = "";
const DONE: &str = r#"reply {"content":[{"type":"text","text":"done"}]}"#;
/// A question with two fields, of which one has to be answered; without `mode`, as servers ask.
const QUESTION: &str = r#"print {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"message":"Which?","requestedSchema":{"type":"object","properties":{"age":{"type":"integer","minimum":0,"maximum":150},"of":{"type":"string","oneOf":[{"const":"language","title":"The language"},{"const":"snake","title":"The animal"}]}},"required":["of"]},"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}}}"#;

/// A task that asks a question over the input channel, and gets an answer that has this text.
fn input_required(expected: &str) -> Vec<String> {
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

fn task(status: &str, poll_interval: u32, message: &str) -> String {
    format!(
        r#"{{"taskId":"t1","status":"{status}","statusMessage":"{message}","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":null,"pollInterval":{poll_interval}}}"#
    )
}

fn created(poll_interval: u32) -> String {
    format!(r#"reply {{"task":{}}}"#, task("working", poll_interval, "begun"))
}

fn notify(status: &str, message: &str) -> String {
    let task = task(status, 60_000, message);
    format!(r#"print {{"jsonrpc":"2.0","method":"notifications/tasks/status","params":{task}}}"#)
}

/// Runs `call_tool` against a server that shakes hands and then plays the script.
fn call(options: &[&str], tool: &str, arguments: &str, tasks: &str, script: &[&str]) -> Started {
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

const LIST: &str = r#"reply {"tools":[{"name":"plain","inputSchema":{"type":"object"}},{"name":"optional","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"}},{"name":"long","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}}]}"#;

fn start(options: &[&str], tool: &str, arguments: &str, steps: &[&str]) -> Started {
    let mut command = Command::new(example("call_tool"));
    command.args(options).args([tool, arguments, "--"]).arg(example("scripted_server")).args(steps);
    Started::new(&mut command)
}

/// An example's program, which `cargo test` builds beside the tests.
fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(|deps| deps.parent()).unwrap();
    let program =
        profile.join("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "not built: cargo build --examples");
    program
}

struct Started {
    child: std::process::Child,
    began: Instant,
}

/// A run that has ended.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
    took: Duration,
}

impl Started {
    fn new(command: &mut Command) -> Started {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Started { child: piped.spawn().unwrap(), began: Instant::now() }
    }

    fn end(self) -> Run {
        self.types("")
    }

    /// Types, and waits for the end.
    fn types(mut self, typed: &str) -> Run {
        let mut stdin = self.child.stdin.take().unwrap();
        // A run that has ended already reads nothing.
        let _ = stdin.write_all(typed.as_bytes());
        drop(stdin);
        let waiting = thread::spawn(move || self.child.wait_with_output().unwrap());
        let end = Instant::now() + Duration::from_secs(60);
        while !waiting.is_finished() {
            assert!(Instant::now() < end, "call_tool hangs");
            thread::sleep(Duration::from_millis(5));
        }
        let took = self.began.elapsed();
        let output = waiting.join().unwrap();
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            took,
        }
    }
}

impl Run {
    fn succeeds(&self) {
        assert_eq!(self.code, Some(0), "{self:?}");
    }

    fn fails_with(&self, complaint: &str) {
        assert_eq!(self.code, Some(1), "{self:?}");
        self.says(complaint);
    }

    fn says(&self, text: &str) {
        assert!(self.err.contains(text), "{text} is not in {self:?}");
    }

    fn never_says(&self, text: &str) {
        assert!(!self.err.contains(text), "{text} is in {self:?}");
    }
}

fn refs(steps: &[String]) -> Vec<&str> {
    steps.iter().map(String::as_str).collect()
}

fn one_line(json: &str) -> String {
    json.lines().map(str::trim).collect()
}
