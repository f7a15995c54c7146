//! What was measured, in words.

use std::fmt;
use std::time::Duration;

/// How long things took.
#[derive(Clone, Default, Debug)]
pub struct Times {
    micros: Vec<u32>,
}

impl Times {
    pub fn push(&mut self, time: Duration) {
        self.micros.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    /// Those of another, too.
    pub fn join(&mut self, other: Times) {
        self.micros.extend(other.micros);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.micros.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.micros.is_empty()
    }

    /// So many of a thousand took no longer than this, in milliseconds.
    pub fn permille(&self, permille: usize) -> f64 {
        let mut sorted = self.micros.clone();
        sorted.sort_unstable();
        let last = sorted.len().saturating_sub(1);
        sorted.get(last * permille / 1000).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [half, p99, most] = [500, 990, 1000].map(|permille| self.permille(permille));
        write!(f, "p50 {half:.1} ms, p99 {p99:.1} ms, max {most:.1} ms, of {}", self.len())
    }
}

/// Bytes as megabytes.
pub fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// How busy the machine is, so that figures can be judged.
pub fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    format!("load average {}", text.split(' ').next().filter(|word| !word.is_empty()).unwrap_or("unknown"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_thousand_times_the_990th_is_p99() {
        let mut times = Times::default();
        (0..=1000).for_each(|millis| times.push(Duration::from_millis(millis)));
        assert_eq!([500, 990, 1000].map(|permille| times.permille(permille)), [500.0, 990.0, 1000.0]);
        assert_eq!(Times::default().permille(990), 0.0);
    }
}
