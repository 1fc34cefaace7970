//! Tasks as their receiver keeps them: alone, and with a requestor at the other end.

#![cfg(all(feature = "v2025_11_25", feature = "v2026_07_28"))]

#[path = "support/sessions.rs"]
mod sessions;

mod receiver {
    mod cancelling;
    mod creation;
    mod desk;
    mod gates;
    mod input;
    mod listing;
    mod lives;
    mod pair;
    mod params;
    mod records;
    mod results;
    mod times;
    mod types;
}
