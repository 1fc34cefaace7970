//! Records in memory, with what finds them quickly.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::time::SystemTime;

use crate::negotiation::Dialect;
use crate::receiver::policy::Policy;
use crate::receiver::record::{Id, Record};
use crate::receiver::refusal::Refusal;
use crate::receiver::requestor::Owner;

/// Records in memory: found by id at once, in the order of creation by owner, and by the time at
/// which they end.
///
/// What has expired is remembered without its contents for as long as its record says, and then
/// forgotten; both happen in [`sweep`](super::MemoryReceiver::sweep).
#[derive(Debug, Default)]
pub struct MemoryStore {
    entries: HashSet<Kept>,
    /// Live tasks by owner, in the order of creation.
    owned: HashMap<Owner, BTreeMap<u64, Id>>,
    /// Live tasks by the end of their TTLs.
    ends: BTreeMap<(SystemTime, u64), Id>,
    /// Expired tasks by the time at which they are forgotten.
    remembered: BTreeMap<(Forgotten, u64), Id>,
    created: u64,
    live: usize,
    /// Connections that are no more, by what was created when they ended: their numbers may come
    /// again, and then mean somebody else.
    closed: HashMap<u64, u64>,
}

/// An entry, found by its task's id. It lies by itself, so that the table of a million is small,
/// and holds the id, so that to find it is to have it.
#[derive(Debug)]
struct Kept(Box<Entry>);

impl Kept {
    fn id(&self) -> &str {
        self.0.record.id()
    }
}

impl Borrow<str> for Kept {
    fn borrow(&self) -> &str {
        self.id()
    }
}

impl Hash for Kept {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Kept {}

#[derive(Debug)]
struct Entry {
    record: Record,
    /// The place in the order of creation.
    place: u64,
    live: bool,
    origin: Origin,
    /// What was created when its origin was noted.
    attached: u64,
    /// A page ended here.
    cursor: bool,
}

/// Who hears of a task's changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The connection that began it, or has asked for it since (core, enveloped).
    Connection(u64),
    /// Nobody who is connected (core, enveloped).
    Nobody,
    /// Whoever listens to it (extension).
    Listeners,
}

impl Entry {
    fn connection(&self) -> Option<u64> {
        match self.origin {
            Origin::Connection(number) => Some(number),
            Origin::Nobody | Origin::Listeners => None,
        }
    }
}

/// When a task is forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Forgotten(Option<SystemTime>);

impl Ord for Forgotten {
    /// What is never forgotten comes last.
    fn cmp(&self, other: &Self) -> Ordering {
        let order = |it: &Self| (it.0.is_none(), it.0);
        order(self).cmp(&order(other))
    }
}

impl PartialOrd for Forgotten {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl MemoryStore {
    /// How many tasks are kept, those among them that have expired since the last
    /// [`sweep`](super::MemoryReceiver::sweep).
    #[must_use]
    pub fn len(&self) -> usize {
        self.live
    }

    /// Whether no task is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// How many expired tasks are remembered.
    #[must_use]
    pub fn remembered(&self) -> usize {
        self.remembered.len()
    }

    /// The record kept under an id, of a task that is there or is remembered.
    #[must_use]
    pub fn get(&self, task: &str) -> Option<&Record> {
        self.entries.get(task).map(|kept| &kept.0.record)
    }

    /// The records of all tasks that are there or are remembered, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &Record> {
        self.entries.iter().map(|kept| &kept.0.record)
    }

    /// The records, in the order in which their tasks were created or adopted.
    pub(super) fn into_records(self) -> Vec<Record> {
        let mut entries: Vec<Box<Entry>> = self.entries.into_iter().map(|kept| kept.0).collect();
        entries.sort_unstable_by_key(|entry| entry.place);
        entries.into_iter().map(|entry| entry.record).collect()
    }

    /// The record kept under an id, with who hears of the task's changes.
    pub(super) fn find(&self, task: &str) -> Option<(&Record, Origin)> {
        let Kept(entry) = self.entries.get(task)?;
        let origin = match entry.origin {
            Origin::Connection(number)
                if self.closed.get(&number).is_some_and(|end| entry.attached <= *end) =>
            {
                Origin::Nobody
            }
            origin => origin,
        };
        Some((&entry.record, origin))
    }

    /// Notes that a task's changes are for a connection from now on.
    pub(super) fn attach(&mut self, task: &str, connection: u64) {
        self.created += 1;
        let attached = self.created;
        self.change(task, |entry| {
            (entry.origin, entry.attached) = (Origin::Connection(connection), attached);
        });
    }

    /// Changes an entry, whose id stays.
    fn change(&mut self, task: &str, change: impl FnOnce(&mut Entry)) {
        if let Some(Kept(mut entry)) = self.entries.take(task) {
            change(&mut entry);
            self.entries.insert(Kept(entry));
        }
    }

    /// Notes that a connection is no more.
    pub(super) fn disconnect(&mut self, connection: u64) {
        self.closed.insert(connection, self.created);
        if self.closed.len() > 1_024 + 2 * self.live {
            // Nothing is sent for a task that is only remembered, and nobody attaches to it.
            let live = self.owned.values().flat_map(BTreeMap::values);
            let entries = live.filter_map(|task| self.entries.get(task.as_str()));
            let named: HashSet<u64> = entries.filter_map(|kept| kept.0.connection()).collect();
            self.closed.retain(|connection, _| named.contains(connection));
        }
    }

    /// The end of the TTL that ends first: the time for the next
    /// [`sweep`](super::MemoryReceiver::sweep).
    #[must_use]
    pub fn next_end(&self) -> Option<SystemTime> {
        self.ends.first_key_value().map(|((end, _), _)| *end)
    }

    /// Whether there is room for a task of this owner.
    pub(super) fn has_room(&self, owner: &Owner, policy: &Policy) -> bool {
        let owned = self.owned.get(owner).map_or(0, BTreeMap::len);
        self.live < policy.max_tasks && owned < policy.max_tasks_per_context
    }

    /// Keeps the record of a new task, which came over a connection.
    pub(super) fn insert(&mut self, record: Record, connection: u64) -> Result<(), Refusal> {
        let origin = match record.dialect() {
            Dialect::Enveloped | Dialect::Core => Origin::Connection(connection),
            Dialect::Extension => Origin::Listeners,
        };
        self.add(record, origin)
    }

    /// Keeps the record of a task that began elsewhere.
    pub(super) fn adopt(&mut self, record: Record) -> Result<(), Refusal> {
        let origin = match record.dialect() {
            Dialect::Enveloped | Dialect::Core => Origin::Nobody,
            Dialect::Extension => Origin::Listeners,
        };
        self.add(record, origin)
    }

    fn add(&mut self, record: Record, origin: Origin) -> Result<(), Refusal> {
        if self.entries.contains(record.id()) {
            return Err(Refusal::RepeatedId);
        }
        self.created += 1;
        let place = self.created;
        let live = !record.is_remembered();
        if live {
            self.live += 1;
            self.owned.entry(record.owner().clone()).or_default().insert(place, record.kept_id());
            if let Some(end) = record.expires_at() {
                self.ends.insert((end, place), record.kept_id());
            }
        } else {
            let forgotten = Forgotten(record.forgotten_at());
            self.remembered.insert((forgotten, place), record.kept_id());
        }
        let entry = Entry { record, place, live, origin, attached: place, cursor: false };
        self.entries.insert(Kept(Box::new(entry)));
        Ok(())
    }

    /// Keeps the next record of a task in the place of the one before.
    pub(super) fn replace(&mut self, record: Record) -> Result<(), Refusal> {
        let Some(Kept(entry)) = self.entries.get(record.id()) else {
            return Err(Refusal::Unknown);
        };
        if !entry.live {
            return Err(Refusal::Expired);
        }
        let (before, after) = (entry.record.expires_at(), record.expires_at());
        if before != after {
            if let Some(end) = before {
                self.ends.remove(&(end, entry.place));
            }
            if let Some(end) = after {
                self.ends.insert((end, entry.place), record.kept_id());
            }
        }
        let task = record.kept_id();
        self.change(task.as_str(), |entry| entry.record = record);
        Ok(())
    }

    /// Moves what has expired by now to what is remembered, and gives the ids.
    pub(super) fn expire(&mut self, now: SystemTime) -> Vec<Id> {
        let mut expired = Vec::new();
        while let Some(first) = self.ends.first_entry()
            && first.key().0 <= now
        {
            let task = first.remove();
            self.remember(task.as_str(), now);
            expired.push(task);
        }
        expired
    }

    /// Forgets what need not be remembered any longer, and what there is no room to remember.
    pub(super) fn forget(&mut self, policy: &Policy, now: SystemTime) {
        while let Some(((Forgotten(end), _), task)) = self.remembered.first_key_value()
            && (end.is_some_and(|end| end <= now) || self.remembered.len() > policy.max_remembered)
        {
            self.entries.remove(task.as_str());
            self.remembered.pop_first();
        }
    }

    /// Moves a live task to those that are remembered, before its time.
    pub(super) fn take_out(&mut self, task: &str, now: SystemTime) -> Result<(), Refusal> {
        let Kept(entry) = self.entries.get(task).ok_or(Refusal::Unknown)?;
        if !entry.live {
            return Err(Refusal::Expired);
        }
        if let Some(end) = entry.record.expires_at() {
            self.ends.remove(&(end, entry.place));
        }
        self.remember(task, now);
        Ok(())
    }

    /// Moves a live task, which is no longer among the `ends`, to those that are remembered.
    fn remember(&mut self, task: &str, now: SystemTime) {
        let Some(Kept(entry)) = self.entries.take(task) else { return };
        let record = entry.record.into_remembered(now);
        self.live -= 1;
        if let Some(owned) = self.owned.get_mut(record.owner()) {
            owned.remove(&entry.place);
            if owned.is_empty() {
                self.owned.remove(record.owner());
            }
        }
        let forgotten = Forgotten(record.forgotten_at());
        self.remembered.insert((forgotten, entry.place), record.kept_id());
        self.entries.insert(Kept(Box::new(Entry { record, live: false, ..*entry })));
    }

    /// Up to so many live tasks of an owner, from after a cursor on, and whether there are more.
    /// None if the cursor was not given to this owner.
    pub(super) fn page(
        &self,
        owner: &Owner,
        cursor: Option<&str>,
        size: usize,
        now: SystemTime,
    ) -> Option<(Vec<&Record>, bool)> {
        let first = match cursor {
            None => 0,
            // The last task of a page may be gone by now; its place is not.
            Some(cursor) => {
                let Kept(entry) = self.entries.get(cursor)?;
                let given = entry.cursor && entry.record.owner() == owner;
                given.then_some(entry.place + 1)?
            }
        };
        let places = self.owned.get(owner).into_iter().flat_map(|owned| owned.range(first..));
        let records = places.filter_map(|(_, task)| self.get(task.as_str()));
        let mut live = records.filter(|record| !record.expired(now));
        let page = live.by_ref().take(size).collect();
        let more = live.next().is_some();
        Some((page, more))
    }

    /// Notes that a page ended with a task, whose id is then a cursor.
    pub(super) fn note_cursor(&mut self, task: &str) {
        self.change(task, |entry| entry.cursor = true);
    }
}

#[cfg(test)]
mod tests;
