//! A task of a test, and what must come of it.

use std::thread;
use std::time::{Duration, Instant, SystemTime};

use mcp_typestate::Dialect;
use serde_json::{Value, json};

use crate::receiver::Receiver;

/// One task, by what it was asked for.
#[derive(Clone)]
pub struct Job {
    pub dialect: Dialect,
    /// The task's id, once it was acknowledged.
    pub task: String,
    pub until: u64,
    pub say: String,
    pub then: &'static str,
}

impl Job {
    /// The job of a number, in one of the dialects and with one of the ends.
    pub fn new(number: usize, until: u64) -> Self {
        let dialect = if number.is_multiple_of(2) { Dialect::Core } else { Dialect::Extension };
        let then = ["say", "say", "report", "fail"][number / 2 % 4];
        Self { dialect, task: String::new(), until, say: format!("job {number}"), then }
    }

    pub fn that_says(self) -> Self {
        Self { then: "say", ..self }
    }

    /// Asks for the task, and gives the request's id.
    pub fn send(&self, receiver: &mut Receiver) -> u64 {
        let arguments = json!({ "until": self.until, "say": self.say, "then": self.then });
        let mut params = json!({ "name": "wait", "arguments": arguments });
        if self.dialect == Dialect::Core {
            params["task"] = json!({ "ttl": 600_000 });
        }
        receiver.send(self.dialect, "tools/call", params)
    }

    /// Takes the reply in: from now on the task was acknowledged.
    pub fn acknowledged(self, reply: &Value) -> Self {
        let result = &reply["result"];
        let task = if self.dialect == Dialect::Core { &result["task"] } else { result };
        let task = task["taskId"].as_str().unwrap_or_else(|| panic!("no task: {reply}")).to_owned();
        Self { task, ..self }
    }

    pub fn begin(self, receiver: &mut Receiver) -> Self {
        let id = self.send(receiver);
        let reply = receiver.reply(id);
        self.acknowledged(&reply)
    }

    pub fn ask(&self, receiver: &mut Receiver, method: &str) -> Value {
        receiver.ask(self.dialect, method, json!({ "taskId": self.task }))
    }

    /// The task, as `tasks/get` shows it.
    pub fn get(&self, receiver: &mut Receiver) -> Value {
        receiver.result(self.dialect, "tasks/get", json!({ "taskId": self.task }))
    }

    /// All that can be asked of the task once it has ended. None before.
    pub fn snapshot(&self, receiver: &mut Receiver) -> Option<Value> {
        let task = self.get(receiver);
        match (task["status"].as_str(), self.dialect) {
            (Some("working"), _) => None,
            (_, Dialect::Extension) => Some(json!({ "task": task })),
            _ => {
                let outcome = self.ask(receiver, "tasks/result");
                Some(json!({ "task": task, "outcome": outcome }))
            }
        }
    }

    /// The same, when the task has ended.
    pub fn end(&self, receiver: &mut Receiver) -> Value {
        let start = Instant::now();
        loop {
            if let Some(snapshot) = self.snapshot(receiver) {
                return snapshot;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{} does not end", self.say);
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Checks that the end is what this job asked for, and no other's. Gives the process that
    /// brought it about, if it says so.
    pub fn check(&self, snapshot: &Value) -> Option<u32> {
        let in_core = self.dialect == Dialect::Core;
        let outcome = if in_core { &snapshot["outcome"] } else { &snapshot["task"] };
        let status = match (self.then, in_core) {
            ("fail", _) | ("report", true) => "failed",
            _ => "completed",
        };
        assert_eq!(snapshot["task"]["status"], status, "{}: {snapshot}", self.say);
        assert_eq!(snapshot["task"]["taskId"], *self.task);
        if self.then == "fail" {
            assert_eq!(outcome["error"]["message"], *self.say, "{snapshot}");
            return None;
        }
        let result = &outcome["result"];
        assert_eq!(result["isError"], self.then == "report", "{}: {snapshot}", self.say);
        let related = &result["_meta"]["io.modelcontextprotocol/related-task"]["taskId"];
        assert_eq!(related, &if in_core { json!(self.task) } else { Value::Null });
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        let process = text.strip_prefix(&format!("{}, by process ", self.say));
        Some(process.and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("{snapshot}")))
    }
}

/// So many milliseconds from now, since 1970 began.
pub fn from_now(millis: u64) -> u64 {
    now_in_micros() / 1000 + millis
}

pub fn now_in_micros() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970");
    u64::try_from(now.as_micros()).expect("before the year 500 000")
}
