//! What the receiver does: it is asked, and the work reports to it.

use super::expected;
use super::messages::{MessageId, Said};
use super::receiver::Change;
use super::rules::{Age, Broken, Rule};
use super::sabotage::Sabotage;
use super::state::{Cause, Ending, State, Truth};
use super::work::{Deed, Stage, Work};
use super::world::World;

impl World {
    /// The receiver is asked, and gives the reply, if it does so at once.
    pub fn asked(
        &mut self,
        state: &mut State,
        request: MessageId,
    ) -> Result<Option<MessageId>, Broken> {
        let outstanding = self.outstanding(state);
        if self.messages.get(request).method == "tools/call" {
            // A task that began before is nobody's, since its creation was not heard of, and so is
            // what is said of it. Here the next one is in its place.
            (state.store, state.wire) = Default::default();
            state.work = Work { stage: Stage::Running, ..Work::OFF };
            let until = self.setup.ttl().map(|ttl| state.now + ttl);
            state.truth = Truth { began: Some(state.now), until, ..Truth::default() };
        }
        let kept = state.store.record;
        let received = self.receiver.receive(&mut self.messages, kept, request, state.now);
        let Some(reply) = received.reply else {
            state.store.deferred = Some(request);
            return Ok(None);
        };
        let asked = self.messages.get(request);
        let accepted = !matches!(
            self.messages.get(reply).said,
            Said::Expired | Said::Unknown | Said::NotTerminal | Said::Refused
        );
        let (method, keys) = (asked.method.clone(), asked.keys & outstanding);
        if let Some(change) = received.change {
            let cause = (method == "tasks/cancel").then_some(Cause::Cancelled);
            self.keep(state, change, cause, state.now)?;
        }
        if method == "tasks/cancel" && accepted && state.truth.end.is_none() {
            return Rule::NothingAcknowledgedIsLost.broken("a cancel");
        }
        if method == "tasks/update" && accepted {
            state.truth.answered |= keys;
            let given = received.change.map_or(0, |change| change.input);
            if given != keys {
                return Rule::NothingAcknowledgedIsLost
                    .broken(format!("answers: {given} of {keys}"));
            }
        }
        Ok(Some(reply))
    }

    /// The keys that the task waits on.
    fn outstanding(&mut self, state: &State) -> u8 {
        let (task, _) = self.shown(state);
        match self.messages.get(task).said {
            Said::Open(keys) => keys,
            _ => 0,
        }
    }

    /// The receiver keeps a record that was worked out at a time, and does what follows.
    fn keep(
        &mut self,
        state: &mut State,
        change: Change,
        cause: Option<Cause>,
        then: u8,
    ) -> Result<(), Broken> {
        match (state.truth.age(then), state.truth.end) {
            (Age::Alive, None) => {}
            (Age::Alive, Some(end)) => return Rule::TheEndIsForEver.broken(format!("{end:?}")),
            (age, _) => return Rule::ExpiredIsRefused.broken(format!("a change: {age:?}")),
        }
        state.store.record = Some(change.record);
        if let Some(cause) = cause {
            let (task, Some(result)) = self.shown(state) else {
                return Rule::NothingAcknowledgedIsLost.broken("the end");
            };
            let status = expected::status(self.setup.dialect, cause);
            state.truth.end = Some(Ending { cause, status, task, result });
        }
        if change.release {
            self.release(state);
        }
        if let Some(notify) = change.notify {
            state.send(notify);
        }
        Ok(())
    }

    /// Answers what waited.
    pub fn release(&mut self, state: &mut State) {
        if self.setup.sabotage == Some(Sabotage::NeverReleases) {
            return;
        }
        if let Some(request) = state.store.deferred {
            let kept = state.store.record;
            let received = self.receiver.receive(&mut self.messages, kept, request, state.now);
            state.store.deferred = received.reply.is_none().then_some(request);
            if let Some(reply) = received.reply {
                state.send(reply);
            }
        }
    }

    /// The work does something.
    pub fn work(&mut self, state: &mut State, deed: Deed) -> Result<(), Broken> {
        let taken = self.reports(state, deed, state.work.stage)?;
        state.work = deed.after(state.work, taken);
        Ok(())
    }

    /// Whether the record takes in what the work does.
    fn reports(&mut self, state: &mut State, deed: Deed, stage: Stage) -> Result<bool, Broken> {
        let kept = state.store.record;
        let change = kept.and_then(|kept| {
            self.receiver.happen(&mut self.messages, kept, deed, stage, state.now)
        });
        let Some(change) = change else {
            return match (state.truth.age(state.now), state.truth.end) {
                (Age::Alive, None) => {
                    Rule::NothingAcknowledgedIsLost.broken(format!("{deed:?} is refused"))
                }
                _ => Ok(false),
            };
        };
        if Some(change.record) == kept {
            return match deed {
                // It has said nothing.
                Deed::End(Cause::Dropped) => Ok(true),
                // The last answer has set the task to work already.
                Deed::Resume => Ok(true),
                _ => Rule::NothingAcknowledgedIsLost.broken(format!("{deed:?} changes nothing")),
            };
        }
        let cause = if let Deed::End(cause) = deed { Some(cause) } else { None };
        self.keep(state, change, cause, state.now)?;
        if deed == Deed::Extend {
            let (began, ttl) = (state.truth.began, self.setup.extended());
            state.truth.until = began.zip(ttl).map(|(began, ttl)| began + ttl);
        }
        Ok(true)
    }

    /// The other process keeps what it worked out, or works it out anew.
    pub fn keep_late(&mut self, state: &mut State) -> Result<(), Broken> {
        let (Some((base, then)), Some(kept)) = (state.store.late.take(), state.store.record) else {
            return Ok(());
        };
        let deed = Deed::End(Cause::Finished);
        if !self.receiver.compare(base, kept) {
            return self.reports(state, deed, Stage::Running).map(drop);
        }
        match self.receiver.happen(&mut self.messages, base, deed, Stage::Running, then) {
            Some(change) => self.keep(state, change, Some(Cause::Finished), then),
            None => Ok(()),
        }
    }
}
