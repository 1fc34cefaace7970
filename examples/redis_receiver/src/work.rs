//! The work: one tool, and who runs it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};

use mcp_typestate::json::Raw;
use mcp_typestate::jsonrpc::{AnyCall, ErrorCode, ErrorObject};
use mcp_typestate::receiver::{NotReported, Running, Worker};
use serde_json::{Value, json};

use crate::store::{Store, StoreError};

/// The tool's name.
pub const TOOL: &str = "wait";

/// The longest that the work goes on without a look at its task.
const STEP: Duration = Duration::from_secs(2);

/// Why work stopped before its end was kept.
type Stopped = NotReported<StoreError>;

/// The work that goes on in this process.
///
/// A process has a lease on what it does, and renews it while it lives. When it dies, the lease
/// runs out and another process begins the work anew. One that was only slow goes on meanwhile: the
/// work may be done twice, and the record takes the end that comes first.
#[derive(Clone)]
pub struct Works {
    store: Store,
    lease: Duration,
    running: Arc<Mutex<HashMap<String, JoinHandle<()>>>>,
}

impl Works {
    pub fn new(store: Store, lease: Duration) -> Self {
        Self { store, lease, running: Arc::default() }
    }

    /// How long others leave the work of a process alone that says nothing.
    pub fn lease(&self) -> Duration {
        self.lease
    }

    /// Begins the work of a task, in a thread of its own: the limit on tasks is one on threads.
    pub fn begin(&self, task: String, call: AnyCall) {
        let worker = Worker::take_up(task.as_str(), self.store.clone());
        let thread = thread::spawn({
            let task = task.clone();
            move || {
                // Usually the task was cancelled, has expired, or somebody else was faster.
                if let Err(error) = run(worker, &call) {
                    eprintln!("{task}: {error}");
                }
            }
        });
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.insert(task, thread);
    }

    /// Renews leases and takes over what others have left, for as long as the process lives.
    pub fn keep_up(&self) {
        loop {
            if let Err(error) = self.keep_up_once() {
                // It is tried again, and until then others may take over.
                eprintln!("leases: {error}");
            }
            thread::sleep(self.lease / 5);
        }
    }

    fn keep_up_once(&self) -> Result<(), StoreError> {
        let running: Vec<String> = {
            let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            running.retain(|_, thread| !thread.is_finished());
            running.keys().cloned().collect()
        };
        let left = self.store.lease(running.iter().map(String::as_str), self.lease)?;
        for (task, call) in left.into_iter().filter(|(task, _)| !running.contains(task)) {
            self.begin(task, call);
        }
        Ok(())
    }
}

/// Does the work, and says how it ended.
fn run(mut worker: Worker<Running, Store>, call: &AnyCall) -> Result<(), Stopped> {
    let params = call.params.as_ref().and_then(|params| params.get("arguments"));
    let arguments = params.unwrap_or(&Value::Null);
    let Some(until) = arguments["until"].as_u64().map(Duration::from_millis) else {
        let words = "Invalid params: params.arguments.until: not a number of milliseconds";
        let error = ErrorObject::new(ErrorCode::INVALID_PARAMS, words);
        return worker.fail(error).map_err(|it| it.reason);
    };
    let now = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    while let Some(left) = until.checked_sub(now()).filter(|left| !left.is_zero()) {
        if left > STEP {
            // If the task was cancelled or has expired, this says so, and the work stops.
            let words = format!("{} s to wait in process {}", left.as_secs(), std::process::id());
            worker.progress(words).map_err(NotReported::Refused)?;
        }
        thread::sleep(left.min(STEP));
    }
    let say = arguments["say"].as_str().unwrap_or("waited");
    let ended = match arguments["then"].as_str() {
        Some("fail") => worker.fail(ErrorObject::new(ErrorCode::INTERNAL_ERROR, say)),
        then => worker.finish(&said(say, then == Some("report"))),
    };
    ended.map_err(|it| it.reason)
}

/// A result, complete as the extension wants it; the core does not mind.
fn said(say: &str, is_error: bool) -> Raw {
    let text = format!("{say}, by process {}", std::process::id());
    let content = json!([{ "type": "text", "text": text }]);
    let result = json!({ "resultType": "complete", "content": content, "isError": is_error });
    // A `Value` can always be written.
    Raw::from_value(&result).unwrap_or_else(|_| Raw::null())
}

/// The tool, as `tools/list` shows it.
pub fn tool() -> Value {
    json!({
        "name": TOOL,
        "description": "Waits until a time, and says something",
        "inputSchema": {
            "type": "object",
            "properties": {
                "until": { "type": "integer", "description": "milliseconds since 1970 began" },
                "say": { "type": "string" },
                "then": { "enum": ["say", "report", "fail"], "description":
                    "how it ends: with a result, with one that reports an error, with an error" },
            },
            "required": ["until"],
        },
        "execution": { "taskSupport": "required" },
    })
}
