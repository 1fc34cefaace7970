//! The embedded receiver: records in memory, requests in, replies and notifications out.

mod handled;
mod records;
mod store;
mod waiting;

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use serde_json::json;

pub use handled::{Handled, Outgoing};
pub use store::MemoryStore;

use self::store::Origin;
use self::waiting::{Waiting, Waits};
use super::asked::{self, About, Answer, Asked, Create, Given, ListTasks};
use super::ids::Ids;
use super::params;
use super::policy::{Asks, EarlyResult, Policy};
use super::record::{Effect, Event, Record, Step};
use super::refusal::Refusal;
use super::requestor::Requestor;
use crate::jsonrpc::{AnyCall, AnyMessage, NotificationMessage, Reply, RequestId, RequestMessage};
use crate::negotiation::Dialect;
use crate::task::SUBSCRIPTION_ID;

/// A receiver of tasks in memory, for any number of requestors in any dialects.
///
/// It answers what is about tasks, and leaves the work itself, and everything else, to its owner.
/// To one owner at a time: behind a lock it serves many threads. It keeps no task longer than its
/// policy says, and no more of them; what waits, and what is remembered, is bounded too.
pub struct MemoryReceiver<I> {
    policy: Policy,
    ids: I,
    store: MemoryStore,
    /// Requests for a result that came early (core).
    deferred: Waiting<About>,
    /// Connections that listen to a task (extension).
    listening: Waiting<()>,
    /// What was asked, by the task that asks (core, enveloped).
    asked: HashMap<Arc<str>, Questions>,
}

/// The questions of a task that were sent.
#[derive(Debug)]
struct Questions {
    /// The connection over which they were.
    connection: u64,
    /// Their ids: none is sent twice over a connection.
    sent: BTreeSet<RequestId>,
}

#[cfg(feature = "system_ids")]
impl MemoryReceiver<super::ids::SystemIds> {
    /// A receiver without tasks, whose ids are 128 random bits from the operating system.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self::with_ids(policy, super::ids::SystemIds)
    }
}

impl<I: Ids> MemoryReceiver<I> {
    /// A receiver without tasks, whose ids come from this source: unguessable ones, where no context
    /// binds tasks.
    #[must_use]
    pub fn with_ids(policy: Policy, ids: I) -> Self {
        Self {
            policy,
            ids,
            store: MemoryStore::default(),
            deferred: Waiting::default(),
            listening: Waiting::default(),
            asked: HashMap::new(),
        }
    }

    /// Takes a request in. One that is to run as a task begins it: in the core because it asks for
    /// it, in the extension because its [tool](Policy::tools) always does.
    pub fn handle(
        &mut self,
        requestor: &Requestor,
        request: RequestMessage<AnyCall>,
        now: SystemTime,
    ) -> Handled {
        self.answer(self.policy.read(requestor, request), now)
    }

    /// Begins a task for a request that [`handle`](Self::handle) says is not about tasks: in the
    /// extension the server decides, from one request to another, which become one.
    pub fn start(
        &mut self,
        requestor: &Requestor,
        request: RequestMessage<AnyCall>,
        now: SystemTime,
    ) -> Handled {
        self.answer(self.policy.start(requestor, request), now)
    }

    /// Takes in what happened to a task, and says what to do.
    ///
    /// # Errors
    /// As [`Record::apply`], or [`Refusal::Unknown`]; the task stays as it is. A worker whose task
    /// was cancelled meanwhile meets [`Refusal::AlreadyTerminal`], and just stops.
    pub fn apply(
        &mut self,
        task: &str,
        event: Event,
        now: SystemTime,
    ) -> Result<Vec<Outgoing>, Refusal> {
        let record = self.store.get(task).filter(|record| !record.forgotten(now));
        let step = record.ok_or(Refusal::Unknown)?.apply(event, now)?;
        self.keep(step, now)
    }

    /// Takes in a reply to what a task [asked](Record::questions), and says what to do; what came for a
    /// task that does not wait for it is ignored. None if the reply is to something else: its id is
    /// that of no question of a task that is there.
    pub fn replied(
        &mut self,
        requestor: &Requestor,
        reply: &Reply,
        now: SystemTime,
    ) -> Option<Vec<Outgoing>> {
        let given = Given::read(requestor, reply)?;
        let record = self.store.get(given.task())?;
        let Some(step) = given.apply(Some(record), now) else { return Some(Vec::new()) };
        Some(self.keep(step, now).unwrap_or_default())
    }

    /// A notification that belongs to a task, such as `notifications/progress` under its
    /// [token](super::Started::progress_token) or `notifications/message`: for whoever began the task,
    /// and in the core marked as the task's. Nothing in the extension, whose tasks have neither,
    /// and nothing for a task that is over.
    pub fn tell(&self, task: &str, call: AnyCall, now: SystemTime) -> Option<Outgoing> {
        let (record, origin) = self.store.find(task)?;
        let Origin::Connection(connection) = origin else { return None };
        if record.expired(now) || record.status().terminal().is_some() {
            return None;
        }
        let message = NotificationMessage { body: record.belonging(call) };
        Some(send(connection, AnyMessage::Notification(message)))
    }

    /// Drops what has expired, and answers what waited for it. Asking for a task that has expired
    /// is refused with or without this; see [`next_end`](MemoryStore::next_end) for when it is due.
    #[must_use = "what waited is to be answered"]
    pub fn sweep(&mut self, now: SystemTime) -> Vec<Outgoing> {
        let mut outgoing = Vec::new();
        for task in self.store.expire(now) {
            self.expired(task.as_str(), &mut outgoing);
        }
        self.store.forget(&self.policy, now);
        outgoing
    }

    /// Takes a task out before its TTL ends, as one whose TTL is unlimited may have to be. From now
    /// on it has expired, for all that ask and all that wait.
    ///
    /// # Errors
    /// [`Refusal::Unknown`] if there is no such task, [`Refusal::Expired`] if it has expired.
    pub fn remove(&mut self, task: &str, now: SystemTime) -> Result<Vec<Outgoing>, Refusal> {
        self.store.take_out(task, now)?;
        let mut outgoing = Vec::new();
        self.expired(task, &mut outgoing);
        self.store.forget(&self.policy, now);
        Ok(outgoing)
    }

    /// Takes in the part of a `subscriptions/listen` request that is about tasks (extension): from
    /// now on its connection hears of those that it names in `notifications.taskIds`, by the
    /// request's id. Gives the ids for the acknowledgement: those of tasks that there are for this
    /// requestor, as many as [`max_waiting`](Policy::max_waiting) lets it listen to.
    ///
    /// # Errors
    /// When the request names tasks and does not declare the extension, or names them in another
    /// way than as a list of ids.
    pub fn listen(
        &mut self,
        requestor: &Requestor,
        request: &RequestMessage<AnyCall>,
        now: SystemTime,
    ) -> Result<Vec<String>, Refusal> {
        if requestor.dialect() != Dialect::Extension {
            return Err(Refusal::no_method(&request.body.method));
        }
        let tasks = params::listened(&request.body)?;
        if tasks.is_empty() {
            return Ok(Vec::new());
        }
        asked::gate(requestor, &request.body)?;
        if too_long(&request.id) {
            return Err(Refusal::InvalidRequest("the id is too long to be kept"));
        }
        let (connection, id) = (requestor.connection(), &request.id);
        let mut heard = Vec::new();
        for task in BTreeSet::from_iter(tasks) {
            let record = self.store.get(task);
            let seen = |record: &&Record| record.visible_to(requestor) && !record.expired(now);
            let Some(record) = record.filter(seen) else { continue };
            // There is nothing more to hear of one that has ended.
            let over = record.status().terminal().is_some();
            if !over && !self.listening.has(task, connection, id) {
                if self.listening.on(connection) >= self.policy.max_waiting {
                    continue;
                }
                let waits = Waits { connection, id: id.clone(), what: () };
                self.listening.add(&record.shared_id(), waits);
            }
            heard.push(task.to_owned());
        }
        Ok(heard)
    }

    /// Drops a request of a connection that was [deferred](Handled::Deferred) or
    /// [listens](Self::listen): for `notifications/cancelled`, and for a stream that was closed. It
    /// does not touch the task; what that asked over the request's connection may now be asked over
    /// another. None if there was no such request.
    pub fn withdraw(&mut self, connection: u64, id: &RequestId) -> Option<Vec<Outgoing>> {
        let deferred = self.deferred.withdraw(connection, id);
        let listened = self.listening.withdraw(connection, id);
        let any = !deferred.is_empty() || !listened.is_empty();
        any.then(|| self.asked_elsewhere(&deferred))
    }

    /// Drops all that waits on a connection which is no more. Its tasks go on, and are for whoever
    /// asks for them next. The number may be used again.
    #[must_use = "what waited is to be answered"]
    pub fn disconnected(&mut self, connection: u64) -> Vec<Outgoing> {
        self.store.disconnect(connection);
        self.listening.disconnect(connection);
        let deferred = self.deferred.disconnect(connection);
        self.asked.retain(|_, questions| questions.connection != connection);
        self.asked_elsewhere(&deferred)
    }

    fn asked_elsewhere(&mut self, tasks: &[Arc<str>]) -> Vec<Outgoing> {
        let mut outgoing = Vec::new();
        tasks.iter().for_each(|task| self.ask(task, &mut outgoing));
        outgoing
    }

    fn answer(&mut self, asked: Asked, now: SystemTime) -> Handled {
        match asked {
            Asked::Refused(reply) => Handled::Reply { reply, outgoing: Vec::new() },
            Asked::About(about) => self.about(about, now),
            Asked::List(list) => {
                let outgoing = self.sweep(now);
                Handled::Reply { reply: self.list(list, now), outgoing }
            }
            Asked::Create(create) => self.create(create, now),
            Asked::NotOurs(request) => Handled::NotOurs(request),
        }
    }

    fn about(&mut self, about: About, now: SystemTime) -> Handled {
        let mut outgoing = self.attach(&about, now);
        match about.answer(self.store.get(about.task()), now) {
            Answer::Reply(reply) => Handled::Reply { reply, outgoing },
            Answer::Change { step, reply } => match self.keep(*step, now) {
                Ok(more) => {
                    outgoing.extend(more);
                    Handled::Reply { reply, outgoing }
                }
                Err(refusal) => {
                    Handled::Reply { reply: refusal.reply(about.id().clone()), outgoing }
                }
            },
            Answer::Later => self.defer(about, outgoing),
        }
    }

    /// A task whose connection is no more is for whoever asks for it next.
    fn attach(&mut self, about: &About, now: SystemTime) -> Vec<Outgoing> {
        let mut outgoing = Vec::new();
        let seen = |it: &Record| it.visible_to(about.requestor()) && !it.expired(now);
        if let Some((record, Origin::Nobody)) = self.store.find(about.task())
            && seen(record)
        {
            self.store.attach(about.task(), about.requestor().connection());
            self.ask(about.task(), &mut outgoing);
        }
        outgoing
    }

    fn defer(&mut self, about: About, mut outgoing: Vec<Outgoing>) -> Handled {
        let (id, connection) = (about.id().clone(), about.requestor().connection());
        // What the task asks goes out all the same: it counts as asked.
        if too_long(&id) {
            let refusal = Refusal::InvalidRequest("the id is too long to be kept");
            return Handled::Reply { reply: refusal.reply(id), outgoing };
        }
        let Some(task) = self.store.get(about.task()).map(Record::shared_id) else {
            return Handled::Reply { reply: Refusal::Unknown.reply(id), outgoing };
        };
        if !self.deferred.has(&task, connection, &id) {
            if self.deferred.on(connection) >= self.policy.max_waiting {
                return Handled::Reply { reply: Refusal::TooManyWaiting.reply(id), outgoing };
            }
            self.deferred.add(&task, Waits { connection, id, what: about });
        }
        self.ask(&task, &mut outgoing);
        Handled::Deferred { outgoing }
    }

    fn list(&mut self, list: ListTasks, now: SystemTime) -> Reply {
        let page = self.store.page(&list.owner(), list.cursor(), list.size(), now);
        let Some((records, more)) = page else { return list.unknown_cursor() };
        let last = records.last().filter(|_| more).map(|record| record.shared_id());
        let reply = list.page(records, last.as_deref(), now);
        if let Some(last) = last {
            self.store.note_cursor(&last);
        }
        reply
    }

    fn create(&mut self, create: Create, now: SystemTime) -> Handled {
        let (id, owner) = (create.id().clone(), create.requestor().owner());
        let mut outgoing = Vec::new();
        if !self.store.has_room(&owner, &self.policy) {
            outgoing = self.sweep(now);
        }
        if !self.store.has_room(&owner, &self.policy) {
            return Handled::Reply { reply: Refusal::TooMany.reply(id), outgoing };
        }
        let Some(task) = self.ids.next_id() else {
            return Handled::Reply { reply: Refusal::NoId.reply(id), outgoing };
        };
        let connection = create.requestor().connection();
        let (record, started) = create.begin(task, &self.policy, now);
        match self.store.insert(record, connection) {
            Ok(()) => Handled::Started { started: Box::new(started), outgoing },
            Err(refusal) => Handled::Reply { reply: refusal.reply(id), outgoing },
        }
    }

    /// Keeps what follows for a task, and says what is to be done.
    fn keep(&mut self, step: Step, now: SystemTime) -> Result<Vec<Outgoing>, Refusal> {
        let Step { record, effects } = step;
        let task = record.shared_id();
        let ended = record.status().terminal().is_some();
        self.store.replace(record)?;
        let mut outgoing = Vec::new();
        for effect in effects {
            let task = Arc::clone(&task);
            match effect {
                Effect::Notify(message) => self.notify(&task, message, &mut outgoing),
                Effect::Release => self.release(&task, now, &mut outgoing),
                // Which are sent already is known here.
                Effect::Ask(_) => self.ask(&task, &mut outgoing),
                Effect::Stop => outgoing.push(Outgoing::Stop { task }),
                Effect::Input { answers, last } => {
                    outgoing.push(Outgoing::Input { task, answers, last });
                }
            }
        }
        if ended {
            // There is nothing more to hear of, or to answer.
            self.listening.take(&task).for_each(drop);
            self.asked.remove(&task);
        }
        Ok(outgoing)
    }

    /// In the core, whoever began the task is told; in the extension, whoever listens to it.
    fn notify(
        &self,
        task: &str,
        message: NotificationMessage<AnyCall>,
        outgoing: &mut Vec<Outgoing>,
    ) {
        if let Some((_, Origin::Connection(connection))) = self.store.find(task) {
            outgoing.push(send(connection, AnyMessage::Notification(message)));
            return;
        }
        outgoing.extend(self.listening.of(task).map(|listener| {
            let mut message = message.clone();
            if let Some(params) = &mut message.body.params {
                params::insert(params, "_meta", json!({ SUBSCRIPTION_ID: listener.id }));
            }
            send(listener.connection, AnyMessage::Notification(message))
        }));
    }

    /// Sends what a task asks and has not been sent yet. In the core that waits for the task's
    /// result to be asked for, unless that is refused, or it is to wait for nothing.
    fn ask(&mut self, task: &str, outgoing: &mut Vec<Outgoing>) {
        let Some((record, origin)) = self.store.find(task) else { return };
        let questions = record.questions();
        if questions.is_empty() {
            return;
        }
        let before = self.asked.get(task).map(|asked| asked.connection);
        let waits = record.dialect() == Dialect::Core
            && self.policy.early_result == EarlyResult::Defer
            && self.policy.asks == Asks::WithResult;
        let open = before.filter(|connection| self.deferred.over(task, *connection));
        let channel = open.or_else(|| self.deferred.of(task).next().map(|waits| waits.connection));
        let connection = match origin {
            Origin::Connection(connection) if !waits => channel.or(Some(connection)),
            _ => channel,
        };
        let Some(connection) = connection else { return };
        let fresh = || Questions { connection, sent: BTreeSet::new() };
        let asked = self.asked.entry(record.shared_id()).or_insert_with(fresh);
        if asked.connection != connection {
            *asked = fresh();
        }
        for question in questions {
            if asked.sent.insert(question.id.clone()) {
                outgoing.push(send(connection, AnyMessage::Request(question)));
            }
        }
    }

    /// Answers what waited for a task's end.
    fn release(&mut self, task: &str, now: SystemTime, outgoing: &mut Vec<Outgoing>) {
        for Waits { connection, id, what: about } in self.deferred.take(task) {
            let reply = match about.answer(self.store.get(task), now) {
                // A request for a result changes nothing.
                Answer::Reply(reply) | Answer::Change { reply, .. } => reply,
                // It has ended, so nothing waits.
                Answer::Later => Refusal::Expired.reply(id),
            };
            outgoing.push(send(connection, AnyMessage::Reply(reply)));
        }
    }

    /// Answers what waited for a task that has expired.
    fn expired(&mut self, task: &str, outgoing: &mut Vec<Outgoing>) {
        for Waits { connection, id, .. } in self.deferred.take(task) {
            outgoing.push(send(connection, AnyMessage::Reply(Refusal::Expired.reply(id))));
        }
        self.listening.take(task).for_each(drop);
        self.asked.remove(task);
    }
}

impl<I> fmt::Debug for MemoryReceiver<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryReceiver")
            .field("policy", &self.policy)
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}

fn send(connection: u64, message: AnyMessage) -> Outgoing {
    Outgoing::Send { connection, message }
}

/// Whether the id of a request is longer than any that is worth being kept.
fn too_long(id: &RequestId) -> bool {
    const BYTES: usize = 1024;

    matches!(id, RequestId::String(id) if id.len() > BYTES)
}
