//! What a session agreed on: its revision, what each side declared, how far its beginning is.

use serde_json::Value;

use super::exchange::Ids;
use super::past::Moment;
use super::rule;
use super::said::{Report, Said, param, result};
use crate::json::Object;
use crate::jsonrpc::ErrorCode;
use crate::method::Side;
use crate::negotiation::{Dialect, Negotiated, NotNegotiated, TASKS_EXTENSION, Tasks};
use crate::revision::Revision;
use crate::schema::{JsonPath, Schema, excerpt, tasks_seen};

/// The prefix of the protocol's own keys in `_meta`.
const META: &str = "io.modelcontextprotocol/";

/// How far the beginning of a session is. A recording that starts later is not held against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// Nothing was said yet.
    Silent,
    /// The client asked to initialize.
    Asked,
    /// The server agreed.
    Agreed,
    /// The client is ready, or nobody saw the beginning, or the revision has none.
    Open,
}

#[derive(Debug)]
pub(super) struct Agreement {
    /// The revision that the caller named, which counts whatever the session says.
    given: Option<Revision>,
    dialect: Option<Dialect>,
    revision: Option<Revision>,
    phase: Phase,
    /// Whether the client asked to initialize, and was not refused.
    initialized: bool,
    client: Option<Object>,
    /// When in the session the client declared that first.
    since: Moment,
    server: Option<Object>,
    session: Option<Negotiated>,
    /// Whether it was said that the revision is not known.
    said_unknown: bool,
}

impl Agreement {
    pub(super) fn new() -> Self {
        Self {
            given: None,
            dialect: None,
            revision: None,
            phase: Phase::Silent,
            initialized: false,
            client: None,
            since: Moment::default(),
            server: None,
            session: None,
            said_unknown: false,
        }
    }

    /// The same with a revision that counts whatever the session says.
    pub(super) fn given(self, revision: Revision) -> Self {
        Self { given: Some(revision), ..self }
    }

    /// The same with a dialect that counts where the revision leaves it open, which it does between
    /// two.
    pub(super) fn speaking(self, dialect: Dialect) -> Self {
        Self { dialect: Some(dialect).filter(|it| *it != Dialect::Extension), ..self }
    }

    pub(super) fn revision(&self) -> Option<&Revision> {
        self.given.as_ref().or(self.revision.as_ref())
    }

    pub(super) fn schema(&self) -> Option<&'static Schema> {
        Schema::of(self.revision()?)
    }

    /// For how long an id is taken.
    pub(super) fn ids(&self) -> Ids {
        if self.is_stateless() { Ids::UntilAnswered } else { Ids::Once }
    }

    /// Whether it is known that no id comes again.
    pub(super) fn has_ids_once(&self) -> bool {
        self.revision().is_some() && self.ids() == Ids::Once
    }

    /// Whether tools have output schemas, as far as is known.
    pub(super) fn has_output_schemas(&self) -> bool {
        let tool = self.schema().and_then(|schema| schema.definition("Tool"));
        tool.is_some_and(|tool| tool.facts().pointer("/properties/outputSchema").is_some())
    }

    /// The way in which tasks travel; none where the revision has none.
    pub(super) fn dialect(&self) -> Option<Dialect> {
        match self.revision()? {
            Revision::V2025_11_25 => self.dialect.or(Some(Dialect::Core)),
            Revision::V2026_07_28 => Some(Dialect::Extension),
            _ => None,
        }
    }

    /// Whether tasks that this side runs were negotiated; none if that cannot be known.
    pub(super) fn tasks(&self, receiver: Side) -> Option<Result<Tasks, NotNegotiated>> {
        let session = self.session.as_ref()?;
        Some(tasks_seen(session, receiver, self.dialect.unwrap_or(Dialect::Core)))
    }

    /// Whether both sides declared tasks that this one runs. To a requestor that did not, a receiver
    /// may answer as to one that knows none.
    pub(super) fn both_have_tasks(&self, receiver: Side) -> bool {
        self.session.as_ref().is_some_and(|session| session.tasks(receiver).is_ok())
    }

    /// Whether a session begins with this method: a handshake, or since 2026-07-28, which has none,
    /// the first thing that a client would want to know.
    pub(super) fn is_begun_by(&self, method: Option<&str>, is_first: bool) -> bool {
        match method {
            Some("initialize") => !self.initialized,
            Some("server/discover") => is_first,
            _ => false,
        }
    }

    /// Something could not be read. It may have been what a beginning was waiting for.
    pub(super) fn unread(&mut self) {
        if self.phase == Phase::Asked {
            // What was proposed may have been refused, or answered with another revision.
            self.revision = None;
            self.initialized = false;
        }
        if self.phase != Phase::Silent {
            self.phase = Phase::Open;
        }
    }

    /// Takes in what a request says about the session, before anything else is made of it.
    pub(super) fn request(&mut self, said: &Said<'_>, method: &str, report: &mut Report) {
        if method == "initialize" {
            if std::mem::replace(&mut self.initialized, true) {
                let text = "the session was begun before";
                report.add(&rule::INITIALIZE_TWICE, JsonPath::root().member("method"), text);
                return;
            }
            self.phase = Phase::Asked;
            // What is proposed counts until there is an answer.
            if let Some(revision) = said.param("protocolVersion").and_then(Value::as_str) {
                self.revision = Some(revision.into());
            }
            self.client = said.param("capabilities").and_then(Value::as_object).cloned();
            return;
        }
        let meta = said.param("_meta").and_then(Value::as_object);
        let own = |key: &str| meta?.get(&format!("{META}{key}"));
        if let Some(named) = own("protocolVersion").and_then(Value::as_str) {
            self.phase = Phase::Open;
            self.named(named, param("_meta").member(format!("{META}protocolVersion")), report);
        }
        if let (Some(client), true) = (own("clientCapabilities"), self.is_stateless())
            && self.client.as_ref() != client.as_object()
        {
            self.client = client.as_object().cloned();
            self.since = said.past.now();
            self.negotiate();
        }
        match self.phase {
            // A ping may come before anything else.
            Phase::Silent if method == "ping" => {}
            // The recording starts in the middle.
            Phase::Silent => self.phase = Phase::Open,
            Phase::Asked | Phase::Agreed if method != "ping" => {
                let text = format!("`{method}` comes before `notifications/initialized`");
                report.add(&rule::BEFORE_INITIALIZED, JsonPath::root().member("method"), text);
            }
            Phase::Asked | Phase::Agreed | Phase::Open => {}
        }
    }

    /// Takes in a notification.
    pub(super) fn notification(&mut self, said: &Said<'_>, method: &str, report: &mut Report) {
        if method == "notifications/initialized" {
            self.phase = Phase::Open;
            return;
        }
        if self.phase == Phase::Silent {
            self.phase = Phase::Open;
        }
        let early = self.phase == Phase::Asked && said.from == Side::Server;
        let may = ["notifications/message", "notifications/progress", "notifications/cancelled"];
        if early && !may.contains(&method) {
            let text = format!("`{method}` comes before the reply to `initialize`");
            report.add(&rule::BEFORE_INITIALIZED, JsonPath::root().member("method"), text);
        }
    }

    /// Takes in the reply to a request that settles something.
    pub(super) fn reply(&mut self, said: &Said<'_>, method: &str, report: &mut Report) {
        match method {
            _ if said.result().is_none() => self.refused(said, method),
            "initialize" => {
                self.phase = self.phase.max(Phase::Agreed);
                let body = said.result();
                let named = body.and_then(|body| body.get("protocolVersion")?.as_str());
                if let Some(named) = named {
                    self.revision = None;
                    self.named(named, result("protocolVersion"), report);
                }
                let server = body.and_then(|body| body.get("capabilities")?.as_object());
                self.server = server.cloned();
                self.negotiate();
            }
            "server/discover" => {
                let server = said.result().and_then(|body| body.get("capabilities")?.as_object());
                if server.is_some() {
                    self.server = server.cloned();
                    self.negotiate();
                }
            }
            _ => {}
        }
    }

    /// A revision that was refused is not the session's, and the client may try another.
    fn refused(&mut self, said: &Said<'_>, method: &str) {
        let code = said.message.pointer("/error/code").and_then(Value::as_i64).map(ErrorCode);
        match (method, code) {
            ("initialize", Some(_)) if self.phase == Phase::Asked => {
                self.initialized = false;
                self.phase = Phase::Silent;
            }
            ("server/discover", Some(_)) | (_, Some(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION)) => {
                self.revision = None;
                self.phase = Phase::Silent;
            }
            _ => {}
        }
    }

    /// The session's revision was named.
    fn named(&mut self, named: &str, path: JsonPath, report: &mut Report) {
        let named = Revision::from(named);
        match &self.revision {
            Some(known) if *known == named => return,
            Some(known) => {
                let text = format!("the session's revision was {known} before, and is now {named}");
                report.add(&rule::REVISION_MIXED, path, text);
                return;
            }
            None => {}
        }
        if self.given.is_none() && Schema::of(&named).is_none() {
            self.said_unknown = true;
            let named = excerpt(&Value::from(named.as_str()));
            let text = format!("{named} is no published revision: its messages are not validated");
            report.add(&rule::REVISION_UNKNOWN, path, text);
        }
        self.revision = Some(named);
        self.negotiate();
    }

    /// Says once that nothing names the revision, where a message would have been validated by it.
    pub(super) fn unnamed(&mut self, report: &mut Report) {
        // Pings may come before anything else.
        let begun = self.phase != Phase::Silent;
        if begun && self.revision().is_none() && !self.said_unknown {
            self.said_unknown = true;
            let text = "nothing so far names the session's revision: messages are not validated \
                        until something does, or unless the revision is given";
            report.add(&rule::REVISION_UNKNOWN, JsonPath::root(), text);
        }
    }

    /// What a side declared, as far as is known.
    pub(super) fn declared(&self, side: Side) -> Option<&Object> {
        match side {
            Side::Client => self.client.as_ref(),
            Side::Server => self.server.as_ref(),
        }
    }

    /// Whether the client declares now what it declared at a moment, with the request of then.
    pub(super) fn declares_as_of(&self, moment: Moment) -> bool {
        !moment.is_before(self.since)
    }

    fn is_stateless(&self) -> bool {
        self.revision() == Some(&Revision::V2026_07_28)
    }

    fn negotiate(&mut self) {
        let (Some(revision), Some(client)) = (self.revision(), &self.client) else { return };
        let mut unsaid = Object::new();
        let server = match &self.server {
            Some(server) => server,
            None if self.is_stateless() => {
                // Nobody asked the server, so nothing can be held against it.
                let extension = serde_json::json!({ TASKS_EXTENSION: {} });
                unsaid.insert("extensions".to_owned(), extension);
                &unsaid
            }
            None => return,
        };
        self.session = Some(Negotiated::new(revision.clone(), client, server));
    }
}
