//! Replies to `tasks/result`.

use serde_json::Value;

use super::known::{Known, Returned, payload};
use super::{Around, Asked, Report, Said, Tasks, has_marks, of_result, rule, short};
use crate::jsonrpc::ErrorCode;
use crate::negotiation::Dialect;
use crate::schema::{JsonPath, excerpt};
use crate::task::{RELATED_TASK, TerminalStatus, related_task};

impl Tasks {
    /// Takes in an error where a task's result was asked for, which in the core may be the task's.
    pub(super) fn failed(
        &mut self,
        around: Around<'_>,
        said: &Said<'_>,
        asked: &Asked,
        report: &mut Report,
    ) {
        let error = said.message.get("error");
        let member = |name: &str| error.and_then(|error| error.get(name));
        let Some(code) = member("code").and_then(Value::as_i64).map(ErrorCode) else { return };
        // A request that was cancelled may be answered that it was, and nobody may have seen it
        // cancelled.
        let cancelled = asked.cancelled.is_some() || !said.past.is_whole_since(asked.sent);
        if is_of_the_call(code) || cancelled || !said.is_sure() {
            return;
        }
        let Some(id) = asked.about.as_deref() else { return };
        let Some(known) = self.known.get_mut(around.prints.of((said.from, id))) else { return };
        // Only what has failed has an error of its own. As long as that was not said, a receiver may
        // answer that the task goes on, or that it is being cancelled.
        if known.ended.as_ref().is_none_or(|ended| ended.status != TerminalStatus::Failed) {
            return;
        }
        // What `data` has may be of the message that brings it, as `_meta` is.
        let print = around.prints.of((code.0, member("message")));
        returns(known, id, Returned::Error(print), report);
    }

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
        if has_marks(around) {
            related(id, said, report);
        }
        let Some(known) = self.known.get_mut(around.prints.of((said.from, id))) else { return };
        returns(known, id, Returned::Result(payload(around.prints, body)), report);
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

/// Holds what a task returns against what it returned before.
fn returns(known: &mut Known, id: &str, now: Returned, report: &mut Report) {
    use Returned::{Error, Result};

    let before = known.result.replace(now).filter(|before| *before != now);
    let (text, member) = match (before, now) {
        (Some(Result(_)), Result(_)) => ("the receiver gave another result before", "result"),
        (Some(Result(_)), Error(_)) => ("the receiver gave a result before", "error"),
        (Some(Error(_)), Result(_)) => ("the receiver gave an error before", "result"),
        (Some(Error(_)), Error(_)) => ("the receiver gave another error before", "error"),
        (None, _) => return,
    };
    report.about(id, &rule::RESULT_CHANGED, JsonPath::root().member(member), text);
}

/// Whether an error may be of the call that asks for a result, and not what the task ended with: one
/// that any request may get, and that a later one need not.
fn is_of_the_call(code: ErrorCode) -> bool {
    [
        ErrorCode::PARSE_ERROR,
        ErrorCode::INVALID_REQUEST,
        ErrorCode::METHOD_NOT_FOUND,
        ErrorCode::INVALID_PARAMS,
        ErrorCode::INTERNAL_ERROR,
        ErrorCode::URL_ELICITATION_REQUIRED,
    ]
    .contains(&code)
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
