//! The requestor's scripts with the receiver as the peer: brought to where a script has it, it
//! speaks for itself, and the requestor must see what the script says.
//!
//! What happens at the receiver is read from the script: the statuses of a task that it tells of, in
//! the order of their seconds. A message that a script has come late was made in its time.

use std::collections::BTreeMap;
use std::time::Duration;

use mcp_typestate::jsonrpc::{AnyCall, AnyMessage, ErrorObject, RequestMessage};
use mcp_typestate::receiver::{Event, Handled, MemoryReceiver, Payload, Policy, Refusal};
use mcp_typestate::v2025_11_25 as core;
use mcp_typestate::v2026_07_28 as extension;
use mcp_typestate::{Dialect, Reply, Update, from_value};
use serde_json::{Value, json};

use super::desk::{Desk, requestor};
use crate::scripts::{CORE, Cannot, Cue, ENVELOPED, EXTENSION, Peer, play};
use crate::sessions::{at, session};

const ASKED_FOR: Cannot = Cannot::GoOn("a task that is asked for is begun");
const BEGINS: Cannot = Cannot::GoOn("a task begins as working");
const NO_FAULT: Cannot = Cannot::Step("nothing fails inside of the receiver");
const CANCELLED: Cannot = Cannot::GoOn("a task that was cancelled has ended");

#[test]
fn enveloped_scripts_hold_with_the_receiver() {
    let played = play::<core::CallTool, _>(Dialect::Enveloped, ENVELOPED, || {
        Receiver::new(Dialect::Enveloped)
    });
    assert_left_out(
        &played,
        &[
            ("a poll that fails is sent again", NO_FAULT),
            ("an answer instead of a task", ASKED_FOR),
            ("over before it began", BEGINS),
        ],
    );
}

#[test]
fn core_scripts_hold_with_the_receiver() {
    let played = play::<core::CallTool, _>(Dialect::Core, CORE, || Receiver::new(Dialect::Core));
    assert_left_out(
        &played,
        &[
            ("a poll that fails is sent again", NO_FAULT),
            ("an answer instead of a task", ASKED_FOR),
            ("over before it began", BEGINS),
        ],
    );
}

#[test]
fn extension_scripts_hold_with_the_receiver() {
    let played = play::<extension::CallTool, _>(Dialect::Extension, EXTENSION, || {
        Receiver::new(Dialect::Extension)
    });
    assert_left_out(
        &played,
        &[
            ("a poll that fails is sent again", NO_FAULT),
            ("cancelled in its own time", CANCELLED),
            ("cancelled, and completed nevertheless", CANCELLED),
            ("over before it began", BEGINS),
        ],
    );
}

/// These scripts, and no others, have a step that the receiver refuses.
fn assert_left_out(played: &[(String, Cannot)], expected: &[(&str, Cannot)]) {
    for (name, reason) in played {
        println!("{name}: {reason:?}");
    }
    let mut played: Vec<_> = played.iter().map(|(name, why)| (name.as_str(), *why)).collect();
    played.sort_by_key(|(name, _)| *name);
    assert_eq!(played, expected);
}

/// The receiver, with what it said when.
struct Receiver {
    desk: Desk,
    said: Vec<Said>,
}

/// What the receiver said of its task at a second.
struct Said {
    second: u64,
    /// The answer to a poll.
    shown: Reply,
    /// The notification, if the task changed.
    pushed: Option<Value>,
}

impl Receiver {
    fn new(dialect: Dialect) -> Self {
        let mut policy = Policy::sole_requestor();
        policy.default_ttl = Some(Duration::from_secs(60));
        let mut desk = Desk::of(policy.clone(), requestor(dialect, &session(dialect)));
        desk.receiver = MemoryReceiver::with_ids(policy, Box::new(|| "t-1".to_owned()));
        Self { desk, said: Vec::new() }
    }

    /// Brings the task to where a step has it, through what other steps tell of before that, and
    /// gives what the receiver then said.
    fn bring(&mut self, cue: &Cue<'_>, told: &Value) -> Result<&Said, Cannot> {
        let second = told["second"].as_u64().unwrap_or(0);
        let tells =
            cue.steps[cue.place..].iter().filter_map(|step| step.get("poll").or(step.get("push")));
        let mut before: Vec<&Value> =
            tells.filter(|it| it["second"].as_u64().is_some_and(|it| it < second)).collect();
        before.sort_by_key(|told| told["second"].as_u64());
        for told in before.into_iter().chain([told]) {
            self.happens(cue, told)?;
        }
        Ok(self.said.iter().find(|said| said.second == second).expect("what was said then"))
    }

    /// What a step tells of happens, in its time.
    fn happens(&mut self, cue: &Cue<'_>, told: &Value) -> Result<(), Cannot> {
        let second = told["second"].as_u64().unwrap_or(0);
        if self.said.iter().any(|said| said.second >= second) {
            return Ok(());
        }
        self.desk.now = at(second);
        let before = self.desk.sent.len();
        for event in events(self.desk.dialect, &self.shown(), told, cue) {
            match self.desk.happens_to("t-1", event) {
                Ok(_) => {}
                Err(Refusal::AlreadyTerminal(_)) => return Err(CANCELLED),
                Err(refusal) => panic!("{told}: {refusal}"),
            }
        }
        let pushed = self.desk.sent.iter().skip(before).find(|it| it.get("method").is_some());
        let pushed = pushed.cloned();
        let shown = self.poll();
        self.said.push(Said { second, shown, pushed });
        Ok(())
    }

    fn poll(&mut self) -> Reply {
        let mut poll = self.desk.request("tasks/get", json!({ "taskId": "t-1" }));
        poll.id = 2.into();
        self.desk.receive(&poll).expect("a poll does not wait")
    }

    fn shown(&mut self) -> Value {
        self.desk.result("tasks/get", json!({ "taskId": "t-1" }))
    }

    fn call(&mut self, cue: &Cue<'_>, request: &RequestMessage<AnyCall>) -> Result<Reply, Cannot> {
        let told = &cue.step()["reply"];
        let extension = self.desk.dialect == Dialect::Extension;
        if extension && told["resultType"] != "task" {
            // It leaves the request to its owner, who does what the script says.
            let handled = self.desk.receiver.handle(&self.desk.requestor, request.clone(), at(0));
            assert_eq!(handled, Handled::NotOurs(request.clone()));
            let reply = json!({ "jsonrpc": "2.0", "id": request.id, "result": told });
            return Ok(from_value(reply).unwrap());
        }
        let reply = self.desk.receive(request).expect("a call does not wait");
        let begun = self.shown();
        assert_eq!((&begun["taskId"], &begun["status"]), (&json!("t-1"), &json!("working")));
        let task = if extension { told } else { &told["task"] };
        match task["status"].as_str() {
            Some("working") => {}
            Some(_) => return Err(BEGINS),
            None => return Err(ASKED_FOR),
        }
        if extension {
            let ids = json!({ "notifications": { "taskIds": ["t-1"] } });
            let listen = self.desk.request("subscriptions/listen", ids);
            let heard = self.desk.receiver.listen(&self.desk.requestor, &listen, self.desk.now);
            assert_eq!(heard, Ok(vec!["t-1".to_owned()]));
        }
        Ok(reply)
    }

    /// The time at which a poll is refused like that.
    fn refuses(&mut self, cue: &Cue<'_>) -> Result<(), Cannot> {
        let record = self.desk.receiver.store().get("t-1").unwrap();
        let then = match cue.step()["fault"].as_str() {
            Some("Expired") => record.expires_at(),
            Some("Unknown") => record.forgotten_at(),
            _ => {
                // Whatever there is, is shown.
                self.shown();
                return Err(NO_FAULT);
            }
        };
        self.desk.now = then.unwrap();
        Ok(())
    }
}

impl Peer for Receiver {
    /// Of what failed.
    fn has_words_of_its_own(&self) -> bool {
        true
    }

    fn reply(
        &mut self,
        cue: &Cue<'_>,
        request: &RequestMessage<AnyCall>,
    ) -> Result<Option<Reply>, Cannot> {
        match cue.action {
            "call" => return self.call(cue, request).map(Some),
            "poll" => {
                let said = self.bring(cue, cue.told())?;
                assert_eq!(said.shown.id(), Some(&request.id));
                return Ok(Some(said.shown.clone()));
            }
            "refuse" => self.refuses(cue)?,
            "cancel" if cue.told().get("error").is_some() => {
                // It is too late: what the next step tells of has happened.
                self.bring(cue, &cue.steps[cue.place + 1]["poll"])?;
            }
            "cancel" => {
                let second = cue.told()["result"]["second"].as_u64();
                self.desk.now = second.map_or(self.desk.now, at);
            }
            _ => {}
        }
        let reply = self.desk.receive(request);
        if let Some(reply) = reply.as_ref().filter(|_| cue.action == "fetch") {
            self.answers_what_waited(cue, reply);
        }
        Ok(reply)
    }

    fn push(&mut self, cue: &Cue<'_>) -> Result<Update, Cannot> {
        let said = self.bring(cue, cue.told())?;
        let pushed = said.pushed.clone().expect("a change is told of");
        let AnyMessage::Notification(pushed) = from_value(pushed).unwrap() else {
            panic!("a notification")
        };
        Ok(Update::notified(&pushed).unwrap())
    }
}

impl Receiver {
    /// A channel that was opened in the core is answered with the result, as it is fetched.
    fn answers_what_waited(&self, cue: &Cue<'_>, fetched: &Reply) {
        let fetched = json!(fetched);
        let waited = self.desk.sent.iter().filter(|message| message.get("method").is_none());
        let answers = |waited: &Value| {
            assert_eq!(waited.get("result"), fetched.get("result"));
            assert_eq!(waited.get("error"), fetched.get("error"));
        };
        let opened = cue.steps.iter().any(|step| step.get("channel").is_some());
        let waits = opened && self.desk.dialect == Dialect::Core;
        assert_eq!(waited.inspect(|waited| answers(waited)).count() > 0, waits);
    }
}

/// What happens to a task that is shown like this, so that it becomes what a script tells.
fn events(dialect: Dialect, shown: &Value, told: &Value, cue: &Cue<'_>) -> Vec<Event> {
    let same = |member: &str| shown.get(member) == told.get(member);
    let message = || told["statusMessage"].as_str().unwrap_or_default().to_owned();
    match told["status"].as_str().unwrap() {
        "working" => {
            let given = (!same("status")).then_some(Event::InputGiven);
            let more = told.get("statusMessage").is_some() && !same("statusMessage");
            given.into_iter().chain(more.then(|| Event::Progress(message()))).collect()
        }
        "input_required" if same("status") && same("inputRequests") => Vec::new(),
        "input_required" => {
            let requests: BTreeMap<_, _> =
                from_value(told.get("inputRequests").cloned().unwrap_or(json!({}))).unwrap();
            vec![Event::NeedInput { message: message(), requests }]
        }
        _ if same("status") => Vec::new(),
        "completed" => vec![Event::Complete(payload(dialect, told, cue).unwrap())],
        "failed" => vec![Event::Fail(payload(dialect, told, cue))],
        "cancelled" => vec![Event::Cancel],
        other => panic!("there is no status {other}"),
    }
}

/// What a task ends with: told at its end in the extension, and fetched afterwards elsewhere.
fn payload(dialect: Dialect, told: &Value, cue: &Cue<'_>) -> Option<Payload> {
    let fetched = || cue.steps.iter().find_map(|step| step.get("fetch")).unwrap();
    let told = if dialect == Dialect::Extension { told } else { fetched() };
    if let Some(error) = told.get("error") {
        return Some(Payload::from(from_value::<ErrorObject>(error.clone()).unwrap()));
    }
    let mut result = told["result"].clone();
    if dialect == Dialect::Enveloped {
        result = result.get("result")?.clone();
    }
    // The receiver names the task by itself.
    result.as_object_mut()?.remove("_meta");
    Some(Payload::from(result))
}
