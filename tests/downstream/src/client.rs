//! Any request, to its own result.

use mcp_typestate::jsonrpc::{Call, ErrorObject, RequestMessage};
use mcp_typestate::{DecodeError, Reply, Request, RequestId, Revision};

use crate::BoxError;

/// What carries messages to the peer.
pub trait Transport {
    /// Sends a request, and waits for the reply to it.
    ///
    /// # Errors
    /// When there is none.
    fn ask(&mut self, request: &str) -> Result<String, BoxError>;
}

impl<T: Transport + ?Sized> Transport for Box<T> {
    fn ask(&mut self, request: &str) -> Result<String, BoxError> {
        (**self).ask(request)
    }
}

/// A client in a session of one revision.
#[derive(Debug)]
pub struct Client<T> {
    transport: T,
    revision: Revision,
    last: i64,
}

impl<T: Transport> Client<T> {
    /// A client that speaks a revision over a transport.
    pub fn new(transport: T, revision: impl Into<Revision>) -> Self {
        Self { transport, revision: revision.into(), last: 0 }
    }

    /// What it sends over.
    pub fn transport(&self) -> &T {
        &self.transport
    }

    /// Sends a request, and gives what it was answered with.
    ///
    /// # Errors
    /// With what went wrong, and where.
    pub fn send<R: Request>(&mut self, params: R::Params) -> Result<R::Reply, CallError> {
        if let Some(revision) = R::REVISION.filter(|it| *it != self.revision.as_str()) {
            return Err(CallError::Revision { method: R::METHOD, revision });
        }
        self.last += 1;
        let request = RequestMessage::<Call<R>>::new(self.last, params);
        let request = serde_json::to_string(&request).map_err(CallError::Unwritable)?;
        let reply = self.transport.ask(&request).map_err(CallError::Transport)?;
        let reply: Reply = mcp_typestate::from_str(&reply)?;
        if reply.id().is_some_and(|id| *id != self.last.into()) {
            return Err(CallError::OtherReply(reply.id().cloned()));
        }
        match reply.typed::<R>()? {
            Reply::Result(message) => Ok(message.result),
            Reply::Error(message) => Err(message.error.into()),
        }
    }
}

/// Why a request has no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The method's types are those of another revision than the session's.
    #[error("`{method}` is meant as revision {revision} has it, which is not the session's")]
    Revision {
        /// The method.
        method: &'static str,
        /// The revision of its types.
        revision: &'static str,
    },
    /// The parameters cannot be written as JSON.
    #[error("the request cannot be written: {0}")]
    Unwritable(#[source] serde_json::Error),
    /// The transport failed: it may be worth another try.
    #[error("the transport failed: {0}")]
    Transport(#[source] BoxError),
    /// The reply is not what the request is answered with.
    #[error("the reply cannot be read: {0}")]
    Unreadable(#[from] DecodeError),
    /// The reply is to something else.
    #[error("the reply is to another request: {0:?}")]
    OtherReply(Option<RequestId>),
    /// The peer answered with an error.
    #[error("the server answered with an error: {0}")]
    Answered(#[from] ErrorObject),
}
