//! Tasks as their receiver keeps them: alone, and with a requestor at the other end.

#![cfg(all(feature = "v2025_11_25", feature = "v2026_07_28"))]

#[path = "support/scripts.rs"]
mod scripts;
#[path = "support/sessions.rs"]
mod sessions;

mod receiver {
    mod abuse;
    mod attacks;
    mod cancelling;
    mod contexts;
    mod creation;
    mod desk;
    mod gates;
    mod input;
    mod listing;
    mod lives;
    mod pair;
    mod params;
    mod questions;
    mod records;
    mod results;
    mod saved;
    mod scripts;
    mod support;
    mod texts;
    mod times;
    mod types;
    mod waiting;
    mod workers;
}
