//! Progress: the tokens that requests give, and what is told by them.

use serde_json::{Number, Value};

use super::bounded::{Bounded, Fingerprints, is_more};
use super::exchange::Asked;
use super::past::{Heard, Moment, Past};
use super::rule;
use super::said::{Report, Said, param};
use super::tasks::Tasks;
use crate::method::Side;
use crate::schema::{JsonPath, excerpt};

/// The most tokens that are known at a time, and the most requests that are known to share one.
const TOKENS: usize = 16_384;
const SHARING: usize = 8;

/// The tokens of requests in progress, and of their tasks.
#[derive(Debug)]
pub(super) struct Progress {
    tokens: Bounded<Token>,
}

/// A token, and how far its request is.
#[derive(Debug, Default)]
struct Token {
    /// The requests that gave it, the last one last. An earlier one may still tell of its progress: it
    /// was cancelled and not answered, its stream was closed, its task goes on or has just ended.
    givers: Vec<Giver>,
    /// Whether there were more at a time than are kept.
    more: bool,
    /// The progress that was last told, and when, while one request had it.
    last: Option<Number>,
    told: Moment,
}

/// A request that gave a token.
#[derive(Clone, Copy, Debug)]
struct Giver {
    /// Its key, and when it was sent: the key may come again.
    request: u64,
    sent: Moment,
    /// The key of the task that it became.
    task: Option<u64>,
}

/// Who has a token that is given again.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holder {
    /// The request of this key.
    Request(u64),
    /// The task of this key.
    Task(u64),
}

impl Token {
    /// Whether one request has it, so that all that is told by it is of that one.
    fn is_of_one(&self) -> bool {
        self.givers.len() == 1 && !self.more
    }
}

impl Progress {
    pub(super) fn new() -> Self {
        Self { tokens: Bounded::new(TOKENS) }
    }

    /// The side whose request gave this token; none if both did, or none.
    pub(super) fn of(&self, prints: &Fingerprints, token: &Value) -> Option<Side> {
        let has = |side| self.tokens.get(key(prints, side, token)).is_some();
        match (has(Side::Client), has(Side::Server)) {
            (true, false) => Some(Side::Client),
            (false, true) => Some(Side::Server),
            _ => None,
        }
    }

    /// Takes in the token of a request, and gives those that have it.
    pub(super) fn begin(
        &mut self,
        said: &Said<'_>,
        asked: &Asked,
        token: u64,
        heard: &Heard,
        tasks: &Tasks,
    ) -> Vec<Holder> {
        let mut known = self.tokens.remove(token).unwrap_or_default();
        known.givers.retain(|giver| !giver.is_over(said.past, said.to(), heard, tasks));
        let holders = known.givers.iter().map(|it| match it.task {
            Some(task) => Holder::Task(task),
            None => Holder::Request(it.request),
        });
        let holders = holders.collect();
        if known.givers.len() == SHARING {
            known.givers.remove(0);
            known.more = true;
        }
        known.givers.push(Giver { request: asked.key, sent: asked.sent, task: None });
        (known.last, known.told) = (None, asked.sent);
        self.tokens.insert(token, known);
        holders
    }

    /// A request became a task, which goes on with its token.
    pub(super) fn goes_on(&mut self, asked: &Asked, task: u64) {
        let token = asked.token.and_then(|token| self.tokens.get_mut(token));
        let giver = token.and_then(|it| it.givers.iter_mut().find(|giver| giver.is(asked)));
        if let Some(giver) = giver {
            giver.task = Some(task);
        }
    }

    /// A request was answered, and did not become a task.
    pub(super) fn end(&mut self, asked: &Asked) {
        let Some(token) = asked.token else { return };
        let Some(known) = self.tokens.get_mut(token) else { return };
        known.givers.retain(|giver| !giver.is(asked));
        if known.givers.is_empty() && !known.more {
            self.tokens.remove(token);
        }
    }

    /// Takes in `notifications/progress`.
    pub(super) fn told(
        &mut self,
        prints: &Fingerprints,
        said: &Said<'_>,
        heard: &Heard,
        tasks: &Tasks,
        report: &mut Report,
    ) {
        let Some(token) = said.param("progressToken") else { return };
        let key = key(prints, said.to(), token);
        if !said.told && self.of(prints, token).is_none() && self.tokens.get(key).is_some() {
            // Both sides gave it, and nobody said whose progress this is.
            return;
        }
        let path = param("progressToken");
        let there = excerpt(token);
        let seen = said.past.is_all_in(&self.tokens);
        let Some(known) = self.tokens.get_mut(key) else {
            if seen {
                let text = format!("no request in progress of the {} gave {there}", said.to());
                report.add(&rule::PROGRESS_UNKNOWN, path, text);
            }
            return;
        };
        let is_over = |giver: &Giver| giver.is_over(said.past, said.from, heard, tasks);
        if !known.more && known.givers.iter().all(is_over) {
            if said.is_sure() {
                let text = format!("the task of the request that gave {there} has ended");
                report.add(&rule::PROGRESS_UNKNOWN, path, text);
            }
            return;
        }
        known.givers.retain(|giver| !is_over(giver));
        let Some(now) = said.param("progress").and_then(Value::as_number) else { return };
        // Where something is missing, a request that nobody saw may have given the token, too.
        let begun = known.givers.last().map(|giver| giver.sent).unwrap_or_default();
        let unseen = said.past.unseen(begun);
        let settled = unseen.is_none_or(|then| heard.has_answered_since(said.from, then));
        if !known.is_of_one() || !settled {
            return;
        }
        let falls = |last: &&Number| is_more(now, last) == Some(false);
        if let Some(last) = known.last.as_ref().filter(falls)
            && said.past.is_whole_since(known.told)
            && said.is_sure()
        {
            let text = format!("the progress was {last} before, and is now {now}");
            report.add(&rule::PROGRESS_NOT_RISING, param("progress"), text);
        }
        (known.last, known.told) = (Some(now.clone()), said.past.now());
    }
}

impl Giver {
    fn is(&self, asked: &Asked) -> bool {
        self.request == asked.key && self.sent == asked.sent
    }

    /// Whether its task has ended, and none of its progress is still under way.
    fn is_over(&self, past: Past, receiver: Side, heard: &Heard, tasks: &Tasks) -> bool {
        // The end and the progress may come by streams that have no order. In what nobody saw, the
        // token may have been given again.
        let ended =
            |end: &Moment| heard.has_answered_since(receiver, *end) && past.is_whole_since(*end);
        self.task.and_then(|task| tasks.ended(task)).filter(ended).is_some()
    }
}

/// The key of a token that a side gave.
pub(super) fn key(prints: &Fingerprints, side: Side, token: &Value) -> u64 {
    prints.of_id((side, "token"), token)
}

/// The path of the token in a request.
pub(super) fn token() -> JsonPath {
    param("_meta").member("progressToken")
}
