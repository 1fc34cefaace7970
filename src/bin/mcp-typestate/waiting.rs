//! Where requests stand that wait for a reply, to be shown if none comes.

use std::collections::HashMap;

use mcp_typestate::Side;
use mcp_typestate::check::{Checked, Entry, Finding};
use serde_json::Value;

use crate::excerpt::Spot;
use crate::input::Source;

/// The most requests whose places are kept. Of others the line is said, and not shown.
const MOST: usize = 4096;

/// The places of the requests that are open, by their senders and ids.
#[derive(Debug, Default)]
pub(crate) struct Waiting(HashMap<(bool, String), Spot>);

impl Waiting {
    /// Takes in a message that was read last.
    pub(crate) fn add(&mut self, source: &mut Source, entry: &Entry, checked: &Checked) {
        let Some(from) = checked.from else { return };
        let of_client = |it: Side| it == Side::Client;
        let Some(id) = entry.message.get("id").map(Value::to_string) else { return };
        if entry.message.get("method").is_none() {
            self.0.remove(&(!of_client(from), id));
        } else if self.0.len() < MOST {
            self.0.insert((of_client(from), id), source.spot());
        }
    }

    /// Where the message of a finding stood.
    pub(crate) fn spot(&self, finding: &Finding) -> Spot {
        let client = finding.from == Some(Side::Client);
        let mut spots = self.0.iter().filter(|((of_client, _), _)| *of_client == client);
        let spot = spots.find(|(_, spot)| spot.line == finding.line).map(|(_, spot)| spot.clone());
        spot.unwrap_or_else(|| Spot::of_line(finding.line))
    }
}
