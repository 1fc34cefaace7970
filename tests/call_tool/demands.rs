//! Servers of 2026-07-28 that want to know something before they begin, be it a task or not.

use super::core::{DONE, TOOLS};
use super::extension::{
    NO_TASKS, RESULT, ROOTS, TASKS, call, call_with, created, notify, requests,
};
use super::input_requests::WHICH;

#[test]
fn a_demand_is_met_by_the_same_call_with_the_answers() {
    for tasks in [TASKS, NO_TASKS] {
        let script = [
            TOOLS,
            "await tools/call",
            &demand(&[("a", WHICH), ("r", ROOTS)], r#","requestState":"s1""#),
            "await tools/call",
            r#"expect "arguments":{"a":2}"#,
            r#"expect "inputResponses":{"a":{"action":"accept","content":{"of":"snake"}},"r":{"roots":[]}}"#,
            r#"expect "requestState":"s1""#,
            r#"expect "io.modelcontextprotocol/clientCapabilities""#,
            DONE,
            "hush",
        ];
        let run = call("plain", r#"{"a":2}"#, tasks, &script).types("snake\n");
        run.succeeds();
        assert_eq!(run.out, "done\n", "{run:?}");
        run.says("The server asks: Which?");
    }
}

#[test]
fn a_task_may_follow_a_demand() {
    let script = [
        TOOLS,
        "await tools/call",
        &demand(&[("a", WHICH)], ""),
        "await tools/call",
        r#"expect "inputResponses":{"a":{"action":"accept","content":{"of":"snake"}}}"#,
        &created(60_000),
        &notify("completed", RESULT),
        "hush",
    ];
    let answer = ["--answer", r#"{"of":"snake"}"#];
    let run = call_with(&answer, "plain", "{}", TASKS, &script).end();
    run.succeeds();
    run.says("states: working → completed");
}

#[test]
fn a_demand_without_requests_is_met_by_its_state_alone() {
    let first = demand(&[("r", ROOTS)], r#","requestState":"s1""#);
    let second = r#"reply {"resultType":"input_required","requestState":"s2"}"#;
    let script = [
        TOOLS,
        "await tools/call",
        &first,
        "await tools/call",
        r#"expect "inputResponses":{"r":{"roots":[]}},"#,
        second,
        "await tools/call",
        // Nothing of the first demand is left.
        r#"expect "name":"plain","requestState":"s2"}"#,
        r#"expect "arguments":{},"name""#,
        DONE,
        "hush",
    ];
    for tasks in [TASKS, NO_TASKS] {
        call("plain", "{}", tasks, &script).end().succeeds();
    }
}

#[test]
fn a_demand_that_cannot_be_met_is_an_error() {
    let sampling = r#"{"method":"sampling/createMessage","params":{"maxTokens":1,"messages":[]}}"#;
    let demand = demand(&[("m", sampling)], "");
    for tasks in [TASKS, NO_TASKS] {
        let run = call("plain", "{}", tasks, &[TOOLS, "await tools/call", &demand, "hush"]).end();
        run.fails_with("does not get it: `sampling/createMessage` was not declared");
    }
}

#[test]
fn demands_without_end_are_given_up() {
    let demand = r#"reply {"resultType":"input_required","requestState":"s"}"#;
    let mut script = vec![TOOLS];
    for _ in 0..16 {
        script.extend(["await tools/call", demand]);
    }
    script.push("hush");
    let run = call("plain", "{}", TASKS, &script).end();
    run.fails_with("the server wants to know something before it begins, 16 times over");
}

/// The reply that demands answers first.
fn demand(demanded: &[(&str, &str)], state: &str) -> String {
    let demanded = requests(demanded);
    format!(r#"reply {{"resultType":"input_required"{demanded}{state}}}"#)
}
