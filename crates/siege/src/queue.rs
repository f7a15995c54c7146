//! How full the queue of the computer's decisions is while a server is under load, and how long they take.

use crate::door::Door;
use anyhow::{Context, Result, ensure};
use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

/// How often is looked.
const PAUSE: Duration = Duration::from_millis(200);
/// Of a hundred places so many are taken in a full queue: a free one is found by the next who asks, not at once.
const FULL: u64 = 95;

/// What was seen.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Queue {
    /// How many may wait.
    pub room: u64,
    /// How many waited, at each look.
    pub waiting: Vec<u64>,
    /// Decisions that came.
    pub decisions: u64,
    /// Those of them that came after five seconds.
    pub late: u64,
}

impl Queue {
    /// Looks at a server's queue again and again, for ever. What was seen is the caller's.
    pub async fn watch(address: SocketAddr, seen: &mut Queue) -> Result<()> {
        let mut door = Door::open(address).await?;
        loop {
            let text = door.get("/metrics", "").await?.body;
            seen.room = gauge(&text, "bastide_thoughts_room")?;
            seen.waiting.push(gauge(&text, "bastide_thoughts_waiting")?);
            seen.decisions = gauge(&text, "bastide_thought_seconds_count")?;
            seen.late = seen.decisions - gauge(&text, "bastide_thought_seconds_bucket{le=\"5.0\"}")?;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// In how many looks of a hundred the queue was full.
    pub fn full(&self) -> usize {
        let full = self.waiting.iter().filter(|waiting| **waiting * 100 >= self.room * FULL).count();
        full * 100 / self.waiting.len().max(1)
    }

    /// An error if it was not full nearly all the time.
    pub fn must_be_full(&self) -> Result<()> {
        ensure!(self.full() >= 95, "the queue was not full: {self}; play more tables with --computers");
        Ok(())
    }
}

impl fmt::Display for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [least, most] = [self.waiting.iter().min(), self.waiting.iter().max()]
            .map(|waiting| waiting.copied().unwrap_or_default());
        let (room, looks, full) = (self.room, self.waiting.len(), self.full());
        let (decisions, late) = (self.decisions, self.late);
        write!(f, "{least} to {most} of {room} places taken, full in {full} % of {looks} looks")?;
        write!(f, "; {late} of {decisions} decisions after more than 5 s")
    }
}

/// A number among a server's metrics.
fn gauge(text: &str, name: &str) -> Result<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.with_context(|| format!("the metrics have no {name}"))?.parse().context("no number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_with_a_free_place_now_and_then_is_full() {
        let seen = |waiting: &[u64]| Queue { room: 1000, waiting: waiting.to_vec(), ..Queue::default() };
        assert_eq!(seen(&[1000, 999, 960, 949]).full(), 75);
        assert!(seen(&[1000; 20]).must_be_full().is_ok());
        assert!(seen(&[]).must_be_full().is_err());
    }

    #[test]
    fn a_gauge_is_found_by_its_whole_name() {
        let text = "# HELP bastide_x y\nbastide_xy 3\nbastide_x 7\n";
        assert_eq!(gauge(text, "bastide_x").unwrap(), 7);
        assert!(gauge(text, "bastide_z").is_err());
    }
}
