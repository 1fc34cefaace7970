//! Scripts of whole lives of tasks, played by a requestor against a peer.
//!
//! `../task/scripts/*.json` has a file per dialect: the parameters of its calls and the members of
//! its tasks, which a step may change; the message that the client sends by the step that makes it
//! send; and scripts by name. A step does one thing and says what follows:
//!
//! | step | the peer sends | follows |
//! |---|---|---|
//! | `call` | the `reply` to the call with these parameters | `is`; or `direct`, `demand` |
//! | `poll`, `push` | a task with these members, in a reply or a notification | `is` |
//! | `refuse` | this error in reply to a poll | `fault`, and the task `is` as it was |
//! | `cancel` | this reply, a `result` or an `error` | `is`, or `fault` |
//! | `channel` | nothing yet | the client opens the channel |
//! | `answer` | an acknowledgement of these answers | what is still `open` |
//! | `fetch` | this reply, a `result` or an `error` | `outcome` |
//! | `held` | nothing | the outcome that is known without asking |
//!
//! A step that makes the client send something else than the file says has its own `sends`, without
//! the envelope. `second` stands for `lastUpdatedAt`.
//!
//! Who the peer is, a [`Peer`] says: one that sends what the script says word for word, or one that
//! is brought to where the script has it, and speaks for itself.

#![allow(dead_code, unreachable_pub, reason = "each test uses its part of it")]

use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
use mcp_typestate::{
    Created, Dialect, Failure, Input, Observed, Outcome, Reply, Request, Tasks, Update, from_value,
};
use serde_json::{Value, json};

use crate::sessions::{state, tasks, with};

pub const ENVELOPED: &str = include_str!("../task/scripts/enveloped.json");
pub const CORE: &str = include_str!("../task/scripts/core.json");
pub const EXTENSION: &str = include_str!("../task/scripts/extension.json");

/// The other side of a script.
pub trait Peer {
    /// The reply to a request. None if it waits.
    ///
    /// # Errors
    /// When the peer cannot be brought to where the script has it.
    fn reply(
        &mut self,
        cue: &Cue<'_>,
        request: &RequestMessage<AnyCall>,
    ) -> Result<Option<Reply>, Cannot>;

    /// A notification.
    ///
    /// # Errors
    /// When the peer cannot be brought to where the script has it.
    fn push(&mut self, cue: &Cue<'_>) -> Result<Update, Cannot>;

    /// Whether it puts words to a status where a script has none.
    fn has_words_of_its_own(&self) -> bool {
        false
    }
}

/// Why a peer does not do what a script says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cannot {
    /// Not this step; the others can be played.
    Step(&'static str),
    /// Not this step, nor those that come after it.
    GoOn(&'static str),
}

/// A step of a script, for the peer.
#[derive(Clone, Copy, Debug)]
pub struct Cue<'f> {
    pub file: &'f Value,
    /// The script.
    pub steps: &'f [Value],
    pub place: usize,
    /// What the step does.
    pub action: &'static str,
}

impl<'f> Cue<'f> {
    pub fn step(&self) -> &'f Value {
        &self.steps[self.place]
    }

    /// What the step says of its action.
    pub fn told(&self) -> &'f Value {
        &self.step()[self.action]
    }
}

/// Plays all scripts of a file, each against a new peer. Gives the names of those that a peer could
/// not play as they are, with the reasons.
pub fn play<O: Request, P: Peer>(
    dialect: Dialect,
    text: &str,
    peer: impl Fn() -> P,
) -> Vec<(String, Cannot)> {
    let file: Value = serde_json::from_str(text).unwrap();
    let scripts = file["scripts"].as_object().unwrap();
    assert!(scripts.len() > 10);
    let mut left_out = Vec::new();
    for (name, steps) in scripts {
        let (tasks, at, peer) = (tasks(dialect), String::new(), peer());
        let mut stage = Stage::<O, P> { dialect, tasks, peer, task: None, at };
        let steps = steps.as_array().unwrap();
        for place in 0..steps.len() {
            stage.at = format!("{dialect:?}, {name}, step {place}");
            let step = &steps[place];
            let action = ACTIONS.into_iter().find(|action| step.get(action).is_some());
            let cue = Cue { file: &file, steps, place, action: action.expect(&stage.at) };
            match stage.step(&cue) {
                Ok(()) => {}
                Err(cannot) => {
                    left_out.push((name.clone(), cannot));
                    if matches!(cannot, Cannot::GoOn(_)) {
                        break;
                    }
                }
            }
        }
    }
    left_out
}

/// What a step can do.
const ACTIONS: [&str; 9] =
    ["call", "poll", "push", "refuse", "cancel", "channel", "answer", "fetch", "held"];

/// One script while it plays.
struct Stage<O: Request, P: Peer> {
    dialect: Dialect,
    tasks: Tasks,
    peer: P,
    task: Option<Observed<O>>,
    /// For failures: where in which script.
    at: String,
}

/// Applies something to an open task, in whichever of the two states it is.
macro_rules! open {
    ($stage:ident, $task:ident => $does:expr) => {
        match $stage.task.as_ref() {
            Some(Observed::Working($task)) => $does,
            Some(Observed::InputRequired($task)) => $does,
            other => panic!("{}: an open task: {other:?}", $stage.at),
        }
    };
}

impl<O: Request, P: Peer> Stage<O, P> {
    fn step(&mut self, cue: &Cue<'_>) -> Result<(), Cannot> {
        match cue.action {
            "call" => self.call(cue)?,
            "poll" => {
                let message = open!(self, task => task.poll().message(2));
                self.sends(cue, &message);
                let reply = self.reply(cue, &message)?;
                self.observe(reply);
            }
            "push" => {
                let update = self.peer.push(cue)?;
                self.observe(update);
            }
            "refuse" => self.refuse(cue)?,
            "cancel" => self.cancel(cue)?,
            "channel" => {
                let Input::Channel(channel) = self.input() else { panic!("{}", self.at) };
                let message = channel.message(3);
                self.sends(cue, &message);
                if let Some(refusal) = self.peer.reply(cue, &message)? {
                    channel.accept(refusal).expect_err(&self.at);
                }
            }
            "answer" => self.answer(cue)?,
            _ => self.fetch(cue)?,
        }
        if let Some(expected) = cue.step().get("is") {
            let task = self.task.as_ref().unwrap();
            // Words may be empty.
            let message = task.snapshot().status_message.as_deref().filter(|it| !it.is_empty());
            let scripted = expected.as_str().is_some_and(|it| it.contains(": "));
            let actual = match message.filter(|_| scripted || !self.peer.has_words_of_its_own()) {
                Some(message) => format!("{}: {message}", state(task)),
                None => state(task).to_owned(),
            };
            assert_eq!(&json!(actual), expected, "{}", self.at);
        }
        Ok(())
    }

    /// The reply to a request that does not wait.
    fn reply(&mut self, cue: &Cue<'_>, message: &RequestMessage<AnyCall>) -> Result<Reply, Cannot> {
        Ok(self.peer.reply(cue, message)?.expect(&self.at))
    }

    fn call(&mut self, cue: &Cue<'_>) -> Result<(), Cannot> {
        let params = with(cue.file["params"].clone(), cue.told().clone());
        let params: O::Params = from_value(params).unwrap();
        let call = self.tasks.runs::<O>().unwrap().call(params);
        let message = call.message(1).unwrap();
        self.sends(cue, &message);
        match call.accept(self.reply(cue, &message)?).unwrap() {
            Created::Task(task) => self.task = Some(task),
            Created::Direct(result) => {
                assert_eq!(&json!(result), &cue.step()["direct"], "{}", self.at);
            }
            Created::InputRequired(demand) => {
                let demand = json!({ "requests": demand.requests, "state": demand.state });
                assert_eq!(&demand, &cue.step()["demand"], "{}", self.at);
            }
            other => panic!("{}: {other:?}", self.at),
        }
        Ok(())
    }

    fn observe(&mut self, update: impl Into<Update>) {
        self.task = Some(match self.task.take() {
            Some(Observed::Working(task)) => task.observe(update).expect(&self.at),
            Some(Observed::InputRequired(task)) => task.observe(update).expect(&self.at),
            // After the end there is nothing to observe, but what comes late must fit.
            Some(Observed::Terminal(task)) => {
                task.confirm(update).expect(&self.at);
                Observed::Terminal(task)
            }
            None => panic!("{}: no task", self.at),
        });
    }

    fn refuse(&mut self, cue: &Cue<'_>) -> Result<(), Cannot> {
        let message = open!(self, task => task.poll().message(2));
        let refusal = self.reply(cue, &message)?;
        let (task, reason) = match self.task.take() {
            Some(Observed::Working(task)) => {
                let refused = task.observe(refusal).expect_err(&self.at);
                (Observed::Working(*refused.task), refused.reason)
            }
            Some(Observed::InputRequired(task)) => {
                let refused = task.observe(refusal).expect_err(&self.at);
                (Observed::InputRequired(*refused.task), refused.reason)
            }
            other => panic!("{}: an open task: {other:?}", self.at),
        };
        self.task = Some(task);
        let mcp_typestate::ObserveError::Fault(fault) = reason else { panic!("{}", self.at) };
        assert_eq!(json!(format!("{:?}", fault.kind)), cue.step()["fault"], "{}", self.at);
        Ok(())
    }

    fn cancel(&mut self, cue: &Cue<'_>) -> Result<(), Cannot> {
        let proof = self.tasks.cancelling().unwrap();
        let call = open!(self, task => task.cancel(&proof).unwrap());
        let message = call.message(4);
        self.sends(cue, &message);
        match call.accept(self.reply(cue, &message)?) {
            Ok(Some(update)) => self.observe(update),
            Ok(None) => {}
            Err(fault) => {
                assert_eq!(json!(format!("{:?}", fault.kind)), cue.step()["fault"], "{}", self.at);
            }
        }
        Ok(())
    }

    fn input(&mut self) -> Input<'_> {
        match self.task.as_mut() {
            Some(Observed::InputRequired(task)) => task.input(),
            other => panic!("{}: input: {other:?}", self.at),
        }
    }

    fn answer(&mut self, cue: &Cue<'_>) -> Result<(), Cannot> {
        let at = self.at.clone();
        let Input::Requests(mut requests) = self.input() else { panic!("{at}") };
        let update = requests.answer(cue.told().as_object().unwrap().clone()).expect(&at);
        let open: Vec<&str> = requests.open().map(|(key, _)| key).collect();
        assert_eq!(json!(open), cue.step()["open"], "{at}");
        let message = update.message(5);
        self.sends(cue, &message);
        update.accept(self.reply(cue, &message)?).expect(&at);
        Ok(())
    }

    fn fetch(&mut self, cue: &Cue<'_>) -> Result<(), Cannot> {
        let Some(Observed::Terminal(task)) = &self.task else { panic!("{}: an end", self.at) };
        let call = task.result();
        let (outcome, expected) = if cue.action == "held" {
            (call.held().map(|held| held.expect(&self.at)), cue.told())
        } else {
            let message = call.message(6);
            self.sends(cue, &message);
            // Asking again is safe, and changes nothing.
            let mut ask = || Ok(self.peer.reply(cue, &message)?.expect(&self.at));
            let (reply, again) = (ask()?, ask()?);
            let outcome = call.accept(reply).expect(&self.at);
            assert_eq!(call.accept(again).as_ref(), Ok(&outcome), "{}", self.at);
            (Some(outcome), &cue.step()["outcome"])
        };
        let outcome = match outcome {
            None => Value::Null,
            Some(Outcome::Completed(result)) => json!({ "completed": result }),
            Some(Outcome::Failed(Failure::Result(result))) => json!({ "failed": result }),
            Some(Outcome::Failed(Failure::Error(error))) => json!({ "failed": error }),
            Some(Outcome::Failed(Failure::Detail(detail))) => json!({ "failed": detail }),
            Some(Outcome::Failed(_)) => json!("failed"),
            Some(Outcome::Cancelled) => json!("cancelled"),
        };
        assert_eq!(&outcome, expected, "{}", self.at);
        Ok(())
    }

    /// Compares a message with what is to be sent. The extension's `_meta` is the same in all, and
    /// tested by itself.
    fn sends(&self, cue: &Cue<'_>, message: &RequestMessage<AnyCall>) {
        let expected = cue.step().get("sends").unwrap_or(&cue.file["sends"][cue.action]);
        let mut body = json!(message.body);
        if let Some(params) = body["params"].as_object_mut() {
            let meta = params.remove("_meta");
            assert_eq!(meta.is_some(), self.dialect == Dialect::Extension, "{}", self.at);
        }
        assert_eq!(&body, expected, "{}", self.at);
    }
}
