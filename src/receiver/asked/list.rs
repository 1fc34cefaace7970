//! `tasks/list`.

use std::time::SystemTime;

use serde_json::{Value, json};

use super::raw;
use crate::jsonrpc::{Reply, RequestId};
use crate::receiver::params;
use crate::receiver::record::Record;
use crate::receiver::refusal::Refusal;
use crate::receiver::requestor::{Owner, Requestor};

/// `tasks/list` (core).
#[derive(Clone, Debug)]
#[must_use = "a request wants its reply"]
pub struct ListTasks {
    pub(super) requestor: Requestor,
    pub(super) id: RequestId,
    pub(super) cursor: Option<String>,
    pub(super) size: usize,
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

    pub(in crate::receiver) fn owner(&self) -> Owner {
        self.requestor.owner()
    }
}
