//! Whole messages: by who sends them, by the session's revision and by what it negotiated.

use serde::Serialize;
use serde_json::Value;

use super::path::JsonPath;
use super::violation::{Found, Violation, Violations, excerpt};
use super::{MethodFacts, Schema, written};
use crate::method::Side;
use crate::negotiation::{Dialect, Negotiated, NotNegotiated, Tasks};
use crate::revision::Revision;
use crate::task::NOTIFICATIONS;

/// The validator of a session's messages.
///
/// ```
/// use mcp_typestate::json::Object;
/// use mcp_typestate::schema::{Answers, Messages};
/// use mcp_typestate::{Negotiated, Revision, Side};
/// use serde_json::{Value, json};
///
/// fn capabilities(value: Value) -> Object {
///     value.as_object().cloned().unwrap_or_default()
/// }
///
/// let task = json!({ "taskId": "t", "status": "working", "ttl": null,
///     "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z" });
/// let reply = json!({ "jsonrpc": "2.0", "id": 1, "result": { "task": task } });
/// let answers = Answers::to("tools/call").as_task();
///
/// let nothing = capabilities(json!({}));
/// let session = Negotiated::new(Revision::V2025_11_25, &nothing, &nothing);
/// let messages = Messages::of(&session).unwrap();
/// assert!(messages.validate(Side::Server, &reply, Some(&answers)).is_err());
///
/// let tasks = capabilities(json!({ "tasks": { "requests": { "tools": { "call": {} } } } }));
/// let session = Negotiated::new(Revision::V2025_11_25, &tasks, &tasks);
/// let messages = Messages::of(&session).unwrap();
/// assert!(messages.validate(Side::Server, &reply, Some(&answers)).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Messages {
    schema: &'static Schema,
    session: Negotiated,
}

/// The request that a reply answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    method: String,
    task: bool,
}

impl Answers {
    /// A request of this method, as it stands in the request. Of one that the revision does not have
    /// any result is accepted, and so it is of `tasks/result`: of the core name the method of the
    /// request that became the task, whose result it is.
    #[must_use]
    pub fn to(method: impl Into<String>) -> Self {
        Self { method: method.into(), task: false }
    }

    /// The same request, which asked to become a task (core) or whose client declared the extension
    /// on it (extension).
    #[must_use]
    pub fn as_task(mut self) -> Self {
        self.task = true;
        self
    }
}

impl Messages {
    /// The validator of a session; none if its revision is not known here.
    #[must_use]
    pub fn of(session: &Negotiated) -> Option<Self> {
        Some(Self { schema: Schema::of(session.revision())?, session: session.clone() })
    }

    /// Checks a message that one side sends. A reply needs the request that it answers, since
    /// nothing in it says what its result is; without one only its envelope is checked. So it is of a
    /// method that the revision does not have: peers may have methods of their own, and whoever wants
    /// none asks [`Schema::method`].
    ///
    /// # Errors
    /// With what is wrong with it, all unless that is very much: by the schema; by its direction; and
    /// by what was negotiated, which is whether there may be tasks: in the core where their receiver
    /// declared them, in the extension where both sides did. That a method's own capability was
    /// declared is not asked here, since both sides may leave some undeclared and mean them.
    pub fn validate(
        &self,
        from: Side,
        message: &Value,
        answers: Option<&Answers>,
    ) -> Result<(), Violations> {
        let mut found = Found::default();
        match Kind::of(self.schema, message) {
            Kind::Call(method) => {
                self.agreed(from, method, &mut found);
                shape(self.schema, &Kind::Call(method), &[], message, &mut found);
            }
            Kind::Result => {
                let allowed = answers.map(|answers| self.allowed(from, answers));
                shape(
                    self.schema,
                    &Kind::Result,
                    &allowed.unwrap_or_default(),
                    message,
                    &mut found,
                );
            }
            kind => shape(self.schema, &kind, &[], message, &mut found),
        }
        found.verdict()
    }

    /// The same for a typed message, as it would be sent.
    ///
    /// # Errors
    /// As [`validate`](Self::validate); and when the message cannot be written as JSON, with the
    /// rule `json`.
    pub fn validate_typed(
        &self,
        from: Side,
        message: &impl Serialize,
        answers: Option<&Answers>,
    ) -> Result<(), Violations> {
        self.validate(from, &written(message)?, answers)
    }

    /// Checks that the side may send the method in this session.
    fn agreed(&self, from: Side, method: &MethodFacts, found: &mut Found) {
        let path = || JsonPath::root().member("method");
        if !method.sent_by(from) {
            let meant = format!("a method that the {from} sends");
            found.add(|| Violation::new(path(), "direction", method.method, meant));
        } else if is_about_tasks(method.method) {
            // Requests go to the receiver of tasks, and notifications come from it.
            let other = if from == Side::Client { Side::Server } else { Side::Client };
            let receiver = if method.is_request() { other } else { from };
            if let Err(why) = tasks_seen(&self.session, receiver, Dialect::Core) {
                let meant = format!("tasks that were negotiated: {why}");
                found.add(|| Violation::new(path(), "negotiated", method.method, meant));
            }
        }
    }

    /// The definitions that a reply may follow in this session.
    fn allowed(&self, from: Side, answers: &Answers) -> Vec<&'static str> {
        let tasks = tasks_seen(&self.session, from, Dialect::Core)
            .and_then(|tasks| tasks.augments(&answers.method));
        replies(self.schema, &answers.method, answers.task && tasks.is_ok())
    }
}

/// Whether a method has a task for its subject.
pub(crate) fn is_about_tasks(method: &str) -> bool {
    method.starts_with("tasks/") || NOTIFICATIONS.contains(&method)
}

/// Whether tasks that a side runs were negotiated, as it is seen from outside. In the core it is the
/// receiver that runs tasks or does not, and may ignore what a requestor without tasks asks for.
/// `dialect` is that of revision 2025-11-25.
pub(crate) fn tasks_seen(
    session: &Negotiated,
    receiver: Side,
    dialect: Dialect,
) -> Result<Tasks, NotNegotiated> {
    match (session.revision(), dialect) {
        (Revision::V2025_11_25, Dialect::Core) => session.tasks_of(receiver),
        _ => session.tasks(receiver),
    }
}

/// The definitions that a reply to a method may follow. `task` says whether it may create a task.
pub(crate) fn replies(schema: &Schema, method: &str, task: bool) -> Vec<&'static str> {
    let Some(method) = schema.method(method) else { return Vec::new() };
    let mut allowed = method.replies.clone().unwrap_or_default();
    allowed.retain(|name| *name != CREATED);
    if task && method.task {
        allowed.push(CREATED);
    }
    allowed
}

/// The definition of a reply that creates a task, in the core and in the extension.
const CREATED: &str = "CreateTaskResult";

/// What a message is, by the members that it has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind<'s> {
    /// A request or a notification of a method that the revision has.
    Call(&'s MethodFacts),
    /// A request of a method that it does not have.
    Request,
    /// A notification of a method that it does not have.
    Notification,
    Result,
    Error,
    /// None of these.
    Other,
}

impl<'s> Kind<'s> {
    pub(crate) fn of(schema: &'s Schema, message: &Value) -> Self {
        let has = |name: &str| message.get(name).is_some();
        match message.get("method").and_then(Value::as_str) {
            Some(method) => match schema.method(method) {
                Some(facts) => Self::Call(facts),
                None if has("id") => Self::Request,
                None => Self::Notification,
            },
            None if has("error") => Self::Error,
            None if has("result") => Self::Result,
            None => Self::Other,
        }
    }
}

/// Adds what the schema forbids in a message of a kind. Of the definitions in `replies` a result has
/// to follow one; where there is none, any result will do.
pub(crate) fn shape(
    schema: &'static Schema,
    kind: &Kind<'_>,
    replies: &[&str],
    message: &Value,
    found: &mut Found,
) {
    // What is called otherwise since 2025-11-25 comes second.
    let (envelope, body): (&[&str], Option<&str>) = match kind {
        Kind::Call(method) if method.is_request() => (&["JSONRPCRequest"], Some(method.definition)),
        Kind::Call(method) => (&["JSONRPCNotification"], Some(method.definition)),
        Kind::Request => (&["JSONRPCRequest"], None),
        Kind::Notification => (&["JSONRPCNotification"], None),
        Kind::Result => (&["JSONRPCResultResponse", "JSONRPCResponse"], None),
        Kind::Error => (&["JSONRPCErrorResponse", "JSONRPCError"], None),
        Kind::Other => {
            let meant = "an object with a `method`, a `result` or an `error`";
            found.add(|| Violation::new(JsonPath::root(), "anyOf", excerpt(message), meant));
            return;
        }
    };
    let root = JsonPath::root();
    let envelope = envelope.iter().find_map(|name| schema.definition(name));
    for definition in envelope.into_iter().chain(body.and_then(|name| schema.definition(name))) {
        definition.find(message, &root, found);
    }
    if let (Kind::Call(method), true) = (kind, message.get("id").is_some())
        && !method.is_request()
    {
        let there = message.get("id").map(excerpt).unwrap_or_default();
        let meant = "no such member: nobody answers a notification";
        found.add(|| Violation::new(root.clone().member("id"), "not", there, meant));
    }
    if let (Kind::Result, Some(result)) = (kind, message.get("result")) {
        reply(schema, replies, result, &root.member("result"), found);
    }
}

/// Adds what is wrong with a reply's result: by the definition that its `resultType` chooses, in the
/// core its `task`, or else by the one of a plain result, or else by the first.
fn reply(
    schema: &'static Schema,
    replies: &[&str],
    result: &Value,
    base: &JsonPath,
    found: &mut Found,
) {
    let definitions = || replies.iter().filter_map(|name| schema.definition(name));
    if definitions().any(|definition| definition.is_valid(result)) {
        return;
    }
    let tagged = schema.definition("InputRequiredResult").is_some();
    let tag = result.get("resultType").and_then(Value::as_str).filter(|_| tagged);
    let told = definitions().find(|definition| match (tag, definition.name()) {
        (Some("task"), CREATED) | (Some("input_required"), "InputRequiredResult") => true,
        (None, CREATED) => !tagged && result.get("task").is_some(),
        _ => false,
    });
    let complete =
        || definitions().find(|it| ![CREATED, "InputRequiredResult"].contains(&it.name()));
    if let Some(definition) = told.or_else(complete).or_else(|| definitions().next()) {
        definition.find(result, base, found);
    }
}
