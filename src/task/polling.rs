//! When to poll next.

use std::time::{Duration, SystemTime};

use super::snapshot::Snapshot;

/// The times of a requestor's polls: never earlier than the receiver suggests, and backing off
/// where it suggests nothing.
///
/// The clock and chance are the caller's: `now` and `jitter` are arguments.
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// use mcp_typestate::{Polling, Snapshot, Status};
///
/// let now = SystemTime::UNIX_EPOCH;
/// let task = Snapshot::new("t", Status::Working, now);
/// let mut polling = Polling::default();
///
/// // No suggestion: a second, then two, then four, up to thirty.
/// let mut pauses = Vec::new();
/// for _ in 0..6 {
///     pauses.push(polling.pause(&task, 0.0).as_secs());
///     polling.polled(&task);
/// }
/// assert_eq!(pauses, [1, 2, 4, 8, 16, 30]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polling {
    first: Duration,
    longest: Duration,
    next: Duration,
}

/// The shortest pause where a receiver suggests a shorter one.
const SHORTEST: Duration = Duration::from_millis(10);

impl Default for Polling {
    /// Backs off from one second to thirty.
    fn default() -> Self {
        Self::new(Duration::from_secs(1), Duration::from_secs(30))
    }
}

impl Polling {
    /// Pauses of `first`, doubling up to `longest`, where the receiver suggests none.
    #[must_use]
    pub fn new(first: Duration, longest: Duration) -> Self {
        Self { first: first.min(longest), longest, next: first.min(longest) }
    }

    /// How long to wait before the next poll. `jitter`, from 0 to 1, stretches the pause by up to
    /// as much of a tenth, so that many requestors do not poll at once; it never shortens it.
    ///
    /// It is 10 ms at least, so that a suggestion of 0 makes no loop without a pause; and as long as
    /// the receiver suggests, were it for years.
    #[must_use]
    pub fn pause(&self, task: &Snapshot, jitter: f64) -> Duration {
        let pause = task.poll_interval().map_or(self.next, |suggested| suggested.max(SHORTEST));
        let stretch = if jitter.is_finite() { jitter.clamp(0.0, 1.0) / 10.0 } else { 0.0 };
        Duration::try_from_secs_f64(pause.as_secs_f64() * stretch)
            .map_or(pause, |more| pause.saturating_add(more))
    }

    /// When to poll next, reckoned from `now`. None if that is beyond what the system's times
    /// reach, as a hostile suggestion may be.
    #[must_use]
    pub fn next(&self, task: &Snapshot, now: SystemTime, jitter: f64) -> Option<SystemTime> {
        now.checked_add(self.pause(task, jitter))
    }

    /// Notes that a poll was made, after which the next pause is longer unless the receiver
    /// suggests one.
    pub fn polled(&mut self, task: &Snapshot) {
        self.next = match task.poll_interval() {
            Some(_) => self.first,
            None => self.next.saturating_mul(2).min(self.longest),
        };
    }
}
