//! Whether a tool is called as a task: the whole table.

use mcp_typestate::{CallMode, Dialect, Preference, PreferenceError, Tasks};
use serde_json::json;

use crate::sessions::{Tool, in_core, tasks};

const PREFERENCES: [Preference; 4] =
    [Preference::Allow, Preference::Prefer, Preference::Require, Preference::Forbid];

/// What a tool may say of itself; the last two count as `forbidden`.
const SUPPORT: [Option<&str>; 5] =
    [Some("required"), Some("optional"), Some("forbidden"), None, Some("sometimes")];

type Choice = Result<bool, PreferenceError>;

fn choose(tasks: Option<&Tasks>, support: Option<&str>, preference: Preference) -> Choice {
    CallMode::<Tool>::choose(tasks, support, preference)
        .map(|mode| matches!(mode, CallMode::Task(_)))
}

#[test]
fn rule_09_the_tools_own_rule_refines_the_capability() {
    const TASK: Choice = Ok(true);
    const DIRECT: Choice = Ok(false);
    const REQUIRES: Choice = Err(PreferenceError::ToolRequires);
    const FORBIDS: Choice = Err(PreferenceError::ToolForbids);
    #[rustfmt::skip]
    let table = [
        //                   Allow,  Prefer, Require, Forbid
        (Some("required"),  [TASK,   TASK,   TASK,    REQUIRES]),
        (Some("optional"),  [DIRECT, TASK,   TASK,    DIRECT]),
        (Some("forbidden"), [DIRECT, DIRECT, FORBIDS, DIRECT]),
        (None,              [DIRECT, DIRECT, FORBIDS, DIRECT]),
        (Some("sometimes"), [DIRECT, DIRECT, FORBIDS, DIRECT]),
    ];
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        for (support, row) in table {
            for (preference, expected) in PREFERENCES.into_iter().zip(row) {
                let choice = choose(Some(&tasks(dialect)), support, preference);
                assert_eq!(choice, expected, "{dialect:?} {support:?} {preference:?}");
            }
        }
    }
}

#[test]
fn rule_09_without_the_capability_for_tools_the_tools_rule_means_nothing() {
    let requests = json!({ "tasks": { "requests": { "tools": {} } } });
    let no_tools = in_core(&json!({ "tasks": {} }), &requests).server_tasks().unwrap();
    for tasks in [None, Some(&no_tools)] {
        for support in SUPPORT {
            for preference in PREFERENCES {
                let expected = match preference {
                    Preference::Require => Err(PreferenceError::NotNegotiated),
                    _ => Ok(false),
                };
                let case = format!("{support:?} {preference:?}");
                assert_eq!(choose(tasks, support, preference), expected, "{case}");
            }
        }
    }
}

#[test]
fn in_the_extension_the_server_decides_unless_it_is_not_asked() {
    for support in SUPPORT {
        for preference in PREFERENCES {
            let expected = Ok(preference != Preference::Forbid);
            let choice = choose(Some(&tasks(Dialect::Extension)), support, preference);
            assert_eq!(choice, expected, "{support:?} {preference:?}");
        }
    }
}

#[test]
fn the_preference_of_who_has_none_is_to_allow() {
    assert_eq!(Preference::default(), Preference::Allow);
}

#[test]
fn a_choice_for_a_task_is_the_proof_that_it_may_be_one() {
    let mode =
        CallMode::<Tool>::choose(Some(&tasks(Dialect::Core)), Some("optional"), Preference::Prefer);
    let Ok(CallMode::Task(runs)) = mode else { panic!("a task") };
    let message = runs.call(Default::default()).message(1).unwrap();
    assert_eq!(json!(message.body.params), json!({ "task": {} }));
}
