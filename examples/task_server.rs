//! A complete server over standard input and output. Its tool `research` runs as a task, in both
//! generations: core 2025-11-25, and the extension of 2026-07-28. Without a topic it asks for one.
//!
//! `call_tool research '{"topic": "owls"}' -- target/debug/examples/task_server`
use std::sync::{LazyLock, Mutex, mpsc};
use std::time::{Duration, SystemTime};
use std::{collections::BTreeMap, error::Error, io, thread};

use mcp_typestate::{Negotiated, Side, json, jsonrpc::*, receiver::*};
use mcp_typestate::{v2025_11_25 as core, v2026_07_28::ServerCapabilities};
use serde_json::{Value, json};

type Done = Result<(), Box<dyn Error>>;
type Tasks = MemoryReceiver<SystemIds>;

/// The receiver, which does for tasks what the protocol asks.
static TASKS: LazyLock<Mutex<Tasks>> = LazyLock::new(|| {
    let mut policy = Policy::sole_requestor();
    policy.tools = Some(BTreeMap::from([("research".to_owned(), TaskSupport::Required)]));
    MemoryReceiver::new(policy).into()
});
/// Where the client's answers go, by the task that asked.
static ASKED: Mutex<BTreeMap<String, mpsc::Sender<Payload>>> = Mutex::new(BTreeMap::new());

fn main() -> Done {
    // Clients say what they can do on each request since 2026-07-28, and before in `initialize`.
    let mut from = Requestor::stateless(&json::from_value::<ServerCapabilities>(capabilities())?);
    for line in io::stdin().lines() {
        let (line, now, mut tasks) = (line?, SystemTime::now(), TASKS.lock().unwrap());
        carry_out(tasks.sweep(now));
        match json::from_str(&line) {
            Ok(AnyMessage::Request(it)) => answer(&mut tasks, &mut from, it)?,
            Ok(AnyMessage::Reply(it)) => tasks.replied(&from, &it, now).map_or((), carry_out),
            Ok(AnyMessage::Notification(_)) => {}
            Err(error) => eprintln!("{error}: {line}"),
        }
    }
    Ok(())
}

/// Answers a request, or has the work done that it asks for.
fn answer(tasks: &mut Tasks, from: &mut Requestor, request: RequestMessage<AnyCall>) -> Done {
    let result = match request.body.method.as_str() {
        "initialize" => {
            let theirs: core::InitializeRequest = json::from_value(json!(request))?;
            let ours: core::ServerCapabilities = json::from_value(capabilities())?;
            let session = Negotiated::new("2025-11-25", &theirs.body.params.capabilities, &ours);
            *from = Requestor::new(&session, Side::Server);
            json!({ "protocolVersion": "2025-11-25", "capabilities": ours,
                "serverInfo": { "name": "task_server", "version": "1.0.0" } })
        }
        "server/discover" => json!({ "resultType": "complete", "capabilities": capabilities(),
            "supportedVersions": ["2026-07-28"], "ttlMs": 0, "cacheScope": "public" }),
        "tools/list" => json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "public",
            "tools": [{ "name": "research", "inputSchema": { "type": "object" },
                "execution": { "taskSupport": "required" } }] }),
        _ => {
            match tasks.handle(from, request, SystemTime::now()) {
                Handled::Reply { reply, outgoing } => {
                    println!("{}", json!(reply));
                    carry_out(outgoing);
                }
                Handled::Deferred { outgoing } => carry_out(outgoing),
                Handled::Started { started, outgoing } => {
                    println!("{}", json!(started.reply));
                    carry_out(outgoing);
                    let (call, worker) = started.worker(|task: &str, event| {
                        TASKS.lock().unwrap().apply(task, event, SystemTime::now()).map(carry_out)
                    });
                    thread::spawn(move || research(&call, worker));
                }
                Handled::NotOurs(it) => {
                    println!("{}", json!(Refusal::NoMethod(it.body.method).reply(it.id)));
                }
            }
            return Ok(());
        }
    };
    println!("{}", json!(Reply::ok(request.id, result)));
    Ok(())
}

/// The tool's work. If it stops short of the end, its worker is dropped, and the task fails.
fn research<R: Report>(call: &AnyCall, mut worker: Worker<Running, R>) -> Option<()> {
    let mut topic = call.params.as_ref()?["arguments"]["topic"].clone();
    if topic.is_null() {
        let (give, given) = mpsc::channel();
        ASKED.lock().unwrap().insert(worker.task().to_owned(), give);
        let schema = json!({ "type": "object", "properties": { "topic": { "type": "string" } } });
        let form = json!({ "message": "What is it to be about?", "requestedSchema": schema });
        let ask = json!({ "method": "elicitation/create", "params": form });
        let waiting = worker.need_input("it needs a topic", [("topic", ask)]).ok()?;
        let answer = given.recv_timeout(Duration::from_secs(60)).ok()?;
        (topic, worker) =
            (answer.result()?.to_value()["content"]["topic"].clone(), waiting.resume().ok()?);
    }
    worker.progress("reading").ok()?;
    let text = json!({ "type": "text", "text": format!("A report on {}.", topic.as_str()?) });
    let result = json!({ "resultType": "complete", "content": [text] });
    worker.finish(&json::Raw::from_value(&result).ok()?).ok()
}

fn carry_out(outgoing: Vec<Outgoing>) {
    for outgoing in outgoing {
        match outgoing {
            Outgoing::Send { message, .. } => println!("{}", json!(message)),
            Outgoing::Input { task, mut answers, .. } => {
                let asked = ASKED.lock().unwrap().remove(&*task);
                asked.zip(answers.remove("topic")).map(|(asked, answer)| asked.send(answer));
            }
            Outgoing::Stop { .. } => {} // The work hears of it when it reports.
        }
    }
}

fn capabilities() -> Value {
    json!({ "tools": {}, "extensions": { "io.modelcontextprotocol/tasks": {} },
        "tasks": { "list": {}, "cancel": {}, "requests": { "tools": { "call": {} } } } })
}
