//! What a receiver decides for itself, as data.

use std::time::Duration;

use crate::negotiation::Dialect;

/// What a receiver decides for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Policy {
    /// The dialect that the receiver speaks.
    pub dialect: Dialect,
    /// The TTL of a task whose requestor asked for none.
    pub default_ttl: Duration,
    /// The longest TTL that is granted; what asks for more gets this.
    pub max_ttl: Duration,
    /// The pause between polls that requestors are asked for.
    pub poll_interval: Duration,
    /// How long an expired task's id is remembered, so that asking for it is answered with
    /// "expired" and not with "unknown".
    pub remembers_expired: Duration,
    /// The most tasks kept at once; a request for one more is refused. As many ids of expired
    /// tasks are remembered, the latest.
    pub max_tasks: usize,
    /// The most requests that wait for the end of one task (core); one more is refused.
    pub max_waiting: usize,
    /// The most tasks on a page of `tasks/list`.
    pub page: usize,
}

impl Policy {
    /// The enveloped dialect, a TTL of five minutes unless asked otherwise and an hour at most,
    /// polls every second, expired ids remembered for an hour, up to 10 000 tasks.
    #[must_use]
    pub fn enveloped() -> Self {
        Self {
            dialect: Dialect::Enveloped,
            default_ttl: Duration::from_secs(300),
            max_ttl: Duration::from_secs(3600),
            poll_interval: Duration::from_secs(1),
            remembers_expired: Duration::from_secs(3600),
            max_tasks: 10_000,
            max_waiting: 100,
            page: 100,
        }
    }

    /// The same for core 2025-11-25.
    #[must_use]
    pub fn core() -> Self {
        Self { dialect: Dialect::Core, ..Self::enveloped() }
    }

    /// The same for the tasks extension.
    #[must_use]
    pub fn extension() -> Self {
        Self { dialect: Dialect::Extension, ..Self::enveloped() }
    }

    /// The TTL that is granted to a wish.
    #[must_use]
    pub fn grants(&self, wish: Option<Duration>) -> Duration {
        wish.unwrap_or(self.default_ttl).min(self.max_ttl)
    }
}
