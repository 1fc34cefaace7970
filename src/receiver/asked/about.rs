//! Requests about one task, and replies to what a task asked.

use std::collections::BTreeMap;
use std::time::SystemTime;

use serde_json::json;

use crate::json::Raw;
use crate::jsonrpc::{ErrorCode, ErrorObject, Reply, RequestId};
use crate::negotiation::Dialect;
use crate::receiver::policy::EarlyResult;
use crate::receiver::record::{self, Event, Payload, Record, Step};
use crate::receiver::refusal::Refusal;
use crate::receiver::requestor::Requestor;

/// A request about one task: `tasks/get`, `tasks/result`, `tasks/cancel` or `tasks/update`.
#[derive(Clone, Debug)]
#[must_use = "a request wants its reply"]
pub struct About {
    pub(super) requestor: Requestor,
    pub(super) id: RequestId,
    pub(super) task: String,
    pub(super) what: What,
}

#[derive(Clone, Debug)]
pub(super) enum What {
    Get,
    Result(EarlyResult),
    Cancel,
    Update(BTreeMap<String, Payload>),
}

/// What a record answers to a request about it.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a request wants its reply"]
pub enum Answer {
    /// This, and the record stays as it is.
    Reply(Reply),
    /// The record changes. Keep the next one if the one that was asked is still the one kept;
    /// then send the reply and carry out the effects. If it is not, ask the one that is.
    Change {
        /// What follows for the task.
        step: Box<Step>,
        /// The reply.
        reply: Reply,
    },
    /// Nothing yet (core): keep the request, and ask again when the record has
    /// [ended](crate::receiver::Effect::Release) or [expired](Record::expires_at). Its connection is
    /// the one on which the task asks: send what it [asks](Record::questions) and has not been sent,
    /// now and at each [`Effect::Ask`](crate::receiver::Effect::Ask).
    Later,
}

impl About {
    /// The id of the task that it is about. There need not be one.
    #[must_use]
    pub fn task(&self) -> &str {
        &self.task
    }

    /// The request's own id.
    #[must_use]
    pub fn id(&self) -> &RequestId {
        &self.id
    }

    /// Who asks.
    #[must_use]
    pub fn requestor(&self) -> &Requestor {
        &self.requestor
    }

    /// The answer, from the record that is kept under the task's id. Without one, or with one that
    /// belongs to somebody else, the task is unknown, in the same words.
    pub fn answer(&self, record: Option<&Record>, now: SystemTime) -> Answer {
        let seen = record.filter(|it| it.visible_to(&self.requestor) && !it.forgotten(now));
        match seen.ok_or(Refusal::Unknown).and_then(|record| self.ask(record, now)) {
            Ok(answer) => answer,
            Err(refusal) => Answer::Reply(refusal.reply(self.id.clone())),
        }
    }

    fn ask(&self, record: &Record, now: SystemTime) -> Result<Answer, Refusal> {
        let extension = record.dialect() == Dialect::Extension;
        let acknowledged = || self.reply(Raw::written(&json!({ "resultType": "complete" })));
        match &self.what {
            What::Get => {
                let task = record.shown(now)?.with_result_type("complete");
                Ok(Answer::Reply(self.reply(Raw::written(&task))))
            }
            What::Result(early) => match record.result(now) {
                Err(Refusal::NotTerminal(_)) if *early == EarlyResult::Defer => Ok(Answer::Later),
                answer => Ok(Answer::Reply(self.reply(answer?))),
            },
            What::Cancel => match record.apply(Event::Cancel, now) {
                Ok(step) if extension => {
                    Ok(Answer::Change { step: Box::new(step), reply: acknowledged() })
                }
                Ok(step) => {
                    let reply = self.reply(step.record.show(now)?);
                    Ok(Answer::Change { step: Box::new(step), reply })
                }
                Err(Refusal::AlreadyTerminal(_)) if extension => Ok(Answer::Reply(acknowledged())),
                Err(refusal) => Err(refusal),
            },
            What::Update(answers) => {
                let step = record.apply(Event::Answer(answers.clone()), now)?;
                if step.record.version() == record.version() {
                    return Ok(Answer::Reply(acknowledged()));
                }
                Ok(Answer::Change { step: Box::new(step), reply: acknowledged() })
            }
        }
    }

    fn reply(&self, result: Raw) -> Reply {
        Reply::ok(self.id.clone(), result)
    }
}

/// A reply to what a task [asked](Record::questions) as a message.
#[derive(Clone, Debug)]
pub struct Given {
    requestor: Requestor,
    task: String,
    key: String,
    answer: Payload,
}

impl Given {
    /// Reads a reply. None if it is not to a question of a task's.
    #[must_use]
    pub fn read(requestor: &Requestor, reply: &Reply) -> Option<Self> {
        let (task, key) = record::read_id(reply.id()?)?;
        let answer = match reply {
            Reply::Result(message) => match message.result.check_any() {
                Ok(()) => Payload::Result(message.result.clone()),
                // It is an answer all the same, and the work waits for it.
                Err(error) => {
                    let words = format!("The answer cannot be read: {error}");
                    Payload::from(ErrorObject::new(ErrorCode::INVALID_PARAMS, words))
                }
            },
            Reply::Error(message) => Payload::from(message.error.clone()),
        };
        Some(Self { requestor: requestor.clone(), task, key, answer })
    }

    /// The id of the task that asked. There need not be one.
    #[must_use]
    pub fn task(&self) -> &str {
        &self.task
    }

    /// What follows for the task, from the record that is kept under its id. None if it did not ask
    /// this, or no longer waits for it: the reply is then ignored.
    #[must_use]
    pub fn apply(&self, record: Option<&Record>, now: SystemTime) -> Option<Step> {
        let asks =
            |it: &&Record| it.visible_to(&self.requestor) && it.dialect() != Dialect::Extension;
        let record = record.filter(asks)?;
        let answers = BTreeMap::from([(self.key.clone(), self.answer.clone())]);
        let step = record.apply(Event::Answer(answers), now).ok()?;
        (step.record.version() > record.version()).then_some(step)
    }
}
