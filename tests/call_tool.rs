//! The example `call_tool` against servers that play a script: what it prints, what it says went
//! wrong, and that it never hangs.

#![cfg(all(feature = "v2025_11_25", feature = "v2026_07_28"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/examples.rs"]
mod examples;

mod call_tool {
    mod core;
    mod demands;
    mod extension;
    mod input_requests;
    mod run;
    mod session;
}
