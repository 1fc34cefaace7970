//! Two processes want to end the same task at the same time.

use std::collections::HashSet;
use std::thread;
use std::time::{Duration, Instant};

use mcp_typestate::Dialect;
use serde_json::json;

use crate::job::{Job, from_now, now_in_micros};
use crate::receiver::Receiver;
use crate::redis::Redis;

const ROUNDS: usize = 1_000;

/// Asks both processes for the end of a task, twice, and gives what they agree on.
fn agreed(job: &Job, first: &mut Receiver, second: &mut Receiver) -> serde_json::Value {
    let end = job.end(first);
    for _ in 0..2 {
        assert_eq!(job.snapshot(second).as_ref(), Some(&end));
        assert_eq!(job.snapshot(first).as_ref(), Some(&end));
    }
    end
}

/// The tasks whose work came too late in each of these processes, once there are so many.
fn beaten(receivers: &[&Receiver], number: usize) -> Vec<HashSet<String>> {
    let start = Instant::now();
    loop {
        let lists: Vec<_> = receivers.iter().map(|receiver| receiver.beaten()).collect();
        if lists.iter().map(Vec::len).sum::<usize>() >= number {
            return lists.into_iter().map(HashSet::from_iter).collect();
        }
        assert!(start.elapsed() < Duration::from_secs(10), "more than one winner of a race");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A process that stands still for longer than its lease, and then goes on, does work that another
/// has taken over: both finish each task, in the same millisecond.
#[test]
fn of_two_finishers_one_wins_and_both_processes_say_so() {
    let redis = Redis::start();
    let mut first = Receiver::start(&redis, &["--lease", "500"]);
    let mut second = Receiver::start(&redis, &["--lease", "500"]);

    let start = from_now(8_000);
    let jobs: Vec<Job> = (0..ROUNDS)
        .map(|number| Job::new(number, start + 4 * number as u64).that_says().begin(&mut first))
        .collect();
    first.signal("STOP");
    let taken_over = format!("in process {}", second.process());
    for job in &jobs {
        while !job.get(&mut second)["statusMessage"].as_str().unwrap_or("").ends_with(&taken_over) {
            assert!(from_now(0) < start, "not taken over in time");
            thread::sleep(Duration::from_millis(10));
        }
    }
    first.signal("CONT");
    assert!(from_now(0) < start, "not taken over in time");

    let mut won = [0, 0];
    let winners: Vec<usize> = jobs
        .iter()
        .map(|job| {
            let winner = job.check(&agreed(job, &mut first, &mut second));
            let processes = [first.process(), second.process()];
            let place = processes.iter().position(|process| Some(*process) == winner);
            place.expect("one of the two")
        })
        .collect();
    let beaten = beaten(&[&first, &second], ROUNDS);
    for (job, winner) in jobs.iter().zip(winners) {
        won[winner] += 1;
        assert!(beaten[1 - winner].contains(&job.task), "the loser was told so");
        assert!(!beaten[winner].contains(&job.task), "and the winner was not");
    }
    let conflicts = redis.conflicts();
    println!("two finishers: {won:?} of {ROUNDS} won by each; {conflicts} changes met another's");
    assert!(won[0] > 0 && won[1] > 0 && conflicts > 0, "no race: {won:?}, {conflicts}");
}

#[test]
fn of_a_cancel_and_a_finish_one_wins_and_both_processes_say_so() {
    let redis = Redis::start();
    let mut first = Receiver::start(&redis, &[]);
    let mut second = Receiver::start(&redis, &[]);

    let start = from_now(1_500);
    let jobs: Vec<Job> = (0..ROUNDS)
        .map(|number| Job::new(number, start + 6 * number as u64).that_says().begin(&mut first))
        .collect();
    let mut asked = Vec::new();
    for (number, job) in jobs.iter().enumerate() {
        // From 2 ms before to 2 ms after the work is to end.
        let time = (job.until - 2) * 1_000 + (number as u64 * 7 % 101) * 40;
        thread::sleep(Duration::from_micros(time.saturating_sub(now_in_micros())));
        asked.push(second.send(job.dialect, "tasks/cancel", json!({ "taskId": job.task })));
    }
    let mut cancelled = HashSet::new();
    for (job, id) in jobs.iter().zip(asked) {
        let reply = second.reply(id);
        let end = agreed(job, &mut first, &mut second);
        let ended = end["task"]["status"] == "cancelled";
        if ended {
            cancelled.insert(job.task.clone());
        } else {
            job.check(&end);
        }
        match job.dialect {
            // What a cancel is answered with is what has happened.
            Dialect::Core if ended => assert_eq!(reply["result"], end["task"]),
            Dialect::Core => assert_eq!(reply["error"]["data"]["reason"], "already_terminal"),
            _ => assert_eq!(reply["result"], json!({ "resultType": "complete" })),
        }
    }
    let beaten = beaten(&[&first], cancelled.len());
    assert_eq!(beaten[0], cancelled, "who finished too late was told so, and nobody else");
    let (cancelled, conflicts) = (cancelled.len(), redis.conflicts());
    let finished = ROUNDS - cancelled;
    println!(
        "cancel against finish: {cancelled} cancelled, {finished} finished; \
         {conflicts} changes met another's"
    );
    assert!(cancelled > 0 && finished > 0 && conflicts > 0, "no race");
}
