//! A receiver of tasks whose records are in Redis, so that any number of processes serve them.
//!
//! ```text
//! redis-receiver REDIS-URL [--context NAME] [--lease MILLISECONDS] [--max-tasks NUMBER]
//! ```
//!
//! It speaks over its standard input and output, a message a line, in both generations of tasks.
//! From the top down: this file reads and writes lines; `server` asks the records; `client` says
//! who asks; `work` is what tasks carry out; `store` keeps the records.

mod client;
mod server;
mod store;
mod work;

use std::error::Error;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use mcp_typestate::json::Extra;
use mcp_typestate::jsonrpc::{AnyMessage, ErrorCode, ErrorMessage, ErrorObject, Message, Reply};
use mcp_typestate::receiver::{About, Refusal};

use crate::client::Client;
use crate::server::{Answered, Server, ask};
use crate::store::Store;
use crate::work::Works;

/// Between two looks at the tasks that requests wait for. Redis could tell of an end as well, but
/// what it tells while nobody listens is lost, so one would have to look in any case.
const PAUSE: Duration = Duration::from_millis(50);

/// Requests for a result that came early.
type Waiting = Arc<Mutex<Vec<About>>>;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse(std::env::args().skip(1))?;
    let store = Store::open(&options.url)?;
    let works = Works::new(store.clone(), options.lease);
    let waiting = Waiting::default();
    let client = Client::new(options.context);
    let mut server = Server::new(client, store.clone(), works.clone(), options.max_tasks);
    thread::spawn(move || works.keep_up());
    thread::spawn({
        let waiting = Arc::clone(&waiting);
        move || answer_waiting(&waiting, &store)
    });

    for line in io::stdin().lines() {
        let reply = match mcp_typestate::from_str::<AnyMessage>(&line?) {
            Ok(Message::Request(request)) => match server.receive(request) {
                Answered::Now(reply) => reply,
                Answered::Later(about) => match wait(&waiting, about, server.max_waiting()) {
                    None => continue,
                    Some(refused) => refused,
                },
            },
            // Nothing was asked of the client, and what it tells changes nothing.
            Ok(Message::Notification(_) | Message::Reply(_)) => continue,
            Err(error) => {
                let error = ErrorObject::new(ErrorCode::PARSE_ERROR, error.to_string());
                Reply::Error(ErrorMessage { id: None, error, extra: Extra::new() })
            }
        };
        send(&reply)?;
    }
    // What goes on here is left to other processes, as it is when this one dies.
    Ok(())
}

/// Lets a request wait, or refuses it if as many wait as may.
fn wait(waiting: &Waiting, about: About, most: usize) -> Option<Reply> {
    let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
    if waiting.len() >= most {
        return Some(Refusal::TooManyWaiting.reply(about.id().clone()));
    }
    waiting.push(about);
    None
}

/// Answers what waits when its task has ended, whichever process it was that ended it.
fn answer_waiting(waiting: &Waiting, store: &Store) {
    loop {
        thread::sleep(PAUSE);
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = std::mem::take(&mut *waiting).into_iter().map(|about| ask(store, about));
        for answered in asked {
            match answered {
                Answered::Later(about) => waiting.push(about),
                // If nobody reads any more, the input ends as well.
                Answered::Now(reply) => drop(send(&reply)),
            }
        }
    }
}

fn send(reply: &Reply) -> Result<(), Box<dyn Error>> {
    let line = serde_json::to_string(reply)?;
    let mut output = io::stdout().lock();
    writeln!(output, "{line}")?;
    Ok(output.flush()?)
}

struct Options {
    url: String,
    context: Option<String>,
    lease: Duration,
    max_tasks: usize,
}

impl Options {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let url = words.next().ok_or("a URL is needed, such as redis://127.0.0.1:6379")?;
        let lease = Duration::from_secs(5);
        let mut options = Self { url, context: None, lease, max_tasks: 10_000 };
        while let Some(option) = words.next() {
            let value = words.next().ok_or_else(|| format!("{option} needs a value"))?;
            match option.as_str() {
                "--context" => options.context = Some(value),
                "--lease" => options.lease = Duration::from_millis(value.parse()?),
                "--max-tasks" => options.max_tasks = value.parse()?,
                _ => return Err(format!("there is no option {option}").into()),
            }
        }
        Ok(options)
    }
}
