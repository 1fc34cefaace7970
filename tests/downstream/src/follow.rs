//! Tasks of any operation, side by side, through a restart.

use std::collections::HashMap;
use std::fmt;

use mcp_typestate::jsonrpc::{AnyCall, RequestMessage};
use mcp_typestate::{
    Observed, Outcome, Reply, Request, RequestId, ResumeError, Saved, Task, Tasks, Terminal,
};

use crate::BoxError;

/// The tasks that a client follows, by their ids.
#[derive(Default)]
pub struct Ledger(HashMap<String, Box<dyn Followed>>);

impl Ledger {
    /// Follows a task to its end. `done` gets its outcome, once there is one.
    pub fn follow<O: Request>(
        &mut self,
        seen: Observed<O>,
        done: impl FnOnce(Outcome<O::Result>) + Send + Sync + 'static,
    ) {
        if let Some(followed) = Following::on(seen, Box::new(done)) {
            self.0.insert(followed.id().to_owned(), followed);
        }
    }

    /// Follows a task that was written down.
    ///
    /// # Errors
    /// When it is a task of another operation, or of a session of another kind.
    pub fn resume<O: Request>(
        &mut self,
        tasks: &Tasks,
        saved: Saved,
        done: impl FnOnce(Outcome<O::Result>) + Send + Sync + 'static,
    ) -> Result<(), ResumeError> {
        self.follow(tasks.resume::<O>(saved)?, done);
        Ok(())
    }

    /// How many tasks have no outcome yet.
    #[must_use]
    pub fn open(&self) -> usize {
        self.0.len()
    }

    /// The tasks as they are written down.
    #[must_use]
    pub fn saved(&self) -> HashMap<&str, Saved> {
        self.0.iter().map(|(id, task)| (id.as_str(), task.saved())).collect()
    }

    /// What is to be sent for a task next: a poll, or a request for its result.
    #[must_use]
    pub fn ask(&self, task: &str, id: impl Into<RequestId>) -> Option<RequestMessage<AnyCall>> {
        Some(self.0.get(task)?.ask(id.into()))
    }

    /// Takes the reply to what was sent for a task.
    ///
    /// # Errors
    /// When it says nothing of the task. The task stays followed, as it was.
    pub fn answered(&mut self, task: &str, reply: Reply) -> Result<(), BoxError> {
        let Some(followed) = self.0.remove(task) else { return Ok(()) };
        let (followed, answer) = followed.answered(reply);
        self.0.extend(followed.map(|followed| (followed.id().to_owned(), followed)));
        answer
    }
}

impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.saved()).finish()
    }
}

/// A task, whatever it carries out.
trait Followed: Send + Sync {
    fn id(&self) -> &str;
    fn saved(&self) -> Saved;
    fn ask(&self, id: RequestId) -> RequestMessage<AnyCall>;
    fn answered(self: Box<Self>, reply: Reply)
    -> (Option<Box<dyn Followed>>, Result<(), BoxError>);
}

/// What is done with an outcome.
type Done<O> = Box<dyn FnOnce(Outcome<<O as Request>::Result>) + Send + Sync>;

/// A task of one operation.
struct Following<O: Request> {
    seen: Observed<O>,
    done: Done<O>,
}

impl<O: Request> Following<O> {
    /// The same task as it was seen now; none if that has its outcome, as in the extension.
    fn on(seen: Observed<O>, done: Done<O>) -> Option<Box<dyn Followed>> {
        if let Observed::Terminal(task) = &seen
            && let Some(Ok(outcome)) = task.result().held()
        {
            done(outcome);
            return None;
        }
        Some(Box::new(Self { seen, done }))
    }
}

impl<O: Request> Followed for Following<O> {
    fn id(&self) -> &str {
        &self.seen.snapshot().id
    }

    fn saved(&self) -> Saved {
        Saved::from(&self.seen)
    }

    fn ask(&self, id: RequestId) -> RequestMessage<AnyCall> {
        match &self.seen {
            Observed::Working(task) => task.poll().message(id),
            Observed::InputRequired(task) => task.poll().message(id),
            Observed::Terminal(task) => task.result().message(id),
        }
    }

    fn answered(
        self: Box<Self>,
        reply: Reply,
    ) -> (Option<Box<dyn Followed>>, Result<(), BoxError>) {
        let Self { seen, done } = *self;
        let (seen, error) = match seen {
            Observed::Working(task) => match task.observe(reply) {
                Ok(seen) => (seen, None),
                Err(refused) => (Observed::Working(*refused.task), Some(refused.reason)),
            },
            Observed::InputRequired(task) => match task.observe(reply) {
                Ok(seen) => (seen, None),
                Err(refused) => (Observed::InputRequired(*refused.task), Some(refused.reason)),
            },
            Observed::Terminal(task) => return fetched(task, done, reply),
        };
        (Self::on(seen, done), error.map_or(Ok(()), |error| Err(error.into())))
    }
}

/// Takes the reply that carries the outcome.
fn fetched<O: Request>(
    task: Task<Terminal, O>,
    done: Done<O>,
    reply: Reply,
) -> (Option<Box<dyn Followed>>, Result<(), BoxError>) {
    let outcome = task.result().accept(reply);
    match outcome {
        Ok(outcome) => {
            done(outcome);
            (None, Ok(()))
        }
        Err(error) => {
            let seen = Observed::Terminal(task);
            (Some(Box::new(Following { seen, done })), Err(error.into()))
        }
    }
}
