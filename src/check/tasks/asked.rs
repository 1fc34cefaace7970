//! Requests: those that may become tasks, and those about tasks.

use std::time::Duration;

use serde_json::Value;

use super::{Around, Asked, Report, Said, Sight, Tasks, param, rule, task_id};
use crate::check::tools::TaskSupport;
use crate::json::Object;
use crate::negotiation::{Capabilities, Dialect};
use crate::schema::{JsonPath, excerpt, is_about_tasks};
use crate::task::Status;

/// How much earlier than allowed a poll may be, since recordings and timers have their grain.
const GRAIN: Duration = Duration::from_millis(10);

impl Tasks {
    /// Takes in a request, and notes in `asked` what its reply is held against.
    pub(in crate::check) fn request(
        &mut self,
        around: Around<'_>,
        said: &Said<'_>,
        asked: &mut Asked,
        report: &mut Report,
    ) {
        let Some(dialect) = around.agreement.dialect() else { return };
        if is_about_tasks(&asked.method) {
            let known =
                around.agreement.schema().is_some_and(|it| it.method(&asked.method).is_some());
            if !known {
                return;
            }
            if let Some(Err(why)) = around.agreement.tasks(said.to()) {
                let path = JsonPath::root().member("method");
                report.add(&rule::TASKS_NOT_NEGOTIATED, path, why.to_string());
                return;
            }
            if asked.method == "tasks/result" {
                let task = said.param("taskId").and_then(Value::as_str);
                self.mark(around, said, task, report);
            } else {
                self.misplaced(around, said, report);
            }
            return self.about(around, said, dialect, asked, report);
        }
        self.mark(around, said, None, report);
        asked.augmented =
            dialect != Dialect::Extension && said.param("task").is_some_and(Value::is_object);
        asked.may_be_task = match dialect {
            Dialect::Extension => asked.method == "tools/call" && declares_extension(said),
            Dialect::Core | Dialect::Enveloped => asked.augmented,
        };
        if asked.method == "subscriptions/listen" {
            self.listen(around, said, asked.key);
        }
        if dialect != Dialect::Extension {
            asked.offered = self.augmented(around, said, asked, report);
        }
    }

    /// A request that may ask for a task. Says whether the receiver may make one of it, as far as is
    /// known.
    fn augmented(
        &self,
        around: Around<'_>,
        said: &Said<'_>,
        asked: &Asked,
        report: &mut Report,
    ) -> bool {
        let tasks = around.agreement.tasks(said.to());
        let offered = match tasks {
            Some(Err(why)) => {
                if asked.augmented {
                    report.add(&rule::TASKS_NOT_NEGOTIATED, param("task"), why.to_string());
                }
                return false;
            }
            Some(Ok(tasks)) => tasks.augments(&asked.method),
            None => return true,
        };
        if let Err(why) = offered {
            if asked.augmented {
                report.add(&rule::TASK_NOT_OFFERED, param("task"), why.to_string());
            }
            return false;
        }
        let Some(name) = asked.tool.as_deref() else { return true };
        let Some(tool) = around.tools.get(around.prints, name) else { return true };
        let name = excerpt(&Value::from(name));
        match (tool.tasks, asked.augmented) {
            (TaskSupport::Required, false) => {
                let text = format!("the tool {name} says that its task support is required");
                report.add(&rule::TASK_REQUIRED, JsonPath::root().member("params"), text);
            }
            (TaskSupport::Forbidden, true) => {
                let text = format!("the tool {name} does not say that it can be called as a task");
                report.add(&rule::TASK_FORBIDDEN, param("task"), text);
            }
            _ => {}
        }
        tool.tasks != TaskSupport::Forbidden
    }

    /// A request about a task.
    fn about(
        &mut self,
        around: Around<'_>,
        said: &Said<'_>,
        dialect: Dialect,
        asked: &Asked,
        report: &mut Report,
    ) {
        let Some(id) = said.param("taskId").and_then(Value::as_str) else { return };
        let receiver = said.to();
        self.sights.push(Sight { task: id.to_owned(), receiver, status: None });
        let task = around.prints.of((receiver, id));
        let Some(known) = self.known.get_mut(task) else {
            if self.is_unknown(said.past, task) {
                let text = format!("the {receiver} gave out no task {}", excerpt(&Value::from(id)));
                report.about(id, &rule::TASK_UNKNOWN, task_id(), text);
            }
            return;
        };
        known.in_doubt |= asked.method == "tasks/cancel";
        let end = known.snapshot.expires_at().ok().flatten();
        if let (Some(end), Some(at)) = (end, said.at)
            && end <= at
        {
            let late = at.duration_since(end).unwrap_or_default();
            let text = format!("its TTL ended {late:?} before");
            report.about(id, &rule::TASK_EXPIRED, task_id(), text);
        }
        // In what nobody saw or could read, the task may have gone on.
        let current = said.past.is_whole_since(known.told) && self.unread.get(task).is_none();
        match (asked.method.as_str(), &known.ended) {
            ("tasks/get", None) if current => {
                let interval = known.snapshot.poll_interval();
                let polled = std::mem::replace(&mut known.polled, said.at);
                let last = if polled > known.heard { "poll" } else { "answer" };
                if let (Some(interval), Some(before), Some(at)) =
                    (interval, polled.max(known.heard), said.at)
                    && let Ok(waited) = at.duration_since(before)
                    && waited + GRAIN < interval
                {
                    let text = format!(
                        "it comes {waited:?} after the last {last}, and the poll interval is {interval:?}"
                    );
                    report.about(id, &rule::POLL_EARLY, task_id(), text);
                }
            }
            ("tasks/result", None) if current => match (dialect, &known.snapshot.status) {
                (Dialect::Enveloped, status) => {
                    let text = format!("the task was last seen as {status}");
                    report.about(id, &rule::RESULT_BEFORE_TERMINAL, task_id(), text);
                }
                (_, Status::Working) => {
                    let text = "the task was last seen as working: the reply will wait for its end";
                    report.about(id, &rule::RESULT_BLOCKS, task_id(), text);
                }
                _ => {}
            },
            ("tasks/cancel", Some(ended)) => {
                let text =
                    format!("the task was seen to have {} before", past(&ended.status.to_string()));
                report.about(id, &rule::CANCEL_AFTER_END, task_id(), text);
            }
            ("tasks/update", _) if current => {
                let answers = said.param("inputResponses").and_then(Value::as_object);
                for key in answers.into_iter().flat_map(Object::keys) {
                    let request = self.inputs.get(known.input(around.prints, task, key));
                    let waits = request.is_some_and(|it| it.round == known.round);
                    if !waits && !self.inputs.forgot() {
                        let path = param("inputResponses").member(key);
                        let text = format!(
                            "the task does not wait for {}",
                            excerpt(&Value::from(key.as_str()))
                        );
                        report.about(id, &rule::INPUT_KEY_UNKNOWN, path, text);
                    }
                }
            }
            _ => {}
        }
    }

    /// `subscriptions/listen`, which names the tasks that the client wants to hear of.
    fn listen(&mut self, around: Around<'_>, said: &Said<'_>, request: u64) {
        let ids = said.param("notifications").and_then(|filter| filter.get("taskIds"));
        for id in ids.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            let key = around.prints.of((said.to(), id));
            match self.known.get_mut(key) {
                Some(known) => known.listened.add(request, around.exchange, said),
                None => {
                    let mut listens = self.listened.remove(key).unwrap_or_default();
                    listens.add(request, around.exchange, said);
                    self.listened.insert(key, listens);
                }
            }
        }
    }
}

/// Whether the client declares the extension on this request.
fn declares_extension(said: &Said<'_>) -> bool {
    let key = "io.modelcontextprotocol/clientCapabilities";
    let declared = said.param("_meta").and_then(|meta| meta.get(key)?.as_object());
    declared.is_some_and(|declared| declared.declared().extension)
}

/// What a task has done that ended so.
fn past(status: &str) -> String {
    if status == "cancelled" { "been cancelled".to_owned() } else { status.to_owned() }
}
