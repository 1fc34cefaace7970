//! Nanoseconds per message: JSON of cells, on stdout.
//!
//!     time [ROUNDS]
//!
//! All contestants of a row take turns, round after round, so that whatever else the machine does
//! meets them all alike. The best round counts, since whatever else it does only adds.

use std::time::Instant;

use mcp_typestate_benches::cells::{Cell, measured, rows};

/// Long enough for the clock, short enough to fit between the interruptions.
const SAMPLE_NANOS: f64 = 300_000.0;

fn main() {
    let rounds = std::env::args().nth(1).and_then(|it| it.parse().ok()).unwrap_or(60);
    let mut cells = Vec::new();
    for row in rows(false) {
        let tasks: Vec<_> = row.contestants.iter().map(|it| row.task(*it)).collect();
        let times: Vec<usize> = tasks.iter().map(|task| repetitions(task)).collect();
        let mut best = vec![f64::INFINITY; tasks.len()];
        for round in 0..rounds {
            for turn in 0..tasks.len() {
                // To and fro: nobody always comes after the one that leaves the cache to him.
                let turn = if round % 2 == 0 { turn } else { tasks.len() - 1 - turn };
                best[turn] = best[turn].min(sample(&tasks[turn], times[turn]));
            }
        }
        cells.extend(
            row.contestants.iter().zip(best).map(|(it, nanos)| Cell::new(&row, *it, nanos)),
        );
        eprintln!("{} {} {}", row.message, row.form, row.work);
    }
    println!("{}", serde_json::to_string_pretty(&cells).expect("cells are JSON"));
}

/// How often a task has to be done to fill a sample.
fn repetitions(task: &dyn Fn()) -> usize {
    let nanos = (0..3).map(|_| sample(task, 1)).fold(f64::INFINITY, f64::min);
    ((SAMPLE_NANOS / nanos) as usize).clamp(1, 100_000)
}

/// The nanoseconds of one of this many repetitions.
fn sample(task: &dyn Fn(), times: usize) -> f64 {
    let start = Instant::now();
    for _ in 0..times {
        measured(task);
    }
    start.elapsed().as_nanos() as f64 / times as f64
}
