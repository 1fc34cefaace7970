//! The report as JSON Lines: one object per finding.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::{Count, Found, Report};
use crate::excerpt::Spot;

#[derive(Debug)]
pub(super) struct Lines<W> {
    output: W,
}

impl<W: Write> Lines<W> {
    pub(super) fn new(output: W) -> Self {
        Self { output }
    }
}

impl<W: Write> Report for Lines<W> {
    fn found(&mut self, file: &str, spot: &Spot, found: &Found<'_>) -> io::Result<()> {
        let columns = spot.columns.as_ref();
        let place = [
            ("file", json!(file)),
            ("line", json!(spot.line)),
            ("column", json!(columns.map(|columns| columns.start))),
            ("endColumn", json!(columns.map(|columns| columns.end))),
            ("rule", json!(found.rule)),
            ("severity", json!(found.severity.as_str())),
            ("message", json!(found.text)),
        ];
        let members = place.into_iter().chain(found.members());
        let object: Map<String, Value> = members
            .filter(|(_, value)| !value.is_null())
            .map(|(key, it)| (key.into(), it))
            .collect();
        writeln!(self.output, "{}", Value::Object(object))
    }

    fn file(&mut self, _: &str, _: &Count) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
