//! Runs of `call_tool`, each against a server that plays a script.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::examples::example;

pub fn start(options: &[&str], tool: &str, arguments: &str, steps: &[&str]) -> Started {
    let mut command = Command::new(example("call_tool"));
    command.args(options).args([tool, arguments, "--"]).arg(example("scripted_server")).args(steps);
    Started::new(&mut command)
}

/// A run that goes on.
pub struct Started {
    child: std::process::Child,
    began: Instant,
}

/// A run that has ended.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    pub took: Duration,
}

impl Started {
    pub fn new(command: &mut Command) -> Started {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Started { child: piped.spawn().unwrap(), began: Instant::now() }
    }

    pub fn end(self) -> Run {
        self.types("")
    }

    /// Types, and waits for the end.
    pub fn types(mut self, typed: &str) -> Run {
        let mut stdin = self.child.stdin.take().unwrap();
        // A run that has ended already reads nothing.
        let _ = stdin.write_all(typed.as_bytes());
        drop(stdin);
        self.waits()
    }

    /// Types once it has said something, and waits for the end.
    pub fn types_after(mut self, said: &str, typed: &str) -> Run {
        let mut stderr = BufReader::new(self.child.stderr.take().unwrap());
        let mut heard = String::new();
        while !heard.contains(said) {
            assert!(stderr.read_line(&mut heard).unwrap() > 0, "{said} is not in {heard}");
        }
        let rest = thread::spawn(move || {
            let mut rest = String::new();
            stderr.read_to_string(&mut rest).unwrap();
            rest
        });
        let run = self.types(typed);
        Run { err: heard + &rest.join().unwrap(), ..run }
    }

    /// Waits for the end, and types nothing for as long.
    pub fn stays_alone(mut self) -> Run {
        let stdin = self.child.stdin.take();
        let run = self.waits();
        drop(stdin);
        run
    }

    fn waits(self) -> Run {
        let began = self.began;
        let waiting = thread::spawn(move || self.child.wait_with_output().unwrap());
        let end = Instant::now() + Duration::from_secs(60);
        while !waiting.is_finished() {
            assert!(Instant::now() < end, "call_tool hangs");
            thread::sleep(Duration::from_millis(5));
        }
        let took = began.elapsed();
        let output = waiting.join().unwrap();
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            took,
        }
    }
}

impl Run {
    pub fn succeeds(&self) {
        assert_eq!(self.code, Some(0), "{self:?}");
    }

    pub fn fails_with(&self, complaint: &str) {
        assert_eq!(self.code, Some(1), "{self:?}");
        self.says(complaint);
    }

    pub fn says(&self, text: &str) {
        assert!(self.err.contains(text), "{text} is not in {self:?}");
    }

    pub fn never_says(&self, text: &str) {
        assert!(!self.err.contains(text), "{text} is in {self:?}");
    }
}

pub fn refs(steps: &[String]) -> Vec<&str> {
    steps.iter().map(String::as_str).collect()
}

pub fn one_line(json: &str) -> String {
    json.lines().map(str::trim).collect()
}
