//! Giving a receiver the input that a task waits for.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Value, json};

use super::call::about;
use super::fault::{Fault, FaultKind};
use super::known::Known;
use super::state::InputRequired;
use crate::json::DecodeError;
use crate::jsonrpc::{AnyCall, Reply, RequestId, RequestMessage};
use crate::negotiation::{Dialect, Tasks};

/// How a receiver gets the input that it waits for.
#[derive(Debug)]
#[must_use = "the task waits for it"]
pub enum Input<'t> {
    /// It sends requests of its own while the channel is open (core 2025-11-25).
    Channel(InputChannel),
    /// It has listed its requests, by key (extension).
    Requests(InputRequests<'t>),
}

pub(super) fn input<'t>(known: &'t mut Known, state: &'t mut InputRequired) -> Input<'t> {
    match known.tasks.dialect() {
        Dialect::Enveloped | Dialect::Core => Input::Channel(InputChannel {
            task: known.snapshot.id.clone(),
            tasks: known.tasks.clone(),
        }),
        Dialect::Extension => Input::Requests(InputRequests {
            task: &known.snapshot.id,
            tasks: &known.tasks,
            requests: &state.requests,
            answered: &mut known.answered,
        }),
    }
}

/// The channel on which a receiver of the core asks for input: a request that it answers only once
/// the task is terminal, and meanwhile sends its own requests, `elicitation/create` for one.
///
/// On the wire it is an early `tasks/result`, which is not the result: what answers it at last
/// serves [`ResultCall::accept`](super::ResultCall::accept) once the task was seen terminal.
/// A receiver of the enveloped dialect refuses it, and asks for input without it.
#[derive(Clone, Debug)]
pub struct InputChannel {
    task: String,
    tasks: Tasks,
}

impl InputChannel {
    /// The message to send.
    #[must_use]
    pub fn message(&self, id: impl Into<RequestId>) -> RequestMessage<AnyCall> {
        about("tasks/result", &self.task, &self.tasks, id.into())
    }

    /// Takes the reply that comes at last, to be kept for
    /// [`ResultCall::accept`](super::ResultCall::accept): the result, or the error that the request
    /// itself would have been answered with.
    ///
    /// # Errors
    /// When the receiver refused the channel, or no longer has the task. Go on polling.
    pub fn accept(&self, reply: Reply) -> Result<Reply, Fault> {
        match reply {
            Reply::Error(message) => {
                let fault = Fault::from(message.error.clone());
                let own = matches!(fault.kind, FaultKind::Internal | FaultKind::Other);
                if own { Ok(Reply::Error(message)) } else { Err(fault) }
            }
            result @ Reply::Result(_) => Ok(result),
        }
    }
}

/// The requests that a task waits on, and the ledger of those that were answered.
///
/// A key is used once in a task's life. A receiver may go on listing a request that was answered
/// already, until it has taken the answer in; it is not asked again here.
#[derive(Debug)]
pub struct InputRequests<'t> {
    task: &'t str,
    tasks: &'t Tasks,
    requests: &'t BTreeMap<String, AnyCall>,
    answered: &'t mut BTreeSet<String>,
}

impl InputRequests<'_> {
    /// What is still to be answered, by key: requests to the client, such as
    /// `elicitation/create`. Empty while the receiver takes in what was answered.
    pub fn open(&self) -> impl Iterator<Item = (&str, &AnyCall)> {
        let answered = &*self.answered;
        self.requests
            .iter()
            .filter(|(key, _)| !answered.contains(*key))
            .map(|(key, request)| (key.as_str(), request))
    }

    /// `tasks/update`: answers to some or all of the open requests, by key. From then on they
    /// count as answered; the call can be sent again if its reply is lost.
    ///
    /// # Errors
    /// When a key is not open, or an answer cannot be written as JSON. Then nothing counts as
    /// answered.
    pub fn answer<K, A>(
        &mut self,
        answers: impl IntoIterator<Item = (K, A)>,
    ) -> Result<UpdateCall, AnswerError>
    where
        K: Into<String>,
        A: Serialize,
    {
        let mut responses = BTreeMap::new();
        for (key, answer) in answers {
            let key = key.into();
            if !self.requests.contains_key(&key) || self.answered.contains(&key) {
                return Err(AnswerError::NotOpen(key));
            }
            let answer = serde_json::to_value(answer)
                .map_err(|error| AnswerError::Unwritable(DecodeError::from(error).at(&key)))?;
            responses.insert(key, answer);
        }
        self.answered.extend(responses.keys().cloned());
        Ok(UpdateCall { task: self.task.to_owned(), tasks: self.tasks.clone(), responses })
    }
}

/// `tasks/update`: the answers to what a task waits on (extension).
#[derive(Clone, Debug)]
#[must_use = "nothing is answered until its message is sent"]
pub struct UpdateCall {
    task: String,
    tasks: Tasks,
    responses: BTreeMap<String, Value>,
}

impl UpdateCall {
    /// The message to send.
    #[must_use]
    pub fn message(&self, id: impl Into<RequestId>) -> RequestMessage<AnyCall> {
        let mut message = about("tasks/update", &self.task, &self.tasks, id.into());
        if let Some(Value::Object(params)) = &mut message.body.params {
            params.insert("inputResponses".to_owned(), json!(self.responses));
        }
        message
    }

    /// Reads the reply: the receiver took note. What the task does then is for polling to show.
    ///
    /// # Errors
    /// When the receiver refused.
    pub fn accept(&self, reply: Reply) -> Result<(), Fault> {
        match reply {
            Reply::Result(_) => Ok(()),
            Reply::Error(message) => Err(message.error.into()),
        }
    }
}

/// An answer that cannot be given.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The task does not wait on this key, or it was answered before.
    #[error("the task does not wait on `{0}`: see which requests are open")]
    NotOpen(String),
    /// The answer is not JSON: a number in it is not finite, or a key is no string.
    #[error("the answer cannot be written: {0}")]
    Unwritable(DecodeError),
}
