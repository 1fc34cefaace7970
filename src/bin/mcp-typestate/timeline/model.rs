//! What a picture shows of a session: tasks with their statuses, messages, findings.

use std::collections::HashMap;
use std::time::SystemTime;

use mcp_typestate::check::{Checked, Entry, Finding, Item, Severity, Sight};
use mcp_typestate::{Side, Status, related_task};
use serde_json::Value;

use crate::input;

/// The most of each that are drawn; of the rest the picture says how many there are.
const LANES: usize = 60;
const MARKS: usize = 4000;
const FLAGS: usize = 40;

/// The most requests whose replies are waited for.
const WAITING: usize = 4096;

/// A session as it is drawn. Times are seconds from its first message, or numbers of messages where
/// the recording has no times.
#[derive(Debug, Default)]
pub(super) struct Picture {
    pub(super) name: String,
    pub(super) revision: Option<String>,
    pub(super) timed: bool,
    pub(super) end: f64,
    pub(super) messages: u64,
    pub(super) tasks: usize,
    pub(super) findings: usize,
    pub(super) lanes: Vec<Lane>,
    /// Messages that are about no task.
    pub(super) others: Vec<Mark>,
    pub(super) flags: Vec<Flag>,
}

/// One task.
#[derive(Debug)]
pub(super) struct Lane {
    pub(super) task: String,
    pub(super) receiver: Side,
    /// What it carries out, and when that was asked for.
    pub(super) call: Option<(String, f64)>,
    /// The statuses, each from a time to the next one's.
    pub(super) bars: Vec<(f64, Status)>,
    pub(super) marks: Vec<Mark>,
}

/// A message.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) at: f64,
    pub(super) from: Side,
    pub(super) kind: Kind,
    pub(super) label: String,
    pub(super) line: u64,
    /// Its number among the messages: lines and times may be the same.
    number: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Request,
    Reply,
    Notification,
}

/// A finding.
#[derive(Debug)]
pub(super) struct Flag {
    pub(super) at: f64,
    pub(super) lane: Option<usize>,
    pub(super) from: Option<Side>,
    pub(super) severity: Severity,
    pub(super) rule: &'static str,
    pub(super) text: String,
    pub(super) line: u64,
}

/// A request whose reply is still to come.
#[derive(Debug)]
struct Waiting {
    /// What it asks for.
    asks: String,
    at: f64,
    number: u64,
    /// The lane that it is drawn in.
    lane: Option<usize>,
}

/// The side that a task runs on, and its id.
type Key = (bool, String);

/// Gathers a picture, message by message.
#[derive(Debug, Default)]
pub(super) struct Collector {
    picture: Picture,
    first: Option<SystemTime>,
    lanes: HashMap<Key, usize>,
    /// Requests by their sender and id.
    waiting: HashMap<(bool, String), Waiting>,
}

impl Collector {
    pub(super) fn add(&mut self, item: &Item, checked: &Checked) {
        self.picture.messages += 1;
        let at = self.time(item);
        self.picture.end = self.picture.end.max(at);
        if let (Item::Entry(entry), Some(from)) = (item, checked.from) {
            self.message(entry, from, at, &checked.sights);
        }
        for finding in &checked.findings {
            self.flag(finding, at, checked.sights.first());
        }
    }

    pub(super) fn finish(
        mut self,
        name: &str,
        revision: Option<String>,
        open: &[Finding],
    ) -> Picture {
        for finding in open {
            let at = match (finding.at, self.first) {
                (Some(at), Some(first)) => seconds(first, at),
                (None, Some(_)) => 0.0,
                (_, None) => input::line(finding.line) as f64,
            };
            self.flag(finding, at, None);
        }
        name.clone_into(&mut self.picture.name);
        self.picture.revision = revision;
        self.picture.tasks = self.lanes.len();
        self.picture
    }

    /// When an item was sent. One that does not say it takes the time of the one before, or of the
    /// first that does.
    fn time(&mut self, item: &Item) -> f64 {
        let at = match item {
            Item::Entry(entry) => entry.at,
            Item::Broken(_) => None,
        };
        match (at, self.first) {
            (Some(at), Some(first)) => seconds(first, at),
            (Some(at), None) => {
                self.first = Some(at);
                self.begin();
                0.0
            }
            _ if self.picture.timed => self.picture.end,
            _ => self.picture.messages as f64,
        }
    }

    /// Moves what was put in order of messages to where the times begin.
    fn begin(&mut self) {
        let picture = &mut self.picture;
        picture.timed = true;
        picture.end = 0.0;
        for lane in &mut picture.lanes {
            lane.bars.iter_mut().for_each(|(at, _)| *at = 0.0);
            lane.marks.iter_mut().for_each(|mark| mark.at = 0.0);
            lane.call.iter_mut().for_each(|(_, at)| *at = 0.0);
        }
        picture.others.iter_mut().for_each(|mark| mark.at = 0.0);
        picture.flags.iter_mut().for_each(|flag| flag.at = 0.0);
        self.waiting.values_mut().for_each(|waiting| waiting.at = 0.0);
    }

    fn message(&mut self, entry: &Entry, from: Side, at: f64, sights: &[Sight]) {
        let message = &entry.message;
        let method = message.get("method").and_then(Value::as_str);
        let id = message.get("id").map(ToString::to_string);
        let kind = match (method, &id) {
            (Some(_), Some(_)) => Kind::Request,
            (Some(_), None) => Kind::Notification,
            (None, _) => Kind::Reply,
        };
        let answered = match (method, &id) {
            (None, Some(id)) => self.waiting.remove(&(from != Side::Client, id.clone())),
            _ => None,
        };
        let label = method.map_or("reply".to_owned(), label);
        let number = self.picture.messages;
        let mark = Mark { at, from, kind, label, line: input::line(entry.line), number };
        for sight in sights {
            self.sight(sight, &mark, answered.as_ref());
        }
        let lane = match sights.first() {
            Some(sight) => self.lanes.get(&key(sight)).copied(),
            None => {
                let lane = self.related(message).or(answered.and_then(|answered| answered.lane));
                self.place(mark, lane);
                lane
            }
        };
        if let (Some(method), Some(id)) = (method, id)
            && self.waiting.len() < WAITING
        {
            let name = message.pointer("/params/name").and_then(Value::as_str);
            let asks = name.map_or(method.to_owned(), |name| format!("{method} {name}"));
            self.waiting.insert((from == Side::Client, id), Waiting { asks, at, number, lane });
        }
    }

    /// The lane of the task that a message's `_meta` names.
    fn related(&self, message: &Value) -> Option<usize> {
        let body = message.get("params").or(message.get("result"))?;
        let task = related_task(body.get("_meta")?.as_object()?)?;
        let lane = |client| self.lanes.get(&(client, task.to_owned())).copied();
        lane(false).or(lane(true))
    }

    /// Draws a message in a lane, or among those of none.
    fn place(&mut self, mark: Mark, lane: Option<usize>) {
        let lane = lane.and_then(|lane| self.picture.lanes.get_mut(lane));
        let marks = lane.map_or(&mut self.picture.others, |lane| &mut lane.marks);
        if marks.len() < MARKS {
            marks.push(mark);
        }
    }

    fn sight(&mut self, sight: &Sight, mark: &Mark, answered: Option<&Waiting>) {
        let next = self.lanes.len();
        let index = *self.lanes.entry(key(sight)).or_insert(next);
        if index == self.picture.lanes.len() && index < LANES {
            self.picture.lanes.push(Lane {
                task: sight.task.clone(),
                receiver: sight.receiver,
                call: None,
                bars: Vec::new(),
                marks: Vec::new(),
            });
        }
        let Some(lane) = self.picture.lanes.get_mut(index) else { return };
        let creation = answered.filter(|answered| !answered.asks.starts_with("tasks/"));
        if let (None, Some(call)) = (&lane.call, creation) {
            lane.call = Some((call.asks.clone(), call.at));
            // It was drawn where nobody knew yet what it would become.
            self.picture.others.retain(|other| other.number != call.number);
        }
        if let Some(status) = &sight.status {
            let ended = lane.bars.last().is_some_and(|(_, last)| last.terminal().is_some());
            let stale = ended && status.terminal().is_none() && mark.kind == Kind::Notification;
            if !stale && lane.bars.last().is_none_or(|(_, last)| last != status) {
                lane.bars.push((mark.at, status.clone()));
            }
        }
        if lane.marks.len() < MARKS {
            lane.marks.push(mark.clone());
        }
    }

    fn flag(&mut self, finding: &Finding, at: f64, sight: Option<&Sight>) {
        self.picture.findings += 1;
        if self.picture.flags.len() >= FLAGS {
            return;
        }
        let lane = sight
            .and_then(|sight| self.lanes.get(&key(sight)).copied().filter(|lane| *lane < LANES));
        self.picture.flags.push(Flag {
            at,
            lane,
            from: finding.from,
            severity: finding.rule.severity,
            rule: finding.rule.id,
            text: finding.text.to_string(),
            line: input::line(finding.line),
        });
    }
}

fn key(sight: &Sight) -> Key {
    (sight.receiver == Side::Client, sight.task.clone())
}

/// What a method is called in a lane.
fn label(method: &str) -> String {
    match method {
        "notifications/tasks/status" | "notifications/tasks/updated" | "notifications/tasks" => {
            "status".to_owned()
        }
        _ => {
            let short = method.strip_prefix("tasks/").or(method.strip_prefix("notifications/"));
            short.unwrap_or(method).to_owned()
        }
    }
}

/// The seconds from one time to another; what goes backwards counts as nothing.
fn seconds(from: SystemTime, to: SystemTime) -> f64 {
    to.duration_since(from).unwrap_or_default().as_secs_f64()
}
