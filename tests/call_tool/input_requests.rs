//! Tasks of the extension that wait for input: what is answered, when, and what is not.

use super::core::TOOLS;
use super::extension::{RESULT, ROOTS, TASKS, call, call_with, created, notify, polled, requests};

/// Which of two things is meant, and how old it is.
pub const WHICH: &str = r#"{"method":"elicitation/create","params":{"mode":"form","message":"Which?","requestedSchema":{"type":"object","properties":{"of":{"type":"string","enum":["language","snake"]}},"required":["of"]}}}"#;
const AGE: &str = r#"{"method":"elicitation/create","params":{"message":"How old?","requestedSchema":{"type":"object","properties":{"age":{"type":"integer","maximum":150}},"required":["age"]}}}"#;
const SAMPLING: &str =
    r#"{"method":"sampling/createMessage","params":{"maxTokens":1,"messages":[]}}"#;

#[test]
fn two_requests_are_answered_together() {
    let script = [
        TOOLS,
        "await tools/call",
        &created(60_000),
        &notify("input_required", &requests(&[("a", WHICH), ("b", AGE)])),
        "await tasks/update",
        r#"expect "inputResponses":{"a":{"action":"accept","content":{"of":"snake"}},"b":{"action":"accept","content":{"age":7}}},"taskId":"t1""#,
        "reply {}",
        &notify("working", ""),
        &notify("completed", RESULT),
        "hush",
    ];
    let answer = ["--answer", r#"{"of":"snake","age":7}"#];
    let run = call_with(&answer, "plain", "{}", TASKS, &script).end();
    run.succeeds();
    assert_eq!(run.out, "done\n", "{run:?}");
    run.says("states: working → input_required → working → completed");
}

#[test]
fn each_answer_is_sent_as_it_comes() {
    let open = requests(&[("a", WHICH), ("b", AGE), ("r", ROOTS)]);
    let script = [
        TOOLS,
        "await tools/call",
        &created(60_000),
        &notify("input_required", &open),
        "await tasks/update",
        r#"expect "inputResponses":{"r":{"roots":[]}},"#,
        "reply {}",
        "await tasks/update",
        r#"expect "inputResponses":{"a":{"action":"accept","content":{"of":"snake"}}},"#,
        "reply {}",
        "await tasks/update",
        r#"expect "inputResponses":{"b":{"action":"accept","content":{"age":7}}},"#,
        "reply {}",
        &notify("completed", RESULT),
        "hush",
    ];
    let run = call("plain", "{}", TASKS, &script).types("owl\nsnake\n700\n7\n");
    run.succeeds();
    run.says("The server asks: Which?");
    run.says("`of` takes one of language, snake");
    run.says("The server asks: How old?");
    run.says("`age` takes a whole number, at most 150");
    run.says("states: working → input_required → completed");
}

#[test]
fn a_key_is_put_once() {
    // Until it has taken an answer in, a receiver may go on listing the request.
    let asked = polled("input_required", 20, &requests(&[("a", WHICH)]));
    let then = polled("input_required", 20, &requests(&[("a", WHICH), ("b", AGE)]));
    let script = [
        TOOLS,
        "await tools/call",
        &created(20),
        "await tasks/get",
        &asked,
        "await tasks/update",
        r#"expect "inputResponses":{"a":"#,
        "reply {}",
        "await tasks/get",
        &asked,
        "await tasks/get",
        &then,
        "await tasks/update",
        r#"expect "inputResponses":{"b":"#,
        "reply {}",
        "await tasks/get",
        &polled("completed", 20, RESULT),
        "hush",
    ];
    let run = call("plain", "{}", TASKS, &script).types("snake\n7\n");
    run.succeeds();
    assert_eq!(run.err.matches("The server asks").count(), 2, "{run:?}");
}

#[test]
fn a_person_is_asked_once_however_often_the_task_is_seen() {
    let open = requests(&[("a", WHICH)]);
    let script = [
        TOOLS,
        "await tools/call",
        &created(20),
        "await tasks/get",
        &polled("input_required", 20, &open),
        "await tasks/get",
        &polled("input_required", 20, &format!(r#","statusMessage":"still"{open}"#)),
        "await tasks/update",
        "reply {}",
        "await tasks/get",
        &polled("working", 20, ""),
        "await tasks/get",
        &polled("completed", 20, RESULT),
        "hush",
    ];
    let run = call("plain", "{}", TASKS, &script).types_after("input_required: still", "snake\n");
    run.succeeds();
    assert_eq!(run.err.matches("The server asks").count(), 1, "{run:?}");
}

#[test]
fn a_task_that_ends_without_an_answer_does_not_wait_for_the_person() {
    let asked = notify("input_required", &requests(&[("a", WHICH)]));
    let end = notify("completed", RESULT);
    let script = [TOOLS, "await tools/call", &created(60_000), &asked, &end, "hush"];
    let run = call("plain", "{}", TASKS, &script).stays_alone();
    run.succeeds();
    run.says("states: working → input_required → completed");
}

#[test]
fn a_person_may_refuse_or_leave() {
    for (typed, action) in [("/decline\n", "decline"), ("/cancel\n", "cancel"), ("", "cancel")] {
        let script = [
            TOOLS,
            "await tools/call",
            &created(60_000),
            &notify("input_required", &requests(&[("a", WHICH)])),
            "await tasks/update",
            &format!(r#"expect "inputResponses":{{"a":{{"action":"{action}"}}}}"#),
            "reply {}",
            &notify("completed", RESULT),
            "hush",
        ];
        call("plain", "{}", TASKS, &script).types(typed).succeeds();
    }
}

#[test]
fn what_was_not_declared_is_refused_in_words() {
    let url = r#"{"method":"elicitation/create","params":{"mode":"url","message":"Go there","url":"https://owls","elicitationId":"e"}}"#;
    let asked =
        requests(&[("m", SAMPLING), ("r", ROOTS), ("u", url), ("x", r#"{"method":"odd"}"#)]);
    let asked = polled("input_required", 20, &asked);
    let script = [
        TOOLS,
        "await tools/call",
        &created(20),
        "await tasks/get",
        &asked,
        "await tasks/update",
        r#"expect "inputResponses":{"r":{"roots":[]}},"#,
        "reply {}",
        "await tasks/get",
        &asked,
        "await tasks/get",
        &polled("completed", 20, RESULT),
        "hush",
    ];
    let run = call("plain", "{}", TASKS, &script).end();
    run.succeeds();
    run.says("the task waits in vain for `m`: `sampling/createMessage` was not declared");
    run.says("the task waits in vain for `u`: only forms were declared");
    run.says("the task waits in vain for `x`: `odd` was not declared");
    assert_eq!(run.err.matches("waits in vain").count(), 3, "{run:?}");
}

#[test]
fn a_question_that_cannot_be_read_is_refused_in_words() {
    let broken = r#"{"method":"elicitation/create","params":{"mode":"form"}}"#;
    let asked = notify("input_required", &requests(&[("a", broken)]));
    let end = notify("completed", RESULT);
    let script = [TOOLS, "await tools/call", &created(60_000), &asked, &end, "hush"];
    let run = call("plain", "{}", TASKS, &script).end();
    run.succeeds();
    run.says("the task waits in vain for `a`: params.message: missing field");
}

#[test]
fn an_answer_that_does_not_fit_is_not_sent() {
    let asked = notify("input_required", &requests(&[("a", WHICH)]));
    let script = [TOOLS, "await tools/call", &created(60_000), &asked, "hush"];
    let run = call_with(&["--answer", r#"{"of":"owl"}"#], "plain", "{}", TASKS, &script).end();
    run.fails_with("`of` takes one of language, snake");
}

#[test]
fn an_answer_that_the_server_failed_at_is_sent_again() {
    let failed = r#"error {"code":-32603,"message":"busy"}"#;
    let update = r#"expect "inputResponses":{"r":{"roots":[]}},"#;
    let asked = notify("input_required", &requests(&[("r", ROOTS)]));
    let (sent, end) = (["await tasks/update", update], notify("completed", RESULT));
    let begin = [TOOLS, "await tools/call", &created(60_000), &asked];
    let taken = [&begin[..], &sent, &[failed], &sent, &["reply {}", &end, "hush"]].concat();
    call("plain", "{}", TASKS, &taken).end().succeeds();

    let failing = [&sent[..], &[failed]].concat();
    let refused = [&begin[..], &failing, &failing, &failing, &["hush"]].concat();
    let run = call("plain", "{}", TASKS, &refused).end();
    run.fails_with("the server does not take the answer to its question");
}

#[test]
fn an_answer_that_the_server_refuses_is_an_error_unless_the_task_has_ended() {
    let asked = notify("input_required", &requests(&[("r", ROOTS)]));
    let begin = [TOOLS, "await tools/call", &created(60_000), &asked, "await tasks/update"];
    let refusal = r#"error {"code":-32602,"message":"no such key"}"#;
    let run = call("plain", "{}", TASKS, &[&begin[..], &[refusal, "hush"]].concat()).end();
    run.fails_with("the server does not take the answer to its question");
    run.says("no such key");

    let late = r#"error {"code":-32602,"message":"the task is already in terminal status"}"#;
    let end = notify("completed", RESULT);
    let script = [&begin[..], &[late, &end, "hush"]].concat();
    call("plain", "{}", TASKS, &script).end().succeeds();
}

#[test]
fn a_question_that_the_task_no_longer_asks_is_not_waited_for() {
    let hasty = ["--timeout", "2"];
    let asked = notify("input_required", &requests(&[("a", WHICH)]));
    let begin = [TOOLS, "await tools/call", &created(60_000), &asked];
    let (working, asks_nothing) = (notify("working", ""), notify("input_required", ""));
    let runs = [
        (&[] as &[&str], "an answer to the server's question"),
        (&[&working], "an end of the task, which is working,"),
        (&[&asks_nothing], "an end of the task, which is input required,"),
    ];
    let runs = runs.map(|(then, awaited)| {
        let script = [&begin[..], then, &["hush"]].concat();
        (call_with(&hasty, "plain", "{}", TASKS, &script), awaited)
    });
    for (run, awaited) in runs {
        run.stays_alone().fails_with(&format!("timeout: {awaited}"));
    }
}
