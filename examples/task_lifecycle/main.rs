//! The whole life of a task in its three dialects, with both sides in one process:
//! `cargo run --example task_lifecycle`.
//!
//! Every message crosses as the JSON text that it would be on a wire, and is printed as it crosses;
//! below it stands what the client holds from then on. Time is simulated, so nothing waits. The
//! program checks what it shows, and ends with an error when anything differs.
//!
//! [`live`] is the client. It is one function for all dialects: only how a session begins, and
//! what a result looks like, is the revision's own.

mod page;
mod server;
mod wire;

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use mcp_typestate::{
    Created, Dialect, Fault, FaultKind, Input, InputRequired, Observed, Outcome, Request,
    ResultError, Runs, Side, Task, Terminal,
};

use page::Page;
use server::Server;
use wire::Wire;

fn main() -> ExitCode {
    let mut page = Page::new();
    match all(&mut page) {
        Ok(()) => page.end(),
        Err(error) => page.fail(&*error),
    }
}

fn all(page: &mut Page) -> Result<(), Box<dyn Error>> {
    page.title("The enveloped dialect: the strict contract, with an envelope around the result");
    before_2026(page, Dialect::Enveloped)?;
    page.title("Core 2025-11-25: the result is what the request would have returned");
    before_2026(page, Dialect::Core)?;
    page.title("The tasks extension, with 2026-07-28: the task carries its result");
    since_2026(page)?;
    page.title("A server without the capability");
    without_the_capability(page)
}

fn before_2026(page: &mut Page, dialect: Dialect) -> Result<(), Box<dyn Error>> {
    use mcp_typestate::v2025_11_25::{CallTool, CallToolRequestParams, ContentBlock};

    let mut wire = Wire::new(page, Server::new(dialect));
    let tools = wire.initialize()?.server_tasks()?.runs::<CallTool>()?;
    wire.page.holds("Runs<CallTool>, a proof that both sides declared it");
    let result = live(&mut wire, &tools, CallToolRequestParams::new("research"))?;
    wire.report(match result.content.first() {
        Some(ContentBlock::Text(text)) => &text.text,
        _ => "",
    });
    Ok(())
}

fn since_2026(page: &mut Page) -> Result<(), Box<dyn Error>> {
    use mcp_typestate::v2026_07_28::{CallTool, CallToolRequestParams, ContentBlock};

    let mut wire = Wire::new(page, Server::new(Dialect::Extension));
    let (session, meta) = wire.discover()?;
    let tools = session.server_tasks()?.runs::<CallTool>()?;
    wire.page.holds("Runs<CallTool>, a proof that both sides declared it");
    let result = live(&mut wire, &tools, CallToolRequestParams::new("research", meta))?;
    wire.report(match result.content.first() {
        Some(ContentBlock::Text(text)) => &text.text,
        _ => "",
    });
    Ok(())
}

/// Calls a tool as a task and follows it to its end, and beyond.
fn live<O: Request>(
    wire: &mut Wire,
    tools: &Runs<O>,
    params: O::Params,
) -> Result<O::Result, Box<dyn Error>> {
    wire.page.chapter("Call a tool as a task");
    let call = tools.call(params).with_ttl(Duration::from_secs(60));
    let reply = wire.ask(&call.message(wire.id())?)?;
    let Created::Task(Observed::Working(task)) = call.accept(reply)? else {
        return Err("a task at work was expected".into());
    };
    wire.page.holds_task(&task);
    if let Ok(subscribing) = tools.tasks().subscribing() {
        wire.page.says("In the extension, notifications come when they are asked for.");
        wire.open(&subscribing.listen([task.id()]).message(wire.id()))?;
    }

    wire.page.chapter("Poll");
    wire.passes(task.poll_interval(Duration::from_secs(5)));
    let reply = wire.ask(&task.poll().message(wire.id()))?;
    let Observed::Working(task) = task.observe(reply)? else { return Err("still at work".into()) };
    wire.page.holds_task(&task);

    wire.page.chapter("Ask for the result by hand, too early");
    wire.page.says("task.result() would not compile: this is what it spares both sides.");
    wire.ask_too_early(task.id())?;

    wire.page.chapter("Be told that input is needed, and give it");
    wire.passes(Duration::from_secs(2));
    let Observed::InputRequired(mut task) = task.observe(wire.told(Server::need_input)?)? else {
        return Err("input should be required".into());
    };
    wire.page.holds_task(&task);
    answer(wire, &mut task)?;
    let Observed::Working(task) = task.observe(wire.told(Server::go_on)?)? else {
        return Err("it should go on".into());
    };
    wire.page.holds_task(&task);

    wire.page.chapter("Be told of the end");
    wire.passes(Duration::from_secs(3));
    let Observed::Terminal(done) = task.observe(wire.told(Server::finish)?)? else {
        return Err("it should have ended".into());
    };
    wire.page.holds_task(&done);

    wire.page.chapter("Fetch the result, and once more");
    let first = fetch(wire, &done)?;
    let again = fetch(wire, &done)?;
    wire.page.check("both are the same", first == again);
    if let Some(held) = done.result().held() {
        wire.page.check("and the same as the end carried with it", held? == again);
    }

    wire.page.chapter("Let the TTL pass");
    let end = done.expires_at()?.ok_or("a TTL was expected")?;
    let granted = done.snapshot().ttl.value().copied().unwrap_or_default() / 1000;
    wire.page.says(&format!("60 s were asked for where one asks; the server granted {granted} s."));
    wire.page.check("the client reckons that the task has not expired", !done.expired(wire.now())?);
    wire.passes(end.duration_since(wire.now())?);
    wire.page.check("the client reckons that it has expired", done.expired(wire.now())?);
    let error = fetch(wire, &done).err().ok_or("an expired task should have no result")?;
    match error.downcast_ref() {
        Some(ResultError::Fault(fault)) => {
            let expired = fault.kind == FaultKind::Expired && fault.error.code.0 == -32602;
            wire.page.check(&fault.to_string(), expired);
        }
        _ => return Err(error),
    }

    match first {
        Outcome::Completed(result) => Ok(result),
        other => Err(format!("it should be completed: {other:?}").into()),
    }
}

/// Gives the receiver what it waits for, in the way that the session's dialect has.
fn answer<O: Request>(
    wire: &mut Wire,
    task: &mut Task<InputRequired, O>,
) -> Result<(), Box<dyn Error>> {
    match task.input() {
        Input::Channel(channel) => {
            wire.page.says("task.input() is a channel: the server asks while it is open.");
            wire.open(&channel.message(wire.id()))?;
            wire.answer_question("barn owls")
        }
        Input::Requests(mut requests) => {
            wire.page.says("task.input() is a list of requests, each answered once.");
            let keys: Vec<String> = requests.open().map(|(key, _)| key.to_owned()).collect();
            let answers = keys.into_iter().map(|key| (key, wire::answer("barn owls")));
            let update = requests.answer(answers)?;
            wire.page.check("nothing is open any more", requests.open().next().is_none());
            let reply = wire.ask(&update.message(wire.id()))?;
            Ok(update.accept(reply)?)
        }
    }
}

/// Asks for the result of a task that has ended.
fn fetch<O: Request>(
    wire: &mut Wire,
    done: &Task<Terminal, O>,
) -> Result<Outcome<O::Result>, Box<dyn Error>> {
    let call = done.result();
    let reply = wire.ask(&call.message(wire.id()))?;
    Ok(call.accept(reply)?)
}

/// A session with a server that knows no tasks.
fn without_the_capability(page: &mut Page) -> Result<(), Box<dyn Error>> {
    let mut wire = Wire::new(page, Server::without_tasks());
    let session = wire.initialize()?;
    let error = session.server_tasks().err().ok_or("there should be no proof")?;
    wire.page.holds(&format!("no proof, and so no call: {error}"));
    wire.page.check("the server lacks it", error.lacking() == Some((Side::Server, "tasks")));
    wire.page.says("By hand:");
    let fault = Fault::from(wire.refused("tasks/get", "task-1")?);
    let refused = fault.kind == FaultKind::NotNegotiated && fault.error.code.0 == -32601;
    wire.page.check(&fault.to_string(), refused);
    Ok(())
}
