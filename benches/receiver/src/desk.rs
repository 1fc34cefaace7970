//! A receiver with a given number of live tasks: one begins each second, and lives for as many
//! seconds as there are to be tasks.

use std::hint::black_box;
use std::time::{Duration, SystemTime};

use mcp_typestate::jsonrpc::{AnyCall, AnyMessage, RequestMessage};
use mcp_typestate::receiver::{Event, Handled, MemoryReceiver, Payload, Policy, Requestor};
use mcp_typestate::v2025_11_25::{ClientCapabilities, ServerCapabilities};
use mcp_typestate::{Negotiated, Reply, Revision, Side, from_str};
use serde_json::{Value, json};

use crate::memory::{self, Field};
use crate::random::Random;
use crate::timed;

/// What is timed in one round: so little that the system seldom does anything else meanwhile.
const OPERATIONS: u32 = 100;
const PAGES: u32 = 2;

/// Bytes of other memory that go through the caches: many times what a core's own hold.
const OTHER: u64 = 64 << 20;

/// How many tasks are asked for again and again, where not any may be.
const SOME: u32 = 1_000;

pub struct Desk {
    receiver: MemoryReceiver<Box<dyn FnMut() -> String>>,
    requestor: Requestor,
    size: u32,
    /// How many tasks there were so far.
    begun: u32,
    random: Random,
    /// Memory of as many bytes as the idle tasks took.
    field: Field,
    /// Memory of something else that the machine does.
    other: Field,
    /// What one of them took. None where the system does not tell.
    each: Option<u64>,
}

/// Which task is asked for, by the number of one of a thousand.
type Pick = fn(&mut Desk, u32) -> u32;

impl Desk {
    pub fn with_idle_tasks(size: u32) -> Self {
        let all = r#"{"tasks": {"list": {}, "requests": {"tools": {"call": {}}}}}"#;
        let client: ClientCapabilities = from_str(all).expect("capabilities");
        let server: ServerCapabilities = from_str(all).expect("capabilities");
        let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
        let mut policy = Policy::sole_requestor();
        policy.max_ttl = None;
        (policy.max_tasks, policy.max_tasks_per_context) = (usize::MAX, usize::MAX);
        let mut next = 0;
        let ids: Box<dyn FnMut() -> String> = Box::new(move || {
            next += 1;
            id(next - 1)
        });
        let before = memory::resident();
        let mut desk = Self {
            receiver: MemoryReceiver::with_ids(policy, ids),
            requestor: Requestor::new(&session, Side::Server).in_context("alice"),
            size,
            begun: 0,
            random: Random(1),
            field: Field::new(0),
            other: Field::new(0),
            each: None,
        };
        for _ in 0..size {
            let request = desk.creation();
            desk.begin(request);
        }
        let grown =
            before.zip(memory::resident()).map(|(before, after)| after.saturating_sub(before));
        desk.each = grown.map(|bytes| bytes / u64::from(size));
        desk.other = Field::new(OTHER);
        desk.field = Field::new(grown.unwrap_or(u64::from(size) * 600));
        desk
    }

    /// How many bytes of memory an idle task takes. None where the system does not tell.
    pub fn bytes_each(&self) -> Option<u64> {
        self.each
    }

    /// A round of touches of as much memory as the idle tasks took: the time of one.
    pub fn touch(&mut self) -> Duration {
        self.field.touch()
    }

    /// Ends all tasks with a small result.
    pub fn finish_all(&mut self) {
        (self.begun - self.size..self.begun).for_each(|task| self.finish(task));
    }

    /// Any of the live tasks, whatever the number is.
    pub fn any(&mut self, _: u32) -> u32 {
        self.begun - 1 - self.random.below(self.size)
    }

    /// One of a thousand of them, that lie anywhere.
    pub fn some(&mut self, number: u32) -> u32 {
        self.begun - 1 - number * (self.size / SOME)
    }

    /// A round in which tasks expire and others begin: the time of one of each.
    pub fn replace(&mut self) -> Duration {
        let requests: Vec<_> = (0..OPERATIONS).map(|_| self.creation()).collect();
        let first = self.begun;
        let time = timed(OPERATIONS, || {
            for request in requests {
                let waited = self.receiver.sweep(self.next());
                assert!(waited.is_empty());
                self.begin(request);
            }
        });
        assert_eq!(self.receiver.store().len(), self.size as usize, "one expires for each");
        (first..self.begun).for_each(|task| self.finish(task));
        time
    }

    /// A round of pages of a list: the time of one.
    pub fn list(&mut self) -> Duration {
        let mut cursor = Value::Null;
        timed(PAGES, || {
            for _ in 0..PAGES {
                let reply = self.reply(request("tasks/list", json!({ "cursor": cursor })));
                let Reply::Result(message) = reply else { panic!("no page: {reply:?}") };
                let page = message.result.to_value();
                cursor = page["nextCursor"].clone();
            }
        })
    }

    /// A round of requests about tasks that have ended, as a server has them: each is read from its
    /// text, what has expired is swept out, the request answered, and the reply written. The time of
    /// one.
    pub fn serve(&mut self, method: &str, pick: Pick) -> Duration {
        let asked = self.requests(method, pick);
        timed(OPERATIONS, || self.serve_all(&asked))
    }

    /// The same about tasks each of which is asked for once, after other memory went through the
    /// caches.
    pub fn serve_cold(&mut self, method: &str) -> Duration {
        let first = self.random.below(self.size);
        let far = self.size / OPERATIONS;
        let task = |number| self.begun - 1 - (first + number * far) % self.size;
        let asked: Vec<_> = (0..OPERATIONS).map(|number| about(method, task(number))).collect();
        self.other.pass();
        timed(OPERATIONS, || self.serve_all(&asked))
    }

    /// What the receiver alone does of [`serve`](Self::serve): requests are read before, and replies
    /// dropped within the time.
    pub fn ask(&mut self, method: &str, pick: Pick) -> Duration {
        let asked: Vec<_> =
            self.requests(method, pick).iter().map(|text| requested(text)).collect();
        timed(OPERATIONS, || {
            for request in asked {
                let reply = self.reply(request);
                assert!(matches!(reply, Reply::Result(_)), "{reply:?}");
            }
        })
    }

    /// The texts of requests, after what the caches can know of their tasks they know.
    fn requests(&mut self, method: &str, pick: Pick) -> Vec<String> {
        let mut random = Random(self.random.next());
        let mut asks = |number| about(method, pick(self, number));
        let known: Vec<_> = (0..SOME).map(&mut asks).collect();
        let asked = (0..OPERATIONS).map(|_| asks(random.below(SOME))).collect();
        self.serve_all(&known);
        asked
    }

    fn serve_all(&mut self, asked: &[String]) {
        for text in asked {
            let waited = self.receiver.sweep(self.now());
            assert!(waited.is_empty(), "{waited:?}");
            let reply = self.reply(requested(text));
            assert!(matches!(reply, Reply::Result(_)), "{reply:?}");
            black_box(serde_json::to_string(&reply).expect("replies are JSON"));
        }
    }

    fn reply(&mut self, request: RequestMessage<AnyCall>) -> Reply {
        let now = self.now();
        match self.receiver.handle(&self.requestor, request, now) {
            Handled::Reply { reply, .. } => reply,
            other => panic!("no reply: {other:?}"),
        }
    }

    fn creation(&self) -> RequestMessage<AnyCall> {
        let ttl = u64::from(self.size) * 1_000;
        request("tools/call", json!({ "name": "research", "task": { "ttl": ttl } }))
    }

    fn begin(&mut self, request: RequestMessage<AnyCall>) {
        let now = self.next();
        let handled = self.receiver.handle(&self.requestor, request, now);
        assert!(matches!(handled, Handled::Started { .. }), "{handled:?}");
        self.begun += 1;
    }

    fn finish(&mut self, task: u32) {
        let content = json!([{ "type": "text", "text": "There are owls in every country." }]);
        let payload = Payload::from(json!({ "content": content }));
        let now = self.now();
        let told = self.receiver.apply(&id(task), Event::Complete(payload), now);
        assert!(told.is_ok(), "{told:?}");
    }

    /// When the next task begins, and the oldest expires.
    fn next(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_785_585_600 + u64::from(self.begun))
    }

    /// Some time between the last task's begin and that.
    fn now(&self) -> SystemTime {
        self.next() - Duration::from_millis(500)
    }
}

/// The text of a request about a task.
fn about(method: &str, task: u32) -> String {
    let request = request(method, json!({ "taskId": id(task) }));
    serde_json::to_string(&request).expect("requests are JSON")
}

/// What a text asks.
fn requested(text: &str) -> RequestMessage<AnyCall> {
    match from_str(text) {
        Ok(AnyMessage::Request(request)) => request,
        other => panic!("no request: {other:?}"),
    }
}

fn request(method: &str, params: Value) -> RequestMessage<AnyCall> {
    RequestMessage { id: 1.into(), body: AnyCall::new(method, Some(params)) }
}

/// The id of a task by its number: 32 hexadecimal digits without an order.
fn id(task: u32) -> String {
    let mut random = Random(u64::from(task) << 20);
    format!("{:016x}{:016x}", random.next(), random.next())
}
