//! The crate's example programs.

use std::path::PathBuf;

/// An example that `cargo test` has built.
pub fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(|deps| deps.parent()).unwrap();
    let program =
        profile.join("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "not built: cargo build --examples");
    program
}
