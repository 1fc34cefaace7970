//! Who sent a message of which the recording does not say it.

use serde_json::Value;

use super::exchange::Asked;
use super::said::Said;
use super::tasks::created_task;
use super::{Checker, said};
use crate::method::Side;
use crate::schema::{Schema, is_about_tasks, replies};

impl Checker {
    /// The side that sent a message:
    ///
    /// 1. the only side that the revision has sending its method;
    /// 2. for a reply, the side that the waiting request of its id went to: of two such requests the
    ///    one that it fits, or else the older; of none, one of the client's;
    /// 3. for a call about a task, the side that does not run the task, and for a notification of
    ///    one, the side that does;
    /// 4. for progress, the side that the request with its token went to; for a cancellation, the
    ///    side that waits for the request;
    /// 5. for a request with an id that the client has used and the server has not, the server;
    /// 6. or else the client.
    pub(super) fn infer(&self, message: &Value) -> Side {
        let prints = &self.prints;
        let Some(method) = said::method(message) else {
            let replies = ["result", "error"].iter().any(|name| message.get(name).is_some());
            return if replies { said::other(self.asker(message)) } else { Side::Client };
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
                .and_then(|token| self.exchange.progress.of(prints, token))
                .map(said::other),
            "notifications/cancelled" => {
                param("requestId").and_then(|id| self.exchange.asker(prints, id))
            }
            // In the core only a server that was asked to can have told of a task so early.
            "notifications/tasks/status" | "notifications/tasks/updated" => Some(Side::Server),
            _ => None,
        };
        let by_id = || message.get("id").and_then(|id| self.exchange.only_user(prints, id));
        told.or_else(|| by_id().map(said::other)).unwrap_or(Side::Client)
    }

    /// The side whose request a reply answers.
    fn asker(&self, reply: &Value) -> Side {
        let id = reply.get("id").unwrap_or(&Value::Null);
        let waiting = |side| self.exchange.waiting(&self.prints, side, id);
        let (client, server) = match (waiting(Side::Client), waiting(Side::Server)) {
            (Some(client), Some(server)) => (client, server),
            (None, Some(_)) => return Side::Server,
            // An answer to nothing is more often the server's.
            (_, None) => return Side::Client,
        };
        match (self.fits(client, reply), self.fits(server, reply)) {
            (true, false) => Side::Client,
            (false, true) => Side::Server,
            _ if server.sent.is_before(client.sent) => Side::Server,
            _ => Side::Client,
        }
    }

    /// Whether nobody can say which request of its id a reply answers: two of its side, the one that
    /// waits of each side, or one that nobody saw.
    pub(super) fn is_in_doubt(&self, said: &Said<'_>) -> bool {
        let Some(id) = said.id() else { return false };
        let waiting = |side| self.exchange.waiting(&self.prints, side, id);
        let Some(asked) = waiting(said.to()) else { return false };
        let fits = || self.fits(asked, said.message);
        if asked.shares_id && !fits() {
            return true;
        }
        if said.told {
            return false;
        }
        if let Some(other) = waiting(said.from) {
            let seen = |asked: &Asked| said.past.is_whole_since(asked.sent);
            let alike = asked.method == other.method && seen(asked) && seen(other);
            return !alike && fits() == self.fits(other, said.message);
        }
        // What a result looks like says enough, unless it may look like any.
        let says = said.past.is_whole() || (asked.method != "tasks/result" && fits());
        !says && self.fits_another(said)
    }

    /// Whether a result may be for a request of the side that is taken for its sender.
    fn fits_another(&self, said: &Said<'_>) -> bool {
        let (Some(schema), Some(result)) = (self.agreement.schema(), said.result()) else {
            return false;
        };
        if created_task(&self.agreement, result).is_some() {
            return true;
        }
        let mut methods = schema.methods().filter(|it| it.sent_by(said.from) && it.is_request());
        methods.any(|it| !is_about_tasks(it.method) && is_reply(schema, it.method, result))
    }

    /// Whether a reply is one that a request asks for: not just any object, unless it is empty.
    fn fits(&self, asked: &Asked, reply: &Value) -> bool {
        let (Some(schema), Some(result)) = (self.agreement.schema(), reply.get("result")) else {
            return false;
        };
        if created_task(&self.agreement, result).is_some() {
            return asked.may_be_task;
        }
        is_reply(schema, &asked.method, result)
    }
}

/// Whether a result is one that a method asks for.
fn is_reply(schema: &'static Schema, method: &str, result: &Value) -> bool {
    let says = |(name, _): (&String, &Value)| !["_meta", "resultType"].contains(&name.as_str());
    let empty = !result.as_object().is_some_and(|result| result.iter().any(says));
    let mut allowed = replies(schema, method, false).into_iter();
    allowed.any(|name| match name {
        "EmptyResult" => empty,
        name => schema.definition(name).is_some_and(|it| it.is_valid(result)),
    })
}
