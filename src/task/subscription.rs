//! Asking to be notified of tasks (extension).

use serde_json::{Value, json};

use crate::jsonrpc::{AnyCall, RequestId, RequestMessage};
use crate::negotiation::{Subscribing, Tasks};

/// The key of `_meta` that names the request by which a notification was asked for: the id of a
/// `subscriptions/listen`.
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

impl Subscribing {
    /// `subscriptions/listen` for the statuses of these tasks. Notifications then come on the
    /// request's own stream, and are for [`Update::notified`](crate::Update::notified); none of
    /// them need arrive.
    pub fn listen<T: Into<String>>(&self, tasks: impl IntoIterator<Item = T>) -> ListenCall {
        let ids = tasks.into_iter().map(Into::into).collect();
        ListenCall { tasks: self.0.clone(), ids }
    }
}

/// `subscriptions/listen` for tasks.
#[derive(Clone, Debug)]
#[must_use = "nothing is asked until its message is sent"]
pub struct ListenCall {
    tasks: Tasks,
    ids: Vec<String>,
}

impl ListenCall {
    /// The message to send.
    #[must_use]
    pub fn message(&self, id: impl Into<RequestId>) -> RequestMessage<AnyCall> {
        let meta = self.tasks.meta().map(|meta| ("_meta".to_owned(), json!(meta)));
        let filter = json!({ "taskIds": self.ids });
        let params = [("notifications".to_owned(), filter)].into_iter().chain(meta).collect();
        let body = AnyCall::new("subscriptions/listen", Some(Value::Object(params)));
        RequestMessage { id: id.into(), body }
    }
}
