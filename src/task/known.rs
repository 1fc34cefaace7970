//! What is known of a task in any state.

use std::collections::BTreeSet;

use super::snapshot::Snapshot;
use crate::negotiation::Tasks;

/// What a handle holds beside its state.
#[derive(Clone, Debug)]
pub struct Known {
    pub(super) snapshot: Snapshot,
    /// The session that the task belongs to, which says how it is asked.
    pub(super) tasks: Tasks,
    /// Keys of input requests that were answered: each is used once in a task's life (extension).
    pub(super) answered: BTreeSet<String>,
}

impl Known {
    pub(super) fn new(snapshot: Snapshot, tasks: &Tasks) -> Self {
        Self { snapshot, tasks: tasks.clone(), answered: BTreeSet::new() }
    }
}
