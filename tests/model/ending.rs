//! Whether a run ends when all goes well from here on.
//!
//! What is on its way arrives, nothing is lost any more, the requestor polls once a second and
//! answers what it is asked. Then it has the outcome, or knows that the task has expired; and
//! nothing waits at the receiver. That holds in two futures: in one the worker, if there is one, goes
//! on; in the other, where the TTL has an end, it never says a word again.

use std::collections::HashSet;

use super::rules::{Broken, Rule};
use super::search::{Model, Quickly};
use super::state::{Cause, State};
use super::work::{Deed, Stage};
use super::world::{Action, World};

/// The most seconds that it takes.
const SECONDS: usize = 8;

/// States that come to an end, by whether the worker goes on.
#[derive(Debug, Default)]
pub struct Known {
    ends: HashSet<(State, bool), Quickly>,
}

pub fn check(world: &mut World, state: &State) -> Result<(), Broken> {
    ends(world, *state, true)?;
    if world.setup.unlimited { Ok(()) } else { ends(world, *state, false) }
}

fn ends(world: &mut World, state: State, works: bool) -> Result<(), Broken> {
    let (mut state, mut passed) = (state, Vec::new());
    while !over(&state) && !world.ending.ends.contains(&(state, works)) {
        if passed.len() > SECONDS {
            return Rule::EveryRunEnds.broken(format!("the worker goes on: {works}; {state:?}"));
        }
        passed.push((state, works));
        state = second(world, state, works)?;
    }
    world.ending.ends.extend(passed);
    Ok(())
}

/// The requestor knows how it ended, and nothing waits.
fn over(state: &State) -> bool {
    (state.client.done || state.client.gone) && state.store.deferred.is_none()
}

/// A second in which all goes well.
fn second(world: &mut World, mut state: State, works: bool) -> Result<State, Broken> {
    state = deliver(world, state)?;
    if state.store.late.is_some() {
        state = world.next(&state, Action::Keep)?;
    }
    if world.actions(&state).contains(&Action::Sweep) {
        state = world.next(&state, Action::Sweep)?;
    }
    state = deliver(world, state)?;
    state = ask(world, state)?;
    if works && let Some(deed) = goes_on(&state) {
        state = world.next(&state, Action::Work(deed))?;
    }
    state = ask(world, state)?;
    world.next(&state, Action::Tick)
}

/// What a worker does that goes on.
fn goes_on(state: &State) -> Option<Deed> {
    match state.work.stage {
        Stage::Off | Stage::Gone => None,
        Stage::Running => Some(Deed::End(Cause::Finished)),
        Stage::NeedsInput => Some(Deed::Resume),
    }
}

/// The requestor asks what is next to be asked, and hears the answer.
fn ask(world: &mut World, mut state: State) -> Result<State, Broken> {
    let Some(task) = state.client.task else {
        state = world.next(&state, Action::Call)?;
        return deliver(world, state);
    };
    let held = world.requestor.held(task);
    let action = if let Some(update) = state.client.update {
        Action::Resend(update)
    } else if held.answers.is_empty() {
        Action::Ask(held.fetch.unwrap_or(world.requestor.requests.poll))
    } else {
        Action::Answer(held.answers.len() - 1)
    };
    state = world.next(&state, action)?;
    deliver(world, state)
}

/// Everything arrives that is on its way.
fn deliver(world: &mut World, mut state: State) -> Result<State, Broken> {
    while let Some(message) = state.wire {
        state = world.next(&state, Action::Deliver(message))?;
    }
    Ok(state)
}
