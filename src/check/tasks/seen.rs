//! Sights of a task: what a receiver says of it, held against what it said before.

use serde::Deserialize;
use serde::de::value::MapDeserializer;
use serde_json::Value;

use super::known::{Ended, InputRequest, Known, payload};
use super::listens::Listening;
use super::{Around, Asked, Report, Said, Sight, Tasks, rule, short};
use crate::check::bounded::Bounded;
use crate::json;
use crate::method::Side;
use crate::negotiation::Dialect;
use crate::schema::{JsonPath, Printable, excerpt};
use crate::task::{Snapshot, Status, is_older, same_creation};

/// The most characters of a timestamp that are kept.
const TIMESTAMP: usize = 64;

/// Where a sight comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'a> {
    /// The reply that creates the task.
    Creation(&'a Asked),
    /// A reply about a task.
    Reply(&'a Asked),
    List(&'a Asked),
    Notification,
}

/// How a sight stands in time to what is known.
#[derive(Clone, Copy, Debug)]
struct Age {
    older: bool,
    newer: bool,
    /// Whether what is known may have been said after it, and come before it: a notification and a
    /// reply have no order, nor have two replies.
    overtaken: bool,
}

impl Age {
    fn of(seen: &Snapshot, known: &Known, source: Source<'_>) -> Self {
        Self {
            older: is_older(seen, &known.snapshot),
            newer: is_older(&known.snapshot, seen),
            overtaken: match source {
                Source::Creation(asked) | Source::Reply(asked) | Source::List(asked) => {
                    asked.sent.is_before(known.told)
                }
                Source::Notification => true,
            },
        }
    }

    /// Whether it may tell of the time before.
    fn may_be_past(self) -> bool {
        self.overtaken && !self.newer
    }
}

impl Tasks {
    /// Takes in what a receiver says of a task. What cannot be read as one is the schema's matter.
    pub(super) fn seen(
        &mut self,
        around: Around<'_>,
        said: &Said<'_>,
        source: Source<'_>,
        body: &Value,
        path: JsonPath,
        report: &mut Report,
    ) {
        let Some(mut snapshot) = snapshot(body) else {
            if let Some(id) = body.get("taskId").and_then(Value::as_str) {
                self.unread.insert(around.prints.of((said.from, id)), ());
            }
            return;
        };
        let id = std::mem::take(&mut snapshot.id);
        let message = snapshot.status_message.take().map(|text| around.prints.of(text));
        snapshot.extra.clear();
        snapshot.created_at = snapshot.created_at.chars().take(TIMESTAMP).collect();
        snapshot.last_updated_at = snapshot.last_updated_at.chars().take(TIMESTAMP).collect();
        let status = Some(snapshot.status.clone());
        snapshot.status = short(snapshot.status);
        self.sights.push(Sight { task: id.clone(), receiver: said.from, status });
        if let Source::Reply(asked) = source
            && let Some(about) = asked.about.as_deref()
            && about != id
        {
            let text = format!("{} was asked about", excerpt(&Value::from(about)));
            report.about(&id, &rule::TASK_SWAPPED, path.member("taskId"), text);
            return;
        }
        let key = around.prints.of((said.from, &id));
        self.unread.remove(key);
        if self.known.get(key).is_none() {
            let mut known = Known::new(snapshot.clone(), said.past.now());
            known.listened = self.listened.remove(key).unwrap_or_default();
            self.known.insert_over(key, Box::new(known), |known| known.ended.is_some());
        }
        let all = said.past.is_all_in(&self.known) && !self.listened.forgot();
        let Some(known) = self.known.get_mut(key) else { return };
        let age = Age::of(&snapshot, known, source);
        let mut sight = Comparison { id: &id, known, path: &path, report };
        sight.source(around, source, said, &snapshot, all);
        if !sight.status(age, &snapshot) {
            return;
        }
        sight.times(source, &snapshot, around.agreement.dialect());
        if around.agreement.dialect() == Some(Dialect::Extension) {
            sight.inputs(around, key, &mut self.inputs, age, &snapshot, body);
        }
        let carried = ["result", "error"].iter().find_map(|name| body.get(name));
        let carried = carried.filter(|_| around.agreement.dialect() == Some(Dialect::Extension));
        sight.end(&snapshot, message, carried.map(|carried| payload(around.prints, carried)));
        if known.ended.is_some() {
            known.over.get_or_insert(said.past.now());
        }
        let tool = known.tool.clone();
        let again = known.snapshot.status == snapshot.status && !age.newer;
        if !again || !said.past.is_whole_since(known.told) {
            known.told = said.past.now();
        }
        known.snapshot = snapshot;
        if let (Some(tool), Some(result), Some(_)) = (tool, body.get("result"), carried) {
            let path = path.member("result");
            around.tools.returned(around.prints, &tool, result, path, report);
        }
    }
}

/// What a task's object says of it. None of its members has parts, so what has is not copied.
fn snapshot(body: &Value) -> Option<Snapshot> {
    static PARTS: Value = Value::Bool(false);

    let members = body.as_object()?.iter().map(|(name, value)| {
        let parts = value.is_object() || value.is_array();
        (name.as_str(), if parts { &PARTS } else { value })
    });
    Snapshot::deserialize(MapDeserializer::<_, serde_json::Error>::new(members)).ok()
}

/// A sight, beside what is known.
struct Comparison<'c> {
    id: &'c str,
    known: &'c mut Known,
    path: &'c JsonPath,
    report: &'c mut Report,
}

impl Comparison<'_> {
    fn add(&mut self, rule: &'static super::super::Rule, member: &str, text: impl Into<Printable>) {
        self.report.about(self.id, rule, self.path.clone().member(member), text);
    }

    /// What the sight's kind says by itself.
    fn source(
        &mut self,
        around: Around<'_>,
        source: Source<'_>,
        said: &Said<'_>,
        snapshot: &Snapshot,
        all: bool,
    ) {
        match source {
            Source::Creation(asked) => {
                let new = Known::new(snapshot.clone(), said.past.now());
                // A list may tell of a task before the reply that creates it does.
                if self.known.created || self.known.since.is_before(asked.sent) {
                    self.add(&rule::TASK_ID_REUSED, "taskId", "another task has this id");
                    let listened = std::mem::take(&mut self.known.listened);
                    *self.known = Known { listened, ..new };
                } else if self.known.notified && !self.known.born {
                    let text = "a notification told of the task before this reply did";
                    self.add(&rule::NOTIFICATION_EARLY, "taskId", text);
                }
                if snapshot.status != Status::Working {
                    let text = format!("it begins as {}", snapshot.status);
                    self.add(&rule::TASK_STARTS_OTHERWISE, "status", text);
                }
                (self.known.born, self.known.created) = (true, true);
                self.known.in_doubt |= asked.cancelled.is_some();
                self.known.method = Some(asked.method.clone());
                self.known.tool.clone_from(&asked.tool);
                self.known.heard = said.at;
            }
            Source::Reply(_) => {
                self.known.born = true;
                self.known.heard = said.at;
            }
            Source::List(_) => self.known.born = true,
            Source::Notification => {
                self.known.notified = true;
                let extension = around.agreement.dialect() == Some(Dialect::Extension);
                let text = match self.known.listened.at(around.exchange, said) {
                    Listening::Never => "no `subscriptions/listen` names this task",
                    Listening::NoLonger => "each `subscriptions/listen` of this task has ended",
                    Listening::Still => return,
                };
                if extension && all && said.from == Side::Server {
                    self.add(&rule::NOTIFICATION_UNSUBSCRIBED, "taskId", text);
                }
            }
        }
    }

    /// The status; false if the sight came late and tells nothing.
    fn status(&mut self, age: Age, snapshot: &Snapshot) -> bool {
        if let Some(ended) = &self.known.ended
            && snapshot.status.terminal() != Some(ended.status)
        {
            if !(age.may_be_past() && snapshot.status.terminal().is_none()) {
                let text = format!("it is {} after it was {}", snapshot.status, ended.status);
                self.add(&rule::STATUS_AFTER_END, "status", text);
            }
            return false;
        }
        if age.older && !age.overtaken {
            let text =
                format!("the receiver spoke of {} before", self.known.snapshot.last_updated_at);
            self.add(&rule::UPDATE_OLDER, "lastUpdatedAt", text);
        }
        !age.older
    }

    fn times(&mut self, source: Source<'_>, snapshot: &Snapshot, dialect: Option<Dialect>) {
        if let Err(contradiction) = same_creation(&self.known.snapshot, snapshot) {
            self.add(&rule::CREATION_CHANGED, "createdAt", contradiction.to_string());
        }
        let before = self.known.snapshot.ttl;
        let granted = !matches!(source, Source::Creation(_)) && dialect != Some(Dialect::Extension);
        if granted && snapshot.ttl != before && !snapshot.ttl.is_absent() && !before.is_absent() {
            let shown =
                |ttl: Option<&i64>| ttl.map_or("unlimited".to_owned(), |ttl| format!("{ttl} ms"));
            let text = format!(
                "it was {} before, and is now {}",
                shown(before.value()),
                shown(snapshot.ttl.value())
            );
            self.add(&rule::TTL_CHANGED, "ttl", text);
        }
    }

    /// The extension's input requests: which keys are outstanding, and which come again. What may be
    /// past adds to them, and says nothing of the others.
    fn inputs(
        &mut self,
        around: Around<'_>,
        task: u64,
        known: &mut Bounded<InputRequest>,
        age: Age,
        snapshot: &Snapshot,
        body: &Value,
    ) {
        let none = json::Object::new();
        let requests = body.get("inputRequests").and_then(Value::as_object);
        let requests =
            requests.filter(|_| snapshot.status == Status::InputRequired).unwrap_or(&none);
        let mut outstanding = Vec::new();
        for (key, request) in requests {
            let print = self.known.input(around.prints, task, key);
            let asks = around.prints.of_json(request);
            let used = known.get(print).copied();
            let outstanding_still = |used: InputRequest| used.round == self.known.round;
            if used.is_some_and(|used| {
                used.asks != asks || !(outstanding_still(used) || age.may_be_past())
            }) {
                let text = format!(
                    "{} stood for another request before",
                    excerpt(&Value::from(key.as_str()))
                );
                let path = self.path.clone().member("inputRequests").member(key);
                self.report.about(self.id, &rule::INPUT_KEY_REUSED, path, text);
            }
            if used.is_none() || !age.may_be_past() {
                outstanding.push((print, asks));
            }
        }
        self.known.round += u64::from(!age.may_be_past());
        let round = self.known.round;
        for (print, asks) in outstanding {
            known.insert(print, InputRequest { asks, round });
        }
    }

    /// The end: what is said of it the first time stays.
    fn end(&mut self, snapshot: &Snapshot, message: Option<u64>, carried: Option<u64>) {
        let Some(status) = snapshot.status.terminal() else { return };
        let updated = snapshot.last_updated_at.as_str();
        let Some(ended) = &mut self.known.ended else {
            self.known.ended = Some(Ended::new(status, updated, message, carried));
            return;
        };
        let differs = |known: Option<u64>, seen: Option<u64>| {
            known.zip(seen).is_some_and(|(known, seen)| known != seen)
        };
        let changed = if ended.was_at_another_time(updated) {
            Some("lastUpdatedAt")
        } else if differs(ended.message, message) {
            Some("statusMessage")
        } else {
            differs(ended.carried, carried).then_some("result")
        };
        ended.message = ended.message.or(message);
        ended.carried = ended.carried.or(carried);
        if let Some(member) = changed {
            let text = format!("the task was {status} with another `{member}` before");
            self.add(&rule::END_CHANGED, member, text);
        }
    }
}
