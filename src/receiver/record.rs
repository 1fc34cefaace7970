//! The record of one task, and what may become of it: the pure core.

use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use super::policy::{Dialect, Policy};
use super::refusal::Refusal;
use crate::json::{Nullable, Object};
use crate::jsonrpc::ErrorObject;
use crate::task::{Snapshot, Status, timestamp};

/// A task as its receiver keeps it.
///
/// A record is a value: [`apply`](Self::apply) takes one and gives the next, so that a store can
/// compare and set.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    id: String,
    status: Status,
    message: Option<String>,
    created: SystemTime,
    updated: SystemTime,
    ttl: Duration,
    poll_interval: Duration,
    payload: Option<Payload>,
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
    /// The work waits for something from the requestor's side; in words, what for.
    NeedInput(String),
    /// What was waited for has come.
    InputGiven,
    /// The work is done.
    Complete(Payload),
    /// The work did not succeed; with a tool result that has `isError`, an error, or nothing.
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
            status: Status::Working,
            message: None,
            created: now,
            updated: now,
            ttl: policy.grants(wish),
            poll_interval: policy.poll_interval,
            payload: None,
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
    /// [`Refusal::Expired`] after its TTL, and [`Refusal::AlreadyTerminal`] when it has ended. The
    /// record stays as it is.
    pub fn apply(&self, event: Event, now: SystemTime) -> Result<Self, Refusal> {
        if self.expired(now) {
            return Err(Refusal::Expired);
        }
        if self.status.terminal().is_some() {
            return Err(Refusal::AlreadyTerminal(self.status.clone()));
        }
        let (status, message, payload) = match event {
            Event::Progress(message) => (self.status.clone(), Some(message), None),
            Event::NeedInput(message) => (Status::InputRequired, Some(message), None),
            Event::InputGiven => (Status::Working, None, None),
            Event::Complete(payload) => (Status::Completed, None, Some(payload)),
            Event::Fail(payload) => (Status::Failed, None, payload),
            Event::Cancel => (Status::Cancelled, None, None),
        };
        // A clock that was set back must not make the update look stale to the requestor.
        let updated = now.max(self.updated);
        Ok(Self { status, message, payload, updated, ..self.clone() })
    }

    /// The task as `tasks/get` shows it.
    ///
    /// # Errors
    /// [`Refusal::Expired`] after its TTL.
    pub fn show(&self, now: SystemTime) -> Result<Snapshot, Refusal> {
        if self.expired(now) {
            return Err(Refusal::Expired);
        }
        Ok(Snapshot {
            id: self.id.clone(),
            status: self.status.clone(),
            status_message: self.message.clone(),
            created_at: timestamp(self.created),
            last_updated_at: timestamp(self.updated),
            ttl: Nullable::Value(millis(self.ttl)),
            poll_interval: Some(millis(self.poll_interval)),
            extra: Object::new(),
        })
    }

    /// The answer to `tasks/result`: the same one every time, until the task expires.
    ///
    /// # Errors
    /// [`Refusal::Expired`] after its TTL and [`Refusal::NotTerminal`] before its end.
    pub fn result(
        &self,
        dialect: Dialect,
        now: SystemTime,
    ) -> Result<Result<Value, ErrorObject>, Refusal> {
        if self.expired(now) {
            return Err(Refusal::Expired);
        }
        if self.status.terminal().is_none() {
            return Err(Refusal::NotTerminal(self.status.clone()));
        }
        Ok(match dialect {
            Dialect::Enveloped => Ok(self.envelope()),
            Dialect::Core => self.bare(),
        })
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

    /// What the request itself would have been answered with, and which task it came from.
    fn bare(&self) -> Result<Value, ErrorObject> {
        match &self.payload {
            Some(Payload::Error(error)) => Err(error.clone()),
            Some(Payload::Result(result)) => Ok(self.related(result.clone())),
            None => {
                let message = format!("Task {} has no result: it is {}", self.id, self.status);
                Err(ErrorObject::new(crate::jsonrpc::ErrorCode::INTERNAL_ERROR, message))
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

/// The key of `_meta` that names the task to which a message belongs (core 2025-11-25).
const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
