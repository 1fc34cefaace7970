//! A requestor at one end, a receiver at the other, text and simulated time between them.

use std::time::{Duration, SystemTime};

use mcp_typestate::jsonrpc::AnyMessage;
use mcp_typestate::receiver::{Event, Policy};
use mcp_typestate::v2025_11_25::CallToolResult;
use mcp_typestate::{
    Created, Dialect, FaultKind, Input, InputChannel, Observed, Open, Outcome, Polling, Reply,
    ResultError, Task, Tasks, Terminal, Update, from_value,
};
use serde_json::json;

use super::desk::{Desk, requestor};
use crate::sessions::{Tool, at, session};

/// What happens at the receiver, and when, in seconds.
pub type Plan = Vec<(u64, Event)>;

/// A requestor at one end, a receiver at the other.
pub struct Pair {
    pub desk: Desk,
    pub tasks: Tasks,
    plan: std::iter::Peekable<std::vec::IntoIter<(u64, Event)>>,
    /// Whether notifications arrive.
    listens: bool,
    /// The request for the result that was sent early (core).
    pub channel: Option<InputChannel>,
    /// What answered it.
    early: Option<Reply>,
    pub polls: Vec<SystemTime>,
}

impl Pair {
    pub fn new(dialect: Dialect, listens: bool, plan: Plan) -> Self {
        let session = session(dialect);
        let tasks = session.server_tasks().unwrap();
        let desk = Desk::of(Policy::sole_requestor(), requestor(dialect, &session));
        let plan = plan.into_iter().peekable();
        Self { desk, tasks, plan, listens, channel: None, early: None, polls: Vec::new() }
    }

    /// The common client: calls a tool and follows the task to its outcome, in every dialect.
    pub fn run(&mut self) -> Outcome<CallToolResult> {
        let done = self.follow(|_, _| {});
        self.fetch(&done).unwrap()
    }

    /// Calls a tool and follows the task to its end. `meddle` is done after each poll.
    pub fn follow(&mut self, mut meddle: impl FnMut(&mut Self, u64)) -> Task<Terminal, Tool> {
        let params = json!({ "name": "research" });
        let call = self.tasks.runs::<Tool>().unwrap().call(from_value(params).unwrap());
        let call = call.with_ttl(Duration::from_secs(600));
        let reply = self.desk.receive(&call.message(1).unwrap()).unwrap();
        let Ok(Created::Task(mut task)) = call.accept(reply) else { panic!("a task") };
        self.desk.listen();
        let mut polling = Polling::default();
        for poll in 0.. {
            task = match task {
                Observed::Working(task) => self.observe(task, &mut polling),
                Observed::InputRequired(mut task) => {
                    self.give(task.input());
                    self.observe(task, &mut polling)
                }
                Observed::Terminal(task) => return task,
            };
            meddle(self, poll);
        }
        unreachable!()
    }

    /// Waits for a notification or the next poll, whatever comes first.
    fn observe<S: Open>(&mut self, task: Task<S, Tool>, polling: &mut Polling) -> Observed<Tool> {
        let due = polling.next(task.snapshot(), self.desk.now, 0.5).unwrap();
        let mut task = task;
        while let Some((second, event)) = self.plan.next_if(|(second, _)| at(*second) <= due) {
            self.desk.now = at(second).max(self.desk.now);
            self.desk.happens(event);
            while let Some(update) = self.hear() {
                match task.observe(update) {
                    Ok(observed) => return observed,
                    Err(refused) => task = *refused.task,
                }
            }
        }
        self.desk.now = due.max(self.desk.now);
        self.polls.push(self.desk.now);
        polling.polled(task.snapshot());
        let reply = self.desk.receive(&task.poll().message("poll")).unwrap();
        task.observe(reply).unwrap()
    }

    /// What came besides replies: a notification, if those arrive.
    fn hear(&mut self) -> Option<Update> {
        loop {
            match from_value(self.desk.sent.pop_front()?).unwrap() {
                AnyMessage::Notification(_) if !self.listens => {}
                AnyMessage::Notification(notification) => {
                    return Some(Update::notified(&notification).unwrap());
                }
                AnyMessage::Reply(reply) => self.early = Some(reply),
                AnyMessage::Request(request) => panic!("{request:?}"),
            }
        }
    }

    /// Gives what is asked for, in the dialect's way.
    fn give(&mut self, input: Input<'_>) {
        match input {
            Input::Channel(channel) => {
                if self.channel.is_some() {
                    return;
                }
                // The enveloped dialect refuses an early result; its questions come without.
                if let Some(reply) = self.desk.receive(&channel.message("early")) {
                    assert_eq!(channel.accept(reply).unwrap_err().kind, FaultKind::NotTerminal);
                }
                self.channel = Some(channel);
            }
            Input::Requests(mut requests) => {
                let keys: Vec<String> = requests.open().map(|(key, _)| key.to_owned()).collect();
                // One at a time: a partial answer leaves the rest outstanding.
                for key in keys {
                    let update = requests.answer([(key, json!({ "action": "accept" }))]).unwrap();
                    let reply = self.desk.receive(&update.message("update")).unwrap();
                    update.accept(reply).unwrap();
                }
            }
        }
    }

    /// The outcome, from what is there already or by asking, and once more.
    pub fn fetch(
        &mut self,
        done: &Task<Terminal, Tool>,
    ) -> Result<Outcome<CallToolResult>, ResultError> {
        while self.hear().is_some() {}
        let call = done.result();
        let reply = self.desk.receive(&call.message("result")).unwrap();
        let outcome = call.accept(reply)?;
        let again = self.desk.receive(&call.message("again")).unwrap();
        assert_eq!(call.accept(again).as_ref(), Ok(&outcome));
        if let Some(held) = call.held() {
            assert_eq!(held.as_ref(), Ok(&outcome));
        }
        if let Some(early) = self.early.take() {
            let early = self.channel.as_ref().unwrap().accept(early).unwrap();
            assert_eq!(call.accept(early).as_ref(), Ok(&outcome));
        }
        Ok(outcome)
    }
}
