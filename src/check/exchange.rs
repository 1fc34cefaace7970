//! Requests and their replies: ids, what is unanswered, what is cancelled, what is progressing.

use std::time::SystemTime;

use serde_json::{Number, Value};

use super::bounded::{Bounded, Fingerprints, UsedIds, is_exact, is_more};
use super::past::{Moment, Past};
use super::rule;
use super::said::{Report, Said, other, param};
use crate::method::Side;
use crate::schema::{JsonPath, excerpt};

/// A request that is not answered yet, and what its reply will be held against.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) line: u64,
    pub(super) at: Option<SystemTime>,
    pub(super) from: Side,
    /// When in the session it was sent.
    pub(super) sent: Moment,
    /// The id, as findings quote it.
    id: String,
    pub(super) method: String,
    /// Whether it asked for a task, where requests do (core).
    pub(super) augmented: bool,
    /// Whether the receiver may make a task of it, as far as is known; others it answers as ever.
    pub(super) offered: bool,
    /// Whether its reply may create a task: it asked for one, or its client declared the extension.
    pub(super) may_be_task: bool,
    /// The task that it is about, for `tasks/…`; none if its id is too long to be kept.
    pub(super) about: Option<String>,
    /// The tool that it calls.
    pub(super) tool: Option<String>,
    /// Whether it goes on with a list.
    pub(super) continues: bool,
    cancelled: bool,
    token: Option<u64>,
}

/// The most requests that wait for a reply at a time; and tokens of progress, and cursors.
const PENDING: usize = 65_536;
const TOKENS: usize = 16_384;
const CURSORS: usize = 4096;

/// The longest part of a message that is kept, in characters: a method, an id of a task, a tool's
/// name.
const LONGEST: usize = 1024;

impl Asked {
    /// A request of which nothing more is known than what its message says.
    pub(super) fn new(said: &Said<'_>, method: &str) -> Self {
        let text = |name: &str| said.param(name).and_then(Value::as_str).and_then(kept);
        Self {
            line: said.line,
            at: said.at,
            from: said.from,
            sent: said.past.now(),
            id: said.id().map(excerpt).unwrap_or_default(),
            method: method.chars().take(LONGEST).collect(),
            augmented: false,
            offered: true,
            may_be_task: false,
            about: text("taskId"),
            tool: text("name").filter(|_| method == "tools/call"),
            continues: said.param("cursor").is_some_and(|cursor| !cursor.is_null()),
            cancelled: false,
            token: None,
        }
    }
}

/// For how long the id of a request is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ids {
    /// For the whole session, up to revision 2025-11-25.
    Once,
    /// Until there is a reply, since 2026-07-28.
    UntilAnswered,
}

/// A name, to be compared with others; none if it is longer than what is kept, since a part of it
/// would be another name.
fn kept(name: &str) -> Option<String> {
    name.chars().nth(LONGEST).is_none().then(|| name.to_owned())
}

/// The requests that wait for a reply, and what is known of ids, tokens and cursors.
#[derive(Debug)]
pub(super) struct Exchange {
    pending: Bounded<Asked>,
    client: UsedIds,
    server: UsedIds,
    /// The progress that was last told and when, by the token of a request.
    tokens: Bounded<(Option<Number>, Moment)>,
    cursors: Bounded<()>,
    /// How many of the requests that wait may create a task.
    creating: usize,
}

impl Exchange {
    pub(super) fn new() -> Self {
        Self {
            pending: Bounded::new(PENDING),
            client: UsedIds::new(),
            server: UsedIds::new(),
            tokens: Bounded::new(TOKENS),
            cursors: Bounded::new(CURSORS),
            creating: 0,
        }
    }

    /// The side that sent a request of this id and waits for its reply; none if both did, or none.
    pub(super) fn asker(&self, prints: &Fingerprints, id: &Value) -> Option<Side> {
        let waits = |side| self.pending.get(prints.of_id(side, id)).is_some();
        match (waits(Side::Client), waits(Side::Server)) {
            (true, false) => Some(Side::Client),
            (false, true) => Some(Side::Server),
            _ => None,
        }
    }

    /// The request of this id of a side that waits for its reply.
    pub(super) fn waiting(&self, prints: &Fingerprints, side: Side, id: &Value) -> Option<&Asked> {
        self.pending.get(prints.of_id(side, id))
    }

    /// The side that has used this id; none if both have, or none.
    pub(super) fn only_user(&self, prints: &Fingerprints, id: &Value) -> Option<Side> {
        let client = self.client.contains(id, prints.of_id(Side::Client, id));
        let server = self.server.contains(id, prints.of_id(Side::Server, id));
        match (client, server) {
            (true, false) => Some(Side::Client),
            (false, true) => Some(Side::Server),
            _ => None,
        }
    }

    /// The side whose request gave this token; none if both did, or none.
    pub(super) fn progressing(&self, prints: &Fingerprints, token: &Value) -> Option<Side> {
        let has = |side| self.tokens.get(prints.of_id((side, "token"), token)).is_some();
        match (has(Side::Client), has(Side::Server)) {
            (true, false) => Some(Side::Client),
            (false, true) => Some(Side::Server),
            _ => None,
        }
    }

    /// Whether a task may have been created of which the reply does not tell yet.
    pub(super) fn is_creating(&self) -> bool {
        self.creating > 0
    }

    fn used(&mut self, side: Side) -> &mut UsedIds {
        match side {
            Side::Client => &mut self.client,
            Side::Server => &mut self.server,
        }
    }

    /// Takes in a request.
    pub(super) fn ask(
        &mut self,
        prints: &Fingerprints,
        said: &Said<'_>,
        mut asked: Asked,
        ids: Ids,
        report: &mut Report,
    ) {
        let Some(id) = said.id() else { return };
        let key = prints.of_id(said.from, id);
        let used = self.used(said.from).contains(id, key);
        let taken = match ids {
            Ids::Once => used,
            // What nobody saw may have been the reply.
            Ids::UntilAnswered => self
                .pending
                .get(key)
                .is_some_and(|asked| !asked.cancelled && said.past.is_whole_since(asked.sent)),
        };
        if taken && is_exact(id) {
            let text = format!("the {} has used the id {} before", said.from, excerpt(id));
            report.add(&rule::ID_REUSED, JsonPath::root().member("id"), text);
        }
        if !used {
            self.used(said.from).insert(id, key);
        }
        if let Some(token) = said.param("_meta").and_then(|meta| meta.get("progressToken")) {
            let token = prints.of_id((said.from, "token"), token);
            self.tokens.insert(token, (None, said.past.now()));
            asked.token = Some(token);
        }
        if let Some(cursor) = said.param("cursor").filter(|cursor| !cursor.is_null()) {
            let known = self.cursors.get(prints.of((&asked.method, cursor))).is_some();
            if !known && said.past.is_all_in(&self.cursors) {
                let text = format!("no reply to `{}` gave {}", asked.method, excerpt(cursor));
                report.add(&rule::CURSOR_UNKNOWN, param("cursor"), text);
            }
        }
        self.creating += usize::from(asked.may_be_task);
        if let Some(lost) = self.pending.remove(key) {
            self.creating = self.creating.saturating_sub(usize::from(lost.may_be_task));
        }
        self.pending.insert(key, asked);
    }

    /// Takes in a reply, and gives the request that it answers.
    pub(super) fn answer(
        &mut self,
        prints: &Fingerprints,
        said: &Said<'_>,
        report: &mut Report,
    ) -> Option<Asked> {
        let id = said.id()?;
        let key = prints.of_id(said.to(), id);
        let Some(asked) = self.pending.remove(key) else {
            if !is_exact(id) {
                return None;
            }
            let path = JsonPath::root().member("id");
            let there = excerpt(id);
            let used = self.used(said.to());
            if used.contains(id, key) {
                if !self.pending.forgot() {
                    let text = format!("the request {there} was answered before");
                    report.add(&rule::REPLY_TWICE, path, text);
                }
            } else if said.past.is_whole() && !used.forgot() {
                let text = format!("the {} sent no request with the id {there}", said.to());
                report.add(&rule::REPLY_TO_NOTHING, path, text);
            }
            return None;
        };
        self.creating = self.creating.saturating_sub(usize::from(asked.may_be_task));
        if let Some(cursor) = said.result().and_then(|result| result.get("nextCursor")) {
            self.cursors.insert(prints.of((&asked.method, cursor)), ());
        }
        Some(asked)
    }

    /// Ends the progress of a request that was answered, unless its task goes on with it.
    pub(super) fn end_progress(&mut self, asked: &Asked) {
        if let Some(token) = asked.token {
            self.tokens.remove(token);
        }
    }

    /// Takes in `notifications/cancelled`.
    pub(super) fn cancel(&mut self, prints: &Fingerprints, said: &Said<'_>, report: &mut Report) {
        let Some(id) = said.param("requestId") else { return };
        let path = param("requestId");
        let seen = said.past.is_all_in(&self.pending);
        let own = prints.of_id(said.from, id);
        let others = prints.of_id(said.to(), id);
        let subscribes = |asked: &Asked| asked.method == "subscriptions/listen";
        // A server ends a subscription by cancelling the client's request.
        let ended = if self.pending.get(others).is_some_and(subscribes) { others } else { own };
        match self.pending.get_mut(ended) {
            Some(asked) => {
                asked.cancelled = true;
                if asked.augmented && asked.offered {
                    let text = format!("`{}` asked for a task: use `tasks/cancel`", asked.method);
                    report.add(&rule::CANCELLED_AS_REQUEST, path, text);
                }
            }
            None if seen => {
                let text =
                    format!("no request {} of the {} is in progress", excerpt(id), said.from);
                report.add(&rule::CANCEL_OF_NOTHING, path, text);
            }
            None => {}
        }
    }

    /// Takes in `notifications/progress`.
    pub(super) fn progress(&mut self, prints: &Fingerprints, said: &Said<'_>, report: &mut Report) {
        let Some(token) = said.param("progressToken") else { return };
        let key = prints.of_id((said.to(), "token"), token);
        if !said.told && self.progressing(prints, token).is_none() && self.tokens.get(key).is_some()
        {
            // Both sides gave it, and nobody said whose progress this is.
            return;
        }
        let now = said.param("progress").and_then(Value::as_number);
        let seen = said.past.is_all_in(&self.tokens);
        match (self.tokens.get_mut(key), now) {
            (Some((last, told)), Some(now)) => {
                // In what nobody saw, the token may have been given again.
                let falls = |last: &&Number| is_more(now, last) == Some(false);
                if let Some(last) = last.as_ref().filter(falls)
                    && said.past.is_whole_since(*told)
                {
                    let text = format!("the progress was {last} before, and is now {now}");
                    report.add(&rule::PROGRESS_NOT_RISING, param("progress"), text);
                }
                (*last, *told) = (Some(now.clone()), said.past.now());
            }
            (None, _) if seen => {
                let token = excerpt(token);
                let text = format!("no request in progress of the {} gave {token}", said.to());
                report.add(&rule::PROGRESS_UNKNOWN, param("progressToken"), text);
            }
            _ => {}
        }
    }

    /// What is unanswered when the session ends. What nobody saw may have been the reply.
    pub(super) fn unanswered(&self, past: Past) -> impl Iterator<Item = (&Asked, String)> {
        // A subscription is answered when it ends, which it need not do.
        let waiting = move |asked: &&Asked| {
            let ends = asked.method != "subscriptions/listen";
            ends && !asked.cancelled && past.is_whole_since(asked.sent)
        };
        self.pending.values().filter(waiting).map(|asked| {
            let Asked { from, id, method, .. } = asked;
            let text = format!("the {} never answered `{method}` {id}", other(*from));
            (asked, text)
        })
    }
}
