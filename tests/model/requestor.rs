//! The requestor: the typestate, written down after each step and taken up for the next.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use mcp_typestate::json::Object;
use mcp_typestate::jsonrpc::{AnyCall, AnyMessage, NotificationMessage};
use mcp_typestate::v2025_11_25::CallToolResult;
use mcp_typestate::{
    CancelCall, Created, Fault, FaultKind, Input, InputChannel, ObserveError, Observed, Outcome,
    Reply, ResultError, Saved, TaskCall, Tasks, TerminalStatus, Update, UpdateCall, from_str,
};
use serde_json::json;

use super::messages::{End, MessageId, Messages};
use super::numbered::Numbered;
use super::receiver::{Setup, TASK};
use super::search::Quickly;
use super::state::TaskId;
use crate::sessions::{Tool, as_input_required, created, creation, tasks, told, with};

/// The answers of the real requestor, each worked out once.
pub struct Requestor {
    tasks: Tasks,
    call: TaskCall<Tool>,
    cancel: Option<CancelCall>,
    channel: Option<InputChannel>,
    /// What is the same in every state.
    pub requests: Requests,
    held: Numbered<Held>,
    accepted: HashMap<MessageId, TaskId, Quickly>,
    read: HashMap<(TaskId, MessageId), Rc<Read>, Quickly>,
    updates: HashMap<MessageId, UpdateCall, Quickly>,
}

/// Requests about a task that goes on, and the one that begins it.
#[derive(Clone, Copy, Debug)]
pub struct Requests {
    pub call: MessageId,
    pub poll: MessageId,
    /// Not in the enveloped dialect.
    pub cancel: Option<MessageId>,
    /// What opens a channel for requests of the receiver's own: an early `tasks/result`. Not in the
    /// extension.
    pub channel: Option<MessageId>,
}

/// A task, and what can be asked of it in its state alone.
#[derive(Debug)]
pub struct Held {
    saved: Saved,
    pub end: Option<End>,
    /// The request for the result of a task that has ended.
    pub fetch: Option<MessageId>,
    /// Answers to some of what is asked, and the task after each (extension).
    pub answers: Vec<(MessageId, TaskId)>,
}

/// What a message from the receiver means for a task.
#[derive(Debug)]
pub enum Read {
    /// The task is this one now; the outcome, if it came along.
    Task(TaskId, Option<String>),
    /// The outcome that was asked for.
    Outcome(String),
    /// What will be the outcome once the task is seen to have ended.
    Early,
    /// The answers have arrived.
    Acknowledged,
    /// Nothing: it is refused for now, or is about another task.
    Nothing,
    Expired,
    Unknown,
    /// The receiver contradicts itself or cannot be read.
    Wrong(String),
}

impl Requestor {
    pub fn new(setup: Setup, messages: &mut Messages) -> Self {
        let tasks = tasks(setup.dialect);
        let call = tasks.runs::<Tool>().unwrap().call(params());
        // Where a task is once, all that can be asked of it can be made.
        let told = with(told(setup.dialect, "input_required", 0), json!({ "taskId": TASK }));
        let mut task = as_input_required(created(&tasks, creation(setup.dialect, told)));
        let cancel = tasks.cancelling().ok().map(|proof| task.cancel(&proof).unwrap());
        let channel = match task.input() {
            Input::Channel(channel) => Some(channel),
            Input::Requests(_) => None,
        };
        let channel_message = channel.as_ref().map(|channel| channel.message("early"));
        let requests = Requests {
            call: messages.number(&call.message("call").unwrap()),
            poll: messages.number(&task.poll().message("poll")),
            cancel: cancel.as_ref().map(|call| messages.number(&call.message("cancel"))),
            channel: channel_message.map(|message| messages.number(&message)),
        };
        let (held, accepted, read, updates) = Default::default();
        Self { tasks, call, cancel, channel, requests, held, accepted, read, updates }
    }

    pub fn held(&self, task: TaskId) -> &Held {
        self.held.get(task)
    }

    /// The task that a reply to the call creates.
    pub fn accept(&mut self, messages: &mut Messages, reply: MessageId) -> TaskId {
        if let Some(known) = self.accepted.get(&reply) {
            return *known;
        }
        let task = self.created(messages, reply);
        self.accepted.insert(reply, task);
        task
    }

    fn created(&mut self, messages: &mut Messages, reply: MessageId) -> TaskId {
        match self.call.accept(from_str(&messages.get(reply).text).unwrap()) {
            Ok(Created::Task(task)) => self.hold(messages, task),
            other => panic!("a task: {other:?}"),
        }
    }

    /// Gives a task its number, and asks it what can be asked of it in its state.
    fn hold(&mut self, messages: &mut Messages, task: Observed<Tool>) -> TaskId {
        let saved = Saved::from(&task);
        let text = serde_json::to_string(&saved).unwrap();
        if let Some(known) = self.held.find(&text) {
            return known;
        }
        let (mut end, mut fetch, mut answers) = (None, None, Vec::new());
        match task {
            Observed::Working(_) => {}
            Observed::InputRequired(mut task) => {
                if let Input::Requests(requests) = task.input() {
                    let open: Vec<_> = requests.open().map(|(key, _)| key.to_owned()).collect();
                    answers = self.answers(messages, &saved, &open);
                }
            }
            Observed::Terminal(task) => {
                end = Some(status(task.status()));
                fetch = Some(messages.number(&task.result().message("fetch")));
            }
        }
        self.held.add(text, Held { saved, end, fetch, answers })
    }

    /// Answers to each open request alone, and to all of them.
    fn answers(
        &mut self,
        messages: &mut Messages,
        saved: &Saved,
        open: &[String],
    ) -> Vec<(MessageId, TaskId)> {
        let mut choices: Vec<&[String]> = open.chunks(1).collect();
        if open.len() > 1 {
            choices.push(open);
        }
        let choices = choices.into_iter().map(|keys| {
            let Observed::InputRequired(mut task) = self.take_up(saved.clone()) else {
                panic!("not the task that was written down")
            };
            let Input::Requests(mut requests) = task.input() else { panic!("no requests") };
            let answers = keys.iter().map(|key| (key, json!({ "action": "accept" })));
            let update = requests.answer(answers).unwrap();
            let message = messages.number(&update.message("update"));
            self.updates.insert(message, update);
            (message, self.hold(messages, Observed::InputRequired(task)))
        });
        choices.collect()
    }

    fn take_up(&self, saved: Saved) -> Observed<Tool> {
        self.tasks.resume(saved).unwrap()
    }

    /// Reads a reply or a notification.
    pub fn read(&mut self, messages: &mut Messages, task: TaskId, message: MessageId) -> Rc<Read> {
        if let Some(known) = self.read.get(&(task, message)) {
            return Rc::clone(known);
        }
        let read = Rc::new(self.meaning(messages, task, message));
        self.read.insert((task, message), Rc::clone(&read));
        read
    }

    fn meaning(&mut self, messages: &mut Messages, task: TaskId, message: MessageId) -> Read {
        let saved = self.held.get(task).saved.clone();
        let text = &messages.get(message).text;
        let update = match from_str(text).unwrap() {
            AnyMessage::Notification(notification) => notified(&notification),
            AnyMessage::Reply(reply) => match messages.get(message).id.as_str() {
                "poll" => reply.into(),
                "cancel" => match self.cancel.as_ref().unwrap().accept(reply) {
                    Ok(Some(update)) => update,
                    Ok(None) => return Read::Nothing,
                    Err(fault) => return faulty(&fault),
                },
                "fetch" => return self.fetched(saved, reply),
                "early" => match self.channel.as_ref().unwrap().accept(reply) {
                    Ok(_) if self.held.get(task).end.is_none() => return Read::Early,
                    Ok(reply) => return self.fetched(saved, reply),
                    Err(fault) => return faulty(&fault),
                },
                // A task that was created is known already.
                _ => return Read::Nothing,
            },
            AnyMessage::Request(request) => panic!("not asked: {request:?}"),
        };
        self.observe(messages, saved, update)
    }

    /// Reads the acknowledgement of an answer.
    pub fn acknowledge(&self, messages: &Messages, update: MessageId, reply: MessageId) -> Read {
        let reply: Reply = from_str(&messages.get(reply).text).unwrap();
        match self.updates[&update].accept(reply) {
            Ok(()) => Read::Acknowledged,
            // It has ended meanwhile.
            Err(fault) if fault.kind == FaultKind::AlreadyTerminal => Read::Acknowledged,
            Err(fault) => faulty(&fault),
        }
    }

    fn observe(&mut self, messages: &mut Messages, saved: Saved, update: Update) -> Read {
        let observed = match self.take_up(saved.clone()) {
            Observed::Working(task) => task.observe(update).map_err(|refused| refused.reason),
            Observed::InputRequired(task) => task.observe(update).map_err(|refused| refused.reason),
            Observed::Terminal(task) => task.confirm(update).map(|()| Observed::Terminal(task)),
        };
        match observed {
            Ok(task) => {
                let outcome = match &task {
                    Observed::Terminal(task) => task.result().held().map(words),
                    Observed::Working(_) | Observed::InputRequired(_) => None,
                };
                match outcome.transpose() {
                    Ok(outcome) => Read::Task(self.hold(messages, task), outcome),
                    Err(error) => Read::Wrong(error.to_string()),
                }
            }
            Err(ObserveError::Fault(fault)) => faulty(&fault),
            // A notification of a task that nobody heard of.
            Err(ObserveError::OtherTask { .. }) => Read::Nothing,
            Err(error) => Read::Wrong(error.to_string()),
        }
    }

    /// Reads what the task's result was asked for.
    fn fetched(&self, saved: Saved, reply: Reply) -> Read {
        let Observed::Terminal(task) = self.take_up(saved) else { panic!("not at its end") };
        match words(task.result().accept(reply)) {
            Ok(outcome) => Read::Outcome(outcome),
            Err(ResultError::Fault(fault)) => faulty(&fault),
            Err(error) => Read::Wrong(error.to_string()),
        }
    }
}

fn params() -> Object {
    BTreeMap::from([("name".to_owned(), json!("research"))]).into_iter().collect()
}

fn notified(notification: &NotificationMessage<AnyCall>) -> Update {
    Update::notified(notification).unwrap()
}

fn status(status: TerminalStatus) -> End {
    match status {
        TerminalStatus::Completed => End::Completed,
        TerminalStatus::Failed => End::Failed,
        TerminalStatus::Cancelled => End::Cancelled,
    }
}

/// What a fault means for a requestor that asked in time.
fn faulty(fault: &Fault) -> Read {
    match fault.kind {
        FaultKind::Expired => Read::Expired,
        FaultKind::Unknown => Read::Unknown,
        // The channel was refused, or the cancel came too late: polling goes on.
        FaultKind::NotTerminal | FaultKind::AlreadyTerminal => Read::Nothing,
        _ => Read::Wrong(fault.to_string()),
    }
}

fn words<E>(outcome: Result<Outcome<CallToolResult>, E>) -> Result<String, E> {
    outcome.map(|outcome| format!("{outcome:?}"))
}
