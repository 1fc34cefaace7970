//! The receiver: a policy and a record, as a process of one's own would keep it.

use std::collections::HashMap;
use std::time::Duration;

use mcp_typestate::jsonrpc::{AnyCall, AnyMessage, RequestMessage};
use mcp_typestate::receiver::{
    Answer, Asked, EarlyResult, Effect, Handled, IfDropped, MemoryReceiver, Policy, Record,
    Requestor, Step,
};
use mcp_typestate::{Dialect, Reply, Side, from_str};
use serde_json::json;

use super::messages::{MessageId, Messages, keys};
use super::numbered::Numbered;
use super::sabotage::Sabotage;
use super::search::Quickly;
use super::state::RecordId;
use super::work::{Deed, Stage};
use crate::sessions::{at, session};

/// What a receiver is set to.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub dialect: Dialect,
    /// Tasks are kept for ever.
    pub unlimited: bool,
    /// A `tasks/result` that comes early waits (core).
    pub defers: bool,
    pub sabotage: Option<Sabotage>,
}

/// The task's id.
pub const TASK: &str = "t-1";

/// For how long a task is kept that nobody extends, where all can be and where none can.
const SHORT: u8 = 1;
const LONG: u8 = 2;

/// For how long one that has expired is remembered.
pub const REMEMBERED: u8 = 1;

impl Setup {
    /// For how many seconds a task is kept, if not for ever.
    pub fn ttl(&self) -> Option<u8> {
        let ttl = if self.dialect == Dialect::Extension { SHORT } else { LONG };
        (!self.unlimited).then_some(ttl)
    }

    /// For how many one is kept then that is extended (extension).
    pub fn extended(&self) -> Option<u8> {
        self.ttl().filter(|_| self.dialect == Dialect::Extension).map(|_| LONG)
    }
}

/// The answers of the real receiver, each worked out once.
pub struct Receiver {
    setup: Setup,
    policy: Policy,
    requestor: Requestor,
    records: Numbered<Record>,
    asked: HashMap<(Option<RecordId>, MessageId, u8), Received, Quickly>,
    swept: HashMap<(RecordId, u8), Option<RecordId>, Quickly>,
    happened: HashMap<(RecordId, Deed, Stage, u8), Option<Change>, Quickly>,
}

/// What becomes of a request.
#[derive(Clone, Copy, Debug)]
pub struct Received {
    /// None if it waits.
    pub reply: Option<MessageId>,
    pub change: Option<Change>,
}

/// A new record, and what is to be done.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    pub record: RecordId,
    pub notify: Option<MessageId>,
    /// What waits for the end is to be answered.
    pub release: bool,
    /// The keys whose answers go to the work.
    pub input: u8,
}

impl Receiver {
    pub fn new(setup: Setup) -> Self {
        let requestor = Requestor::new(&session(setup.dialect), Side::Server);
        let requestor =
            if setup.dialect == Dialect::Enveloped { requestor.enveloped() } else { requestor };
        let mut policy = Policy::sole_requestor();
        let ttl = setup.ttl().map(|seconds| Duration::from_secs(seconds.into()));
        (policy.default_ttl, policy.max_ttl) = (ttl, ttl);
        policy.remembers_expired = Duration::from_secs(REMEMBERED.into());
        policy.early_result = if setup.defers { EarlyResult::Defer } else { EarlyResult::Refuse };
        let (records, asked, swept, happened) = Default::default();
        Self { setup, policy, requestor, records, asked, swept, happened }
    }

    /// Takes in a request about the record that is kept.
    pub fn receive(
        &mut self,
        messages: &mut Messages,
        kept: Option<RecordId>,
        request: MessageId,
        now: u8,
    ) -> Received {
        if let Some(known) = self.asked.get(&(kept, request, now)) {
            return *known;
        }
        let read = from_str(&messages.get(request).text);
        let Ok(AnyMessage::Request(read)) = read else { panic!("a request: {read:?}") };
        let record = kept.map(|record| self.records.get(record).clone());
        let (reply, step) = self.answer(read.clone(), record.as_ref(), now);
        if self.setup.sabotage.is_none() {
            self.embedded(read, record.as_ref(), now, reply.as_ref(), step.as_ref());
        }
        let received = Received {
            reply: reply.map(|reply| messages.number(&reply)),
            change: step.map(|step| self.change(messages, step)),
        };
        self.asked.insert((kept, request, now), received);
        received
    }

    fn answer(
        &self,
        request: RequestMessage<AnyCall>,
        record: Option<&Record>,
        now: u8,
    ) -> (Option<Reply>, Option<Step>) {
        let (id, method) = (request.id.clone(), request.body.method.clone());
        let altered = record.map(|record| Sabotage::before(self.setup.sabotage, record, now));
        let now = if self.setup.sabotage == Some(Sabotage::IgnoresExpiry) { 0 } else { now };
        let mut asked = self.policy.read(&self.requestor, request);
        if let Asked::NotOurs(request) = asked {
            // In the extension the server decides, and decides that it takes its time.
            asked = self.policy.start(&self.requestor, request);
        }
        let (reply, step) = match asked {
            Asked::Refused(reply) => (Some(reply), None),
            Asked::About(about) => {
                let seen = altered.as_ref().filter(|record| record.id() == about.task());
                match about.answer(seen, at(now.into())) {
                    Answer::Reply(reply) => (Some(reply), None),
                    Answer::Change { step, reply } => (Some(reply), Some(*step)),
                    Answer::Later => (None, None),
                }
            }
            Asked::Create(create) => {
                let (record, started) = create.begin(TASK, &self.policy, at(now.into()));
                (Some(started.reply), Some(Step { record, effects: Vec::new() }))
            }
            other => panic!("not about tasks: {other:?}"),
        };
        Sabotage::after(self.setup.sabotage, &method, id, reply, step)
    }

    /// What the work does to the record; none if that is refused.
    pub fn happen(
        &mut self,
        messages: &mut Messages,
        kept: RecordId,
        deed: Deed,
        stage: Stage,
        now: u8,
    ) -> Option<Change> {
        if let Some(known) = self.happened.get(&(kept, deed, stage, now)) {
            return *known;
        }
        let record = Sabotage::before_work(self.setup.sabotage, self.records.get(kept));
        let if_dropped = match self.setup.sabotage {
            Some(Sabotage::DropsSilently) => IfDropped::Leave,
            _ => IfDropped::default(),
        };
        let step = deed.apply(self.setup, stage, &record, at(now.into()), if_dropped);
        let change = step.ok().map(|step| self.change(messages, step));
        self.happened.insert((kept, deed, stage, now), change);
        change
    }

    fn change(&mut self, messages: &mut Messages, step: Step) -> Change {
        let (mut notify, mut release, mut input) = (None, false, 0);
        for effect in step.effects {
            match effect {
                Effect::Notify(message) => {
                    let (jsonrpc, body) = ("2.0", json!(message));
                    assert_eq!(body["jsonrpc"], jsonrpc);
                    notify = Some(messages.number(&body));
                }
                Effect::Release => release = true,
                Effect::Input { answers, .. } => {
                    let answered = answers.keys().map(|key| (key.clone(), json!(null)));
                    input = keys(&answered.collect());
                }
                _ => {}
            }
        }
        Change { record: self.keep(&step.record), notify, release, input }
    }

    /// Keeps a record as text, and goes on with what is read from it.
    fn keep(&mut self, record: &Record) -> RecordId {
        let text = serde_json::to_string(record).unwrap();
        self.records.find(&text).unwrap_or_else(|| {
            let read: Record = from_str(&text).unwrap();
            assert_eq!(&read, record);
            self.records.add(text, read)
        })
    }

    /// The record that a process finds which has just started.
    pub fn restart(&self, kept: RecordId) -> Option<RecordId> {
        (self.setup.sabotage != Some(Sabotage::LosesAtRestart)).then_some(kept)
    }

    /// What is left of the record of a task that has expired, and none of one that is forgotten.
    pub fn sweep(&mut self, kept: RecordId, now: u8) -> Option<RecordId> {
        if let Some(known) = self.swept.get(&(kept, now)) {
            return *known;
        }
        let record = self.records.get(kept);
        let forgets = self.setup.sabotage == Some(Sabotage::ForgetsAtOnce);
        let left = if forgets || record.forgotten(at(now.into())) {
            None
        } else {
            let left = record.clone().into_remembered(at(now.into()));
            Some(self.keep(&left))
        };
        self.swept.insert((kept, now), left);
        left
    }

    /// Whether the store, asked to keep what was worked out from one record, still has it.
    pub fn compare(&self, base: RecordId, kept: RecordId) -> bool {
        let (base, kept) = (self.records.get(base), self.records.get(kept));
        self.setup.sabotage == Some(Sabotage::KeepsUncompared) || base.version() == kept.version()
    }

    /// The embedded receiver says and keeps the same.
    fn embedded(
        &self,
        request: RequestMessage<AnyCall>,
        record: Option<&Record>,
        now: u8,
        reply: Option<&Reply>,
        step: Option<&Step>,
    ) {
        let mut memory = MemoryReceiver::with_ids(self.policy.clone(), || TASK.to_owned());
        if let Some(record) = record {
            memory.adopt(record.clone()).unwrap();
        }
        let now = at(now.into());
        let handled = match memory.handle(&self.requestor, request, now) {
            Handled::NotOurs(request) => memory.start(&self.requestor, request, now),
            handled => handled,
        };
        let said = match handled {
            Handled::Reply { reply, .. } => Some(reply),
            Handled::Started { started, .. } => Some(started.reply),
            Handled::Deferred { .. } => None,
            Handled::NotOurs(request) => panic!("not ours: {request:?}"),
        };
        assert_eq!(said.as_ref(), reply);
        let expected = step.map(|step| &step.record).or(record);
        if let Some(expected) = expected {
            assert_eq!(memory.store().get(expected.id()), Some(expected));
        }
    }
}
