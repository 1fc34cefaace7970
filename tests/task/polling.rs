//! When the next poll is due.

use std::time::{Duration, SystemTime};

use mcp_typestate::{Dialect, Polling, Snapshot, Status};
use serde_json::json;

use crate::sessions::{at, names, result, told, with, working};

const CHANCES: [f64; 8] = [0.0, 0.5, 1.0, -1.0, 7.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

fn suggesting(interval: Option<i64>) -> Snapshot {
    let mut task = Snapshot::new("t", Status::Working, at(0));
    task.poll_interval = interval;
    task
}

#[test]
fn rule_06_the_next_poll_is_never_earlier_than_the_poll_interval() {
    for interval in [0, 1, 999, 1_000, 86_400_000, i64::MAX] {
        let task = suggesting(Some(interval));
        let suggested = Duration::from_millis(interval.unsigned_abs());
        let mut polling = Polling::default();
        for chance in CHANCES {
            let pause = polling.pause(&task, chance);
            assert!(pause >= suggested, "{interval} {chance}: {pause:?}");
            assert!(pause <= suggested.mul_f64(1.1000001) + Duration::from_secs(1));
            if let Some(next) = polling.next(&task, at(0), chance) {
                assert_eq!(next.duration_since(at(0)).unwrap(), pause);
            }
            polling.polled(&task);
        }
    }
}

#[test]
fn rule_06_the_poll_interval_may_change() {
    for dialect in crate::sessions::DIALECTS {
        let (_, name) = names(dialect);
        let mut task = working(dialect);
        for interval in [5_000, 1, 60_000] {
            let update = with(told(dialect, "working", 10), json!({ name: interval }));
            task = crate::sessions::as_working(task.observe(result(update)).unwrap());
            let expected = Duration::from_millis(interval);
            assert_eq!(task.poll_interval(Duration::from_secs(9)), expected);
            let pause = Polling::default().pause(task.snapshot(), 0.0);
            assert_eq!(pause, expected.max(Duration::from_millis(10)));
        }
    }
}

#[test]
fn a_receiver_that_suggests_no_pause_makes_no_loop_without_one() {
    for interval in [0, 1, 9, 10] {
        let pause = Polling::default().pause(&suggesting(Some(interval)), 0.0);
        assert_eq!(pause, Duration::from_millis(10), "{interval}");
    }
}

#[test]
fn of_two_poll_intervals_the_longer_one_counts() {
    for (interval, other) in [(20, 3_000), (3_000, 20)] {
        let both = json!({ "pollInterval": interval, "pollIntervalMs": other });
        let task: Snapshot =
            mcp_typestate::from_value(with(told(Dialect::Core, "working", 10), both)).unwrap();
        assert_eq!(task.poll_interval, Some(3_000));
    }
}

#[test]
fn without_a_suggestion_the_pauses_grow_to_the_longest() {
    for none in [suggesting(None), suggesting(Some(-1)), suggesting(Some(i64::MIN))] {
        let mut polling = Polling::new(Duration::from_millis(300), Duration::from_secs(1));
        let mut pauses = Vec::new();
        for _ in 0..4 {
            pauses.push(polling.pause(&none, 0.0).as_millis());
            // Asking twice does not count as polling twice.
            assert_eq!(polling.pause(&none, 0.0), polling.pause(&none, 0.0));
            polling.polled(&none);
        }
        assert_eq!(pauses, [300, 600, 1_000, 1_000]);
    }
}

#[test]
fn a_suggestion_ends_the_backing_off() {
    let (none, some) = (suggesting(None), suggesting(Some(20)));
    let mut polling = Polling::default();
    for _ in 0..10 {
        polling.polled(&none);
    }
    assert_eq!(polling.pause(&none, 0.0), Duration::from_secs(30));
    assert_eq!(polling.pause(&some, 0.0), Duration::from_millis(20));
    polling.polled(&some);
    assert_eq!(polling.pause(&none, 0.0), Duration::from_secs(1));
}

#[test]
fn a_first_pause_beyond_the_longest_is_the_longest() {
    let polling = Polling::new(Duration::from_secs(9), Duration::from_secs(2));
    assert_eq!(polling.pause(&suggesting(None), 0.0), Duration::from_secs(2));
    let mut endless = Polling::new(Duration::MAX, Duration::MAX);
    endless.polled(&suggesting(None));
    assert_eq!(endless.pause(&suggesting(None), 1.0), Duration::MAX);
    assert_eq!(endless.next(&suggesting(None), at(0), 1.0), None);
}

#[test]
fn a_poll_beyond_the_reach_of_times_is_none() {
    let task = suggesting(Some(i64::MAX));
    let mut latest = SystemTime::UNIX_EPOCH;
    // As late as the system can tell.
    for step in (0..63).rev() {
        let later = latest.checked_add(Duration::from_secs(1 << step));
        latest = later.unwrap_or(latest);
    }
    assert_eq!(Polling::default().next(&task, latest, 0.0), None);
}

#[test]
fn what_a_task_suggests_is_taken_before_what_the_caller_would() {
    let task = working(Dialect::Core);
    assert_eq!(task.poll_interval(Duration::from_secs(9)), Duration::from_secs(1));
    let silent = json!({ "pollInterval": null });
    let update = with(told(Dialect::Core, "working", 11), silent);
    let task = crate::sessions::as_working(task.observe(result(update)).unwrap());
    assert_eq!(task.poll_interval(Duration::from_secs(9)), Duration::from_secs(9));
}
