//! The states of a task, as types.

use super::Task;
use super::observed::Observed;
use super::operation::Operation;
use super::snapshot::{Snapshot, TerminalStatus};

/// The receiver is working on the task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Working {
    _sealed: (),
}

/// The receiver waits for something that only the requestor's side can give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputRequired {
    _sealed: (),
}

/// The task has ended, one way or another, and never changes again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminal {
    pub(super) status: TerminalStatus,
}

/// A state that a task can be in. Sealed: the protocol has these three.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a state of a task",
    label = "the states are `Working`, `InputRequired` and `Terminal`"
)]
pub trait State: sealed::Sealed {
    /// The state's name, for people.
    const NAME: &'static str;
}

/// A state in which the task still goes on, so that it can be polled and cancelled.
#[diagnostic::on_unimplemented(
    message = "a task that is `{Self}` does not go on",
    label = "only `Working` and `InputRequired` tasks can be polled, observed and cancelled"
)]
pub trait Open: State + sealed::Still {}

impl State for Working {
    const NAME: &'static str = "working";
}

impl State for InputRequired {
    const NAME: &'static str = "input required";
}

impl State for Terminal {
    const NAME: &'static str = "terminal";
}

impl Open for Working {}

impl Open for InputRequired {}

impl Working {
    pub(super) const SEEN: Self = Self { _sealed: () };
}

impl InputRequired {
    pub(super) const SEEN: Self = Self { _sealed: () };
}

impl sealed::Sealed for Working {}

impl sealed::Sealed for InputRequired {}

impl sealed::Sealed for Terminal {}

impl sealed::Still for Working {
    fn still<O: Operation>(self, snapshot: Snapshot) -> Observed<O> {
        Observed::Working(Task::seen(snapshot, self))
    }
}

impl sealed::Still for InputRequired {
    fn still<O: Operation>(self, snapshot: Snapshot) -> Observed<O> {
        Observed::InputRequired(Task::seen(snapshot, self))
    }
}

pub(super) mod sealed {
    use super::{Observed, Operation, Snapshot};

    /// Keeps [`State`](super::State) to this crate.
    pub trait Sealed {}

    /// An open state observed again, unchanged.
    pub trait Still {
        /// The observation.
        fn still<O: Operation>(self, snapshot: Snapshot) -> Observed<O>;
    }
}
