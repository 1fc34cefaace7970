//! Where the official schema says otherwise than the protocol means it, and what is done.
//!
//! An erratum is applied to the facts before anything is generated from them, so types and
//! validation agree. Each is a function of the generator with a test of its own, and it fails the
//! build of a revision in which it changes nothing any more: what upstream mends goes here, too.
//! What peers are forgiven is [another list](crate#leniencies).
//!
#![doc = include_str!(concat!(env!("OUT_DIR"), "/errata.md"))]
