//! A task written down, and taken up again in the state in which it was.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, MapAccess};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::Task;
use super::known::Known;
use super::observed::{Observed, tell};
use super::operation::Operation;
use super::snapshot::Snapshot;
use super::state::{InputRequired, State, Terminal, Working};
use crate::json::{self, Extra, Integer, ReadMembers, Reader, WriteMembers, Writer};
use crate::jsonrpc::AnyCall;
use crate::method::Request;
use crate::negotiation::{Dialect, Tasks};

/// A task as it is written down: small, versioned, without its result.
///
/// It is JSON through serde. Taking it up needs a proof of the session in which to go on, and the
/// operation that it carries out: [`Tasks::resume`].
///
/// ```
/// # #[cfg(feature = "v2025_11_25")] {
/// use mcp_typestate::v2025_11_25::CallTool;
/// use mcp_typestate::{Observed, ResumeError, Saved, Task, Tasks, Working};
///
/// fn sleep(task: &Task<Working, CallTool>) -> serde_json::Result<String> {
///     serde_json::to_string(&Saved::from(task))
/// }
///
/// fn wake(tasks: &Tasks, text: &str) -> Result<Observed<CallTool>, Box<dyn std::error::Error>> {
///     let saved: Saved = mcp_typestate::from_str(text)?;
///     Ok(tasks.resume(saved)?)
/// }
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    version: i64,
    method: String,
    dialect: String,
    state: String,
    task: Snapshot,
    answered: Vec<String>,
    requests: BTreeMap<String, AnyCall>,
}

/// The version that this crate writes, and the only one that it reads.
const VERSION: i64 = 1;

impl Saved {
    /// The id of the task.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.task.id
    }

    /// The method of the task's operation.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    fn new<S: State, O: Request>(task: &Task<S, O>, requests: BTreeMap<String, AnyCall>) -> Self {
        Self {
            version: VERSION,
            method: O::METHOD.to_owned(),
            dialect: dialect(task.known.tasks.dialect()).to_owned(),
            state: S::NAME.to_owned(),
            task: task.snapshot().clone(),
            answered: task.known.answered.iter().cloned().collect(),
            requests,
        }
    }
}

impl<O: Request> From<&Task<Working, O>> for Saved {
    fn from(task: &Task<Working, O>) -> Self {
        Self::new(task, BTreeMap::new())
    }
}

impl<O: Request> From<&Task<InputRequired, O>> for Saved {
    fn from(task: &Task<InputRequired, O>) -> Self {
        Self::new(task, task.state.requests.clone())
    }
}

impl<O: Request> From<&Task<Terminal, O>> for Saved {
    fn from(task: &Task<Terminal, O>) -> Self {
        Self::new(task, BTreeMap::new())
    }
}

impl<O: Request> From<&Observed<O>> for Saved {
    fn from(observed: &Observed<O>) -> Self {
        match observed {
            Observed::Working(task) => task.into(),
            Observed::InputRequired(task) => task.into(),
            Observed::Terminal(task) => task.into(),
        }
    }
}

impl Tasks {
    /// Takes up a task that was written down, in the state in which it was. In a new session with
    /// the same receiver it is as good as before.
    ///
    /// # Errors
    /// When it is of another version, dialect or operation, or contradicts itself.
    pub fn resume<O: Request>(&self, saved: Saved) -> Result<Observed<O>, ResumeError> {
        if saved.version != VERSION {
            return Err(ResumeError::Version(saved.version));
        }
        if saved.method != O::METHOD {
            return Err(ResumeError::Operation { expected: O::METHOD, found: saved.method });
        }
        let ours = dialect(self.dialect());
        if saved.dialect != ours {
            return Err(ResumeError::Dialect { expected: ours, found: saved.dialect });
        }
        // Without what stands beside a task, only its status can be wrong.
        let mut seen = saved.task.into();
        let Ok(told) = tell(&mut seen, self.dialect()) else {
            return Err(ResumeError::State(seen.snapshot.status.to_string()));
        };
        let told = told.with_requests(saved.requests);
        let known = Known {
            snapshot: seen.snapshot,
            tasks: self.clone(),
            answered: saved.answered.into_iter().collect(),
        };
        let observed = Observed::of(told, known);
        if saved.state != state_name(&observed) {
            return Err(ResumeError::State(saved.state));
        }
        Ok(observed)
    }
}

/// Why a task that was written down cannot be taken up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// It was written by another version of this crate.
    #[error("version {0} of a saved task is not known: this is version {VERSION}")]
    Version(i64),
    /// It carries out another operation: take it up as that one.
    #[error("the task carries out `{found}`, not `{expected}`")]
    Operation {
        /// The operation that it was to be taken up as.
        expected: &'static str,
        /// Its own.
        found: String,
    },
    /// It belongs to a session of another dialect.
    #[error("the task speaks the {found} dialect, and this session the {expected} dialect")]
    Dialect {
        /// The session's.
        expected: &'static str,
        /// The task's.
        found: String,
    },
    /// Its state is not the one that its status has: somebody changed it.
    #[error("the task is not `{0}` by its status: ask for it with `tasks/get`, and follow it anew")]
    State(String),
}

/// A dialect's name on paper. A requestor does not tell the first two apart.
fn dialect(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Enveloped | Dialect::Core => "core",
        Dialect::Extension => "extension",
    }
}

fn state_name<O: Operation>(observed: &Observed<O>) -> &'static str {
    match observed {
        Observed::Working(_) => Working::NAME,
        Observed::InputRequired(_) => InputRequired::NAME,
        Observed::Terminal(_) => Terminal::NAME,
    }
}

impl ReadMembers for Saved {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let (mut version, mut method, mut dialect, mut state) = (None, None, None, None);
        let (mut task, mut answered, mut requests) = (None, None, None);
        let mut unknown = Extra::new();
        let names = &["version", "method", "dialect", "state", "task", "answered", "inputRequests"];
        while let Some(member) = members.next(names)? {
            match member {
                0 => members.required_with(Integer, "version", &mut version)?,
                1 => members.required("method", &mut method)?,
                2 => members.required("dialect", &mut dialect)?,
                3 => members.required("state", &mut state)?,
                4 => members.required("task", &mut task)?,
                5 => members.optional("answered", &mut answered)?,
                6 => members.optional("inputRequests", &mut requests)?,
                // Another version may have more; which one it is decides.
                _ => members.unknown(&mut unknown)?,
            }
        }
        Ok(Self {
            version: json::present("version", version)?,
            method: json::present("method", method)?,
            dialect: json::present("dialect", dialect)?,
            state: json::present("state", state)?,
            task: json::present("task", task)?,
            answered: answered.unwrap_or_default(),
            requests: requests.unwrap_or_default(),
        })
    }
}

impl WriteMembers for Saved {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("version", &self.version)?;
        members.required("method", &self.method)?;
        members.required("dialect", &self.dialect)?;
        members.required("state", &self.state)?;
        members.required("task", &self.task)?;
        let answered = (!self.answered.is_empty()).then_some(&self.answered);
        members.optional("answered", &answered)?;
        let requests = (!self.requests.is_empty()).then_some(&self.requests);
        members.optional("inputRequests", &requests)
    }
}

impl Serialize for Saved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Saved {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
