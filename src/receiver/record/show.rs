//! What requestors are shown of a record, by its dialect.

use std::time::SystemTime;

use serde_json::{Value, json};

use super::{Payload, Record};
use crate::json::Object;
use crate::jsonrpc::{AnyCall, ErrorCode, ErrorObject, NotificationMessage};
use crate::negotiation::Dialect;
use crate::receiver::refusal::Refusal;
use crate::task::{Status, relate_to_task, timestamp};

impl Record {
    /// The task as `tasks/get` and its notification show it.
    ///
    /// # Errors
    /// [`Refusal::Expired`] after its TTL.
    pub fn show(&self, now: SystemTime) -> Result<Value, Refusal> {
        if self.expired(now) { Err(Refusal::Expired) } else { Ok(self.told()) }
    }

    /// The task as the reply to its creation tells of it, however short its TTL is.
    pub(in crate::receiver) fn told(&self) -> Value {
        let (ttl, poll_interval) = match self.dialect() {
            Dialect::Enveloped | Dialect::Core => ("ttl", "pollInterval"),
            Dialect::Extension => ("ttlMs", "pollIntervalMs"),
        };
        let time = |millis: super::Millis| millis.time().map(timestamp);
        let mut task = json!({
            "taskId": self.id(),
            "status": self.status,
            "createdAt": time(self.created),
            "lastUpdatedAt": time(self.updated),
            ttl: self.ttl.map(integer),
            poll_interval: integer(self.poll_interval),
        });
        let message = self.message.as_ref().map(|message| ("statusMessage", json!(message)));
        let beside = match (self.dialect(), &self.status) {
            (Dialect::Extension, Status::InputRequired) => {
                let requests = self.asked.as_ref().map(|asked| json!(asked.requests));
                Some(("inputRequests", requests.unwrap_or_else(|| json!({}))))
            }
            (Dialect::Extension, Status::Completed) => Some(("result", self.result_value())),
            (Dialect::Extension, Status::Failed) => Some(("error", json!(self.error()))),
            _ => None,
        };
        if let Some(task) = task.as_object_mut() {
            let more = message.into_iter().chain(beside);
            task.extend(more.map(|(name, value)| (name.to_owned(), value)));
        }
        task
    }

    /// The answer to `tasks/result`: the same one every time, until the task expires.
    ///
    /// # Errors
    /// [`Refusal::Expired`] after its TTL, [`Refusal::NotTerminal`] before its end,
    /// [`Refusal::Carried`] with the error that the task carries, and [`Refusal::NoMethod`] in the
    /// extension.
    pub fn result(&self, now: SystemTime) -> Result<Value, Refusal> {
        if self.expired(now) {
            return Err(Refusal::Expired);
        }
        if self.status.terminal().is_none() {
            return Err(Refusal::NotTerminal(self.status.clone()));
        }
        match self.dialect() {
            Dialect::Enveloped => Ok(self.envelope()),
            Dialect::Core => match self.payload.as_deref() {
                Some(Payload::Result(result)) => Ok(self.related(result.clone())),
                _ => Err(Refusal::Carried(self.error())),
            },
            Dialect::Extension => Err(Refusal::no_method("tasks/result")),
        }
    }

    /// `{taskId, status, result?}`.
    fn envelope(&self) -> Value {
        let mut envelope = json!({ "taskId": self.id(), "status": self.status });
        if let (Some(payload), Some(members)) = (self.payload.as_deref(), envelope.as_object_mut())
        {
            let result = match payload {
                Payload::Result(result) => result.clone(),
                Payload::Error(error) => json!(error),
            };
            members.insert("result".to_owned(), result);
        }
        envelope
    }

    fn result_value(&self) -> Value {
        match self.payload.as_deref() {
            Some(Payload::Result(result)) => result.clone(),
            Some(Payload::Error(_)) | None => json!({}),
        }
    }

    /// The error that the task carries, or one that says that it carries none.
    fn error(&self) -> ErrorObject {
        match self.payload.as_deref() {
            Some(Payload::Error(error)) => error.clone(),
            Some(Payload::Result(_)) | None => {
                let message = format!("The task has no result: it is {}", self.status);
                ErrorObject::new(ErrorCode::INTERNAL_ERROR, message)
            }
        }
    }

    /// A result with `_meta["io.modelcontextprotocol/related-task"]`.
    fn related(&self, mut result: Value) -> Value {
        if let Some(members) = result.as_object_mut() {
            let meta = members.entry("_meta").or_insert(Value::Null);
            if let Some(meta) = as_object(meta) {
                relate_to_task(meta, self.id());
            }
        }
        result
    }
}

/// A value as an object; one that is none becomes an empty one.
pub(super) fn as_object(value: &mut Value) -> Option<&mut Object> {
    if !value.is_object() {
        *value = json!({});
    }
    value.as_object_mut()
}

/// The notification that shows a task.
pub(super) fn notification(dialect: Dialect, task: Value) -> NotificationMessage<AnyCall> {
    let method = match dialect {
        Dialect::Enveloped => "notifications/tasks/updated",
        Dialect::Core => "notifications/tasks/status",
        Dialect::Extension => "notifications/tasks",
    };
    NotificationMessage { body: AnyCall::new(method, Some(task)) }
}

/// The protocol's integers are signed.
fn integer(millis: u64) -> i64 {
    i64::try_from(millis).unwrap_or(i64::MAX)
}
