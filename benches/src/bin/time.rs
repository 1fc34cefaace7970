//! Nanoseconds per message: JSON of cells, on stdout.
//!
//!     time [ROUNDS [BYTES]]
//!
//! All contestants of a row take turns, round after round, so that whatever else the machine does
//! meets them all alike. The best round counts, since whatever else it does only adds. So many bytes
//! are allocated before everything, which moves all the rest: a copy takes a quarter longer where its
//! source and its target lie badly to each other.

use std::time::Instant;

use mcp_typestate_benches::cells::{Cell, measured, rows};

/// Long enough for the clock, short enough to fit between the interruptions.
const SAMPLE_NANOS: f64 = 300_000.0;

fn main() {
    let argument = |place| std::env::args().nth(place).and_then(|it| it.parse::<usize>().ok());
    let rounds = argument(1).unwrap_or(60);
    let moves = vec![1_u8; argument(2).unwrap_or_default()];
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
    drop(moves);
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
