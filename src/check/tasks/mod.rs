//! The tasks of a session: what was asked of them, and what was seen of them.
//!
//! Statuses, snapshots, their times and their order are those of [`Task`](crate::Task)'s own
//! module; here what comes is held against them without a handle that could refuse it.

mod asked;
mod known;
mod listens;
mod result;
mod seen;

use serde_json::Value;

use self::known::{InputRequest, Known};
use self::listens::Listens;
use super::agreement::Agreement;
use super::bounded::{Bounded, Fingerprints};
use super::exchange::{Asked, Exchange};
use super::past::{Moment, Past};
use super::rule;
use super::said::{Report, Said, param, result as of_result};
use super::tools::Tools;
use crate::method::Side;
use crate::negotiation::Dialect;
use crate::schema::{JsonPath, excerpt, is_about_tasks};
use crate::task::{NOTIFICATIONS, RELATED_TASK, Status, related_task};

/// The most tasks that are known at a time. Those that have ended are forgotten first.
const TASKS: usize = 16_384;

/// The most keys of input requests that are known at a time, of all tasks together.
const INPUTS: usize = 65_536;

/// What the rules about tasks need of the rest of the session.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'c> {
    pub(super) prints: &'c Fingerprints,
    pub(super) agreement: &'c Agreement,
    pub(super) tools: &'c Tools,
    pub(super) exchange: &'c Exchange,
}

/// What a message says of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sight {
    /// The task's id.
    pub task: String,
    /// The side that runs it.
    pub receiver: Side,
    /// The status that it says the task has; none in a request.
    pub status: Option<Status>,
}

#[derive(Debug)]
pub(super) struct Tasks {
    known: Bounded<Box<Known>>,
    /// The input requests of the tasks that are known (extension).
    inputs: Bounded<InputRequest>,
    /// Tasks that were listened for before they were known (extension).
    listened: Bounded<Listens>,
    /// Tasks of which only their id could be read, and those whose last sight was so.
    unread: Bounded<()>,
    /// What the message at hand says of tasks.
    pub(super) sights: Vec<Sight>,
}

impl Tasks {
    pub(super) fn new() -> Self {
        Self {
            known: Bounded::new(TASKS),
            inputs: Bounded::new(INPUTS),
            listened: Bounded::new(TASKS),
            unread: Bounded::new(TASKS),
            sights: Vec::new(),
        }
    }

    /// The method of the request that created a task of a receiver.
    pub(super) fn method(&self, prints: &Fingerprints, receiver: Side, task: &str) -> Option<&str> {
        self.known.get(prints.of((receiver, task)))?.method.as_deref()
    }

    /// The side that runs a task of this id; none if both do, or neither.
    pub(super) fn receiver(&self, prints: &Fingerprints, task: &str) -> Option<Side> {
        let runs = |side: Side| self.known.get(prints.of((side, task))).is_some();
        match (runs(Side::Client), runs(Side::Server)) {
            (true, false) => Some(Side::Client),
            (false, true) => Some(Side::Server),
            _ => None,
        }
    }

    /// Whether a receiver never spoke of a task: not of this key, and nothing of it was missed.
    fn is_unknown(&self, past: Past, key: u64) -> bool {
        let all = past.is_all_in(&self.known) && !self.unread.forgot();
        all && self.known.get(key).is_none() && self.unread.get(key).is_none()
    }

    /// Takes in a notification.
    pub(super) fn notification(
        &mut self,
        around: Around<'_>,
        said: &Said<'_>,
        method: &str,
        report: &mut Report,
    ) {
        if !NOTIFICATIONS.contains(&method) {
            return self.mark(around, said, None, report);
        }
        let Some(dialect) = around.agreement.dialect() else { return };
        let path = JsonPath::root().member("method");
        let named = notification(dialect);
        if method != named {
            let text = format!("it is called `{named}` in this session's dialect");
            report.add(&rule::NOTIFICATION_DIALECT, path.clone(), text);
        }
        // In the extension the client declares tasks with each request, and may with none since.
        if let (Some(Err(why)), true) =
            (around.agreement.tasks(said.from), dialect != Dialect::Extension)
        {
            report.add(&rule::TASKS_NOT_NEGOTIATED, path, why.to_string());
        }
        self.misplaced(around, said, report);
        let Some(params) = said.message.get("params") else { return };
        self.seen(
            around,
            said,
            seen::Source::Notification,
            params,
            JsonPath::root().member("params"),
            report,
        );
    }

    /// A message that has a task for its subject needs no mark.
    fn misplaced(&self, around: Around<'_>, said: &Said<'_>, report: &mut Report) {
        if has_marks(around)
            && let Some((meta, path)) = said.meta()
            && meta.contains_key(RELATED_TASK)
        {
            let text = "the message's own `taskId` says already which task it is about";
            report.add(&rule::RELATED_TASK_MISPLACED, path.member(RELATED_TASK), text);
        }
    }

    /// Checks the mark of a message that belongs to a task: to this one, or else to one that is
    /// known.
    fn mark(&self, around: Around<'_>, said: &Said<'_>, task: Option<&str>, report: &mut Report) {
        let Some((meta, path)) = said.meta().filter(|_| has_marks(around)) else { return };
        let Some(marked) = related_task(meta) else { return };
        let path = path.member(RELATED_TASK).member("taskId");
        let there = excerpt(&Value::from(marked));
        match task {
            Some(task) if task != marked => {
                let text =
                    format!("the message is about {}, not {there}", excerpt(&Value::from(task)));
                report.about(task, &rule::RELATED_TASK_WRONG, path, text);
            }
            None if !around.exchange.is_creating() => {
                let unknown =
                    |side: Side| self.is_unknown(said.past, around.prints.of((side, marked)));
                if unknown(Side::Client) && unknown(Side::Server) {
                    let text = format!("nobody gave out a task {there}");
                    report.add(&rule::RELATED_TASK_WRONG, path, text);
                }
            }
            _ => {}
        }
    }

    /// When a task was first known to have ended; none as long as it is not.
    pub(super) fn ended(&self, task: u64) -> Option<Moment> {
        self.known.get(task)?.over
    }

    /// Whether a task goes on, as far as its requestor knows.
    pub(super) fn goes_on(&self, said: &Said<'_>, task: u64) -> bool {
        let Some(known) = self.known.get(task) else { return false };
        let may_be_gone = match (known.snapshot.expires_at(), said.at) {
            (Ok(Some(end)), Some(at)) => end <= at,
            (ends, _) => ends.is_err(),
        };
        let current = said.past.is_whole_since(known.told) && self.unread.get(task).is_none();
        known.over.is_none() && !known.in_doubt && !may_be_gone && current
    }

    /// Checks the mark of a reply: what answers a message that belongs to a task belongs to it too.
    fn belongs(&self, around: Around<'_>, said: &Said<'_>, asked: &Asked, report: &mut Report) {
        // One that nobody gave out is found in the request.
        let known = |task: &&str| {
            let of = |side: Side| self.known.get(around.prints.of((side, *task))).is_some();
            has_marks(around) && (of(Side::Client) || of(Side::Server))
        };
        let task = asked.marked.as_deref().filter(known);
        let is_marked = said.meta().is_some_and(|(meta, _)| related_task(meta).is_some());
        match task {
            Some(task) if !is_marked => {
                let text = format!(
                    "`{}` belongs to {}, and its result does not say that it does",
                    asked.method,
                    excerpt(&Value::from(task))
                );
                let path = of_result("_meta").member(RELATED_TASK);
                report.about(task, &rule::RELATED_TASK_MISSING, path, text);
            }
            task => self.mark(around, said, task, report),
        }
    }

    /// Takes in a reply, and gives the key of the task that it created.
    pub(super) fn reply(
        &mut self,
        around: Around<'_>,
        said: &Said<'_>,
        asked: &Asked,
        report: &mut Report,
    ) -> Option<u64> {
        let dialect = around.agreement.dialect()?;
        let Some(body) = said.result() else {
            if is_about_tasks(&asked.method) {
                self.refused(around, said, asked);
            }
            if asked.method == "tasks/result" && dialect == Dialect::Core {
                self.failed(around, said, asked, report);
            }
            return None;
        };
        let base = JsonPath::root().member("result");
        match asked.method.as_str() {
            "tasks/get" | "tasks/cancel" => {
                self.misplaced(around, said, report);
                let source = seen::Source::Reply(asked);
                self.seen(around, said, source, body, base, report);
                let status = body.get("status").and_then(Value::as_str);
                if asked.method == "tasks/cancel"
                    && dialect != Dialect::Extension
                    && status.is_some_and(|status| Status::from(status) != Status::Cancelled)
                {
                    let text = "the receiver accepted to cancel the task, and says otherwise";
                    let path = of_result("status");
                    match &asked.about {
                        Some(id) => report.about(id, &rule::CANCEL_NOT_DONE, path, text),
                        None => report.add(&rule::CANCEL_NOT_DONE, path, text),
                    }
                }
                None
            }
            "tasks/list" => {
                self.misplaced(around, said, report);
                let tasks = body.get("tasks").and_then(Value::as_array);
                for (position, task) in tasks.into_iter().flatten().enumerate() {
                    let path = base.clone().member("tasks").item(position);
                    self.seen(around, said, seen::Source::List(asked), task, path, report);
                }
                None
            }
            "tasks/result" => {
                self.result(around, said, asked, body, report);
                None
            }
            _ => self.created(around, said, asked, body, report),
        }
    }

    /// A call that failed tells nothing, unless the task is gone; a poll may be tried again.
    fn refused(&mut self, around: Around<'_>, said: &Said<'_>, asked: &Asked) {
        let known = asked
            .about
            .as_deref()
            .and_then(|task| self.known.get_mut(around.prints.of((said.from, task))));
        if let Some(known) = known {
            known.in_doubt = true;
            if asked.method == "tasks/get" {
                known.polled = None;
            }
        }
    }

    /// Takes in a reply that may create a task, and gives the key of that task.
    fn created(
        &mut self,
        around: Around<'_>,
        said: &Said<'_>,
        asked: &Asked,
        body: &Value,
        report: &mut Report,
    ) -> Option<u64> {
        let Some((task, path)) = created_task(around.agreement, body) else {
            let negotiated = around.agreement.both_have_tasks(said.from);
            if asked.augmented && asked.offered && negotiated {
                let text =
                    format!("`{}` asked for a task, and got its result at once", asked.method);
                report.add(&rule::TASK_IGNORED, JsonPath::root().member("result"), text);
            }
            self.belongs(around, said, asked, report);
            return None;
        };
        if !asked.may_be_task {
            let text = match around.agreement.dialect() {
                Some(Dialect::Extension) if asked.method != "tools/call" => {
                    "only `tools/call` creates tasks"
                }
                Some(Dialect::Extension) => {
                    "the client did not declare the extension on the request"
                }
                _ => "the request did not ask for a task",
            };
            report.add(&rule::TASK_UNASKED, path.clone(), text);
        }
        // In the core the request itself said so; and a client declares the extension with each.
        let lacking = around.agreement.tasks(said.from).and_then(Result::err);
        if let Some(why) = lacking.filter(|why| why.lacking().is_some_and(|it| it.0 == said.from))
            && around.agreement.dialect() == Some(Dialect::Extension)
        {
            report.add(&rule::TASKS_NOT_NEGOTIATED, path.clone(), why.to_string());
        }
        self.seen(around, said, seen::Source::Creation(asked), task, path, report);
        let id = task.get("taskId").and_then(Value::as_str).unwrap_or_default();
        Some(around.prints.of((said.from, id)))
    }
}

/// The task in a reply that creates one, and its path: as the session's dialect has it, or in either
/// way if the revision is not known.
pub(super) fn created_task<'b>(
    agreement: &Agreement,
    body: &'b Value,
) -> Option<(&'b Value, JsonPath)> {
    let (tagged, inside) = match agreement.dialect() {
        Some(Dialect::Extension) => (true, false),
        Some(Dialect::Core | Dialect::Enveloped) => (false, true),
        None => (agreement.schema().is_none(), agreement.schema().is_none()),
    };
    let base = JsonPath::root().member("result");
    if tagged && body.get("resultType").is_some_and(|kind| kind == "task") {
        return Some((body, base));
    }
    let task = body.get("task").filter(|task| inside && task.get("taskId").is_some())?;
    Some((task, base.member("task")))
}

/// Whether messages name the task that they belong to: in the core they do, and elsewhere that is a
/// key of `_meta` like any other.
fn has_marks(around: Around<'_>) -> bool {
    around.agreement.dialect() == Some(Dialect::Core)
}

/// A status in as many characters as are kept of it.
fn short(status: Status) -> Status {
    /// More than any that there is.
    const LONGEST: usize = 64;

    match status {
        Status::Unknown(status) => Status::Unknown(status.chars().take(LONGEST).collect()),
        known => known,
    }
}

/// What a dialect calls its notifications of tasks.
pub(super) fn notification(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Core => "notifications/tasks/status",
        Dialect::Enveloped => "notifications/tasks/updated",
        Dialect::Extension => "notifications/tasks",
    }
}

/// The path of the parameter that names a task.
fn task_id() -> JsonPath {
    param("taskId")
}
