//! Who is away. Without a clock, the others may let the computer play for somebody only after the game has waited for
//! them as long as the table agreed before anybody sat down. With a clock, the clock alone decides.

use crate::{BadTable, Millis, Refusal, Table};
use rules::Seat;
use std::ops::RangeInclusive;
use wire::table::{Clock, NewTable};

/// What a table may agree, in seconds.
const SENSIBLE: RangeInclusive<u32> = 60..=30 * 24 * 3600;
/// What it agrees if nobody says, and what holds at tables from before this could be said.
const USUAL: u32 = 3 * 24 * 3600;

/// What a new table agrees.
pub(crate) fn agreed(table: &NewTable) -> Result<Option<u32>, BadTable> {
    match (table.clock, table.absence) {
        (Clock::None, None) => Ok(Some(USUAL)),
        (Clock::None, Some(seconds)) if SENSIBLE.contains(&seconds) => Ok(Some(seconds)),
        (Clock::Turn { .. } | Clock::Game { .. }, None) => Ok(None),
        _ => Err(BadTable::Absence),
    }
}

impl Table {
    /// How long somebody must have been away; nothing with a clock.
    pub(crate) fn absence(&self) -> Option<Millis> {
        let seconds = self.asked_for.absence.unwrap_or(USUAL);
        (self.asked_for.clock == Clock::None).then_some(Millis::from(seconds) * 1000)
    }

    /// When whoever is to act will have been away for long enough: counted from when the game began to wait for them,
    /// or from the last thing they did at the table. Where nobody else plays, nobody waits.
    pub(crate) fn away_at(&self) -> Option<Millis> {
        let seat = self.person_to_act()?;
        let own = self.chairs[seat.index()].device;
        self.chairs.iter().find(|chair| chair.device.is_some() && chair.device != own)?;
        let heard = self.on_seat(seat).map_or(0, |device| device.heard);
        Some(self.clocks.since.max(heard) + self.absence()?)
    }

    /// Whether the computer may play for somebody if the others want it.
    pub(crate) fn check_away(&self, seat: Seat, now: Millis) -> Result<(), Refusal> {
        if self.absence().is_none() {
            return Err(Refusal::ClockDecides);
        }
        let is_away = self.person_to_act() == Some(seat) && self.away_at().is_some_and(|at| now >= at);
        if is_away { Ok(()) } else { Err(Refusal::NotAway) }
    }
}
