//! Whole lives of tasks, as scripts: what the peer sends, and what must then hold.
//!
//! `scripts/*.json` has a file per dialect: the parameters of its calls and the members of its
//! tasks, which a step may change; the message that the client sends by the step that makes it
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

use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
use mcp_typestate::v2025_11_25 as core;
use mcp_typestate::v2026_07_28 as extension;
use mcp_typestate::{
    Created, Dialect, Failure, Input, Observed, Outcome, Reply, Request, Tasks, from_value,
};
use serde_json::{Value, json};

use crate::sessions::{pushed, state, tasks, with};

#[test]
fn enveloped_scripts_hold() {
    play::<core::CallTool>(Dialect::Enveloped, include_str!("scripts/enveloped.json"));
}

#[test]
fn core_scripts_hold() {
    play::<core::CallTool>(Dialect::Core, include_str!("scripts/core.json"));
}

#[test]
fn extension_scripts_hold() {
    play::<extension::CallTool>(Dialect::Extension, include_str!("scripts/extension.json"));
}

fn play<O: Request>(dialect: Dialect, text: &str) {
    let file: Value = serde_json::from_str(text).unwrap();
    let scripts = file["scripts"].as_object().unwrap();
    assert!(scripts.len() > 10);
    for (name, steps) in scripts {
        let (tasks, at) = (tasks(dialect), String::new());
        let mut stage = Stage::<O> { dialect, tasks, file: &file, task: None, at };
        for (place, step) in steps.as_array().unwrap().iter().enumerate() {
            stage.at = format!("{dialect:?}, {name}, step {place}");
            stage.step(step);
        }
    }
}

/// What a step can do.
const ACTIONS: [&str; 9] =
    ["call", "poll", "push", "refuse", "cancel", "channel", "answer", "fetch", "held"];

/// One script while it plays.
struct Stage<'f, O: Request> {
    dialect: Dialect,
    tasks: Tasks,
    /// The script's file.
    file: &'f Value,
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

impl<O: Request> Stage<'_, O> {
    fn step(&mut self, step: &Value) {
        let action = ACTIONS.into_iter().find(|action| step.get(action).is_some()).expect(&self.at);
        let told = &step[action];
        match action {
            "call" => self.call(told, step),
            "poll" => {
                self.sends("poll", step, &open!(self, task => task.poll().message(2)));
                let reply = reply(&json!({ "result": self.told(told) }));
                self.observe(reply);
            }
            "push" => self.observe(pushed(self.dialect, self.told(told))),
            "refuse" => self.refuse(told, step),
            "cancel" => self.cancel(told, step),
            "channel" => {
                let Input::Channel(channel) = self.input() else { panic!("{}", self.at) };
                let message = channel.message(3);
                self.sends("channel", step, &message);
            }
            "answer" => self.answer(told, step),
            _ => self.fetch(action, told, step),
        }
        if let Some(expected) = step.get("is") {
            let task = self.task.as_ref().unwrap();
            let message = task.snapshot().status_message.as_deref();
            let actual = match message {
                Some(message) => format!("{}: {message}", state(task)),
                None => state(task).to_owned(),
            };
            assert_eq!(&json!(actual), expected, "{}", self.at);
        }
    }

    /// A task with the file's members and these.
    fn told(&self, members: &Value) -> Value {
        let mut task = with(self.file["task"].clone(), members.clone());
        if let Some(second) = task.as_object_mut().and_then(|task| task.remove("second")) {
            task["lastUpdatedAt"] = json!(format!("2026-08-01T12:00:{:0>2}Z", second.to_string()));
        }
        task
    }

    fn call(&mut self, params: &Value, step: &Value) {
        let params = with(self.file["params"].clone(), params.clone());
        let params: O::Params = from_value(params).unwrap();
        let call = self.tasks.runs::<O>().unwrap().call(params);
        self.sends("call", step, &call.message(1).unwrap());
        let mut result = step["reply"].clone();
        if let Some(task) = result.get("task") {
            result["task"] = self.told(task);
        } else if result["resultType"] == "task" {
            result = self.told(&result);
        }
        match call.accept(reply(&json!({ "result": result }))).unwrap() {
            Created::Task(task) => self.task = Some(task),
            Created::Direct(result) => {
                assert_eq!(&json!(result), &step["direct"], "{}", self.at);
            }
            Created::InputRequired(demand) => {
                let demand = json!({ "requests": demand.requests, "state": demand.state });
                assert_eq!(&demand, &step["demand"], "{}", self.at);
            }
            other => panic!("{}: {other:?}", self.at),
        }
    }

    fn observe(&mut self, update: impl Into<mcp_typestate::Update>) {
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

    fn refuse(&mut self, error: &Value, step: &Value) {
        let refusal = reply(&json!({ "error": error }));
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
        assert_eq!(json!(format!("{:?}", fault.kind)), step["fault"], "{}", self.at);
    }

    fn cancel(&mut self, answer: &Value, step: &Value) {
        let proof = self.tasks.cancelling().unwrap();
        let call = open!(self, task => task.cancel(&proof).unwrap());
        self.sends("cancel", step, &call.message(4));
        let mut answer = answer.clone();
        if answer["result"].get("second").is_some() {
            answer["result"] = self.told(&answer["result"]);
        }
        match call.accept(reply(&answer)) {
            Ok(Some(update)) => self.observe(update),
            Ok(None) => {}
            Err(fault) => {
                assert_eq!(json!(format!("{:?}", fault.kind)), step["fault"], "{}", self.at);
            }
        }
    }

    fn input(&mut self) -> Input<'_> {
        match self.task.as_mut() {
            Some(Observed::InputRequired(task)) => task.input(),
            other => panic!("{}: input: {other:?}", self.at),
        }
    }

    fn answer(&mut self, answers: &Value, step: &Value) {
        let at = self.at.clone();
        let Input::Requests(mut requests) = self.input() else { panic!("{at}") };
        let update = requests.answer(answers.as_object().unwrap().clone()).expect(&at);
        let open: Vec<&str> = requests.open().map(|(key, _)| key).collect();
        assert_eq!(json!(open), step["open"], "{at}");
        let acknowledged = update.accept(reply(&json!({ "result": { "resultType": "complete" } })));
        acknowledged.expect(&at);
        self.sends("answer", step, &update.message(5));
    }

    fn fetch(&mut self, action: &str, told: &Value, step: &Value) {
        let Some(Observed::Terminal(task)) = &self.task else { panic!("{}: an end", self.at) };
        let call = task.result();
        let (outcome, expected) = if action == "held" {
            (call.held().map(|held| held.expect(&self.at)), told)
        } else {
            self.sends("fetch", step, &call.message(6));
            let mut told = told.clone();
            if told["result"].get("second").is_some() {
                told["result"] = self.told(&told["result"]);
            }
            let outcome = call.accept(reply(&told)).expect(&self.at);
            // Asking again is safe, and changes nothing.
            assert_eq!(call.accept(reply(&told)).as_ref(), Ok(&outcome), "{}", self.at);
            (Some(outcome), &step["outcome"])
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
    }

    /// Compares a message with what is to be sent. The extension's `_meta` is the same in all, and
    /// tested by itself.
    fn sends(&self, action: &str, step: &Value, message: &RequestMessage<AnyCall>) {
        let expected = step.get("sends").unwrap_or(&self.file["sends"][action]);
        let mut body = json!(message.body);
        if let Some(params) = body["params"].as_object_mut() {
            let meta = params.remove("_meta");
            assert_eq!(meta.is_some(), self.dialect == Dialect::Extension, "{}", self.at);
        }
        assert_eq!(&body, expected, "{}", self.at);
    }
}

/// A reply with a `result` or an `error`.
fn reply(answer: &Value) -> Reply {
    from_value(with(json!({ "jsonrpc": "2.0", "id": 1 }), answer.clone())).unwrap()
}
