//! Progress: the tokens that requests give, and what is told by them.

use serde_json::{Number, Value};

use super::bounded::{Bounded, Fingerprints, is_more};
use super::exchange::Asked;
use super::past::{Heard, Moment};
use super::rule;
use super::said::{Report, Said, param};
use super::tasks::Tasks;
use crate::method::Side;
use crate::schema::{JsonPath, excerpt};

/// The most tokens that are known at a time.
const TOKENS: usize = 16_384;

/// The tokens of requests in progress, and of their tasks.
#[derive(Debug)]
pub(super) struct Progress {
    tokens: Bounded<Token>,
}

/// A token, and how far its request is.
#[derive(Debug)]
struct Token {
    /// The key of the request that gave it.
    request: u64,
    /// The key of the task that the request became.
    task: Option<u64>,
    /// The progress that was last told, and when.
    last: Option<Number>,
    told: Moment,
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

    /// Takes in the token of a request, and gives the key of the one that gave it before.
    pub(super) fn begin(&mut self, token: u64, request: u64, now: Moment) -> Option<u64> {
        let before = self.tokens.remove(token).map(|before| before.request);
        self.tokens.insert(token, Token { request, task: None, last: None, told: now });
        before
    }

    /// A request became a task, which goes on with its token.
    pub(super) fn goes_on(&mut self, asked: &Asked, task: u64) {
        if let Some(token) = self.of_request(asked) {
            token.task = Some(task);
        }
    }

    /// A request was answered, and did not become a task.
    pub(super) fn end(&mut self, asked: &Asked) {
        if let Some(token) = asked.token.filter(|_| self.of_request(asked).is_some()) {
            self.tokens.remove(token);
        }
    }

    /// The token of a request, unless another one has given it since.
    fn of_request(&mut self, asked: &Asked) -> Option<&mut Token> {
        self.tokens.get_mut(asked.token?).filter(|token| token.request == asked.key)
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
        // The end and the progress may come by streams that have no order. In what nobody saw, the
        // token may have been given again.
        let ended = |end: &Moment| {
            heard.has_answered_since(said.from, *end) && said.past.is_whole_since(*end)
        };
        if known.task.and_then(|task| tasks.ended(task)).filter(ended).is_some() {
            let text = format!("the task of the request that gave {there} has ended");
            return report.add(&rule::PROGRESS_UNKNOWN, path, text);
        }
        let Some(now) = said.param("progress").and_then(Value::as_number) else { return };
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

/// The key of a token that a side gave.
pub(super) fn key(prints: &Fingerprints, side: Side, token: &Value) -> u64 {
    prints.of_id((side, "token"), token)
}

/// The path of the token in a request.
pub(super) fn token() -> JsonPath {
    param("_meta").member("progressToken")
}
