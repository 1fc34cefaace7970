//! The states of a task, as types. A state owns the data that only it has.

use std::collections::BTreeMap;

use super::Task;
use super::known::Known;
use super::observed::Observed;
use super::operation::Operation;
use super::snapshot::TerminalStatus;
use crate::json::Raw;
use crate::jsonrpc::AnyCall;

/// The receiver is working on the task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Working {
    _sealed: (),
}

/// The receiver waits for something that only the requestor's side can give.
#[derive(Clone, Debug, PartialEq)]
pub struct InputRequired {
    /// The receiver's outstanding requests by key (extension; in the core they come as messages).
    pub(super) requests: BTreeMap<String, AnyCall>,
}

/// The task has ended, one way or another, and never changes again.
#[derive(Clone, Debug, PartialEq)]
pub struct Terminal {
    pub(super) status: TerminalStatus,
    /// The result or the error that the task ended with, where the observation carried it
    /// (extension).
    pub(super) carried: Option<Raw>,
}

/// A state that a task can be in. Sealed: the protocol has these three.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a state of a task",
    label = "the states are `Working`, `InputRequired` and `Terminal`"
)]
pub trait State: sealed::Sealed + 'static {
    /// The state's name, for people, and in [`Saved`](super::Saved) tasks.
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

impl sealed::Sealed for Working {}

impl sealed::Sealed for InputRequired {}

impl sealed::Sealed for Terminal {}

impl sealed::Still for Working {
    fn still<O: Operation>(self, known: Known) -> Observed<O> {
        Observed::Working(Task::seen(known, self))
    }
}

impl sealed::Still for InputRequired {
    fn still<O: Operation>(self, known: Known) -> Observed<O> {
        Observed::InputRequired(Task::seen(known, self))
    }
}

mod sealed {
    use super::{Known, Observed, Operation};

    /// Keeps [`State`](super::State) to this crate.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be made a state of a task",
        label = "the protocol has `Working`, `InputRequired` and `Terminal`, and no other"
    )]
    pub trait Sealed {}

    /// An open state observed again, unchanged.
    pub trait Still {
        /// The observation.
        fn still<O: Operation>(self, known: Known) -> Observed<O>;
    }
}
