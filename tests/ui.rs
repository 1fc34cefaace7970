//! Misuse of the protocol that does not compile, one rule per file of `tests/ui/`, with the
//! compiler's words pinned.
//!
//! The words are those of one version of the compiler. Another version may say the same otherwise,
//! so there this test says that it does nothing; that the misuse does not compile is also held by
//! the documentation's `compile_fail` examples, on any version.

#![cfg(feature = "v2025_11_25")]

use std::process::Command;

/// The compiler whose words are pinned.
const PINNED: &str = "rustc 1.95.";

#[test]
fn misuse_does_not_compile_and_the_compiler_says_why() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().expect("a compiler");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    if !version.starts_with(PINNED) {
        println!("skipped: the words are pinned for {PINNED}x, and this is {version}");
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}

#[test]
fn the_readme_quotes_the_compiler_as_pinned() {
    let words = include_str!("ui/result_on_working.stderr");
    assert!(include_str!("../README.md").contains(words));
}
