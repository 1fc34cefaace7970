//! The machine's memory: how much of it the process has, and what it takes to get at it.

use std::hint::black_box;
use std::time::Duration;

use crate::random::Random;
use crate::timed;

/// The bytes that the process has in memory: what an operator pays, the allocator's own needs among
/// it. None where the system does not tell in Linux's way.
pub fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kib * 1024)
}

/// Memory of a given size, to be touched here and there.
pub struct Field {
    lines: Vec<[u64; 8]>,
    random: Random,
}

/// What is timed in one round.
const TOUCHES: u32 = 100;

impl Field {
    pub fn new(bytes: u64) -> Self {
        let lines = usize::try_from(bytes / 64).expect("less than all memory").max(1);
        // Written, so that it is there.
        Self { lines: vec![[1; 8]; lines + 2], random: Random(2) }
    }

    /// Reads all of it, line by line.
    pub fn pass(&self) {
        let sum = self.lines.iter().fold(0, |sum: u64, line| sum.wrapping_add(line[0]));
        black_box(sum);
    }

    /// A round of touches, each where nobody expects it, and each only after the one before: the
    /// time of one.
    pub fn touch(&mut self) -> Duration {
        let end = u32::try_from(self.lines.len() - 2).expect("fewer lines");
        timed(TOUCHES, || {
            let mut seen = 0;
            for _ in 0..TOUCHES {
                let place = self.random.below(end) as usize;
                // What was read decides where to read next, as far as the processor knows.
                seen = black_box(self.lines[place + (seen as usize & 2)][0]);
            }
            black_box(seen);
        })
    }
}
