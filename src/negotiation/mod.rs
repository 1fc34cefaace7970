//! Negotiation: what both sides declared, and proofs of what follows from it.
//!
//! A call that needs a capability takes a proof that the capability was declared. Proofs come from
//! [`Negotiated`] alone, so a call that was not negotiated does not compile; that a peer declared
//! nothing is found when the proof is asked for, once, and the error says which side lacks what.
//!
//! | proof | from | what it allows |
//! |---|---|---|
//! | [`Tasks`] | [`Negotiated::server_tasks`], [`client_tasks`](Negotiated::client_tasks) | taking up a task that was written down |
//! | [`Runs<O>`](Runs) | [`Tasks::runs`] | calling the operation `O` as a task |
//! | [`Cancelling`] | [`Tasks::cancelling`] | cancelling a task |
//! | [`Listing`] | [`Tasks::listing`] | listing tasks (core 2025-11-25) |
//! | [`Subscribing`] | [`Tasks::subscribing`] | being notified of tasks (extension) |
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

mod declared;

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde_json::{Value, json};

pub use declared::{Capabilities, Declared, DeclaredRequests};

use crate::json::Object;
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::method::{Request, Side};
use crate::revision::Revision;

/// What the two sides of a session agreed on.
///
/// Cloning it gives the same session. Two that are made separately are two sessions, whose proofs
/// and tasks do not mix.
#[derive(Clone, Debug)]
pub struct Negotiated(Arc<Session>);

/// A session's facts. Its address is its identity.
#[derive(Debug)]
struct Session {
    revision: Revision,
    client: Declared,
    server: Declared,
    /// `_meta` of the extension's requests, in which the client says again what it can do.
    meta: Object,
}

impl Session {
    fn declared(&self, side: Side) -> Declared {
        match side {
            Side::Client => self.client,
            Side::Server => self.server,
        }
    }
}

impl Negotiated {
    /// What follows from the revision that the session speaks and from what each side declared: in
    /// `initialize` and its result up to revision 2025-11-25; since then in each request's `_meta`
    /// and in the result of `server/discover`.
    #[must_use]
    pub fn new(
        revision: impl Into<Revision>,
        client: &impl Capabilities,
        server: &impl Capabilities,
    ) -> Self {
        let revision = revision.into();
        let meta = [
            (PROTOCOL_VERSION.to_owned(), json!(revision)),
            (CLIENT_CAPABILITIES.to_owned(), json!(client.to_object())),
        ];
        Self(Arc::new(Session {
            revision,
            client: client.declared(),
            server: server.declared(),
            meta: meta.into_iter().collect(),
        }))
    }

    /// The revision that the session speaks.
    #[must_use]
    pub fn revision(&self) -> &Revision {
        &self.0.revision
    }

    /// What every request of a 2026-07-28 session carries in `_meta`: the revision, and what the
    /// client declared, word for word. Requests about tasks have it already; others take it as their
    /// `RequestMeta`, through [`from_value`](crate::from_value).
    ///
    /// Where the client declared the tasks extension, a server may answer any call of a tool that
    /// carries this with a task: for one that is to have none, there is
    /// [`request_meta_without_tasks`](Self::request_meta_without_tasks).
    #[must_use]
    pub fn request_meta(&self) -> &Object {
        &self.0.meta
    }

    /// The same without the tasks extension: for a call of a tool that is to be answered at once, as
    /// [`CallMode::Direct`](crate::CallMode::Direct) wants it. The server may answer with a task only
    /// a request that declares the extension itself; one that runs the tool as a task and in no other
    /// way refuses it (-32021).
    ///
    /// ```
    /// # #[cfg(feature = "v2026_07_28")] {
    /// use mcp_typestate::v2026_07_28::{CallToolRequestParams, RequestMeta};
    /// use mcp_typestate::{Negotiated, from_value};
    ///
    /// # fn of(session: &Negotiated) -> Result<(), mcp_typestate::DecodeError> {
    /// let meta: RequestMeta = from_value(session.request_meta_without_tasks().into())?;
    /// let call = CallToolRequestParams::new("research", meta);
    /// # let _ = call;
    /// # Ok(())
    /// # }
    /// # let client = mcp_typestate::v2026_07_28::ClientCapabilities::new();
    /// # let server = mcp_typestate::v2026_07_28::ServerCapabilities::new();
    /// # of(&Negotiated::new("2026-07-28", &client, &server))?;
    /// # }
    /// # Ok::<(), mcp_typestate::DecodeError>(())
    /// ```
    #[must_use]
    pub fn request_meta_without_tasks(&self) -> Object {
        let mut meta = self.0.meta.clone();
        let client = meta.get_mut(CLIENT_CAPABILITIES).and_then(Value::as_object_mut);
        if let Some(extensions) =
            client.and_then(|client| client.get_mut("extensions")).and_then(Value::as_object_mut)
        {
            extensions.remove(TASKS_EXTENSION);
        }
        meta
    }

    /// A proof that the client may have tasks run by the server. Both sides have to declare tasks:
    /// a client that runs none itself declares an empty `tasks` (core).
    ///
    /// # Errors
    /// When the revision has no tasks, or a side did not declare them.
    pub fn server_tasks(&self) -> Result<Tasks, NotNegotiated> {
        self.tasks(Side::Server)
    }

    /// A proof that the server may have tasks run by the client: sampling, elicitation. In the
    /// extension only servers run tasks; elsewhere both sides have to declare them.
    ///
    /// # Errors
    /// When the revision has no tasks, or a side did not declare them.
    pub fn client_tasks(&self) -> Result<Tasks, NotNegotiated> {
        self.tasks(Side::Client)
    }

    /// Whether the server declares that calls of tools are among what it runs as tasks (core).
    pub(crate) fn lists_tools(&self) -> bool {
        self.0.server.requests.is_some_and(|requests| requests.tools_call)
    }

    /// A proof that tasks may be run by the receiver that stands on a given side:
    /// [`server_tasks`](Self::server_tasks) or [`client_tasks`](Self::client_tasks).
    ///
    /// # Errors
    /// When the revision has no tasks for it, or a side did not declare them.
    pub fn tasks(&self, receiver: Side) -> Result<Tasks, NotNegotiated> {
        self.tasks_by(receiver, &[Side::Client, Side::Server])
    }

    /// The same by what the receiver alone declared, which is all that the core asks of a requestor
    /// whose messages are looked at from outside.
    #[cfg(feature = "validate")]
    pub(crate) fn tasks_of(&self, receiver: Side) -> Result<Tasks, NotNegotiated> {
        self.tasks_by(receiver, &[receiver])
    }

    fn tasks_by(&self, receiver: Side, declaring: &[Side]) -> Result<Tasks, NotNegotiated> {
        let session = &self.0;
        let dialect = match (&session.revision, receiver) {
            (Revision::V2025_11_25, _) => Dialect::Core,
            (Revision::V2026_07_28, Side::Server) => Dialect::Extension,
            _ => return Err(NotNegotiated::Revision(session.revision.clone())),
        };
        for side in declaring.iter().copied() {
            let declared = session.declared(side);
            let (declares, capability) = match dialect {
                Dialect::Enveloped | Dialect::Core => (declared.tasks, "tasks"),
                Dialect::Extension => (declared.extension, EXTENSION_CAPABILITY),
            };
            if !declares {
                return Err(NotNegotiated::Missing { side, capability });
            }
        }
        Ok(Tasks { session: Arc::clone(session), receiver, dialect })
    }
}

/// The ways in which tasks travel.
///
/// A receiver is set to one of them. A requestor knows the extension by negotiation; nothing on the
/// wire tells the other two apart, so it takes both for [`Core`](Self::Core), and where they differ
/// reads either: the two shapes of a result, and whichever name a notification has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The strict contract of early tasks, before they were in a published revision: any request
    /// can be a task; `tasks/get` and `tasks/result` are all there is, an early `tasks/result` is
    /// refused, and its reply is an envelope that mirrors the task.
    Enveloped,
    /// Core 2025-11-25: with `tasks/list` and `tasks/cancel`; `tasks/result` gives exactly what the
    /// request would have given, and an early one waits for it.
    Core,
    /// The extension `io.modelcontextprotocol/tasks`, with revision 2026-07-28: the server decides
    /// what becomes a task, `tasks/get` carries the result, `tasks/update` the client's input.
    Extension,
}

/// The extension's name, as `extensions` declares it.
pub const TASKS_EXTENSION: &str = "io.modelcontextprotocol/tasks";

const EXTENSION_CAPABILITY: &str = "extensions[\"io.modelcontextprotocol/tasks\"]";

/// The protocol's own keys in a request's `_meta`, since 2026-07-28.
const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// A proof that both sides declared tasks, and what the receiver of tasks declared besides.
///
/// It is asked for once per session; the proofs for calls come from it.
#[derive(Clone, Debug)]
pub struct Tasks {
    session: Arc<Session>,
    receiver: Side,
    dialect: Dialect,
}

/// Checks that an operation's types are those of a session's revision.
pub(crate) fn same_revision<O: Request>(session: &Revision) -> Result<(), NotNegotiated> {
    match O::REVISION.filter(|it| *it != session.as_str()) {
        Some(operation) => {
            Err(NotNegotiated::OtherRevision { session: session.clone(), operation })
        }
        None => Ok(()),
    }
}

impl Tasks {
    /// The side that runs the tasks.
    #[must_use]
    pub fn receiver(&self) -> Side {
        self.receiver
    }

    /// The dialect, as far as a requestor can know it: [`Core`](Dialect::Core) stands for
    /// [`Enveloped`](Dialect::Enveloped) too.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// A proof that the receiver runs requests of the operation `O` as tasks.
    ///
    /// In the core, a receiver that declares `tasks.requests` lists them all there; one that does
    /// not, as in the enveloped dialect, may run any request as a task. In the extension it is
    /// `tools/call`.
    ///
    /// # Errors
    /// When this operation is not among them, or is that of another revision than the session's.
    pub fn runs<O: Request>(&self) -> Result<Runs<O>, NotNegotiated> {
        same_revision::<O>(&self.session.revision)?;
        self.augments(O::METHOD)?;
        Ok(Runs { tasks: self.clone(), operation: PhantomData })
    }

    /// A proof that the receiver offers `tasks/cancel`.
    ///
    /// # Errors
    /// When the receiver did not declare `tasks.cancel` (core; the extension always has it).
    pub fn cancelling(&self) -> Result<Cancelling, NotNegotiated> {
        let declared = self.dialect == Dialect::Extension || self.declared().cancel;
        self.declares(declared, "tasks.cancel").map(|()| Cancelling(self.clone()))
    }

    /// A proof that the receiver offers `tasks/list`.
    ///
    /// # Errors
    /// When the receiver did not declare `tasks.list`; [`NotNegotiated::OtherDialect`] in the
    /// extension, which has no such call.
    pub fn listing(&self) -> Result<Listing, NotNegotiated> {
        self.has(self.dialect != Dialect::Extension, "tasks/list")?;
        self.declares(self.declared().list, "tasks.list").map(|()| Listing(()))
    }

    /// A proof that the receiver notifies of tasks when `subscriptions/listen` asks it to. In the
    /// core, notifications come unasked or not at all.
    ///
    /// # Errors
    /// [`NotNegotiated::OtherDialect`] in the core.
    pub fn subscribing(&self) -> Result<Subscribing, NotNegotiated> {
        let has = self.dialect == Dialect::Extension;
        self.has(has, "subscriptions/listen").map(|()| Subscribing(self.clone()))
    }

    /// Checks that requests of a method may become tasks: what [`runs`](Self::runs) proves, for a
    /// method that only a message names.
    ///
    /// # Errors
    /// When the receiver lists requests, and this method is not among them.
    pub fn augments(&self, method: &str) -> Result<(), NotNegotiated> {
        let not_a_task =
            || Err(NotNegotiated::NotATask { side: self.receiver, method: method.to_owned() });
        if self.dialect == Dialect::Extension {
            return if method == "tools/call" { Ok(()) } else { not_a_task() };
        }
        let Some(requests) = self.declared().requests else { return Ok(()) };
        match method {
            "tools/call" => self.declares(requests.tools_call, "tasks.requests.tools.call"),
            "sampling/createMessage" => {
                self.declares(requests.create_message, "tasks.requests.sampling.createMessage")
            }
            "elicitation/create" => {
                self.declares(requests.elicit, "tasks.requests.elicitation.create")
            }
            _ => not_a_task(),
        }
    }

    pub(crate) fn revision(&self) -> &Revision {
        &self.session.revision
    }

    /// Whether two proofs are of the same session and receiver.
    pub(crate) fn same_session(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.session, &other.session) && self.receiver == other.receiver
    }

    /// What a request of this session carries in `_meta`; nothing in the core.
    pub(crate) fn meta(&self) -> Option<&Object> {
        (self.dialect == Dialect::Extension).then_some(&self.session.meta)
    }

    fn declared(&self) -> Declared {
        self.session.declared(self.receiver)
    }

    fn has(&self, has: bool, method: &'static str) -> Result<(), NotNegotiated> {
        if has {
            Ok(())
        } else {
            Err(NotNegotiated::OtherDialect { dialect: self.dialect, method })
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

/// A proof that the receiver runs requests of the operation `O` as tasks; asked for with
/// [`Tasks::runs`].
pub struct Runs<O> {
    tasks: Tasks,
    operation: PhantomData<fn() -> O>,
}

impl<O> Runs<O> {
    /// The proof that this one follows from.
    #[must_use]
    pub fn tasks(&self) -> &Tasks {
        &self.tasks
    }
}

impl<O> Clone for Runs<O> {
    fn clone(&self) -> Self {
        Self { tasks: self.tasks.clone(), operation: PhantomData }
    }
}

impl<O: Request> fmt::Debug for Runs<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Runs").field(&O::METHOD).finish()
    }
}

/// A proof that the receiver offers `tasks/cancel`; asked for with [`Tasks::cancelling`].
#[derive(Clone, Debug)]
pub struct Cancelling(pub(crate) Tasks);

/// A proof that the receiver offers `tasks/list`; asked for with [`Tasks::listing`].
#[derive(Clone, Debug)]
pub struct Listing(());

/// A proof that the receiver notifies of tasks on request; asked for with [`Tasks::subscribing`].
#[derive(Clone, Debug)]
pub struct Subscribing(pub(crate) Tasks);

/// Why a proof cannot be had.
///
/// As a receiver's answer to the call that needed it, it is the error -32601 with the `data.reason`
/// `not_negotiated`; or -32021 with `data.requiredCapabilities`, where the client lacks the tasks
/// extension and could declare it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotNegotiated {
    /// The session's revision has no tasks, or not in this direction.
    #[error("revision {0} has no such tasks")]
    Revision(Revision),
    /// The operation's types are those of another revision than the session speaks.
    #[error("the session speaks {session}, and the operation is that of {operation}")]
    OtherRevision {
        /// The session's revision.
        session: Revision,
        /// The operation's.
        operation: &'static str,
    },
    /// The side that runs tasks does not run this method as one.
    #[error("the {side} does not run `{method}` as a task")]
    NotATask {
        /// The receiver's side.
        side: Side,
        /// The method.
        method: String,
    },
    /// The session's dialect has no such method, whatever is declared.
    #[error("{} no `{method}` for tasks", has(*.dialect))]
    OtherDialect {
        /// The session's dialect.
        dialect: Dialect,
        /// The method.
        method: &'static str,
    },
    /// A side did not declare what the call needs.
    #[error("the {side} did not declare `{capability}`, which this call needs")]
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
            Self::Revision(_)
            | Self::OtherRevision { .. }
            | Self::NotATask { .. }
            | Self::OtherDialect { .. } => None,
            Self::Missing { side, capability } => Some((*side, capability)),
        }
    }

    /// Whether the client lacks the extension, which has an error of its own.
    pub(crate) fn lacks_extension(&self) -> bool {
        self.lacking() == Some((Side::Client, EXTENSION_CAPABILITY))
    }
}

impl From<NotNegotiated> for ErrorObject {
    fn from(error: NotNegotiated) -> Self {
        let words = error.to_string();
        if error.lacks_extension() {
            return missing_extension(words);
        }
        let data = json!({ "reason": REASON_NOT_NEGOTIATED });
        ErrorObject::new(ErrorCode::METHOD_NOT_FOUND, words).with_data(data)
    }
}

/// `data.reason` of a call that was not negotiated.
const REASON_NOT_NEGOTIATED: &str = "not_negotiated";

/// The error that the client has to declare the tasks extension.
pub(crate) fn missing_extension(words: String) -> ErrorObject {
    let required = json!({ "extensions": { TASKS_EXTENSION: {} } });
    ErrorObject::new(ErrorCode::MISSING_CLIENT_CAPABILITY, words)
        .with_data(json!({ "requiredCapabilities": required }))
}

/// The beginning of what a dialect does not have.
fn has(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Enveloped | Dialect::Core => "the core has",
        Dialect::Extension => "the tasks extension has",
    }
}
