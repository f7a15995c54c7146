//! Game time: the real one, or one that tests move by hand.

use crate::table::Millis;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The one clock that all tables of a server go by.
#[derive(Clone, Debug)]
pub enum Time {
    /// The machine's.
    Real,
    /// Moved by hand.
    ByHand(Arc<AtomicI64>),
}

impl Time {
    /// A clock at a time, moved by hand.
    pub fn by_hand(start: Millis) -> Time {
        Time::ByHand(Arc::new(AtomicI64::new(start)))
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> Millis {
        match self {
            Time::Real => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            }
            Time::ByHand(now) => now.load(Ordering::SeqCst),
        }
    }

    /// Moves a clock that is moved by hand; the real one goes by itself.
    pub fn advance(&self, millis: Millis) {
        if let Time::ByHand(now) = self {
            now.fetch_add(millis, Ordering::SeqCst);
        }
    }

    /// Waits until a time; for ever if there is none. A clock moved by hand is looked at again and again.
    pub async fn until(&self, due: Option<Millis>) {
        let Some(due) = due else { return std::future::pending().await };
        while self.now() < due {
            let wait = match self {
                Time::Real => (due - self.now()).clamp(1, 60_000) as u64,
                Time::ByHand(_) => 5,
            };
            tokio::time::sleep(Duration::from_millis(wait)).await;
        }
    }
}
