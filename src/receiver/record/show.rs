//! What requestors are shown of a record, by its dialect.

use std::borrow::Cow;
use std::time::SystemTime;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Millis, Payload, Record};
use crate::json::{self, Object, Raw, WriteMembers, Writer};
use crate::jsonrpc::{AnyCall, ErrorCode, ErrorObject, NotificationMessage};
use crate::negotiation::Dialect;
use crate::receiver::refusal::Refusal;
use crate::task::{Status, timestamp};

/// A task as requestors are shown it. It is written straight to text, with the result as it is kept.
pub(in crate::receiver) struct Shown<'r> {
    record: &'r Record,
    result_type: Option<&'static str>,
}

impl Record {
    /// The task as `tasks/get` shows it, and as its notification does.
    ///
    /// # Errors
    /// [`Refusal::Expired`] after its TTL.
    pub fn show(&self, now: SystemTime) -> Result<Raw, Refusal> {
        self.shown(now).map(|shown| Raw::written(&shown))
    }

    /// The same, to be written among other things.
    pub(in crate::receiver) fn shown(&self, now: SystemTime) -> Result<Shown<'_>, Refusal> {
        if self.expired(now) { Err(Refusal::Expired) } else { Ok(self.told()) }
    }

    /// The task as the reply to its creation tells of it, however short its TTL is.
    pub(in crate::receiver) fn told(&self) -> Shown<'_> {
        Shown { record: self, result_type: None }
    }

    /// The answer to `tasks/result`: the same text every time, until the task expires.
    ///
    /// # Errors
    /// [`Refusal::Expired`] after its TTL, [`Refusal::NotTerminal`] before its end,
    /// [`Refusal::Carried`] with the error that the task carries, and [`Refusal::NoMethod`] in the
    /// extension.
    pub fn result(&self, now: SystemTime) -> Result<Raw, Refusal> {
        if self.expired(now) {
            return Err(Refusal::Expired);
        }
        if self.status.terminal().is_none() {
            return Err(Refusal::NotTerminal(self.status.clone()));
        }
        match self.dialect() {
            Dialect::Enveloped => Ok(Raw::written(&Envelope(self))),
            Dialect::Core => match &self.payload {
                Some(Payload::Result(result)) => Ok(result.clone()),
                _ => Err(Refusal::Carried(self.error().into_owned())),
            },
            Dialect::Extension => Err(Refusal::no_method("tasks/result")),
        }
    }

    /// The notification that shows the task. None where a result is in it that no parsed value can
    /// hold: who misses it asks, and is answered with the text.
    pub(super) fn notification(&self) -> Option<NotificationMessage<AnyCall>> {
        let method = match self.dialect() {
            Dialect::Enveloped => "notifications/tasks/updated",
            Dialect::Core => "notifications/tasks/status",
            Dialect::Extension => "notifications/tasks",
        };
        let task = serde_json::to_value(self.told()).ok()?;
        Some(NotificationMessage { body: AnyCall::new(method, Some(task)) })
    }

    /// The error that the task carries, or one that says that it carries none.
    fn error(&self) -> Cow<'_, ErrorObject> {
        match &self.payload {
            Some(Payload::Error(error)) => Cow::Borrowed(error),
            Some(Payload::Result(_)) | None => {
                let message = format!("The task has no result: it is {}", self.status);
                Cow::Owned(ErrorObject::new(ErrorCode::INTERNAL_ERROR, message))
            }
        }
    }
}

impl Shown<'_> {
    /// The same as a result of this type, which the extension's results tell.
    pub(in crate::receiver) fn with_result_type(self, result_type: &'static str) -> Self {
        let tells = self.record.dialect() == Dialect::Extension;
        Self { result_type: tells.then_some(result_type), ..self }
    }
}

impl WriteMembers for Shown<'_> {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        let record = self.record;
        let (ttl, poll_interval) = match record.dialect() {
            Dialect::Enveloped | Dialect::Core => ("ttl", "pollInterval"),
            Dialect::Extension => ("ttlMs", "pollIntervalMs"),
        };
        let time = |millis: Millis| millis.time().map(timestamp);
        members.optional("resultType", &self.result_type)?;
        members.required("taskId", record.id())?;
        members.required("status", &record.status)?;
        members.optional("statusMessage", &record.message)?;
        members.required("createdAt", &time(record.created))?;
        members.required("lastUpdatedAt", &time(record.updated))?;
        members.required(ttl, &record.ttl.map(integer))?;
        members.required(poll_interval, &integer(record.poll_interval))?;
        if record.dialect() != Dialect::Extension {
            return Ok(());
        }
        match (&record.status, &record.payload) {
            (Status::InputRequired, _) => match &record.asked {
                Some(asked) => members.required("inputRequests", &asked.requests),
                None => members.required("inputRequests", &Object::new()),
            },
            (Status::Completed, Some(Payload::Result(result))) => {
                members.required("result", result)
            }
            (Status::Completed, _) => members.required("result", &Object::new()),
            (Status::Failed, _) => members.required("error", &*record.error()),
            _ => Ok(()),
        }
    }
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}

/// `{taskId, status, result?}`.
struct Envelope<'r>(&'r Record);

impl WriteMembers for Envelope<'_> {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("taskId", self.0.id())?;
        members.required("status", &self.0.status)?;
        match &self.0.payload {
            Some(Payload::Result(result)) => members.required("result", result),
            Some(Payload::Error(error)) => members.required("result", &**error),
            None => Ok(()),
        }
    }
}

impl Serialize for Envelope<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}

/// The protocol's integers are signed.
fn integer(millis: u64) -> i64 {
    i64::try_from(millis).unwrap_or(i64::MAX)
}
