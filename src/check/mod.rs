//! Recorded sessions, held against the protocol's rules: the run-time twin of what the types
//! prevent.
//!
//! A [`Checker`] takes a session's messages one after another and says what is wrong with each:
//! [`Finding`]s, each by a [`Rule`]. It needs no connection and no clock, only what was recorded.
//!
//! ```
//! use mcp_typestate::check::{Checker, Item, Recording};
//!
//! let session = r#"
//! {"from": "client", "message": {"jsonrpc": "2.0", "id": 1, "method": "ping"}}
//! {"from": "server", "message": {"jsonrpc": "2.0", "id": 1, "result": {}}}
//! {"from": "client", "message": {"jsonrpc": "2.0", "id": 2, "method": "ping"}}
//! {"from": "server", "message": {"jsonrpc": "2.0", "id": 1, "result": {}}}
//! "#;
//! let mut recording = Recording::new(session.as_bytes());
//! let mut checker = Checker::new().with_revision("2025-11-25");
//! let mut found = Vec::new();
//! while let Some(item) = recording.next()? {
//!     found.extend(checker.item(&item).findings);
//! }
//! found.extend(checker.finish());
//! let found: Vec<String> = found.iter().map(ToString::to_string).collect();
//! assert_eq!(found, [
//!     "line 5, id: the request 1 was answered before (reply-twice)",
//!     "line 4: the server never answered `ping` 2 (unanswered)",
//! ]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # What is assumed
//!
//! - **The revision** is the one that the session names: in the reply to `initialize`, or since
//!   2026-07-28 in each request. [`Checker::with_revision`] overrules it. As long as there is none,
//!   nothing is held against a schema.
//! - **The dialect of tasks** follows from the revision. Nothing on the wire tells the enveloped
//!   dialect from the core's; [`Checker::with_dialect`] does.
//! - **The sender** of a message is what the recording says, or else inferred: from the only side
//!   that has the method, the request that a reply answers, the side that runs a task; and what
//!   remains is taken for the client's. Where a reply may be to either side's request, none is held
//!   against it, and neither is called unanswered.
//! - **What is under way** may cross what ends it: a task's progress its end, a notification the
//!   cancellation of its subscription. It counts when the other side has answered a request that was
//!   sent after the end. A request that is cancelled may go on, and tell of its progress, until it is
//!   answered.
//! - **Over HTTP** a stream that is closed is not in a recording. Since 2026-07-28 that cancels a
//!   request or a subscription; so a token of progress that is given twice is no finding there. An id
//!   that is used twice without an answer is one: nothing tells that the first request is over.
//! - **An error in the place of a task's result** may be of the call that asked for it, if it has a
//!   code that any request may get: JSON-RPC's own, and the one for a URL that the user has to visit.
//!   Others are what the task ended with, by their code and message, if it was seen to have failed.
//! - **What is only advised** is mostly not asked: that `includeContext` needs its capability is one
//!   such. Nor is it asked of the input that a task of the extension waits for what its client
//!   declared, since each of its requests may declare something else.
//! - **Times** have their grain: a poll that comes up to 10 ms early is not held to be early. Where
//!   there are none, no TTL is taken to have passed.
//! - **A recording may start late**, unless it has the request to initialize, or begins with
//!   `server/discover`; and lines of it may be unreadable. What was said there is not known, so a
//!   rule that would need it says nothing. Only that two requests of one side have the same id, where
//!   one of them was not seen and may be answered late, is not assumed.
//!
//! # What is kept
//!
//! Memory does not grow with the session: of each task, request, tool and token a few facts and
//! fingerprints are kept, and of those a limited number:
//!
//! - 16384 tasks, those that have ended forgotten first, and as many that were listened for or could
//!   not be read; of each, eight subscriptions that name it at a time; 65536 keys of input requests,
//!   of all tasks together;
//! - 65536 requests that wait, and ids that two of them had; of each side 4096 ranges of ids that are
//!   integers, and 65536 other ids;
//! - 16384 tokens of progress, of each eight requests that gave it; 4096 cursors;
//! - 1024 tools with schemas of up to 64 KiB;
//! - names (methods, ids of tasks, tools) of up to 1024 characters;
//! - the capabilities that each side declared last, however long they are.
//!
//! Where something was forgotten or is too long, the rules that would miss it say nothing: a limit
//! makes a checker say less, and never something wrong. So it is of a value that a tool's schema would
//! take too long to check ([`ToolSchema`](crate::schema::ToolSchema)). Of one line, be it a batch,
//! each rule has at most 100 findings, and one more that counts the rest; of violations of a schema
//! beyond [what is kept](crate::schema::Violations::more) of one value, at least so many.
//!
//! # The rules
//!
#![doc = include_str!("rules.md")]

mod agreement;
mod bounded;
mod capability;
mod exchange;
mod infer;
mod input;
mod past;
mod progress;
mod recording;
mod rule;
mod said;
mod shape;
mod tasks;
mod tools;

use std::fmt;
use std::time::SystemTime;

use serde_json::Value;

pub use input::{Broken, Entry, Item, LineFault, Unread};
pub use recording::Recording;
pub use rule::{RULES, Rule, Severity};
pub use tasks::Sight;

use self::agreement::Agreement;
use self::bounded::Fingerprints;
use self::exchange::{Asked, Exchange};
use self::past::Past;
use self::said::{Report, Said};
use self::tasks::{Around, Tasks, created_task};
use self::tools::Tools;
use crate::method::Side;
use crate::negotiation::Dialect;
use crate::revision::Revision;
use crate::schema::{JsonPath, Printable, excerpt, shortened};

/// A rule that a message breaks.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The message's line; see [`Entry::line`].
    pub line: u64,
    /// Where it is in the message, or in the batch of them on its line: `[1].params`. What is missing
    /// has the path that it would have.
    pub path: JsonPath,
    /// What is the matter, in a sentence about this message.
    pub text: Printable,
    /// When the message was sent, where the recording says so.
    pub at: Option<SystemTime>,
    /// The side that sent the message, as recorded or inferred. None if there is no message; and of
    /// what is found in a line before its messages are looked at (its time, its sender, that it is a
    /// batch), where the recording does not say who sent it.
    pub from: Option<Side>,
    /// The task that it is about, if it is about one: its id, of which a long one ends after 60
    /// characters with `…`.
    pub task: Option<String>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, line, path, text, .. } = self;
        write!(f, "line {line}")?;
        if !path.steps().is_empty() {
            write!(f, ", {path}")?;
        }
        write!(f, ": {text} ({})", rule.id)
    }
}

/// What a message was found to be.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Checked {
    /// What is wrong with it.
    pub findings: Vec<Finding>,
    /// The side that sent it, as recorded or inferred; none for what is no message.
    pub from: Option<Side>,
    /// What it says of tasks.
    pub sights: Vec<Sight>,
}

/// Holds the messages of one session against the rules, in the order in which they were sent.
#[derive(Debug)]
pub struct Checker {
    prints: Fingerprints,
    past: Past,
    agreement: Agreement,
    exchange: Exchange,
    tools: Tools,
    tasks: Tasks,
    now: Option<SystemTime>,
    /// Whether it was said that a sender, and that a time, could not be read.
    unread: (bool, bool),
}

impl Default for Checker {
    fn default() -> Self {
        Self::new()
    }
}

impl Checker {
    /// A session that has not begun.
    #[must_use]
    pub fn new() -> Self {
        Self {
            prints: Fingerprints::default(),
            past: Past::default(),
            agreement: Agreement::new(),
            exchange: Exchange::new(),
            tools: Tools::new(),
            tasks: Tasks::new(),
            now: None,
            unread: (false, false),
        }
    }

    /// The same, spoken in this revision whatever the session itself says.
    #[must_use]
    pub fn with_revision(mut self, revision: impl Into<Revision>) -> Self {
        self.agreement = self.agreement.given(revision.into());
        self
    }

    /// The same, whose tasks travel in this dialect where the revision is 2025-11-25. That is the
    /// core's unless it is [`Dialect::Enveloped`]; the extension is of another revision, and ignored.
    #[must_use]
    pub fn with_dialect(mut self, dialect: Dialect) -> Self {
        self.agreement = self.agreement.speaking(dialect);
        self
    }

    /// The revision of the session, as far as it is known.
    #[must_use]
    pub fn revision(&self) -> Option<&Revision> {
        self.agreement.revision()
    }

    /// Takes in what a recording holds.
    pub fn item(&mut self, item: &Item) -> Checked {
        match item {
            Item::Entry(entry) => self.entry(entry),
            Item::Broken(broken) => {
                self.unread();
                Checked { findings: vec![found(broken)], ..Checked::default() }
            }
        }
    }

    /// Takes in a message, or a batch of them.
    pub fn entry(&mut self, entry: &Entry) -> Checked {
        let mut report = Report::new(entry.line, entry.at, entry.from);
        if let (Some(before), Some(at)) = (self.now, entry.at)
            && at < before
        {
            let text = format!(
                "it was sent {:?} before the message that it follows",
                before.duration_since(at).unwrap_or_default()
            );
            report.add(&rule::TIME_BACKWARDS, JsonPath::root(), text);
        }
        self.now = entry.at.or(self.now);
        for unread in &entry.unread {
            let (known, then) = match unread {
                Unread::From(_) => (&mut self.unread.0, "who sent it is concluded"),
                Unread::At(_) => (&mut self.unread.1, "no rule about time looks at it"),
            };
            // A recording that says one wrong mostly says all wrong.
            if !std::mem::replace(known, true) {
                let text = format!("{unread}; {then}, here and wherever else it is so");
                report.add(&rule::RECORDING_UNREAD, JsonPath::root(), text);
            }
        }
        let mut from = entry.from;
        match &entry.message {
            Value::Array(messages) => {
                let allowed = self.revision().is_none_or(|it| *it == Revision::V2025_03_26);
                if !allowed || messages.is_empty() {
                    let revision = self.revision().map_or("any revision", Revision::as_str);
                    let text = format!("a batch of {} in a session of {revision}", messages.len());
                    report.add(&rule::BATCH, JsonPath::root(), text);
                }
                for (position, message) in messages.iter().enumerate() {
                    let base = JsonPath::root().item(position);
                    from = Some(self.message(entry, message, base, &mut report));
                }
            }
            message => from = Some(self.message(entry, message, JsonPath::root(), &mut report)),
        }
        Checked { findings: report.finish(), from, sights: std::mem::take(&mut self.tasks.sights) }
    }

    /// Ends the session, and says what it leaves open.
    #[must_use]
    pub fn finish(self) -> Vec<Finding> {
        let found = self.exchange.unanswered(self.past).map(|(asked, text)| Finding {
            rule: &rule::UNANSWERED,
            line: asked.line,
            path: asked.place.clone(),
            text: text.into(),
            at: asked.at,
            from: Some(asked.from),
            task: asked.about.as_deref().map(|task| shortened(task, false)),
        });
        found.collect()
    }

    /// Something was there that could not be read: whatever was said in it is not known.
    fn unread(&mut self) {
        self.past.breaks();
        self.agreement.unread();
        if !self.agreement.has_ids_once() {
            self.exchange.unread();
        }
        self.tools.changed();
    }

    /// Takes in one message, and gives its sender.
    fn message(
        &mut self,
        entry: &Entry,
        message: &Value,
        base: JsonPath,
        report: &mut Report,
    ) -> Side {
        let from = entry.from.unwrap_or_else(|| self.infer(message));
        report.enter(from, base);
        let is = |name: &str| message.get(name).is_some();
        if !["method", "result", "error"].into_iter().any(is) {
            let hint = match message {
                // A line around a message that names it otherwise.
                Value::Object(it) if it.values().any(|it| it.get("jsonrpc").is_some()) => {
                    "; if a message is in it, that has to be called `message`"
                }
                _ => "",
            };
            let there = excerpt(message);
            let text = format!("{there} has no `method`, no `result` and no `error`{hint}");
            report.add(&rule::NOT_A_MESSAGE, JsonPath::root(), text);
            self.unread();
            return from;
        }
        let says = |name: &&str| message.get(*name).is_some_and(|value| !value.is_null());
        let several: Vec<_> = ["method", "result", "error"].into_iter().filter(says).collect();
        if several.len() > 1 {
            let text = format!("it has {} at once", several.join(" and "));
            report.add(&rule::NOT_A_MESSAGE, JsonPath::root(), text);
        }
        self.past.goes_on();
        if self.agreement.is_begun_by(said::method(message), self.past.is_empty()) {
            self.past.begins();
        }
        let said = Said {
            from,
            told: entry.from.is_some(),
            at: entry.at,
            line: entry.line,
            message,
            past: self.past,
        };
        match (said.method(), said.id()) {
            (Some(method), Some(_)) => self.request(&said, method, report),
            (Some(method), None) => self.notification(&said, method, report),
            (None, _) if is("result") || is("error") => self.reply(&said, report),
            // A method that is no text says nothing of what was meant.
            (None, _) => {
                self.shape(&said, None, report);
                self.unread();
            }
        }
        from
    }

    fn request(&mut self, said: &Said<'_>, method: &str, report: &mut Report) {
        self.agreement.request(said, method, report);
        self.call(said, method, report);
        let mut asked = Asked::new(&self.prints, said, method, report.place());
        let around = Around {
            prints: &self.prints,
            agreement: &self.agreement,
            tools: &self.tools,
            exchange: &self.exchange,
        };
        self.tasks.request(around, said, &mut asked, report);
        if method == "tools/call" {
            self.tools.call(&self.prints, said, report);
        }
        self.exchange.ask(&self.prints, said, asked, &self.agreement, &self.tasks, report);
    }

    fn notification(&mut self, said: &Said<'_>, method: &str, report: &mut Report) {
        self.agreement.notification(said, method, report);
        self.call(said, method, report);
        match method {
            "notifications/cancelled" => self.exchange.cancel(&self.prints, said, report),
            "notifications/progress" => {
                let Exchange { progress, heard, .. } = &mut self.exchange;
                progress.told(&self.prints, said, heard, &self.tasks, report);
            }
            "notifications/tools/list_changed" => self.tools.changed(),
            _ => {}
        }
        let around = Around {
            prints: &self.prints,
            agreement: &self.agreement,
            tools: &self.tools,
            exchange: &self.exchange,
        };
        self.tasks.notification(around, said, method, report);
    }

    fn reply(&mut self, said: &Said<'_>, report: &mut Report) {
        if self.is_in_doubt(said) {
            self.exchange.doubt(&self.prints, said);
            return self.shape(said, None, report);
        }
        let Some(asked) = self.exchange.answer(&self.prints, said, report) else {
            return self.shape(said, None, report);
        };
        // A result may name the revision that it follows; a refusal follows the one that it ends.
        if said.result().is_some() {
            self.agreement.reply(said, &asked.method, report);
            self.shape(said, Some(&asked), report);
            self.agreement.input_requests(said, &asked, report);
        } else {
            self.shape(said, Some(&asked), report);
            self.agreement.reply(said, &asked.method, report);
        }
        let around = Around {
            prints: &self.prints,
            agreement: &self.agreement,
            tools: &self.tools,
            exchange: &self.exchange,
        };
        let created = self.tasks.reply(around, said, &asked, report);
        // The extension's tasks have no progress.
        match created.filter(|_| self.agreement.dialect() != Some(Dialect::Extension)) {
            Some(task) => self.exchange.progress.goes_on(&asked, task),
            None => self.exchange.progress.end(&asked),
        }
        match (asked.method.as_str(), said.result()) {
            ("tools/list", Some(_)) => {
                let outputs = self.agreement.has_output_schemas();
                self.tools.list(&self.prints, said, &asked, outputs, report);
            }
            ("tools/call", Some(result))
                if created.is_none() && created_task(&self.agreement, result).is_none() =>
            {
                if let Some(tool) = &asked.tool {
                    let path = JsonPath::root().member("result");
                    self.tools.returned(&self.prints, tool, result, path, report);
                }
            }
            _ => {}
        }
    }
}

/// What a broken line is found to be.
fn found(broken: &Broken) -> Finding {
    Finding {
        rule: broken.fault.rule(),
        line: broken.line,
        path: JsonPath::root(),
        text: broken.fault.to_string().into(),
        at: None,
        from: None,
        task: None,
    }
}
