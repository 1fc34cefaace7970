//! A server's tools: what it listed, and whether calls and results follow their schemas.

use std::sync::Arc;

use serde_json::Value;

use super::bounded::{Bounded, Fingerprints};
use super::exchange::Asked;
use super::rule;
use super::said::{Report, Said, param, result};
use crate::schema::{JsonPath, ToolSchema, Violations, excerpt};

/// The most tools that are kept, and the largest schema of one, in bytes.
const TOOLS: usize = 1024;
const LARGEST: usize = 65_536;

/// What a server said of a tool.
#[derive(Debug)]
pub(super) struct Tool {
    input: Compiled,
    output: Compiled,
    /// `execution.taskSupport`, as far as it matters.
    pub(super) tasks: TaskSupport,
}

/// Whether a tool is called as a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskSupport {
    Forbidden,
    Optional,
    Required,
}

/// A schema, and the fingerprint of its text: most lists bring the same one again.
#[derive(Clone, Debug, Default)]
struct Compiled {
    text: u64,
    schema: Option<Arc<ToolSchema>>,
}

#[derive(Debug)]
pub(super) struct Tools {
    listed: Bounded<Tool>,
    /// Whether the list was read from its first page on, and has not changed since.
    from_first: bool,
    /// Whether it was so read to its end.
    complete: bool,
}

impl Tools {
    pub(super) fn new() -> Self {
        Self { listed: Bounded::new(TOOLS), from_first: false, complete: false }
    }

    pub(super) fn get(&self, prints: &Fingerprints, name: &str) -> Option<&Tool> {
        self.listed.get(prints.of(name))
    }

    /// Takes in `notifications/tools/list_changed`, or what may have been that.
    pub(super) fn changed(&mut self) {
        (self.from_first, self.complete) = (false, false);
        self.listed.clear();
    }

    /// Takes in a reply to `tools/list`, in a revision whose tools have output schemas or not.
    pub(super) fn list(
        &mut self,
        prints: &Fingerprints,
        said: &Said<'_>,
        asked: &Asked,
        outputs: bool,
        report: &mut Report,
    ) {
        let Some(listed) = said.result() else { return };
        // What a new list leaves out is gone; what it has again need not be compiled again.
        let mut before = match asked.continues {
            true => Bounded::new(0),
            false => std::mem::replace(&mut self.listed, Bounded::new(TOOLS)),
        };
        let tools = listed.get("tools").and_then(Value::as_array);
        for (position, tool) in tools.into_iter().flatten().enumerate() {
            let Some(name) = tool.get("name").and_then(Value::as_str) else { continue };
            let key = prints.of(name);
            let known = before.remove(key).or_else(|| self.listed.remove(key));
            let path = |member: &str| result("tools").item(position).member(member);
            let (input, output) = known.map(|tool| (tool.input, tool.output)).unwrap_or_default();
            let mut compile = |member: &str, known: Compiled| {
                let Some(schema) = tool.get(member).filter(|it| it.is_object()) else {
                    return Compiled::default();
                };
                let text = prints.of(schema);
                if known.text == text && known.schema.is_some() {
                    return known;
                }
                if !is_small(schema) {
                    return Compiled::default();
                }
                match ToolSchema::compile(schema) {
                    Ok(schema) => Compiled { text, schema: Some(Arc::new(schema)) },
                    // What only we cannot read is no fault of the tool's.
                    Err(error) if error.is_unsupported() => Compiled::default(),
                    Err(error) => {
                        let path = path(member).join(error.path().clone());
                        let text = format!("the tool's schema cannot be used: {}", error.words());
                        report.add(&rule::TOOL_SCHEMA, path, text);
                        Compiled::default()
                    }
                }
            };
            let tool = Tool {
                input: compile("inputSchema", input),
                output: if outputs { compile("outputSchema", output) } else { output },
                tasks: match tool.pointer("/execution/taskSupport").and_then(Value::as_str) {
                    Some("required") => TaskSupport::Required,
                    Some("optional") => TaskSupport::Optional,
                    _ => TaskSupport::Forbidden,
                },
            };
            self.listed.insert(key, tool);
        }
        self.from_first |= !asked.continues;
        self.complete = self.from_first && listed.get("nextCursor").is_none_or(Value::is_null);
    }

    /// Takes in a `tools/call`.
    pub(super) fn call(&self, prints: &Fingerprints, said: &Said<'_>, report: &mut Report) {
        let Some(name) = said.param("name").and_then(Value::as_str) else { return };
        let Some(tool) = self.get(prints, name) else {
            if self.complete && !self.listed.forgot() {
                let name = excerpt(&Value::from(name));
                let text = format!("the server listed no tool {name}");
                report.add(&rule::TOOL_UNKNOWN, param("name"), text);
            }
            return;
        };
        let Some(schema) = &tool.input.schema else { return };
        let nothing = Value::Object(serde_json::Map::new());
        let arguments = said.param("arguments").unwrap_or(&nothing);
        if let Err(violations) = schema.validate(arguments) {
            add(violations, &rule::TOOL_INPUT, &param("arguments"), report);
        }
    }

    /// Takes in what a call of a tool returned: an object with `content`, at a place. A result that
    /// asks for input is not yet what it returns.
    pub(super) fn returned(
        &self,
        prints: &Fingerprints,
        name: &str,
        returned: &Value,
        base: JsonPath,
        report: &mut Report,
    ) {
        let is_error = returned.get("isError").and_then(Value::as_bool).unwrap_or_default();
        let schema = self.get(prints, name).and_then(|tool| tool.output.schema.as_ref());
        let complete = returned.get("resultType").is_none_or(|kind| kind == "complete");
        let holds = complete && !is_error && returned.is_object();
        let Some(schema) = schema.filter(|_| holds) else { return };
        let base = base.member("structuredContent");
        match returned.get("structuredContent") {
            None => {
                let text = "the tool has an output schema, and this result has nothing for it";
                report.add(&rule::TOOL_OUTPUT, base, text);
            }
            Some(content) => {
                if let Err(violations) = schema.validate(content) {
                    add(violations, &rule::TOOL_OUTPUT, &base, report);
                }
            }
        }
    }
}

/// Adds violations of a tool's schema. A value that is not looked at breaks none.
fn add(violations: Violations, rule: &'static super::Rule, base: &JsonPath, report: &mut Report) {
    report.count(rule, violations.more());
    for violation in violations.into_iter().filter(|violation| violation.rule != "$ref") {
        let text = violation.words();
        report.add(rule, base.clone().join(violation.path), text);
    }
}

/// Whether a schema is no larger than what is looked at.
fn is_small(schema: &Value) -> bool {
    /// Counts what is written until it is too much.
    struct Counter(usize);

    impl std::io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.saturating_add(bytes.len());
            if self.0 > LARGEST { Err(std::io::ErrorKind::Other.into()) } else { Ok(bytes.len()) }
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    serde_json::to_writer(Counter(0), schema).is_ok()
}
