//! Game time: the real one, or one that tests move by hand.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use table::Millis;

/// How often a thread looks at the real clock.
const BEAT: Duration = Duration::from_millis(100);
/// A longer gap between two looks means that the process did not run.
const GAP: Duration = Duration::from_millis(500);

/// The one clock that all tables of a server go by.
#[derive(Clone, Debug)]
pub enum Time {
    /// Counts the time in which the process runs.
    Real(Arc<Mutex<Counter>>),
    /// Moved by hand.
    Manual(Arc<AtomicI64>),
}

/// Adds up the time in which the process runs. A pause (SIGSTOP, a sleeping laptop) is not counted, whoever looks
/// first after it; so nobody's time can run out before the pause is noticed. It reads a monotonic clock, so setting
/// the machine's clock changes nothing.
#[derive(Debug)]
pub struct Counter {
    time: Duration,
    paused: Duration,
    last: Instant,
}

impl Counter {
    fn look(&mut self, now: Instant) -> Millis {
        let since = now.saturating_duration_since(self.last);
        let counted = if since > GAP { &mut self.paused } else { &mut self.time };
        *counted += since;
        self.last = self.last.max(now);
        i64::try_from(self.time.as_millis()).unwrap_or(i64::MAX)
    }
}

impl Time {
    /// A clock that starts at the machine's time and then counts the time in which the process runs.
    pub fn real() -> Time {
        Time::from_machine(SystemTime::now())
    }

    /// The same where the machine's clock shows something else.
    pub fn from_machine(shown: SystemTime) -> Time {
        let time = shown.duration_since(UNIX_EPOCH).unwrap_or_default();
        let counter = Arc::new(Mutex::new(Counter { time, paused: Duration::ZERO, last: Instant::now() }));
        let beating = Arc::downgrade(&counter);
        // Without the thread, a time in which nobody looks would pass for a pause.
        std::thread::spawn(move || beat(&beating));
        Time::Real(counter)
    }

    /// A clock at a time, moved by hand.
    pub fn manual(start: Millis) -> Time {
        Time::Manual(Arc::new(AtomicI64::new(start)))
    }

    /// Milliseconds since 1970, less the pauses of the process.
    pub fn now(&self) -> Millis {
        match self {
            Time::Real(counter) => lock(counter).look(Instant::now()),
            Time::Manual(now) => now.load(Ordering::SeqCst),
        }
    }

    /// Moves a clock that is moved by hand; the real one goes by itself.
    pub fn advance(&self, millis: Millis) {
        if let Time::Manual(now) = self {
            now.fetch_add(millis, Ordering::SeqCst);
        }
    }

    /// How long the process was paused since it started, as far as that was noticed.
    pub fn paused(&self) -> Duration {
        match self {
            Time::Real(counter) => lock(counter).paused,
            Time::Manual(_) => Duration::ZERO,
        }
    }

    /// Moves the real clock on to the last sign of life, if the machine's clock was set back since.
    pub fn not_before(&self, alive: Millis) {
        if let Time::Real(counter) = self {
            let alive = Duration::from_millis(u64::try_from(alive).unwrap_or(0));
            let mut counter = lock(counter);
            counter.time = counter.time.max(alive);
        }
    }

    /// Waits until a time; for ever if there is none. A clock moved by hand is looked at again and again.
    pub async fn until(&self, due: Option<Millis>) {
        let Some(due) = due else { return std::future::pending().await };
        while self.now() < due {
            let wait = match self {
                Time::Real(_) => (due - self.now()).clamp(1, 60_000) as u64,
                Time::Manual(_) => 5,
            };
            tokio::time::sleep(Duration::from_millis(wait)).await;
        }
    }
}

/// Looks at a clock until nobody needs it any more.
fn beat(counter: &Weak<Mutex<Counter>>) {
    while let Some(counter) = counter.upgrade() {
        lock(&counter).look(Instant::now());
        drop(counter);
        std::thread::sleep(BEAT);
    }
}

fn lock(counter: &Mutex<Counter>) -> std::sync::MutexGuard<'_, Counter> {
    counter.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_not_counted_by_whoever_looks_first() {
        let start = Instant::now();
        let mut counter = Counter { time: Duration::from_secs(1000), paused: Duration::ZERO, last: start };
        let mut at = |millis| counter.look(start + Duration::from_millis(millis));
        assert_eq!(at(100), 1_000_100);
        assert_eq!(at(300), 1_000_300);
        assert_eq!(at(3_600_300), 1_000_300, "an hour's pause");
        assert_eq!(at(3_600_400), 1_000_400);
        assert_eq!(at(3_600_000), 1_000_400, "an older look changes nothing");
        assert_eq!(at(3_600_500), 1_000_500);
        assert_eq!(counter.paused, Duration::from_secs(3600));
    }

    #[test]
    fn the_real_clock_does_not_start_before_the_last_sign_of_life() {
        let time = Time::real();
        let alive = time.now() + 3_600_000;
        time.not_before(alive);
        assert!(time.now() >= alive);
        time.not_before(0);
        assert!(time.now() >= alive);
    }
}
