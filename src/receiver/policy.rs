//! What a receiver decides for itself, as data.

use std::collections::BTreeMap;
use std::time::Duration;

/// What a receiver decides for itself.
///
/// A policy is data: it is shared by all the processes that serve the same tasks, and what it
/// grants to a task is written into the task's [`Record`](super::Record), so that a new policy
/// changes no promise that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Policy {
    /// The TTL of a task whose requestor asked for none, up to [`max_ttl`](Self::max_ttl). None is
    /// unlimited.
    pub default_ttl: Option<Duration>,
    /// The longest TTL that is granted; what asks for more gets this. None lets a task be
    /// unlimited, and then it is kept until it is taken out by hand.
    pub max_ttl: Option<Duration>,
    /// What a `ttl` of null asks for.
    pub null_ttl: NullTtl,
    /// How long an expired task's id is remembered, so that asking for it is answered with
    /// "expired" and not with "unknown".
    pub remembers_expired: Duration,
    /// The pause between polls that requestors are asked for.
    pub poll_interval: Duration,
    /// What happens to a `tasks/result` of the core that comes before the task's end.
    pub early_result: EarlyResult,
    /// When a task of the core asks its requestor's side for what it needs.
    pub asks: Asks,
    /// Who may list tasks (core).
    pub lists_for: ListsFor,
    /// Which tools run as tasks, by their names: in the core `execution.taskSupport` of each; in the
    /// extension, where the server decides, what it decides. A tool that is not here does not. None
    /// lets every tool do, and forces none.
    pub tools: Option<BTreeMap<String, TaskSupport>>,
    /// The most tasks kept at once, whoever's they are; a request for one more is refused.
    pub max_tasks: usize,
    /// The most of them for one context; all requestors without a context count as one.
    pub max_tasks_per_context: usize,
    /// The most ids of expired tasks that are remembered; beyond it, those are forgotten first that
    /// would be soonest.
    pub max_remembered: usize,
    /// The most requests for a result (core) and subscriptions to tasks (extension) that wait on
    /// one connection, each. One more request for a result is refused; a task too many to
    /// [listen](super::MemoryReceiver::listen) to is left out of the acknowledgement.
    pub max_waiting: usize,
    /// The most tasks on a page of `tasks/list`; at least one is.
    pub page: usize,
}

/// What a `ttl` of null asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NullTtl {
    /// Nothing: it is the same as no `ttl`.
    #[default]
    Default,
    /// As long as can be had, which the [longest](Policy::max_ttl) is.
    Longest,
}

/// What happens to a `tasks/result` of the core that comes before the task's end. The enveloped
/// dialect always refuses it, and the extension has no such request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EarlyResult {
    /// It is answered when the task ends or expires, as the protocol wants it (2025-11-25, tasks:
    /// result retrieval).
    #[default]
    Defer,
    /// It is refused with -32602, for receivers that cannot keep requests open. Requestors that
    /// open it to be asked for input are told no, and poll on.
    Refuse,
}

/// When a task of the core asks its requestor's side for what it needs. The enveloped dialect always
/// asks at once, and in the extension a task lists what it asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asks {
    /// When its result is asked for, over that connection (2025-11-25, tasks: input required). Where
    /// early results are [refused](EarlyResult::Refuse), at once.
    #[default]
    WithResult,
    /// At once, over the connection on which it began; and over another if its result is asked for
    /// there. For receivers on one lasting connection, as over standard input and output: some
    /// requestors never ask for a result early, and wait to be asked.
    AtOnce,
}

/// Who may list tasks. A receiver that cannot tell requestors apart must not offer it (2025-11-25,
/// tasks: security).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListsFor {
    /// Requestors that are known by a context; each sees its own.
    #[default]
    Contexts,
    /// These, and those without a context, who see each other's tasks: for a receiver with one
    /// requestor, as over standard input and output.
    All,
    /// Nobody.
    Nobody,
}

/// Whether a tool's calls run as tasks: `execution.taskSupport` (2025-11-25), and what the server
/// decides for itself in the extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskSupport {
    /// They do not, and one that asks for a task is refused. This is what absent means.
    Forbidden,
    /// They do when they ask for it; in the extension, when the server
    /// [starts](super::MemoryReceiver::start) one.
    Optional,
    /// They always do. One that does not ask for it, or in the extension does not declare that it
    /// could take a task for an answer, is refused.
    Required,
}

#[cfg(feature = "v2025_11_25")]
impl From<&crate::types::v2025_11_25::Tool> for TaskSupport {
    fn from(tool: &crate::types::v2025_11_25::Tool) -> Self {
        use crate::types::v2025_11_25::TaskSupport as Declared;

        match tool.execution.as_ref().and_then(|execution| execution.task_support.as_ref()) {
            Some(Declared::Optional) => Self::Optional,
            Some(Declared::Required) => Self::Required,
            // A value that is not known allows nothing.
            Some(Declared::Forbidden | Declared::Unknown(_)) | None => Self::Forbidden,
        }
    }
}

/// A TTL that a requestor asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wish {
    /// None.
    #[default]
    Absent,
    /// `"ttl": null`.
    Null,
    /// This one.
    Ttl(Duration),
}

impl Policy {
    /// A TTL of five minutes unless asked otherwise and an hour at most, expired ids remembered for
    /// an hour, polls every second, early results deferred and input asked for with them, lists for
    /// contexts only, 10 000 tasks (1 000 for one context) and as many ids, 100 waiting requests on
    /// a connection.
    #[must_use]
    pub fn new() -> Self {
        Self {
            default_ttl: Some(Duration::from_secs(300)),
            max_ttl: Some(Duration::from_secs(3600)),
            null_ttl: NullTtl::Default,
            remembers_expired: Duration::from_secs(3600),
            poll_interval: Duration::from_secs(1),
            early_result: EarlyResult::Defer,
            asks: Asks::WithResult,
            lists_for: ListsFor::Contexts,
            tools: None,
            max_tasks: 10_000,
            max_tasks_per_context: 1_000,
            max_remembered: 10_000,
            max_waiting: 100,
            page: 100,
        }
    }

    /// The same for a receiver with one requestor, as over standard input and output: it may list
    /// its tasks without a context, and have all of them.
    #[must_use]
    pub fn sole_requestor() -> Self {
        let policy = Self::new();
        Self { lists_for: ListsFor::All, max_tasks_per_context: policy.max_tasks, ..policy }
    }

    /// The TTL that is granted to a wish. None is unlimited.
    #[must_use]
    pub fn grants(&self, wish: Wish) -> Option<Duration> {
        let asked = match (wish, self.null_ttl) {
            (Wish::Ttl(ttl), _) => Some(ttl),
            (Wish::Absent, _) | (Wish::Null, NullTtl::Default) => self.default_ttl,
            (Wish::Null, NullTtl::Longest) => None,
        };
        match (asked, self.max_ttl) {
            (Some(asked), Some(max)) => Some(asked.min(max)),
            (asked, max) => asked.or(max),
        }
    }

    /// Whether calls of a tool run as tasks.
    #[must_use]
    pub fn supports(&self, tool: &str) -> TaskSupport {
        match &self.tools {
            None => TaskSupport::Optional,
            Some(tools) => tools.get(tool).copied().unwrap_or(TaskSupport::Forbidden),
        }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::new()
    }
}
