//! What a picture shows of a session: tasks with their statuses, messages, findings.

use std::collections::HashMap;
use std::time::SystemTime;

use mcp_typestate::check::{Checked, Finding, Item, Severity, Sight};
use mcp_typestate::schema::Step;
use mcp_typestate::{Side, Status, related_task};
use serde_json::Value;

use crate::input;
use crate::waiting::{Key, key, other};

/// The most tasks that are drawn. Of those beyond nothing is kept, so that they are not counted.
const LANES: usize = 60;
/// The most messages that are drawn in a lane, and the most findings; the picture says how many more
/// there are.
const MARKS: usize = 4000;
const FLAGS: usize = 40;

/// The most requests whose replies are waited for.
const WAITING: usize = 4096;

/// The most characters of a task's id by which it is known again. It is how much of it the checker
/// keeps of a request.
const ID: usize = 1024;
/// The most characters of other texts that are kept: more than are drawn.
const TEXT: usize = 256;

/// A session as it is drawn. Times are seconds from its first message, or numbers of messages where
/// the recording has no times.
#[derive(Debug, Default)]
pub(super) struct Picture {
    pub(super) name: String,
    pub(super) revision: Option<String>,
    pub(super) timed: bool,
    pub(super) end: f64,
    pub(super) messages: u64,
    /// Whether there are more tasks than lanes.
    pub(super) more_tasks: bool,
    /// Messages of tasks that are drawn, or of none, which are not.
    pub(super) undrawn: u64,
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
    /// Its number among the messages, those of a batch by themselves: lines and times may be the
    /// same.
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
    /// Where it stands, as findings have it.
    place: u64,
    /// The lane that it is drawn in.
    lane: Option<usize>,
}

/// Where a message stands, and when and by whom it was sent.
#[derive(Clone, Copy, Debug)]
struct Sent {
    place: u64,
    at: f64,
    from: Side,
}

/// Gathers a picture, message by message.
#[derive(Debug, Default)]
pub(super) struct Collector {
    picture: Picture,
    first: Option<SystemTime>,
    /// The lanes by the side that their tasks run on, and these tasks' ids.
    lanes: HashMap<(Side, String), usize>,
    waiting: HashMap<Key, Waiting>,
    /// How many messages there were, those of a batch counted by themselves.
    number: u64,
}

impl Collector {
    pub(super) fn add(&mut self, item: &Item, checked: &Checked) {
        self.picture.messages += 1;
        let at = self.time(item);
        self.picture.end = self.picture.end.max(at);
        let mut lanes = Vec::new();
        if let (Item::Entry(entry), Some(from)) = (item, checked.from) {
            let sent = Sent { place: entry.line, at, from };
            match &entry.message {
                Value::Array(batch) => {
                    let mut sights = checked.sights.as_slice();
                    for (index, message) in batch.iter().enumerate() {
                        let last = index + 1 == batch.len();
                        let own = if last { sights.len() } else { sights_of(message, sights) };
                        let (own, others) = sights.split_at(own);
                        sights = others;
                        lanes.push(self.message(message, sent, own));
                    }
                }
                message => lanes.push(self.message(message, sent, &checked.sights)),
            }
        }
        for finding in &checked.findings {
            let position = match finding.path.steps().first() {
                Some(Step::Item(position)) => *position,
                _ => 0,
            };
            let lane = match &finding.task {
                Some(task) => self.lane_of(task, &checked.sights),
                None => lanes.get(position).copied().flatten(),
            };
            self.flag(finding, at, lane);
        }
    }

    pub(super) fn finish(
        mut self,
        name: &str,
        revision: Option<String>,
        open: &[Finding],
    ) -> Picture {
        let mut requests: Vec<Waiting> = std::mem::take(&mut self.waiting).into_values().collect();
        // Of those of a batch, which stand at one place, the first.
        requests.sort_unstable_by_key(|request| std::cmp::Reverse(request.number));
        let requests: HashMap<u64, Waiting> =
            requests.into_iter().map(|it| (it.place, it)).collect();
        for finding in open {
            let request = requests.get(&finding.line);
            let at = match (request, finding.at, self.first) {
                (Some(request), ..) => request.at,
                (None, Some(at), Some(first)) => seconds(first, at),
                // Which of the messages it was is no longer known; that it is open is, in the end.
                _ => self.picture.end,
            };
            let lane = match &finding.task {
                Some(task) => self.lane_of(task, &[]),
                None => request.and_then(|request| request.lane),
            };
            self.flag(finding, at, lane);
        }
        cut(name, TEXT).clone_into(&mut self.picture.name);
        self.picture.revision = revision.map(|it| cut(&it, TEXT).to_owned());
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

    /// Takes in a message and what it says of tasks, and gives the first lane that it is drawn in.
    fn message(&mut self, message: &Value, sent: Sent, sights: &[Sight]) -> Option<usize> {
        let Sent { place, at, from } = sent;
        self.number += 1;
        let method = message.get("method").and_then(Value::as_str);
        let kind = match (method, message.get("id")) {
            (Some(_), Some(_)) => Kind::Request,
            (Some(_), None) => Kind::Notification,
            (None, _) => Kind::Reply,
        };
        let answered = match method {
            None => key(other(from), message).and_then(|key| self.waiting.remove(&key)),
            Some(_) => None,
        };
        let label = method.map_or("reply".to_owned(), label);
        let number = self.number;
        let mark = Mark { at, from, kind, label, line: input::line(place), number };
        let mut drawn = true;
        for sight in sights {
            drawn &= self.sight(sight, &mark, answered.as_ref());
        }
        let lane = match sights {
            [] => {
                let lane = self.related(message).or(answered.and_then(|answered| answered.lane));
                drawn = self.place(mark, lane);
                lane
            }
            sights => sights.iter().find_map(|sight| self.lane(sight.receiver, &sight.task)),
        };
        self.picture.undrawn += u64::from(!drawn);
        if let (Some(method), Some(key)) = (method, key(from, message))
            && self.waiting.len() < WAITING
        {
            let method = cut(method, TEXT);
            let name = message.pointer("/params/name").and_then(Value::as_str);
            let asks =
                name.map_or(method.to_owned(), |name| format!("{method} {}", cut(name, TEXT)));
            self.waiting.insert(key, Waiting { asks, at, number, place, lane });
        }
        lane
    }

    /// The lane of a task, if it is drawn.
    fn lane(&self, receiver: Side, task: &str) -> Option<usize> {
        self.lanes.get(&(receiver, cut(task, ID).to_owned())).copied()
    }

    /// The lane of the task that a finding is about, which has its id cut where it is long. Both
    /// sides may have one of this id; it is the one that the message speaks of.
    fn lane_of(&self, task: &str, sights: &[Sight]) -> Option<usize> {
        let is =
            |id: &str| id == task || task.strip_suffix('…').is_some_and(|it| id.starts_with(it));
        let seen = sights.iter().filter(|sight| is(cut(&sight.task, ID)));
        let seen = seen.take(1).find_map(|sight| self.lane(sight.receiver, &sight.task));
        seen.or_else(|| self.picture.lanes.iter().position(|lane| is(&lane.task)))
    }

    /// The lane of the task that a message's `_meta` names.
    fn related(&self, message: &Value) -> Option<usize> {
        let body = message.get("params").or(message.get("result"))?;
        let task = related_task(body.get("_meta")?.as_object()?)?;
        self.lane(Side::Server, task).or_else(|| self.lane(Side::Client, task))
    }

    /// Draws a message in a lane, or among those of none. Says whether there was room for it.
    fn place(&mut self, mark: Mark, lane: Option<usize>) -> bool {
        let lane = lane.and_then(|lane| self.picture.lanes.get_mut(lane));
        draw(lane.map_or(&mut self.picture.others, |lane| &mut lane.marks), mark)
    }

    /// Draws a message in the lane of a task that it speaks of. Says whether there was room for it;
    /// a task that has no lane is another matter.
    fn sight(&mut self, sight: &Sight, mark: &Mark, answered: Option<&Waiting>) -> bool {
        let known = self.lane(sight.receiver, &sight.task);
        let index = known.unwrap_or(self.picture.lanes.len());
        if index >= LANES {
            self.picture.more_tasks = true;
            return true;
        }
        if known.is_none() {
            let task = cut(&sight.task, ID).to_owned();
            self.lanes.insert((sight.receiver, task.clone()), index);
            self.picture.lanes.push(Lane {
                task,
                receiver: sight.receiver,
                call: None,
                bars: Vec::new(),
                marks: Vec::new(),
            });
        }
        let Some(lane) = self.picture.lanes.get_mut(index) else { return true };
        let creation = answered.filter(|answered| !answered.asks.starts_with("tasks/"));
        if let (None, Some(call)) = (&lane.call, creation) {
            lane.call = Some((call.asks.clone(), call.at));
            // It was drawn where nobody knew yet what it would become.
            self.picture.others.retain(|other| other.number != call.number);
        }
        if let Some(status) = &sight.status {
            let status = match status {
                Status::Unknown(other) => Status::from(cut(other, TEXT)),
                known => known.clone(),
            };
            let ended = lane.bars.last().is_some_and(|(_, last)| last.terminal().is_some());
            let stale = ended && status.terminal().is_none() && mark.kind == Kind::Notification;
            let changes = lane.bars.last().is_none_or(|(_, last)| *last != status);
            if !stale && changes && lane.bars.len() < MARKS {
                lane.bars.push((mark.at, status));
            }
        }
        draw(&mut lane.marks, mark.clone())
    }

    fn flag(&mut self, finding: &Finding, at: f64, lane: Option<usize>) {
        self.picture.findings += 1;
        if self.picture.flags.len() >= FLAGS {
            return;
        }
        self.picture.flags.push(Flag {
            at,
            lane,
            from: finding.from,
            severity: finding.rule.severity,
            rule: finding.rule.id,
            text: cut(&finding.text, TEXT).to_owned(),
            line: input::line(finding.line),
        });
    }
}

/// Draws a message, if there is room for it.
fn draw(marks: &mut Vec<Mark>, mark: Mark) -> bool {
    let room = marks.len() < MARKS;
    if room {
        marks.push(mark);
    }
    room
}

/// How many of what a batch says of tasks, in order, its next message says: as far as they are tasks
/// that it names.
fn sights_of(message: &Value, sights: &[Sight]) -> usize {
    fn count<'m>(value: &'m Value, named: &mut HashMap<&'m str, usize>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| count(item, named)),
            Value::Object(members) => {
                if let Some(task) = members.get("taskId").and_then(Value::as_str) {
                    *named.entry(cut(task, ID)).or_default() += 1;
                }
                members.values().for_each(|member| count(member, named));
            }
            _ => {}
        }
    }

    let mut named = HashMap::new();
    count(message, &mut named);
    let own = sights.iter().take_while(|sight| {
        named.get_mut(cut(&sight.task, ID)).is_some_and(|left| {
            let some = *left > 0;
            *left = left.saturating_sub(1);
            some
        })
    });
    own.count()
}

/// The beginning of a text, up to so many characters.
fn cut(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| text.get(..end).unwrap_or(text))
}

/// What a method is called in a lane.
fn label(method: &str) -> String {
    match method {
        "notifications/tasks/status" | "notifications/tasks/updated" | "notifications/tasks" => {
            "status".to_owned()
        }
        _ => {
            let short = method.strip_prefix("tasks/").or(method.strip_prefix("notifications/"));
            cut(short.unwrap_or(method), TEXT).to_owned()
        }
    }
}

/// The seconds from one time to another; what goes backwards counts as nothing.
fn seconds(from: SystemTime, to: SystemTime) -> f64 {
    to.duration_since(from).unwrap_or_default().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use mcp_typestate::check::{Checker, Entry};
    use serde_json::json;

    use super::*;

    /// What a session may make as long as it likes, and as many.
    #[test]
    fn a_picture_does_not_grow_with_a_session() {
        let long = "x".repeat(10_000);
        let mut checker = Checker::new().with_revision("2025-11-25");
        let mut collector = Collector::default();
        for number in 0..100 {
            let task = json!({ "taskId": format!("{number}{long}"), "status": long,
                "ttl": null, "createdAt": "2026-08-01T12:00:00Z",
                "lastUpdatedAt": "2026-08-01T12:00:00Z" });
            for message in [
                json!({ "jsonrpc": "2.0", "id": number, "method": "tools/call",
                    "params": { "name": long, "task": {} } }),
                json!({ "jsonrpc": "2.0", "id": number, "result": { "task": task } }),
                json!({ "jsonrpc": "2.0", "id": long, "method": long }),
            ] {
                let item = Item::Entry(Entry::new(1, message));
                let checked = checker.item(&item);
                collector.add(&item, &checked);
            }
        }
        assert_eq!((collector.lanes.len(), collector.waiting.len()), (LANES, 0));
        let picture = collector.finish(&long, Some(long.clone()), &checker.finish());
        assert!(picture.more_tasks);
        assert_eq!(picture.lanes.len(), LANES);
        for lane in &picture.lanes {
            let bars = lane.bars.iter().map(|(_, status)| status.as_str());
            let marks = lane.marks.iter().map(|mark| mark.label.as_str());
            let call = lane.call.iter().map(|(asks, _)| asks.as_str());
            let texts = bars.chain(marks).chain(call).chain([lane.task.as_str()]);
            assert!(texts.map(str::len).max().unwrap() <= ID);
        }
        assert!(picture.others.iter().all(|mark| mark.label.len() <= TEXT));
        assert!(picture.name.len() <= TEXT && picture.revision.unwrap().len() <= TEXT);
    }
}
