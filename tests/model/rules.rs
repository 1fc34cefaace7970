//! What must hold.

use super::messages::{MessageId, Messages, Said};
use super::receiver::{REMEMBERED, Setup};
use super::state::{State, Truth};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    NoResultBeforeTheEnd,
    TheEndIsForEver,
    TheSameSnapshotEveryTime,
    /// After expiry every answer is -32602: expired, later unknown, and nothing else.
    ExpiredIsRefused,
    NothingAcknowledgedIsLost,
    /// Every run that is polled for long enough ends.
    EveryRunEnds,
}

impl Rule {
    pub const ALL: [Self; 6] = [
        Self::NoResultBeforeTheEnd,
        Self::TheEndIsForEver,
        Self::TheSameSnapshotEveryTime,
        Self::ExpiredIsRefused,
        Self::NothingAcknowledgedIsLost,
        Self::EveryRunEnds,
    ];
}

/// A rule that does not hold.
#[derive(Debug)]
pub struct Broken {
    pub rule: Rule,
    pub what: String,
}

impl Rule {
    pub fn broken<T>(self, what: impl Into<String>) -> Result<T, Broken> {
        Err(Broken { rule: self, what: what.into() })
    }
}

/// What time has made of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    Alive,
    Expired,
    Forgotten,
}

impl Truth {
    pub fn age(&self, now: u8) -> Age {
        match self.until {
            Some(until) if now >= until + REMEMBERED => Age::Forgotten,
            Some(until) if now >= until => Age::Expired,
            _ => Age::Alive,
        }
    }
}

/// What whoever asks now is told: by `tasks/get`, and by `tasks/result`, where there is such a
/// method; none is that the answer waits.
pub fn answers(
    messages: &Messages,
    state: &State,
    setup: Setup,
    task: MessageId,
    result: Option<MessageId>,
) -> Result<(), Broken> {
    let (shown, truth) = (messages.get(task), &state.truth);
    let fetched = result.map(|result| messages.get(result));
    let said = fetched.map(|message| message.said);
    let texts = || format!("{}\n{}", shown.text, fetched.map_or("waits", |it| &it.text));
    match (truth.age(state.now), truth.end) {
        (Age::Expired, _) => match (shown.said, said) {
            (Said::Expired, Some(Said::Expired)) => Ok(()),
            _ => Rule::ExpiredIsRefused.broken(texts()),
        },
        (Age::Forgotten, _) => match (shown.said, said) {
            (Said::Unknown, Some(Said::Unknown)) => Ok(()),
            _ => Rule::ExpiredIsRefused.broken(texts()),
        },
        (Age::Alive, None) => {
            let early = match said {
                None => setup.defers,
                Some(Said::NotTerminal) => true,
                // `tasks/get` was asked again.
                Some(Said::Open(_)) => result == Some(task),
                Some(_) => false,
            };
            match shown.said {
                Said::Expired | Said::Unknown | Said::Refused => {
                    Rule::NothingAcknowledgedIsLost.broken(texts())
                }
                Said::Open(keys) if keys & truth.answered != 0 => {
                    Rule::NothingAcknowledgedIsLost.broken(texts())
                }
                Said::Open(_) if early => Ok(()),
                _ => Rule::NoResultBeforeTheEnd.broken(texts()),
            }
        }
        (Age::Alive, Some(end)) => match shown.said {
            Said::Ended(status) if status != end.status => Rule::TheEndIsForEver.broken(texts()),
            Said::Ended(_) if (task, result) == (end.task, Some(end.result)) => Ok(()),
            Said::Ended(_) => Rule::TheSameSnapshotEveryTime.broken(texts()),
            Said::Expired | Said::Unknown => Rule::NothingAcknowledgedIsLost.broken(texts()),
            _ => Rule::TheEndIsForEver.broken(texts()),
        },
    }
}
