//! The program `mcp-typestate`: what it prints, and how it exits.
//!
//! `tests/cli/golden/CASE.txt` has what a case prints; to accept what it prints now, run
//!
//! ```text
//! MCP_TYPESTATE_ACCEPT=1 cargo test --features cli --test cli
//! ```
//!
//! and read the difference before you commit it.

mod garbage;
mod golden;
mod machines;
#[cfg(target_os = "linux")]
mod memory;
mod picture;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the program came to.
#[derive(Debug)]
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

/// Runs the program in the repository's folder.
fn run(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mcp-typestate"))
        .args(arguments)
        .current_dir(root())
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input");
    std::thread::scope(|scope| {
        // A program that reads nothing closes its input, which is no failure.
        scope.spawn(move || drop(stdin.write_all(input)));
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
        Run {
            code: output.status.code().expect("it exits"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    })
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}
