//! The steps of a program.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};

use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
use mcp_typestate::receiver::{
    Asks, EarlyResult, Event, Handled, ListsFor, MemoryReceiver, NullTtl, Policy, Refusal,
    Requestor,
};
use mcp_typestate::{Dialect, Reply, RequestId, Side, TASKS_EXTENSION};
use serde_json::{Value, json};

use super::bytes::Bytes;
use super::claims::Claims;
use crate::sessions::{DIALECTS, at, session, with};

/// A requestor in each dialect, with all that it has negotiated.
static REQUESTORS: LazyLock<[Requestor; 3]> = LazyLock::new(|| {
    DIALECTS.map(|dialect| {
        let requestor = Requestor::new(&session(dialect), Side::Server);
        if dialect == Dialect::Enveloped { requestor.enveloped() } else { requestor }
    })
});

pub type Ids = Box<dyn FnMut() -> String>;

/// A receiver, and what is known of it from outside.
pub struct Program {
    pub receiver: MemoryReceiver<Ids>,
    pub claims: Claims,
    pub now: SystemTime,
    dialect: usize,
    /// Requests so far, whose number is the next one's id.
    requests: i64,
}

impl Program {
    pub fn new(policy: u8, dialect: u8) -> Self {
        Self {
            receiver: MemoryReceiver::with_ids(limits(policy), ids(0)),
            claims: Claims::default(),
            now: at(0),
            dialect: usize::from(dialect),
            requests: 0,
        }
    }

    pub fn step(&mut self, step: u8, bytes: &mut Bytes<'_>) {
        match step % 18 {
            0 => self.create(bytes),
            1 => self.about("tasks/get", json!({}), bytes),
            2 => self.about("tasks/result", json!({}), bytes),
            3 => self.about("tasks/cancel", json!({}), bytes),
            4 => {
                let answers: BTreeMap<_, _> = bytes.keys().map(|key| (key, json!({}))).collect();
                self.about("tasks/update", json!({ "inputResponses": answers }), bytes);
            }
            5 => self.list(bytes),
            6 => {
                let requestor = self.requestor(bytes);
                if let Some(request) = bytes.line() {
                    self.handle(&requestor, request);
                }
            }
            7 => self.happens(bytes),
            8 => self.now += bytes.time(),
            9 => self.now -= bytes.time() / 60,
            10 => {
                let outgoing = self.receiver.sweep(self.now);
                self.claims.sent(outgoing);
                self.claims.swept(&self.receiver);
            }
            11 => {
                let task = task(bytes);
                if let Ok(outgoing) = self.receiver.remove(&task, self.now) {
                    self.claims.removed(&task);
                    self.claims.sent(outgoing);
                }
            }
            12 => self.listen(bytes),
            13 => {
                let requestor = self.requestor(bytes);
                let id = i64::from(bytes.byte() % 64).into();
                let withdrawn = self.receiver.withdraw(requestor.connection(), &id);
                self.claims.withdrawn(requestor.connection(), Some(&id));
                self.claims.sent(withdrawn.unwrap_or_default());
            }
            14 => {
                let connection = self.requestor(bytes).connection();
                let outgoing = self.receiver.disconnected(connection);
                self.claims.withdrawn(connection, None);
                self.claims.sent(outgoing);
            }
            15 => self.replied(bytes),
            16 => self.restart(),
            _ => {
                let method = if bytes.flag() { "notifications/progress" } else { "x" };
                let call = AnyCall::new(method, bytes.line());
                let told = self.receiver.tell(&task(bytes), call, self.now);
                self.claims.sent(told.into_iter().collect());
            }
        }
    }

    /// In the end all that waits is answered, and all that was kept is forgotten.
    pub fn end(&mut self) {
        const FAR: Duration = Duration::from_secs(20 * 365 * 86_400);

        self.claims.are_written(&self.receiver);
        self.now += FAR;
        let mut outgoing = self.receiver.sweep(self.now);
        for task in self.claims.tasks() {
            outgoing.extend(self.receiver.remove(&task, self.now).unwrap_or_default());
        }
        self.claims.sent(outgoing);
        self.now += FAR;
        let outgoing = self.receiver.sweep(self.now);
        assert_eq!(outgoing, []);
        self.claims.over(&self.receiver);
    }

    /// Who asks: over which connection, in which context, in which dialect.
    fn requestor(&self, bytes: &mut Bytes<'_>) -> Requestor {
        let who = bytes.byte();
        let other = usize::from(who / 9 % 4 == 3);
        let requestor = &REQUESTORS[(self.dialect + other) % 3];
        let requestor = requestor.clone().over((who % 3).into());
        match who / 3 % 3 {
            0 => requestor,
            1 => requestor.in_context("alice"),
            _ => requestor.in_context("bob"),
        }
    }

    /// A request of the requestor's dialect.
    fn request(
        &mut self,
        requestor: &Requestor,
        method: &str,
        params: Value,
    ) -> RequestMessage<AnyCall> {
        self.requests += 1;
        let params = match requestor.dialect() {
            Dialect::Extension => {
                let ours = json!({ "extensions": { TASKS_EXTENSION: {} } });
                let meta = json!({ "io.modelcontextprotocol/clientCapabilities": ours });
                with(params, json!({ "_meta": meta }))
            }
            Dialect::Enveloped | Dialect::Core => params,
        };
        RequestMessage { id: self.requests.into(), body: AnyCall::new(method, Some(params)) }
    }

    fn handle(&mut self, requestor: &Requestor, request: RequestMessage<AnyCall>) {
        let id = request.id.clone();
        let mut handled = self.receiver.handle(requestor, request.clone(), self.now);
        if let Handled::NotOurs(back) = handled {
            assert_eq!(back, request);
            handled = self.receiver.start(requestor, back, self.now);
        }
        match handled {
            Handled::Reply { reply, outgoing } => {
                self.claims.answered(&id, &reply);
                self.claims.shown(&self.receiver, requestor, &request, &reply, self.now);
                self.claims.sent(outgoing);
            }
            Handled::Started { started, outgoing } => {
                self.claims.answered(&id, &started.reply);
                self.claims.sent(outgoing);
                self.claims.began(&self.receiver, requestor, &started.task);
            }
            Handled::Deferred { outgoing } => {
                self.claims.deferred(requestor, &request);
                self.claims.sent(outgoing);
            }
            Handled::NotOurs(_) => panic!("it was started"),
        }
    }

    fn create(&mut self, bytes: &mut Bytes<'_>) {
        let requestor = self.requestor(bytes);
        let params = match bytes.wish() {
            Some(wish) => json!({ "name": "research", "task": wish }),
            None => json!({ "name": "research" }),
        };
        let request = self.request(&requestor, "tools/call", params);
        self.handle(&requestor, request);
    }

    fn about(&mut self, method: &str, params: Value, bytes: &mut Bytes<'_>) {
        let requestor = self.requestor(bytes);
        let params = with(params, json!({ "taskId": task(bytes) }));
        let request = self.request(&requestor, method, params);
        self.handle(&requestor, request);
    }

    fn list(&mut self, bytes: &mut Bytes<'_>) {
        let requestor = self.requestor(bytes);
        let params = match bytes.byte() % 8 {
            0 => json!({ "cursor": task(bytes) }),
            1 => self.claims.cursor().map_or(json!({}), |cursor| json!({ "cursor": cursor })),
            _ => json!({}),
        };
        let request = self.request(&requestor, "tasks/list", params);
        self.handle(&requestor, request);
    }

    fn listen(&mut self, bytes: &mut Bytes<'_>) {
        let requestor = self.requestor(bytes);
        let wanted = match bytes.byte() % 4 {
            0 => bytes.line().unwrap_or_default(),
            _ => json!({ "taskIds": [task(bytes), task(bytes)] }),
        };
        let params = json!({ "notifications": wanted });
        let request = self.request(&requestor, "subscriptions/listen", params);
        for task in self.receiver.listen(&requestor, &request, self.now).unwrap_or_default() {
            assert!(self.claims.sees(&requestor, &task), "{task} is not this requestor's");
        }
    }

    fn happens(&mut self, bytes: &mut Bytes<'_>) {
        let task = task(bytes);
        let event = match bytes.byte() % 11 {
            0 => Event::Progress("reading".to_owned()),
            1 | 2 => {
                let ask = json!({ "method": "roots/list" });
                let requests = bytes.keys().map(|key| (key, ask.clone())).collect();
                Event::NeedInput { message: "which?".to_owned(), requests }
            }
            3 => {
                let requests = bytes.line().unwrap_or_default();
                Event::NeedInput { message: String::new(), requests }
            }
            4 => Event::InputGiven,
            5 => {
                let payload = bytes.payload();
                Event::Answer(bytes.keys().map(|key| (key, payload.clone())).collect())
            }
            6 => Event::Ttl(bytes.flag().then(|| bytes.time())),
            7 => Event::PollInterval(bytes.time()),
            8 => Event::Complete(bytes.payload()),
            9 => Event::Fail(bytes.flag().then(|| bytes.payload())),
            _ => Event::Cancel,
        };
        let version = self.receiver.store().get(&task).map(|record| record.version());
        match self.receiver.apply(&task, event, self.now) {
            Ok(outgoing) => self.claims.sent(outgoing),
            Err(refusal) => {
                let after = self.receiver.store().get(&task).map(|record| record.version());
                assert_eq!(after, version, "it was refused: {refusal}");
                self.claims.answered(&0.into(), &refusal.reply(0.into()));
            }
        }
    }

    /// A reply to what was asked, or to something else.
    fn replied(&mut self, bytes: &mut Bytes<'_>) {
        let requestor = self.requestor(bytes);
        let asked: Option<RequestId> = self.claims.question(bytes.byte());
        let reply = match (bytes.byte() % 4, asked) {
            (0, _) | (_, None) => bytes.line::<Reply>(),
            (1, Some(id)) => Some(Refusal::Unavailable.reply(id)),
            (_, Some(id)) => {
                let reply = json!({ "jsonrpc": "2.0", "id": id, "result": { "roots": [] } });
                mcp_typestate::from_value(reply).ok()
            }
        };
        if let Some(outgoing) =
            reply.and_then(|reply| self.receiver.replied(&requestor, &reply, self.now))
        {
            self.claims.sent(outgoing);
        }
    }

    /// Another process takes over: the records, and nothing else.
    fn restart(&mut self) {
        let records = self.claims.are_written(&self.receiver);
        let policy = self.receiver.policy().clone();
        let mut next = MemoryReceiver::with_ids(policy, ids(self.claims.tasks().len()));
        for record in records {
            next.adopt(record).expect("no id is there twice");
        }
        self.receiver = next;
        (0..3).for_each(|connection| self.claims.withdrawn(connection, None));
    }
}

fn ids(begun: usize) -> Ids {
    let mut begun = begun;
    Box::new(move || {
        begun += 1;
        format!("t{begun}")
    })
}

/// One of the first tasks, or none.
fn task(bytes: &mut Bytes<'_>) -> String {
    format!("t{}", bytes.byte() % 8)
}

fn limits(byte: u8) -> Policy {
    let flag = |bit: u8| byte >> bit & 1 == 1;
    let mut policy = Policy::new();
    policy.lists_for = if flag(0) { ListsFor::All } else { ListsFor::Contexts };
    policy.early_result = if flag(1) { EarlyResult::Refuse } else { EarlyResult::Defer };
    policy.asks = if flag(2) { Asks::AtOnce } else { Asks::WithResult };
    if flag(3) {
        (policy.default_ttl, policy.max_ttl) = (None, None);
    }
    if flag(4) {
        policy.null_ttl = NullTtl::Longest;
    }
    policy.remembers_expired = Duration::from_secs(60);
    (policy.max_tasks, policy.max_tasks_per_context) = (5, 3);
    (policy.max_remembered, policy.max_waiting, policy.page) = (3, 2, 2);
    policy
}
