//! The traits that tie a method's name to its parameters and its result.
//!
//! A method is a marker type, such as `CallTool`. What the protocol says about it is said here
//! once, and everything that handles messages in general is written against these traits.
//!
//! ```
//! use mcp_typestate::json::Object;
//! use mcp_typestate::method::{Method, Request};
//!
//! struct Ping;
//!
//! impl Method for Ping {
//!     const METHOD: &'static str = "ping";
//!     type Params = Option<Object>;
//! }
//!
//! impl Request for Ping {
//!     type Result = Object;
//!     type Reply = Object;
//! }
//! ```

use std::fmt::{self, Debug};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::json::Object;

/// A method of the protocol: its name and what its `params` hold.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a method of the protocol",
    label = "a method's marker is wanted here, such as `CallTool`",
    note = "the markers lie in the module of each revision; a method of your own implements `Method`"
)]
pub trait Method: 'static {
    /// The name, as it stands in a message's `method`.
    const METHOD: &'static str;

    /// The revision whose types these are, as `protocolVersion` names it; none for a method of your
    /// own.
    const REVISION: Option<&'static str> = None;

    /// The capability without which the method is not to be sent; none if it needs none, or if the
    /// revision has none for it.
    const CAPABILITY: Option<Capability> = None;

    /// What `params` holds: `Option<_>` where a message may leave it out.
    type Params: Parameters + Clone + Debug + PartialEq;
}

/// A method that is answered.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a request",
    label = "only a request is answered with a result"
)]
pub trait Request: Method {
    /// Whether the revision has the request run as a task where that was negotiated. In the
    /// enveloped dialect any request can be one.
    const TASK: bool = false;

    /// What the request returns when it is done.
    type Result: Serialize + DeserializeOwned + Clone + Debug + PartialEq;

    /// What a successful reply's `result` may hold: the [`Result`](Self::Result), or since
    /// 2026-07-28 something that comes before it, a demand for input or a task.
    type Reply: Serialize + DeserializeOwned + Clone + Debug + PartialEq;
}

/// A method that nobody answers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a notification",
    label = "a request cannot be sent as a notification"
)]
pub trait Notification: Method {}

/// The two sides of a session. Either can be the requestor of a task, and the other its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that connected.
    Client,
    /// The side that offers tools, prompts and resources.
    Server,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Client => "client",
            Self::Server => "server",
        })
    }
}

/// A capability, and who declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Capability {
    /// The side that declares it. None stands for the side that runs the task.
    pub side: Option<Side>,
    /// Its path in that side's capabilities: `tasks.list`.
    pub path: &'static str,
}

impl Capability {
    /// A capability of one side, or of the side that runs a task.
    #[must_use]
    pub const fn new(side: Option<Side>, path: &'static str) -> Self {
        Self { side, path }
    }
}

/// What the `params` of a message can hold.
///
/// The two methods say what an absent `params` means. As provided, the member is required.
pub trait Parameters: Serialize + DeserializeOwned {
    /// What a message without `params` says; `None` where it needs them.
    fn absent() -> Option<Self> {
        None
    }

    /// Whether the message is written without `params`.
    fn is_absent(&self) -> bool {
        false
    }
}

impl<T: Parameters> Parameters for Option<T> {
    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl Parameters for Object {}
