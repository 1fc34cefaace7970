//! Runs a server, passes on what goes in and out, and writes down what passed:
//! `record SESSION.jsonl COMMAND [ARGUMENT]…`
//!
//! A line of the session is a message with who sent it and when, as `mcp-typestate check` reads it.
//! What is no JSON stands there as it came.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::value::RawValue;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// How long a server may take to end once nobody talks to it.
const GRACE: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("record: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(session), Some(command)) = (arguments.next(), arguments.next()) else {
        return Err("usage: record SESSION.jsonl COMMAND [ARGUMENT]…".into());
    };
    if let Some(folder) = Path::new(&session).parent() {
        std::fs::create_dir_all(folder)?;
    }
    let session = Session(Arc::new(Mutex::new(File::create(&session)?)));
    let mut server = Command::new(command)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (Some(to), Some(from)) = (server.stdin.take(), server.stdout.take()) else {
        return Err("the server has no standard input or output".into());
    };
    let client = session.clone();
    // It ends with its input, or with this process.
    thread::spawn(move || client.pass_on("client", io::stdin().lock(), to));
    session.pass_on("server", BufReader::new(from), io::stdout().lock())?;
    end(&mut server)?;
    Ok(())
}

/// Waits for a server that has closed its output, and stops it if it does not end by itself.
fn end(server: &mut Child) -> io::Result<()> {
    let begun = Instant::now();
    while server.try_wait()?.is_none() {
        if begun.elapsed() > GRACE {
            server.kill()?;
            server.wait()?;
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// What was said so far.
#[derive(Clone)]
struct Session(Arc<Mutex<File>>);

impl Session {
    /// Writes down what one side says, line by line, before the other hears it.
    fn pass_on(&self, from: &str, mut lines: impl BufRead, mut to: impl Write) -> io::Result<()> {
        let mut line = String::new();
        while lines.read_line(&mut line)? > 0 {
            self.note(from, line.trim_end())?;
            to.write_all(line.as_bytes())?;
            to.flush()?;
            line.clear();
        }
        Ok(())
    }

    fn note(&self, from: &str, line: &str) -> io::Result<()> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The time is taken under the lock, so that it never goes backwards in the file.
        let at = OffsetDateTime::now_utc().format(&Rfc3339).map_err(io::Error::other)?;
        match serde_json::from_str::<&RawValue>(line) {
            Ok(_) => writeln!(file, r#"{{"from":"{from}","at":"{at}","message":{line}}}"#),
            Err(_) => writeln!(file, "{line}"),
        }
    }
}
