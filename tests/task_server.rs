//! The example `task_server`: with `call_tool` at the other end, in both generations of tasks, and
//! by hand.
#![cfg(all(feature = "v2025_11_25", feature = "v2026_07_28", feature = "system_ids"))]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use examples::example;

#[path = "support/examples.rs"]
mod examples;

#[test]
fn call_tool_gets_its_report_in_both_generations() {
    for generation in [&[][..], &["--revision", "2026-07-28"]] {
        for (arguments, report, states) in [
            (r#"{"topic": "owls"}"#, "A report on owls.\n", "working → completed"),
            ("{}", "A report on barn owls.\n", "working → input_required → "),
        ] {
            let run = Command::new(example("call_tool"))
                .args(generation)
                .args(["--timeout", "60", "--answer", r#"{"topic": "barn owls"}"#])
                .args(["research", arguments, "--"])
                .arg(example("task_server"))
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let words = String::from_utf8(run.stderr).unwrap();
            assert!(run.status.success(), "{words}");
            assert_eq!(String::from_utf8(run.stdout).unwrap(), report, "{words}");
            assert!(words.contains(&format!("states: {states}")), "{words}");
        }
    }
}

/// The server by itself, ended when dropped.
struct Server {
    child: Child,
    /// None once it is closed.
    input: Option<ChildStdin>,
    lines: Receiver<Value>,
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(example("task_server"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (send, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let message = serde_json::from_str(&line).expect("a line of JSON");
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines }
    }

    /// A server that has shaken hands in the core.
    fn in_core() -> Self {
        let mut server = Self::start();
        let hello = server.ask(
            "initialize",
            json!({ "protocolVersion": "2025-11-25", "capabilities": { "tasks": {} },
                "clientInfo": { "name": "test", "version": "1" } }),
        );
        assert_eq!(hello["result"]["protocolVersion"], "2025-11-25");
        server
    }

    fn write(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn next(&self) -> Value {
        self.lines.recv_timeout(Duration::from_secs(30)).expect("a message in time")
    }

    /// The reply to a request, whatever comes before it.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": method, "method": method, "params": params });
        self.write(&request.to_string());
        loop {
            let message = self.next();
            if message["id"] == method {
                return message;
            }
        }
    }

    fn code(&mut self, method: &str, params: Value) -> Value {
        self.ask(method, params)["error"]["code"].clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_is_wrong_is_refused_and_the_server_goes_on() {
    let mut server = Server::in_core();
    server.write("{ not json");
    server.write("");
    server.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    server.write(r#"{"jsonrpc":"2.0","id":"nobody/asked","result":{}}"#);
    assert_eq!(server.code("tasks/get", json!({ "taskId": "nobody" })), -32602);
    assert_eq!(server.code("tasks/nonsense", json!({})), -32601);
    assert_eq!(server.code("prompts/list", json!({})), -32601);
    // The tool runs only as a task.
    assert_eq!(server.code("tools/call", json!({ "name": "research" })), -32601);
    let tools = server.ask("tools/list", json!({}));
    assert_eq!(tools["result"]["tools"][0]["name"], "research");
}

#[test]
fn a_question_that_is_refused_fails_the_task() {
    let mut server = Server::in_core();
    let call = json!({ "name": "research", "arguments": {}, "task": {} });
    let id = server.ask("tools/call", call)["result"]["task"]["taskId"].clone();
    let early = json!({ "jsonrpc": "2.0", "id": "early", "method": "tasks/result",
        "params": { "taskId": id } });
    server.write(&early.to_string());
    let question = loop {
        let message = server.next();
        if message["method"] == "elicitation/create" {
            break message;
        }
    };
    let related = &question["params"]["_meta"]["io.modelcontextprotocol/related-task"];
    assert_eq!(related["taskId"], id);
    let refusal = json!({ "jsonrpc": "2.0", "id": question["id"],
        "error": { "code": -32601, "message": "no forms here" } });
    server.write(&refusal.to_string());
    let reply = loop {
        let message = server.next();
        if message["id"] == "early" {
            break message;
        }
    };
    assert_eq!(reply["error"]["message"], "The work ended without a result");
    assert_eq!(server.ask("tasks/get", json!({ "taskId": id }))["result"]["status"], "failed");
}

#[test]
fn a_server_whose_client_is_gone_ends_by_itself() {
    let mut server = Server::in_core();
    assert!(server.ask("tasks/list", json!({}))["result"]["tasks"].is_array());
    server.input = None;
    assert!(server.lines.recv_timeout(Duration::from_secs(30)).is_err());
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn it_is_as_short_as_is_said() {
    let lines = include_str!("../examples/task_server.rs").lines().count();
    assert!(lines < 120, "{lines} lines");
}
