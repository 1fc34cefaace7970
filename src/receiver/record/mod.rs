//! The record of one task, and what may become of it: the pure core.

mod event;
mod id;
mod kept;
mod question;
mod saved;
mod show;
mod time;
mod usable;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::SystemTime;

use serde_json::Value;

pub use event::{Event, Payload, PayloadError};

pub(super) use self::id::Id;
use self::kept::Kept;
use self::time::Millis;
use super::policy::{Policy, Wish};
use super::refusal::Refusal;
use super::requestor::{Owner, Requestor};
use crate::jsonrpc::{AnyCall, NotificationMessage, RequestMessage};
use crate::negotiation::Dialect;
use crate::task::Status;
pub(super) use question::read_id;
pub(super) use show::Shown;

/// A task as its receiver keeps it.
///
/// A record is a value: [`apply`](Self::apply) takes one and gives the next, with what is to be
/// done because of it. It knows no storage, no clock and no lock. It is JSON through serde, and its
/// [`version`](Self::version) counts its changes, so that any store can compare and set. Times are
/// kept to the millisecond, as the protocol tells them.
///
/// ```
/// use std::time::SystemTime;
///
/// use mcp_typestate::receiver::{Event, Payload, Policy, Record, Refusal, Requestor, Wish};
/// # use mcp_typestate::Side;
/// # fn of(requestor: &Requestor) -> Result<(), Box<dyn std::error::Error>> {
/// let now = SystemTime::now();
/// let begun = Record::new("t-1", requestor, Wish::Absent, &Policy::new(), now);
/// let payload = Payload::from(serde_json::json!({ "content": [] }));
/// let step = begun.apply(Event::Complete(payload), now)?;
///
/// let text = serde_json::to_string(&step.record)?;
/// let read: Record = mcp_typestate::from_str(&text)?;
/// assert_eq!(read, step.record);
/// let late = read.apply(Event::Cancel, now);
/// assert!(matches!(late, Err(Refusal::AlreadyTerminal(_))));
/// # Ok(())
/// # }
/// # #[cfg(feature = "v2025_11_25")] {
/// # use mcp_typestate::v2025_11_25::{ClientCapabilities, ServerCapabilities};
/// # let (client, server) = (ClientCapabilities::new(), ServerCapabilities::new());
/// # let session = mcp_typestate::Negotiated::new("2025-11-25", &client, &server);
/// # of(&Requestor::new(&session, Side::Server))?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    id: Id,
    version: u64,
    owner: Owner,
    status: Status,
    message: Option<String>,
    created: Millis,
    updated: Millis,
    /// None is unlimited.
    ttl: Option<u64>,
    remembered: u64,
    poll_interval: u64,
    /// As [`kept`] leaves it. It lies here, and its text elsewhere: one way less to an answer.
    payload: Option<Payload>,
    /// It has expired, whatever a clock says that was set back since.
    gone: bool,
    /// Few tasks ask anything.
    asked: Option<Box<Inputs>>,
}

/// What a task asked of its requestor's side.
#[derive(Clone, Debug, Default, PartialEq)]
struct Inputs {
    /// Outstanding requests.
    requests: BTreeMap<String, Value>,
    /// Keys of all requests so far: none is used for another.
    keys: BTreeSet<String>,
}

/// What follows from an event.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "the record is to be kept, and the effects to be carried out"]
pub struct Step {
    /// The task from now on. Its version is the old one's if nothing has changed.
    pub record: Record,
    /// What else is to be done, once the record is kept.
    pub effects: Vec<Effect>,
}

/// Something to be done because a task has changed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Effect {
    /// Tell requestors: in the core whoever began the task, in the extension who subscribed to it.
    /// It need not arrive. It has a result as a [`Value`], which may round a number; one that no
    /// `Value` can take is not told of so, and is there for who asks.
    Notify(NotificationMessage<AnyCall>),
    /// Answer the requests for the task's result that were deferred (core).
    Release,
    /// Tell whoever does the work that it is no longer wanted.
    Stop,
    /// Send what the task asks as requests of the receiver's own (core, enveloped). In the core they
    /// belong on a connection on which the task's result was asked for early.
    Ask(Vec<RequestMessage<AnyCall>>),
    /// Give the answers to whoever does the work.
    Input {
        /// The answers, by key.
        answers: BTreeMap<String, Payload>,
        /// Whether nothing is outstanding any more, so that the task goes on.
        last: bool,
    },
}

impl Record {
    /// A task that begins now, working.
    #[must_use]
    pub fn new(
        id: impl AsRef<str>,
        requestor: &Requestor,
        wish: Wish,
        policy: &Policy,
        now: SystemTime,
    ) -> Self {
        let now = Millis::floor(now);
        Self {
            id: id.as_ref().into(),
            version: 1,
            owner: requestor.owner(),
            status: Status::Working,
            message: None,
            created: now,
            updated: now,
            ttl: policy.grants(wish).map(time::whole),
            remembered: time::whole(policy.remembers_expired),
            poll_interval: time::whole(policy.poll_interval),
            payload: None,
            gone: false,
            asked: None,
        }
    }

    /// The task's id.
    #[must_use]
    pub fn id(&self) -> &str {
        self.id.as_str()
    }

    /// How often the task has changed, counted from 1. A store that keeps a record only if the one
    /// before is still there compares this.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The dialect in which the task is told of.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.owner.dialect
    }

    /// The authorization context that the task is bound to.
    #[must_use]
    pub fn context(&self) -> Option<&str> {
        self.owner.context.as_deref()
    }

    /// The task's status.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// What the task ended with, as it is kept and sent: a result is the text that the work gave,
    /// without line breaks, and in the core with `_meta["io.modelcontextprotocol/related-task"]`,
    /// which the answer to `tasks/result` carries. None before the task's end, after a cancel, and
    /// after a failure that said nothing.
    #[must_use]
    pub fn payload(&self) -> Option<&Payload> {
        self.payload.as_ref()
    }

    /// When the task began, to the millisecond: an order for `tasks/list`. None beyond what the
    /// system's times reach.
    #[must_use]
    pub fn created_at(&self) -> Option<SystemTime> {
        self.created.time()
    }

    /// When the TTL ends. None if it is unlimited, or beyond what the system's times reach.
    #[must_use]
    pub fn expires_at(&self) -> Option<SystemTime> {
        self.created.after(self.ttl?)?.time()
    }

    /// When nobody need remember any more that the task was there: the time for a store to remove
    /// the record, and for [`About::answer`](super::About::answer) to call the id unknown. None if that is never.
    #[must_use]
    pub fn forgotten_at(&self) -> Option<SystemTime> {
        self.created.after(self.ttl?.saturating_add(self.remembered))?.time()
    }

    /// Whether the TTL has passed: the record answers nothing but that it has expired.
    #[must_use]
    pub fn expired(&self, now: SystemTime) -> bool {
        self.gone || self.expires_at().is_some_and(|end| end <= now)
    }

    /// Whether even the id is no longer remembered.
    #[must_use]
    pub fn forgotten(&self, now: SystemTime) -> bool {
        self.forgotten_at().is_some_and(|end| end <= now)
    }

    /// Whether a requestor sees the task: it acts in the task's context, and speaks its dialect.
    /// To all others it is unknown.
    #[must_use]
    pub fn visible_to(&self, requestor: &Requestor) -> bool {
        let owner = (self.dialect(), self.context());
        owner == (requestor.dialect(), requestor.context())
    }

    /// The next version of the record, without its contents: what is worth keeping of a task that
    /// has expired, or is to count as expired from now on.
    #[must_use]
    pub fn into_remembered(self, now: SystemTime) -> Self {
        if self.gone {
            return self;
        }
        let age = Millis::floor(now).0.saturating_sub(self.created.0);
        let age = u64::try_from(age).unwrap_or_default();
        let version = self.version.saturating_add(1);
        let ttl = Some(self.ttl.unwrap_or(u64::MAX).min(age));
        Self { version, ttl, message: None, payload: None, asked: None, gone: true, ..self }
    }

    /// What becomes of the task when something happens to it, and what is to be done.
    ///
    /// # Errors
    /// [`Refusal::Expired`] after its TTL, [`Refusal::AlreadyTerminal`] when it has ended,
    /// [`Refusal::RepeatedKey`] for an input request whose key was used for another before,
    /// [`Refusal::OtherDialect`] for an event that the task's dialect does not have, and
    /// [`Refusal::Unusable`] for a result or a request that is none. The record stays as it is.
    pub fn apply(&self, event: Event, now: SystemTime) -> Result<Step, Refusal> {
        if self.expired(now) {
            return Err(Refusal::Expired);
        }
        if self.status.terminal().is_some() {
            return Err(Refusal::AlreadyTerminal(self.status.clone()));
        }
        let mut effects = Vec::new();
        let mut next = self.clone();
        match event {
            Event::Progress(message) => next.message = Some(message),
            Event::NeedInput { message, requests } => {
                let before = self.questions();
                next.ask(requests)?;
                let mut questions = next.questions();
                questions.retain(|question| !before.contains(question));
                if !questions.is_empty() {
                    effects.push(Effect::Ask(questions));
                }
                next.status = Status::InputRequired;
                next.message = Some(message);
            }
            // The last answer has set it to work already.
            Event::InputGiven if self.status == Status::Working => {
                return Ok(Step { record: next, effects });
            }
            Event::InputGiven => next.go_on(),
            Event::Answer(answers) => {
                let taken = next.take(answers);
                if taken.is_empty() {
                    return Ok(Step { record: next, effects });
                }
                let last = next.status == Status::Working;
                effects.push(Effect::Input { answers: taken, last });
            }
            Event::Ttl(ttl) => {
                next.in_extension("a TTL that changes")?;
                next.ttl = ttl.map(time::whole);
            }
            Event::PollInterval(pause) => next.poll_interval = time::whole(pause),
            Event::Complete(payload) => next.end_with(payload, Status::Completed)?,
            Event::Fail(Some(payload)) => next.end_with(payload, Status::Failed)?,
            Event::Fail(None) => next.end(Status::Failed),
            Event::Cancel => {
                next.end(Status::Cancelled);
                effects.push(Effect::Stop);
            }
        }
        next.version = next.version.saturating_add(1);
        // A clock that was set back must not make the update look stale to the requestor.
        next.updated = next.updated.max(Millis::floor(now));
        // A TTL that was just cut short leaves nothing to show.
        if !next.expired(now) {
            effects.extend(next.notification().map(Effect::Notify));
        }
        if next.status.terminal().is_some() && next.owner.dialect == Dialect::Core {
            effects.push(Effect::Release);
        }
        Ok(Step { record: next, effects })
    }

    /// Lists requests to the requestor's side.
    fn ask(&mut self, requests: BTreeMap<String, Value>) -> Result<(), Refusal> {
        if requests.is_empty() {
            // What was asked before is asked no more.
            if let Some(asked) = &mut self.asked {
                asked.requests.clear();
            }
            return Ok(());
        }
        requests.values().try_for_each(usable::request)?;
        let asked = self.asked.get_or_insert_default();
        // One that is still outstanding may be listed on, as it is.
        let fresh = |(key, request): &(&String, &Value)| {
            !asked.keys.contains(*key) || asked.requests.get(*key) == Some(request)
        };
        if let Some((key, _)) = requests.iter().find(|entry| !fresh(entry)) {
            return Err(Refusal::RepeatedKey(key.clone()));
        }
        asked.keys.extend(requests.keys().cloned());
        asked.requests = requests;
        usable::keys(&asked.keys)?;
        Ok(())
    }

    /// Takes in answers, and gives those that were outstanding: others are ignored. When none is
    /// outstanding any more, the task goes on.
    fn take(&mut self, answers: BTreeMap<String, Payload>) -> BTreeMap<String, Payload> {
        let Some(asked) = &mut self.asked else { return BTreeMap::new() };
        let outstanding = |(key, _): &(String, Payload)| asked.requests.remove(key).is_some();
        let taken: BTreeMap<_, _> = answers.into_iter().filter(outstanding).collect();
        if !taken.is_empty() && asked.requests.is_empty() {
            self.go_on();
        }
        taken
    }

    fn go_on(&mut self) {
        self.status = Status::Working;
        self.message = None;
        if let Some(asked) = &mut self.asked {
            asked.requests.clear();
        }
    }

    fn end(&mut self, status: Status) {
        self.status = status;
        self.message = None;
        self.asked = None;
    }

    /// Ends the task with a payload. A JSON-RPC error is a failure in every dialect, and in the
    /// extension it is the only one: there a result completes the task, even one that reports an
    /// error.
    fn end_with(&mut self, payload: Payload, otherwise: Status) -> Result<(), Refusal> {
        let Kept { payload, reports_error } = kept::keep(payload, self.dialect(), self.id())?;
        self.end(match (&payload, self.owner.dialect) {
            (Payload::Error(_), _) => Status::Failed,
            (Payload::Result(_), Dialect::Extension) => Status::Completed,
            (Payload::Result(_), Dialect::Enveloped | Dialect::Core) if reports_error => {
                Status::Failed
            }
            (Payload::Result(_), Dialect::Enveloped | Dialect::Core) => otherwise,
        });
        // A failure is told of in the words of what it ended with, since requestors may show them
        // and ask no further (2025-11-25, tasks: failed).
        if self.status == Status::Failed {
            self.message = payload.complaint();
        }
        self.payload = Some(payload);
        Ok(())
    }

    fn in_extension(&self, what: &'static str) -> Result<(), Refusal> {
        match self.owner.dialect {
            Dialect::Extension => Ok(()),
            Dialect::Enveloped | Dialect::Core => Err(Refusal::OtherDialect(what)),
        }
    }

    /// Whether it is what is [remembered](Self::into_remembered) of a task.
    pub(super) fn is_remembered(&self) -> bool {
        self.gone
    }

    /// The id as a store keeps it.
    pub(super) fn kept_id(&self) -> Id {
        self.id.clone()
    }

    /// The id as others share it.
    pub(super) fn shared_id(&self) -> Arc<str> {
        self.id().into()
    }

    /// Whom the task belongs to.
    pub(super) fn owner(&self) -> &Owner {
        &self.owner
    }
}
