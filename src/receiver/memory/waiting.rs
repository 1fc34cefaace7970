//! What waits on a connection for something to become of a task.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::jsonrpc::RequestId;

/// Things that wait for tasks on connections: requests for a result, subscriptions. Found by their
/// tasks, in the order in which they came, and by their connections.
#[derive(Debug)]
pub(super) struct Waiting<T> {
    by_task: HashMap<Arc<str>, BTreeMap<u64, Waits<T>>>,
    by_connection: HashMap<u64, Connection>,
    came: u64,
}

/// One that waits.
#[derive(Clone, Debug)]
pub(super) struct Waits<T> {
    pub connection: u64,
    /// The request's id.
    pub id: RequestId,
    pub what: T,
}

/// What waits on one connection.
#[derive(Debug, Default)]
struct Connection {
    count: usize,
    /// By request, which tasks it waits for, each with its place there.
    requests: HashMap<RequestId, BTreeMap<Arc<str>, u64>>,
}

impl<T> Default for Waiting<T> {
    fn default() -> Self {
        Self { by_task: HashMap::new(), by_connection: HashMap::new(), came: 0 }
    }
}

impl<T> Waiting<T> {
    /// How many wait on a connection.
    pub(super) fn on(&self, connection: u64) -> usize {
        self.by_connection.get(&connection).map_or(0, |it| it.count)
    }

    /// Whether a request waits for a task.
    pub(super) fn has(&self, task: &str, connection: u64, id: &RequestId) -> bool {
        let requests = self.by_connection.get(&connection).and_then(|it| it.requests.get(id));
        requests.is_some_and(|tasks| tasks.contains_key(task))
    }

    /// Whether any request of a connection waits for a task.
    pub(super) fn over(&self, task: &str, connection: u64) -> bool {
        let connection = self.by_connection.get(&connection);
        connection.is_some_and(|it| it.requests.values().any(|tasks| tasks.contains_key(task)))
    }

    /// Lets one wait for a task. It does not wait twice.
    pub(super) fn add(&mut self, task: &Arc<str>, waits: Waits<T>) {
        if self.has(task, waits.connection, &waits.id) {
            return;
        }
        let connection = self.by_connection.entry(waits.connection).or_default();
        connection.count += 1;
        let tasks = connection.requests.entry(waits.id.clone()).or_default();
        tasks.insert(Arc::clone(task), self.came);
        self.by_task.entry(Arc::clone(task)).or_default().insert(self.came, waits);
        self.came += 1;
    }

    /// Those that wait for a task, in the order in which they came.
    pub(super) fn of(&self, task: &str) -> impl Iterator<Item = &Waits<T>> {
        self.by_task.get(task).into_iter().flat_map(BTreeMap::values)
    }

    /// Those that waited for a task.
    pub(super) fn take(&mut self, task: &str) -> impl Iterator<Item = Waits<T>> + use<T> {
        let taken = self.by_task.remove(task).unwrap_or_default();
        for waits in taken.values() {
            if let Some(connection) = self.by_connection.get_mut(&waits.connection) {
                connection.count -= 1;
                if let Some(tasks) = connection.requests.get_mut(&waits.id) {
                    tasks.remove(task);
                    if tasks.is_empty() {
                        connection.requests.remove(&waits.id);
                    }
                }
                if connection.count == 0 {
                    self.by_connection.remove(&waits.connection);
                }
            }
        }
        taken.into_values()
    }

    /// Drops what a request of a connection waits for, and gives the tasks.
    pub(super) fn withdraw(&mut self, connection: u64, id: &RequestId) -> Vec<Arc<str>> {
        let Some(it) = self.by_connection.get_mut(&connection) else { return Vec::new() };
        let tasks = it.requests.remove(id).unwrap_or_default();
        it.count -= tasks.len();
        if it.count == 0 {
            self.by_connection.remove(&connection);
        }
        self.leave(tasks)
    }

    /// Drops all that waits on a connection, and gives the tasks.
    pub(super) fn disconnect(&mut self, connection: u64) -> Vec<Arc<str>> {
        let it = self.by_connection.remove(&connection).unwrap_or_default();
        it.requests.into_values().flat_map(|tasks| self.leave(tasks)).collect()
    }

    fn leave(&mut self, tasks: BTreeMap<Arc<str>, u64>) -> Vec<Arc<str>> {
        for (task, place) in &tasks {
            if let Some(waiting) = self.by_task.get_mut(task) {
                waiting.remove(place);
                if waiting.is_empty() {
                    self.by_task.remove(task);
                }
            }
        }
        tasks.into_keys().collect()
    }
}
