//! Every run of a requestor and a receiver within bounds, and what holds in all of them.
//!
//! ```text
//! requestor ──► wire ──► receiver ◄── worker        time passes, a process starts anew,
//!     ▲                     │                       another one keeps what it worked out late
//!     └──────── wire ◄──────┘
//! ```
//!
//! The requestor is the typestate, written down and taken up again from state to state; the
//! receiver is a policy and a record; the worker is the handle of that name. The wire loses, repeats
//! and reorders what is on it. `model/search.rs` goes through every state that these can reach,
//! `model/rules.rs` says what must hold in each, `model/ending.rs` that each comes to an end when
//! all goes well from there on, and `model/sabotage.rs` breaks the receiver at its boundary to see
//! each rule fail.
//!
//! Both sides are pure, so what one says once to the same question it says always: each question
//! is put to the real code once, and a state is a few numbers. The embedded receiver is asked the
//! same questions, and has to give the same answers.
//!
//! The bounds: one task, of one or two seconds or for ever; one message that is late, while others
//! overtake it or are lost; one process that keeps late what it worked out from the first record. A
//! request that reads, or cancels, is not kept on the wire: that it was on its way for long shows in
//! nothing but the moment at which it arrives, and it may arrive at any.
//!
//! The search is our own. The crate `stateright` (0.31) was looked at and built: it brings an HTTP
//! server and eleven more crates that nothing else here needs, and its `eventually` is, by its own
//! documentation, blind to runs that join or loop, as a wire that repeats makes them do. What would
//! be left of it is the search itself, which has fifty lines here.

#![cfg(all(feature = "v2025_11_25", feature = "v2026_07_28"))]

#[path = "support/sessions.rs"]
mod sessions;

mod model {
    mod ending;
    mod expected;
    mod hearing;
    mod holds;
    mod messages;
    mod numbered;
    mod receiver;
    mod receiving;
    mod requestor;
    mod rules;
    mod sabotage;
    mod search;
    mod state;
    mod work;
    mod world;
}
