//! What the receiver said of a task at one moment, in whichever dialect.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use serde::de::{Deserialize, Deserializer, MapAccess};
use serde::ser::{Serialize, SerializeMap, Serializer};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::json::{self, Extra, Integer, Nullable, ReadMembers, Reader, WriteMembers, Writer};

/// A task as a `tasks/get` reply, a creation or a notification shows it.
///
/// It keeps what it does not know, and reads the two names that the dialects have for a TTL and a
/// poll interval; it writes the core's.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Snapshot {
    /// `taskId`: chosen by the receiver.
    pub id: String,
    /// `status`.
    pub status: Status,
    /// `statusMessage`: words for people about the status; absent means none.
    pub status_message: Option<String>,
    /// `createdAt`: when the task began, in RFC 3339.
    pub created_at: String,
    /// `lastUpdatedAt`: when the task last changed, in RFC 3339.
    pub last_updated_at: String,
    /// `ttl` or `ttlMs`: milliseconds from creation for which the receiver keeps the task; null
    /// means for ever, absent (against the protocol) that nothing is known.
    pub ttl: Nullable<i64>,
    /// `pollInterval` or `pollIntervalMs`: milliseconds to wait between polls; absent leaves it to
    /// the requestor.
    pub poll_interval: Option<i64>,
    /// Everything else, kept as it came.
    pub extra: Extra,
}

impl Snapshot {
    /// A task that began now and has said nothing more.
    #[must_use]
    pub fn new(id: impl Into<String>, status: Status, now: SystemTime) -> Self {
        let now = timestamp(now);
        Self {
            id: id.into(),
            status,
            status_message: None,
            created_at: now.clone(),
            last_updated_at: now,
            ttl: Nullable::Null,
            poll_interval: None,
            extra: Extra::new(),
        }
    }

    /// When the TTL ends; none if it is unlimited, was not said, or ends beyond all calendars.
    ///
    /// # Errors
    /// When `createdAt` is no RFC 3339 timestamp, or the TTL is negative.
    pub fn expires_at(&self) -> Result<Option<SystemTime>, TimeError> {
        let Some(&ttl) = self.ttl.value() else { return Ok(None) };
        let ttl = u64::try_from(ttl).map_err(|_| TimeError::NegativeTtl(ttl))?;
        Ok(read_timestamp(&self.created_at)?.checked_add(Duration::from_millis(ttl)))
    }

    /// `lastUpdatedAt` as a time.
    ///
    /// # Errors
    /// When it is no RFC 3339 timestamp.
    pub fn updated_at(&self) -> Result<SystemTime, TimeError> {
        read_timestamp(&self.last_updated_at)
    }

    /// `createdAt` as a time.
    ///
    /// # Errors
    /// When it is no RFC 3339 timestamp.
    pub fn created(&self) -> Result<SystemTime, TimeError> {
        read_timestamp(&self.created_at)
    }

    /// The suggested pause between polls. None if there is no suggestion, or a negative one.
    #[must_use]
    pub fn poll_interval(&self) -> Option<Duration> {
        self.poll_interval.and_then(|millis| u64::try_from(millis).ok()).map(Duration::from_millis)
    }
}

/// The members of a task, and of what stands beside it (see [`Seen`](super::seen::Seen)).
pub(super) const NAMES: &[&str] = &[
    "taskId",
    "status",
    "statusMessage",
    "createdAt",
    "lastUpdatedAt",
    "ttl",
    "ttlMs",
    "pollInterval",
    "pollIntervalMs",
    "result",
    "error",
    "inputRequests",
];

/// A snapshot while its members are read.
#[derive(Debug)]
pub(super) struct Slots {
    id: Option<String>,
    status: Option<Status>,
    status_message: Option<String>,
    created_at: Option<String>,
    last_updated_at: Option<String>,
    ttl: Nullable<i64>,
    ttl_ms: Nullable<i64>,
    poll_interval: Option<i64>,
    poll_interval_ms: Option<i64>,
    extra: Extra,
}

impl Slots {
    pub(super) fn new() -> Self {
        Self {
            id: None,
            status: None,
            status_message: None,
            created_at: None,
            last_updated_at: None,
            ttl: Nullable::Absent,
            ttl_ms: Nullable::Absent,
            poll_interval: None,
            poll_interval_ms: None,
            extra: Extra::new(),
        }
    }

    /// Reads a member by its place among [`NAMES`].
    pub(super) fn read<'de, A: MapAccess<'de>>(
        &mut self,
        members: &mut Reader<'de, A>,
        member: usize,
    ) -> Result<(), A::Error> {
        match member {
            0 => members.required("taskId", &mut self.id),
            1 => members.required("status", &mut self.status),
            2 => members.optional("statusMessage", &mut self.status_message),
            3 => members.required("createdAt", &mut self.created_at),
            4 => members.required("lastUpdatedAt", &mut self.last_updated_at),
            5 => members.nullable_with(Integer, "ttl", &mut self.ttl),
            6 => members.nullable_with(Integer, "ttlMs", &mut self.ttl_ms),
            7 => members.optional_with(Integer, "pollInterval", &mut self.poll_interval),
            8 => members.optional_with(Integer, "pollIntervalMs", &mut self.poll_interval_ms),
            _ => members.unknown(&mut self.extra),
        }
    }

    /// The snapshot, if it has all that a task must have.
    pub(super) fn finish<E: serde::de::Error>(self) -> Result<Snapshot, E> {
        // A receiver of two dialects may write both names, if it means the same.
        if !self.ttl.is_absent() && !self.ttl_ms.is_absent() && self.ttl != self.ttl_ms {
            return Err(E::custom("`ttl` and `ttlMs` differ"));
        }
        Ok(Snapshot {
            id: json::present("taskId", self.id)?,
            status: json::present("status", self.status)?,
            status_message: self.status_message,
            created_at: json::present("createdAt", self.created_at)?,
            last_updated_at: json::present("lastUpdatedAt", self.last_updated_at)?,
            ttl: if self.ttl.is_absent() { self.ttl_ms } else { self.ttl },
            // Of two, the one that is never too early.
            poll_interval: self.poll_interval.max(self.poll_interval_ms),
            extra: self.extra,
        })
    }
}

impl ReadMembers for Snapshot {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let mut slots = Slots::new();
        let (own, _) = NAMES.split_at(9);
        while let Some(member) = members.next(own)? {
            slots.read(members, member)?;
        }
        slots.finish()
    }
}

impl<'de> Deserialize<'de> for Snapshot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}

impl WriteMembers for Snapshot {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("taskId", &self.id)?;
        members.required("status", &self.status)?;
        members.optional("statusMessage", &self.status_message)?;
        members.required("createdAt", &self.created_at)?;
        members.required("lastUpdatedAt", &self.last_updated_at)?;
        members.nullable("ttl", &self.ttl)?;
        members.optional("pollInterval", &self.poll_interval)?;
        members.extra(&self.extra)
    }
}

impl Serialize for Snapshot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}

/// A task's status on the wire. The first two are open, the next three terminal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// `working`: the receiver is at it.
    Working,
    /// `input_required`: the receiver waits for something from the requestor's side.
    InputRequired,
    /// `completed`: there is a result.
    Completed,
    /// `failed`: the operation did not succeed.
    Failed,
    /// `cancelled`: it was stopped.
    Cancelled,
    /// A status that this crate does not know, kept as it came. It is neither open nor terminal.
    Unknown(String),
}

impl Status {
    /// The status as it stands on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Working => "working",
            Self::InputRequired => "input_required",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Unknown(status) => status,
        }
    }

    /// How the task ended, if this status says that it did.
    #[must_use]
    pub fn terminal(&self) -> Option<TerminalStatus> {
        match self {
            Self::Completed => Some(TerminalStatus::Completed),
            Self::Failed => Some(TerminalStatus::Failed),
            Self::Cancelled => Some(TerminalStatus::Cancelled),
            Self::Working | Self::InputRequired | Self::Unknown(_) => None,
        }
    }
}

impl From<&str> for Status {
    fn from(status: &str) -> Self {
        match status {
            "working" => Self::Working,
            "input_required" => Self::InputRequired,
            "completed" => Self::Completed,
            "failed" => Self::Failed,
            "cancelled" => Self::Cancelled,
            _ => Self::Unknown(status.to_owned()),
        }
    }
}

impl FromStr for Status {
    type Err = Infallible;

    fn from_str(status: &str) -> Result<Self, Infallible> {
        Ok(status.into())
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Status {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::open_string(deserializer)
    }
}

/// How a task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TerminalStatus {
    /// With a result.
    Completed,
    /// Without success: an error, a tool result with `isError`, or less.
    Failed,
    /// Stopped before its end. There is no result to promise.
    Cancelled,
}

impl From<TerminalStatus> for Status {
    fn from(status: TerminalStatus) -> Self {
        match status {
            TerminalStatus::Completed => Self::Completed,
            TerminalStatus::Failed => Self::Failed,
            TerminalStatus::Cancelled => Self::Cancelled,
        }
    }
}

impl fmt::Display for TerminalStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Status::from(*self).fmt(f)
    }
}

/// A time in a task that cannot be reckoned with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimeError {
    /// The receiver wrote something else than an RFC 3339 timestamp with a zone.
    #[error("`{0}` is no RFC 3339 timestamp: reckon from your own time of the request")]
    Timestamp(String),
    /// The receiver gave a TTL below zero.
    #[error("a TTL of {0} ms is negative: take the task as expired, or ask the receiver's author")]
    NegativeTtl(i64),
}

/// A time as the protocol writes it: RFC 3339 in UTC, to the millisecond. RFC 3339 has the years 0
/// to 9999; a time beyond them becomes the nearest that it has.
pub(crate) fn timestamp(time: SystemTime) -> String {
    const FIRST: i128 = -62_167_219_200_000;
    const LAST: i128 = 253_402_300_799_999;

    let millis = match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => since.as_millis().cast_signed(),
        Err(before) => -before.duration().as_millis().cast_signed(),
    };
    OffsetDateTime::from_unix_timestamp_nanos(millis.clamp(FIRST, LAST) * 1_000_000)
        .ok()
        .and_then(|time| time.format(&Rfc3339).ok())
        .unwrap_or_default()
}

/// Reads an RFC 3339 timestamp, with any offset.
pub(crate) fn read_timestamp(text: &str) -> Result<SystemTime, TimeError> {
    // Not all systems' times reach as far as RFC 3339's, and the library's conversion would panic.
    let reach = |time: OffsetDateTime| {
        let since = time - OffsetDateTime::UNIX_EPOCH;
        if since.is_negative() {
            SystemTime::UNIX_EPOCH.checked_sub(since.unsigned_abs())
        } else {
            SystemTime::UNIX_EPOCH.checked_add(since.unsigned_abs())
        }
    };
    OffsetDateTime::parse(text, &Rfc3339)
        .ok()
        .and_then(reach)
        .ok_or_else(|| TimeError::Timestamp(text.chars().take(64).collect()))
}
