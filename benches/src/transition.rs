//! A task's transitions through the typestate, and the same checks on plain data.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mcp_typestate::json::Raw;
use mcp_typestate::jsonrpc::{AnyCall, Reply};
use mcp_typestate::v2025_11_25::{
    CallTool, CallToolRequestParams, ClientCapabilities, ServerCapabilities,
};
use mcp_typestate::{
    Created, Negotiated, Observed, Revision, Snapshot, Status, Task, TerminalStatus, Update,
    Working,
};

/// How many transitions one call makes.
pub const TRANSITIONS: usize = 100;

/// A task as a requestor gets it, and what the receiver says of it next.
pub struct Transitions {
    task: RefCell<Option<Task<Working, CallTool>>>,
    plain: RefCell<Option<Plain>>,
    seen: Snapshot,
}

impl Default for Transitions {
    fn default() -> Transitions {
        let server: ServerCapabilities =
            serde_json::from_str(r#"{"tasks":{"requests":{"tools":{"call":{}}}}}"#)
                .expect("these are capabilities");
        let client: ClientCapabilities =
            serde_json::from_str(r#"{"tasks":{}}"#).expect("these are capabilities");
        let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
        let tools = session.server_tasks().and_then(|tasks| tasks.runs::<CallTool>());
        let call = tools.expect("it was declared").call(CallToolRequestParams::new("survey"));
        let reply = Raw::from_text(
            r#"{"task":{"taskId":"t-1","status":"working","createdAt":"2025-11-30T10:00:00Z",
"lastUpdatedAt":"2025-11-30T10:00:00Z","ttl":60000,"pollInterval":1000}}"#,
        );
        let reply = Reply::ok(1, reply.expect("it is JSON"));
        let Ok(Created::Task(Observed::Working(task))) = call.accept(reply) else {
            unreachable!("the reply creates a working task")
        };
        let seen = task.snapshot().clone();
        let plain = Plain {
            snapshot: seen.clone(),
            session: (Arc::new(()), 0, 0),
            answered: BTreeSet::new(),
            state: State::Working,
        };
        Transitions { plain: RefCell::new(Some(plain)), task: RefCell::new(Some(task)), seen }
    }
}

impl Transitions {
    /// Observes the task over and over, by way of the typestate.
    pub fn typed(&self) {
        let mut task = self.task.take().expect("the task is put back");
        for _ in 0..TRANSITIONS {
            task = match task.observe(Update::from(self.seen.clone())) {
                Ok(Observed::Working(next)) => next,
                _ => unreachable!("it goes on working"),
            };
        }
        self.task.replace(Some(task));
    }

    /// The same checks on the same data, with the state in a member.
    pub fn plain(&self) {
        let mut task = self.plain.take().expect("the task is put back");
        for _ in 0..TRANSITIONS {
            let snapshot = self.seen.clone();
            let seen = Box::new(Seen { snapshot, result: None, error: None, requests: None });
            task = match task.observe(seen) {
                Ok(next) if matches!(next.state, State::Working) => next,
                _ => unreachable!("it goes on working"),
            };
        }
        self.plain.replace(Some(task));
    }
}

/// The data of a task's handle, moved like the handle, and its state in a member.
struct Plain {
    snapshot: Snapshot,
    /// In the place of the session: a shared pointer and two small values.
    session: (Arc<()>, u8, u8),
    answered: BTreeSet<String>,
    state: State,
}

#[allow(dead_code, reason = "what the states hold is carried, as in the handle")]
enum State {
    Working,
    InputRequired(BTreeMap<String, AnyCall>),
    Terminal(TerminalStatus, Option<Raw>),
}

/// A task as a message shows it, with what may stand beside it.
struct Seen {
    snapshot: Snapshot,
    result: Option<Raw>,
    error: Option<Raw>,
    requests: Option<Raw>,
}

impl Plain {
    /// What an update does to an open task; the task as it was if it is refused.
    fn observe(self, mut seen: Box<Seen>) -> Result<Plain, Box<(Plain, &'static str)>> {
        match step(&self.snapshot, &mut seen) {
            Ok(None) => Ok(self),
            Ok(Some(state)) => {
                let Plain { session, answered, .. } = self;
                Ok(Plain { snapshot: seen.snapshot, session, answered, state })
            }
            Err(reason) => Err(Box::new((self, reason))),
        }
    }
}

/// The checks that `Task::observe` makes, in the core's dialect.
fn step(known: &Snapshot, seen: &mut Seen) -> Result<Option<State>, &'static str> {
    if seen.snapshot.id != known.id {
        return Err("another task");
    }
    if let (Ok(known), Ok(seen)) = (known.created(), seen.snapshot.created())
        && known != seen
    {
        return Err("another creation");
    }
    let times = (seen.snapshot.updated_at(), known.updated_at());
    if matches!(times, (Ok(seen), Ok(known)) if seen < known) {
        if seen.snapshot.status.terminal().is_none() {
            return Ok(None);
        }
        seen.snapshot.last_updated_at.clone_from(&known.last_updated_at);
    }
    let Seen { snapshot, result, error, requests } = seen;
    let state = match (&snapshot.status, snapshot.status.terminal()) {
        (Status::Working, _) => State::Working,
        (Status::InputRequired, _) => State::InputRequired(BTreeMap::new()),
        (_, Some(status)) => State::Terminal(status, None),
        (_, None) => return Err("an unknown status"),
    };
    for (name, member) in [("result", result), ("error", error), ("inputRequests", requests)] {
        if let Some(member) = member.take() {
            snapshot.extra.insert(name.to_owned(), member.to_value());
        }
    }
    for (name, value) in &known.extra {
        if !snapshot.extra.contains_key(name) {
            snapshot.extra.insert(name.clone(), value.clone());
        }
    }
    Ok(Some(state))
}
