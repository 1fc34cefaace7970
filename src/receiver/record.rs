//! The record of one task, and what may become of it: the pure core.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use super::policy::Policy;
use super::refusal::Refusal;
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::negotiation::Dialect;
use crate::task::{RELATED_TASK, Status, timestamp};

/// A task as its receiver keeps it.
///
/// A record is a value: [`apply`](Self::apply) takes one and gives the next, so that a store can
/// compare and set.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    id: String,
    dialect: Dialect,
    status: Status,
    message: Option<String>,
    created: SystemTime,
    updated: SystemTime,
    ttl: Duration,
    poll_interval: Duration,
    payload: Option<Payload>,
    /// Outstanding requests to the client (extension).
    requests: BTreeMap<String, Value>,
    /// Keys of all requests so far: none is used for another.
    keys: BTreeSet<String>,
}

/// What a task ended with: what its request would have been answered with.
#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    /// The operation's result, as JSON.
    Result(Value),
    /// A JSON-RPC error.
    Error(ErrorObject),
}

/// Something that happens to a task.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The work goes on, and has this to say.
    Progress(String),
    /// The work waits for something from the requestor's side.
    NeedInput {
        /// In words, what for.
        message: String,
        /// Requests to the client by key, which the extension's `tasks/get` lists. In the core the
        /// receiver sends its requests as messages, and this is empty.
        requests: BTreeMap<String, Value>,
    },
    /// What was waited for has come.
    InputGiven,
    /// The work is done. With an error for a payload it has failed.
    Complete(Payload),
    /// The work did not succeed; with a tool result that has `isError`, an error, or nothing. In
    /// the extension such a result completes the task, as the protocol wants it there.
    Fail(Option<Payload>),
    /// The requestor wants no more of it.
    Cancel,
}

impl Record {
    /// A task that begins now, working.
    #[must_use]
    pub fn new(
        id: impl Into<String>,
        wish: Option<Duration>,
        policy: &Policy,
        now: SystemTime,
    ) -> Self {
        Self {
            id: id.into(),
            dialect: policy.dialect,
            status: Status::Working,
            message: None,
            created: now,
            updated: now,
            ttl: policy.grants(wish),
            poll_interval: policy.poll_interval,
            payload: None,
            requests: BTreeMap::new(),
            keys: BTreeSet::new(),
        }
    }

    /// The task's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The task's status.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// When the task's TTL ends. None if that is beyond what the system's times reach.
    #[must_use]
    pub fn expires_at(&self) -> Option<SystemTime> {
        self.created.checked_add(self.ttl)
    }

    /// Whether the TTL has passed: the record may go, and answers nothing but that it has expired.
    #[must_use]
    pub fn expired(&self, now: SystemTime) -> bool {
        self.expires_at().is_some_and(|end| end <= now)
    }

    /// What becomes of the task when something happens to it.
    ///
    /// # Errors
    /// [`Refusal::Expired`] after its TTL, [`Refusal::AlreadyTerminal`] when it has ended, and
    /// [`Refusal::RepeatedKey`] for an input request whose key was used for another before. The
    /// record stays as it is.
    pub fn apply(&self, event: Event, now: SystemTime) -> Result<Self, Refusal> {
        self.is_open(now)?;
        let mut next = Self { message: None, requests: BTreeMap::new(), ..self.clone() };
        match event {
            Event::Progress(message) => {
                next.message = Some(message);
                next.requests = self.requests.clone();
            }
            Event::NeedInput { message, requests } => {
                // One that is still outstanding may be listed on, as it is.
                let fresh = |(key, request): &(&String, &Value)| {
                    !self.keys.contains(*key) || self.requests.get(*key) == Some(request)
                };
                if let Some((key, _)) = requests.iter().find(|entry| !fresh(entry)) {
                    return Err(Refusal::RepeatedKey(key.clone()));
                }
                next.keys.extend(requests.keys().cloned());
                next.status = Status::InputRequired;
                next.message = Some(message);
                next.requests = requests;
            }
            Event::InputGiven => next.status = Status::Working,
            Event::Complete(payload) => {
                next.status = self.status_of(&payload, Status::Completed);
                next.payload = Some(payload);
            }
            Event::Fail(payload) => {
                let status = payload.as_ref().map(|it| self.status_of(it, Status::Failed));
                next.status = status.unwrap_or(Status::Failed);
                next.payload = payload;
            }
            Event::Cancel => next.status = Status::Cancelled,
        }
        Ok(next.touched(now))
    }

    /// Takes in answers to outstanding requests, and gives those that were: answers to other keys
    /// are ignored. When none is outstanding any more, the task goes on.
    ///
    /// # Errors
    /// [`Refusal::Expired`] after its TTL and [`Refusal::AlreadyTerminal`] when it has ended.
    pub fn answer(
        &self,
        answers: BTreeMap<String, Value>,
        now: SystemTime,
    ) -> Result<(Self, BTreeMap<String, Value>), Refusal> {
        self.is_open(now)?;
        let mut next = self.clone();
        let taken: BTreeMap<_, _> =
            answers.into_iter().filter(|(key, _)| next.requests.remove(key).is_some()).collect();
        if taken.is_empty() {
            return Ok((next, taken));
        }
        if next.requests.is_empty() {
            next.status = Status::Working;
            next.message = None;
        }
        Ok((next.touched(now), taken))
    }

    /// The task as `tasks/get` and its notification show it, by the record's dialect.
    ///
    /// # Errors
    /// [`Refusal::Expired`] after its TTL.
    pub fn show(&self, now: SystemTime) -> Result<Value, Refusal> {
        if self.expired(now) {
            return Err(Refusal::Expired);
        }
        let (ttl, poll_interval) = match self.dialect {
            Dialect::Enveloped | Dialect::Core => ("ttl", "pollInterval"),
            Dialect::Extension => ("ttlMs", "pollIntervalMs"),
        };
        let mut task = json!({
            "taskId": self.id,
            "status": self.status,
            "createdAt": timestamp(self.created),
            "lastUpdatedAt": timestamp(self.updated),
            ttl: millis(self.ttl),
            poll_interval: millis(self.poll_interval),
        });
        let message = self.message.as_ref().map(|message| ("statusMessage", json!(message)));
        let beside = match (self.dialect, &self.status) {
            (Dialect::Extension, Status::InputRequired) => {
                Some(("inputRequests", json!(self.requests)))
            }
            (Dialect::Extension, Status::Completed) => Some(("result", self.result_value())),
            (Dialect::Extension, Status::Failed) => Some(("error", json!(self.error()))),
            _ => None,
        };
        if let Some(task) = task.as_object_mut() {
            let more = message.into_iter().chain(beside);
            task.extend(more.map(|(name, value)| (name.to_owned(), value)));
        }
        Ok(task)
    }

    /// The answer to `tasks/result`: the same one every time, until the task expires.
    ///
    /// # Errors
    /// [`Refusal::Expired`] after its TTL, [`Refusal::NotTerminal`] before its end, and
    /// [`Refusal::Carried`] with the error that the task carries.
    pub fn result(&self, now: SystemTime) -> Result<Value, Refusal> {
        if self.expired(now) {
            return Err(Refusal::Expired);
        }
        if self.status.terminal().is_none() {
            return Err(Refusal::NotTerminal(self.status.clone()));
        }
        match self.dialect {
            Dialect::Enveloped => Ok(self.envelope()),
            Dialect::Core => match &self.payload {
                Some(Payload::Result(result)) => Ok(self.related(result.clone())),
                _ => Err(Refusal::Carried(self.error())),
            },
            Dialect::Extension => Err(Refusal::NoMethod("tasks/result".to_owned())),
        }
    }

    /// The status of a task that ends with a payload. A JSON-RPC error is a failure in every
    /// dialect, and in the extension it is the only one: there a result completes the task, even
    /// one that reports an error.
    fn status_of(&self, payload: &Payload, otherwise: Status) -> Status {
        match (payload, self.dialect) {
            (Payload::Error(_), _) => Status::Failed,
            (Payload::Result(_), Dialect::Extension) => Status::Completed,
            (Payload::Result(_), Dialect::Enveloped | Dialect::Core) => otherwise,
        }
    }

    fn is_open(&self, now: SystemTime) -> Result<(), Refusal> {
        if self.expired(now) {
            return Err(Refusal::Expired);
        }
        match self.status.terminal() {
            Some(_) => Err(Refusal::AlreadyTerminal(self.status.clone())),
            None => Ok(()),
        }
    }

    /// A clock that was set back must not make the update look stale to the requestor.
    fn touched(mut self, now: SystemTime) -> Self {
        self.updated = now.max(self.updated);
        self
    }

    /// `{taskId, status, result?}`.
    fn envelope(&self) -> Value {
        let mut envelope = json!({ "taskId": self.id, "status": self.status });
        if let (Some(payload), Some(members)) = (&self.payload, envelope.as_object_mut()) {
            let result = match payload {
                Payload::Result(result) => result.clone(),
                Payload::Error(error) => json!(error),
            };
            members.insert("result".to_owned(), result);
        }
        envelope
    }

    fn result_value(&self) -> Value {
        match &self.payload {
            Some(Payload::Result(result)) => result.clone(),
            Some(Payload::Error(_)) | None => json!({}),
        }
    }

    /// The error that the task carries, or one that says that it carries none.
    fn error(&self) -> ErrorObject {
        match &self.payload {
            Some(Payload::Error(error)) => error.clone(),
            Some(Payload::Result(_)) | None => {
                let message = format!("Task {} has no result: it is {}", self.id, self.status);
                ErrorObject::new(ErrorCode::INTERNAL_ERROR, message)
            }
        }
    }

    /// A result with `_meta["io.modelcontextprotocol/related-task"]`.
    fn related(&self, mut result: Value) -> Value {
        if let Some(members) = result.as_object_mut() {
            let meta = members.entry("_meta").or_insert_with(|| json!({}));
            if let Some(meta) = meta.as_object_mut() {
                meta.insert(RELATED_TASK.to_owned(), json!({ "taskId": self.id }));
            }
        }
        result
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
