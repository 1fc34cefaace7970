//! The pure core: a record, an event and a time give the next record.

use std::collections::BTreeMap;
use std::time::Duration;

use mcp_typestate::jsonrpc::{ErrorCode, ErrorObject};
use mcp_typestate::receiver::{Effect, Event, NullTtl, Payload, Policy, Record, Refusal, Wish};
use mcp_typestate::{Dialect, Status};
use serde_json::json;

use super::desk::requestor;
use crate::sessions::{DIALECTS, at, session};

fn record(dialect: Dialect) -> Record {
    granted(dialect, Wish::Ttl(Duration::from_secs(60)), &Policy::new())
}

fn granted(dialect: Dialect, wish: Wish, policy: &Policy) -> Record {
    Record::new("t", &requestor(dialect, &session(dialect)), wish, policy, at(0))
}

/// The record after an event.
fn after(record: &Record, event: Event, second: u64) -> Record {
    record.apply(event, at(second)).unwrap().record
}

fn events() -> Vec<(Event, &'static str)> {
    let needs = Event::NeedInput { message: "?".to_owned(), requests: BTreeMap::new() };
    let result = || Payload::from(json!({ "content": [] }));
    vec![
        (Event::Progress("reading".to_owned()), "as it was"),
        (needs, "input_required"),
        (Event::InputGiven, "working"),
        (Event::Complete(result()), "completed"),
        (Event::Fail(None), "failed"),
        (Event::Fail(Some(Payload::from(ErrorObject::new(ErrorCode(1), "m")))), "failed"),
        (Event::Cancel, "cancelled"),
    ]
}

/// A record in each status.
fn records(dialect: Dialect) -> Vec<Record> {
    let begun = record(dialect);
    let next = events().into_iter().map(|(event, _)| after(&begun, event, 1));
    next.chain([begun.clone()]).collect()
}

#[test]
fn every_event_from_every_status() {
    for dialect in DIALECTS {
        for record in records(dialect) {
            let was = record.status().clone();
            for (event, status) in events() {
                let next = record.apply(event.clone(), at(2)).map(|step| step.record);
                match (was.terminal(), next) {
                    (None, Ok(next)) => {
                        let expected = if status == "as it was" { was.as_str() } else { status };
                        assert_eq!(next.status().as_str(), expected, "{dialect:?} {was} {event:?}");
                        assert_eq!(next.id(), "t");
                        assert_eq!(next.expires_at(), Some(at(60)));
                    }
                    (Some(_), Err(refusal)) => {
                        assert_eq!(refusal, Refusal::AlreadyTerminal(was.clone()));
                    }
                    (_, other) => panic!("{dialect:?} {was} {event:?}: {other:?}"),
                }
                assert_eq!(record.status(), &was, "the record is a value");
            }
        }
    }
}

#[test]
fn after_its_ttl_a_record_does_nothing_whatever_its_status() {
    for dialect in DIALECTS {
        for record in records(dialect) {
            assert!(!record.expired(at(59)) && record.expired(at(60)) && record.expired(at(61)));
            for (event, _) in events() {
                assert_eq!(record.apply(event, at(60)), Err(Refusal::Expired));
            }
            let answer = Event::Answer(BTreeMap::new());
            assert_eq!(record.apply(answer, at(60)), Err(Refusal::Expired));
            assert_eq!(record.show(at(60)), Err(Refusal::Expired));
            assert_eq!(record.result(at(60)), Err(Refusal::Expired));
        }
    }
}

#[test]
fn a_ttl_beyond_the_reach_of_times_does_not_end() {
    for dialect in DIALECTS {
        let mut policy = Policy::new();
        (policy.max_ttl, policy.default_ttl) = (Some(Duration::MAX), Some(Duration::MAX));
        let record = granted(dialect, Wish::Absent, &policy);
        assert_eq!(record.expires_at(), None);
        assert!(!record.expired(at(u64::from(u32::MAX))));
        let (ttl, _) = crate::sessions::names(dialect);
        assert_eq!(record.show(at(0)).unwrap().to_value()[ttl], i64::MAX);
    }
}

#[test]
fn a_policy_grants_what_is_asked_for_up_to_its_most() {
    let mut policy = Policy::new();
    let most = policy.max_ttl.unwrap();
    for (wish, granted) in [
        (Wish::Absent, policy.default_ttl),
        (Wish::Null, policy.default_ttl),
        (Wish::Ttl(Duration::ZERO), Some(Duration::ZERO)),
        (Wish::Ttl(Duration::from_secs(1)), Some(Duration::from_secs(1))),
        (Wish::Ttl(most), Some(most)),
        (Wish::Ttl(Duration::MAX), Some(most)),
    ] {
        assert_eq!(policy.grants(wish), granted);
    }
    policy.null_ttl = NullTtl::Longest;
    assert_eq!(policy.grants(Wish::Null), Some(most));
    policy.max_ttl = None;
    assert_eq!(policy.grants(Wish::Null), None);
    assert_eq!(policy.grants(Wish::Ttl(Duration::MAX)), Some(Duration::MAX));
    assert_eq!(policy.grants(Wish::Absent), policy.default_ttl);
    policy.default_ttl = None;
    assert_eq!(policy.grants(Wish::Absent), None);
}

#[test]
fn what_a_tool_says_of_its_own_failure_ends_the_task_by_the_dialect() {
    let failure = || Payload::from(json!({ "content": [], "isError": true }));
    for (dialect, status) in [
        (Dialect::Enveloped, Status::Failed),
        (Dialect::Core, Status::Failed),
        (Dialect::Extension, Status::Completed),
    ] {
        for event in [Event::Fail(Some(failure())), Event::Complete(failure())] {
            assert_eq!(after(&record(dialect), event, 1).status(), &status, "{dialect:?}");
        }
    }
    for dialect in DIALECTS {
        // A JSON-RPC error is a failure, and no completion.
        let error = Payload::from(ErrorObject::new(ErrorCode(1), "m"));
        let failed = after(&record(dialect), Event::Complete(error), 1);
        assert_eq!(failed.status(), &Status::Failed, "{dialect:?}");
    }
}

#[test]
fn a_status_message_is_of_its_status() {
    for dialect in DIALECTS {
        let told =
            |record: &Record| record.show(at(3)).unwrap().to_value().get("statusMessage").cloned();
        let working = after(&record(dialect), Event::Progress("reading".to_owned()), 1);
        assert_eq!(told(&working), Some(json!("reading")));
        let waiting = after(&working, events().swap_remove(1).0, 2);
        assert_eq!(told(&waiting), Some(json!("?")));
        assert_eq!(told(&after(&waiting, Event::InputGiven, 2)), None);
        for (event, _) in events().split_off(3) {
            assert_ne!(told(&after(&working, event, 2)), Some(json!("reading")));
        }
    }
}

#[test]
fn an_end_releases_what_waits_for_the_result_in_the_core_alone() {
    for dialect in DIALECTS {
        for (event, status) in events() {
            let step = record(dialect).apply(event, at(1)).unwrap();
            let releases = step.effects.contains(&Effect::Release);
            let ends = step.record.status().terminal().is_some();
            assert_eq!(releases, ends && dialect == Dialect::Core, "{dialect:?} {status}");
        }
    }
}

#[test]
fn the_extension_has_no_request_for_a_result() {
    let result = Payload::from(json!({ "content": [] }));
    let ended = after(&record(Dialect::Extension), Event::Complete(result), 1);
    assert_eq!(ended.result(at(2)), Err(Refusal::NoMethod("tasks/result".to_owned())));
}
