//! Records in Redis: compare and set on their versions, expiry by Redis itself.
//!
//! | key | is |
//! |---|---|
//! | `mcp:task:ID` | a hash: `record`, its `version`, and until its end the `call` to carry out |
//! | `mcp:owned:OWNER` | an owner's tasks, sorted by when they expire: `tasks/list`, and a limit |
//! | `mcp:cursors:OWNER` | the cursors that the owner was given |
//! | `mcp:all` | all tasks, sorted by when they expire: the other limit |
//! | `mcp:work` | tasks whose work is not done, sorted by when the leases on it run out |
//!
//! Each change is one script, so it is made whole or not at all, whoever dies meanwhile.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use mcp_typestate::jsonrpc::AnyCall;
use mcp_typestate::receiver::{Event, ListTasks, Policy, Record, Refusal, Report};
use mcp_typestate::{DecodeError, Dialect};
use redis::{Client, Commands, Connection, RedisError, Script};

const ALL: &str = "mcp:all";
const WORK: &str = "mcp:work";
/// How long a cursor is good, in milliseconds: an hour.
const CURSOR: u64 = 3_600_000;
const TIMEOUT: Duration = Duration::from_secs(5);
/// Between two tries to reach Redis.
const PAUSE: Duration = Duration::from_millis(200);

/// The records, shared by all threads of this process and by all processes.
#[derive(Clone)]
pub struct Store(Arc<Shared>);

struct Shared {
    client: Client,
    /// One for all threads, for simplicity; a pool does as well.
    connection: Mutex<Option<Connection>>,
    keep: Script,
    page: Script,
    lease: Script,
}

/// Tasks of one owner.
pub struct Page {
    pub records: Vec<Record>,
    /// The next page's cursor.
    pub next: Option<String>,
}

/// Why a record was not read or not kept.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The record was changed by somebody else since it was read: read it again.
    #[error("the record has changed")]
    Conflict,
    /// The protocol says no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Redis cannot be reached, or says no.
    #[error("redis: {0}")]
    Redis(RedisError),
    /// What is kept is no record or call.
    #[error("what is kept cannot be read: {0}")]
    Unreadable(#[from] DecodeError),
    /// A call cannot be written.
    #[error("what is to be kept cannot be written: {0}")]
    Unwritable(#[from] serde_json::Error),
}

impl From<RedisError> for StoreError {
    /// The scripts' own words, and Redis's.
    fn from(error: RedisError) -> Self {
        match error.code() {
            Some("CONFLICT") => Self::Conflict,
            Some("FULL") => Self::Refused(Refusal::TooMany),
            _ => Self::Redis(error),
        }
    }
}

impl Store {
    pub fn open(url: &str) -> Result<Self, StoreError> {
        let store = Self(Arc::new(Shared {
            client: Client::open(url)?,
            connection: Mutex::new(None),
            keep: Script::new(include_str!("store/keep.lua")),
            page: Script::new(include_str!("store/page.lua")),
            lease: Script::new(include_str!("store/lease.lua")),
        }));
        store.with(|connection| redis::cmd("PING").exec(connection))?;
        Ok(store)
    }

    /// The record of a task, if there is one.
    pub fn load(&self, task: &str) -> Result<Option<Record>, StoreError> {
        let text: Option<String> = self.with(|it| it.hget(task_key(task), "record"))?;
        Ok(text.map(|text| mcp_typestate::from_str(&text)).transpose()?)
    }

    /// Keeps a new task's record and its work, on which the caller then has a lease. None of its id
    /// may be there.
    pub fn create(
        &self,
        record: &Record,
        call: &AnyCall,
        lease: Duration,
        policy: &Policy,
    ) -> Result<(), StoreError> {
        let (call, lease) = (serde_json::to_string(call)?, whole(lease));
        let (most, most_owned) = (policy.max_tasks, policy.max_tasks_per_context);
        let more = [call, lease.to_string(), most.to_string(), most_owned.to_string()];
        self.keep("", record, &more)
    }

    /// Keeps the record that follows another, if that is still the one that is kept; else it is a
    /// [conflict](StoreError::Conflict).
    pub fn replace(&self, before: &Record, record: &Record) -> Result<(), StoreError> {
        let ended = if record.status().terminal().is_some() { "ended" } else { "goes on" };
        self.keep(&before.version().to_string(), record, &[ended.to_owned()])
    }

    /// Lets something happen to a task: reads its record, and keeps what follows. If somebody else
    /// was faster, what follows from theirs is kept, or refused.
    pub fn apply(&self, task: &str, event: &Event) -> Result<(), StoreError> {
        loop {
            let record = self.load(task)?.ok_or(Refusal::Unknown)?;
            let step = record.apply(event.clone(), SystemTime::now())?;
            match self.replace(&record, &step.record) {
                Err(StoreError::Conflict) => {}
                // The effects of a step are left out here: requestors poll, and so do the requests
                // that wait; a worker meets a cancel at its next word.
                done => return done,
            }
        }
    }

    /// A page of a list. None if the list's cursor was not given to its requestor.
    pub fn page(&self, list: &ListTasks) -> Result<Option<Page>, StoreError> {
        let owner = owner(list.requestor().dialect(), list.requestor().context());
        let mut page = self.0.page.key(format!("mcp:owned:{owner}"));
        page.key(format!("mcp:cursors:{owner}")).arg(list.size()).arg(CURSOR);
        if let Some(cursor) = list.cursor() {
            page.arg(cursor);
        }
        let (tasks, next): (Vec<String>, Option<String>) = match self.with(|it| page.invoke(it)) {
            Err(error) if error.code() == Some("CURSOR") => return Ok(None),
            page => page?,
        };
        let records = tasks.iter().filter_map(|task| self.load(task).transpose());
        Ok(Some(Page { records: records.collect::<Result<_, _>>()?, next }))
    }

    /// Renews the leases on the work of these tasks, and takes over work whose lease has run out:
    /// its tasks and calls.
    pub fn lease<'t>(
        &self,
        running: impl Iterator<Item = &'t str>,
        lease: Duration,
    ) -> Result<Vec<(String, AnyCall)>, StoreError> {
        let mut script = self.0.lease.key(WORK);
        script.arg(whole(lease));
        for task in running {
            script.arg(task);
        }
        let tasks: Vec<String> = self.with(|it| script.invoke(it))?;
        let mut work = Vec::new();
        for task in tasks {
            let call: Option<String> = self.with(|it| it.hget(task_key(&task), "call"))?;
            match call {
                Some(call) => work.push((task, mcp_typestate::from_str(&call)?)),
                // The task has expired.
                None => self.with(|it| it.zrem(WORK, &task))?,
            }
        }
        Ok(work)
    }

    fn keep(&self, before: &str, record: &Record, more: &[String]) -> Result<(), StoreError> {
        let owner = owner(record.dialect(), record.context());
        let mut keep = self.0.keep.key(task_key(record.id()));
        keep.key(format!("mcp:owned:{owner}")).key(ALL).key(WORK);
        keep.arg(record.id()).arg(before).arg(record.version());
        keep.arg(serde_json::to_string(record)?);
        keep.arg(millis(record.expires_at())).arg(millis(record.forgotten_at())).arg(more);
        Ok(self.with(|it| keep.invoke(it))?)
    }

    /// Does something over the connection, and lets go of one that has failed.
    fn with<T>(
        &self,
        act: impl FnOnce(&mut Connection) -> Result<T, RedisError>,
    ) -> Result<T, RedisError> {
        let mut kept = self.0.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let mut connection = match kept.take() {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let done = act(&mut connection);
        // After a failure, what comes next over it might be the answer to this.
        if !done.as_ref().is_err_and(RedisError::is_io_error) {
            *kept = Some(connection);
        }
        done
    }

    fn connect(&self) -> Result<Connection, RedisError> {
        let connection = self.0.client.get_connection_with_timeout(TIMEOUT)?;
        connection.set_read_timeout(Some(TIMEOUT))?;
        connection.set_write_timeout(Some(TIMEOUT))?;
        Ok(connection)
    }
}

impl Report for Store {
    type Error = StoreError;

    /// A worker's word is not lost because Redis cannot be reached for a while.
    fn report(&mut self, task: &str, event: Event) -> Result<(), StoreError> {
        loop {
            match self.apply(task, &event) {
                Err(StoreError::Redis(error)) => eprintln!("{task}: redis: {error}"),
                done => return done,
            }
            thread::sleep(PAUSE);
        }
    }
}

fn task_key(task: &str) -> String {
    format!("mcp:task:{task}")
}

/// Whom tasks belong to, as part of a key. No context is not the empty one.
fn owner(dialect: Dialect, context: Option<&str>) -> String {
    match context {
        None => format!("{dialect:?}"),
        Some(context) => format!("{dialect:?}:{context}"),
    }
}

/// A time as Redis takes it: milliseconds since 1970 began.
fn millis(time: Option<SystemTime>) -> String {
    let since = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    time.map_or("+inf".to_owned(), |time| whole(since(time)).to_string())
}

fn whole(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
