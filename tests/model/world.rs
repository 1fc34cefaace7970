//! What can happen, and what follows.

use std::collections::HashMap;

use mcp_typestate::Dialect;
use serde_json::json;

use super::ending;
use super::expected::Expected;
use super::messages::{MessageId, Messages};
use super::receiver::{self, Receiver, Setup};
use super::requestor::{Requestor, Requests};
use super::rules::{self, Age, Broken};
use super::search::{Model, Quickly};
use super::state::{Client, RecordId, State, Store, Truth};
use super::work::{Deed, Stage, Work};
use crate::sessions::with;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Call,
    /// A request that reads, or a cancel, arrives at the receiver; the reply is on its way.
    Ask(MessageId),
    /// A request and its reply arrive, faster than all that is on its way.
    Exchange(MessageId),
    /// It answers what the task asks; the place among its choices.
    Answer(usize),
    /// It sends an answer again that was not acknowledged yet.
    Resend(MessageId),
    /// A message arrives.
    Deliver(MessageId),
    /// A message arrives, and will arrive again.
    Repeat(MessageId),
    Lose(MessageId),
    Work(Deed),
    /// Another process has taken the work up, too: it works out the end, and is slow to keep it.
    WorkOut,
    /// It keeps it, if the record is still the one that it was worked out from.
    Keep,
    /// A second passes.
    Tick,
    /// The receiver clears up what has expired.
    Sweep,
    /// The receiver's process starts anew from what it kept, and takes the work up.
    Restart,
}

pub struct World {
    pub setup: Setup,
    pub messages: Messages,
    pub receiver: Receiver,
    pub requestor: Requestor,
    pub expected: Expected,
    pub ending: ending::Known,
    probes: HashMap<Question, Answers, Quickly>,
}

/// The record that is asked, and when.
type Question = (Option<RecordId>, u8);

/// What `tasks/get` and `tasks/result` are answered with; none is that the second waits.
type Answers = (MessageId, Option<MessageId>);

impl World {
    pub fn new(setup: Setup) -> Self {
        let mut messages = Messages::default();
        Self {
            setup,
            requestor: Requestor::new(setup, &mut messages),
            messages,
            receiver: Receiver::new(setup),
            expected: Expected::default(),
            ending: ending::Known::default(),
            probes: HashMap::default(),
        }
    }

    /// After so many seconds there is nothing new.
    fn horizon(&self) -> u8 {
        match self.setup.extended().or(self.setup.ttl()) {
            Some(ttl) => ttl + receiver::REMEMBERED,
            None => 1,
        }
    }

    /// What anybody is answered who asks about the task now, by `tasks/get` or `tasks/result`.
    fn probe(&mut self, state: &State, method: &str) -> Option<MessageId> {
        let kept = state.store.record;
        let params = with(json!({ "taskId": receiver::TASK }), meta(self.setup.dialect));
        let request =
            json!({ "jsonrpc": "2.0", "id": "probe", "method": method, "params": params });
        let request = self.messages.number(&request);
        self.receiver.receive(&mut self.messages, kept, request, state.now).reply
    }

    /// What `tasks/get` and `tasks/result` are answered with.
    pub fn shown(&mut self, state: &State) -> Answers {
        let question = (state.store.record, state.now);
        if let Some(known) = self.probes.get(&question) {
            return *known;
        }
        let task = self.probe(state, "tasks/get").expect("`tasks/get` does not wait");
        let result = match self.setup.dialect {
            Dialect::Enveloped | Dialect::Core => self.probe(state, "tasks/result"),
            // It has no such method.
            Dialect::Extension => Some(task),
        };
        self.probes.insert(question, (task, result));
        (task, result)
    }

    fn arrives(&mut self, state: &mut State, message: MessageId) -> Result<(), Broken> {
        if self.messages.get(message).asks {
            let reply = self.asked(state, message)?;
            reply.into_iter().for_each(|reply| state.send(reply));
            Ok(())
        } else {
            self.heard(state, message)
        }
    }

    /// The requests about its task that the requestor may have sent, and that may arrive now. It
    /// polls and cancels only while the task goes on; but one that was slow arrives later.
    fn requests(&self, state: &State) -> Vec<MessageId> {
        let Some(task) = state.client.task.filter(|_| !state.client.gone) else {
            return Vec::new();
        };
        let Requests { poll, cancel, channel, .. } = self.requestor.requests;
        let requests = [Some(poll), cancel, channel, self.requestor.held(task).fetch];
        requests.into_iter().flatten().collect()
    }
}

impl Model for World {
    type State = State;
    type Action = Action;
    type Fault = Broken;

    fn first(&self) -> State {
        State {
            now: 0,
            store: Store::default(),
            work: Work::OFF,
            client: Client::default(),
            wire: None,
            truth: Truth::default(),
        }
    }

    fn actions(&mut self, state: &State) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Some(message) = state.wire {
            actions.extend([Action::Deliver(message), Action::Lose(message)]);
            // A call that came twice would begin two tasks: that it does not is the transport's to
            // see to.
            let call = self.messages.get(message).method == "tools/call";
            actions.extend((!call).then_some(Action::Repeat(message)));
        }
        // Before anything has begun there is no time, and a call is made again once it was lost.
        let calls = state.client.task.is_none() && state.wire.is_none();
        actions.extend((calls && state.now == 0).then_some(Action::Call));
        let requests = self.requests(state);
        actions.extend(requests.iter().copied().map(Action::Exchange));
        actions.extend(state.client.update.map(Action::Exchange));
        actions.extend(requests.into_iter().map(Action::Ask));
        if let Some(task) = state.client.task {
            let choices = self.requestor.held(task).answers.len();
            let answers = (0..choices).map(Action::Answer);
            actions.extend(answers.filter(|_| state.client.update.is_none()));
        }
        actions.extend(state.client.update.map(Action::Resend));
        actions.extend(Deed::all(&state.work, self.setup).into_iter().map(Action::Work));
        if state.store.record.is_some() {
            // From the first record: from a later one it is the same with less before it.
            let first = state.now == 0 && state.work == Work { stage: Stage::Running, ..Work::OFF };
            let races = self.setup.unlimited || self.setup.extended().is_none();
            actions
                .extend((first && races && state.store.late.is_none()).then_some(Action::WorkOut));
            actions.push(Action::Restart);
            let aged = state.truth.age(state.now) != Age::Alive;
            actions.extend(aged.then_some(Action::Sweep));
        }
        actions.extend(state.store.late.map(|_| Action::Keep));
        let more = state.truth.began.is_some() && state.now < self.horizon();
        actions.extend(more.then_some(Action::Tick));
        actions
    }

    fn next(&mut self, state: &State, action: Action) -> Result<State, Broken> {
        let mut next = *state;
        match action {
            Action::Call => next.send(self.requestor.requests.call),
            Action::Ask(message) => {
                let reply = self.asked(&mut next, message)?;
                // If it is late itself, what is said besides is lost.
                next.wire = state.wire.or(reply).or(next.wire);
            }
            Action::Exchange(message) => {
                if let Some(reply) = self.asked(&mut next, message)? {
                    self.heard(&mut next, reply)?;
                }
            }
            Action::Resend(message) => next.send(message),
            Action::Answer(choice) => {
                if let Some(task) = state.client.task {
                    let (message, task) = self.requestor.held(task).answers[choice];
                    next.client.task = Some(task);
                    next.client.update = Some(message);
                    next.send(message);
                }
            }
            Action::Deliver(message) => {
                next.wire = None;
                self.arrives(&mut next, message)?;
            }
            Action::Repeat(message) => self.arrives(&mut next, message)?,
            Action::Lose(_) => next.wire = None,
            Action::Work(deed) => self.work(&mut next, deed)?,
            Action::WorkOut => {
                next.store.late = state.store.record.map(|kept| (kept, state.now));
            }
            Action::Keep => self.keep_late(&mut next)?,
            Action::Tick => next.now += 1,
            Action::Sweep => {
                let kept = state.store.record;
                next.store.record = kept.and_then(|kept| self.receiver.sweep(kept, state.now));
                self.release(&mut next);
            }
            Action::Restart => {
                let kept = state.store.record;
                next.store.record = kept.and_then(|kept| self.receiver.restart(kept));
                next.store.deferred = None;
                if state.work.stage == Stage::NeedsInput {
                    next.work.stage = Stage::Running;
                }
            }
        }
        if next.client.gone {
            // What arrives there is as good as lost.
            next.wire = next.wire.filter(|message| self.messages.get(*message).asks);
        }
        Ok(next)
    }

    fn check(&mut self, state: &State) -> Result<(), Broken> {
        if state.truth.began.is_some() {
            let (task, result) = self.shown(state);
            rules::answers(&self.messages, state, self.setup, task, result)?;
        }
        ending::check(self, state)
    }

    fn tell(&self, action: &Action) -> String {
        match action {
            Action::Ask(message)
            | Action::Exchange(message)
            | Action::Resend(message)
            | Action::Deliver(message)
            | Action::Repeat(message)
            | Action::Lose(message) => format!("{action:?}: {}", self.messages.get(*message).text),
            action => format!("{action:?}"),
        }
    }
}

/// The `_meta` of the extension's requests.
fn meta(dialect: Dialect) -> serde_json::Value {
    match dialect {
        Dialect::Enveloped | Dialect::Core => json!({}),
        Dialect::Extension => json!({ "_meta": { "io.modelcontextprotocol/clientCapabilities":
            { "extensions": { mcp_typestate::TASKS_EXTENSION: {} } } } }),
    }
}
