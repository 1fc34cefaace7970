//! What `MemoryReceiver` costs with a thousand tasks, and with a million.
//!
//! ```text
//! cargo run --release [-- --short]
//! ```
//!
//! Receivers of all sizes are measured in turn, round by round. Whatever else the machine does only
//! adds to a time, so the best round counts, and the median tells how much that was. Read the
//! ratios: the times are this machine's.
//!
//! Any of a million tasks is in no cache, so to get it is to wait for memory a few times, however
//! the tasks are kept; any of a thousand is in one, if nothing else was done meanwhile. So like is
//! measured against like: a thousand tasks that are asked for again and again, and tasks that are
//! asked for once, after other memory went through the caches. It fails if one of these costs more
//! than twice among many tasks. What it costs when only the few are in a cache is told as well, with
//! the time of one touch of cold memory, of which it may take a few more.

mod desk;
mod memory;
mod random;

use std::process::ExitCode;
use std::time::Duration;

use crate::desk::Desk;

/// How often everything is measured. What is too much may be so only because the machine has other
/// things to do: then it is measured as often again, up to [`TIMES`].
const ROUNDS: usize = 100;
const TIMES: usize = 5;

/// One thing that is measured: its name, the most that it may cost, and one round of it.
struct Measure {
    name: &'static str,
    most: Most,
    round: fn(&mut Desk) -> Duration,
}

/// What something may cost among the most tasks.
#[derive(Clone, Copy)]
enum Most {
    /// So many times of what it costs among the fewest.
    Times(f64),
    /// That once, and the time of so many touches of cold memory.
    Touches(f64),
    /// It is only told.
    Whatever,
}

/// The first one is the touch that the others are measured by.
const MEASURES: [Measure; 9] = [
    Measure { name: "a touch of cold memory", most: Most::Whatever, round: Desk::touch },
    Measure {
        name: "tasks/get, one of 1000",
        most: Most::Times(2.0),
        round: |desk| desk.ask("tasks/get", Desk::some),
    },
    Measure {
        name: "tasks/get, not asked lately",
        most: Most::Times(2.0),
        round: |desk| desk.ask_cold("tasks/get"),
    },
    Measure {
        name: "tasks/get, any",
        most: Most::Touches(5.0),
        round: |desk| desk.ask("tasks/get", Desk::any),
    },
    Measure {
        name: "tasks/result, one of 1000",
        most: Most::Times(2.0),
        round: |desk| desk.ask("tasks/result", Desk::some),
    },
    Measure {
        name: "tasks/result, not asked lately",
        most: Most::Times(2.0),
        round: |desk| desk.ask_cold("tasks/result"),
    },
    Measure {
        name: "tasks/result, any",
        most: Most::Touches(8.0),
        round: |desk| desk.ask("tasks/result", Desk::any),
    },
    Measure { name: "one expires, one begins", most: Most::Whatever, round: Desk::replace },
    Measure { name: "tasks/list, 100 tasks", most: Most::Whatever, round: Desk::list },
];

/// The times of each round, for each measure and each size.
type Times = Vec<Vec<Vec<Duration>>>;

fn main() -> ExitCode {
    let short = std::env::args().skip(1).any(|word| word == "--short");
    let sizes: &[u32] = if short { &[1_000, 100_000] } else { &[1_000, 100_000, 1_000_000] };

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
    let best = |measure: usize| times[measure].iter().map(|times| times[0].as_nanos() as f64);
    let (few, many) = ends(best(measure));
    match MEASURES[measure].most {
        Most::Times(most) => many <= most * few,
        Most::Touches(most) => many <= few + most * ends(best(0)).1,
        Most::Whatever => true,
    }
}

fn print(sizes: &[u32], times: &Times) {
    let rounds = times[0][0].len();
    print!("\nbest and median of {rounds} rounds, nanoseconds a piece\n{:31}", "");
    sizes.iter().for_each(|size| print!("{size:>18}"));
    println!("{:>16}", "ratios");
    for (Measure { name, .. }, times) in MEASURES.iter().zip(times) {
        let of = |place: usize| times.iter().map(move |times| times[place].as_nanos() as f64);
        print!("{name:<31}");
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
