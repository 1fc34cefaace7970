//! The server: a child process, its lines, and its end.
//!
//! Three threads keep the caller from ever blocking on a pipe: one writes, one reads messages, one
//! reads what the server says to people.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::options::Options;

/// The longest line that is read as one: a server that never ends one does not fill the memory.
const LONGEST_LINE: u64 = 64 << 20;
/// How many of the server's lines to people are kept, and how much of each.
const LAST_WORDS: usize = 8;
const LONGEST_WORDS: u64 = 300;
/// How long a server that was told to end, or has closed its output, may take for it.
const PATIENCE: Duration = Duration::from_secs(1);

/// A running server. Dropping it ends the process.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    /// The way to the writing thread; none once the server's input is closed.
    input: Option<Sender<String>>,
    words: Words,
    listener: thread::JoinHandle<()>,
}

/// What comes from the server.
#[derive(Debug)]
pub(crate) enum Output {
    /// A line, without its end.
    Line(Vec<u8>),
    /// There will be no more.
    Closed,
}

impl Server {
    /// Starts the server. No shell is involved. Its output goes into `events`.
    pub(crate) fn spawn<E: From<Output> + Send + 'static>(
        options: &Options,
        events: SyncSender<E>,
    ) -> Result<Server, SpawnError> {
        let fail = |error| SpawnError::of(&options.program, error);
        let mut child = Command::new(&options.program)
            .args(&options.program_arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(fail)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(fail(io::ErrorKind::BrokenPipe.into()));
        };

        let (input, lines) = mpsc::channel();
        thread::spawn(move || write_lines(stdin, &lines));
        thread::spawn(move || {
            let mut heard = true;
            read_lines(stdout, LONGEST_LINE, |line| {
                // With nobody to hear it, the output is still read: the server must not block.
                heard = heard && events.send(Output::Line(line).into()).is_ok();
            });
            // Nobody left to tell is no harm.
            let _ = events.send(Output::Closed.into());
        });
        let words = Words::default();
        let kept = words.clone();
        let listener =
            thread::spawn(move || read_lines(stderr, LONGEST_WORDS, |line| kept.keep(&line)));
        Ok(Server { child, input: Some(input), words, listener })
    }

    /// Sends a line. A server that does not read it shows it by its end, or by its silence.
    pub(crate) fn send(&self, line: String) {
        if let Some(input) = &self.input {
            let _ = input.send(line);
        }
    }

    /// The last of what the server said to people.
    pub(crate) fn last_words(&self) -> Words {
        self.words.clone()
    }

    /// How the server ended, once its output is closed; none if it did not.
    pub(crate) fn end(&mut self) -> Option<ExitStatus> {
        let status = self.wait(PATIENCE)?;
        // A descendant may hold the pipe for longer than the server lived.
        wait_until(PATIENCE / 4, || self.listener.is_finished().then_some(()));
        Some(status)
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        wait_until(patience, || self.child.try_wait().ok().flatten())
    }
}

impl Drop for Server {
    /// Closes the server's input, which asks it to end, and insists after a while.
    fn drop(&mut self) {
        self.input = None;
        if self.wait(PATIENCE).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// A server that could not be started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SpawnError {
    #[error("command not found: `{0}`")]
    NotFound(String),
    #[error("`{0}` cannot be run: {1}")]
    Other(String, io::Error),
}

impl SpawnError {
    fn of(program: &OsStr, error: io::Error) -> SpawnError {
        let program = program.to_string_lossy().into_owned();
        match error.kind() {
            io::ErrorKind::NotFound => SpawnError::NotFound(program),
            _ => SpawnError::Other(program, error),
        }
    }
}

/// The last lines that the server said to people, shared with the thread that hears them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words(Arc<Mutex<VecDeque<String>>>);

impl Words {
    fn keep(&self, line: &[u8]) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == LAST_WORDS {
            lines.pop_front();
        }
        lines.push_back(printable(&String::from_utf8_lossy(line)));
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !lines.is_empty() {
            write!(f, "\nits last words:")?;
        }
        lines.iter().try_for_each(|line| write!(f, "\n  | {line}"))
    }
}

/// The text on one line, and without anything that a terminal obeys.
pub(crate) fn printable(text: &str) -> String {
    text.trim_end().chars().map(|it| if it.is_control() { ' ' } else { it }).collect()
}

/// Writes until there is nothing more to come, or nobody to read it. Then the pipe closes.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for mut line in lines {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Hands over each line that is not blank, until the end. A line that is too long is cut in pieces.
fn read_lines(output: impl Read, longest: u64, mut take: impl FnMut(Vec<u8>)) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(longest).read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(_) if line.iter().all(u8::is_ascii_whitespace) => {}
            Ok(_) => take(line),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Looks again and again, for as long as patience lasts.
fn wait_until<T>(patience: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + patience;
    loop {
        match look() {
            Some(seen) => return Some(seen),
            None if Instant::now() >= end => return None,
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
}
