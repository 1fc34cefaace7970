//! What is done for a task, through the worker's handle.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use mcp_typestate::Dialect;
use mcp_typestate::json::Raw;
use mcp_typestate::jsonrpc::ErrorObject;
use mcp_typestate::receiver::{Event, IfDropped, Record, Refusal, Running, Step, Worker};
use serde_json::{Value, json};

use super::receiver::Setup;
use super::state::Cause;

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Work {
    pub stage: Stage,
    /// It has told of its progress.
    pub told: bool,
    /// How often it has asked for input.
    pub asked: u8,
    /// The TTL was set anew.
    pub extended: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// There is no work yet.
    Off,
    Running,
    NeedsInput,
    /// There is no worker any more.
    Gone,
}

impl Work {
    pub const OFF: Self = Self { stage: Stage::Off, told: false, asked: 0, extended: false };
}

/// What the work does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    Progress,
    /// Asks for input; in the extension, with the keys of this round.
    NeedInput(&'static [&'static str]),
    Resume,
    /// Ends; not by a cancel, which is no deed of the work.
    End(Cause),
    /// Lets the task be kept for longer (extension).
    Extend,
}

impl Deed {
    /// What the work can do, within bounds.
    pub fn all(work: &Work, setup: Setup) -> Vec<Self> {
        let ends = [Cause::Finished, Cause::ToolError, Cause::Failed, Cause::Dropped];
        let mut deeds = match work.stage {
            Stage::Off | Stage::Gone => return Vec::new(),
            Stage::Running => ends.map(Self::End).to_vec(),
            Stage::NeedsInput => {
                vec![Self::Resume, Self::End(Cause::Failed), Self::End(Cause::Dropped)]
            }
        };
        if work.stage == Stage::Running {
            deeds.extend(
                (!work.told
                    && work.asked == 0
                    && (setup.unlimited || setup.dialect != Dialect::Extension))
                    .then_some(Self::Progress),
            );
            // Where time passes as well, and where there is nothing new to ask, once has to do.
            let rounds: &[&[&str]] = match (setup.dialect, setup.unlimited) {
                (Dialect::Enveloped | Dialect::Core, _) => &[&[]],
                (Dialect::Extension, true) => &[&["a", "b"]],
                (Dialect::Extension, false) => &[&["a"]],
            };
            deeds.extend(rounds.get(usize::from(work.asked)).map(|keys| Self::NeedInput(keys)));
        }
        let extends = setup.extended().is_some() && !work.extended;
        deeds.extend(extends.then_some(Self::Extend));
        deeds
    }

    /// How far the work has come afterwards, if it was taken in; if not, it stops.
    pub fn after(self, work: Work, taken: bool) -> Work {
        let stage = if taken { work.stage } else { Stage::Gone };
        match self {
            Self::Progress => Work { told: true, stage, ..work },
            Self::NeedInput(_) if taken => {
                Work { stage: Stage::NeedsInput, asked: work.asked + 1, ..work }
            }
            Self::Resume if taken => Work { stage: Stage::Running, ..work },
            Self::Extend => Work { extended: true, ..work },
            Self::NeedInput(_) | Self::Resume | Self::End(_) => Work { stage: Stage::Gone, ..work },
        }
    }

    /// What becomes of the record, or the first refusal.
    pub fn apply(
        self,
        setup: Setup,
        stage: Stage,
        record: &Record,
        now: SystemTime,
        if_dropped: IfDropped,
    ) -> Result<Step, Refusal> {
        if self == Self::Extend {
            let ttl = setup.extended().map(|seconds| Duration::from_secs(seconds.into()));
            return record.apply(Event::Ttl(ttl), now);
        }
        let heard = RefCell::new(None);
        // The handle is made anew and brought to its stage, of which the record knows already.
        let deaf = Cell::new(true);
        let report = |_: &str, event: Event| {
            if deaf.get() {
                return Ok(());
            }
            let told = record.apply(event, now);
            let answer = told.as_ref().map(drop).map_err(Clone::clone);
            heard.borrow_mut().get_or_insert(told);
            answer
        };
        let worker = Worker::take_up(record.id(), report).if_dropped(if_dropped);
        if stage == Stage::NeedsInput {
            let worker = worker.need_input("", BTreeMap::<String, Value>::new()).unwrap();
            deaf.set(false);
            match self {
                Self::Resume => drop(worker.resume().map(Worker::leave)),
                Self::End(Cause::Failed) => drop(worker.fail(broke())),
                Self::End(Cause::Dropped) => drop(worker),
                other => panic!("{other:?} of work that waits"),
            }
        } else {
            deaf.set(false);
            self.run(worker);
        }
        // Whoever says nothing leaves the task as it is.
        let nothing = || Ok(Step { record: record.clone(), effects: Vec::new() });
        heard.into_inner().unwrap_or_else(nothing)
    }

    fn run<R>(self, mut worker: Worker<Running, R>)
    where
        R: FnMut(&str, Event) -> Result<(), Refusal>,
    {
        match self {
            Self::Progress => {
                // A refusal is heard of by the record.
                let _ = worker.progress("half of it");
                worker.leave();
            }
            Self::NeedInput(keys) => {
                drop(worker.need_input("which owls?", asks(keys)).map(Worker::leave));
            }
            Self::End(Cause::Finished) => drop(worker.finish(&result(&done()))),
            Self::End(Cause::ToolError) => drop(worker.finish(&result(&tool_error()))),
            Self::End(Cause::Failed) => drop(worker.fail(broke())),
            Self::End(Cause::Dropped) => drop(worker),
            Self::End(Cause::Cancelled) | Self::Resume | Self::Extend => {
                panic!("{self:?} of work that runs")
            }
        }
    }
}

/// The same question by each key.
fn asks(keys: &[&str]) -> BTreeMap<String, Value> {
    let ask = json!({ "method": "elicitation/create", "params": { "message": "which owls?" } });
    keys.iter().map(|key| ((*key).to_owned(), ask.clone())).collect()
}

pub fn done() -> Value {
    json!({ "content": [{ "type": "text", "text": "done" }] })
}

pub fn tool_error() -> Value {
    json!({ "content": [{ "type": "text", "text": "no owls" }], "isError": true })
}

pub fn broke() -> ErrorObject {
    ErrorObject::new(mcp_typestate::jsonrpc::ErrorCode(-32000), "it broke")
}

fn result(result: &Value) -> Raw {
    Raw::from_value(result).unwrap()
}
