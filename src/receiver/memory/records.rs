//! The records that a receiver in memory takes in, keeps and gives out.

use super::{MemoryReceiver, MemoryStore};
use crate::receiver::policy::Policy;
use crate::receiver::record::Record;
use crate::receiver::refusal::Refusal;

impl<I> MemoryReceiver<I> {
    /// Takes a record in that another receiver [gave](Self::into_records), as after a restart,
    /// whatever the limits are. In the core its changes are for whoever asks for it first, since
    /// whoever began it is no longer connected. Lists have the tasks in the order in which they are
    /// adopted; the cursors of the other receiver are unknown.
    ///
    /// ```
    /// use mcp_typestate::receiver::{MemoryReceiver, Policy, Record};
    ///
    /// # let before = MemoryReceiver::with_ids(Policy::new(), || "t-1".to_owned());
    /// // One process ends:
    /// let saved = serde_json::to_string(&before.into_records())?;
    /// // and the next goes on with its tasks.
    /// let mut receiver = MemoryReceiver::with_ids(Policy::new(), || "t-2".to_owned());
    /// for record in mcp_typestate::from_str::<Vec<Record>>(&saved)? {
    ///     receiver.adopt(record)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::RepeatedId`] if there is a task with its id.
    pub fn adopt(&mut self, record: Record) -> Result<(), Refusal> {
        self.store.adopt(record)
    }

    /// The records of all tasks, those that are only remembered among them, in the order of
    /// creation: for another receiver to [adopt](Self::adopt). What waits on connections is dropped
    /// with the receiver, and the work goes on only if somebody takes it up.
    #[must_use]
    pub fn into_records(self) -> Vec<Record> {
        self.store.into_records()
    }

    /// The records, to look at.
    #[must_use]
    pub fn store(&self) -> &MemoryStore {
        &self.store
    }

    /// What it decides for itself.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }
}
