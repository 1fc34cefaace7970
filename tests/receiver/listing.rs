//! `tasks/list` (core).

use mcp_typestate::Dialect;
use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
use mcp_typestate::receiver::{Asked, Event, Policy, Record, Requestor, Wish};
use serde_json::{Value, json};

use super::desk::{Desk, requestor};
use crate::sessions::{at, session};

/// A receiver with this many tasks, a second apart, on pages of this size.
fn listing(tasks: u64, page: usize) -> Desk {
    let mut policy = Policy::sole_requestor();
    policy.page = page;
    let mut desk = Desk::with(policy, Dialect::Core);
    for _ in 0..tasks {
        desk.create();
        desk.passes(1);
    }
    desk
}

fn ids(page: &Value) -> Vec<&str> {
    let tasks = page["tasks"].as_array().unwrap();
    tasks.iter().map(|task| task["taskId"].as_str().unwrap()).collect()
}

/// Every page, by the cursors that the receiver gives.
fn pages(desk: &mut Desk) -> Vec<Vec<String>> {
    let (mut pages, mut params) = (Vec::new(), json!({}));
    loop {
        let page = desk.result("tasks/list", params);
        pages.push(ids(&page).into_iter().map(str::to_owned).collect());
        match page.get("nextCursor") {
            Some(cursor) => params = json!({ "cursor": cursor }),
            None => return pages,
        }
    }
}

#[test]
fn rule_03_what_get_shows_list_shows() {
    let mut desk = listing(3, 100);
    desk.happens(Event::Progress("reading".to_owned()));
    desk.happens_to("task-2", Event::Cancel).unwrap();
    let page = desk.result("tasks/list", json!({}));
    assert_eq!(ids(&page), ["task-1", "task-2", "task-3"]);
    for task in page["tasks"].as_array().unwrap() {
        let params = json!({ "taskId": task["taskId"] });
        assert_eq!(task, &desk.result("tasks/get", params));
    }
    assert!(page.get("nextCursor").is_none());
}

#[test]
fn pages_have_every_task_once_and_in_order() {
    for tasks in 0..8 {
        for size in 0..5 {
            let pages = pages(&mut listing(tasks, size));
            let expected: Vec<String> = (1..=tasks).map(|task| format!("task-{task}")).collect();
            assert_eq!(pages.concat(), expected, "{tasks} by {size}");
            assert!(pages.iter().all(|page| page.len() <= size.max(1)), "{pages:?}");
            // No page is empty but the only one.
            assert!(tasks == 0 || pages.iter().all(|page| !page.is_empty()), "{pages:?}");
        }
    }
}

#[test]
fn expired_tasks_are_not_listed() {
    let mut desk = listing(6, 2);
    // The first three have expired.
    desk.passes(300 - 4);
    assert_eq!(pages(&mut desk), [["task-4", "task-5"].as_slice(), &["task-6"]]);
    desk.sweep();
    assert_eq!(pages(&mut desk), [["task-4", "task-5"].as_slice(), &["task-6"]]);
}

#[test]
fn a_cursor_outlives_the_task_that_it_stands_at() {
    for swept in [false, true] {
        let mut desk = listing(5, 2);
        let page = desk.result("tasks/list", json!({}));
        let cursor = json!({ "cursor": page["nextCursor"] });
        desk.passes(300 - 4);
        if swept {
            desk.sweep();
        }
        let (code, _) = desk.refusal("tasks/get", json!({ "taskId": "task-2" }));
        assert_eq!(code, -32602);
        assert_eq!(ids(&desk.result("tasks/list", cursor)), ["task-3", "task-4"], "{swept}");
    }
}

#[test]
fn a_null_cursor_is_none() {
    let mut desk = listing(1, 2);
    assert_eq!(ids(&desk.result("tasks/list", json!({ "cursor": null }))), ["task-1"]);
}

#[test]
fn rule_03_a_cursor_that_was_not_issued_is_refused() {
    let mut desk = listing(3, 2);
    desk.result("tasks/list", json!({}));
    // A task's id is none, unless a page ended with it.
    for cursor in [json!("task-1"), json!("task-3")] {
        assert_eq!(desk.refusal("tasks/list", json!({ "cursor": cursor })).0, -32602);
    }
    for cursor in [json!("no-such-cursor"), json!(""), json!("1"), json!(1), json!({}), json!([])] {
        let (code, message) = desk.refusal("tasks/list", json!({ "cursor": cursor }));
        assert_eq!(code, -32602);
        assert!(message.contains("params.cursor:"), "{message}");
    }
}

#[test]
fn rule_03_a_page_leaves_out_what_is_not_to_be_seen_whatever_a_store_gives() {
    let policy = Policy::new();
    let owners = ["alice", "bob"]
        .map(|who| requestor(Dialect::Core, &session(Dialect::Core)).in_context(who));
    let begin = |who: &Requestor| {
        let id = who.context().unwrap_or_default();
        Record::new(id, who, Wish::Absent, &policy, at(0))
    };
    let records = owners.each_ref().map(begin);
    let request = RequestMessage { id: 1.into(), body: AnyCall::new("tasks/list", None) };
    let asked = policy.read(&owners[0], request);
    let Asked::List(list) = asked else { panic!("a list: {asked:?}") };
    assert_eq!(ids(&json!(list.page(&records, None, at(299)))["result"]), ["alice"]);
    assert_eq!(ids(&json!(list.page(&records, None, at(300)))["result"]), [""; 0]);
}
