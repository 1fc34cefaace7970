//! A task's handle, and whatever its receiver says.
//!
//! The first byte is a dialect, and whether the first line is the reply that creates the task. Each
//! line is a message: a reply or a notification. Observing moves the handle forward or not at all;
//! an end is an end; and whatever came, the handle can be written down and taken up again.

use std::sync::LazyLock;

use mcp_typestate::jsonrpc::{AnyMessage, Message};
use mcp_typestate::{
    Created, Input, InputRequests, InputRequired, Observed, Outcome, Refused, Reply, Saved, Status,
    Task, Tasks, Terminal, TerminalStatus, Update, from_str, from_value,
};
use serde_json::{Value, json};

use crate::sessions::{DIALECTS, Tool, creation, state, tasks, told};

/// What proves that tasks were negotiated, in each dialect.
static TASKS: LazyLock<[Tasks; 3]> = LazyLock::new(|| DIALECTS.map(tasks));

/// The most messages that are heard.
const MOST: usize = 64;

/// Lets a task hear what these bytes say.
pub fn observe(data: &[u8]) {
    let Some((first, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let dialect = DIALECTS[usize::from(first % 3)];
    let tasks = &TASKS[usize::from(first % 3)];
    let mut lines = text.lines().take(MOST);
    let reply = match first / 3 % 2 {
        0 => Some(creation(dialect, told(dialect, "working", 0))),
        _ => lines.next().and_then(|line| from_str::<Reply>(line).ok()),
    };
    let Some(mut task) = reply.and_then(|reply| begin(tasks, reply)) else { return };
    for line in lines {
        if let Ok(message) = from_str::<AnyMessage>(line) {
            task = hear(tasks, task, &message);
            rest(tasks, &task);
        }
    }
}

fn begin(tasks: &Tasks, reply: Reply) -> Option<Observed<Tool>> {
    let call = tasks.runs::<Tool>().expect("every tool can be a task").call(Default::default());
    match call.accept(reply) {
        Ok(Created::Task(task)) => Some(task),
        Ok(_) => None,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

/// What a message says of the task; a reply of the id 2 answers a cancel.
fn update(tasks: &Tasks, task: &Observed<Tool>, message: &AnyMessage) -> Option<Update> {
    let reply = match message {
        Message::Notification(notification) => return Update::notified(notification),
        Message::Request(_) => return None,
        Message::Reply(reply) => reply,
    };
    let proof = tasks.cancelling().ok().filter(|_| reply.id() == Some(&2.into()));
    let cancel = match (task, proof) {
        (Observed::Working(task), Some(proof)) => task.cancel(&proof),
        (Observed::InputRequired(task), Some(proof)) => task.cancel(&proof),
        _ => return Some(reply.clone().into()),
    };
    let cancel = cancel.expect("the proof is of the task's session");
    readable(&json!(cancel.message(2)));
    cancel.accept(reply.clone()).ok().flatten()
}

fn hear(tasks: &Tasks, task: Observed<Tool>, message: &AnyMessage) -> Observed<Tool> {
    let Some(update) = update(tasks, &task, message) else { return task };
    let (before, was) = (task.snapshot().clone(), state(&task));
    let observed = match task {
        Observed::Working(task) => {
            readable(&json!(task.poll().message(1)));
            let back = |it: Refused<_, _>| (Observed::Working(*it.task), it.reason);
            task.observe(update).map_err(back)
        }
        Observed::InputRequired(mut task) => {
            answer(&mut task);
            readable(&json!(task.poll().message(1)));
            let back = |it: Refused<_, _>| (Observed::InputRequired(*it.task), it.reason);
            task.observe(update).map_err(back)
        }
        Observed::Terminal(task) => {
            over(&task, update, message);
            return Observed::Terminal(task);
        }
    };
    match observed {
        Ok(task) => {
            let after = task.snapshot();
            assert_eq!(after.id, before.id);
            if let (Ok(seen), Ok(known)) = (after.updated_at(), before.updated_at()) {
                assert!(seen >= known, "time ran backwards");
            }
            task
        }
        Err((task, reason)) => {
            assert_eq!((task.snapshot(), state(&task)), (&before, was));
            assert!(!reason.to_string().is_empty());
            let _ = reason.is_retryable();
            task
        }
    }
}

/// Answers one of the requests that are open: then it is open no more, and the others are.
fn answer(task: &mut Task<InputRequired, Tool>) {
    match task.input() {
        Input::Channel(channel) => readable(&json!(channel.message(3))),
        Input::Requests(mut requests) => {
            let open = |requests: &InputRequests<'_>| -> Vec<String> {
                requests.open().map(|(key, _)| key.to_owned()).collect()
            };
            let before = open(&requests);
            let Some(key) = before.first() else { return };
            let call = requests.answer([(key, json!({}))]).expect("the key is open");
            readable(&json!(call.message(3)));
            assert_eq!(open(&requests), before[1..]);
            assert!(requests.answer([(key, json!({}))]).is_err(), "{key} was answered before");
        }
    }
}

/// Whatever comes after the end, the end stays; and what comes may be its result.
fn over(task: &Task<Terminal, Tool>, update: Update, message: &AnyMessage) {
    let (before, status, held) = (task.snapshot().clone(), task.status(), task.result().held());
    if let Err(error) = task.confirm(update) {
        assert!(!error.to_string().is_empty());
    }
    readable(&json!(task.result().message(4)));
    if let Message::Reply(reply) = message {
        let outcome = task.result().accept(reply.clone());
        let agrees = match &outcome {
            Ok(Outcome::Completed(_)) => status == TerminalStatus::Completed,
            Ok(Outcome::Failed(_)) => status == TerminalStatus::Failed,
            Ok(Outcome::Cancelled) => status == TerminalStatus::Cancelled,
            Err(error) => !error.to_string().is_empty(),
        };
        assert!(agrees, "{status}: {outcome:?}");
        assert_eq!(task.result().accept(reply.clone()), outcome);
    }
    assert_eq!((task.snapshot(), task.status()), (&before, status));
    assert_eq!(task.result().held(), held);
}

/// A task that is written down is taken up in the same state; and the state is the status's.
fn rest(tasks: &Tasks, task: &Observed<Tool>) {
    let snapshot = task.snapshot();
    let by_status = match (&snapshot.status, snapshot.status.terminal()) {
        (Status::Working, _) => "working",
        (Status::InputRequired, _) => "input required",
        (_, Some(_)) => "terminal",
        (status, None) => panic!("{status} has no state"),
    };
    assert_eq!(state(task), by_status);
    let saved = match task {
        Observed::Working(task) => Saved::from(task),
        Observed::InputRequired(task) => Saved::from(task),
        Observed::Terminal(task) => Saved::from(task),
    };
    let text = serde_json::to_string(&saved).expect("what was seen can be written");
    let saved: Saved = from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let again = tasks.resume::<Tool>(saved).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!((state(&again), again.snapshot()), (state(task), snapshot));
    let _ = (snapshot.expires_at(), snapshot.created(), snapshot.poll_interval());
    let _ = format!("{task:?}");
}

/// A message that is sent can be read.
fn readable(message: &Value) {
    assert!(from_value::<AnyMessage>(message.clone()).is_ok(), "{message}");
}
