//! A receiver's process, as its client has it.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use mcp_typestate::{Dialect, TASKS_EXTENSION};
use serde_json::{Value, json};

use crate::redis::Redis;

/// The longest that a reply may take.
const LIMIT: Duration = Duration::from_secs(30);

/// A process, with a client in both generations. It is killed with this.
pub struct Receiver {
    child: Child,
    input: ChildStdin,
    replies: mpsc::Receiver<Value>,
    /// Replies that were not asked for yet, by their ids.
    early: HashMap<u64, Value>,
    sent: u64,
    /// The tasks whose end came too late, as the process has said.
    beaten: Arc<Mutex<Vec<String>>>,
}

impl Receiver {
    pub fn start(redis: &Redis, options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_redis-receiver"))
            .arg(&redis.url)
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the receiver");
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, replies) = mpsc::channel();
        thread::spawn(move || {
            // A line that was cut short by a kill is no reply.
            let lines = output.lines().map_while(Result::ok);
            let replies = lines.map_while(|line| serde_json::from_str(&line).ok());
            replies.map_while(|reply| sender.send(reply).ok()).for_each(drop);
        });
        let complaints = BufReader::new(child.stderr.take().expect("its complaints"));
        let beaten = Arc::<Mutex<Vec<String>>>::default();
        thread::spawn({
            let beaten = Arc::clone(&beaten);
            move || {
                for line in complaints.lines().map_while(Result::ok) {
                    match line.split_once(": Task is already in terminal status") {
                        Some((task, _)) => beaten.lock().expect("a list").push(task.to_owned()),
                        None => eprintln!("{line}"),
                    }
                }
            }
        });
        let early = HashMap::new();
        let mut receiver = Self { child, input, replies, early, sent: 0, beaten };
        receiver.initialize();
        receiver
    }

    /// Begins the session of the core.
    pub fn initialize(&mut self) -> Value {
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "tasks": { "list": {}, "cancel": {} } },
            "clientInfo": { "name": "cluster", "version": "0" },
        });
        self.result(Dialect::Core, "initialize", params)
    }

    /// The process's id.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends a request, and gives its id.
    pub fn send(&mut self, dialect: Dialect, method: &str, mut params: Value) -> u64 {
        if dialect == Dialect::Extension {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {
                    "extensions": { TASKS_EXTENSION: {} },
                },
            });
        }
        self.sent += 1;
        let request =
            json!({ "jsonrpc": "2.0", "id": self.sent, "method": method, "params": params });
        writeln!(self.input, "{request}").expect("the receiver reads");
        self.sent
    }

    /// The reply to a request: its `result` or its `error`, as a member.
    pub fn reply(&mut self, id: u64) -> Value {
        loop {
            if let Some(reply) = self.early.remove(&id) {
                return reply;
            }
            let reply = self.replies.recv_timeout(LIMIT).expect("a reply in time");
            self.file(reply);
        }
    }

    /// The reply to a request, if it has come by now.
    pub fn replied(&mut self, id: u64) -> Option<Value> {
        while let Ok(reply) = self.replies.try_recv() {
            self.file(reply);
        }
        self.early.remove(&id)
    }

    /// Kills the process, by its id, and gives the replies to these requests that had come out.
    pub fn kill(mut self, requests: &[u64]) -> Vec<Option<Value>> {
        self.child.kill().expect("it can be killed");
        while let Ok(reply) = self.replies.recv_timeout(LIMIT) {
            self.file(reply);
        }
        requests.iter().map(|id| self.early.remove(id)).collect()
    }

    pub fn ask(&mut self, dialect: Dialect, method: &str, params: Value) -> Value {
        let id = self.send(dialect, method, params);
        self.reply(id)
    }

    /// The result of a request that succeeds.
    pub fn result(&mut self, dialect: Dialect, method: &str, params: Value) -> Value {
        let reply = self.ask(dialect, method, params);
        reply.get("result").unwrap_or_else(|| panic!("{method}: {reply}")).clone()
    }

    /// Sends the process a signal, such as `STOP`.
    pub fn signal(&self, signal: &str) {
        let id = self.process().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.expect("kill").success());
    }

    /// The tasks whose work was done here, and whose end came too late.
    pub fn beaten(&self) -> Vec<String> {
        self.beaten.lock().expect("a list").clone()
    }

    fn file(&mut self, mut reply: Value) {
        let id = reply["id"].as_u64().unwrap_or_else(|| panic!("no reply of ours: {reply}"));
        let members = reply.as_object_mut().expect("an object");
        members.retain(|name, _| name == "result" || name == "error");
        self.early.insert(id, reply);
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
