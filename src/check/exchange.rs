//! Requests and their replies: ids, what is unanswered, what is cancelled.

use std::time::SystemTime;

use serde_json::Value;

use super::agreement::Agreement;
use super::bounded::{Bounded, Fingerprints, UsedIds, is_exact};
use super::past::{Heard, Moment, Past};
use super::progress::{self, Holder, Progress};
use super::rule;
use super::said::{Report, Said, other, param};
use super::tasks::Tasks;
use crate::method::Side;
use crate::negotiation::Dialect;
use crate::schema::{JsonPath, excerpt};
use crate::task::related_task;

/// A request that is not answered yet, and what its reply will be held against.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) line: u64,
    pub(super) at: Option<SystemTime>,
    pub(super) from: Side,
    /// When in the session it was sent.
    pub(super) sent: Moment,
    /// Where it is on its line.
    pub(super) place: JsonPath,
    /// Its side and its id.
    pub(super) key: u64,
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
    /// The task that it says it belongs to (core).
    pub(super) marked: Option<String>,
    /// The tool that it calls.
    pub(super) tool: Option<String>,
    /// Whether it goes on with a list.
    pub(super) continues: bool,
    /// When it was cancelled, and by whom.
    pub(super) cancelled: Option<(Moment, Side)>,
    /// The key of its token of progress.
    pub(super) token: Option<u64>,
    /// Whether another request of its side has the same id, and its reply may come yet.
    pub(super) shares_id: bool,
    /// Whether a reply or a cancellation came that may have been its own, or another's.
    in_doubt: bool,
}

/// The most requests that wait for a reply at a time; and cursors.
const PENDING: usize = 65_536;
const CURSORS: usize = 4096;

/// The longest part of a message that is kept, in characters: a method, an id of a task, a tool's
/// name.
const LONGEST: usize = 1024;

impl Asked {
    /// A request of which nothing more is known than what its message says.
    pub(super) fn new(
        prints: &Fingerprints,
        said: &Said<'_>,
        method: &str,
        place: JsonPath,
    ) -> Self {
        let text = |name: &str| said.param(name).and_then(Value::as_str).and_then(kept);
        Self {
            line: said.line,
            at: said.at,
            from: said.from,
            sent: said.past.now(),
            place,
            key: said.id().map(|id| prints.of_id(said.from, id)).unwrap_or_default(),
            id: said.id().map(excerpt).unwrap_or_default(),
            method: method.chars().take(LONGEST).collect(),
            augmented: false,
            offered: true,
            may_be_task: false,
            about: text("taskId"),
            marked: said.meta().and_then(|(meta, _)| related_task(meta).and_then(kept)),
            tool: text("name").filter(|_| method == "tools/call"),
            continues: said.param("cursor").is_some_and(|cursor| !cursor.is_null()),
            cancelled: None,
            token: None,
            shares_id: false,
            in_doubt: false,
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
    pub(super) progress: Progress,
    pub(super) heard: Heard,
    cursors: Bounded<()>,
    /// Ids of which one request was answered while another waited.
    answers: Bounded<()>,
    /// How many of the requests that wait may create a task.
    creating: usize,
}

impl Exchange {
    pub(super) fn new() -> Self {
        Self {
            pending: Bounded::new(PENDING),
            client: UsedIds::new(),
            server: UsedIds::new(),
            progress: Progress::new(),
            heard: Heard::default(),
            cursors: Bounded::new(CURSORS),
            answers: Bounded::new(PENDING),
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

    /// The request of this key that waits for its reply.
    pub(super) fn waits(&self, key: u64) -> Option<&Asked> {
        self.pending.get(key)
    }

    /// Whether a request that waits was forgotten.
    pub(super) fn forgot(&self) -> bool {
        self.pending.forgot()
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

    /// Whether a task may have been created of which the reply does not tell yet.
    pub(super) fn is_creating(&self) -> bool {
        self.creating > 0
    }

    /// Something could not be read, where ids may come again: each that was answered may have.
    pub(super) fn unread(&mut self) {
        (self.client, self.server) = (UsedIds::new(), UsedIds::new());
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
        agreement: &Agreement,
        tasks: &Tasks,
        report: &mut Report,
    ) {
        let Some(id) = said.id() else { return };
        let (ids, core) = (agreement.ids(), agreement.dialect() == Some(Dialect::Core));
        let key = asked.key;
        let used = self.used(said.from).contains(id, key);
        let taken = match ids {
            Ids::Once => used,
            Ids::UntilAnswered => self.in_progress(said, key).is_some(),
        };
        // Of the two sides, one has used it before if both have.
        let others = prints.of_id(said.to(), id);
        let sure = said.is_sure() || self.used(said.to()).contains(id, others);
        if taken && sure && is_exact(id) {
            let text = format!("the {} has used the id {} before", said.from, excerpt(id));
            report.add(&rule::ID_REUSED, JsonPath::root().member("id"), text);
        }
        if !used {
            self.used(said.from).insert(id, key);
        }
        let token = said.param("_meta").and_then(|meta| meta.get("progressToken"));
        if let Some(token) = token.filter(|token| !token.is_null()) {
            let given = progress::key(prints, said.from, token);
            let holders = self.progress.begin(said, &asked, given, &self.heard, tasks);
            // Since 2026-07-28 a request may be cancelled by closing its stream, which nobody sees.
            if ids == Ids::Once && is_exact(token) && said.is_sure() {
                let there = excerpt(token);
                let in_use = holders.into_iter().find_map(|it| match it {
                    Holder::Request(request) => {
                        let other = self.in_progress(said, request).filter(|_| request != key)?;
                        let (method, id) = (&other.method, &other.id);
                        Some(format!("`{method}` {id} is in progress and gave {there}"))
                    }
                    Holder::Task(task) => (core && tasks.goes_on(said, task))
                        .then(|| format!("the task of a request that gave {there} goes on")),
                });
                if let Some(text) = in_use {
                    report.add(&rule::PROGRESS_TOKEN_REUSED, progress::token(), text);
                }
            }
            asked.token = Some(given);
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
            asked.shares_id = true;
        }
        self.pending.insert(key, asked);
    }

    /// The request of this key, unless it was cancelled or may have been answered where nobody saw it.
    fn in_progress(&self, said: &Said<'_>, key: u64) -> Option<&Asked> {
        let waits = |asked: &&Asked| {
            let seen = !asked.in_doubt && said.past.is_whole_since(asked.sent);
            asked.cancelled.is_none() && seen
        };
        self.pending.get(key).filter(waits)
    }

    /// Takes in a reply of which nobody can say which request of its id it answers.
    pub(super) fn doubt(&mut self, prints: &Fingerprints, said: &Said<'_>) {
        let Some(id) = said.id() else { return };
        let sides = [said.to(), said.from].into_iter().take(if said.told { 1 } else { 2 });
        for side in sides {
            if let Some(asked) = self.pending.get_mut(prints.of_id(side, id)) {
                (asked.in_doubt, asked.shares_id) = (true, false);
            }
        }
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
            if self.used(said.to()).contains(id, key) {
                let another = self.answers.remove(key).is_some() || self.answers.forgot();
                if !self.pending.forgot() && !another && said.is_sure() {
                    let text = format!("the request {there} was answered before");
                    report.add(&rule::REPLY_TWICE, path, text);
                }
            } else if said.past.is_whole() && !self.used(said.to()).forgot() {
                let text = format!("the {} sent no request with the id {there}", said.to());
                report.add(&rule::REPLY_TO_NOTHING, path, text);
            }
            return None;
        };
        self.creating = self.creating.saturating_sub(usize::from(asked.may_be_task));
        if asked.shares_id {
            self.answers.insert(key, ());
        }
        if said.is_sure() {
            self.heard.answers(said.from, asked.sent);
        }
        if let Some(cursor) = said.result().and_then(|result| result.get("nextCursor")) {
            self.cursors.insert(prints.of((&asked.method, cursor)), ());
        }
        Some(asked)
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
        // Where the sender is not told, either side may have cancelled its own of this id.
        let either = self.pending.get_mut(others).filter(|_| !said.told && ended == own);
        let sure = said.is_sure() && either.is_none();
        if let Some(other) = either {
            other.in_doubt = true;
        }
        match self.pending.get_mut(ended) {
            Some(asked) => {
                asked.cancelled = Some((said.past.now(), said.from));
                if asked.augmented && asked.offered && sure {
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

    /// What is unanswered when the session ends. What nobody saw may have been the reply.
    pub(super) fn unanswered(&self, past: Past) -> impl Iterator<Item = (&Asked, String)> {
        // A subscription is answered when it ends, which it need not do.
        let waiting = move |asked: &&Asked| {
            let ends = asked.method != "subscriptions/listen";
            ends && asked.cancelled.is_none() && !asked.in_doubt && past.is_whole_since(asked.sent)
        };
        self.pending.values().filter(waiting).map(|asked| {
            let Asked { from, id, method, .. } = asked;
            let text = format!("the {} never answered `{method}` {id}", other(*from));
            (asked, text)
        })
    }
}
