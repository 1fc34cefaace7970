//! Who asked to hear of a task (extension).

use crate::check::exchange::Exchange;
use crate::check::said::Said;
use crate::method::Side;

/// The most subscriptions that are known of a task.
const MOST: usize = 8;

/// The subscriptions that name a task.
#[derive(Clone, Debug, Default)]
pub(super) struct Listens {
    /// The keys of their requests.
    requests: Vec<u64>,
    /// Whether there were more at a time than are kept.
    more: bool,
}

/// Whether a task is listened for, at a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listening {
    /// No subscription ever named it.
    Never,
    /// Each that did has ended.
    NoLonger,
    /// One does, as far as is known.
    Still,
}

impl Listens {
    /// A subscription names the task.
    pub(super) fn add(&mut self, request: u64, exchange: &Exchange, said: &Said<'_>) {
        self.requests.retain(|other| *other != request && goes_on(*other, exchange, said));
        if self.requests.len() < MOST {
            self.requests.push(request);
        } else {
            self.more = true;
        }
    }

    pub(super) fn at(&self, exchange: &Exchange, said: &Said<'_>) -> Listening {
        if self.more || self.requests.iter().any(|it| goes_on(*it, exchange, said)) {
            Listening::Still
        } else if self.requests.is_empty() {
            Listening::Never
        } else {
            Listening::NoLonger
        }
    }
}

/// Whether a server may still notify by a subscription. One that the client cancelled it may not have
/// heard of: what it sends until it has answered what was asked afterwards may have crossed it. One
/// that it ended itself, by a cancellation or its reply, has ended.
fn goes_on(request: u64, exchange: &Exchange, said: &Said<'_>) -> bool {
    match exchange.waits(request).map(|asked| asked.cancelled) {
        None => exchange.forgot(),
        Some(None) => true,
        Some(Some((_, Side::Server))) => false,
        Some(Some((then, Side::Client))) => {
            let heard = exchange.heard.has_answered_since(Side::Server, then);
            !heard || !said.past.is_whole_since(then)
        }
    }
}
