//! The embedded store: records in a map, requests in, replies and notifications out.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use super::policy::{Dialect, Policy};
use super::record::{Event, Record};
use super::refusal::Refusal;
use crate::json::Raw;
use crate::jsonrpc::{AnyCall, NotificationMessage, Reply, RequestId, RequestMessage};
use crate::negotiation::{NotNegotiated, Tasks};

/// A receiver of tasks for one requestor, in memory.
///
/// It answers what is about tasks and leaves the work itself, and everything else, to its owner.
/// `I` gives the ids of new tasks; each must be unique, and hard to guess where nothing else keeps
/// requestors apart (128 random bits).
#[derive(Debug)]
pub struct MemoryReceiver<I> {
    negotiated: Result<Tasks, NotNegotiated>,
    policy: Policy,
    ids: I,
    /// Records by the order of their creation, which is the order of `tasks/list`.
    records: BTreeMap<u64, Record>,
    by_id: BTreeMap<String, u64>,
    created: u64,
    /// When each expired id may be forgotten.
    expired: BTreeMap<String, SystemTime>,
    /// Requests for a result that came early and wait for the task's end (core).
    waiting: BTreeMap<String, Vec<RequestId>>,
}

/// What became of a request.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a request wants its reply"]
pub enum Handled {
    /// It is answered.
    Reply(Reply),
    /// It began a task: send the reply, and do the work.
    Started(Box<Started>),
    /// It waits for the end of a task; the reply will be an [`Effect`].
    Deferred,
    /// It is not about tasks: answer it as if there were none.
    NotOurs(RequestMessage<AnyCall>),
}

/// A task that was just created.
#[derive(Clone, Debug, PartialEq)]
pub struct Started {
    /// The reply to the request that asked for the task.
    pub reply: Reply,
    /// The task's id.
    pub task: String,
    /// What is to be done, without `params.task`.
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
            waiting: BTreeMap::new(),
        }
    }

    /// Takes a request in.
    pub fn handle(&mut self, request: RequestMessage<AnyCall>, now: SystemTime) -> Handled {
        let RequestMessage { id, body } = request;
        let answer = match body.method.as_str() {
            "tasks/get" => self.get(&body, now),
            "tasks/cancel" => self.cancel(&body, now),
            "tasks/list" => self.list(&body, now),
            "tasks/result" => match self.result(&id, &body, now) {
                Ok(Some(answer)) => Ok(answer),
                Ok(None) => return Handled::Deferred,
                Err(refusal) => Err(refusal),
            },
            _ if body.params.as_ref().is_some_and(|params| params.get("task").is_some()) => {
                match self.start(body, now) {
                    Ok((task, call, answer)) => {
                        let reply = Reply::ok(id, answer);
                        return Handled::Started(Box::new(Started { reply, task, call }));
                    }
                    Err(StartError::NotNegotiated(call)) => {
                        return Handled::NotOurs(RequestMessage { id, body: call });
                    }
                    Err(StartError::Refused(refusal)) => Err(refusal),
                }
            }
            method if method.starts_with("tasks/") => Err(Refusal::NoMethod(method.to_owned())),
            _ => return Handled::NotOurs(RequestMessage { id, body }),
        };
        Handled::Reply(match answer {
            Ok(answer) => Reply::ok(id, answer),
            Err(refusal) => Reply::error(id, refusal.into()),
        })
    }

    /// Takes in what happened to a task, and says what to send.
    ///
    /// # Errors
    /// [`Refusal::Unknown`], [`Refusal::Expired`] or [`Refusal::AlreadyTerminal`]; the task stays
    /// as it is. A worker whose task was cancelled meanwhile meets the last, and just stops.
    pub fn apply(
        &mut self,
        task: &str,
        event: Event,
        now: SystemTime,
    ) -> Result<Vec<Effect>, Refusal> {
        let key = self.find(task, now)?;
        let Some(record) = self.records.get_mut(&key) else { return Err(Refusal::Unknown) };
        *record = record.apply(event, now)?;
        let method = match self.policy.dialect {
            Dialect::Enveloped => "notifications/tasks/updated",
            Dialect::Core => "notifications/tasks/status",
        };
        let params = json!(record.show(now)?);
        let notify = NotificationMessage { body: AnyCall::new(method, Some(params)) };
        let mut effects = vec![Effect::Notify(notify)];
        if record.status().terminal().is_some() {
            let result = record.result(self.policy.dialect, now)?;
            for id in self.waiting.remove(task).unwrap_or_default() {
                effects.push(Effect::Reply(reply(id, result.clone())));
            }
        }
        Ok(effects)
    }

    /// Drops what has expired, and answers what waited for it. Asking does the same for the task
    /// that is asked for; this is for the others.
    pub fn sweep(&mut self, now: SystemTime) -> Vec<Effect> {
        self.expired.retain(|_, until| *until > now);
        let gone: Vec<String> = self
            .records
            .values()
            .filter(|record| record.expired(now))
            .map(|record| record.id().to_owned())
            .collect();
        gone.iter().flat_map(|task| self.forget(task, now)).collect()
    }

    fn start(
        &mut self,
        mut call: AnyCall,
        now: SystemTime,
    ) -> Result<(String, AnyCall, Raw), StartError> {
        let wish = call.params.as_mut().and_then(Value::as_object_mut).and_then(|params| {
            // A receiver that does not run this request as a task ignores the wish for one.
            params.remove("task")
        });
        let augments = self.negotiated.as_ref().map(|tasks| tasks.augments(&call.method));
        if !matches!(augments, Ok(Ok(()))) {
            return Err(StartError::NotNegotiated(call));
        }
        let refused = |refusal| StartError::Refused(refusal);
        let ttl = wished_ttl(wish.as_ref()).map_err(refused)?;
        if self.records.len() >= self.policy.max_tasks {
            drop(self.sweep(now));
            if self.records.len() >= self.policy.max_tasks {
                return Err(refused(Refusal::TooMany));
            }
        }
        let id = (self.ids)();
        if self.by_id.contains_key(&id) || self.expired.contains_key(&id) {
            return Err(refused(Refusal::RepeatedId));
        }
        let record = Record::new(&*id, ttl, &self.policy, now);
        let answer = raw(&json!({ "task": record.show(now).map_err(refused)? }));
        self.by_id.insert(id.clone(), self.created);
        self.records.insert(self.created, record);
        self.created += 1;
        Ok((id, call, answer))
    }

    fn get(&mut self, call: &AnyCall, now: SystemTime) -> Result<Raw, Refusal> {
        self.negotiated.as_ref().map_err(Clone::clone)?;
        let task = task_id(call)?;
        Ok(raw(&self.record(&task, now)?.show(now)?))
    }

    fn cancel(&mut self, call: &AnyCall, now: SystemTime) -> Result<Raw, Refusal> {
        self.core_only(call)?;
        self.negotiated.as_ref().map_err(Clone::clone)?.cancelling()?;
        let task = task_id(call)?;
        // The reply says it all; a notification besides would only repeat it.
        drop(self.apply(&task, Event::Cancel, now)?);
        Ok(raw(&self.record(&task, now)?.show(now)?))
    }

    fn list(&mut self, call: &AnyCall, now: SystemTime) -> Result<Raw, Refusal> {
        self.core_only(call)?;
        self.negotiated.as_ref().map_err(Clone::clone)?.listing()?;
        let cursor = call.params.as_ref().and_then(|params| params.get("cursor"));
        let after = match cursor {
            None => None,
            Some(cursor) => {
                let key = cursor.as_str().and_then(|cursor| self.by_id.get(cursor));
                Some(*key.ok_or_else(|| Refusal::InvalidParams("unknown cursor".to_owned()))?)
            }
        };
        let first = after.map_or(0, |after| after + 1);
        let mut live = self.records.range(first..).map(|(_, record)| record);
        let page: Vec<_> = live
            .by_ref()
            .filter_map(|record| record.show(now).ok())
            .take(self.policy.page)
            .collect();
        let mut answer = json!({ "tasks": page });
        if live.any(|record| !record.expired(now))
            && let (Some(last), Some(members)) = (page.last(), answer.as_object_mut())
        {
            members.insert("nextCursor".to_owned(), json!(last.id));
        }
        Ok(raw(&answer))
    }

    /// The answer to `tasks/result`; none if it waits for the task's end.
    fn result(
        &mut self,
        id: &RequestId,
        call: &AnyCall,
        now: SystemTime,
    ) -> Result<Option<Raw>, Refusal> {
        self.negotiated.as_ref().map_err(Clone::clone)?;
        let task = task_id(call)?;
        let dialect = self.policy.dialect;
        match (self.record(&task, now)?.result(dialect, now), dialect) {
            (Ok(Ok(answer)), _) => Ok(Some(raw(&answer))),
            (Ok(Err(error)), _) => Err(Refusal::Carried(error)),
            (Err(Refusal::NotTerminal(_)), Dialect::Core) => {
                self.waiting.entry(task).or_default().push(id.clone());
                Ok(None)
            }
            (Err(refusal), _) => Err(refusal),
        }
    }

    /// A task by its id.
    fn record(&mut self, task: &str, now: SystemTime) -> Result<&Record, Refusal> {
        let key = self.find(task, now)?;
        self.records.get(&key).ok_or(Refusal::Unknown)
    }

    fn find(&mut self, task: &str, now: SystemTime) -> Result<u64, Refusal> {
        let Some(&key) = self.by_id.get(task) else {
            let remembered = self.expired.get(task).is_some_and(|until| *until > now);
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
        }
        if let Some(until) = now.checked_add(self.policy.remembers_expired) {
            self.expired.insert(task.to_owned(), until);
        }
        let waiting = self.waiting.remove(task).unwrap_or_default();
        let answer = |id| Effect::Reply(Reply::error(id, Refusal::Expired.into()));
        waiting.into_iter().map(answer).collect()
    }

    fn core_only(&self, call: &AnyCall) -> Result<(), Refusal> {
        match self.policy.dialect {
            Dialect::Core => Ok(()),
            Dialect::Enveloped => Err(Refusal::NoMethod(call.method.clone())),
        }
    }
}

/// Why a request did not begin a task.
enum StartError {
    /// It is to be answered as if it had not asked for one.
    NotNegotiated(AnyCall),
    Refused(Refusal),
}

/// `taskId` of a call's parameters.
fn task_id(call: &AnyCall) -> Result<String, Refusal> {
    let id = call.params.as_ref().and_then(|params| params.get("taskId")).and_then(Value::as_str);
    let missing = || Refusal::InvalidParams("params.taskId: a string is required".to_owned());
    id.map(str::to_owned).ok_or_else(missing)
}

/// `ttl` of `params.task`, in milliseconds.
fn wished_ttl(task: Option<&Value>) -> Result<Option<Duration>, Refusal> {
    match task.and_then(|task| task.get("ttl")) {
        None | Some(Value::Null) => Ok(None),
        Some(ttl) => {
            let invalid = || Refusal::InvalidParams("params.task.ttl: not milliseconds".to_owned());
            Ok(Some(Duration::from_millis(ttl.as_u64().ok_or_else(invalid)?)))
        }
    }
}

fn reply(id: RequestId, result: Result<Value, crate::jsonrpc::ErrorObject>) -> Reply {
    match result {
        Ok(answer) => Reply::ok(id, raw(&answer)),
        Err(error) => Reply::error(id, error),
    }
}

/// JSON that was built here, as text.
fn raw(value: &impl serde::Serialize) -> Raw {
    // Strings, integers and what was JSON before can always be written.
    Raw::from_value(value).unwrap_or_else(|_| Raw::null())
}
