//! A process dies in the middle of its work.

use crate::job::{Job, from_now};
use crate::receiver::Receiver;
use crate::redis::Redis;

const TASKS: usize = 1_000;
/// Asked for at once.
const BATCH: usize = 50;

#[test]
fn nothing_that_was_acknowledged_is_lost_or_changes_when_its_process_is_killed() {
    let redis = Redis::start();
    let mut first = Receiver::start(&redis, &["--lease", "500"]);
    let mut second = Receiver::start(&redis, &["--lease", "500"]);

    let mut jobs: Vec<Job> = Vec::new();
    let mut seen = Vec::new();
    while jobs.len() < TASKS {
        let batch: Vec<(Job, u64)> = (jobs.len()..jobs.len() + BATCH)
            .map(|number| {
                // At once, soon, while others are created, or later than the process lives.
                let job = Job::new(number, from_now([0, 20, 200, 3_000][number / 8 % 4]));
                let id = job.send(&mut first);
                (job, id)
            })
            .collect();
        jobs.extend(batch.into_iter().map(|(job, id)| job.acknowledged(&first.reply(id))));
        // What the process itself says of the batch before, as far as it has ended.
        let before = jobs.len().saturating_sub(2 * BATCH)..jobs.len() - BATCH;
        for number in before {
            let snapshot = jobs[number].snapshot(&mut first);
            seen.extend(snapshot.map(|snapshot| (number, snapshot)));
        }
    }
    // And once more, with the kill in the middle of creating and finishing.
    let last: Vec<Job> =
        (TASKS..TASKS + 4 * BATCH).map(|number| Job::new(number, from_now(1))).collect();
    let asked: Vec<u64> = last.iter().map(|job| job.send(&mut first)).collect();
    let mut replies: Vec<_> = asked[..BATCH].iter().map(|id| Some(first.reply(*id))).collect();
    replies.extend(first.kill(&asked[BATCH..]));
    let killed = from_now(0);
    let unanswered = replies.iter().filter(|reply| reply.is_none()).count();
    jobs.extend(
        last.into_iter()
            .zip(replies)
            .filter_map(|(job, reply)| reply.map(|reply| job.acknowledged(&reply))),
    );

    let goes_on = jobs.iter().filter(|job| job.get(&mut second)["status"] == "working").count();
    let mut by_second = 0;
    let ends: Vec<_> = jobs
        .iter()
        .map(|job| {
            let end = job.end(&mut second);
            by_second += usize::from(job.check(&end) == Some(second.process()));
            end
        })
        .collect();
    for (number, before) in &seen {
        assert_eq!(&ends[*number], before, "it was said, and changed");
    }
    for (job, end) in jobs.iter().zip(&ends) {
        assert_eq!(&job.end(&mut second), end, "it is the same every time");
    }
    println!(
        "{} acknowledged, {} seen to have ended before the kill, {goes_on} at work after it, \
         {by_second} ended by the other process with a result, {unanswered} never acknowledged, \
         all done {} ms after the kill",
        jobs.len(),
        seen.len(),
        from_now(0) - killed,
    );
    assert!(jobs.len() > TASKS && !seen.is_empty());
    assert!(unanswered > 0 && goes_on > 0 && by_second > 0, "the kill came too late to show it");
}
