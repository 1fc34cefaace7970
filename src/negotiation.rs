//! Negotiation: what both sides declared, and proofs of what follows from it.
//!
//! A call that needs a capability takes a proof that the capability was declared. Proofs come from
//! [`Negotiated`] alone, so a call that was not negotiated does not compile; that a peer declared
//! nothing is found when the proof is asked for, once, and the error says which side lacks what.
//!
//! ```
//! # #[cfg(feature = "v2025_11_25")] {
//! use mcp_typestate::v2025_11_25::{ClientCapabilities, ServerCapabilities};
//! use mcp_typestate::{Negotiated, Revision, Side};
//!
//! let client: ClientCapabilities = mcp_typestate::from_str(r#"{"tasks": {}}"#)?;
//! let server: ServerCapabilities = mcp_typestate::from_str(r#"{"tools": {}}"#)?;
//!
//! let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
//! let error = session.server_tasks().unwrap_err();
//! assert_eq!(error.lacking(), Some((Side::Server, "tasks")));
//! # }
//! # Ok::<(), mcp_typestate::DecodeError>(())
//! ```

use std::fmt;

use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::revision::Revision;

/// What the two sides of a session agreed on when it began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Negotiated {
    revision: Revision,
    client: Declared,
    server: Declared,
}

impl Negotiated {
    /// What follows from the revision that the server chose and from what each side declared
    /// (`InitializeRequest` and `InitializeResult` up to revision 2025-11-25).
    #[must_use]
    pub fn new(
        revision: impl Into<Revision>,
        client: &impl Capabilities,
        server: &impl Capabilities,
    ) -> Self {
        Self { revision: revision.into(), client: client.declared(), server: server.declared() }
    }

    /// The revision that the session speaks.
    #[must_use]
    pub fn revision(&self) -> &Revision {
        &self.revision
    }

    /// A proof that the client may ask the server to run requests as tasks.
    ///
    /// # Errors
    /// When the revision has no tasks in its core, or a side did not declare `tasks`.
    pub fn server_tasks(&self) -> Result<Tasks, NotNegotiated> {
        self.tasks(Side::Server)
    }

    /// A proof that the server may ask the client to run requests as tasks: sampling, elicitation.
    ///
    /// # Errors
    /// When the revision has no tasks in its core, or a side did not declare `tasks`.
    pub fn client_tasks(&self) -> Result<Tasks, NotNegotiated> {
        self.tasks(Side::Client)
    }

    /// The same for the receiver that stands on a given side.
    ///
    /// # Errors
    /// When the revision has no tasks in its core, or a side did not declare `tasks`.
    pub fn tasks(&self, receiver: Side) -> Result<Tasks, NotNegotiated> {
        if self.revision != Revision::V2025_11_25 {
            return Err(NotNegotiated::Revision(self.revision.clone()));
        }
        for (side, declared) in [(Side::Client, self.client), (Side::Server, self.server)] {
            if !declared.tasks {
                return Err(NotNegotiated::Missing { side, capability: "tasks" });
            }
        }
        let declared = match receiver {
            Side::Client => self.client,
            Side::Server => self.server,
        };
        Ok(Tasks { receiver, declared })
    }
}

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

/// A proof that both sides declared `tasks`, and what the receiver of tasks declared besides.
///
/// It is asked for once per session and lent to every call: see [`Tasks::call`].
///
/// [`Tasks::call`]: crate::Tasks::call
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tasks {
    receiver: Side,
    declared: Declared,
}

impl Tasks {
    /// The side that runs the tasks.
    #[must_use]
    pub fn receiver(&self) -> Side {
        self.receiver
    }

    /// A proof that the receiver offers `tasks/cancel`.
    ///
    /// # Errors
    /// When the receiver did not declare `tasks.cancel`.
    pub fn cancelling(&self) -> Result<Cancelling, NotNegotiated> {
        self.declares(self.declared.cancel, "tasks.cancel").map(|()| Cancelling(()))
    }

    /// A proof that the receiver offers `tasks/list`.
    ///
    /// # Errors
    /// When the receiver did not declare `tasks.list`.
    pub fn listing(&self) -> Result<Listing, NotNegotiated> {
        self.declares(self.declared.list, "tasks.list").map(|()| Listing(()))
    }

    /// Checks that requests of a method may become tasks.
    ///
    /// A receiver that declares `tasks.requests` lists them all. One that does not speaks the
    /// enveloped dialect, in which any request may be a task.
    ///
    /// # Errors
    /// When the receiver lists requests, and this method is not among them.
    pub fn augments(&self, method: &str) -> Result<(), NotNegotiated> {
        let Some(requests) = self.declared.requests else { return Ok(()) };
        match method {
            "tools/call" => self.declares(requests.tools_call, "tasks.requests.tools.call"),
            "sampling/createMessage" => {
                self.declares(requests.create_message, "tasks.requests.sampling.createMessage")
            }
            "elicitation/create" => {
                self.declares(requests.elicit, "tasks.requests.elicitation.create")
            }
            _ => self.declares(false, "tasks.requests for this method"),
        }
    }

    fn declares(&self, declared: bool, capability: &'static str) -> Result<(), NotNegotiated> {
        if declared {
            Ok(())
        } else {
            Err(NotNegotiated::Missing { side: self.receiver, capability })
        }
    }
}

/// A proof that the receiver declared `tasks.cancel`; asked for with [`Tasks::cancelling`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cancelling(());

/// A proof that the receiver declared `tasks.list`; asked for with [`Tasks::listing`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing(());

/// Why a proof cannot be had.
///
/// As a receiver's answer to the call that needed it, it is the error -32601.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotNegotiated {
    /// The session's revision has no tasks of this kind.
    #[error("revision {0} has no tasks in its core: send the request without a task")]
    Revision(Revision),
    /// A side did not declare what the call needs.
    #[error("the {side} did not declare `{capability}`: send the request without a task")]
    Missing {
        /// The side that would have had to.
        side: Side,
        /// The capability, as a path into that side's capabilities.
        capability: &'static str,
    },
}

impl NotNegotiated {
    /// The side that lacks a capability, and the capability's path.
    #[must_use]
    pub fn lacking(&self) -> Option<(Side, &'static str)> {
        match self {
            Self::Revision(_) => None,
            Self::Missing { side, capability } => Some((*side, capability)),
        }
    }
}

impl From<NotNegotiated> for ErrorObject {
    fn from(error: NotNegotiated) -> Self {
        ErrorObject::new(ErrorCode::METHOD_NOT_FOUND, error.to_string())
    }
}

/// The capabilities of one side, of whichever revision: what they declare about tasks.
///
/// Implemented by the `ClientCapabilities` and `ServerCapabilities` of the revisions.
pub trait Capabilities {
    /// What is declared about tasks.
    fn declared(&self) -> Declared;
}

/// What one side declared about tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Declared {
    /// `tasks` is there, be it empty.
    pub tasks: bool,
    /// `tasks.list`.
    pub list: bool,
    /// `tasks.cancel`.
    pub cancel: bool,
    /// `tasks.requests`; none if it is absent, which leaves the choice to the requestor.
    pub requests: Option<DeclaredRequests>,
}

/// The requests that one side lets become tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeclaredRequests {
    /// `tools.call`, of servers.
    pub tools_call: bool,
    /// `sampling.createMessage`, of clients.
    pub create_message: bool,
    /// `elicitation.create`, of clients.
    pub elicit: bool,
}

#[cfg(feature = "v2025_11_25")]
impl Capabilities for crate::types::v2025_11_25::ClientCapabilities {
    fn declared(&self) -> Declared {
        let Some(tasks) = &self.tasks else { return Declared::default() };
        let requests = tasks.requests.as_ref().map(|requests| DeclaredRequests {
            tools_call: false,
            create_message: requests
                .sampling
                .as_ref()
                .is_some_and(|sampling| sampling.create_message.is_some()),
            elicit: requests.elicitation.as_ref().is_some_and(|elicit| elicit.create.is_some()),
        });
        Declared {
            tasks: true,
            list: tasks.list.is_some(),
            cancel: tasks.cancel.is_some(),
            requests,
        }
    }
}

#[cfg(feature = "v2025_11_25")]
impl Capabilities for crate::types::v2025_11_25::ServerCapabilities {
    fn declared(&self) -> Declared {
        let Some(tasks) = &self.tasks else { return Declared::default() };
        let requests = tasks.requests.as_ref().map(|requests| DeclaredRequests {
            tools_call: requests.tools.as_ref().is_some_and(|tools| tools.call.is_some()),
            ..DeclaredRequests::default()
        });
        Declared {
            tasks: true,
            list: tasks.list.is_some(),
            cancel: tasks.cancel.is_some(),
            requests,
        }
    }
}
