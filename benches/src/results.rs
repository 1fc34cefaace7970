//! The results of one run, as they are committed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cells::{Cell, Form, Work};

/// Everything that one run measured.
#[derive(Default, Serialize, Deserialize)]
pub struct Results {
    /// Package and version of each peer.
    pub versions: BTreeMap<String, String>,
    pub rows: Vec<Measured>,
    pub peaks: Vec<Peak>,
    pub growth: Vec<Growth>,
}

/// One message, one form, one kind of work: each contestant's numbers.
#[derive(Serialize, Deserialize)]
pub struct Measured {
    pub message: String,
    pub bytes: usize,
    pub form: String,
    pub work: String,
    #[serde(default)]
    pub nanos: BTreeMap<String, f64>,
    #[serde(default)]
    pub instructions: BTreeMap<String, f64>,
    #[serde(default)]
    pub allocations: BTreeMap<String, f64>,
}

/// What the program `memory` prints.
#[derive(Serialize, Deserialize)]
pub struct Memory {
    pub allocations: Vec<Cell>,
    pub peaks: Vec<Peak>,
}

/// The most memory that decoding a large message takes at once, beside the message itself.
#[derive(Serialize, Deserialize)]
pub struct Peak {
    pub payload: String,
    pub contestant: String,
    /// In terms of the message's length.
    pub of_input: f64,
}

/// What a byte costs in a message of a size.
#[derive(Serialize, Deserialize)]
pub struct Growth {
    pub shape: String,
    pub bytes: usize,
    pub nanos_per_byte: f64,
}

/// Which of a row's numbers.
#[derive(Clone, Copy)]
pub enum Unit {
    Nanos,
    Instructions,
    Allocations,
}

impl Measured {
    /// One contestant's number.
    #[must_use]
    pub fn value(&self, unit: Unit, contestant: &str) -> Option<f64> {
        self.numbers(unit).get(contestant).copied()
    }

    /// How many times the second's number the first's is.
    #[must_use]
    pub fn ratio(&self, unit: Unit, first: &str, second: &str) -> Option<f64> {
        let (first, second) = (self.value(unit, first)?, self.value(unit, second)?);
        (second > 0.0).then_some(first / second)
    }

    fn numbers(&self, unit: Unit) -> &BTreeMap<String, f64> {
        match unit {
            Unit::Nanos => &self.nanos,
            Unit::Instructions => &self.instructions,
            Unit::Allocations => &self.allocations,
        }
    }
}

impl Results {
    /// The rows of a form and a kind of work, in the order of the messages.
    pub fn of(&self, form: Form, work: Work) -> impl Iterator<Item = &Measured> {
        let (form, work) = (form.to_string(), work.to_string());
        self.rows.iter().filter(move |row| row.form == form && row.work == work)
    }

    /// The geometric mean of a ratio over all messages.
    #[must_use]
    pub fn mean(&self, form: Form, work: Work, unit: Unit, first: &str, second: &str) -> f64 {
        mean(self.of(form, work).filter_map(|row| row.ratio(unit, first, second)))
    }

    /// Takes up the cells of one program.
    pub fn put(&mut self, unit: Unit, cells: Vec<Cell>) {
        for cell in cells {
            let Cell { message, bytes, form, work, contestant, value } = cell;
            let known = self
                .rows
                .iter()
                .position(|row| (&row.message, &row.form, &row.work) == (&message, &form, &work));
            let at = known.unwrap_or_else(|| {
                self.rows.push(Measured {
                    message,
                    bytes,
                    form,
                    work,
                    nanos: BTreeMap::new(),
                    instructions: BTreeMap::new(),
                    allocations: BTreeMap::new(),
                });
                self.rows.len() - 1
            });
            let row = &mut self.rows[at];
            let numbers = match unit {
                Unit::Nanos => &mut row.nanos,
                Unit::Instructions => &mut row.instructions,
                Unit::Allocations => &mut row.allocations,
            };
            // Three digits are more than repeats.
            let digits = 10f64.powi(2 - value.max(1.0).log10().floor() as i32);
            let value = match unit {
                Unit::Nanos => (value * digits).round() / digits,
                Unit::Instructions | Unit::Allocations => value,
            };
            // Of several runs the best one counts.
            numbers.entry(contestant).and_modify(|best| *best = best.min(value)).or_insert(value);
        }
    }
}

/// The geometric mean.
pub fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), it| (sum + it.ln(), count + 1.0));
    f64::exp(sum / count)
}
