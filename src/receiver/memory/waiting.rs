//! What waits on a connection for something to become of a task.

use std::collections::HashMap;
use std::sync::Arc;

use crate::jsonrpc::RequestId;

/// Things that wait for tasks on connections, by task: requests for a result, subscriptions.
#[derive(Debug)]
pub(super) struct Waiting<T> {
    by_task: HashMap<Arc<str>, Vec<Waits<T>>>,
    /// How many wait on each connection.
    counts: HashMap<u64, usize>,
}

/// One that waits.
#[derive(Clone, Debug)]
pub(super) struct Waits<T> {
    pub connection: u64,
    /// The request's id.
    pub id: RequestId,
    pub what: T,
}

impl<T> Default for Waiting<T> {
    fn default() -> Self {
        Self { by_task: HashMap::new(), counts: HashMap::new() }
    }
}

impl<T> Waiting<T> {
    /// How many wait on a connection.
    pub(super) fn on(&self, connection: u64) -> usize {
        self.counts.get(&connection).copied().unwrap_or(0)
    }

    /// Lets one wait for a task, and says whether it did not yet: it does not wait twice.
    pub(super) fn add(&mut self, task: &Arc<str>, waits: Waits<T>) -> bool {
        let waiting = self.by_task.entry(Arc::clone(task)).or_default();
        let same = |it: &Waits<T>| it.connection == waits.connection && it.id == waits.id;
        let fresh = !waiting.iter().any(same);
        if fresh {
            *self.counts.entry(waits.connection).or_default() += 1;
            waiting.push(waits);
        }
        fresh
    }

    /// Those that wait for a task, in the order in which they came.
    pub(super) fn of(&self, task: &str) -> &[Waits<T>] {
        self.by_task.get(task).map_or(&[], Vec::as_slice)
    }

    /// Those that waited for a task.
    pub(super) fn take(&mut self, task: &str) -> Vec<Waits<T>> {
        let taken = self.by_task.remove(task).unwrap_or_default();
        taken.iter().for_each(|waits| self.uncount(waits.connection));
        taken
    }

    /// Drops those of a connection, or its one with this id, and says whether there were any.
    pub(super) fn drop_of(&mut self, connection: u64, id: Option<&RequestId>) -> bool {
        if self.on(connection) == 0 {
            return false;
        }
        let mut dropped = 0;
        self.by_task.retain(|_, waiting| {
            let before = waiting.len();
            waiting.retain(|it| it.connection != connection || id.is_some_and(|id| it.id != *id));
            dropped += before - waiting.len();
            !waiting.is_empty()
        });
        (0..dropped).for_each(|_| self.uncount(connection));
        dropped > 0
    }

    fn uncount(&mut self, connection: u64) {
        if let Some(count) = self.counts.get_mut(&connection) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&connection);
            }
        }
    }
}
