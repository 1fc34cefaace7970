//! Capabilities: what a call needs to have been declared, by its method and by what is in it.

use serde_json::Value;

use super::agreement::Agreement;
use super::exchange::Asked;
use super::rule;
use super::said::{Report, Said, method, result};
use crate::json::Object;
use crate::method::{Capability, Side};
use crate::schema::{JsonPath, MethodFacts, Schema, excerpt, is_about_tasks};

/// A part of a call that needs a capability of the side that it goes to, in those revisions whose
/// capabilities have one of that path.
struct Part {
    method: &'static str,
    /// The parameters of which one makes the call such a one.
    params: &'static [&'static str],
    when: When,
    needs: &'static str,
    /// What stands for it: it is declared by whoever does not declare this.
    unless: Option<&'static str>,
}

/// What a parameter has to be.
enum When {
    Is(&'static str),
    /// The same, and it is what is meant where the parameter is not there.
    IsOrAbsent(&'static str),
    /// Anything but nothing.
    There,
}

/// That `includeContext` needs `sampling.context` is no more than advice.
const PARTS: &[Part] = &[
    Part {
        method: "elicitation/create",
        params: &["mode"],
        when: When::Is("url"),
        needs: "elicitation.url",
        unless: None,
    },
    Part {
        method: "elicitation/create",
        params: &["mode"],
        when: When::IsOrAbsent("form"),
        needs: "elicitation.form",
        unless: Some("elicitation.url"),
    },
    Part {
        method: "sampling/createMessage",
        params: &["tools", "toolChoice"],
        when: When::There,
        needs: "sampling.tools",
        unless: None,
    },
];

impl Agreement {
    /// Checks that what a call needs was declared.
    pub(super) fn capabilities(&self, said: &Said<'_>, facts: &MethodFacts, report: &mut Report) {
        // Whether there are tasks at all is another rule's.
        if !is_about_tasks(facts.method) {
            self.needed(said.message, said.to(), facts, &JsonPath::root(), report);
        }
    }

    /// Checks it for the calls in a result that asks for input: by what the client declared with the
    /// request that it answers.
    pub(super) fn input_requests(&self, said: &Said<'_>, asked: &Asked, report: &mut Report) {
        let body = said
            .result()
            .filter(|body| body.get("resultType").is_some_and(|kind| kind == "input_required"));
        let requests = body.and_then(|body| body.get("inputRequests")?.as_object());
        let (Some(schema), Some(requests)) = (self.schema(), requests) else { return };
        let asks = schema.definition("InputRequiredResult").is_some();
        if !asks || !self.declares_as_of(asked.sent) {
            return;
        }
        for (key, request) in requests {
            let facts = method(request).and_then(|method| schema.method(method));
            if let Some(facts) = facts {
                let base = result("inputRequests").member(key);
                self.needed(request, asked.from, facts, &base, report);
            }
        }
    }

    fn needed(
        &self,
        call: &Value,
        to: Side,
        facts: &MethodFacts,
        base: &JsonPath,
        report: &mut Report,
    ) {
        let Some(needed) = facts.capability else { return };
        let side = needed.side.unwrap_or(to);
        let Some(declared) = self.declared(side) else { return };
        let method = facts.method;
        if !is_declared(declared, needed.path) {
            let text =
                format!("the {side} did not declare `{}`, which `{method}` needs", needed.path);
            return report.add(&rule::CAPABILITY_MISSING, base.clone().member("method"), text);
        }
        let parts = PARTS.iter().filter(|part| part.method == method);
        for part in parts.filter(|part| self.has_capability(needed, part.needs)) {
            let Some((name, value)) = part.found(call) else { continue };
            let implied = part.unless.is_some_and(|path| !is_declared(declared, path));
            if !implied && !is_declared(declared, part.needs) {
                let with = match (&part.when, value) {
                    (When::Is(_) | When::IsOrAbsent(_), Some(value)) => {
                        format!("with `{name}` {}", excerpt(value))
                    }
                    (When::There, _) => format!("with `{name}`"),
                    (_, None) => format!("without `{name}`"),
                };
                let text = format!(
                    "the {side} did not declare `{}`, which `{method}` {with} needs",
                    part.needs
                );
                let path = base.clone().member("params").member(name);
                report.add(&rule::CAPABILITY_MISSING, path, text);
            }
        }
    }

    /// Whether the revision has a capability of this path, beside one that it has.
    fn has_capability(&self, beside: Capability, path: &str) -> bool {
        let definition = match beside.side {
            Some(Side::Client) => "ClientCapabilities",
            Some(Side::Server) => "ServerCapabilities",
            None => return false,
        };
        let all = self.schema().and_then(|schema: &Schema| schema.definition(definition));
        let place = path.split('.').try_fold(all.map(|all| all.facts()), |place, step| {
            Some(place?.get("properties")?.get(step))
        });
        place.flatten().is_some()
    }
}

impl Part {
    /// The parameter that makes a call such a one, and what it is.
    fn found<'c>(&self, call: &'c Value) -> Option<(&'static str, Option<&'c Value>)> {
        let params = call.get("params")?;
        let there = |name: &str| params.get(name).filter(|value| !value.is_null());
        let mut each = self.params.iter().map(|name| (*name, there(name)));
        each.find(|(_, value)| match (&self.when, value) {
            (When::Is(wanted) | When::IsOrAbsent(wanted), Some(value)) => value == wanted,
            (When::IsOrAbsent(_), None) => true,
            (When::There, Some(value)) => value.as_array().is_none_or(|items| !items.is_empty()),
            (When::Is(_) | When::There, None) => false,
        })
    }
}

/// Whether a capability was declared: it is there, and not false.
fn is_declared(declared: &Object, path: &str) -> bool {
    let mut steps = path.split('.');
    let first = steps.next().and_then(|step| declared.get(step));
    let place = steps.fold(first, |place, step| place.and_then(|place| place.get(step)));
    !matches!(place, None | Some(Value::Null | Value::Bool(false)))
}
