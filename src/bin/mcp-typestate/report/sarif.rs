//! The report as SARIF 2.1.0, which code hosts and editors read. Results are written as they are
//! found, so that a long report is never held.

use std::io::{self, Write};

use mcp_typestate::check::{RULES, Severity};
use mcp_typestate::schema::Printable;
use serde_json::{Value, json};

use super::{Count, Found, Report};
use crate::excerpt::Spot;

#[derive(Debug)]
pub(super) struct Sarif<W> {
    output: W,
    results: u64,
    /// Notifications of what could not be read.
    unread: Vec<Value>,
}

impl<W: Write> Sarif<W> {
    pub(super) fn new(output: W) -> Self {
        Self { output, results: 0, unread: Vec::new() }
    }

    /// Begins the document before the first result, and separates the others.
    fn lead(&mut self) -> io::Result<()> {
        if self.results > 0 {
            return self.output.write_all(b",\n");
        }
        let driver = json!({
            "name": "mcp-typestate",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules(),
        });
        write!(
            self.output,
            "{{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\", \
             \"runs\": [{{\"tool\": {{\"driver\": {driver}}},\n\
             \"columnKind\": \"unicodeCodePoints\", \"results\": [\n"
        )
    }
}

/// The rules that results refer to by their place among them.
fn rules() -> Value {
    let rule = |rule: &&mcp_typestate::check::Rule| {
        json!({
            "id": rule.id,
            "shortDescription": { "text": rule.sentence },
            "help": { "text": format!("{} ({})", rule.sentence, rule.place) },
            "defaultConfiguration": { "level": level(rule.severity) },
        })
    };
    RULES.iter().map(rule).collect()
}

/// SARIF's own names of severities, which happen to be ours.
fn level(severity: Severity) -> &'static str {
    severity.as_str()
}

/// An object of those members that there are.
fn object(members: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    let there = members.into_iter().filter(|(_, value)| !value.is_null());
    Value::Object(there.map(|(name, value)| (name.to_owned(), value)).collect())
}

/// A file's name as a relative reference.
fn uri(file: &str) -> String {
    let mut uri = String::new();
    for byte in file.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(byte.into());
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

impl<W: Write> Report for Sarif<W> {
    fn found(&mut self, file: &Printable, spot: &Spot, found: &Found<'_>) -> io::Result<()> {
        self.lead()?;
        self.results += 1;
        let columns = spot.columns.as_ref();
        let region = object([
            ("startLine", json!(spot.line)),
            ("startColumn", json!(columns.map(|columns| columns.start))),
            ("endColumn", json!(columns.map(|columns| columns.end))),
        ]);
        let path = found.path.as_str();
        let named = (!path.is_empty()).then(|| json!([{ "fullyQualifiedName": path }]));
        let location = object([
            (
                "physicalLocation",
                json!({ "artifactLocation": { "uri": uri(file) }, "region": region }),
            ),
            ("logicalLocations", json!(named)),
        ]);
        let result = object([
            ("ruleId", json!(found.rule)),
            ("level", json!(level(found.severity))),
            ("message", json!({ "text": found.text.as_str() })),
            ("locations", json!([location])),
            ("properties", object(found.members())),
            ("ruleIndex", json!(RULES.iter().position(|rule| rule.id == found.rule))),
        ]);
        super::write(&mut self.output, &result)
    }

    fn file(&mut self, _: &Printable, _: &Count) -> io::Result<()> {
        Ok(())
    }

    fn unread(&mut self, file: &Printable, error: &io::Error) -> io::Result<()> {
        self.unread.push(json!({
            "level": "error",
            "message": { "text": Printable::from(error.to_string()).as_str() },
            "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(file) } } }],
        }));
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        if self.results == 0 {
            self.lead()?;
        }
        let invocation = json!([{
            "executionSuccessful": self.unread.is_empty(),
            "toolExecutionNotifications": self.unread,
        }]);
        self.output.write_all(b"\n], \"invocations\": ")?;
        super::write(&mut self.output, &invocation)?;
        self.output.write_all(b"}]}\n")?;
        self.output.flush()
    }
}
