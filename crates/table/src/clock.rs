//! Clocks: what each seat has left, as of the last entry.

use crate::{Millis, Table};
use rules::Seat;
use wire::table::{Clock, Entry, Logged};

/// What the seats have left.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Clocks {
    clock: Clock,
    /// Milliseconds a seat; empty without a clock.
    pub left: Vec<i64>,
    /// Since when the seat to act has been thinking.
    pub since: Millis,
}

const SECOND: i64 = 1000;
const LONGEST: u32 = 30 * 24 * 3600;

impl Clocks {
    /// Whether a clock makes sense.
    pub fn check(clock: Clock) -> Option<()> {
        let sensible = |seconds: u32| (5..=LONGEST).contains(&seconds).then_some(());
        match clock {
            Clock::None => Some(()),
            Clock::Turn { seconds } => sensible(seconds),
            Clock::Game { seconds, increment } => sensible(seconds).filter(|()| increment <= 3600),
        }
    }

    pub fn new(clock: Clock, seats: usize) -> Clocks {
        let left = match clock {
            Clock::None => Vec::new(),
            Clock::Turn { seconds } | Clock::Game { seconds, .. } => vec![i64::from(seconds) * SECOND; seats],
        };
        Clocks { clock, left, since: 0 }
    }

    /// When the seat to act has no time left.
    pub fn due(&self, seat: Option<Seat>) -> Option<Millis> {
        self.left.get(seat?.index()).map(|left| self.since + left)
    }

    /// What all have left when somebody has been thinking until now.
    pub fn charged(&self, thinking: Option<Seat>, now: Millis) -> Vec<i64> {
        let mut left = self.left.clone();
        if let Some(own) = thinking.and_then(|seat| left.get_mut(seat.index())) {
            *own = (*own - (now - self.since).max(0)).max(0);
        }
        left
    }

    /// The same when a seat has acted; `finished` if that ended its turn.
    pub fn after(&self, seat: Seat, thinking: Option<Seat>, now: Millis, finished: bool) -> Vec<i64> {
        let mut left = self.charged(thinking, now);
        if let Some(own) = left.get_mut(seat.index()) {
            match self.clock {
                Clock::Turn { seconds } => *own = i64::from(seconds) * SECOND,
                Clock::Game { increment, .. } if finished => *own += i64::from(increment) * SECOND,
                Clock::Game { .. } | Clock::None => {}
            }
        }
        left
    }
}

impl Table {
    /// What is to be noted after an outage, if anything waits for a time.
    pub fn after_outage(&self, millis: Millis) -> Option<Logged> {
        let waits = millis > 0 && (self.due().is_some() || self.away_at().is_some());
        waits.then_some(Entry::Forgiven { millis }.by(None))
    }

    /// The clocks are not charged for a time in which the server did not run.
    pub(crate) fn forgive(&mut self, outage: Millis) {
        self.clocks.since += outage;
        self.deal.due += outage;
        if let Some(question) = &mut self.question {
            question.due += outage;
            question.objection += outage;
        }
        for device in &mut self.devices {
            device.heard += outage;
        }
    }
}
