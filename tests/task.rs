//! Tasks as their requestor holds them, against peers that behave and peers that do not.

#![cfg(all(feature = "v2025_11_25", feature = "v2026_07_28"))]

#[path = "support/scripts.rs"]
mod scripts;
#[path = "support/sessions.rs"]
mod sessions;

mod task {
    mod faults;
    mod hostile;
    mod input;
    mod messages;
    mod negotiation;
    mod operations;
    mod polling;
    mod preference;
    mod properties;
    mod results;
    mod rules;
    mod saved;
    mod scripts;
    mod states;
}
