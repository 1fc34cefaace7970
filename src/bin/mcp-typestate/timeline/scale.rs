//! The axis: times to places, and which times are worth a line.

/// The seconds of a day.
const DAY: f64 = 86_400.0;

/// Places of times in the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    left: f64,
    width: f64,
    end: f64,
    timed: bool,
}

impl Scale {
    /// From 0 to `end`, over `width` from `left` on.
    pub(super) fn new(left: f64, width: f64, end: f64, timed: bool) -> Self {
        Self { left, width, end: if end > 0.0 { end } else { 1.0 }, timed }
    }

    pub(super) fn x(&self, at: f64) -> f64 {
        self.left + self.width * (at / self.end).clamp(0.0, 1.0)
    }

    /// Round times, five to ten of them, and what they are called.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let step = self.step();
        let count = (self.end / step).floor();
        let mut ticks = Vec::new();
        let mut tick = 0.0;
        while tick <= count {
            ticks.push((tick * step, self.called(tick * step, step)));
            tick += 1.0;
        }
        ticks
    }

    fn step(&self) -> f64 {
        let rough = self.end / 8.0;
        if self.timed && rough > 10.0 {
            const ROUND: [f64; 14] = [
                15.0,
                30.0,
                60.0,
                120.0,
                300.0,
                600.0,
                1800.0,
                3600.0,
                7200.0,
                14400.0,
                21600.0,
                43200.0,
                DAY,
                2.0 * DAY,
            ];
            if let Some(step) = ROUND.into_iter().find(|step| *step >= rough) {
                return step;
            }
        }
        if self.timed && rough > DAY {
            return decimal(rough / DAY) * DAY;
        }
        // Times are known to the nanosecond.
        decimal(rough).max(if self.timed { 1e-9 } else { 1.0 })
    }

    fn called(&self, at: f64, step: f64) -> String {
        if !self.timed {
            return format!("{at:.0}");
        }
        if step < 1.0 && self.end < 2.0 {
            // The largest unit of which a step is not a part.
            let units = [(1e3, "ms"), (1e6, "µs"), (1e9, "ns")];
            let whole = units.into_iter().find(|(size, _)| step * size > 0.9);
            let (size, unit) = whole.unwrap_or((1e9, "ns"));
            return format!("{:.0} {unit}", at * size);
        }
        if step < 1.0 {
            return format!("{at:.1} s");
        }
        if self.end < 120.0 {
            return format!("{at:.0} s");
        }
        let parts = [(DAY, "d"), (3600.0, "h"), (60.0, "min"), (1.0, "s")];
        let mut rest = at;
        let mut said = Vec::new();
        for (size, unit) in parts {
            let many = (rest / size).floor();
            rest -= many * size;
            if many > 0.0 {
                said.push(format!("{many:.0} {unit}"));
            }
        }
        if said.is_empty() { "0".to_owned() } else { said.join(" ") }
    }
}

/// The next number of one digit and noughts.
fn decimal(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= rough);
    digit.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        for end in
            [0.0, 1e-9, 3e-9, 4e-5, 0.0009, 0.003, 0.7, 1.0, 9.9, 61.0, 100.0, 3600.0, 1e6, 1e9]
        {
            let ticks = Scale::new(0.0, 100.0, end, true).ticks();
            assert!((2..=12).contains(&ticks.len()), "{end}: {ticks:?}");
            let mut labels: Vec<&String> = ticks.iter().map(|(_, label)| label).collect();
            labels.dedup();
            assert_eq!(labels.len(), ticks.len(), "{end}: {ticks:?}");
        }
        let labels = |end: f64| {
            let ticks = Scale::new(0.0, 100.0, end, true).ticks();
            ticks.into_iter().map(|(_, label)| label).take(3).collect::<Vec<_>>()
        };
        assert_eq!(labels(12.0), ["0 s", "2 s", "4 s"]);
        assert_eq!(labels(1.0), ["0 ms", "200 ms", "400 ms"]);
        assert_eq!(labels(0.002), ["0 µs", "500 µs", "1000 µs"]);
        assert_eq!(labels(300.0), ["0", "1 min", "2 min"]);
        assert_eq!(labels(9000.0), ["0", "30 min", "1 h"]);
        assert_eq!(labels(300_000.0), ["0", "12 h", "1 d"]);
        assert_eq!(labels(3e7), ["0", "50 d", "100 d"]);
    }

    #[test]
    fn messages_without_times_are_counted() {
        let ticks = Scale::new(0.0, 100.0, 3.0, false).ticks();
        assert_eq!(
            ticks.iter().map(|(_, label)| label.as_str()).collect::<Vec<_>>(),
            ["0", "1", "2", "3"]
        );
    }

    #[test]
    fn places_are_inside_of_the_picture() {
        let scale = Scale::new(10.0, 100.0, 4.0, true);
        assert_eq!([scale.x(-1.0), scale.x(2.0), scale.x(9.0)], [10.0, 60.0, 110.0]);
    }
}
