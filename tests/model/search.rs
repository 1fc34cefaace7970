//! Every state that can be reached, the nearest first.

use std::collections::HashMap;
use std::fmt::{Debug, Write};
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Something with states, and steps between them.
pub trait Model {
    type State: Copy + Eq + Hash + Debug;
    type Action: Copy + Debug;
    type Fault: Debug;

    fn first(&self) -> Self::State;

    /// What can happen in a state.
    fn actions(&mut self, state: &Self::State) -> Vec<Self::Action>;

    /// What follows from an action.
    fn next(&mut self, state: &Self::State, act: Self::Action) -> Result<Self::State, Self::Fault>;

    /// What must hold in a state.
    fn check(&mut self, state: &Self::State) -> Result<(), Self::Fault>;

    /// An action in words.
    fn tell(&self, act: &Self::Action) -> String;
}

/// A fault, and the shortest way to it.
#[derive(Debug)]
pub struct Found<F> {
    pub fault: F,
    /// One action a line.
    pub way: String,
}

/// Visits every state once, and gives them all.
pub fn search<M: Model>(model: &mut M) -> Result<Vec<M::State>, Found<M::Fault>> {
    let mut states = vec![model.first()];
    let mut places = HashMap::<_, _, Quickly>::from_iter([(states[0], 0)]);
    // From where, and by what.
    let mut origins: Vec<Option<(usize, M::Action)>> = vec![None];
    let mut place = 0;
    while place < states.len() {
        let state = states[place];
        if let Err(fault) = model.check(&state) {
            return Err(Found { fault, way: way(model, &origins, place, None) });
        }
        for action in model.actions(&state) {
            match model.next(&state, action) {
                Ok(next) => {
                    places.entry(next).or_insert_with(|| {
                        states.push(next);
                        origins.push(Some((place, action)));
                        states.len() - 1
                    });
                }
                Err(fault) => {
                    return Err(Found { fault, way: way(model, &origins, place, Some(action)) });
                }
            }
        }
        place += 1;
    }
    Ok(states)
}

fn way<M: Model>(
    model: &M,
    origins: &[Option<(usize, M::Action)>],
    mut place: usize,
    last: Option<M::Action>,
) -> String {
    let mut actions: Vec<M::Action> = last.into_iter().collect();
    while let Some((before, action)) = origins[place] {
        actions.push(action);
        place = before;
    }
    actions.iter().rev().fold(String::new(), |mut way, action| {
        writeln!(way, "  {}", model.tell(action)).unwrap();
        way
    })
}

/// Hashes numbers of our own, which nobody chose to collide, at a fraction of the default's cost.
pub type Quickly = BuildHasherDefault<Quick>;

#[derive(Debug, Default)]
pub struct Quick(u64);

impl Hasher for Quick {
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u8(*byte));
    }

    fn finish(&self) -> u64 {
        // The map looks at both ends of it.
        self.0 ^ (self.0 >> 32)
    }
}
