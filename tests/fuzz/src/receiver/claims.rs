//! What must hold of a receiver, seen from outside.

use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;

use mcp_typestate::jsonrpc::{AnyCall, AnyMessage, Message, RequestMessage};
use mcp_typestate::receiver::{MemoryReceiver, Outgoing, Payload, Record, Requestor};
use mcp_typestate::{
    Dialect, Reply, RequestId, Snapshot, Status, from_str, from_value, v2025_11_25, v2026_07_28,
};
use serde_json::json;

use super::program::Ids;

/// What is known of a receiver by what it said.
#[derive(Default)]
pub struct Claims {
    tasks: BTreeMap<String, Known>,
    /// Requests that wait: connection, id, task.
    waiting: BTreeSet<(u64, RequestId, String)>,
    /// Ids of questions that were sent.
    asked: Vec<RequestId>,
    cursor: Option<String>,
}

/// A task, as it was last seen.
struct Known {
    dialect: Dialect,
    context: Option<String>,
    version: u64,
    status: Status,
    payload: Option<Payload>,
    updated: Option<SystemTime>,
    /// It is there no more, for good.
    forgotten: bool,
}

impl Claims {
    pub fn tasks(&self) -> Vec<String> {
        self.tasks.keys().cloned().collect()
    }

    pub fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }

    pub fn question(&self, place: u8) -> Option<RequestId> {
        self.asked.get(usize::from(place) % self.asked.len().max(1)).cloned()
    }

    pub fn sees(&self, requestor: &Requestor, task: &str) -> bool {
        self.tasks.get(task).is_some_and(|known| {
            known.dialect == requestor.dialect() && known.context.as_deref() == requestor.context()
        })
    }

    /// A reply names its request, and can be read.
    pub fn answered(&mut self, id: &RequestId, reply: &Reply) {
        assert_eq!(reply.id(), Some(id));
        let text = serde_json::to_string(reply).expect("a reply can be written");
        assert_eq!(from_str::<Reply>(&text).as_ref(), Ok(reply), "{text}");
    }

    /// A new task is working, under an id that is new.
    pub fn began(&mut self, receiver: &MemoryReceiver<Ids>, requestor: &Requestor, task: &str) {
        let record = receiver.store().get(task).expect("a task that began is kept");
        let known = Known {
            dialect: requestor.dialect(),
            context: requestor.context().map(str::to_owned),
            version: record.version(),
            status: Status::Working,
            payload: None,
            updated: None,
            forgotten: false,
        };
        let before = self.tasks.insert(task.to_owned(), known);
        assert!(before.is_none(), "{task} was there before");
        assert!(receiver.store().len() <= receiver.policy().max_tasks);
    }

    pub fn deferred(&mut self, requestor: &Requestor, request: &RequestMessage<AnyCall>) {
        let task = named(request).expect("what waits waits for a task");
        assert!(self.sees(requestor, &task), "{task} is not this requestor's");
        self.waiting.insert((requestor.connection(), request.id.clone(), task));
    }

    /// What waited on a connection waits no more: all of it, or a request.
    pub fn withdrawn(&mut self, connection: u64, id: Option<&RequestId>) {
        self.waiting.retain(|(over, waits, _)| {
            *over != connection || id.is_some_and(|withdrawn| withdrawn != waits)
        });
    }

    pub fn removed(&mut self, task: &str) {
        assert!(self.tasks.contains_key(task), "{task} was never there");
    }

    /// What goes out can be read; a reply was waited for.
    pub fn sent(&mut self, outgoing: Vec<Outgoing>) {
        for outgoing in outgoing {
            let Outgoing::Send { connection, message } = outgoing else { continue };
            let text = serde_json::to_string(&message).expect("a message can be written");
            assert_eq!(from_str::<AnyMessage>(&text).as_ref(), Ok(&message), "{text}");
            match message {
                Message::Request(request) => self.asked.push(request.id),
                Message::Notification(told) => {
                    let read = match told.body.method.as_str() {
                        "notifications/tasks" => {
                            from_str::<v2026_07_28::ServerMessage>(&text).err()
                        }
                        _ => from_str::<v2025_11_25::ServerMessage>(&text).err(),
                    };
                    let ours = told.body.method.starts_with("notifications/tasks");
                    assert!(!ours || read.is_none(), "{read:?}: {text}");
                }
                Message::Reply(reply) => {
                    let id = reply.id().cloned().expect("a reply has an id");
                    let over = |task: &str| {
                        self.tasks.get(task).is_none_or(|it| it.status.terminal().is_some())
                    };
                    let of = self.waiting.iter().filter(|it| it.0 == connection && it.1 == id);
                    let waits = of.max_by_key(|it| over(&it.2)).cloned();
                    let waits = waits.unwrap_or_else(|| panic!("nobody waits for {text}"));
                    self.waiting.remove(&waits);
                }
            }
        }
    }

    /// Who may see a task is shown what it is; who may not is told what of one that never was.
    pub fn shown(
        &mut self,
        receiver: &MemoryReceiver<Ids>,
        requestor: &Requestor,
        request: &RequestMessage<AnyCall>,
        reply: &Reply,
        now: SystemTime,
    ) {
        let reply = json!(reply);
        let (result, method) = (reply.get("result"), request.body.method.as_str());
        if method == "tasks/list"
            && let Some(result) = result
        {
            let tasks = result["tasks"].as_array().expect("a list of tasks");
            for task in tasks {
                let id = task["taskId"].as_str().expect("a task has an id");
                assert!(self.sees(requestor, id), "{id} is not this requestor's");
                let record = receiver.store().get(id).expect("what is listed is there");
                assert_eq!(record.show(now).map(|shown| shown.to_value()).as_ref(), Ok(task));
            }
            self.cursor = result["nextCursor"].as_str().map(str::to_owned);
        }
        let Some(task) = named(request).filter(|_| method.starts_with("tasks/")) else { return };
        if !self.sees(requestor, &task) {
            let code = &reply["error"]["code"];
            assert!(result.is_none() && code != -32603, "{task} is not this requestor's: {reply}");
            assert_ne!(reply["error"]["message"], "Task has expired", "it is another's");
        }
        if method == "tasks/get"
            && let Some(shown) = result
        {
            let record = receiver.store().get(&task).expect("what is shown is there");
            assert!(!record.expired(now), "it has expired: {reply}");
            assert_eq!(shown["status"], record.status().as_str());
            let read = match requestor.dialect() {
                Dialect::Extension => {
                    from_value::<v2026_07_28::GetTaskResult>(shown.clone()).map(drop)
                }
                _ => from_value::<v2025_11_25::GetTaskResult>(shown.clone()).map(drop),
            };
            assert_eq!(read, Ok(()), "{reply}");
        }
    }

    /// What holds whatever was done.
    pub fn hold(&mut self, receiver: &MemoryReceiver<Ids>, now: SystemTime) {
        for (task, known) in &mut self.tasks {
            let Some(record) = receiver.store().get(task) else {
                known.forgotten = true;
                continue;
            };
            assert!(!known.forgotten, "{task} is there again");
            assert!(record.version() >= known.version, "{task} went back");
            if known.status.terminal().is_some() {
                assert_eq!(record.status(), &known.status, "{task} has ended");
                if !record.expired(now) {
                    assert_eq!(record.payload(), known.payload.as_ref(), "{task} has ended");
                }
            }
            if let Ok(shown) = record.show(now)
                && record.version() != known.version
            {
                let snapshot: Snapshot = shown.decode().expect("a task is shown");
                let updated = snapshot.updated_at().ok();
                assert!(updated >= known.updated, "{task}: time ran backwards");
                known.updated = updated;
            }
            known.version = record.version();
            known.status = record.status().clone();
            if !record.expired(now) {
                known.payload = record.payload().cloned();
            }
        }
        for (connection, id, task) in &self.waiting {
            let record = receiver.store().get(task).expect("what waits waits for a task");
            let open = record.status().terminal().is_none();
            assert!(open, "{id:?} on {connection} still waits for {task}");
        }
    }

    pub fn swept(&self, receiver: &MemoryReceiver<Ids>) {
        let remembered = receiver.store().remembered();
        assert!(remembered <= receiver.policy().max_remembered, "{remembered}");
    }

    /// Each record is read as it was written. Gives those that were.
    pub fn are_written(&self, receiver: &MemoryReceiver<Ids>) -> Vec<Record> {
        let records = self.tasks.keys().filter_map(|task| receiver.store().get(task));
        records
            .map(|record| {
                let text = serde_json::to_string(record).expect("a record can be written");
                let read: Record = from_str(&text).unwrap_or_else(|it| panic!("{it}: {text}"));
                assert_eq!(&read, record, "{text}");
                read
            })
            .collect()
    }

    /// Nothing is left.
    pub fn over(&self, receiver: &MemoryReceiver<Ids>) {
        assert_eq!(self.waiting, BTreeSet::new(), "never answered");
        assert_eq!((receiver.store().len(), receiver.store().remembered()), (0, 0));
    }
}

/// The task that a request names.
fn named(request: &RequestMessage<AnyCall>) -> Option<String> {
    let task = request.body.params.as_ref()?.get("taskId")?;
    task.as_str().map(str::to_owned)
}
