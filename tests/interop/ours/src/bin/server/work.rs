//! The work of tasks: each on a thread of its own, with a worker that reports to the receiver.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use mcp_typestate::json::Raw;
use mcp_typestate::jsonrpc::AnyCall;
use mcp_typestate::receiver::{Payload, Refusal, Report, Running, Started, Worker};
use serde_json::{Value, json};

use crate::tools::{self, Tool};
use crate::{is_modern, say_all, tasks};

/// Answers to what tasks ask, by key.
type Answers = BTreeMap<String, Payload>;

/// How long a step of the work takes.
const STEP: Duration = Duration::from_millis(60);
/// How long anything goes on that nobody ends.
const LONGEST: Duration = Duration::from_secs(30);

/// Where the client's answers go, by the task that asked.
static ASKED: Mutex<BTreeMap<String, mpsc::Sender<Answers>>> = Mutex::new(BTreeMap::new());

/// Does what a task is for. A worker that stops short of the end fails its task.
pub(crate) fn begin(started: Started) {
    thread::spawn(move || {
        let job = started.clone();
        let (_, worker) = started.worker(|task: &str, event| -> Result<(), Refusal> {
            // The receiver is held until all is said, so that the client hears things in order.
            let mut tasks = tasks();
            say_all(tasks.apply(task, event, SystemTime::now())?);
            Ok(())
        });
        match Tool::find(&job.call).map(|tool| tool.name) {
            Some("research") => research(&job, worker),
            Some("sleep") => sleep(&job, worker),
            Some("break") => worker.fail(tools::broken()).ok(),
            Some("apologize") => finish(&job, worker, tools::failure("Sorry.")),
            _ => finish(&job, worker, tools::text(argument(&job.call, "text"))),
        }
    });
}

/// Hands answers to the task that waits for them.
pub(crate) fn answered(task: &str, answers: Answers) {
    let asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner).remove(task);
    if let Some(asked) = asked {
        // A task that was cancelled meanwhile waits for nothing.
        let _ = asked.send(answers);
    }
}

fn research<R: Report>(started: &Started, mut worker: Worker<Running, R>) -> Option<()> {
    tell_progress(started, 1);
    let pause = tools::argument(&started.call, "pause").and_then(|pause| pause.parse().ok());
    thread::sleep(pause.map_or(STEP, Duration::from_millis));
    let topic = match tools::argument(&started.call, "topic") {
        Some(topic) => topic,
        None => {
            let (give, given) = mpsc::channel();
            let task = worker.task().to_owned();
            ASKED.lock().unwrap_or_else(PoisonError::into_inner).insert(task, give);
            let ask = [("topic", tools::question())];
            let waiting = worker.need_input("it needs a topic", ask).ok()?;
            let answers = given.recv_timeout(LONGEST).ok()?;
            worker = waiting.resume().ok()?;
            match answers.get("topic")? {
                Payload::Result(answer) => tools::topic(&answer.decode().ok()?),
                Payload::Error(error) => format!("nothing ({})", error.message),
            }
        }
    };
    worker.progress("writing the report").ok()?;
    tell_progress(started, 2);
    thread::sleep(STEP);
    finish(started, worker, tools::report(&topic))
}

/// Goes on until it is cancelled, which the worker's report is refused for.
fn sleep<R: Report>(started: &Started, mut worker: Worker<Running, R>) -> Option<()> {
    let begun = Instant::now();
    while begun.elapsed() < LONGEST {
        worker.progress(format!("asleep for {} ms", begun.elapsed().as_millis())).ok()?;
        thread::sleep(STEP);
    }
    finish(started, worker, tools::text("It woke up by itself.".to_owned()))
}

/// Tells of progress, if the request wants to hear of it.
fn tell_progress(started: &Started, step: u32) {
    if let Some(token) = &started.progress_token {
        let params = json!({ "progressToken": token, "progress": step, "total": 2 });
        let call = AnyCall::new("notifications/progress", Some(params));
        let tasks = tasks();
        say_all(tasks.tell(&started.task, call, SystemTime::now()));
    }
}

fn finish<R: Report>(
    started: &Started,
    worker: Worker<Running, R>,
    mut result: Value,
) -> Option<()> {
    if is_modern(&started.call) {
        tools::complete(&mut result);
    }
    worker.finish(&Raw::from_value(&result).ok()?).ok()
}

fn argument(call: &AnyCall, name: &str) -> String {
    tools::argument(call, name).unwrap_or_default()
}
