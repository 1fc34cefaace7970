//! `tasks/list`.

use std::time::SystemTime;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::json::{self, Raw, WriteMembers, Writer};
use crate::jsonrpc::{Reply, RequestId};
use crate::receiver::record::{Record, Shown};
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
        let tasks = visible.filter_map(|record| record.shown(now).ok()).collect();
        Reply::ok(self.id.clone(), Raw::written(&Page { tasks, next }))
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

/// What a page says.
struct Page<'r> {
    tasks: Vec<Shown<'r>>,
    next: Option<&'r str>,
}

impl WriteMembers for Page<'_> {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("tasks", &self.tasks)?;
        members.optional("nextCursor", &self.next)
    }
}

impl Serialize for Page<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
