//! Whether to call a tool as a task: its own rule and the caller's wish.

use crate::method::Request;
use crate::negotiation::{Dialect, Runs, Tasks};

/// What the caller wants of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preference {
    /// A task only where the tool insists; in the extension, whatever the server decides.
    #[default]
    Allow,
    /// A task where the tool has the choice.
    Prefer,
    /// A task or nothing.
    Require,
    /// No task.
    Forbid,
}

/// How to make a call of the operation `O`.
#[derive(Clone, Debug)]
pub enum CallMode<O: Request> {
    /// As a plain request. In the extension it must not declare tasks, or the server may answer with
    /// one: it takes its `_meta` from
    /// [`Negotiated::request_meta_without_tasks`](crate::Negotiated::request_meta_without_tasks).
    Direct,
    /// As a task, with the proof that it may be one. In the extension the server may still answer
    /// at once.
    Task(Runs<O>),
}

/// A tool and a caller that cannot agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PreferenceError {
    /// The tool runs as a task only, and the caller forbids it.
    #[error("the tool runs only as a task: allow one")]
    ToolRequires,
    /// The tool never runs as a task, and the caller insists on one.
    #[error("the tool does not run as a task: do not require one")]
    ToolForbids,
    /// The receiver does not run the operation as a task, and the caller insists on one.
    #[error("the receiver does not run this as a task: do not require one")]
    NotNegotiated,
}

impl<O: Request> CallMode<O> {
    /// Decides by what was negotiated, by the tool's `execution.taskSupport` (core; none means
    /// `forbidden`, as it does when a tool leaves it out) and by the caller's preference.
    ///
    /// The tool's rule refines what the receiver declared: where the receiver declared no tasks
    /// for tools, it means nothing. In the extension there is no such rule, and the server decides
    /// on each request.
    ///
    /// # Errors
    /// When the tool or the receiver and the caller cannot agree.
    pub fn choose(
        negotiated: Option<&Tasks>,
        task_support: Option<&str>,
        preference: Preference,
    ) -> Result<Self, PreferenceError> {
        let runs = negotiated.and_then(|tasks| tasks.runs().ok());
        let Some(runs) = runs else {
            return match preference {
                Preference::Require => Err(PreferenceError::NotNegotiated),
                Preference::Allow | Preference::Prefer | Preference::Forbid => Ok(Self::Direct),
            };
        };
        let support = match runs.tasks().dialect() {
            Dialect::Extension => {
                return Ok(match preference {
                    Preference::Forbid => Self::Direct,
                    Preference::Allow | Preference::Prefer | Preference::Require => {
                        Self::Task(runs)
                    }
                });
            }
            Dialect::Enveloped | Dialect::Core => task_support.unwrap_or("forbidden"),
        };
        match (support, preference) {
            ("required", Preference::Forbid) => Err(PreferenceError::ToolRequires),
            ("required", _) | ("optional", Preference::Prefer | Preference::Require) => {
                Ok(Self::Task(runs))
            }
            ("optional", Preference::Allow | Preference::Forbid) => Ok(Self::Direct),
            (_, Preference::Require) => Err(PreferenceError::ToolForbids),
            _ => Ok(Self::Direct),
        }
    }
}
