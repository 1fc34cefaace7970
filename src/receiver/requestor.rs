//! Who asks.

use std::sync::Arc;

use crate::json::Object;
use crate::method::Side;
use crate::negotiation::{
    Capabilities, Declared, Dialect, Negotiated, NotNegotiated, TASKS_EXTENSION, Tasks,
};
use crate::revision::Revision;

/// A requestor as its receiver knows it: what was negotiated with it, in which context it acts, and
/// over which connection.
///
/// It is made once for a connection, or for each request where connections say nothing, and given
/// with every request.
///
/// ```
/// # #[cfg(feature = "v2025_11_25")] {
/// use mcp_typestate::receiver::Requestor;
/// use mcp_typestate::v2025_11_25::{ClientCapabilities, ServerCapabilities};
/// use mcp_typestate::{Negotiated, Revision, Side};
///
/// # let client = ClientCapabilities::new();
/// # let server = ServerCapabilities::new();
/// let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
/// let requestor = Requestor::new(&session, Side::Server).in_context("alice").over(7);
/// assert_eq!(requestor.context(), Some("alice"));
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Requestor {
    tasks: Result<Tasks, NotNegotiated>,
    dialect: Dialect,
    /// Whether a tool's support of tasks means anything.
    lists_tools: bool,
    context: Option<Arc<str>>,
    connection: u64,
}

impl Requestor {
    /// The requestor of a session, for the receiver that stands on a given side. If the session has
    /// no tasks for it, every request about tasks is refused.
    #[must_use]
    pub fn new(session: &Negotiated, receiver: Side) -> Self {
        let dialect = match session.revision() {
            Revision::V2026_07_28 => Dialect::Extension,
            _ => Dialect::Core,
        };
        Self {
            tasks: session.tasks(receiver),
            dialect,
            lists_tools: receiver == Side::Server && session.lists_tools(),
            context: None,
            connection: 0,
        }
    }

    /// A client of revision 2026-07-28, of which nothing is known beforehand: it declares on each
    /// request what it can do. The server's capabilities are those that it gives in
    /// `server/discover`. That the revision which a request names is one that you speak is for you
    /// to see to (-32022).
    #[must_use]
    pub fn stateless(server: &impl Capabilities) -> Self {
        Self::new(&Negotiated::new(Revision::V2026_07_28, &OnEachRequest, server), Side::Server)
    }

    /// The same requestor, served in the enveloped dialect. Nothing on the wire tells it from the
    /// core, so a receiver is set to it. It changes nothing in the extension.
    #[must_use]
    pub fn enveloped(self) -> Self {
        match self.dialect {
            Dialect::Enveloped | Dialect::Core => Self { dialect: Dialect::Enveloped, ..self },
            Dialect::Extension => self,
        }
    }

    /// The same requestor in an authorization context, such as the subject of its access token: it
    /// sees this context's tasks and no others. Without one, it sees the tasks of all that have
    /// none, whose ids must then be hard to guess.
    #[must_use]
    pub fn in_context(self, context: impl Into<Arc<str>>) -> Self {
        Self { context: Some(context.into()), ..self }
    }

    /// The same requestor over a connection, by a number of your own: what is sent later is
    /// addressed to it, and requests that wait are told apart by it. 0 unless it is said, so a
    /// receiver of several connections has to have it said.
    #[must_use]
    pub fn over(self, connection: u64) -> Self {
        Self { connection, ..self }
    }

    /// The proof that tasks were negotiated, or what was lacking.
    ///
    /// # Errors
    /// What was lacking.
    pub fn tasks(&self) -> Result<&Tasks, &NotNegotiated> {
        self.tasks.as_ref()
    }

    /// The dialect in which it is served.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Its authorization context.
    #[must_use]
    pub fn context(&self) -> Option<&str> {
        self.context.as_deref()
    }

    /// Its connection's number.
    #[must_use]
    pub fn connection(&self) -> u64 {
        self.connection
    }

    /// Whether a tool's support of tasks means anything for it.
    pub(super) fn lists_tools(&self) -> bool {
        self.lists_tools
    }

    /// Whose tasks it sees, and has.
    pub(super) fn owner(&self) -> Owner {
        Owner { dialect: self.dialect, context: self.context.clone() }
    }
}

/// Whom a task belongs to. A task is told of in the dialect in which it began, and who speaks
/// another does not see it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Owner {
    pub dialect: Dialect,
    pub context: Option<Arc<str>>,
}

/// A client that declares the extension on each request, where the receiver looks for it.
struct OnEachRequest;

impl Capabilities for OnEachRequest {
    fn declared(&self) -> Declared {
        Declared { extension: true, ..Declared::default() }
    }

    fn to_object(&self) -> Object {
        let tasks = serde_json::json!({ TASKS_EXTENSION: {} });
        [("extensions".to_owned(), tasks)].into_iter().collect()
    }
}
