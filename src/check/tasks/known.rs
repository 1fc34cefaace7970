//! What is known of one task: as much as later messages are held against, and no more.

use std::collections::BTreeMap;
use std::time::SystemTime;

use serde_json::Value;

use super::listens::Listens;
use crate::check::bounded::Fingerprints;
use crate::check::past::Moment;
use crate::task::{Snapshot, TerminalStatus, read_timestamp};

/// A task that was seen.
#[derive(Debug)]
pub(super) struct Known {
    /// When in the session it was first told of.
    pub(super) since: Moment,
    /// Whether a reply told of it, so that its requestor knows it.
    pub(super) born: bool,
    /// Whether a reply created it.
    pub(super) created: bool,
    /// Whether a notification told of it.
    pub(super) notified: bool,
    /// The method of the request that created it; none if nobody saw that.
    pub(super) method: Option<String>,
    /// The tool that it runs.
    pub(super) tool: Option<String>,
    /// What was last said of it, without what has no bounds.
    pub(super) snapshot: Snapshot,
    /// When in the session that was first said of it.
    pub(super) told: Moment,
    pub(super) ended: Option<Ended>,
    /// When in the session it was first known to have ended, be it by its result.
    pub(super) over: Option<Moment>,
    /// Whether it may have ended unsaid: it was to be cancelled, or a call about it failed.
    pub(super) in_doubt: bool,
    /// When its requestor last heard of it by asking.
    pub(super) heard: Option<SystemTime>,
    /// When its requestor last asked, unless that was answered with an error.
    pub(super) polled: Option<SystemTime>,
    /// What `tasks/result` was answered with last.
    pub(super) result: Option<Returned>,
    /// How often it was said for which input the task waits (extension).
    pub(super) round: u64,
    /// Which of the client's subscriptions name it (extension).
    pub(super) listened: Listens,
}

/// What `tasks/result` is answered with, by its fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Returned {
    Result(u64),
    Error(u64),
}

/// How a task ended, by the fingerprints of what was said then.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) status: TerminalStatus,
    updated: String,
    pub(super) message: Option<u64>,
    /// Its result or error, where the sight carried it (extension).
    pub(super) carried: Option<u64>,
}

impl Ended {
    pub(super) fn new(
        status: TerminalStatus,
        updated: &str,
        message: Option<u64>,
        carried: Option<u64>,
    ) -> Self {
        Self { status, updated: updated.to_owned(), message, carried }
    }

    /// Whether a time, however it is written, is not that of the end.
    pub(super) fn was_at_another_time(&self, updated: &str) -> bool {
        match (read_timestamp(&self.updated), read_timestamp(updated)) {
            (Ok(known), Ok(seen)) => known != seen,
            _ => self.updated != updated,
        }
    }
}

/// The fingerprint of what a task ended with. `_meta` is of the message that brings it, and an
/// envelope may have a null for no result.
pub(super) fn payload(prints: &Fingerprints, body: &Value) -> u64 {
    let Some(members) = body.as_object() else { return prints.of_json(body) };
    let member = |(name, value)| {
        let name = String::as_str(name);
        match name {
            "_meta" => None,
            "result" if Value::is_null(value) => None,
            "result" => Some((name, payload(prints, value))),
            _ => Some((name, prints.of_json(value))),
        }
    };
    prints.of(members.iter().filter_map(member).collect::<BTreeMap<_, _>>())
}

/// A request for input.
#[derive(Clone, Copy, Debug)]
pub(super) struct InputRequest {
    /// The fingerprint of what is asked.
    pub(super) asks: u64,
    /// The last of its task's rounds in which it was asked: in the present one it is outstanding.
    pub(super) round: u64,
}

impl Known {
    pub(super) fn new(snapshot: Snapshot, now: Moment) -> Self {
        Self {
            since: now,
            born: false,
            created: false,
            notified: false,
            method: None,
            tool: None,
            snapshot,
            told: now,
            ended: None,
            over: None,
            in_doubt: false,
            heard: None,
            polled: None,
            result: None,
            round: 0,
            listened: Listens::default(),
        }
    }

    /// The fingerprint of a key of its input requests. A task that has the id of an earlier one has
    /// keys of its own.
    pub(super) fn input(&self, prints: &Fingerprints, task: u64, key: &str) -> u64 {
        prints.of((task, self.since, key))
    }
}
