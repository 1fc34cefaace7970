//! Messages held against the schema of the session's revision.

use serde_json::Value;

use super::exchange::Asked;
use super::said::{Report, Said};
use super::tasks::created_task;
use super::{Checker, rule};
use crate::negotiation::Dialect;
use crate::revision::Revision;
use crate::schema::{
    Found, JsonPath, Kind, Schema, Violation, excerpt, is_about_tasks, replies, shape,
};
use crate::task::{NOTIFICATIONS, Status};

impl Checker {
    /// A request or a notification: its method, its direction, its capability, its shape.
    pub(super) fn call(&mut self, said: &Said<'_>, method: &str, report: &mut Report) {
        let Some(schema) = self.agreement.schema() else {
            return self.agreement.unnamed(report);
        };
        let path = || JsonPath::root().member("method");
        // A dialect's own rule says what is wrong with the name.
        let of_tasks = NOTIFICATIONS.contains(&method) && self.agreement.dialect().is_some();
        let kind = Kind::of(schema, said.message);
        match &kind {
            Kind::Call(facts) => {
                if !facts.sent_by(said.from) {
                    let text = format!("`{method}` is not sent by the {}", said.from);
                    report.add(&rule::WRONG_DIRECTION, path(), text);
                } else {
                    self.agreement.capabilities(said, facts, report);
                }
            }
            _ if of_tasks => {}
            _ => {
                let revision = schema.revision();
                let text = match elsewhere(method) {
                    Some(other) => format!("{revision} has no `{method}`: it is of {other}"),
                    None => format!("{revision} has no `{method}`"),
                };
                report.add(&rule::METHOD_UNKNOWN, path(), text);
            }
        }
        let mut found = Found::default();
        shape(schema, &kind, &[], said.message, &mut found);
        add(found, report);
    }

    /// A reply, as one to the request that it answers; as any reply, if that is not known.
    pub(super) fn shape(&mut self, said: &Said<'_>, asked: Option<&Asked>, report: &mut Report) {
        let Some(schema) = self.agreement.schema() else {
            return self.agreement.unnamed(report);
        };
        let mut found = Found::default();
        let kind = Kind::of(schema, said.message);
        let enveloped = self.agreement.dialect() == Some(Dialect::Enveloped);
        let allowed = match (asked, said.result()) {
            (Some(asked), Some(_)) if asked.method == "tasks/result" => {
                let task = asked.about.as_deref();
                let method = task.and_then(|task| self.tasks.method(&self.prints, said.from, task));
                let allowed = method.map(|method| replies(schema, method, false));
                if enveloped {
                    envelope(schema, said, &allowed.unwrap_or_default(), &mut found);
                    Vec::new()
                } else {
                    allowed.unwrap_or_default()
                }
            }
            (Some(asked), Some(result)) if self.creates(asked, result) => vec!["CreateTaskResult"],
            (Some(asked), Some(_)) => replies(schema, &asked.method, false),
            _ => Vec::new(),
        };
        shape(schema, &kind, &allowed, said.message, &mut found);
        add(found, report);
    }

    /// Whether a reply creates a task, be it asked for or not.
    fn creates(&self, asked: &Asked, result: &Value) -> bool {
        !is_about_tasks(&asked.method) && created_task(&self.agreement, result).is_some()
    }
}

/// The envelope around a task's result: the task's id and its end, and the result of its request if
/// it is completed.
fn envelope(schema: &'static Schema, said: &Said<'_>, allowed: &[&str], found: &mut Found) {
    let Some(result) = said.result() else { return };
    let base = JsonPath::root().member("result");
    if !result.get("taskId").is_some_and(Value::is_string) {
        let there = result.get("taskId").map_or("nothing".to_owned(), excerpt);
        let path = base.clone().member("taskId");
        found.add(|| Violation::new(path, "type", there, "a string"));
    }
    let status = result.get("status").and_then(Value::as_str);
    if status.is_none_or(|status| Status::from(status).terminal().is_none()) {
        let there = result.get("status").map_or("nothing".to_owned(), excerpt);
        let path = base.clone().member("status");
        found.add(|| Violation::new(path, "enum", there, "a terminal status"));
    }
    if status == Some("completed") {
        let inner = result.get("result").unwrap_or(&Value::Null);
        let mut definitions = allowed.iter().filter_map(|name| schema.definition(name));
        if let Some(definition) = definitions.next() {
            definition.find(inner, &base.member("result"), found);
        }
    }
}

/// The first revision that has a method which the session's has not.
fn elsewhere(method: &str) -> Option<Revision> {
    let has = |it: &&Revision| Schema::of(it).is_some_and(|it| it.method(method).is_some());
    Revision::KNOWN.iter().find(has).cloned()
}

/// Adds violations, sorted.
fn add(found: Found, report: &mut Report) {
    let Err(violations) = found.verdict() else { return };
    report.count(&rule::SCHEMA, violations.more());
    for violation in violations {
        let text = violation.words();
        report.add(&rule::SCHEMA, violation.path, text);
    }
}
