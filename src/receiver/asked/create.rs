//! Requests that run as tasks.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::SystemTime;

use crate::json::Raw;
use crate::jsonrpc::{AnyCall, ProgressToken, Reply, RequestId};
use crate::negotiation::Dialect;
use crate::receiver::params;
use crate::receiver::policy::{Policy, Wish};
use crate::receiver::record::Record;
use crate::receiver::refusal::Refusal;
use crate::receiver::requestor::Requestor;
use crate::revision::Revision;

/// A request that is to run as a task.
#[derive(Clone, Debug)]
#[must_use = "a request wants its reply"]
pub struct Create {
    pub(super) requestor: Requestor,
    pub(super) id: RequestId,
    pub(super) call: AnyCall,
    pub(super) wish: Wish,
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
    /// That of the session, whose types a result has to be of.
    pub(in crate::receiver) revision: Option<Revision>,
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
        task: impl AsRef<str>,
        policy: &Policy,
        now: SystemTime,
    ) -> (Record, Started) {
        let record = Record::new(task, &self.requestor, self.wish, policy, now);
        // A policy may grant no time at all; the reply then tells of it as it was.
        let task = record.told();
        let extension = record.dialect() == Dialect::Extension;
        let result = if extension {
            Raw::written(&task.with_result_type("task"))
        } else {
            Raw::written(&BTreeMap::from([("task", task)]))
        };
        let progress_token = params::progress_token(&self.call).filter(|_| !extension);
        let started = Started {
            reply: Reply::ok(self.id, result),
            task: record.shared_id(),
            call: self.call,
            progress_token,
            revision: self.requestor.tasks().ok().map(|tasks| tasks.revision().clone()),
        };
        (record, started)
    }

    /// The reply that there will be no task.
    #[must_use]
    pub fn refuse(self, refusal: Refusal) -> Reply {
        refusal.reply(self.id)
    }
}
