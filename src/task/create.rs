//! Asking for a task, and what comes back: a task, or the result at once.

use std::time::Duration;

use serde_json::{Value, json};

use super::observed::{KnownStatus, Observed, Update};
use super::operation::Operation;
use super::snapshot::{Snapshot, Status};
use crate::json::{self, DecodeError, Object};
use crate::jsonrpc::{AnyCall, ErrorObject, Reply, RequestId, RequestMessage};
use crate::method::Request;
use crate::negotiation::{NotNegotiated, Tasks};

impl Tasks {
    /// A call of `operation` as a task. Its TTL is the receiver's to choose until
    /// [`TaskCall::with_ttl`] asks for one.
    ///
    /// ```
    /// # #[cfg(feature = "v2025_11_25")] {
    /// use mcp_typestate::v2025_11_25::{CallTool, CallToolRequestParams};
    /// use mcp_typestate::{NotNegotiated, TaskCall, Tasks};
    ///
    /// fn research(tasks: &Tasks) -> Result<TaskCall<CallTool>, NotNegotiated> {
    ///     tasks.call(CallTool, &CallToolRequestParams::new("research"))
    /// }
    /// # }
    /// ```
    ///
    /// # Errors
    /// When the receiver did not declare that this operation can be a task.
    pub fn call<O: Request>(
        &self,
        _operation: O,
        params: &O::Params,
    ) -> Result<TaskCall<O>, NotNegotiated> {
        self.augments(O::METHOD)?;
        Ok(TaskCall { params: params.clone(), ttl: None })
    }
}

/// A request that is to run as a task, before it is sent.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "nothing is asked until its message is sent"]
pub struct TaskCall<O: Request> {
    params: O::Params,
    ttl: Option<Duration>,
}

impl<O: Request> TaskCall<O> {
    /// Asks the receiver to keep the task this long from its creation, to the millisecond. The
    /// receiver may grant another TTL; what it grants is in the task's [`Snapshot`].
    pub fn with_ttl(self, ttl: Duration) -> Self {
        Self { ttl: Some(ttl), ..self }
    }

    /// The message to send: the request with `params.task`.
    ///
    /// # Errors
    /// When the parameters cannot be written as JSON: a number among them is not finite.
    pub fn message(
        &self,
        id: impl Into<RequestId>,
    ) -> Result<RequestMessage<AnyCall>, DecodeError> {
        let params = match serde_json::to_value(&self.params)? {
            Value::Object(params) => params,
            _ => Object::new(),
        };
        let mut params = params;
        params.insert("task".to_owned(), self.metadata());
        Ok(RequestMessage {
            id: id.into(),
            body: AnyCall::new(O::METHOD, Some(Value::Object(params))),
        })
    }

    fn metadata(&self) -> Value {
        match self.ttl {
            Some(ttl) => json!({ "ttl": u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX) }),
            None => json!({}),
        }
    }

    /// Reads the reply: a task was created, or the receiver answered at once.
    ///
    /// A reply that has a member `task` created one; anything else is the operation's own result,
    /// which receivers send that do not run this request as a task.
    ///
    /// # Errors
    /// When the reply is an error, or is neither.
    pub fn accept(&self, reply: Reply) -> Result<Created<O>, CreateError> {
        let result = match reply {
            Reply::Result(message) => message.result,
            Reply::Error(message) => return Err(CreateError::Rejected(message.error)),
        };
        let at_result = |error: DecodeError| CreateError::Malformed(error.at("result"));
        let members = result.decode::<Object>().map_err(at_result)?;
        let Some(task) = members.get("task") else {
            return result.decode().map(Created::Direct).map_err(at_result);
        };
        let task: Snapshot =
            json::from_value(task.clone()).map_err(|error| at_result(error.at("task")))?;
        match KnownStatus::of(&task.status) {
            Some(status) => Ok(Created::Task(Observed::of(task, status))),
            None => Err(CreateError::UnknownStatus(Box::new(task))),
        }
    }
}

/// What became of a call that asked for a task.
#[derive(Debug)]
#[must_use = "it holds the task's handle, or the result"]
pub enum Created<O: Operation> {
    /// A task runs. It begins as working; by the time of the reply it may have gone further.
    Task(Observed<O>),
    /// The receiver did the work at once and kept no task.
    Direct(O::Result),
}

/// Why there is neither a task nor a result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CreateError {
    /// The receiver refused the request. -32601 means that it does not run this request as a task,
    /// or only as one.
    #[error("the receiver refused the request: {0}")]
    Rejected(ErrorObject),
    /// The reply is neither a task nor the operation's result.
    #[error("the reply cannot be read: {0}")]
    Malformed(DecodeError),
    /// A task was created in a status that this crate does not know. Its id is in here: poll it
    /// with what you know of the receiver.
    #[error("the task `{}` began with the unknown status `{}`", .0.id, .0.status)]
    UnknownStatus(Box<Snapshot>),
}

#[cfg(feature = "v2025_11_25")]
impl From<crate::types::v2025_11_25::Task> for Snapshot {
    fn from(task: crate::types::v2025_11_25::Task) -> Self {
        Self {
            id: task.task_id,
            status: Status::from(task.status.as_str()),
            status_message: task.status_message,
            created_at: task.created_at,
            last_updated_at: task.last_updated_at,
            ttl: task.ttl,
            poll_interval: task.poll_interval,
            extra: task.extra,
        }
    }
}

#[cfg(feature = "v2025_11_25")]
impl From<crate::types::v2025_11_25::Task> for Update {
    fn from(task: crate::types::v2025_11_25::Task) -> Self {
        Self::from(Snapshot::from(task))
    }
}
