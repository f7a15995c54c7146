//! There is no room for anybody, which is logged once and not for each who is turned away.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// After so long without anybody turned away it is news again.
const OVER: Duration = Duration::from_secs(60);

/// When somebody was turned away last.
#[derive(Default)]
pub struct FullHouse(Mutex<Option<Instant>>);

impl FullHouse {
    /// Notes that somebody is turned away, and logs why if that is news.
    pub fn note(&self, why: &str) {
        if self.is_news(Instant::now()) {
            tracing::warn!(why, "the house is full; this is not said again while it stays so");
        }
    }

    fn is_news(&self, now: Instant) -> bool {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner).replace(now);
        last.is_none_or(|last| now.duration_since(last) >= OVER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_house_is_news_once() {
        let (house, start) = (FullHouse::default(), Instant::now());
        let at = |seconds| house.is_news(start + Duration::from_secs(seconds));
        assert_eq!([0, 1, 50, 100, 159, 300].map(at), [true, false, false, false, false, true]);
    }
}
