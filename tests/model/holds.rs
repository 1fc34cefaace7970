//! The search itself.

use mcp_typestate::Dialect;

use super::receiver::Setup;
use super::search::search;
use super::state::{Cause, State};
use super::world::World;
use crate::sessions::DIALECTS;

#[test]
fn every_rule_holds_in_every_state() {
    let visited: usize = std::thread::scope(|scope| {
        let searches = DIALECTS.map(|dialect| (dialect, scope.spawn(move || visits(dialect))));
        let visited = searches.map(|(dialect, search)| {
            let visited = search.join().expect("a rule is broken, as told above");
            println!("{dialect:?}: {visited} states");
            visited
        });
        visited.iter().sum()
    });
    println!("{visited} states in all");
    assert!(visited >= 100_000, "{visited} states are not all");
}

/// How many states a dialect has, all setups together.
fn visits(dialect: Dialect) -> usize {
    let defers = dialect == Dialect::Core;
    let setup = Setup { dialect, unlimited: true, defers, sabotage: None };
    let mut setups = vec![setup, Setup { unlimited: false, ..setup }];
    if defers {
        setups.push(Setup { defers: false, ..setup });
    }
    let visited = setups.into_iter().map(|setup| match search(&mut World::new(setup)) {
        Ok(states) => {
            comes_about(setup, &states);
            states.len()
        }
        Err(found) => panic!(
            "{setup:?}: {:?} is broken: {}\n{}",
            found.fault.rule, found.fault.what, found.way
        ),
    });
    visited.sum()
}

/// What the rules are about comes about.
fn comes_about(setup: Setup, states: &[State]) {
    let is = |what: &str, expected: bool, does: fn(&State) -> bool| {
        assert_eq!(states.iter().any(does), expected, "{setup:?}: {what}");
    };
    let extension = setup.dialect == Dialect::Extension;
    is("an outcome", true, |state| state.client.done);
    is("an end by cancel", setup.dialect != Dialect::Enveloped, |state| {
        state.truth.end.is_some_and(|end| end.cause == Cause::Cancelled)
    });
    is("an end by a worker that is dropped", true, |state| {
        state.truth.end.is_some_and(|end| end.cause == Cause::Dropped)
    });
    is("a task that is gone", !setup.unlimited, |state| state.client.gone);
    is("a request that waits", setup.defers, |state| state.store.deferred.is_some());
    is("an answer before the end is seen", !extension, |state| state.client.early.is_some());
    is("an answer on its way", extension, |state| state.client.update.is_some());
    is("an answer that was taken in", extension, |state| state.truth.answered != 0);
    is("two processes at once", !extension || setup.unlimited, |state| state.store.late.is_some());
}
