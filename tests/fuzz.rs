//! What fuzzing found, played again; and our own sessions, so that the targets stay what they are.
//!
//! `tests/fuzz/README.md` says how they are run. A file in `tests/fuzz/found/TARGET` is an input
//! that once broke the target of this name, at its smallest.

#![cfg(all(feature = "v2025_11_25", feature = "v2026_07_28"))]

#[cfg(feature = "validate")]
#[path = "fuzz/src/check.rs"]
mod check;
#[path = "fuzz/src/decode.rs"]
mod decode;
#[path = "fuzz/src/observe.rs"]
mod observe;
#[path = "fuzz/src/receiver/mod.rs"]
mod receiver;
#[path = "support/sessions.rs"]
mod sessions;

use std::fs;
use std::path::{Path, PathBuf};

/// What takes bytes, and panics where something does not hold.
type Target = fn(&[u8]);

const TARGETS: &[(&str, Target)] = &[
    #[cfg(feature = "validate")]
    ("check", check::check),
    ("client", decode::client),
    ("observe", observe::observe),
    ("receiver", receiver::receiver),
    ("server", decode::server),
];

/// The files of a folder under `tests/`.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|it| panic!("{}: {it}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn what_was_found_is_found_no_more() {
    for folder in files("fuzz/found") {
        let target = TARGETS.iter().find(|(name, _)| folder.ends_with(name));
        for input in fs::read_dir(&folder).unwrap() {
            let input = input.unwrap().path();
            match target {
                Some((_, target)) => target(&fs::read(&input).unwrap()),
                None => println!("{} is for a feature that is off", input.display()),
            }
        }
    }
}

#[test]
fn our_own_sessions_are_no_findings() {
    for file in files("sessions") {
        println!("{}", file.display());
        let session = fs::read(file).unwrap();
        #[cfg(feature = "validate")]
        for first in 0..18 {
            check::check(&[&[first], &*session].concat());
        }
        for line in session.split(|byte| *byte == b'\n') {
            for revision in 0..5 {
                decode::client(&[&[revision], line].concat());
                decode::server(&[&[revision], line].concat());
            }
        }
    }
}

/// Bytes that follow no plan: programs of the receiver's that are as good as any.
#[test]
fn a_receiver_survives_programs_at_random() {
    let mut state: u64 = 20_260_728;
    for _ in 0..2_000 {
        let program: Vec<u8> = (0..200)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 24) as u8
            })
            .collect();
        receiver::receiver(&program);
    }
}
