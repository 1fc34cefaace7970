//! Everything that is measured, one cell of the tables after another, in an order that all of the
//! programs share.

use std::fmt;

use crate::contestants::{COMPARED, Contestant};
use crate::messages::{self, Kind, Message};

/// What the cells of a task's transitions are called.
pub const TRANSITION: &str = "100 transitions of a task";

/// The members' order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As implementations write them.
    Usual,
    /// The other way round: tags, methods and ids come last.
    TagsLast,
    /// By chance.
    Shuffled,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    Decode,
    Encode,
}

/// All contestants' cells of one message, one form and one kind of work: they are measured in turn.
pub struct Row {
    pub message: &'static str,
    pub kind: Kind,
    pub form: Form,
    pub work: Work,
    pub text: String,
    pub contestants: Vec<Contestant>,
}

/// All rows; with `short`, those of which nothing takes long.
#[must_use]
pub fn rows(short: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for message in messages::all() {
        if short && message.text.len() > 30_000 {
            continue;
        }
        rows.extend(of_message(&message));
    }
    rows
}

fn of_message(message: &Message) -> Vec<Row> {
    let Message { name, kind, text } = message;
    let row = |form, work, text: String, contestants: &[Contestant]| Row {
        message: name,
        kind: *kind,
        form,
        work,
        text,
        contestants: contestants.iter().copied().filter(|it| it.reads(*kind)).collect(),
    };
    let decoding = [COMPARED, &[Contestant::Envelope, Contestant::Skip]].concat();
    let typed = [Contestant::Ours, Contestant::Floor, Contestant::Rmcp, Contestant::Schema];
    let encoding = [typed.as_slice(), &[Contestant::Value]].concat();
    vec![
        row(Form::Usual, Work::Decode, text.clone(), &decoding),
        row(Form::TagsLast, Work::Decode, messages::tags_last(text), &typed),
        row(Form::Shuffled, Work::Decode, messages::shuffled(text), &typed),
        row(Form::Usual, Work::Encode, text.clone(), &encoding),
    ]
}

impl Row {
    /// The work of one contestant, to be done any number of times.
    #[must_use]
    pub fn task(&self, contestant: Contestant) -> Box<dyn Fn() + '_> {
        match self.work {
            Work::Decode => Box::new(move || contestant.decode(self.kind, &self.text)),
            Work::Encode => {
                let write = contestant.writer(self.kind, &self.text);
                Box::new(move || {
                    std::hint::black_box(write());
                })
            }
        }
    }
}

/// One number of the results.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Cell {
    pub message: String,
    pub bytes: usize,
    pub form: String,
    pub work: String,
    pub contestant: String,
    /// In the unit of the program that measured it.
    pub value: f64,
}

impl Cell {
    #[must_use]
    pub fn new(row: &Row, contestant: Contestant, value: f64) -> Cell {
        Cell {
            message: row.message.to_owned(),
            bytes: row.text.len(),
            form: row.form.to_string(),
            work: row.work.to_string(),
            contestant: contestant.name().to_owned(),
            value,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Usual => "usual",
            Form::TagsLast => "tags last",
            Form::Shuffled => "shuffled",
        })
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Work::Decode => "decode",
            Work::Encode => "encode",
        })
    }
}

/// Calls what is to be measured: callgrind counts within this function alone, by its name.
#[inline(never)]
pub fn measured(task: &dyn Fn()) {
    task();
}
