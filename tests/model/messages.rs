//! Messages on the wire, and what a receiver says by them, read here without the crate.

use serde::Serialize;
use serde_json::Value;

use super::numbered::Numbered;

/// A message's number.
pub type MessageId = u32;

#[derive(Debug)]
pub struct Message {
    pub text: String,
    /// Whether it goes to the receiver: whether it is a request.
    pub asks: bool,
    /// The method of a request or notification.
    pub method: String,
    /// The id of a request or reply; empty for a notification.
    pub id: String,
    /// The keys that it answers, of `tasks/update`.
    pub keys: u8,
    pub said: Said,
}

/// What a reply or notification says of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// It goes on, and waits on these keys.
    Open(u8),
    /// It has ended so.
    Ended(End),
    /// Nothing of a status: an acknowledgement, or a result as it is.
    Else,
    /// It has expired: -32602.
    Expired,
    /// There is no such task: -32602.
    Unknown,
    /// It has not ended: -32602.
    NotTerminal,
    /// Another error.
    Refused,
}

/// The status that a task ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    Completed,
    Failed,
    Cancelled,
}

/// All messages so far.
pub type Messages = Numbered<Message>;

impl Messages {
    /// The number of a message, as it goes over the wire.
    pub fn number(&mut self, message: &impl Serialize) -> MessageId {
        let text = serde_json::to_string(message).unwrap();
        self.find(&text).unwrap_or_else(|| self.add(text.clone(), Message::read(text)))
    }
}

/// Letters as bits.
pub fn keys(object: &Value) -> u8 {
    let names = object.as_object().into_iter().flatten().map(|(key, _)| key.as_bytes());
    names.fold(0, |keys, name| keys | 1 << (name[0] - b'a'))
}

impl Message {
    fn read(text: String) -> Self {
        let value: Value = serde_json::from_str(&text).unwrap();
        let string = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let asks = value.get("id").is_some() && value.get("method").is_some();
        let said = match value.get("error") {
            Some(error) => refused(error),
            None => told(value.get("params").or(value.get("result")).unwrap_or(&Value::Null)),
        };
        let keys = keys(&value["params"]["inputResponses"]);
        Self { asks, method: string("method"), id: string("id"), keys, said, text }
    }
}

fn refused(error: &Value) -> Said {
    match (error["code"].as_i64(), error["data"]["reason"].as_str()) {
        (Some(-32602), Some("expired")) => Said::Expired,
        (Some(-32602), Some("unknown")) => Said::Unknown,
        (Some(-32602), Some("not_terminal")) => Said::NotTerminal,
        _ => Said::Refused,
    }
}

/// A task, wherever it stands. One that goes on and has an outcome nevertheless is not one.
fn told(told: &Value) -> Said {
    let task = told.get("task").unwrap_or(told);
    match task["status"].as_str() {
        Some("working" | "input_required")
            if task.get("result").or(task.get("error")).is_none() =>
        {
            Said::Open(keys(&task["inputRequests"]))
        }
        Some("completed") => Said::Ended(End::Completed),
        Some("failed") => Said::Ended(End::Failed),
        Some("cancelled") => Said::Ended(End::Cancelled),
        _ => Said::Else,
    }
}
