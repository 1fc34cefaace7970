//! A receiver with what its owner does around it: messages cross as text, time is simulated.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, SystemTime};

use mcp_typestate::jsonrpc::{AnyCall, AnyMessage, RequestMessage};
use mcp_typestate::receiver::{
    Event, Handled, MemoryReceiver, Outgoing, Payload, Policy, Refusal, Requestor,
};
use mcp_typestate::{Dialect, Negotiated, Reply, Side, TASKS_EXTENSION, from_str};
use serde::Serialize;
use serde_json::{Value, json};

use crate::sessions::{at, session, with};

type Ids = Box<dyn FnMut() -> String>;

pub struct Desk {
    pub dialect: Dialect,
    pub receiver: MemoryReceiver<Ids>,
    /// Who asks.
    pub requestor: Requestor,
    pub now: SystemTime,
    /// What was sent besides replies, in order.
    pub sent: VecDeque<Value>,
    /// The connections that it was sent over.
    pub connections: VecDeque<u64>,
    /// The tasks whose work was stopped.
    pub stopped: Vec<String>,
    /// What the client has answered for the work.
    pub answers: BTreeMap<String, Payload>,
    requests: i64,
}

/// The requestor of a session, in a dialect.
pub fn requestor(dialect: Dialect, session: &Negotiated) -> Requestor {
    let requestor = Requestor::new(session, Side::Server);
    if dialect == Dialect::Enveloped { requestor.enveloped() } else { requestor }
}

impl Desk {
    /// A receiver with which all was negotiated that the dialect has.
    pub fn new(dialect: Dialect) -> Self {
        Self::with(Policy::sole_requestor(), dialect)
    }

    pub fn with(policy: Policy, dialect: Dialect) -> Self {
        Self::of(policy, requestor(dialect, &session(dialect)))
    }

    pub fn of(policy: Policy, requestor: Requestor) -> Self {
        let mut created = 0;
        let ids: Ids = Box::new(move || {
            created += 1;
            format!("task-{created}")
        });
        Self {
            dialect: requestor.dialect(),
            receiver: MemoryReceiver::with_ids(policy, ids),
            requestor,
            now: at(0),
            sent: VecDeque::new(),
            connections: VecDeque::new(),
            stopped: Vec::new(),
            answers: BTreeMap::new(),
            requests: 0,
        }
    }

    pub fn passes(&mut self, seconds: u64) {
        self.now += Duration::from_secs(seconds);
    }

    /// Takes a message in. None where the reply has to wait.
    pub fn receive(&mut self, message: &impl Serialize) -> Option<Reply> {
        let text = serde_json::to_string(message).unwrap();
        let Ok(AnyMessage::Request(request)) = from_str(&text) else { panic!("a request: {text}") };
        let mut handled = self.receiver.handle(&self.requestor, request, self.now);
        if let Handled::NotOurs(request) = handled {
            if self.dialect != Dialect::Extension || request.body.method != "tools/call" {
                panic!("not about tasks: {text}");
            }
            // The server decides, and decides that it takes its time.
            handled = self.receiver.start(&self.requestor, request, self.now);
        }
        let (reply, outgoing) = match handled {
            Handled::Reply { reply, outgoing } => (reply, outgoing),
            Handled::Started { started, outgoing } => (started.reply, outgoing),
            Handled::Deferred { outgoing } => {
                self.send(outgoing);
                return None;
            }
            Handled::NotOurs(_) => panic!("not ours, although it was started"),
        };
        self.send(outgoing);
        Some(from_str(&serde_json::to_string(&reply).unwrap()).unwrap())
    }

    fn send(&mut self, outgoing: Vec<Outgoing>) {
        for outgoing in outgoing {
            let (connection, message) = match outgoing {
                Outgoing::Send { connection, message } => (connection, json!(message)),
                Outgoing::Stop { task } => {
                    self.stopped.push(task.to_string());
                    continue;
                }
                Outgoing::Input { answers, .. } => {
                    self.answers.extend(answers);
                    continue;
                }
            };
            self.sent.push_back(message);
            self.connections.push_back(connection);
        }
    }

    /// Lets the requestor listen to the first task, where that is to be asked for.
    pub fn listen(&mut self) {
        if self.dialect == Dialect::Extension {
            let wanted = json!({ "notifications": { "taskIds": ["task-1"] } });
            let mut request = self.request("subscriptions/listen", wanted);
            request.id = "listen".into();
            let heard = self.receiver.listen(&self.requestor, &request, self.now);
            assert_eq!(heard, Ok(vec!["task-1".to_owned()]));
        }
    }

    /// A request of the dialect's, by hand.
    pub fn request(&mut self, method: &str, params: Value) -> RequestMessage<AnyCall> {
        self.requests += 1;
        let params = match self.dialect {
            Dialect::Extension => with(json!({ "_meta": declaring() }), params),
            _ => params,
        };
        RequestMessage { id: self.requests.into(), body: AnyCall::new(method, Some(params)) }
    }

    /// Sends a request by hand, and takes the reply as JSON: a `result` or an `error`.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = self.request(method, params);
        let reply = self.receive(&request).expect("a reply at once");
        assert_eq!(reply.id(), Some(&request.id));
        json!(reply)
    }

    /// The result of a request that succeeds.
    pub fn result(&mut self, method: &str, params: Value) -> Value {
        let reply = self.ask(method, params);
        reply.get("result").unwrap_or_else(|| panic!("{method}: {reply}")).clone()
    }

    /// Code and message of a request that is refused.
    pub fn refusal(&mut self, method: &str, params: Value) -> (i64, String) {
        let reply = self.ask(method, params);
        let error = reply.get("error").unwrap_or_else(|| panic!("{method}: {reply}"));
        (error["code"].as_i64().unwrap(), error["message"].as_str().unwrap().to_owned())
    }

    /// Begins a task by hand, and gives it as its creation shows it.
    pub fn create(&mut self) -> Value {
        self.create_for(json!({}))
    }

    /// The same with these members in `params.task`.
    pub fn create_for(&mut self, wish: Value) -> Value {
        let params = json!({ "name": "research", "task": wish });
        let result = self.result("tools/call", params);
        let task = result.get("task").unwrap_or(&result).clone();
        if task["taskId"] == "task-1" {
            self.listen();
        }
        task
    }

    /// Lets something happen to the first task, and gives what is sent because of it.
    pub fn happens(&mut self, event: Event) -> Vec<Value> {
        self.happens_to("task-1", event).unwrap()
    }

    pub fn happens_to(&mut self, task: &str, event: Event) -> Result<Vec<Value>, Refusal> {
        let outgoing = self.receiver.apply(task, event, self.now)?;
        let before = self.sent.len();
        self.send(outgoing);
        Ok(self.sent.iter().skip(before).cloned().collect())
    }

    pub fn sweep(&mut self) {
        let outgoing = self.receiver.sweep(self.now);
        self.send(outgoing);
    }

    /// The first task, as `tasks/get` shows it.
    pub fn get(&mut self) -> Value {
        self.result("tasks/get", json!({ "taskId": "task-1" }))
    }
}

/// `_meta` of a request that declares the extension.
pub fn declaring() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { "extensions": { TASKS_EXTENSION: {} } },
    })
}

/// Parameters about the first task.
pub fn first() -> Value {
    json!({ "taskId": "task-1" })
}
