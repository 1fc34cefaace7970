//! How much of a session was seen: what a recording that starts late, or a line that cannot be
//! read, leaves unknown.

use super::bounded::Bounded;
use crate::method::Side;

/// How much of a session was seen before a message.
///
/// What is not known may have been said where nobody saw it. A rule that would miss something asks
/// here whether it can have been.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Past {
    /// Whether the session's beginning was seen, and everything since.
    whole: bool,
    now: Moment,
    /// The last moment of which something is missing: the start, or a gap.
    missing: Moment,
}

/// A point in a session, by what came before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Moment {
    messages: u64,
    /// What could not be read.
    gaps: u64,
}

impl Past {
    /// A message came.
    pub(super) fn goes_on(&mut self) {
        self.now.messages += 1;
    }

    /// Something came that could not be read.
    pub(super) fn breaks(&mut self) {
        self.now.gaps += 1;
        self.whole = false;
        self.missing = self.now;
    }

    /// The session begins: nothing that matters to it was said before.
    pub(super) fn begins(&mut self) {
        self.whole = true;
    }

    pub(super) fn now(self) -> Moment {
        self.now
    }

    /// Whether nothing came before this message.
    pub(super) fn is_empty(self) -> bool {
        self.now == Moment { messages: 1, gaps: 0 }
    }

    /// Whether what these entries lack was never said: all of it was seen, and none forgotten.
    pub(super) fn is_all_in<V>(self, entries: &Bounded<V>) -> bool {
        self.whole && !entries.forgot()
    }

    /// The same, of what knows itself whether it forgot something.
    pub(super) fn is_whole(self) -> bool {
        self.whole
    }

    /// The last moment at which, unseen, something else can have ended for what began then: its own
    /// beginning, or a later gap. None if all was seen.
    pub(super) fn unseen(self, begun: Moment) -> Option<Moment> {
        let last = if begun.is_before(self.missing) { self.missing } else { begun };
        (!self.whole).then_some(last)
    }

    /// Whether all that was said since a moment was seen.
    pub(super) fn is_whole_since(self, moment: Moment) -> bool {
        self.now.gaps == moment.gaps
    }
}

/// Up to where each side has answered the other: what it sends afterwards does not cross what it
/// had not heard of.
#[derive(Debug, Default)]
pub(super) struct Heard {
    client: Moment,
    server: Moment,
}

impl Heard {
    /// A side answers a request that was sent at a moment.
    pub(super) fn answers(&mut self, side: Side, sent: Moment) {
        let last = match side {
            Side::Client => &mut self.client,
            Side::Server => &mut self.server,
        };
        if last.is_before(sent) {
            *last = sent;
        }
    }

    /// Whether a side has answered a request that was sent after a moment.
    pub(super) fn has_answered_since(&self, side: Side, moment: Moment) -> bool {
        moment.is_before(match side {
            Side::Client => self.client,
            Side::Server => self.server,
        })
    }
}

impl Moment {
    /// Whether another came later.
    pub(super) fn is_before(self, other: Self) -> bool {
        self.messages < other.messages
    }
}
