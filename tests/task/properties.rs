//! Whatever a peer says, in whatever order.

use mcp_typestate::jsonrpc::{ErrorCode, ErrorObject};
use mcp_typestate::{Dialect, Fault, Observed, Saved, Snapshot, Update, from_value};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::states::observe;
use crate::sessions::{
    DIALECTS, Tool, created, creation, pushed, result, state, tasks, told, with,
};

/// Something that a peer may say of the task.
#[derive(Clone, Debug)]
enum Said {
    /// A task, in a reply or in a notification.
    Task { task: Value, pushed: bool },
    /// An error.
    Error { code: i64, message: String },
    /// Anything else, in a task's place.
    Junk(Value),
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1e9..1e9).prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{0,6}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Members that no dialect has.
fn unknown_members() -> impl Strategy<Value = Map<String, Value>> {
    prop::collection::btree_map("example\\.com/[a-z]{1,4}", any_json(), 0..3)
        .prop_map(|members| members.into_iter().collect())
}

/// A status, mostly of those that leave a task open, so that sequences last.
fn any_status() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        6 => Just("working"),
        4 => Just("input_required"),
        1 => prop::sample::select(vec!["completed", "failed", "cancelled"]),
        1 => Just("paused"),
    ]
}

fn any_said(dialect: Dialect) -> impl Strategy<Value = Said> {
    let odd = prop::option::weighted(
        0.2,
        (
            prop::sample::select(vec![
                "taskId",
                "status",
                "createdAt",
                "lastUpdatedAt",
                "ttl",
                "ttlMs",
                "pollInterval",
                "pollIntervalMs",
                "statusMessage",
                "result",
                "error",
                "inputRequests",
            ]),
            any_json(),
        ),
    );
    let task = (any_status(), 0_u64..60, unknown_members(), odd, any::<bool>()).prop_map(
        move |(status, second, members, odd, pushed)| {
            let mut task = with(told(dialect, status, second), Value::Object(members));
            if let Some((name, value)) = odd {
                task[name] = value;
            }
            Said::Task { task, pushed }
        },
    );
    prop_oneof![
        8 => task,
        1 => (any::<i64>(), ".{0,20}").prop_map(|(code, message)| Said::Error { code, message }),
        1 => any_json().prop_map(Said::Junk),
    ]
}

/// The said, as what it is to a task.
fn update(dialect: Dialect, said: &Said) -> Update {
    match said {
        Said::Task { task, pushed: true } => pushed(dialect, task.clone()),
        Said::Task { task, .. } | Said::Junk(task) => result(task.clone()).into(),
        Said::Error { code, message } => {
            Fault::from(ErrorObject::new(ErrorCode(*code), message)).into()
        }
    }
}

fn any_dialect() -> impl Strategy<Value = Dialect> {
    prop::sample::select(DIALECTS.to_vec())
}

fn any_life() -> impl Strategy<Value = (Dialect, Map<String, Value>, Vec<Said>)> {
    any_dialect().prop_flat_map(|dialect| {
        (Just(dialect), unknown_members(), prop::collection::vec(any_said(dialect), 0..24))
    })
}

fn begin(dialect: Dialect, members: &Map<String, Value>) -> Observed<Tool> {
    let task = with(told(dialect, "working", 0), Value::Object(members.clone()));
    created(&tasks(dialect), creation(dialect, task))
}

/// Writes a task down and takes it up again.
fn rest(dialect: Dialect, task: &Observed<Tool>) -> Observed<Tool> {
    let saved: Saved = from_value(json!(Saved::from(task))).unwrap();
    tasks(dialect).resume(saved).unwrap()
}

/// The members of a task that no dialect has.
fn unknown(snapshot: &Snapshot) -> Map<String, Value> {
    let named = |name: &String| name.starts_with("example.com/");
    snapshot.extra.clone().into_iter().filter(|(name, _)| named(name)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_that_a_peer_says_breaks_a_task((dialect, first, life) in any_life()) {
        let mut task = begin(dialect, &first);
        for said in &life {
            let before = task.snapshot().clone();
            let was = state(&task);
            task = match task {
                Observed::Terminal(task) => {
                    let held = task.result().held();
                    // Whatever comes after the end, the end stays.
                    let _ = task.confirm(update(dialect, said));
                    prop_assert_eq!(task.snapshot(), &before);
                    prop_assert_eq!(task.result().held(), held);
                    Observed::Terminal(task)
                }
                open => match observe(open, update(dialect, said)) {
                    Ok(task) => {
                        let (seen, known) = (task.snapshot().updated_at(), before.updated_at());
                        if let (Ok(seen), Ok(known)) = (seen, known) {
                            prop_assert!(seen >= known, "time ran backwards");
                        }
                        let Said::Task { task: said, .. } = said else { panic!("no task") };
                        if task.snapshot() != &before {
                            let now = json!(task.snapshot());
                            prop_assert_eq!(&now["status"], &said["status"]);
                            prop_assert_eq!(&now["taskId"], "t-1");
                            for (name, value) in said.as_object().unwrap() {
                                if name.starts_with("example.com/") {
                                    prop_assert_eq!(&now[name], value, "{} was lost", name);
                                }
                            }
                        }
                        task
                    }
                    Err((task, reason)) => {
                        prop_assert_eq!(state(&task), was);
                        prop_assert_eq!(task.snapshot(), &before);
                        let _ = (reason.to_string(), reason.is_retryable());
                        task
                    }
                },
            };
            let again = rest(dialect, &task);
            prop_assert_eq!(state(&again), state(&task));
            prop_assert_eq!(again.snapshot(), task.snapshot());
            let _ = (task.snapshot().expires_at(), task.snapshot().created());
        }
    }

    #[test]
    fn an_unknown_member_that_the_peer_repeats_is_there_at_the_end(
        dialect in any_dialect(),
        members in unknown_members(),
        statuses in prop::collection::vec(any_status(), 0..12),
    ) {
        let mut task = begin(dialect, &members);
        for (second, status) in (1..).zip(statuses) {
            let told = with(told(dialect, status, second), Value::Object(members.clone()));
            task = match task {
                Observed::Terminal(_) => break,
                open => match observe(open, result(told)) {
                    Ok(task) | Err((task, _)) => task,
                },
            };
        }
        prop_assert_eq!(unknown(task.snapshot()), members);
    }

    #[test]
    fn a_snapshot_is_written_as_it_was_read(said in any_dialect().prop_flat_map(any_said)) {
        let Said::Task { task, .. } = said else { return Ok(()) };
        if let Ok(snapshot) = from_value::<Snapshot>(task) {
            let text = serde_json::to_string(&snapshot).unwrap();
            prop_assert_eq!(mcp_typestate::from_str::<Snapshot>(&text), Ok(snapshot));
        }
    }
}
