//! What a receiver says of a task in one message, before it is held against what is known.

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, MapAccess};

use super::fault::Fault;
use super::observed::ObserveError;
use super::snapshot::{self, Snapshot};
use crate::json::{self, DecodeError, Raw, ReadMembers, Reader};
use crate::jsonrpc::{Body, NotificationMessage, Reply};

/// Something that a receiver says of a task: the reply to a `tasks/get`, or a notification of the
/// task's status.
#[derive(Clone, Debug, PartialEq)]
pub struct Update(pub(super) Result<Box<Seen>, ObserveError>);

impl Update {
    /// The update in a notification; none if its method is not one of the three that notify of
    /// tasks: `notifications/tasks/status` (core), `notifications/tasks/updated` (enveloped) and
    /// `notifications/tasks` (extension). Nothing on the wire tells the first two dialects apart,
    /// so all are read.
    ///
    /// Notifications are hints: a requestor that gets none must still finish by polling.
    #[must_use]
    pub fn notified<B: Body + Serialize>(notification: &NotificationMessage<B>) -> Option<Self> {
        NOTIFICATIONS.contains(&notification.body.method()).then(|| {
            let written = Raw::from_value(&notification.body).map_err(DecodeError::from);
            match written.and_then(|raw| raw.decode::<Notified>()) {
                Ok(Notified { params }) => Self(Ok(Box::new(Seen { place: "params", ..params }))),
                Err(error) => Self(Err(ObserveError::Malformed(error))),
            }
        })
    }

    /// The id of the task that it is about, by which a requestor of several tasks finds the handle.
    /// None if it is an error, which tells of no task, or cannot be read.
    #[must_use]
    pub fn task_id(&self) -> Option<&str> {
        self.0.as_ref().ok().map(|seen| seen.snapshot.id.as_str())
    }

    /// The update in a task's object, found at a place in a message.
    fn read(task: &Raw, place: &'static str) -> Self {
        Self(Seen::at(task, place).map(Box::new).map_err(ObserveError::Malformed))
    }
}

/// The methods that notify of a task's status, one per dialect.
pub(crate) const NOTIFICATIONS: &[&str] =
    &["notifications/tasks/status", "notifications/tasks/updated", "notifications/tasks"];

impl From<Snapshot> for Update {
    fn from(snapshot: Snapshot) -> Self {
        Self(Ok(Box::new(snapshot.into())))
    }
}

impl From<Reply> for Update {
    fn from(reply: Reply) -> Self {
        match reply {
            Reply::Result(message) => Self::read(&message.result, "result"),
            Reply::Error(message) => Self(Err(ObserveError::Fault(message.error.into()))),
        }
    }
}

/// Updates from the generated types, which say the same in other words.
macro_rules! updates {
    ($($feature:literal $revision:ident: $($task:ident)*;)*) => {$($(
        #[cfg(feature = $feature)]
        impl From<crate::types::$revision::$task> for Update {
            fn from(task: crate::types::$revision::$task) -> Self {
                match Raw::from_value(&task) {
                    Ok(task) => Self::read(&task, ""),
                    Err(error) => Self(Err(ObserveError::Malformed(error.into()))),
                }
            }
        }
    )*)*};
}

updates! {
    "v2025_11_25" v2025_11_25: Task GetTaskResult CancelTaskResult TaskStatusNotificationParams;
    "v2026_07_28" v2026_07_28: Task DetailedTask GetTaskResult TaskStatusNotificationParams;
}

impl From<Fault> for Update {
    fn from(fault: Fault) -> Self {
        Self(Err(ObserveError::Fault(fault)))
    }
}

/// A task as one message shows it, with what the extension puts beside it, as text: what it means
/// there is for the dialect and the status to say.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    pub(super) snapshot: Snapshot,
    pub(super) result: Option<Raw>,
    pub(super) error: Option<Raw>,
    pub(super) input_requests: Option<Raw>,
    /// Where in its message it stands.
    pub(super) place: &'static str,
}

impl Seen {
    /// Reads a task's object, found at a place in a message.
    pub(super) fn at(task: &Raw, place: &'static str) -> Result<Self, DecodeError> {
        let seen: Self = task.decode().map_err(|error| error.at(place))?;
        Ok(Self { place, ..seen })
    }
}

impl From<Snapshot> for Seen {
    fn from(snapshot: Snapshot) -> Self {
        Self { snapshot, result: None, error: None, input_requests: None, place: "" }
    }
}

impl ReadMembers for Seen {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let (mut result, mut error, mut input_requests) = (None, None, None);
        let mut snapshot = snapshot::Slots::new();
        while let Some(member) = members.next(snapshot::NAMES)? {
            match member {
                9 => members.required("result", &mut result)?,
                10 => members.required("error", &mut error)?,
                11 => members.required("inputRequests", &mut input_requests)?,
                other => snapshot.read(members, other)?,
            }
        }
        Ok(Self { snapshot: snapshot.finish()?, result, error, input_requests, place: "" })
    }
}

impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}

/// `{"method": …, "params": a task}`.
struct Notified {
    params: Seen,
}

impl ReadMembers for Notified {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let mut params = None;
        let mut extra = json::Extra::new();
        while let Some(member) = members.next(&["params"])? {
            match member {
                0 => members.required("params", &mut params)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { params: json::present("params", params)? })
    }
}

impl<'de> Deserialize<'de> for Notified {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
