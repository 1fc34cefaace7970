//! Two processes, one Redis: what was acknowledged is never lost, and what is said stays said.

mod job;
mod receiver;
mod redis;

mod death;
mod races;
mod sharing;
