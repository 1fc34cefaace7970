//! What a task asks its requestor's side, as messages of the receiver's (core, enveloped).

use serde_json::{Value, json};

use super::Record;
use crate::json::Object;
use crate::jsonrpc::{AnyCall, RequestId, RequestMessage};
use crate::negotiation::Dialect;
use crate::task::relate_to_task;

impl Record {
    /// What the task asks, and is not answered yet, as requests to the requestor's side. Their ids
    /// name the task and the key, so that any process can [take in](crate::receiver::Given) the
    /// reply. None in the extension, whose tasks list their requests themselves.
    #[must_use]
    pub fn questions(&self) -> Vec<RequestMessage<AnyCall>> {
        if self.dialect() == Dialect::Extension {
            return Vec::new();
        }
        let requests = self.asked.iter().flat_map(|asked| &asked.requests);
        let message = |(key, request): (&String, &Value)| {
            let method = request.get("method").and_then(Value::as_str).unwrap_or_default();
            let call = AnyCall::new(method, request.get("params").cloned());
            RequestMessage { id: id(self.id(), key), body: self.belonging(call) }
        };
        requests.map(message).collect()
    }

    /// A request or notification as it is sent when it belongs to the task: in the core its `_meta`
    /// names the task.
    #[must_use]
    pub fn belonging(&self, mut call: AnyCall) -> AnyCall {
        if self.dialect() == Dialect::Core {
            let params = as_object(call.params.get_or_insert(Value::Null));
            let meta = params.map(|params| params.entry("_meta").or_insert(Value::Null));
            if let Some(meta) = meta.and_then(as_object) {
                relate_to_task(meta, self.id());
            }
        }
        call
    }
}

/// A value as an object; one that is none becomes an empty one.
fn as_object(value: &mut Value) -> Option<&mut Object> {
    if !value.is_object() {
        *value = json!({});
    }
    value.as_object_mut()
}

/// The id of a question: the task's, and the key, in which the sign between the two is escaped.
fn id(task: &str, key: &str) -> RequestId {
    let key = key.replace('%', "%25").replace('/', "%2F");
    RequestId::from(format!("{task}/{key}"))
}

/// The task and the key that the id of a question names. None for other ids.
pub(in crate::receiver) fn read_id(id: &RequestId) -> Option<(String, String)> {
    let RequestId::String(id) = id else { return None };
    let (task, key) = id.rsplit_once('/')?;
    Some((task.to_owned(), key.replace("%2F", "/").replace("%25", "%")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_names_its_task_and_its_key() {
        for task in ["t", "", "a/b", "100%", "%2F"] {
            for key in ["k", "", "/", "a/b", "%", "%2F", "%252F", "%25/"] {
                let read = read_id(&id(task, key));
                assert_eq!(read, Some((task.to_owned(), key.to_owned())));
            }
        }
        assert_eq!(read_id(&RequestId::from(7)), None);
        assert_eq!(read_id(&RequestId::from("t")), None);
    }
}
