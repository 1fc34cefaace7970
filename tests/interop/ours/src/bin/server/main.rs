//! A server over standard input and output with a tool for everything that may become of a task, in
//! both generations of tasks and in the enveloped dialect, for strangers' clients to talk to:
//! `server [--enveloped] [--ask-at-once] [--ttl MS] [--poll MS] [--page N]`

mod options;
mod tools;
mod work;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::SystemTime;

use mcp_typestate::jsonrpc::{
    AnyCall, AnyMessage, ErrorCode, ErrorObject, NotificationMessage, Reply, RequestId,
    RequestMessage,
};
use mcp_typestate::receiver::{Handled, MemoryReceiver, Outgoing, Refusal, Requestor, SystemIds};
use mcp_typestate::{Negotiated, Revision, SUBSCRIPTION_ID, Side, from_str, from_value};
use mcp_typestate::{v2025_11_25 as core, v2026_07_28 as extension};
use serde::Serialize;
use serde_json::{Value, json};

use crate::options::Options;
use crate::tools::{TOOLS, Tool};

type Tasks = MemoryReceiver<SystemIds>;
type Done = Result<(), Box<dyn Error>>;

/// The receiver, which the main thread and all workers share.
static TASKS: OnceLock<Mutex<Tasks>> = OnceLock::new();

fn main() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("server: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve() -> Done {
    let Options { enveloped, policy } = Options::read(std::env::args().skip(1))?;
    let _ = TASKS.set(Mutex::new(MemoryReceiver::new(policy)));
    let stateless = Requestor::stateless(&from_value::<extension::ServerCapabilities>(modern())?);
    let mut server = Server { enveloped, stateless, session: None, listens: Vec::new() };
    for line in io::stdin().lines() {
        let now = SystemTime::now();
        say_all(tasks().sweep(now));
        match from_str(&line?) {
            Ok(AnyMessage::Request(request)) => server.request(request)?,
            Ok(AnyMessage::Reply(reply)) => {
                let mut tasks = tasks();
                say_all(tasks.replied(server.session(), &reply, now).unwrap_or_default());
            }
            Ok(AnyMessage::Notification(notification)) => server.told(&notification),
            Err(error) => {
                let error = ErrorObject::new(ErrorCode::PARSE_ERROR, error.to_string());
                say(&json!({ "jsonrpc": "2.0", "error": error }));
            }
        }
    }
    for id in server.listens {
        let meta = json!({ SUBSCRIPTION_ID: id });
        say(&Reply::ok(id, json!({ "resultType": "complete", "_meta": meta })));
    }
    Ok(())
}

/// What is known of the client.
struct Server {
    enveloped: bool,
    /// A client of 2026-07-28.
    stateless: Requestor,
    /// What was negotiated in `initialize`.
    session: Option<Requestor>,
    /// Its subscriptions.
    listens: Vec<RequestId>,
}

impl Server {
    fn request(&mut self, request: RequestMessage<AnyCall>) -> Done {
        let core = !is_modern(&request.body);
        let method = request.body.method.as_str();
        let result = match method {
            "initialize" => self.initialize(&request)?,
            "ping" if core => json!({}),
            "server/discover" => json!({
                "resultType": "complete", "capabilities": modern(), "ttlMs": 0,
                "supportedVersions": ["2026-07-28"], "cacheScope": "public",
            }),
            "tools/list" => {
                let tools: Vec<Value> = TOOLS.iter().map(|tool| tool.listed(core)).collect();
                if core {
                    json!({ "tools": tools })
                } else {
                    json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "public",
                        "tools": tools })
                }
            }
            "subscriptions/listen" if !core => {
                self.listen(request);
                return Ok(());
            }
            _ => {
                let mut tasks = tasks();
                let requestor = if core { self.session() } else { &self.stateless };
                let handled = tasks.handle(requestor, request, SystemTime::now());
                let handled = match handled {
                    Handled::NotOurs(request) => not_ours(&mut tasks, requestor, request, core),
                    other => Some(other),
                };
                handled.into_iter().for_each(carry_out);
                return Ok(());
            }
        };
        say(&Reply::ok(request.id, result));
        Ok(())
    }

    fn initialize(&mut self, request: &RequestMessage<AnyCall>) -> Result<Value, Box<dyn Error>> {
        let theirs: core::InitializeRequest = from_value(json!(request))?;
        let theirs = theirs.body.params;
        let revision = match Revision::from(&*theirs.protocol_version) {
            known @ (Revision::V2024_11_05
            | Revision::V2025_03_26
            | Revision::V2025_06_18
            | Revision::V2025_11_25) => known,
            _ => Revision::V2025_11_25,
        };
        let tasks = json!({ "list": {}, "cancel": {}, "requests": { "tools": { "call": {} } } });
        let ours = match revision {
            Revision::V2025_11_25 => json!({ "tools": {}, "tasks": tasks }),
            _ => json!({ "tools": {} }),
        };
        let ours: core::ServerCapabilities = from_value(ours)?;
        let session = Negotiated::new(revision.clone(), &theirs.capabilities, &ours);
        let requestor = Requestor::new(&session, Side::Server);
        self.session = Some(if self.enveloped { requestor.enveloped() } else { requestor });
        Ok(json!({ "protocolVersion": revision, "capabilities": ours,
            "serverInfo": { "name": "interop", "version": "1.0.0" } }))
    }

    /// The requestor of `initialize`; before it, whoever says on each request what it can do.
    fn session(&self) -> &Requestor {
        self.session.as_ref().unwrap_or(&self.stateless)
    }

    fn listen(&mut self, request: RequestMessage<AnyCall>) {
        match tasks().listen(&self.stateless, &request, SystemTime::now()) {
            Ok(heard) => {
                let meta = json!({ SUBSCRIPTION_ID: request.id });
                let params = json!({ "_meta": meta, "notifications": { "taskIds": heard } });
                let method = "notifications/subscriptions/acknowledged";
                say(&NotificationMessage { body: AnyCall::new(method, Some(params)) });
                self.listens.push(request.id);
            }
            Err(refusal) => say(&refusal.reply(request.id)),
        }
    }

    fn told(&mut self, notification: &NotificationMessage<AnyCall>) {
        let AnyCall { method, params, .. } = &notification.body;
        let Some(id) = params.as_ref().and_then(|params| params.get("requestId")) else { return };
        if let ("notifications/cancelled", Ok(id)) = (method.as_str(), from_value(id.clone())) {
            let mut tasks = tasks();
            say_all(tasks.withdraw(0, &id).unwrap_or_default());
            self.listens.retain(|listen| *listen != id);
        }
    }
}

/// Answers what is not about tasks. Nothing is given back if the answer comes by itself.
fn not_ours(
    tasks: &mut Tasks,
    requestor: &Requestor,
    request: RequestMessage<AnyCall>,
    core: bool,
) -> Option<Handled> {
    let refuse = |id, refusal: Refusal| {
        Some(Handled::Reply { reply: refusal.reply(id), outgoing: Vec::new() })
    };
    if request.body.method != "tools/call" {
        return refuse(request.id, Refusal::NoMethod(request.body.method));
    }
    let Some(tool) = Tool::find(&request.body) else {
        return refuse(request.id, Refusal::InvalidParams("there is no such tool".to_owned()));
    };
    if !core && tool.long && declares_tasks(&request.body) {
        return Some(tasks.start(requestor, request, SystemTime::now()));
    }
    thread::spawn(move || match tools::directly(tool, &request.body, core) {
        Ok(mut result) => {
            if !core {
                tools::complete(&mut result);
            }
            say(&Reply::ok(request.id, result));
        }
        Err(error) => say(&Reply::<()>::error(request.id, error)),
    });
    None
}

fn carry_out(handled: Handled) {
    match handled {
        Handled::Reply { reply, outgoing } => {
            say(&reply);
            say_all(outgoing);
        }
        Handled::Started { started, outgoing } => {
            say(&started.reply);
            say_all(outgoing);
            work::begin(*started);
        }
        Handled::Deferred { outgoing } => say_all(outgoing),
        Handled::NotOurs(_) => unreachable!("it was answered as what it is"),
    }
}

/// Says what a task's change makes to be said.
pub(crate) fn say_all(outgoing: impl IntoIterator<Item = Outgoing>) {
    for outgoing in outgoing {
        match outgoing {
            Outgoing::Send { message, .. } => say(&message),
            Outgoing::Input { task, answers, .. } => work::answered(&task, answers),
            // The work hears of it when it reports.
            Outgoing::Stop { .. } => {}
        }
    }
}

fn say(message: &impl Serialize) {
    let mut out = io::stdout().lock();
    // A client that is gone hears nothing.
    let _ = writeln!(out, "{}", json!(message)).and_then(|()| out.flush());
}

pub(crate) fn tasks() -> MutexGuard<'static, Tasks> {
    let tasks = TASKS.get_or_init(|| Mutex::new(MemoryReceiver::new(Default::default())));
    tasks.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the server can do in 2026-07-28.
fn modern() -> Value {
    json!({ "tools": {}, "extensions": { "io.modelcontextprotocol/tasks": {} } })
}

fn meta<'c>(call: &'c AnyCall, name: &str) -> Option<&'c Value> {
    call.params.as_ref()?.get("_meta")?.get(format!("io.modelcontextprotocol/{name}"))
}

/// Whether a request is one of 2026-07-28, which says so itself.
pub(crate) fn is_modern(call: &AnyCall) -> bool {
    call.method == "server/discover" || meta(call, "protocolVersion").is_some()
}

fn declares_tasks(call: &AnyCall) -> bool {
    let extensions = meta(call, "clientCapabilities").and_then(|it| it.get("extensions"));
    extensions.is_some_and(|extensions| extensions.get("io.modelcontextprotocol/tasks").is_some())
}
