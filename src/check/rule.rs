//! The rules: one row each, with an identifier that never changes its meaning.

use std::fmt;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; the protocol allows it.
    Note,
    /// The protocol advises against it, or it shows a mistake that did no harm.
    Warning,
    /// The protocol forbids it.
    Error,
}

impl Severity {
    /// The severity in one word: `note`, `warning`, `error`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A rule of the protocol that a session can break.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// What findings name it by: `poll-early`.
    pub id: &'static str,
    /// How much breaking it weighs.
    pub severity: Severity,
    /// Where the protocol says so.
    pub place: &'static str,
    /// What the rule asks, in a sentence.
    pub sentence: &'static str,
}

/// One row per rule: its name in the code, its identifier, its severity, where it is from, what it
/// asks.
macro_rules! rules {
    ($($name:ident = $id:literal, $severity:ident, $place:literal, $sentence:literal;)*) => {
        $(pub(super) static $name: Rule = Rule {
            id: $id,
            severity: Severity::$severity,
            place: $place,
            sentence: $sentence,
        };)*

        /// Every rule; the [module](crate::check)'s documentation lists them.
        pub static RULES: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    // What can be read at all.
    NOT_JSON = "not-json", Error, "JSON-RPC",
        "A message is JSON in UTF-8, nested no deeper than 127 levels.";
    LINE_TOO_LONG = "line-too-long", Error, "this program",
        "A line has a length that fits into the memory meant for it.";
    NOT_A_MESSAGE = "not-a-message", Error, "JSON-RPC",
        "A message is an object with one of these: a method, a result, an error.";
    BATCH = "batch", Error, "base protocol, messages",
        "Messages are sent one by one; only revision 2025-03-26 has batches, and none is empty.";
    TIME_BACKWARDS = "time-backwards", Note, "this program",
        "The messages of a recording stand in the order of their times.";
    RECORDING_UNREAD = "recording-unread", Note, "this program",
        "What a recording says of a message's sender and its time can be read.";

    // What messages look like.
    SCHEMA = "schema", Error, "schema",
        "A message follows the schema of the session's revision.";
    METHOD_UNKNOWN = "method-unknown", Warning, "schema",
        "A method is one of the session's revision.";
    WRONG_DIRECTION = "wrong-direction", Error, "schema",
        "A method is sent by the side that has it.";

    // How a session begins.
    REVISION_UNKNOWN = "revision-unknown", Warning, "lifecycle, version negotiation",
        "A session names its revision, and it is a published one.";
    REVISION_MIXED = "revision-mixed", Error, "base protocol, _meta",
        "All requests of a session name the same revision.";
    BEFORE_INITIALIZED = "before-initialized", Warning, "lifecycle, initialization",
        "Until a session is initialized only pings go back and forth, and the server's log messages, \
         progress and cancellations.";
    INITIALIZE_TWICE = "initialize-twice", Error, "lifecycle, initialization",
        "A session is initialized once.";
    CAPABILITY_MISSING = "capability-missing", Error, "lifecycle, capability negotiation",
        "A method is sent only where the capability that it needs was declared.";

    // Requests and replies.
    ID_REUSED = "id-reused", Error, "base protocol, requests",
        "A side uses the id of a request once in a session; since 2026-07-28 again when it was answered.";
    REPLY_TO_NOTHING = "reply-to-nothing", Error, "base protocol, responses",
        "A reply has the id of a request that the other side sent.";
    REPLY_TWICE = "reply-twice", Error, "JSON-RPC",
        "A request is answered once.";
    UNANSWERED = "unanswered", Warning, "JSON-RPC",
        "A request that was not cancelled is answered.";
    CANCEL_OF_NOTHING = "cancel-of-nothing", Note, "utilities, cancellation",
        "What is cancelled is a request of one's own that is still in progress, or a subscription.";
    CURSOR_UNKNOWN = "cursor-unknown", Warning, "utilities, pagination",
        "A cursor is one that the other side gave for the same list.";
    PROGRESS_UNKNOWN = "progress-unknown", Warning, "utilities, progress",
        "Progress is of a request in progress, or of its task, by the token that it gave.";
    PROGRESS_TOKEN_REUSED = "progress-token-reused", Error, "utilities, progress",
        "Of the requests of a side that are in progress, each has a token of its own.";
    PROGRESS_NOT_RISING = "progress-not-rising", Error, "utilities, progress",
        "Progress rises with each notification.";

    // Tools.
    TOOL_UNKNOWN = "tool-unknown", Warning, "tools",
        "A tool that is called is one that the server listed.";
    TOOL_SCHEMA = "tool-schema", Error, "tools",
        "A tool's schemas are JSON Schema, and need nothing outside of themselves.";
    TOOL_INPUT = "tool-input", Error, "tools",
        "A call's arguments follow the tool's input schema.";
    TOOL_OUTPUT = "tool-output", Error, "tools",
        "A tool that has an output schema gives a structured result that follows it.";

    // What may become a task.
    TASKS_NOT_NEGOTIATED = "tasks-not-negotiated", Error, "tasks, capabilities",
        "Tasks are spoken of only where the receiver declared them, and outside of the core the requestor too.";
    TASK_NOT_OFFERED = "task-not-offered", Warning, "tasks, capabilities",
        "A request asks for a task only where the receiver declared it for this method.";
    TASK_REQUIRED = "task-required", Error, "tasks, tool-level negotiation",
        "A tool whose task support is required is called as a task.";
    TASK_FORBIDDEN = "task-forbidden", Error, "tasks, tool-level negotiation",
        "A tool without task support is not called as a task.";
    TASK_UNASKED = "task-unasked", Error, "tasks, creating",
        "A reply creates a task only where the request allowed it.";
    TASK_IGNORED = "task-ignored", Warning, "tasks, creating",
        "A receiver that declared tasks for a method creates one when it is asked to.";

    // What a task is.
    TASK_ID_REUSED = "task-id-reused", Error, "tasks, ids",
        "A task's id is its own: no other task of the receiver has it.";
    TASK_STARTS_OTHERWISE = "task-starts-otherwise", Error, "tasks, status",
        "A task begins as working.";
    STATUS_AFTER_END = "status-after-end", Error, "tasks, status",
        "A task that is completed, failed or cancelled has no other status afterwards.";
    END_CHANGED = "end-changed", Error, "tasks, status",
        "What was said of a task when it had ended stays as it was said.";
    CREATION_CHANGED = "creation-changed", Error, "tasks, data",
        "A task's time of creation never changes.";
    TTL_CHANGED = "ttl-changed", Warning, "tasks, TTL",
        "The TTL that a receiver granted stays; only the extension's may change.";
    UPDATE_OLDER = "update-older", Note, "tasks, data",
        "What a receiver answers of a task is no older than what it said before.";

    // Calls about tasks.
    TASK_UNKNOWN = "task-unknown", Warning, "tasks, ids",
        "A task that is asked about is one that the receiver gave out.";
    TASK_EXPIRED = "task-expired", Warning, "tasks, TTL",
        "A task is asked about before its TTL has passed.";
    TASK_SWAPPED = "task-swapped", Error, "tasks, calls",
        "A reply is about the task that was asked about.";
    POLL_EARLY = "poll-early", Warning, "tasks, polling",
        "A task is polled no earlier than its poll interval allows.";
    RESULT_BEFORE_TERMINAL = "result-before-terminal", Error, "tasks, results (enveloped)",
        "A result is asked for when the requestor has seen that the task has ended.";
    RESULT_BLOCKS = "result-blocks", Note, "tasks, results (core)",
        "A result that is asked for early is waited for; only input that is required needs that.";
    RESULT_CHANGED = "result-changed", Error, "tasks, results",
        "A task's result, or its error, is the same each time that it is asked for.";
    RESULT_CONTRADICTS = "result-contradicts", Warning, "tasks, results",
        "A task's status says how its result ended.";
    CANCEL_AFTER_END = "cancel-after-end", Warning, "tasks, cancellation",
        "A task is cancelled before it has ended.";
    CANCEL_NOT_DONE = "cancel-not-done", Error, "tasks, cancellation (core)",
        "A receiver that accepts to cancel a task answers that it is cancelled.";
    CANCELLED_AS_REQUEST = "cancelled-as-request", Error, "tasks, cancellation (core)",
        "A request that asked for a task is cancelled as a task.";

    // Marks and pushes.
    RELATED_TASK_MISSING = "related-task-missing", Error, "tasks, related messages (core)",
        "A task's result names its task in `_meta`, and so does the result of a request that names one.";
    RELATED_TASK_MISPLACED = "related-task-misplaced", Warning, "tasks, related messages (core)",
        "What has a task for its subject does not name it in `_meta` again.";
    RELATED_TASK_WRONG = "related-task-wrong", Error, "tasks, related messages (core)",
        "The task that `_meta` names is the one that the message belongs to.";
    NOTIFICATION_EARLY = "notification-early", Note, "tasks, notifications",
        "The requestor is told of a task by the reply that creates it, before anything else.";
    NOTIFICATION_DIALECT = "notification-dialect", Error, "tasks, notifications",
        "A notification of a task has the name that the session's dialect gives it.";
    NOTIFICATION_UNSUBSCRIBED = "notification-unsubscribed", Warning, "tasks, notifications (extension)",
        "A receiver notifies of tasks that the client listens for.";

    // Input of the extension's tasks.
    INPUT_KEY_REUSED = "input-key-reused", Error, "tasks, input (extension)",
        "A key of input requests stands for one request in a task's life.";
    INPUT_KEY_UNKNOWN = "input-key-unknown", Warning, "tasks, input (extension)",
        "What is answered is an input request that is outstanding.";
}
