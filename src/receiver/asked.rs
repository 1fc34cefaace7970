//! What a request asks of a receiver, before any record is looked at.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::SystemTime;

use serde_json::{Value, json};

use super::params;
use super::policy::{EarlyResult, ListsFor, Policy, TaskSupport, Wish};
use super::record::{Event, Record, Step};
use super::refusal::Refusal;
use super::requestor::{Owner, Requestor};
use crate::json::Raw;
use crate::jsonrpc::{AnyCall, ProgressToken, Reply, RequestId, RequestMessage};
use crate::method::Side;
use crate::negotiation::{Dialect, NotNegotiated, Tasks};

/// What a request asks, as far as it can be told without looking at a record: it was negotiated,
/// its method is one of the dialect's, its parameters are what the method takes.
///
/// Each says what a store is to do. Nothing here waits or stores, so the store may be anything, and
/// asynchronous.
#[derive(Clone, Debug)]
#[must_use = "a request wants its reply"]
pub enum Asked {
    /// Nothing of any record: this is the reply.
    Refused(Reply),
    /// Something about one task: load its record, and let it [answer](About::answer).
    About(About),
    /// A page of tasks: load them, and [show](ListTasks::page) them.
    List(ListTasks),
    /// A new task: [begin](Create::begin) it under a new id, keep its record, and then reply.
    Create(Create),
    /// It is not about tasks: answer it as if there were none, or in the extension
    /// [start](Policy::start) one.
    NotOurs(RequestMessage<AnyCall>),
}

impl Policy {
    /// Reads a request. In the core and in the enveloped dialect one that asks for a task, and can
    /// be one, is to create it.
    pub fn read(&self, requestor: &Requestor, request: RequestMessage<AnyCall>) -> Asked {
        let RequestMessage { id, body: mut call } = request;
        let asked = match call.method.as_str() {
            "tasks/list" => self.list(requestor, &id, &call).map(Asked::List),
            method if method.starts_with("tasks/") => {
                self.about(requestor, &id, &call).map(Asked::About)
            }
            _ => match self.becomes_task(requestor, &call) {
                Ok(true) => params::take_wish(&mut call).map(|wish| {
                    let (requestor, id) = (requestor.clone(), id.clone());
                    Asked::Create(Create { requestor, id, call, wish })
                }),
                Ok(false) => return Asked::NotOurs(RequestMessage { id, body: call }),
                Err(refusal) => Err(refusal),
            },
        };
        asked.unwrap_or_else(|refusal| Asked::Refused(refusal.reply(id)))
    }

    /// Begins a task for a request that is [not ours](Asked::NotOurs): in the extension the server
    /// decides which of the requests that can be tasks become one. Its
    /// [`tools`](Self::tools) have no say there. When tasks were not negotiated, or the request
    /// cannot be one, that is [refused](Asked::Refused).
    pub fn start(&self, requestor: &Requestor, request: RequestMessage<AnyCall>) -> Asked {
        let RequestMessage { id, body: mut call } = request;
        let may = gate(requestor, &call)
            .and_then(|tasks| tasks.augments(&call.method).map_err(Refusal::from));
        let wish = may.and_then(|()| match requestor.dialect() {
            Dialect::Enveloped | Dialect::Core => params::take_wish(&mut call),
            // Nobody asks.
            Dialect::Extension => Ok(Wish::Absent),
        });
        match wish {
            Ok(wish) => Asked::Create(Create { requestor: requestor.clone(), id, call, wish }),
            Err(refusal) => Asked::Refused(refusal.reply(id)),
        }
    }

    fn about(
        &self,
        requestor: &Requestor,
        id: &RequestId,
        call: &AnyCall,
    ) -> Result<About, Refusal> {
        let what = match (call.method.as_str(), requestor.dialect()) {
            ("tasks/get", _) => What::Get,
            ("tasks/result", Dialect::Enveloped) => What::Result(EarlyResult::Refuse),
            ("tasks/result", Dialect::Core) => What::Result(self.early_result),
            ("tasks/cancel", Dialect::Core | Dialect::Extension) => What::Cancel,
            ("tasks/update", Dialect::Extension) => What::Update(BTreeMap::new()),
            (method, _) => return Err(Refusal::no_method(method)),
        };
        let tasks = gate(requestor, call)?;
        let what = match what {
            What::Update(_) => What::Update(params::responses(call)?),
            What::Cancel => {
                tasks.cancelling()?;
                What::Cancel
            }
            What::Get | What::Result(_) => what,
        };
        let (task, requestor) = (params::task_id(call)?, requestor.clone());
        Ok(About { requestor, id: id.clone(), task, what })
    }

    fn list(
        &self,
        requestor: &Requestor,
        id: &RequestId,
        call: &AnyCall,
    ) -> Result<ListTasks, Refusal> {
        if requestor.dialect() != Dialect::Core {
            return Err(Refusal::no_method(&call.method));
        }
        gate(requestor, call)?.listing()?;
        match self.lists_for {
            ListsFor::All => {}
            ListsFor::Contexts if requestor.context().is_some() => {}
            ListsFor::Contexts | ListsFor::Nobody => return Err(Refusal::NoListing),
        }
        let cursor = params::cursor(call)?.map(str::to_owned);
        let requestor = requestor.clone();
        Ok(ListTasks { requestor, id: id.clone(), cursor, size: self.page.max(1) })
    }

    /// Whether a request is to run as a task because it asks for it. A receiver that did not
    /// declare it ignores the wish.
    fn becomes_task(&self, requestor: &Requestor, call: &AnyCall) -> Result<bool, Refusal> {
        let wish = params::has_wish(call);
        let tasks = match (requestor.dialect(), requestor.tasks()) {
            (Dialect::Enveloped | Dialect::Core, Ok(tasks)) => tasks,
            _ => return Ok(false),
        };
        if tasks.augments(&call.method).is_err() {
            return Ok(false);
        }
        let refines = requestor.dialect() == Dialect::Core
            && call.method == "tools/call"
            && tasks.lists_requests();
        match params::tool(call).filter(|_| refines).map(|tool| self.supports(tool)) {
            Some(TaskSupport::Forbidden) if wish => Err(Refusal::ForbidsTask),
            Some(TaskSupport::Required) if !wish => Err(Refusal::RequiresTask),
            _ => Ok(wish),
        }
    }
}

/// Checks that tasks were negotiated; in the extension, by the request itself as well.
pub(super) fn gate<'r>(requestor: &'r Requestor, call: &AnyCall) -> Result<&'r Tasks, Refusal> {
    let extension = requestor.dialect() == Dialect::Extension;
    match requestor.tasks() {
        Ok(_) if extension && !params::declares_extension(call) => Err(Refusal::MissingCapability),
        Ok(tasks) => Ok(tasks),
        Err(NotNegotiated::Missing { side: Side::Client, .. }) if extension => {
            Err(Refusal::MissingCapability)
        }
        Err(error) => Err(error.clone().into()),
    }
}

/// A request about one task: `tasks/get`, `tasks/result`, `tasks/cancel` or `tasks/update`.
#[derive(Clone, Debug)]
#[must_use = "a request wants its reply"]
pub struct About {
    requestor: Requestor,
    id: RequestId,
    task: String,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Get,
    Result(EarlyResult),
    Cancel,
    Update(BTreeMap<String, Value>),
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
    /// [ended](super::Effect::Release) or [expired](Record::expires_at).
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
        let acknowledged = || self.reply(&json!({ "resultType": "complete" }));
        match &self.what {
            What::Get => {
                let mut task = record.show(now)?;
                if extension {
                    params::insert(&mut task, "resultType", json!("complete"));
                }
                Ok(Answer::Reply(self.reply(&task)))
            }
            What::Result(early) => match record.result(now) {
                Err(Refusal::NotTerminal(_)) if *early == EarlyResult::Defer => Ok(Answer::Later),
                answer => Ok(Answer::Reply(self.reply(&answer?))),
            },
            What::Cancel => match record.apply(Event::Cancel, now) {
                Ok(step) if extension => {
                    Ok(Answer::Change { step: Box::new(step), reply: acknowledged() })
                }
                Ok(step) => {
                    let reply = self.reply(&step.record.show(now)?);
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

    fn reply(&self, result: &Value) -> Reply {
        Reply::ok(self.id.clone(), raw(result))
    }
}

/// `tasks/list` (core).
#[derive(Clone, Debug)]
#[must_use = "a request wants its reply"]
pub struct ListTasks {
    requestor: Requestor,
    id: RequestId,
    cursor: Option<String>,
    size: usize,
}

impl ListTasks {
    /// Who asks: only tasks that are [visible](Record::visible_to) to it are for the page.
    #[must_use]
    pub fn requestor(&self) -> &Requestor {
        &self.requestor
    }

    /// Where the page begins: a cursor that an earlier page ended with, if this requestor did not
    /// make it up. None is the beginning.
    #[must_use]
    pub fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }

    /// The most tasks on the page.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The reply with these tasks, and the cursor of the next page if there is one. Tasks that have
    /// expired, or are not visible to the requestor, are left out.
    #[must_use]
    pub fn page<'r>(
        &self,
        records: impl IntoIterator<Item = &'r Record>,
        next: Option<&str>,
        now: SystemTime,
    ) -> Reply {
        let visible = records.into_iter().filter(|record| record.visible_to(&self.requestor));
        let tasks: Vec<Value> = visible.filter_map(|record| record.show(now).ok()).collect();
        let mut result = json!({ "tasks": tasks });
        if let Some(next) = next {
            params::insert(&mut result, "nextCursor", json!(next));
        }
        Reply::ok(self.id.clone(), raw(&result))
    }

    /// The reply to a cursor that no page ended with.
    #[must_use]
    pub fn unknown_cursor(self) -> Reply {
        Refusal::invalid_params("params.cursor: unknown").reply(self.id)
    }

    pub(super) fn owner(&self) -> Owner {
        self.requestor.owner()
    }
}

/// A request that is to run as a task.
#[derive(Clone, Debug)]
#[must_use = "a request wants its reply"]
pub struct Create {
    requestor: Requestor,
    id: RequestId,
    call: AnyCall,
    wish: Wish,
}

/// A task that has begun.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Started {
    /// The reply to the request that the task carries out. Send it once the task's record is kept.
    pub reply: Reply,
    /// The task's id.
    pub task: Arc<str>,
    /// What is to be done, without the `params.task` of the core.
    pub call: AnyCall,
    /// The token under which the request wants to hear of progress, for as long as the task lives
    /// (core; in the extension tasks have no progress notifications, and this is none).
    pub progress_token: Option<ProgressToken>,
}

impl Create {
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

    /// The task's record under a new id, and what is to be done. The record must be kept before the
    /// reply goes out: a task is to be found from the moment at which its requestor knows of it.
    #[must_use]
    pub fn begin(
        self,
        task: impl Into<Arc<str>>,
        policy: &Policy,
        now: SystemTime,
    ) -> (Record, Started) {
        let record = Record::new(task, &self.requestor, self.wish, policy, now);
        // A policy may grant no time at all; the reply then tells of it as it was.
        let mut task = record.told();
        let extension = record.dialect() == Dialect::Extension;
        let result = if extension {
            params::insert(&mut task, "resultType", json!("task"));
            task
        } else {
            json!({ "task": task })
        };
        let progress_token = params::progress_token(&self.call).filter(|_| !extension);
        let started = Started {
            reply: Reply::ok(self.id, raw(&result)),
            task: record.shared_id(),
            call: self.call,
            progress_token,
        };
        (record, started)
    }

    /// The reply that there will be no task.
    #[must_use]
    pub fn refuse(self, refusal: Refusal) -> Reply {
        refusal.reply(self.id)
    }
}

/// JSON that was built here, as text.
fn raw(value: &Value) -> Raw {
    // A `Value` can always be written.
    Raw::from_value(value).unwrap_or_else(|_| Raw::null())
}
