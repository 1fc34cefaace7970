//! A task from its creation to its outcome, in any dialect.

use std::error::Error;
use std::fmt::Debug;
use std::time::Duration;

use mcp_typestate::{
    Created, Input, Observed, Open, Operation, Outcome, Reply, Request, RequestId, Runs, Task,
    Terminal,
};

use crate::other;
use crate::session::Session;

/// A task that has ended, and the way to its end.
pub(crate) struct Ended<O: Operation> {
    pub(crate) task: Task<Terminal, O>,
    /// The states that were seen, without repetitions.
    pub(crate) states: Vec<&'static str>,
    /// The request for the result that was sent early, for the receiver to ask over it.
    channel: Option<RequestId>,
}

/// Calls as a task, and wants one.
pub(crate) fn begin<O: Request>(
    session: &mut Session,
    runs: &Runs<O>,
    params: O::Params,
    ttl: Duration,
) -> Result<Observed<O>, Box<dyn Error>>
where
    O::Result: Debug,
{
    let call = runs.call(params).with_ttl(ttl);
    let id = session.next_id();
    session.send(&call.message(id.clone())?)?;
    match call.accept(session.reply(&id)?)? {
        Created::Task(task) => Ok(task),
        came => other(&came, "a task"),
    }
}

/// Polls a task until it is terminal, and gives what it asks for.
pub(crate) fn to_the_end<O: Operation>(
    session: &mut Session,
    begun: Observed<O>,
) -> Result<Ended<O>, Box<dyn Error>> {
    let (mut seen, mut states, mut channel) = (begun, Vec::new(), None);
    loop {
        let state = match &seen {
            Observed::Working(_) => "working",
            Observed::InputRequired(_) => "input_required",
            Observed::Terminal(_) => "terminal",
        };
        if states.last() != Some(&state) {
            states.push(state);
        }
        seen = match seen {
            Observed::Working(task) => poll(session, task)?,
            Observed::InputRequired(mut task) => {
                match task.input() {
                    Input::Channel(open) if channel.is_none() => {
                        let id = session.next_id();
                        session.send(&open.message(id.clone()))?;
                        channel = Some(id);
                    }
                    Input::Channel(_) => {}
                    Input::Requests(mut requests) => {
                        let keys: Vec<String> =
                            requests.open().map(|(key, _)| key.to_owned()).collect();
                        if !keys.is_empty() {
                            let answers = keys.into_iter();
                            let answers = answers.map(|key| (key, session.answer_to_input()));
                            let update = requests.answer(answers.collect::<Vec<_>>())?;
                            let reply = session.ask(|id| update.message(id))?;
                            update.accept(reply)?;
                        }
                    }
                }
                poll(session, task)?
            }
            Observed::Terminal(task) => return Ok(Ended { task, states, channel }),
        };
    }
}

/// Asks how a task is doing, no earlier than the receiver wants.
pub(crate) fn poll<S: Open, O: Operation>(
    session: &mut Session,
    task: Task<S, O>,
) -> Result<Observed<O>, Box<dyn Error>> {
    // To the millisecond, and not a moment earlier.
    let pause = task.poll_interval(Duration::from_millis(50)) + Duration::from_millis(1);
    session.pause(pause)?;
    let reply = session.ask(|id| task.poll().message(id))?;
    task.observe(reply).map_err(|refused| refused.to_string().into())
}

impl<O: Operation> Ended<O> {
    /// What came out: what the end carried, or the channel brought, or is asked for now.
    pub(crate) fn outcome(
        &self,
        session: &mut Session,
    ) -> Result<Outcome<O::Result>, Box<dyn Error>> {
        match (self.task.result().held(), &self.channel) {
            (Some(held), _) => Ok(held?),
            (None, Some(id)) => {
                let reply = session.reply(id)?;
                Ok(self.task.result().accept(reply)?)
            }
            (None, None) => self.fetch(session),
        }
    }

    /// What came out, asked for now.
    pub(crate) fn fetch(
        &self,
        session: &mut Session,
    ) -> Result<Outcome<O::Result>, Box<dyn Error>> {
        let reply = self.ask(session)?;
        Ok(self.task.result().accept(reply)?)
    }

    /// The reply to the request for the result, whatever it is.
    pub(crate) fn ask(&self, session: &mut Session) -> Result<Reply, Box<dyn Error>> {
        let call = self.task.result();
        session.ask(|id| call.message(id))
    }
}
