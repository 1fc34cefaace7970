//! The report as JSON Lines: one object per finding.

use std::io::{self, Write};

use mcp_typestate::schema::Printable;
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
    fn found(&mut self, file: &Printable, spot: &Spot, found: &Found<'_>) -> io::Result<()> {
        let columns = spot.columns.as_ref();
        let place = [
            ("file", json!(file.as_str())),
            ("line", json!(spot.line)),
            ("column", json!(columns.map(|columns| columns.start))),
            ("endColumn", json!(columns.map(|columns| columns.end))),
            ("rule", json!(found.rule)),
            ("severity", json!(found.severity.as_str())),
            ("message", json!(found.text.as_str())),
        ];
        let members = place.into_iter().chain(found.members());
        let object: Map<String, Value> = members
            .filter(|(_, value)| !value.is_null())
            .map(|(key, it)| (key.into(), it))
            .collect();
        super::write(&mut self.output, &Value::Object(object))?;
        self.output.write_all(b"\n")
    }

    fn file(&mut self, _: &Printable, _: &Count) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
