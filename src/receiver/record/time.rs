//! Times to the millisecond.

use std::time::{Duration, SystemTime};

/// Milliseconds since 1970 began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Millis(pub i64);

impl Millis {
    /// The millisecond in which a time lies; the nearest one for times that no integer reaches.
    pub(super) fn floor(time: SystemTime) -> Self {
        Self(match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
            Err(before) => {
                let before = before.duration().as_nanos().div_ceil(1_000_000);
                i64::try_from(before).map_or(i64::MIN, |millis| -millis)
            }
        })
    }

    /// So many milliseconds later. None beyond what the integer reaches.
    pub(super) fn after(self, millis: u64) -> Option<Self> {
        self.0.checked_add_unsigned(millis).map(Self)
    }

    /// As the system's time. None beyond what that reaches.
    pub(super) fn time(self) -> Option<SystemTime> {
        let distance = Duration::from_millis(self.0.unsigned_abs());
        if self.0 < 0 {
            SystemTime::UNIX_EPOCH.checked_sub(distance)
        } else {
            SystemTime::UNIX_EPOCH.checked_add(distance)
        }
    }
}

/// The whole milliseconds of a duration; as many as there can be for one that has more.
pub(super) fn whole(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_of_the_millisecond_in_which_it_lies_before_1970_as_well() {
        let (epoch, micros) = (SystemTime::UNIX_EPOCH, Duration::from_micros);
        for (time, millis) in [
            (epoch - micros(1_001), -2),
            (epoch - micros(1_000), -1),
            (epoch - micros(1), -1),
            (epoch, 0),
            (epoch + micros(999), 0),
            (epoch + micros(1_000), 1),
        ] {
            assert_eq!(Millis::floor(time), Millis(millis));
        }
    }
}
