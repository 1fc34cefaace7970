//! Values that no receiver should send: each gives a typed error or what it says, never a panic.

use std::time::{Duration, SystemTime};

use mcp_typestate::json::Nullable;
use mcp_typestate::{
    Dialect, ObserveError, Observed, Polling, Reply, Saved, Snapshot, Status, TimeError, from_str,
};
use serde_json::{Value, json};

use super::states::observe;
use crate::sessions::{
    DIALECTS, Tool, at, begun, created, creation, names, result, state, tasks, told, with,
};

/// Observes a task with one member as this JSON text.
#[expect(clippy::result_large_err, reason = "only tests return it")]
fn with_member(
    dialect: Dialect,
    name: &str,
    text: &str,
) -> Result<Observed<Tool>, (Observed<Tool>, ObserveError)> {
    let mut task = told(dialect, "working", 20);
    task.as_object_mut().unwrap().remove(name);
    let task = task.to_string();
    let task = format!("{}, \"{name}\": {text}}}", task.strip_suffix('}').unwrap());
    let reply: Reply =
        from_str(&format!("{{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {task}}}")).unwrap();
    observe(begun(dialect, "working"), reply)
}

fn path(refused: Result<Observed<Tool>, (Observed<Tool>, ObserveError)>) -> String {
    match refused {
        Err((task, ObserveError::Malformed(error))) => {
            assert_eq!(state(&task), "working");
            error.path().to_owned()
        }
        other => panic!("malformed: {other:?}"),
    }
}

fn expires_at(task: Observed<Tool>) -> Result<Option<SystemTime>, TimeError> {
    task.snapshot().expires_at()
}

#[test]
fn a_ttl_that_is_no_number_of_milliseconds() {
    for dialect in DIALECTS {
        let (ttl, _) = names(dialect);
        for text in [
            "60000.5",
            "9223372036854775808",
            "-9223372036854775809",
            "1e300",
            "\"1\"",
            "[]",
            "true",
        ] {
            let place = format!("result.{ttl}");
            assert_eq!(path(with_member(dialect, ttl, text)), place, "{text}");
        }
        // Beyond every number there is, it is no JSON that anybody can take.
        let beyond = with_member(dialect, ttl, "1e999");
        assert!(matches!(beyond, Err((_, ObserveError::Malformed(_)))), "{beyond:?}");
    }
}

#[test]
fn a_ttl_that_is_odd_but_a_number() {
    for dialect in DIALECTS {
        let (ttl, _) = names(dialect);
        for (text, expected) in [
            ("null", Ok(None)),
            ("0", Ok(Some(at(0)))),
            ("-0", Ok(Some(at(0)))),
            ("60000.0", Ok(Some(at(60)))),
            ("6e4", Ok(Some(at(60)))),
            ("-1", Err(TimeError::NegativeTtl(-1))),
            ("-9223372036854775808", Err(TimeError::NegativeTtl(i64::MIN))),
        ] {
            let task = with_member(dialect, ttl, text).unwrap();
            assert_eq!(expires_at(task), expected, "{text}");
        }
        let task = with_member(dialect, ttl, "9223372036854775807").unwrap();
        assert!(expires_at(task).unwrap().is_none_or(|end| end > at(u64::from(u32::MAX))));
    }
}

#[test]
fn a_ttl_that_is_absent_stays_absent() {
    for dialect in DIALECTS {
        let mut task = told(dialect, "working", 0);
        task.as_object_mut().unwrap().remove(names(dialect).0);
        let task = created(&tasks(dialect), creation(dialect, task));
        assert_eq!(task.snapshot().ttl, Nullable::Absent);
        assert!(json!(task.snapshot()).get("ttl").is_none());
        assert_eq!(expires_at(task), Ok(None));
    }
}

#[test]
fn two_names_for_one_ttl_have_to_agree() {
    for dialect in DIALECTS {
        let both = |ttl: i64| with(told(dialect, "working", 20), json!({ "ttl": 1, "ttlMs": ttl }));
        assert_eq!(path(observe(begun(dialect, "working"), result(both(2)))), "result");
        let task = observe(begun(dialect, "working"), result(both(1))).unwrap();
        assert_eq!(task.snapshot().ttl.value(), Some(&1));
    }
}

#[test]
fn a_poll_interval_that_is_odd() {
    for dialect in DIALECTS {
        let (_, interval) = names(dialect);
        let otherwise = Duration::from_secs(7);
        for (text, expected) in [
            ("null", otherwise),
            ("0", Duration::ZERO),
            ("-1", otherwise),
            ("-9223372036854775808", otherwise),
            ("1e3", Duration::from_secs(1)),
            ("9223372036854775807", Duration::from_millis(i64::MAX.unsigned_abs())),
        ] {
            let Ok(Observed::Working(task)) = with_member(dialect, interval, text) else {
                panic!("{text}")
            };
            assert_eq!(task.poll_interval(otherwise), expected, "{text}");
            let polling = Polling::new(otherwise, otherwise);
            assert!(polling.pause(task.snapshot(), 1.0) >= expected);
            let _ = polling.next(task.snapshot(), at(0), 1.0);
        }
        for text in ["0.5", "9223372036854775808", "\"1000\"", "{}"] {
            let place = format!("result.{interval}");
            assert_eq!(path(with_member(dialect, interval, text)), place, "{text}");
        }
    }
}

/// Timestamps, with the second after 2026-08-01T12:00:00Z that they name; none for those that are
/// none, or far away.
const TIMESTAMPS: &[(&str, Option<i64>)] = &[
    ("2026-08-01T12:00:20Z", Some(20)),
    ("2026-08-01t12:00:20z", Some(20)),
    ("2026-08-01T12:00:20.000000000Z", Some(20)),
    ("2026-08-01T14:00:20+02:00", Some(20)),
    ("2026-08-01T00:30:20-11:30", Some(20)),
    ("2026-08-02T11:59:20+23:59", Some(20)),
    ("2026-08-01T12:00:20-00:00", Some(20)),
];

const FAR: &[&str] = &[
    "0000-01-01T00:00:00Z",
    "0000-01-01T00:00:00+23:59",
    "0001-01-01T00:00:00Z",
    "1600-01-01T00:00:00Z",
    "1969-12-31T23:59:59.999Z",
    "2016-12-31T23:59:60Z",
    "9999-12-31T23:59:59Z",
    "9999-12-31T23:59:59.999999999-23:59",
];

const NONE: &[&str] = &[
    "",
    " ",
    "now",
    "2026-08-01T12:00:20",
    "2026-08-01 12:00:20",
    "2026-08-01",
    "2026-13-01T12:00:20Z",
    "2026-02-30T12:00:20Z",
    "2026-08-01T24:00:00Z",
    "2026-08-01T12:00:61Z",
    "2026-08-01T12:00:20+24:00",
    "2026-08-01T12:00:20+0200",
    "10000-01-01T00:00:00Z",
    "+10000-01-01T00:00:00Z",
    "-0001-01-01T00:00:00Z",
    "1785585620",
    "2026-08-01T12:00:20Z\0",
    "２０２６-08-01T12:00:20Z",
];

#[test]
fn timestamps_are_read_or_refused_but_never_reckoned_wrong() {
    let snapshot = |text: &str| {
        let mut task = Snapshot::new("t", Status::Working, at(0));
        (task.created_at, task.last_updated_at) = (text.to_owned(), text.to_owned());
        task.ttl = Nullable::Value(i64::MAX);
        task
    };
    for (text, second) in TIMESTAMPS {
        let expected = at(u64::try_from(second.unwrap()).unwrap());
        assert_eq!(snapshot(text).created(), Ok(expected), "{text}");
        assert_eq!(snapshot(text).updated_at(), Ok(expected), "{text}");
    }
    for text in FAR {
        assert!(snapshot(text).created().is_ok(), "{text}");
        assert!(snapshot(text).expires_at().is_ok(), "{text}");
    }
    let ordered: Vec<_> = FAR.iter().map(|text| snapshot(text).created().unwrap()).collect();
    assert!(ordered[1] < ordered[0] && ordered[0] < ordered[2] && ordered[6] < ordered[7]);
    for text in NONE {
        let expected = Err(TimeError::Timestamp((*text).to_owned()));
        assert_eq!(snapshot(text).created(), expected, "{text:?}");
        assert_eq!(snapshot(text).updated_at(), expected, "{text:?}");
        assert!(snapshot(text).expires_at().is_err(), "{text:?}");
    }
    let long = "x".repeat(1 << 20);
    let Err(TimeError::Timestamp(told)) = snapshot(&long).created() else { panic!("an error") };
    assert_eq!(told.len(), 64);
}

#[test]
fn a_task_with_any_timestamp_can_be_followed_to_its_end() {
    let all = TIMESTAMPS.iter().map(|(text, _)| text).chain(FAR).chain(NONE);
    for dialect in DIALECTS {
        for text in all.clone() {
            let members = json!({ "createdAt": text, "lastUpdatedAt": text });
            let task = with(told(dialect, "working", 0), members.clone());
            let task = created(&tasks(dialect), creation(dialect, task));
            let end = with(told(dialect, "completed", 0), members);
            let done = observe(task, result(end)).unwrap();
            assert_eq!(state(&done), "terminal", "{text:?}");
        }
    }
}

#[test]
fn a_time_that_cannot_be_read_shows_nothing_to_be_stale() {
    for dialect in DIALECTS {
        for text in NONE {
            let members = json!({ "lastUpdatedAt": text });
            let update = result(with(told(dialect, "completed", 0), members.clone()));
            assert_eq!(state(&observe(begun(dialect, "working"), update).unwrap()), "terminal");
            let task = with(told(dialect, "working", 0), members);
            let task = created(&tasks(dialect), creation(dialect, task));
            let update = result(told(dialect, "failed", 0));
            assert_eq!(state(&observe(task, update).unwrap()), "terminal");
        }
    }
}

#[test]
fn times_of_ones_own_are_written_as_the_protocol_writes_them() {
    let epoch = SystemTime::UNIX_EPOCH;
    let far = Duration::from_secs(1 << 40);
    for (time, expected) in [
        (Some(at(0)), "2026-08-01T12:00:00Z"),
        (Some(at(0) + Duration::from_micros(20_999)), "2026-08-01T12:00:00.02Z"),
        (Some(epoch), "1970-01-01T00:00:00Z"),
        (epoch.checked_sub(Duration::from_millis(1)), "1969-12-31T23:59:59.999Z"),
        (epoch.checked_add(far), "9999-12-31T23:59:59.999Z"),
        (epoch.checked_sub(far), "0000-01-01T00:00:00Z"),
    ] {
        let Some(time) = time else { continue };
        assert_eq!(Snapshot::new("t", Status::Working, time).created_at, expected);
    }
}

#[test]
fn any_string_is_an_id() {
    let long = "x".repeat(1 << 20);
    for id in ["", " ", "\0\u{1f}\u{7f}", "\"\\/\n", "🦉", "../../etc", &long] {
        for dialect in DIALECTS {
            let members = json!({ "taskId": id });
            let task = with(told(dialect, "working", 0), members.clone());
            let Observed::Working(task) = created(&tasks(dialect), creation(dialect, task)) else {
                panic!("working")
            };
            assert_eq!(task.id(), id);
            let sent = serde_json::to_string(&task.poll().message(1)).unwrap();
            let sent: Value = serde_json::from_str(&sent).unwrap();
            assert_eq!(sent["params"]["taskId"], id);
            let saved: Saved = from_str(&json!(Saved::from(&task)).to_string()).unwrap();
            assert_eq!(saved.id(), id);
            let end = with(told(dialect, "completed", 9), members);
            let Ok(Observed::Terminal(done)) = task.observe(result(end)) else { panic!("an end") };
            assert!(done.confirm(result(told(dialect, "completed", 9))).is_err() == (id != "t-1"));
        }
    }
}

#[test]
fn an_id_that_is_no_string_is_none() {
    for dialect in DIALECTS {
        for text in ["7", "null", "[]", "{}", "true"] {
            let refused = with_member(dialect, "taskId", text);
            assert_eq!(path(refused), "result.taskId", "{text}");
        }
    }
}

#[test]
fn a_status_that_is_no_string_is_none() {
    for dialect in DIALECTS {
        for text in ["7", "null", "[\"working\"]", "{}"] {
            assert_eq!(path(with_member(dialect, "status", text)), "result.status", "{text}");
        }
        for status in ["", "WORKING", "working ", "🦉", "submitted"] {
            let update = result(with(told(dialect, "working", 20), json!({ "status": status })));
            let (_, reason) = observe(begun(dialect, "working"), update).unwrap_err();
            assert_eq!(reason, ObserveError::UnknownStatus(Status::Unknown(status.to_owned())));
        }
    }
}

#[test]
fn members_of_any_depth_are_kept_or_refused() {
    for dialect in DIALECTS {
        for depth in [100, 10_000] {
            let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
            match with_member(dialect, "example.com/deep", &deep) {
                Ok(task) => {
                    assert!(task.snapshot().extra.contains_key("example.com/deep"));
                }
                Err((task, reason)) => {
                    assert!(depth > 100, "{reason}");
                    assert_eq!(state(&task), "working");
                }
            }
        }
        let deep = "[".repeat(10_000) + &"]".repeat(10_000);
        for beside in ["result", "error", "inputRequests"] {
            let _ = with_member(dialect, beside, &deep);
        }
    }
}

#[test]
fn a_member_that_comes_twice_is_refused() {
    for dialect in DIALECTS {
        for name in ["taskId", "status", "createdAt", "lastUpdatedAt"] {
            let task = told(dialect, "working", 20).to_string();
            let twice = format!("{{\"{name}\": \"x\", {}", task.strip_prefix('{').unwrap());
            let text = format!("{{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {twice}}}");
            let refused = observe(begun(dialect, "working"), from_str::<Reply>(&text).unwrap());
            assert_eq!(path(refused), format!("result.{name}"));
        }
    }
}
