//! How a session begins: with a handshake up to 2025-11-25, with a question since 2026-07-28. And
//! what this client declares in it.

use mcp_typestate::json::Object;
use mcp_typestate::jsonrpc::{Call, NotificationMessage};
use mcp_typestate::v2025_11_25::{self as core, Implementation, Initialize, Initialized};
use mcp_typestate::v2026_07_28::{self as extension, Discover, RequestParams};
use mcp_typestate::{Method, Negotiated, Revision, TASKS_EXTENSION, from_value};

use super::{Session, SessionError};

/// What this client can answer, and nothing else. It asks for tasks, and runs none: hence the empty
/// list of requests.
fn in_core() -> core::ClientCapabilities {
    core::ClientCapabilities::new()
        .with_elicitation(core::ElicitationCapability::new().with_form(Object::new()))
        .with_roots(core::RootsCapability::new())
        .with_tasks(
            core::ClientTasksCapability::new().with_requests(core::ClientTaskRequests::new()),
        )
}

/// The same in 2026-07-28, where every request says it again.
fn in_extension() -> extension::ClientCapabilities {
    extension::ClientCapabilities::new()
        .with_elicitation(extension::ElicitationCapability::new().with_form(Object::new()))
        .with_roots(Object::new())
        .with_extensions([(TASKS_EXTENSION.to_owned(), Object::new())].into())
}

/// A session in which the server has declared nothing yet.
pub(super) fn unanswered(revision: &Revision) -> Negotiated {
    match revision {
        Revision::V2026_07_28 => Negotiated::new(
            Revision::V2026_07_28,
            &in_extension(),
            &extension::ServerCapabilities::new(),
        ),
        earlier => Negotiated::new(earlier.clone(), &in_core(), &core::ServerCapabilities::new()),
    }
}

impl Session {
    /// Begins in the way of the revision that the session was opened with.
    pub(super) fn begin(&mut self) -> Result<(), SessionError> {
        self.status.show("starting the server");
        match self.negotiated.revision() {
            Revision::V2026_07_28 => self.discover(),
            _ => self.initialize(),
        }
        .map_err(hinted)
    }

    fn initialize(&mut self) -> Result<(), SessionError> {
        let server = self.request::<Initialize>(core::InitializeRequestParams::new(
            in_core(),
            Implementation::new("call_tool", env!("CARGO_PKG_VERSION")),
            Revision::V2025_11_25,
        ))?;
        // The other revisions with a handshake differ in nothing that a tool's call needs.
        let revision = Revision::from(&*server.protocol_version);
        match revision {
            Revision::V2024_11_05
            | Revision::V2025_03_26
            | Revision::V2025_06_18
            | Revision::V2025_11_25 => {}
            _ => return Err(SessionError::Revision(revision)),
        }
        self.negotiated = Negotiated::new(revision, &in_core(), &server.capabilities);
        self.send(&NotificationMessage::<Call<Initialized>>::new(None))
    }

    fn discover(&mut self) -> Result<(), SessionError> {
        let meta = self.negotiated.request_meta().clone();
        let meta: extension::RequestMeta =
            from_value(meta.into()).map_err(SessionError::Unwritable)?;
        let server = self.request::<Discover>(RequestParams::new(meta))?;
        if !server.supported_versions.iter().any(|it| it == Revision::V2026_07_28.as_str()) {
            return Err(SessionError::Revisions(server.supported_versions));
        }
        self.negotiated =
            Negotiated::new(Revision::V2026_07_28, &in_extension(), &server.capabilities);
        Ok(())
    }
}

/// Adds to a refusal what the person may not know: that each generation begins in its own way.
fn hinted(error: SessionError) -> SessionError {
    match error {
        SessionError::Refused { method, error } => {
            let hint = match method {
                Discover::METHOD => "a server of an earlier revision is called without --revision",
                _ => "a server of 2026-07-28 is called with --revision 2026-07-28",
            };
            SessionError::NotBegun(method, error, hint)
        }
        other => other,
    }
}
