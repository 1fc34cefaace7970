//! A receiver in memory, and a small program of what it meets: requests, events, time.
//!
//! The first byte is a policy, the second a dialect; then a step is a byte, with the bytes that it
//! takes. `program.rs` carries the steps out; `claims.rs` says what must hold after each.

mod bytes;
mod claims;
mod program;

use self::bytes::Bytes;
use self::program::Program;

/// The most steps of a program.
const MOST: usize = 128;

/// Carries out the program that these bytes are.
pub fn receiver(data: &[u8]) {
    let mut bytes = Bytes::of(data);
    let (Some(policy), Some(dialect)) = (bytes.next(), bytes.next()) else { return };
    let mut program = Program::new(policy, dialect);
    for _ in 0..MOST {
        let Some(step) = bytes.next() else { break };
        program.step(step, &mut bytes);
        program.claims.hold(&program.receiver, program.now);
    }
    program.end();
}
