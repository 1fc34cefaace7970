//! Tasks of several operations followed through one trait object, kept by another, from any thread.

mod support;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, SystemTime};

use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
use mcp_typestate::receiver::{
    Event, MemoryReceiver, Payload, Policy, Record, Requestor, SystemIds, TaskSupport,
};
use mcp_typestate::v2025_11_25::Elicit;
use mcp_typestate::{
    Created, Negotiated, Observed, Outcome, Reply, Saved, Side, Task, Terminal, Working, from_str,
    from_value,
};
use mcp_typestate_downstream::BoxError;
use mcp_typestate_downstream::follow::Ledger;
use mcp_typestate_downstream::keep::{Desk, Next, Store};
use mcp_typestate_downstream::next;
use mcp_typestate_downstream::prelude::{CallError, CallTool, CallToolRequestParams, Client};
use mcp_typestate_downstream::protocol::CallToolResult;
use serde_json::json;

use support::{Direct, session};

const NOW: SystemTime = SystemTime::UNIX_EPOCH;

type Records = Arc<Mutex<HashMap<String, Record>>>;

/// Records that are seen from outside as well, and changed from there if it is busy: once, just
/// before a change is kept.
struct Shared {
    records: Records,
    busy: AtomicBool,
}

impl Store for Shared {
    fn load(&self, task: &str) -> Option<Record> {
        self.records.load(task)
    }

    fn keep(&self, next: &Record, before: u64) -> bool {
        if before != 0 && self.busy.swap(false, Ordering::Relaxed) {
            let record = self.records.load(next.id()).unwrap();
            let theirs = record.apply(Event::Progress("theirs".to_owned()), NOW).unwrap();
            assert!(self.records.keep(&theirs.record, before));
        }
        self.records.keep(next, before)
    }

    fn all(&self) -> Vec<Record> {
        self.records.all()
    }
}

fn send(desk: &Desk, request: RequestMessage<AnyCall>) -> Next {
    desk.handle(&Requestor::new(&session(), Side::Server), request, NOW)
}

fn replied(desk: &Desk, request: RequestMessage<AnyCall>) -> Reply {
    match send(desk, request) {
        Next::Send(reply) => reply,
        Next::Work(started) => started.reply,
        other => panic!("no reply: {other:?}"),
    }
}

/// A task of `tools/call` that was begun at the desk.
fn begun(desk: &Desk) -> Observed<CallTool> {
    let tools = session().server_tasks().unwrap().runs::<CallTool>().unwrap();
    let call = tools.call(CallToolRequestParams::new("research"));
    match call.accept(replied(desk, call.message(1).unwrap())).unwrap() {
        Created::Task(seen) => seen,
        other => panic!("no task: {other:?}"),
    }
}

fn complete(desk: &Desk, task: &str) {
    let result = Payload::of(&CallToolResult::new(Vec::new())).unwrap();
    desk.report(task, Event::Complete(result), NOW).unwrap();
}

/// Gives the outcome over a channel.
fn into<R>(outcomes: &mpsc::Sender<bool>) -> impl FnOnce(Outcome<R>) + Send + Sync + use<R> {
    let outcomes = outcomes.clone();
    move |outcome| outcomes.send(matches!(outcome, Outcome::Completed(_))).unwrap()
}

#[test]
fn tasks_in_a_map_are_followed_to_their_outcomes() {
    let desk = Desk::new(Mutex::new(HashMap::new()), Policy::new());
    let (give, outcomes) = mpsc::channel();
    let mut ledger = Ledger::default();
    let ids: Vec<String> = (0..3)
        .map(|_| {
            let seen = begun(&desk);
            let id = seen.snapshot().id.clone();
            ledger.follow(seen, into(&give));
            id
        })
        .collect();
    complete(&desk, &ids[1]);
    for _ in 0..2 {
        for id in &ids {
            let Some(ask) = ledger.ask(id, 2) else { continue };
            ledger.answered(id, replied(&desk, ask)).unwrap();
        }
    }
    assert_eq!(ledger.open(), 2);
    assert_eq!(outcomes.try_iter().collect::<Vec<_>>(), [true]);
    assert!(ledger.ask(&ids[1], 3).is_none());
}

#[test]
fn a_reply_about_something_else_leaves_the_task_as_it_was() {
    let desk = Desk::new(Mutex::new(HashMap::new()), Policy::new());
    let (give, outcomes) = mpsc::channel();
    let mut ledger = Ledger::default();
    let seen = begun(&desk);
    let id = seen.snapshot().id.clone();
    ledger.follow(seen, into(&give));
    let before = json!(ledger.saved());
    let error = ledger.answered(&id, Reply::ok(2, mcp_typestate::json::Raw::null())).unwrap_err();
    assert!(error.is::<mcp_typestate::ObserveError>(), "{error}");
    assert_eq!(json!(ledger.saved()), before);
    assert!(outcomes.try_recv().is_err());
}

#[test]
fn a_ledger_goes_through_text_and_is_taken_up() -> Result<(), BoxError> {
    let desk = Desk::new(Mutex::new(HashMap::new()), Policy::new());
    let (give, outcomes) = mpsc::channel();
    let mut ledger = Ledger::default();
    ledger.follow(begun(&desk), into(&give));
    let text = serde_json::to_string(&ledger.saved())?;

    let saved: HashMap<String, Saved> = from_str(&text)?;
    let tasks = session().server_tasks()?;
    let mut ledger = Ledger::default();
    for (id, saved) in saved {
        assert_eq!((saved.id(), saved.method()), (id.as_str(), "tools/call"));
        let other = ledger.resume::<Elicit>(&tasks, saved.clone(), into(&give));
        assert!(other.is_err(), "it is no elicitation");
        ledger.resume::<CallTool>(&tasks, saved, into(&give))?;
        complete(&desk, &id);
        for _ in 0..2 {
            let ask = ledger.ask(&id, 5).ok_or("it is followed")?;
            ledger.answered(&id, replied(&desk, ask))?;
        }
    }
    assert_eq!((ledger.open(), outcomes.try_recv()), (0, Ok(true)));
    Ok(())
}

#[test]
fn the_extensions_outcome_comes_with_the_end() -> Result<(), BoxError> {
    let tasks = r#"{ "extensions": { "io.modelcontextprotocol/tasks": {} } }"#;
    let client: next::ClientCapabilities = from_str(tasks)?;
    let server: next::ServerCapabilities = from_str(tasks)?;
    let session = Negotiated::new("2026-07-28", &client, &server);
    let meta: next::RequestMeta = from_value(session.request_meta().clone().into())?;
    let call = session.server_tasks()?.runs::<next::CallTool>()?;
    let call = call.call(next::CallToolRequestParams::new("research", meta));

    // The server decides what is a task: here, each call of this tool.
    let mut policy = Policy::new();
    policy.tools = Some(BTreeMap::from([("research".to_owned(), TaskSupport::Required)]));
    let desk = Desk::new(Mutex::new(HashMap::new()), policy);
    let from = Requestor::stateless(&server);
    let Next::Work(started) = desk.handle(&from, call.message(1)?, NOW) else { panic!("no work") };
    let Created::Task(seen) = call.accept(started.reply)? else { panic!("no task") };
    let (give, outcomes) = mpsc::channel();
    let mut ledger = Ledger::default();
    ledger.follow(seen, into(&give));

    let result = Payload::of(&next::CallToolResult::new(Vec::new()))?;
    desk.report(&started.task, Event::Complete(result), NOW)?;
    let ask = ledger.ask(&started.task, 2).ok_or("it is followed")?;
    let Next::Send(reply) = desk.handle(&from, ask, NOW) else { panic!("no reply") };
    ledger.answered(&started.task, reply)?;
    assert_eq!((ledger.open(), outcomes.try_recv()), (0, Ok(true)));
    Ok(())
}

#[test]
fn records_survive_the_desk() {
    let records = Records::default();
    let store = Shared { records: records.clone(), busy: false.into() };
    let id = begun(&Desk::new(store, Policy::new())).snapshot().id.clone();
    let text = serde_json::to_string(&*records.lock().unwrap()).unwrap();

    let records: HashMap<String, Record> = from_str(&text).unwrap();
    let desk = Desk::new(Mutex::new(records), Policy::new());
    complete(&desk, &id);
    let request = |method: &str| RequestMessage {
        id: 1.into(),
        body: AnyCall::new(method, Some(json!({ "taskId": id }))),
    };
    assert!(matches!(replied(&desk, request("tasks/result")), Reply::Result(_)));
    assert!(desk.report(&id, Event::Cancel, NOW).is_err(), "it has ended");
    let other = RequestMessage { id: 1.into(), body: AnyCall::new("tools/list", None) };
    assert!(matches!(send(&desk, other), Next::NotOurs(_)));
}

#[test]
fn a_change_that_was_overtaken_is_made_to_what_lies_there() {
    let records = Records::default();
    let store = Shared { records: records.clone(), busy: true.into() };
    let desk = Desk::new(store, Policy::new());
    let id = begun(&desk).snapshot().id.clone();
    let first = records.load(&id).unwrap().version();
    desk.report(&id, Event::Progress("ours".to_owned()), NOW).unwrap();
    assert_eq!(records.load(&id).unwrap().version(), first + 2, "both are there");
}

#[test]
fn tasks_and_their_work_go_from_thread_to_thread() {
    let desk = Desk::new(Mutex::new(HashMap::new()), Policy::new());
    let seen: Vec<_> = (0..4).map(|_| begun(&desk)).collect();
    thread::scope(|scope| {
        for seen in seen {
            let desk = &desk;
            scope.spawn(move || {
                let Observed::Working(task) = seen else { panic!("it works") };
                complete(desk, task.id());
                let reply = replied(desk, task.poll().message(2));
                let Ok(Observed::Terminal(task)) = task.observe(reply) else { panic!("an end") };
                let call = task.result();
                let outcome = call.accept(replied(desk, call.message(3))).unwrap();
                assert!(matches!(outcome, Outcome::Completed(_)));
            });
        }
    });
    let all = Duration::from_secs(1);
    assert!(desk.report("unknown", Event::PollInterval(all), NOW).is_err());
}

#[test]
fn what_is_held_across_threads_is_send_and_sync() {
    fn held<T: Send + Sync + 'static>() {}
    held::<Task<Working, CallTool>>();
    held::<Task<Terminal>>();
    held::<Observed<next::CallTool>>();
    held::<MemoryReceiver<SystemIds>>();
    held::<Ledger>();
    held::<Desk>();
    held::<Client<Direct>>();
    held::<CallError>();
    held::<mcp_typestate::schema::Messages>();
    held::<mcp_typestate::check::Checker>();
}
