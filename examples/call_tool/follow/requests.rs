//! Input in the extension: requests that the task lists by key. Each is put once, and each answer
//! is sent as soon as it is there, whether others are still missing or not.

use std::collections::{BTreeMap, BTreeSet};

use mcp_typestate::jsonrpc::AnyCall;
use mcp_typestate::{FaultKind, InputRequests, Reply, RequestId, UpdateCall};
use serde_json::Value;

use super::{TRIES, TaskError};
use crate::session::{Answer, Session, SessionError};

/// Where the answers to a task's requests stand.
#[derive(Debug, Default)]
pub(super) struct Requests {
    /// A person's answers that were not sent yet.
    given: BTreeMap<String, Value>,
    /// The requests that this client does not answer, and of which it has said so.
    refused: BTreeSet<String>,
    /// The answers that the receiver has not taken note of yet, and how often they were sent.
    sent: BTreeMap<RequestId, (UpdateCall, usize)>,
}

impl Requests {
    /// Sends what can be answered of the open requests, and puts the rest to a person.
    ///
    /// What this client cannot answer it refuses in words alone: an answer is a result, so the
    /// protocol has no way to tell the receiver. The task is left as it is, to end by the
    /// receiver's decision or with the session's timeout.
    pub(super) fn give(
        &mut self,
        session: &mut Session,
        mut requests: InputRequests<'_>,
    ) -> Result<(), TaskError> {
        let open: BTreeMap<String, AnyCall> =
            requests.open().map(|(key, request)| (key.to_owned(), request.clone())).collect();
        session.withdraw_inputs(|key| open.contains_key(key));
        let mut answers = BTreeMap::new();
        for (key, request) in open {
            if let Some(answer) = self.given.remove(&key) {
                answers.insert(key, answer);
            } else if !self.refused.contains(&key) {
                match session.input(&key, &request)? {
                    Answer::Now(answer) => drop(answers.insert(key, answer)),
                    Answer::Later => {}
                    Answer::Never(_, why) => {
                        session.status.note(&format!("the task waits in vain for `{key}`: {why}"));
                        self.refused.insert(key);
                    }
                }
            }
        }
        if !answers.is_empty() {
            self.send(session, requests.answer(answers)?, 1)?;
        }
        Ok(())
    }

    /// Takes in what a person answered, to be sent when the task still waits for it.
    pub(super) fn answered(&mut self, key: String, answer: Value) {
        self.given.insert(key, answer);
    }

    /// Takes in that the receiver took note of answers; gives back a reply to something else.
    pub(super) fn noted(
        &mut self,
        session: &mut Session,
        reply: Reply,
    ) -> Result<Option<Reply>, TaskError> {
        let Some((update, tries)) = reply.id().and_then(|id| self.sent.remove(id)) else {
            return Ok(Some(reply));
        };
        match update.accept(reply) {
            Ok(()) => {}
            Err(fault) if fault.is_retryable() && tries < TRIES => {
                self.send(session, update, tries + 1)?;
            }
            // Too late to matter: polling shows the end.
            Err(fault) if fault.kind == FaultKind::AlreadyTerminal => {}
            Err(fault) => return Err(TaskError::NotTaken(fault)),
        }
        Ok(None)
    }

    fn send(
        &mut self,
        session: &mut Session,
        update: UpdateCall,
        tries: usize,
    ) -> Result<(), SessionError> {
        let id = session.next_id();
        session.send(&update.message(id.clone()))?;
        self.sent.insert(id, (update, tries));
        Ok(())
    }
}
