//! What a request asks of a receiver, before any record is looked at.

mod about;
mod create;
mod list;

use std::collections::BTreeMap;

pub use about::{About, Answer, Given};
pub use create::{Create, Started};
pub use list::ListTasks;

use self::about::What;
use super::params;
use super::policy::{EarlyResult, ListsFor, Policy, TaskSupport, Wish};
use super::refusal::Refusal;
use super::requestor::Requestor;
use crate::jsonrpc::{AnyCall, Reply, RequestId, RequestMessage};
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
    /// It is not about tasks: answer it as if there were none, or [start](Policy::start) one.
    NotOurs(RequestMessage<AnyCall>),
}

impl Policy {
    /// Reads a request. One that is to run as a task creates it: in the core and in the enveloped
    /// dialect because it asks for it, in the extension because its tool always does.
    pub fn read(&self, requestor: &Requestor, request: RequestMessage<AnyCall>) -> Asked {
        let RequestMessage { id, body: call } = request;
        let asked = match call.method.as_str() {
            "tasks/list" => self.list(requestor, &id, &call).map(Asked::List),
            method if method.starts_with("tasks/") => {
                self.about(requestor, &id, &call).map(Asked::About)
            }
            _ => match self.becomes_task(requestor, &call) {
                Ok(true) => return create(requestor, id, call),
                Ok(false) => return Asked::NotOurs(RequestMessage { id, body: call }),
                Err(refusal) => Err(refusal),
            },
        };
        asked.unwrap_or_else(|refusal| Asked::Refused(refusal.reply(id)))
    }

    /// Begins a task for a request that is [not ours](Asked::NotOurs): in the extension the server
    /// decides, from one request to another, which of those that can be tasks become one. When
    /// tasks were not negotiated, or the request cannot be one, that is
    /// [refused](Asked::Refused).
    pub fn start(&self, requestor: &Requestor, request: RequestMessage<AnyCall>) -> Asked {
        match self.may_start(requestor, &request.body) {
            Ok(()) => create(requestor, request.id, request.body),
            Err(refusal) => Asked::Refused(refusal.reply(request.id)),
        }
    }

    /// Whether a request could be [started](Self::start) as a task.
    ///
    /// # Errors
    /// When tasks were not negotiated, or the request cannot be one: what `start` would refuse it
    /// with, and the server may well carry it out at once.
    pub fn may_start(&self, requestor: &Requestor, call: &AnyCall) -> Result<(), Refusal> {
        let tasks = gate(requestor, call)?;
        if tasks.augments(&call.method).is_err() {
            return Err(Refusal::no_method(&call.method));
        }
        if requestor.dialect() != Dialect::Extension && !params::has_wish(call) {
            return Err(Refusal::InvalidRequest("it does not ask for a task"));
        }
        match self.support(call) {
            Some(TaskSupport::Forbidden) => Err(Refusal::ForbidsTask),
            _ => Ok(()),
        }
    }

    /// What is decided of the tool that a request calls; none if it calls none.
    fn support(&self, call: &AnyCall) -> Option<TaskSupport> {
        let calls = call.method == "tools/call";
        calls.then(|| self.supports(params::tool(call).unwrap_or_default()))
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

    /// Whether a request is to run as a task. A receiver that did not declare tasks ignores the
    /// wish for one.
    fn becomes_task(&self, requestor: &Requestor, call: &AnyCall) -> Result<bool, Refusal> {
        let support = self.support(call);
        if requestor.dialect() == Dialect::Extension {
            return match (support, requestor.tasks()) {
                // A server that offers no tasks runs none.
                (_, Err(NotNegotiated::Missing { side: Side::Server, .. })) => Ok(false),
                (Some(TaskSupport::Required), _) => gate(requestor, call).map(|_| true),
                _ => Ok(false),
            };
        }
        let wishes = params::has_wish(call);
        let offered = requestor.tasks().map_err(NotNegotiated::clone);
        let offered = offered.and_then(|tasks| tasks.augments(&call.method));
        let refines = requestor.dialect() == Dialect::Core && requestor.lists_tools();
        match (support.filter(|_| refines), offered) {
            (Some(TaskSupport::Forbidden), Ok(())) if wishes => Err(Refusal::ForbidsTask),
            (Some(TaskSupport::Required), _) if !wishes => Err(Refusal::RequiresTask),
            // It cannot be called as it asks to be, so it hears what is lacking.
            (Some(TaskSupport::Required), Err(lacking)) => Err(lacking.into()),
            (_, offered) => Ok(wishes && offered.is_ok()),
        }
    }
}

fn create(requestor: &Requestor, id: RequestId, mut call: AnyCall) -> Asked {
    let wish = match requestor.dialect() {
        Dialect::Enveloped | Dialect::Core => params::take_wish(&mut call),
        // Nobody asks.
        Dialect::Extension => Ok(Wish::Absent),
    };
    match wish {
        Ok(wish) => Asked::Create(Create { requestor: requestor.clone(), id, call, wish }),
        Err(refusal) => Asked::Refused(refusal.reply(id)),
    }
}

/// Checks that tasks were negotiated; in the extension, by the request itself as well.
pub(super) fn gate<'r>(requestor: &'r Requestor, call: &AnyCall) -> Result<&'r Tasks, Refusal> {
    let extension = requestor.dialect() == Dialect::Extension;
    match requestor.tasks() {
        Ok(_) if extension && !params::declares_extension(call) => Err(Refusal::MissingCapability),
        Ok(tasks) => Ok(tasks),
        Err(error) => Err(error.clone().into()),
    }
}
