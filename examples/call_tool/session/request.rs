//! Requests and their replies.

use mcp_typestate::json;
use mcp_typestate::jsonrpc::{AnyCall, Call, Reply, RequestId, RequestMessage};
use mcp_typestate::{DecodeError, Method, Request, Revision};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Heard, Session, SessionError};

impl Session {
    /// Sends a request with what each request of the session carries, and waits for its result.
    pub(crate) fn request<M: Request>(
        &mut self,
        params: M::Params,
    ) -> Result<M::Reply, SessionError> {
        let id = self.next_id();
        let body = self.body::<M>(params).map_err(SessionError::Unwritable)?;
        self.asked = Some((id.clone(), M::METHOD));
        self.send(&RequestMessage { id: id.clone(), body })?;
        match self.reply(&id, M::METHOD)?.typed::<M>() {
            Ok(Reply::Result(message)) => Ok(message.result),
            Ok(Reply::Error(message)) => {
                let error = message.error;
                Err(SessionError::Refused { method: M::METHOD, error })
            }
            Err(error) => Err(SessionError::Reply(M::METHOD, error)),
        }
    }

    /// A request's body. Since 2026-07-28 its `_meta` says what `initialize` said once.
    fn body<M: Method>(&self, params: M::Params) -> Result<AnyCall, DecodeError> {
        let mut body: AnyCall = json::from_value(serde_json::to_value(Call::<M>::new(params))?)?;
        if *self.negotiated.revision() == Revision::V2026_07_28 {
            let params = body.params.get_or_insert_with(|| json!({})).as_object_mut();
            let meta = params.map(|params| params.entry("_meta").or_insert_with(|| json!({})));
            if let Some(Value::Object(meta)) = meta {
                meta.extend(self.negotiated.request_meta().clone());
            }
        }
        Ok(body)
    }

    /// An id that no request had.
    pub(crate) fn next_id(&mut self) -> RequestId {
        self.last_id += 1;
        self.last_id.into()
    }

    pub(crate) fn send(&self, message: &impl Serialize) -> Result<(), SessionError> {
        let line = serde_json::to_string(message).map_err(DecodeError::from);
        self.server.send(line.map_err(SessionError::Unwritable)?);
        Ok(())
    }

    /// Waits for the reply to the request of this id.
    pub(crate) fn reply(&mut self, id: &RequestId, method: &str) -> Result<Reply, SessionError> {
        loop {
            match self.hear(None, &format_args!("the reply to `{method}`"))? {
                Some(Heard::Reply(reply)) if reply.id() == Some(id) => return Ok(reply),
                // What comes late, and hints about tasks that nobody follows yet.
                Some(Heard::Reply(_) | Heard::Task(_) | Heard::Answer(..)) | None => {}
            }
        }
    }
}
