//! Receivers that break the protocol at their boundary, and the rule that finds each out.

use mcp_typestate::jsonrpc::RequestId;
use mcp_typestate::receiver::{Record, Step};
use mcp_typestate::{Dialect, Reply, from_value};
use serde_json::{Value, json};

use super::receiver::Setup;
use super::rules::Rule;
use super::search::search;
use super::world::World;
use crate::sessions::{at, with};

/// A guard that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    /// `tasks/result`, and in the extension `tasks/get`, has a result before there is one.
    AnswersEarly,
    /// What the work says goes into a task that has ended, as if it had not.
    Revives,
    /// Each answer about an ended task says that it was updated just now.
    AltersSnapshots,
    /// Answers do not look at the clock.
    IgnoresExpiry,
    /// What has expired is not remembered.
    ForgetsAtOnce,
    /// A process that starts anew knows nothing.
    LosesAtRestart,
    /// A cancel or an answer of the requestor's is acknowledged, and not kept.
    KeepsNothing,
    /// A record replaces any other, whatever it was worked out from.
    KeepsUncompared,
    /// What waits for a task's end waits on.
    NeverReleases,
    /// A worker that is dropped leaves its task as it is, and nobody takes it up.
    DropsSilently,
}

/// The table: what is broken, in which dialects that can be, with an unlimited TTL or not, and the
/// rule that it breaks.
const TABLE: &[(Sabotage, &[Dialect], bool, Rule)] = {
    use Dialect::{Core, Enveloped, Extension};
    const ALL: &[Dialect] = &[Enveloped, Core, Extension];
    &[
        (Sabotage::AnswersEarly, ALL, false, Rule::NoResultBeforeTheEnd),
        (Sabotage::Revives, ALL, false, Rule::TheEndIsForEver),
        (Sabotage::AltersSnapshots, ALL, false, Rule::TheSameSnapshotEveryTime),
        (Sabotage::IgnoresExpiry, ALL, false, Rule::ExpiredIsRefused),
        (Sabotage::ForgetsAtOnce, ALL, false, Rule::ExpiredIsRefused),
        (Sabotage::LosesAtRestart, ALL, false, Rule::NothingAcknowledgedIsLost),
        (Sabotage::KeepsNothing, &[Core, Extension], false, Rule::NothingAcknowledgedIsLost),
        (Sabotage::KeepsUncompared, ALL, true, Rule::TheEndIsForEver),
        (Sabotage::NeverReleases, &[Core], false, Rule::EveryRunEnds),
        (Sabotage::DropsSilently, ALL, true, Rule::EveryRunEnds),
    ]
};

#[test]
fn every_sabotage_is_found_by_the_rule_that_it_breaks() {
    for (sabotage, dialects, unlimited, rule) in TABLE {
        for dialect in *dialects {
            let (dialect, unlimited, sabotage) = (*dialect, *unlimited, Some(*sabotage));
            let setup = Setup { dialect, unlimited, defers: true, sabotage };
            let found = search(&mut World::new(setup)).expect_err(&format!("{setup:?}"));
            assert_eq!(found.fault.rule, *rule, "{setup:?}: {}\n{}", found.fault.what, found.way);
        }
    }
}

#[test]
fn every_rule_is_broken_by_some_sabotage() {
    for rule in Rule::ALL {
        assert!(TABLE.iter().any(|(.., broken)| *broken == rule), "{rule:?}");
    }
}

impl Sabotage {
    /// The record that is looked at instead.
    pub fn before(sabotage: Option<Self>, record: &Record, now: u8) -> Record {
        match sabotage {
            Some(Self::AltersSnapshots) if record.status().terminal().is_some() => {
                let now = at(now.into()).duration_since(std::time::UNIX_EPOCH).unwrap();
                let now = u64::try_from(now.as_millis()).unwrap();
                from_value(with(json!(record), json!({ "updated": now }))).unwrap()
            }
            _ => record.clone(),
        }
    }

    /// The record that the work's events go into instead.
    pub fn before_work(sabotage: Option<Self>, record: &Record) -> Record {
        match sabotage {
            Some(Self::Revives) if record.status().terminal().is_some() => {
                let mut record = with(json!(record), json!({ "status": "working" }));
                let members = record.as_object_mut().unwrap();
                members.retain(|name, _| name != "result" && name != "error");
                from_value(record).unwrap()
            }
            _ => record.clone(),
        }
    }

    /// What is answered and kept instead.
    pub fn after(
        sabotage: Option<Self>,
        method: &str,
        id: RequestId,
        reply: Option<Reply>,
        step: Option<Step>,
    ) -> (Option<Reply>, Option<Step>) {
        match (sabotage, method) {
            (Some(Self::KeepsNothing), "tasks/cancel" | "tasks/update") => (reply, None),
            (Some(Self::AnswersEarly), "tasks/get" | "tasks/result") => {
                let answer = json!({ "content": [] });
                let reply = match reply {
                    None => result(id, &answer),
                    Some(reply) => early(id, json!(reply), &answer),
                };
                (Some(reply), step)
            }
            _ => (reply, step),
        }
    }
}

/// The reply, with a result where it says that there is none yet.
fn early(id: RequestId, reply: Value, answer: &Value) -> Reply {
    let task = &reply["result"];
    if reply["error"]["data"]["reason"] == "not_terminal" {
        result(id, answer)
    } else if task["status"] == "working" && task.get("ttlMs").is_some() {
        result(id, &with(task.clone(), json!({ "result": answer })))
    } else {
        from_value(reply).unwrap()
    }
}

fn result(id: RequestId, result: &Value) -> Reply {
    from_value(json!({ "jsonrpc": "2.0", "id": id, "result": result })).unwrap()
}
