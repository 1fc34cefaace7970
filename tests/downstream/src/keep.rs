//! The tasks of a server, in whatever keeps them.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use mcp_typestate::Reply;
use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
use mcp_typestate::receiver::{
    Answer, Asked, Event, Ids, Policy, Record, Refusal, Requestor, Started, SystemIds,
};

/// What keeps records: a table, a map, a folder.
pub trait Store: Send + Sync {
    /// The record of a task.
    fn load(&self, task: &str) -> Option<Record>;

    /// Keeps a record in the place of its version `before`, and of none for 0. False if something
    /// else lies there.
    fn keep(&self, next: &Record, before: u64) -> bool;

    /// All of them.
    fn all(&self) -> Vec<Record>;
}

impl Store for Mutex<HashMap<String, Record>> {
    fn load(&self, task: &str) -> Option<Record> {
        self.lock().unwrap_or_else(PoisonError::into_inner).get(task).cloned()
    }

    fn keep(&self, next: &Record, before: u64) -> bool {
        let mut records = self.lock().unwrap_or_else(PoisonError::into_inner);
        let is_there = records.get(next.id()).map_or(0, Record::version) == before;
        if is_there {
            records.insert(next.id().to_owned(), next.clone());
        }
        is_there
    }

    fn all(&self) -> Vec<Record> {
        self.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }
}

/// What is to be done about a request.
#[derive(Debug)]
pub enum Next {
    /// It is answered.
    Send(Reply),
    /// It is answered, and there is work to do.
    Work(Box<Started>),
    /// It is answered when its task ends: ask again then.
    Wait,
    /// It is not about tasks.
    NotOurs(RequestMessage<AnyCall>),
}

/// Where requests about tasks are answered, from any thread.
pub struct Desk {
    store: Box<dyn Store>,
    policy: Policy,
}

impl Desk {
    /// A desk over a store.
    pub fn new(store: impl Store + 'static, policy: Policy) -> Self {
        Self { store: Box::new(store), policy }
    }

    /// Answers a request.
    pub fn handle(
        &self,
        from: &Requestor,
        request: RequestMessage<AnyCall>,
        now: SystemTime,
    ) -> Next {
        match self.policy.read(from, request) {
            Asked::Refused(reply) => Next::Send(reply),
            Asked::NotOurs(request) => Next::NotOurs(request),
            Asked::List(list) => Next::Send(list.page(&self.store.all(), None, now)),
            Asked::Create(create) => {
                let Some(id) = SystemIds.next_id() else {
                    return Next::Send(create.refuse(Refusal::NoId));
                };
                let (record, started) = create.begin(id, &self.policy, now);
                if self.store.keep(&record, 0) {
                    return Next::Work(Box::new(started));
                }
                Next::Send(
                    Refusal::RepeatedId.reply(started.reply.id().cloned().unwrap_or(0.into())),
                )
            }
            Asked::About(about) => loop {
                let record = self.store.load(about.task());
                match about.answer(record.as_ref(), now) {
                    Answer::Reply(reply) => return Next::Send(reply),
                    Answer::Later => return Next::Wait,
                    Answer::Change { step, reply } => {
                        let before = record.as_ref().map_or(0, Record::version);
                        if self.store.keep(&step.record, before) {
                            return Next::Send(reply);
                        } // else somebody was faster: what they kept is asked
                    }
                }
            },
        }
    }

    /// Takes what the work on a task reports.
    ///
    /// # Errors
    /// When the task does not allow it, such as after its end.
    pub fn report(&self, task: &str, event: Event, now: SystemTime) -> Result<(), Refusal> {
        loop {
            let record = self.store.load(task).ok_or(Refusal::Unknown)?;
            let step = record.apply(event.clone(), now)?;
            if self.store.keep(&step.record, record.version()) {
                return Ok(());
            }
        }
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("policy", &self.policy).finish_non_exhaustive()
    }
}
