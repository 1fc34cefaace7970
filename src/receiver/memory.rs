//! The embedded store: records in a map, requests in, replies and notifications out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::SystemTime;

use serde_json::{Value, json};

use super::params;
use super::policy::Policy;
use super::record::{Event, Record};
use super::refusal::Refusal;
use crate::json::Raw;
use crate::jsonrpc::{AnyCall, NotificationMessage, Reply, RequestId, RequestMessage};
use crate::method::Side;
use crate::negotiation::{Dialect, NotNegotiated, Tasks};

/// A receiver of tasks for one requestor, in memory.
///
/// It answers what is about tasks and leaves the work itself, and everything else, to its owner.
/// `I` gives the ids of new tasks; each must be unique, and hard to guess where nothing else keeps
/// requestors apart (128 random bits).
pub struct MemoryReceiver<I> {
    negotiated: Result<Tasks, NotNegotiated>,
    policy: Policy,
    ids: I,
    /// Records by the order of their creation, which is the order of `tasks/list`.
    records: BTreeMap<u64, Record>,
    by_id: BTreeMap<String, u64>,
    created: u64,
    /// What is remembered of tasks that have expired, by their ids.
    expired: BTreeMap<String, Gone>,
    /// The same ids by the order of creation, to forget the oldest first.
    expired_order: BTreeMap<u64, String>,
    /// The tasks whose ids were given out as cursors.
    cursors: BTreeSet<u64>,
    /// The earliest end of a kept task's TTL.
    first_end: Option<SystemTime>,
    /// Requests for a result that came early and wait for the task's end (core).
    waiting: BTreeMap<String, Vec<RequestId>>,
}

/// What became of a request.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a request wants its reply"]
pub enum Handled {
    /// It is answered; with answers of the client's for the work, if it brought any.
    Reply {
        /// The reply to send.
        reply: Reply,
        /// Answers to the task's input requests, by key (extension).
        answers: BTreeMap<String, Value>,
        /// What else to send because the request changed a task.
        effects: Vec<Effect>,
    },
    /// It began a task: send the reply, and do the work.
    Started(Box<Started>),
    /// It waits for the end of a task; the reply will be an [`Effect`].
    Deferred,
    /// It is not about tasks: answer it as if there were none, or in the extension
    /// [start](MemoryReceiver::start) one.
    NotOurs(RequestMessage<AnyCall>),
}

/// A task that was just created.
#[derive(Clone, Debug, PartialEq)]
pub struct Started {
    /// The reply to the request that the task carries out.
    pub reply: Reply,
    /// The task's id.
    pub task: String,
    /// What is to be done, without the core's `params.task`.
    pub call: AnyCall,
}

/// Something to send because of an event.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "an effect is to be sent"]
pub enum Effect {
    /// The requestor is told of the task's new status. It need not arrive.
    Notify(NotificationMessage<AnyCall>),
    /// A deferred request is answered.
    Reply(Reply),
}

impl<I: FnMut() -> String> MemoryReceiver<I> {
    /// A receiver without tasks. What was negotiated decides whether it has any to offer: without
    /// a proof it answers every `tasks/*` call with -32601, and runs no request as a task.
    pub fn new(negotiated: Result<Tasks, NotNegotiated>, policy: Policy, ids: I) -> Self {
        Self {
            negotiated,
            policy,
            ids,
            records: BTreeMap::new(),
            by_id: BTreeMap::new(),
            created: 0,
            expired: BTreeMap::new(),
            expired_order: BTreeMap::new(),
            cursors: BTreeSet::new(),
            first_end: None,
            waiting: BTreeMap::new(),
        }
    }

    /// Takes a request in. In the core, one that asks for a task and can be one begins it.
    pub fn handle(&mut self, request: RequestMessage<AnyCall>, now: SystemTime) -> Handled {
        let mut change = Change::default();
        let answer = match request.body.method.as_str() {
            "tasks/get" => self.get(&request.body, now),
            "tasks/cancel" => self.cancel(&request.body, now, &mut change),
            "tasks/list" => self.list(&request.body, now),
            "tasks/update" => self.update(&request.body, now, &mut change),
            "tasks/result" => match self.result(&request, now) {
                Ok(Some(answer)) => Ok(answer),
                Ok(None) => return Handled::Deferred,
                Err(refusal) => Err(refusal),
            },
            method if method.starts_with("tasks/") => Err(Refusal::NoMethod(method.to_owned())),
            _ if self.wants_task(&request.body) => return self.start(request, now),
            _ => return Handled::NotOurs(request),
        };
        let Change { answers, effects } = change;
        Handled::Reply { reply: reply(request.id, answer), answers, effects }
    }

    /// Begins a task for a request. In the core [`handle`](Self::handle) does this by itself; in
    /// the extension the server decides which of the requests that can be tasks become one.
    pub fn start(&mut self, request: RequestMessage<AnyCall>, now: SystemTime) -> Handled {
        let RequestMessage { id, mut body } = request;
        match self.create(&mut body, now) {
            Ok((task, answer)) => {
                let reply = Reply::ok(id, answer);
                Handled::Started(Box::new(Started { reply, task, call: body }))
            }
            Err(refusal) => {
                let Change { answers, effects } = Change::default();
                Handled::Reply { reply: Reply::error(id, refusal.into()), answers, effects }
            }
        }
    }

    /// Takes in what happened to a task, and says what to send.
    ///
    /// # Errors
    /// As [`Record::apply`], or [`Refusal::Unknown`]; the task stays as it is. A worker whose task
    /// was cancelled meanwhile meets [`Refusal::AlreadyTerminal`], and just stops.
    pub fn apply(
        &mut self,
        task: &str,
        event: Event,
        now: SystemTime,
    ) -> Result<Vec<Effect>, Refusal> {
        let key = self.find(task, now)?;
        let Some(record) = self.records.get_mut(&key) else { return Err(Refusal::Unknown) };
        *record = record.apply(event, now)?;
        let mut effects = vec![notification(record, self.policy.dialect, now)?];
        if record.status().terminal().is_some() {
            let answer = record.result(now).map(|answer| raw(&answer));
            let waiting = self.waiting.remove(task).unwrap_or_default();
            effects.extend(waiting.into_iter().map(|id| Effect::Reply(reply(id, answer.clone()))));
        }
        Ok(effects)
    }

    /// Drops what has expired, and answers what waited for it. Asking for a task that has expired
    /// is refused with or without this.
    pub fn sweep(&mut self, now: SystemTime) -> Vec<Effect> {
        let (order, cursors) = (&mut self.expired_order, &mut self.cursors);
        self.expired.retain(|_, gone| {
            let remembered = gone.remembered(now);
            if !remembered {
                order.remove(&gone.key);
                cursors.remove(&gone.key);
            }
            remembered
        });
        let gone: Vec<String> = self
            .records
            .values()
            .filter(|record| record.expired(now))
            .map(|record| record.id().to_owned())
            .collect();
        gone.iter().flat_map(|task| self.forget(task, now)).collect()
    }

    /// Whether a request asks to run as a task, and may. A receiver that does not run it as one
    /// ignores the wish.
    fn wants_task(&self, call: &AnyCall) -> bool {
        self.policy.dialect != Dialect::Extension
            && params::has_wish(call)
            && self.negotiated.as_ref().is_ok_and(|tasks| tasks.augments(&call.method).is_ok())
    }

    fn create(&mut self, call: &mut AnyCall, now: SystemTime) -> Result<(String, Raw), Refusal> {
        self.gate(call)?.augments(&call.method)?;
        let wish = match self.policy.dialect {
            Dialect::Enveloped | Dialect::Core => params::take_wish(call)?,
            // Nobody asks.
            Dialect::Extension => None,
        };
        if self.records.len() >= self.policy.max_tasks {
            self.reclaim(now);
        }
        if self.records.len() >= self.policy.max_tasks {
            return Err(Refusal::TooMany);
        }
        let id = (self.ids)();
        if self.by_id.contains_key(&id) || self.expired.contains_key(&id) {
            return Err(Refusal::RepeatedId);
        }
        let record = Record::new(&*id, wish, &self.policy, now);
        self.first_end = earlier(self.first_end, record.expires_at());
        let mut task = record.show(now)?;
        let answer = match self.policy.dialect {
            Dialect::Enveloped | Dialect::Core => json!({ "task": task }),
            Dialect::Extension => {
                params::insert(&mut task, "resultType", json!("task"));
                task
            }
        };
        self.by_id.insert(id.clone(), self.created);
        self.records.insert(self.created, record);
        self.created += 1;
        Ok((id, raw(&answer)))
    }

    /// Makes room: drops expired tasks for which nobody waits. Looks only when one can have expired,
    /// so that being full costs nothing.
    fn reclaim(&mut self, now: SystemTime) {
        if self.first_end.is_none_or(|end| now < end) {
            return;
        }
        let waiting = &self.waiting;
        let gone = self.records.values().filter(|record| record.expired(now));
        let gone: Vec<String> = gone
            .map(|record| record.id().to_owned())
            .filter(|task| !waiting.contains_key(task))
            .collect();
        for task in gone {
            // Nobody waits, so there is nothing to send.
            drop(self.forget(&task, now));
        }
        self.first_end =
            self.records.values().fold(None, |first, record| earlier(first, record.expires_at()));
    }

    fn get(&mut self, call: &AnyCall, now: SystemTime) -> Result<Raw, Refusal> {
        self.gate(call)?;
        let task = params::task_id(call)?;
        let mut answer = self.record(&task, now)?.show(now)?;
        if self.policy.dialect == Dialect::Extension {
            params::insert(&mut answer, "resultType", json!("complete"));
        }
        Ok(raw(&answer))
    }

    fn cancel(
        &mut self,
        call: &AnyCall,
        now: SystemTime,
        change: &mut Change,
    ) -> Result<Raw, Refusal> {
        let extension = match self.policy.dialect {
            Dialect::Enveloped => return Err(Refusal::NoMethod(call.method.clone())),
            Dialect::Core => false,
            Dialect::Extension => true,
        };
        self.gate(call)?.cancelling()?;
        let task = params::task_id(call)?;
        match self.apply(&task, Event::Cancel, now) {
            Ok(effects) => change.effects = effects,
            Err(Refusal::AlreadyTerminal(_)) if extension => {}
            Err(refusal) => return Err(refusal),
        }
        if extension {
            return Ok(raw(&json!({ "resultType": "complete" })));
        }
        Ok(raw(&self.record(&task, now)?.show(now)?))
    }

    fn update(
        &mut self,
        call: &AnyCall,
        now: SystemTime,
        change: &mut Change,
    ) -> Result<Raw, Refusal> {
        if self.policy.dialect != Dialect::Extension {
            return Err(Refusal::NoMethod(call.method.clone()));
        }
        self.gate(call)?;
        let answers = params::responses(call)?;
        let key = self.find(&params::task_id(call)?, now)?;
        let Some(record) = self.records.get_mut(&key) else { return Err(Refusal::Unknown) };
        let (next, taken) = record.answer(answers, now)?;
        *record = next;
        if !taken.is_empty() {
            change.effects.push(notification(record, self.policy.dialect, now)?);
        }
        change.answers = taken;
        Ok(raw(&json!({ "resultType": "complete" })))
    }

    fn list(&mut self, call: &AnyCall, now: SystemTime) -> Result<Raw, Refusal> {
        if self.policy.dialect != Dialect::Core {
            return Err(Refusal::NoMethod(call.method.clone()));
        }
        self.gate(call)?.listing()?;
        let first = match params::cursor(call)? {
            None => 0,
            // The last task of a page may be gone by now; its place is not.
            Some(cursor) => {
                let gone = || self.expired.get(cursor).map(|gone| &gone.key);
                let key = self.by_id.get(cursor).or_else(gone);
                let key = key.filter(|key| self.cursors.contains(key));
                let unknown = || Refusal::InvalidParams("params.cursor: unknown".to_owned());
                *key.ok_or_else(unknown)? + 1
            }
        };
        let mut live = self.records.range(first..).filter(|(_, record)| !record.expired(now));
        let page: Vec<(&u64, &Record)> = live.by_ref().take(self.policy.page.max(1)).collect();
        let tasks =
            page.iter().map(|(_, record)| record.show(now)).collect::<Result<Vec<_>, _>>()?;
        let mut answer = json!({ "tasks": tasks });
        if let (Some((key, last)), true) = (page.last(), live.next().is_some()) {
            params::insert(&mut answer, "nextCursor", json!(last.id()));
            self.cursors.insert(**key);
        }
        Ok(raw(&answer))
    }

    /// The answer to `tasks/result`; none if it waits for the task's end.
    fn result(
        &mut self,
        request: &RequestMessage<AnyCall>,
        now: SystemTime,
    ) -> Result<Option<Raw>, Refusal> {
        if self.policy.dialect == Dialect::Extension {
            return Err(Refusal::NoMethod(request.body.method.clone()));
        }
        self.gate(&request.body)?;
        let task = params::task_id(&request.body)?;
        match (self.record(&task, now)?.result(now), self.policy.dialect) {
            (Err(Refusal::NotTerminal(_)), Dialect::Core) => {
                let waiting = self.waiting.entry(task).or_default();
                if !waiting.contains(&request.id) {
                    if waiting.len() >= self.policy.max_waiting {
                        return Err(Refusal::TooMany);
                    }
                    waiting.push(request.id.clone());
                }
                Ok(None)
            }
            (answer, _) => answer.map(|answer| Some(raw(&answer))),
        }
    }

    /// Checks that tasks were negotiated; in the extension, by the request itself as well.
    fn gate(&self, call: &AnyCall) -> Result<&Tasks, Refusal> {
        let extension = self.policy.dialect == Dialect::Extension;
        match &self.negotiated {
            Ok(_) if extension && !params::declares_extension(call) => {
                Err(Refusal::MissingCapability)
            }
            Ok(tasks) => Ok(tasks),
            Err(NotNegotiated::Missing { side: Side::Client, .. }) if extension => {
                Err(Refusal::MissingCapability)
            }
            Err(error) => Err(error.clone().into()),
        }
    }

    /// A task by its id.
    fn record(&self, task: &str, now: SystemTime) -> Result<&Record, Refusal> {
        let key = self.find(task, now)?;
        self.records.get(&key).ok_or(Refusal::Unknown)
    }

    fn find(&self, task: &str, now: SystemTime) -> Result<u64, Refusal> {
        let Some(&key) = self.by_id.get(task) else {
            let remembered = self.expired.get(task).is_some_and(|gone| gone.remembered(now));
            return Err(if remembered { Refusal::Expired } else { Refusal::Unknown });
        };
        if self.records.get(&key).is_some_and(|record| record.expired(now)) {
            return Err(Refusal::Expired);
        }
        Ok(key)
    }

    /// Drops a task, remembers that it was there, and answers what waited for it.
    fn forget(&mut self, task: &str, now: SystemTime) -> Vec<Effect> {
        if let Some(key) = self.by_id.remove(task) {
            self.records.remove(&key);
            let until = now.checked_add(self.policy.remembers_expired);
            self.expired.insert(task.to_owned(), Gone { key, until });
            self.expired_order.insert(key, task.to_owned());
            if self.expired_order.len() > self.policy.max_tasks
                && let Some((key, oldest)) = self.expired_order.pop_first()
            {
                self.expired.remove(&oldest);
                self.cursors.remove(&key);
            }
        }
        let waiting = self.waiting.remove(task).unwrap_or_default();
        let answer = |id| Effect::Reply(Reply::error(id, Refusal::Expired.into()));
        waiting.into_iter().map(answer).collect()
    }
}

impl<I> MemoryReceiver<I> {
    /// How many tasks are kept, those that have expired and were not swept among them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether no task is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }
}

impl<I> fmt::Debug for MemoryReceiver<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryReceiver")
            .field("negotiated", &self.negotiated)
            .field("policy", &self.policy)
            .field("records", &self.records)
            .finish_non_exhaustive()
    }
}

/// What is remembered of a task that has expired.
#[derive(Debug)]
struct Gone {
    /// Its place in the order of creation.
    key: u64,
    /// When it may be forgotten; none if that is beyond what the system's times reach.
    until: Option<SystemTime>,
}

impl Gone {
    fn remembered(&self, now: SystemTime) -> bool {
        self.until.is_none_or(|until| until > now)
    }
}

/// The earlier of two ends, of which none is no end.
fn earlier(one: Option<SystemTime>, other: Option<SystemTime>) -> Option<SystemTime> {
    one.into_iter().chain(other).min()
}

/// What a request brings about beside its reply.
#[derive(Debug, Default)]
struct Change {
    answers: BTreeMap<String, Value>,
    effects: Vec<Effect>,
}

/// The notification of a task's status.
fn notification(record: &Record, dialect: Dialect, now: SystemTime) -> Result<Effect, Refusal> {
    let method = match dialect {
        Dialect::Enveloped => "notifications/tasks/updated",
        Dialect::Core => "notifications/tasks/status",
        Dialect::Extension => "notifications/tasks",
    };
    let body = AnyCall::new(method, Some(record.show(now)?));
    Ok(Effect::Notify(NotificationMessage { body }))
}

fn reply(id: RequestId, answer: Result<Raw, Refusal>) -> Reply {
    match answer {
        Ok(answer) => Reply::ok(id, answer),
        Err(refusal) => Reply::error(id, refusal.into()),
    }
}

/// JSON that was built here, as text.
fn raw(value: &Value) -> Raw {
    // A `Value` can always be written.
    Raw::from_value(value).unwrap_or_else(|_| Raw::null())
}
