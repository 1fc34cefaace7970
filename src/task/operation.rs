//! What a task carries out, as a type: it fixes the type of the result.

use std::fmt::Debug;

use serde::de::DeserializeOwned;

use crate::json::Raw;
use crate::method::Request;

/// An operation that can run as a task. Every [`Request`] is one; which of them a given receiver
/// runs as tasks is negotiated.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operation that a task can carry out",
    label = "name the marker of a request, such as `CallTool`"
)]
pub trait Operation: 'static {
    /// What the operation returns when it completes.
    type Result: DeserializeOwned + Clone + Debug + PartialEq;
}

impl<R: Request> Operation for R {
    type Result = R::Result;
}

/// Any operation: the default of [`Task`](super::Task)'s parameter, for code that does not look
/// into results. They are kept as their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyOperation {}

impl Operation for AnyOperation {
    type Result = Raw;
}
