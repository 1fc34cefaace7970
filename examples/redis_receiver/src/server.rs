//! The server: what a request asks of the records, and what they answer.

use std::collections::BTreeMap;
use std::time::SystemTime;

use mcp_typestate::jsonrpc::{AnyCall, ErrorCode, ErrorObject, Reply, RequestId, RequestMessage};
use mcp_typestate::receiver::{
    About, Answer, Asked, Create, Ids, ListTasks, Policy, Refusal, SystemIds, TaskSupport,
};

use crate::client::Client;
use crate::store::{Store, StoreError};
use crate::work::{TOOL, Works};

/// A server of one client, whose tasks any other process serves as well.
pub struct Server {
    policy: Policy,
    client: Client,
    store: Store,
    works: Works,
}

/// What becomes of a request.
pub enum Answered {
    Now(Reply),
    /// [Ask](ask) again, until the task has ended.
    Later(About),
}

impl Server {
    /// All processes are to be given the same limit.
    pub fn new(client: Client, store: Store, works: Works, max_tasks: usize) -> Self {
        let mut policy = Policy::new();
        policy.max_tasks = max_tasks;
        policy.max_tasks_per_context = max_tasks;
        policy.tools = Some(BTreeMap::from([(TOOL.to_owned(), TaskSupport::Required)]));
        Self { policy, client, store, works }
    }

    /// The most requests that may wait.
    pub fn max_waiting(&self) -> usize {
        self.policy.max_waiting
    }

    /// Takes a request in.
    pub fn receive(&mut self, request: RequestMessage<AnyCall>) -> Answered {
        if let Some(reply) = self.client.greets(&request) {
            return Answered::Now(reply);
        }
        let id = request.id.clone();
        let asked = self.policy.read(self.client.requestor(&request.body), request);
        let answered = match asked {
            Asked::Refused(reply) => Ok(reply),
            Asked::About(about) => return ask(&self.store, about),
            Asked::List(list) => self.list(list),
            Asked::Create(create) => self.create(create),
            Asked::NotOurs(request) => {
                let words = format!("Method not found: {}", request.body.method);
                let error = ErrorObject::new(ErrorCode::METHOD_NOT_FOUND, words);
                Ok(Reply::error(request.id, error))
            }
        };
        Answered::Now(answered.unwrap_or_else(|error| failed(id, error)))
    }

    /// The record is kept before the reply goes out: what was acknowledged is not lost.
    fn create(&self, create: Create) -> Result<Reply, StoreError> {
        let task = SystemIds.next_id().ok_or(Refusal::NoId)?;
        let (record, started) = create.begin(task, &self.policy, SystemTime::now());
        self.store.create(&record, &started.call, self.works.lease(), &self.policy)?;
        self.works.begin(started.task.to_string(), started.call);
        Ok(started.reply)
    }

    fn list(&self, list: ListTasks) -> Result<Reply, StoreError> {
        Ok(match self.store.page(&list)? {
            Some(page) => list.page(&page.records, page.next.as_deref(), SystemTime::now()),
            None => list.unknown_cursor(),
        })
    }
}

/// Asks the record that is kept, and keeps what follows from it. If somebody else was faster, what
/// they kept is asked.
pub fn ask(store: &Store, about: About) -> Answered {
    loop {
        match ask_once(store, &about) {
            Ok(Some(reply)) => return Answered::Now(reply),
            Ok(None) => return Answered::Later(about),
            Err(StoreError::Conflict) => {}
            Err(error) => return Answered::Now(failed(about.id().clone(), error)),
        }
    }
}

fn ask_once(store: &Store, about: &About) -> Result<Option<Reply>, StoreError> {
    let record = store.load(about.task())?;
    match (about.answer(record.as_ref(), SystemTime::now()), record) {
        (Answer::Reply(reply), _) => Ok(Some(reply)),
        (Answer::Change { step, reply }, Some(before)) => {
            store.replace(&before, &step.record)?;
            Ok(Some(reply))
        }
        // Nothing changes where there is nothing.
        (Answer::Later | Answer::Change { .. }, _) => Ok(None),
    }
}

/// The reply to a request that could not be carried out. What is wrong with the store is for its
/// owner, and no requestor is told.
fn failed(id: RequestId, error: StoreError) -> Reply {
    match error {
        StoreError::Refused(refusal) => refusal.reply(id),
        error => {
            eprintln!("store: {error}");
            let error = ErrorObject::new(ErrorCode::INTERNAL_ERROR, "The tasks are out of reach");
            Reply::error(id, error)
        }
    }
}
