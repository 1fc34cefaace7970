//! What the requestor makes of what it hears, held against what is true.

use super::messages::MessageId;
use super::requestor::Read;
use super::rules::{Age, Broken, Rule};
use super::state::{Client, State, TaskId};
use super::world::World;

impl World {
    /// The requestor hears something.
    pub fn heard(&mut self, state: &mut State, message: MessageId) -> Result<(), Broken> {
        let Some(task) = state.client.task else {
            if self.messages.get(message).id == "call" {
                state.client.task = Some(self.requestor.accept(&mut self.messages, message));
            }
            return Ok(());
        };
        if state.client.gone {
            return Ok(());
        }
        if self.messages.get(message).id == "update" {
            if let Some(update) = state.client.update {
                match self.requestor.acknowledge(&self.messages, update, message) {
                    Read::Acknowledged => state.client.update = None,
                    read => self.refused(state, &read)?,
                }
            }
            return Ok(());
        }
        let read = self.requestor.read(&mut self.messages, task, message);
        match &*read {
            Read::Task(task, outcome) => self.sees(state, *task, outcome.as_deref())?,
            Read::Outcome(outcome) => self.has(state, outcome)?,
            Read::Early if state.truth.end.is_none() => {
                return Rule::NoResultBeforeTheEnd.broken("through the channel");
            }
            Read::Early => state.client.early = Some(message),
            Read::Acknowledged | Read::Nothing => {}
            read => self.refused(state, read)?,
        }
        Ok(())
    }

    /// The requestor sees the task in a state.
    fn sees(
        &mut self,
        state: &mut State,
        task: TaskId,
        outcome: Option<&str>,
    ) -> Result<(), Broken> {
        state.client.task = Some(task);
        match (self.requestor.held(task).end, state.truth.end) {
            (None, _) => return Ok(()),
            (Some(_), None) => return Rule::NoResultBeforeTheEnd.broken("seen as terminal"),
            (Some(seen), Some(end)) if seen != end.status => {
                return Rule::TheEndIsForEver.broken(format!("{seen:?}, and was {end:?}"));
            }
            (Some(_), Some(_)) => {}
        }
        state.client.update = None;
        if let Some(outcome) = outcome {
            self.has(state, outcome)?;
        }
        if let Some(early) = state.client.early.take() {
            let read = self.requestor.read(&mut self.messages, task, early);
            match &*read {
                Read::Outcome(outcome) => self.has(state, outcome)?,
                read => self.refused(state, read)?,
            }
        }
        Ok(())
    }

    /// The requestor has the outcome, and it is the one that there is.
    fn has(&mut self, state: &mut State, outcome: &str) -> Result<(), Broken> {
        let Some(end) = state.truth.end else {
            return Rule::NoResultBeforeTheEnd.broken(outcome);
        };
        let expected = self.expected.outcome(self.setup.dialect, end.cause);
        if outcome != &*expected {
            return Rule::TheSameSnapshotEveryTime.broken(format!("{outcome}, not {expected}"));
        }
        state.client.done = true;
        Ok(())
    }

    /// The requestor is told that there is no such task any more, and that is so.
    fn refused(&self, state: &mut State, read: &Read) -> Result<(), Broken> {
        match (read, state.truth.age(state.now)) {
            (Read::Expired, Age::Expired | Age::Forgotten) | (Read::Unknown, Age::Forgotten) => {
                state.client = Client { gone: true, update: None, early: None, ..state.client };
                Ok(())
            }
            (Read::Wrong(what), Age::Alive) => Rule::TheEndIsForEver.broken(what),
            (read, Age::Alive) => Rule::NothingAcknowledgedIsLost.broken(format!("{read:?}")),
            (read, age) => Rule::ExpiredIsRefused.broken(format!("{read:?}: {age:?}")),
        }
    }
}
