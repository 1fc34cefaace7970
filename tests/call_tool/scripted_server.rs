//! A server that plays a script: each argument is one step. It knows no JSON, so that what it does
//! is what the script says, right or wrong.
//!
//! | step | what it does |
//! |---|---|
//! | `await METHOD` | reads lines until a request or notification of this method |
//! | `expect TEXT` | fails, with exit code 9, unless the line read last has this text |
//! | `reply JSON` | answers the request read last with this result |
//! | `keep` | lays the request read last aside |
//! | `reply-kept JSON` | answers the request that was laid aside |
//! | `error JSON` | answers the request read last with this error |
//! | `await-reply ID` | reads lines until a reply to the server's own request of this id |
//! | `print TEXT` | writes a line |
//! | `say TEXT` | writes a line to standard error |
//! | `exit CODE` | ends at once |
//! | `echo` | writes what it reads, until the input ends |
//! | `hush` | reads until the input ends, and says nothing |
//! | `cling` | stays, even when the input ends |

use std::io::{self, BufRead, Write};
use std::process::exit;
use std::time::Duration;

fn main() -> io::Result<()> {
    let (mut line, mut kept) = (String::new(), String::new());
    for step in std::env::args().skip(1) {
        let (verb, rest) = step.split_once(' ').unwrap_or((&step, ""));
        match verb {
            "await" => read_until(&mut line, &format!("\"method\":\"{rest}\""))?,
            "await-reply" => loop {
                read_until(&mut line, &format!("\"id\":{rest},"))?;
                if !line.contains("\"method\":") {
                    break;
                }
            },
            "expect" if !line.contains(rest) => {
                eprintln!("expected {rest} in {line}");
                exit(9);
            }
            "expect" => {}
            "reply" => reply(&line, "result", rest)?,
            "error" => reply(&line, "error", rest)?,
            "keep" => kept.clone_from(&line),
            "reply-kept" => reply(&kept, "result", rest)?,
            "print" => print(rest)?,
            "say" => eprintln!("{rest}"),
            "exit" => exit(rest.parse().unwrap_or(99)),
            "echo" => {
                while read(&mut line)? {
                    print(line.trim_end())?;
                }
            }
            "hush" => while read(&mut line)? {},
            "cling" => std::thread::sleep(Duration::from_secs(600)),
            other => {
                eprintln!("no such step: {other}");
                exit(98);
            }
        }
    }
    Ok(())
}

/// Reads the next line; false at the end of the input.
fn read(line: &mut String) -> io::Result<bool> {
    line.clear();
    Ok(io::stdin().lock().read_line(line)? > 0)
}

fn read_until(line: &mut String, text: &str) -> io::Result<()> {
    while read(line)? {
        if line.contains(text) {
            return Ok(());
        }
    }
    eprintln!("the input ended before {text}");
    exit(97);
}

fn reply(request: &str, member: &str, json: &str) -> io::Result<()> {
    let id = request.split_once("\"id\":").map_or("null", |(_, rest)| rest);
    let id: String = id.chars().take_while(char::is_ascii_digit).collect();
    print(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{member}\":{json}}}"))
}

fn print(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
