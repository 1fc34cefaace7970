//! Nothing invalid is sent.

use mcp_typestate::jsonrpc::Envelope;
use mcp_typestate::schema::{Answers, Messages};
use mcp_typestate::{Negotiated, Side};

use crate::BoxError;
use crate::client::Transport;

/// A transport that holds what a client sends, and what it is answered, against the schema.
#[derive(Debug)]
pub struct Strict<T> {
    transport: T,
    messages: Messages,
}

impl<T> Strict<T> {
    /// The same transport, strict about a session; none if its revision has no schema here.
    pub fn new(transport: T, session: &Negotiated) -> Option<Self> {
        Some(Self { transport, messages: Messages::of(session)? })
    }
}

impl<T: Transport> Transport for Strict<T> {
    fn ask(&mut self, request: &str) -> Result<String, BoxError> {
        self.messages.validate(Side::Client, &serde_json::from_str(request)?, None)?;
        let reply = self.transport.ask(request)?;
        let answers = Envelope::from_str(request)?.method().map(Answers::to);
        let read = serde_json::from_str(&reply)?;
        self.messages.validate(Side::Server, &read, answers.as_ref())?;
        Ok(reply)
    }
}
