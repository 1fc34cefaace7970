//! Who sent a message of which the recording does not say it.

use serde_json::Value;

use super::Checker;
use super::said;
use crate::method::Side;

impl Checker {
    /// The side that sent a message:
    ///
    /// 1. the only side that the revision has sending its method;
    /// 2. for a reply, the side that the waiting request of its id went to;
    /// 3. for a call about a task, the side that does not run the task, and for a notification of
    ///    one, the side that does;
    /// 4. for progress, the side that the request with its token went to; for a cancellation, the
    ///    side that waits for the request;
    /// 5. or else the client.
    pub(super) fn infer(&self, message: &Value) -> Side {
        let prints = &self.prints;
        let Some(method) = said::method(message) else {
            let id = message.get("id").unwrap_or(&Value::Null);
            return self.exchange.asker(prints, id).map_or(Side::Client, said::other);
        };
        if let Some(facts) = self.agreement.schema().and_then(|schema| schema.method(method)) {
            match (facts.by_client, facts.by_server) {
                (true, false) => return Side::Client,
                (false, true) => return Side::Server,
                _ => {}
            }
        }
        let param = |name: &str| message.get("params").and_then(|params| params.get(name));
        if let Some(task) = param("taskId").and_then(Value::as_str)
            && let Some(receiver) = self.tasks.receiver(prints, task)
        {
            let notifies = method.starts_with("notifications/");
            return if notifies { receiver } else { said::other(receiver) };
        }
        let told = match method {
            "notifications/progress" => param("progressToken")
                .and_then(|token| self.exchange.progressing(prints, token))
                .map(said::other),
            "notifications/cancelled" => {
                param("requestId").and_then(|id| self.exchange.asker(prints, id))
            }
            // In the core only a server that was asked to can have told of a task so early.
            "notifications/tasks/status" | "notifications/tasks/updated" => Some(Side::Server),
            _ => None,
        };
        told.unwrap_or(Side::Client)
    }
}
