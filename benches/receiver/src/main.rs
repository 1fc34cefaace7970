//! What `MemoryReceiver` costs with a thousand tasks, and with a million.
//!
//! ```text
//! cargo run --release [-- --short]     times
//! benches/receiver/instructions        instructions, by callgrind
//! ```
//!
//! Receivers of all sizes are measured in turn, round by round. Whatever else the machine does only
//! adds to a time, so the best round counts, and the median tells how much that was. Read the
//! ratios: the times are this machine's.
//!
//! An answer is measured as a server has it, from the text of the request to the text of the reply.
//! Among a million tasks it is the same instructions as among a thousand, but the task that is asked
//! for is in no cache, and has to be waited for a few times; so what it may take is bounded by twice
//! as much. What of it is the receiver's is told as well, and what one touch of cold memory takes.

mod desk;
mod memory;
mod random;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::desk::Desk;

/// How often everything is measured. What is too much may be so only because the machine has other
/// things to do: then it is measured as often again, up to [`TIMES`].
const ROUNDS: usize = 100;
const TIMES: usize = 5;

/// One thing that is measured: its name, how many times as long it may take among the most tasks as
/// among the fewest, where that is bounded, and one round of it.
struct Measure {
    name: &'static str,
    most: Option<f64>,
    round: fn(&mut Desk) -> Duration,
}

const MEASURES: [Measure; 11] = [
    served("tasks/get, one of 1000", |desk| desk.serve("tasks/get", Desk::some)),
    served("tasks/get, not asked lately", |desk| desk.serve_cold("tasks/get")),
    served("tasks/get, any", |desk| desk.serve("tasks/get", Desk::any)),
    told("tasks/get, the receiver alone", |desk| desk.ask("tasks/get", Desk::any)),
    served("tasks/result, one of 1000", |desk| desk.serve("tasks/result", Desk::some)),
    served("tasks/result, not asked lately", |desk| desk.serve_cold("tasks/result")),
    served("tasks/result, any", |desk| desk.serve("tasks/result", Desk::any)),
    told("tasks/result, the receiver alone", |desk| desk.ask("tasks/result", Desk::any)),
    told("one expires, one begins", Desk::replace),
    told("tasks/list, 100 tasks", Desk::list),
    told("a touch of cold memory", Desk::touch),
];

const fn served(name: &'static str, round: fn(&mut Desk) -> Duration) -> Measure {
    Measure { name, most: Some(2.0), round }
}

const fn told(name: &'static str, round: fn(&mut Desk) -> Duration) -> Measure {
    Measure { name, most: None, round }
}

/// The times of each round, for each measure and each size.
type Times = Vec<Vec<Vec<Duration>>>;

fn main() -> ExitCode {
    let says = |option: &str| std::env::args().skip(1).any(|word| word == option);
    let sizes: &[u32] =
        if says("--short") { &[1_000, 100_000] } else { &[1_000, 100_000, 1_000_000] };
    if says("--count") {
        count(sizes);
        return ExitCode::SUCCESS;
    }

    let mut desks: Vec<Desk> = sizes.iter().map(|&size| Desk::with_idle_tasks(size)).collect();
    for (size, desk) in sizes.iter().zip(&desks) {
        match desk.bytes_each() {
            Some(each) => println!("{size:>9} idle tasks: {each} bytes of memory each"),
            None => println!("{size:>9} idle tasks: this system does not tell of memory"),
        }
    }
    desks.iter_mut().for_each(Desk::finish_all);

    let mut times: Times = vec![vec![Vec::new(); desks.len()]; MEASURES.len()];
    for _ in 0..TIMES {
        (0..ROUNDS).for_each(|_| round(&mut desks, &mut times));
        times.iter_mut().flatten().for_each(|times| times.sort());
        if (0..MEASURES.len()).all(|measure| kept(&times, measure)) {
            break;
        }
    }
    print(sizes, &times);
    match (0..MEASURES.len()).find(|measure| !kept(&times, *measure)) {
        None => ExitCode::SUCCESS,
        Some(measure) => {
            println!("too much: {}", MEASURES[measure].name);
            ExitCode::FAILURE
        }
    }
}

/// Everything once, for callgrind to count, and a line for each.
fn count(sizes: &[u32]) {
    for &size in sizes {
        let mut desk = Desk::with_idle_tasks(size);
        desk.finish_all();
        for Measure { name, round, .. } in &MEASURES {
            round(&mut desk);
            println!("{name}\t{size}");
        }
    }
}

/// Does something to so many pieces: the time of one. It is what callgrind counts.
#[inline(never)]
fn timed(pieces: u32, work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed() / pieces
}

/// Everything in turn, so that whatever else the machine does meets all alike.
fn round(desks: &mut [Desk], times: &mut Times) {
    for (measure, times) in MEASURES.iter().zip(times) {
        for (desk, times) in desks.iter_mut().zip(times) {
            times.push((measure.round)(desk));
        }
    }
}

/// Whether the best rounds of a measure are within its bound.
fn kept(times: &Times, measure: usize) -> bool {
    let (few, many) = ends(times[measure].iter().map(|times| times[0].as_nanos() as f64));
    MEASURES[measure].most.is_none_or(|most| many <= most * few)
}

fn print(sizes: &[u32], times: &Times) {
    let rounds = times[0][0].len();
    print!("\nbest and median of {rounds} rounds, nanoseconds a piece\n{:32}", "");
    sizes.iter().for_each(|size| print!("{size:>18}"));
    println!("{:>16}", "ratios");
    for (Measure { name, .. }, times) in MEASURES.iter().zip(times) {
        let of = |place: usize| times.iter().map(move |times| times[place].as_nanos() as f64);
        print!("{name:<32}");
        of(0).zip(of(rounds / 2)).for_each(|(best, median)| print!("{best:>9}{median:>9}"));
        let [best, median] = [0, rounds / 2].map(|place| ends(of(place)));
        println!("{:>8.2}{:>8.2}", best.1 / best.0, median.1 / median.0);
    }
}

/// What it is among the fewest tasks, and among the most.
fn ends(times: impl Iterator<Item = f64>) -> (f64, f64) {
    let times: Vec<f64> = times.collect();
    (times[0], times[times.len() - 1])
}
