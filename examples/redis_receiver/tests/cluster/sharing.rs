//! What one process keeps, the other serves.

use mcp_typestate::Dialect;
use redis::Commands;
use serde_json::{Value, json};

use crate::job::{Job, from_now};
use crate::receiver::Receiver;
use crate::redis::Redis;

const DIALECTS: [Dialect; 2] = [Dialect::Core, Dialect::Extension];

/// A task of the core that ends in so many milliseconds.
fn job(millis: u64) -> Job {
    Job::new(0, from_now(millis))
}

#[test]
fn a_result_that_waits_is_answered_whichever_process_ends_the_task() {
    let redis = Redis::start();
    let mut first = Receiver::start(&redis, &[]);
    let mut second = Receiver::start(&redis, &[]);

    let finished = job(300).begin(&mut first);
    let cancelled = job(60_000).begin(&mut first);
    let params = json!({ "name": "wait", "arguments": { "until": from_now(60_000) },
        "task": { "ttl": 400 } });
    let expired = first.result(Dialect::Core, "tools/call", params)["task"]["taskId"].clone();

    let ids = [json!(finished.task), json!(cancelled.task), expired]
        .map(|task| second.send(Dialect::Core, "tasks/result", json!({ "taskId": task })));
    assert_eq!(finished.get(&mut second)["status"], "working");
    assert!(ids.iter().all(|id| second.replied(*id).is_none()), "too early");
    cancelled.ask(&mut first, "tasks/cancel");

    let replies = ids.map(|id| second.reply(id));
    assert_eq!(replies[0], finished.ask(&mut first, "tasks/result"));
    finished.check(&finished.end(&mut first));
    assert_eq!(replies[1]["error"]["code"], -32603);
    assert_eq!(replies[1], cancelled.ask(&mut first, "tasks/result"));
    assert_eq!(replies[2]["error"]["data"]["reason"], "expired");
}

#[test]
fn a_context_lists_its_tasks_page_by_page_through_either_process() {
    let redis = Redis::start();
    let mut first = Receiver::start(&redis, &["--context", "alice"]);
    let mut second = Receiver::start(&redis, &["--context", "alice"]);
    let mut other = Receiver::start(&redis, &["--context", "bob"]);

    let mut begun: Vec<String> = (0..250).map(|_| job(0).begin(&mut first).task).collect();
    job(0).begin(&mut other);
    let (mut listed, mut cursors, mut cursor) = (Vec::new(), Vec::new(), Value::Null);
    loop {
        // The processes take turns.
        std::mem::swap(&mut first, &mut second);
        let page = first.result(Dialect::Core, "tasks/list", json!({ "cursor": cursor }));
        let tasks = page["tasks"].as_array().expect("tasks");
        listed.extend(tasks.iter().map(|task| task["taskId"].as_str().expect("an id").to_owned()));
        cursor = page["nextCursor"].clone();
        if cursor.is_null() {
            break;
        }
        cursors.push(cursor.clone());
    }
    begun.sort();
    listed.sort();
    assert_eq!(listed, begun, "each once, and nobody else's");
    assert_eq!(cursors.len(), 2, "three pages");

    let no_cursor = listed.iter().map(|task| json!(task)).find(|it| !cursors.contains(it));
    let made_up = [json!(""), json!("x"), no_cursor.expect("most are none")];
    for (receiver, cursors) in [(&mut first, &made_up[..]), (&mut other, &cursors[..])] {
        for cursor in cursors {
            let reply = receiver.ask(Dialect::Core, "tasks/list", json!({ "cursor": cursor }));
            assert_eq!(reply["error"]["code"], -32602, "{cursor}: {reply}");
        }
    }
}

#[test]
fn without_a_context_tasks_are_not_listed() {
    let redis = Redis::start();
    let mut receiver = Receiver::start(&redis, &[]);
    let capabilities = receiver.initialize()["capabilities"]["tasks"].clone();
    assert_eq!((&capabilities["list"], &capabilities["cancel"]), (&Value::Null, &json!({})));
    let reply = receiver.ask(Dialect::Core, "tasks/list", json!({}));
    assert_eq!(reply["error"]["code"], -32601);
}

#[test]
fn another_contexts_task_is_as_unknown_as_one_that_never_was() {
    let redis = Redis::start();
    let mut own = Receiver::start(&redis, &["--context", "alice"]);
    let others = [&["--context", "bob"][..], &["--context", ""], &[]];
    for mut other in others.map(|options| Receiver::start(&redis, options)) {
        for number in [0, 1] {
            let task = Job::new(number, from_now(60_000)).begin(&mut own);
            let none = Job { task: "0".repeat(32), ..task.clone() };
            for method in ["tasks/get", "tasks/cancel"] {
                let reply = task.ask(&mut other, method);
                assert_eq!(reply["error"]["data"]["reason"], "unknown");
                assert_eq!(reply, none.ask(&mut other, method));
            }
            assert_eq!(task.get(&mut own)["status"], "working");
        }
    }
}

#[test]
fn the_limits_are_those_of_all_processes_together() {
    let redis = Redis::start();
    let options = ["--max-tasks", "40"];
    let mut receivers = [(); 2].map(|()| Receiver::start(&redis, &options));
    let asked: Vec<Vec<u64>> = receivers
        .iter_mut()
        .map(|it| (0..40).map(|number| Job::new(number, from_now(0)).send(it)).collect())
        .collect();
    let mut begun = 0;
    for (receiver, asked) in receivers.iter_mut().zip(&asked) {
        for id in asked {
            let reply = receiver.reply(*id);
            match reply.get("error") {
                None => begun += 1,
                Some(error) => assert_eq!(error["code"], -32603, "{reply}"),
            }
        }
    }
    assert_eq!(begun, 40);
}

#[test]
fn redis_forgets_a_task_when_the_record_says_so() {
    let redis = Redis::start();
    let mut receiver = Receiver::start(&redis, &[]);
    for dialect in DIALECTS {
        let mut params = json!({ "name": "wait", "arguments": { "until": from_now(60_000) } });
        if dialect == Dialect::Core {
            params["task"] = json!({ "ttl": 300_000 });
        }
        let before = from_now(0);
        let result = receiver.result(dialect, "tools/call", params);
        let after = from_now(0);
        let task = result.get("task").unwrap_or(&result)["taskId"].as_str().expect("an id");
        let end: u64 = redis::cmd("PEXPIRETIME")
            .arg(format!("mcp:task:{task}"))
            .query(&mut redis.connection())
            .expect("a time");
        // The TTL, and an hour for which it is remembered that it was there.
        let ttl = 300_000 + 3_600_000;
        assert!((before + ttl..=after + ttl).contains(&end), "{before} {end}");
        // Nothing is left that does not end.
        let keys: Vec<String> = redis.connection().keys("mcp:*").expect("keys");
        for key in keys.iter().filter(|key| *key != "mcp:work") {
            let left: i64 = redis.connection().pttl(key).expect("a time");
            assert!(left > 0, "{key} stays for ever");
        }
    }
}
