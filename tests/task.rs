//! Tasks as their requestor holds them, against peers that behave and peers that do not.

#![cfg(all(feature = "v2025_11_25", feature = "v2026_07_28"))]

#[path = "support/sessions.rs"]
mod sessions;

mod task {

    mod scripts;
    mod states;
}
