//! Replies to `tasks/result`.

use serde_json::Value;

use super::known::payload;
use super::{Around, Asked, Report, Said, Tasks, of_result, rule, short};
use crate::negotiation::Dialect;
use crate::schema::{JsonPath, excerpt};
use crate::task::{RELATED_TASK, TerminalStatus, related_task};

impl Tasks {
    /// Takes in a task's result.
    pub(super) fn result(
        &mut self,
        around: Around<'_>,
        said: &Said<'_>,
        asked: &Asked,
        body: &Value,
        report: &mut Report,
    ) {
        let Some(id) = asked.about.as_deref() else { return };
        let enveloped = around.agreement.dialect() == Some(Dialect::Enveloped);
        if !enveloped {
            related(id, said, report);
        }
        let Some(known) = self.known.get_mut(around.prints.of((said.from, id))) else { return };
        let print = payload(around.prints, body);
        if known.result.is_some_and(|result| result != print) {
            let text = "the receiver gave another result before";
            report.about(id, &rule::RESULT_CHANGED, JsonPath::root().member("result"), text);
        }
        known.result = Some(print);
        if !enveloped || known.ended.is_some() {
            known.over.get_or_insert(said.past.now());
        }
        let ended = known.ended.as_ref().map(|ended| ended.status);
        let tool = known.tool.clone();
        if enveloped {
            envelope(id, ended, body, report);
        } else if let (Some(_), Some(ended)) = (&tool, ended) {
            let is_error = body.get("isError").and_then(Value::as_bool).unwrap_or_default();
            let fits = match ended {
                TerminalStatus::Completed => !is_error,
                TerminalStatus::Failed => is_error,
                TerminalStatus::Cancelled => true,
            };
            if !fits {
                let text = format!("the task is {ended}, and its result has `isError` {is_error}");
                report.about(id, &rule::RESULT_CONTRADICTS, of_result("isError"), text);
            }
        }
        let path = JsonPath::root().member("result");
        let (returned, path) = if enveloped {
            // A failed task may have an error of the receiver's own there.
            let completed = body.get("status").is_some_and(|status| status == "completed");
            let returned = body.get("result").filter(|_| completed);
            (returned.unwrap_or(&Value::Null), path.member("result"))
        } else {
            (body, path)
        };
        if let Some(tool) = tool {
            around.tools.returned(around.prints, &tool, returned, path, report);
        }
    }
}

/// The mark that a core result has.
fn related(id: &str, said: &Said<'_>, report: &mut Report) {
    let path = of_result("_meta").member(RELATED_TASK);
    match said.meta().and_then(|(meta, _)| related_task(meta)) {
        None => {
            let text =
                format!("the result does not say that it is of {}", excerpt(&Value::from(id)));
            report.about(id, &rule::RELATED_TASK_MISSING, path, text);
        }
        Some(marked) if marked != id => {
            let marked = excerpt(&Value::from(marked));
            let text =
                format!("the result of {} says that it is of {marked}", excerpt(&Value::from(id)));
            report.about(id, &rule::RELATED_TASK_WRONG, path.member("taskId"), text);
        }
        Some(_) => {}
    }
}

/// The envelope of the enveloped dialect, which mirrors the task.
fn envelope(id: &str, ended: Option<TerminalStatus>, body: &Value, report: &mut Report) {
    if let Some(other) = body.get("taskId").and_then(Value::as_str).filter(|other| *other != id) {
        let text = format!("{} was asked about", excerpt(&Value::from(id)));
        report.about(other, &rule::TASK_SWAPPED, of_result("taskId"), text);
        return;
    }
    let mirrored = body.get("status").and_then(Value::as_str).map(|it| short(it.into()));
    if let (Some(ended), Some(mirrored)) = (ended, mirrored)
        && mirrored.terminal() != Some(ended)
    {
        let text = format!("the task is {ended}, and its result says {mirrored}");
        report.about(id, &rule::RESULT_CONTRADICTS, of_result("status"), text);
    }
}
