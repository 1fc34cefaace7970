//! Asking for a task, and what comes back: a task, the result at once, or a demand for input.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use super::fault::Fault;
use super::known::Known;
use super::observed::{ObserveError, Observed, Untold, tell};
use super::operation::Operation;
use super::seen::{Seen, Update};
use super::snapshot::Snapshot;
use crate::json::{DecodeError, Object, Raw};
use crate::jsonrpc::{AnyCall, Reply, RequestId, RequestMessage};
use crate::method::Request;
use crate::negotiation::{Dialect, Runs, Tasks};

impl<O: Request> Runs<O> {
    /// A call of the operation as a task. Its TTL is the receiver's to choose until
    /// [`TaskCall::with_ttl`] asks for one; a `task` among the parameters says nothing here.
    ///
    /// ```
    /// # #[cfg(feature = "v2025_11_25")] {
    /// use mcp_typestate::v2025_11_25::{CallTool, CallToolRequestParams};
    /// use mcp_typestate::{Runs, TaskCall};
    ///
    /// fn research(tools: &Runs<CallTool>) -> TaskCall<CallTool> {
    ///     tools.call(CallToolRequestParams::new("research"))
    /// }
    /// # }
    /// ```
    pub fn call(&self, params: O::Params) -> TaskCall<O> {
        TaskCall { params, ttl: None, tasks: self.tasks().clone() }
    }

    /// The handle of a task that the receiver has told of, and of which this side has none: one that
    /// `tasks/list` lists, or the reply to a `tasks/get` by an id that is all that is left. That it
    /// carries out this operation is for the caller to know; nothing on the wire says so.
    ///
    /// ```
    /// # #[cfg(feature = "v2025_11_25")] {
    /// use mcp_typestate::v2025_11_25::{CallTool, ListTasksResult};
    /// use mcp_typestate::{ObserveError, Observed, Runs};
    ///
    /// fn all(
    ///     tools: &Runs<CallTool>,
    ///     page: ListTasksResult,
    /// ) -> Result<Vec<Observed<CallTool>>, ObserveError> {
    ///     page.tasks.into_iter().map(|task| tools.follow(task)).collect()
    /// }
    /// # }
    /// ```
    ///
    /// # Errors
    /// When it is an error, cannot be read, or names a status that this crate does not know.
    pub fn follow(&self, told: impl Into<Update>) -> Result<Observed<O>, ObserveError> {
        let mut seen = told.into().0?;
        let told = tell(&mut seen, self.tasks().dialect())?;
        Ok(Observed::of(told, Known::new(seen.snapshot, self.tasks())))
    }
}

/// A request that may run as a task, before it is sent.
#[must_use = "nothing is asked until its message is sent"]
pub struct TaskCall<O: Request> {
    params: O::Params,
    ttl: Option<Duration>,
    tasks: Tasks,
}

impl<O: Request> TaskCall<O> {
    /// Asks the receiver to keep the task this long from its creation, to the millisecond. The
    /// receiver may grant another TTL; what it grants is in the task's [`Snapshot`]. In the
    /// extension nobody asks, and this has no effect.
    pub fn with_ttl(self, ttl: Duration) -> Self {
        Self { ttl: Some(ttl), ..self }
    }

    /// The message to send: the request with `params.task` (core), or with the extension among
    /// the client's capabilities in `params._meta`.
    ///
    /// # Errors
    /// When the parameters cannot be written as JSON: a number among them is not finite.
    pub fn message(
        &self,
        id: impl Into<RequestId>,
    ) -> Result<RequestMessage<AnyCall>, DecodeError> {
        let mut params = match serde_json::to_value(&self.params)? {
            Value::Object(params) => params,
            _ => Object::new(),
        };
        match self.tasks.meta() {
            Some(ours) => {
                let meta = params.entry("_meta").or_insert_with(|| json!({}));
                merge(meta, &Value::Object(ours.clone()));
            }
            None => drop(params.insert("task".to_owned(), self.metadata())),
        }
        let body = AnyCall::new(O::METHOD, Some(Value::Object(params)));
        Ok(RequestMessage { id: id.into(), body })
    }

    fn metadata(&self) -> Value {
        match self.ttl {
            Some(ttl) => json!({ "ttl": i64::try_from(ttl.as_millis()).unwrap_or(i64::MAX) }),
            None => json!({}),
        }
    }

    /// Reads the reply: a task was created, or the receiver answered at once. That it is the reply
    /// to this call, by its id, is the transport's to know.
    ///
    /// In the core a reply that has an object `task` created one; in the extension `resultType`
    /// says so. Anything else is the operation's own result.
    ///
    /// # Errors
    /// When the reply is an error, or is none of these.
    pub fn accept(&self, reply: Reply) -> Result<Created<O>, CreateError> {
        let result = match reply {
            Reply::Result(message) => message.result,
            Reply::Error(message) => return Err(CreateError::Rejected(message.error.into())),
        };
        let malformed = |error: DecodeError| CreateError::Malformed(error.at("result"));
        let members: BTreeMap<String, Raw> = result.decode().map_err(malformed)?;
        let result_type = members.get("resultType").and_then(|kind| kind.decode::<String>().ok());
        let task = members.get("task").filter(|task| task.is_object());
        match (self.tasks.dialect(), task, result_type.as_deref()) {
            (Dialect::Extension, _, Some("task")) => self.created(&result, "result"),
            (Dialect::Extension, _, Some("input_required")) => {
                let demand = InputDemand::read(&members).map_err(malformed)?;
                Ok(Created::InputRequired(demand))
            }
            (Dialect::Enveloped | Dialect::Core, Some(task), _) => {
                self.created(task, "result.task")
            }
            _ => result.decode().map(Created::Direct).map_err(malformed),
        }
    }

    fn created(&self, task: &Raw, place: &'static str) -> Result<Created<O>, CreateError> {
        let mut seen = Seen::at(task, place).map_err(CreateError::Malformed)?;
        match tell(&mut seen, self.tasks.dialect()) {
            Ok(told) => {
                let known = Known::new(seen.snapshot, &self.tasks);
                Ok(Created::Task(Observed::of(told, known)))
            }
            Err(Untold::UnknownStatus(_)) => {
                Err(CreateError::UnknownStatus(Box::new(seen.snapshot)))
            }
            Err(Untold::Malformed(error)) => Err(CreateError::Malformed(error)),
        }
    }
}

impl<O: Request> Clone for TaskCall<O> {
    fn clone(&self) -> Self {
        Self { params: self.params.clone(), ttl: self.ttl, tasks: self.tasks.clone() }
    }
}

impl<O: Request> fmt::Debug for TaskCall<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskCall")
            .field("method", &O::METHOD)
            .field("params", &self.params)
            .field("ttl", &self.ttl)
            .finish_non_exhaustive()
    }
}

/// What became of a call that may run as a task.
#[must_use = "it holds the task's handle, or the result"]
#[non_exhaustive]
pub enum Created<O: Operation> {
    /// A task runs. It begins as working; by the time of the reply it may have gone further.
    Task(Observed<O>),
    /// The receiver did the work at once and kept no task.
    Direct(O::Result),
    /// The receiver wants input before it begins: send the request anew with the answers and with
    /// the state that the demand holds (2026-07-28).
    InputRequired(InputDemand),
}

impl<O: Operation> Created<O> {
    /// The task, if one runs. What else there may be is dropped.
    #[must_use]
    pub fn task(self) -> Option<Observed<O>> {
        match self {
            Self::Task(task) => Some(task),
            Self::Direct(_) | Self::InputRequired(_) => None,
        }
    }
}

impl<O: Operation> fmt::Debug for Created<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task(task) => f.debug_tuple("Task").field(task).finish(),
            Self::Direct(result) => f.debug_tuple("Direct").field(result).finish(),
            Self::InputRequired(demand) => f.debug_tuple("InputRequired").field(demand).finish(),
        }
    }
}

/// What a server wants to know before it begins: `InputRequiredResult` of 2026-07-28.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct InputDemand {
    /// `inputRequests`: requests to the client by key; empty if a retry with the state is enough.
    pub requests: BTreeMap<String, AnyCall>,
    /// `requestState`: to be sent back unchanged with the retry; absent means none.
    pub state: Option<String>,
}

impl InputDemand {
    fn read(members: &BTreeMap<String, Raw>) -> Result<Self, DecodeError> {
        let present = |name: &str| members.get(name).filter(|member| !member.is_null());
        let requests = present("inputRequests")
            .map(|requests| requests.decode().map_err(|error| error.at("inputRequests")));
        let state = present("requestState")
            .map(|state| state.decode().map_err(|error| error.at("requestState")));
        Ok(Self { requests: requests.transpose()?.unwrap_or_default(), state: state.transpose()? })
    }
}

/// Why there is neither a task nor a result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CreateError {
    /// The receiver refused the request. Its kind says whether it runs as a task alone, or not as one.
    #[error(transparent)]
    Rejected(Fault),
    /// The reply is neither a task nor the operation's result.
    #[error("the reply cannot be read: {0}")]
    Malformed(DecodeError),
    /// A task was created in a status that this crate does not know. Its id is in here: ask for it
    /// with `tasks/get`, and [`follow`](Runs::follow) it from the status that it comes to.
    #[error("the task `{}` began with the unknown status `{}`", .0.id, .0.status)]
    UnknownStatus(Box<Snapshot>),
}

/// Adds what is not there yet, object by object.
fn merge(into: &mut Value, more: &Value) {
    if let (Value::Object(into), Value::Object(more)) = (into, more) {
        for (name, value) in more {
            match into.get_mut(name) {
                Some(known) => merge(known, value),
                None => drop(into.insert(name.clone(), value.clone())),
            }
        }
    }
}
