//! Hints: who may have one, and that everybody at the table knows of it.

use crate::{Refusal, Table, Who};
use rules::{Action, Input, Position, Seat};
use wire::table::{Entry, Logged, NewTable, SeatPlan};

/// Whether a table has hints if nobody says: where one person plays against the computer, nobody else minds.
pub(crate) fn by_default(table: &NewTable, seats: u8) -> bool {
    let computer = |plan: &&SeatPlan| matches!(plan, SeatPlan::Computer { .. });
    table.seats.iter().filter(computer).count() + 1 == usize::from(seats)
}

impl Table {
    /// What a person may be advised about: where the game stands, and the last version that changed it. Nothing else is
    /// known to who advises, least of all the deck.
    pub fn advised(&self, seat: Seat, person: i64) -> Result<(Position, u64), Refusal> {
        let chair = self.own(seat, Who::Person(person))?;
        let play = self.playing()?;
        if self.asked_for.hints != Some(true) {
            return Err(Refusal::SwitchedOff("asking for hints"));
        }
        if chair.stand_in.is_some() || self.seat_to_act() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        Ok((play.game.position().clone(), self.played))
    }

    /// Where the game stands, and how many tiles were laid in it, if it runs and nobody is to have help with it. Whoever
    /// arranged the tiles knows them all.
    pub fn unaided(&self) -> Option<(&Position, usize)> {
        let play = self.playing().ok()?;
        let is_aided = self.asked_for.hints == Some(true) || self.setup.arranged.is_some();
        let laid =
            play.game.inputs().iter().filter(|input| matches!(input, Input::Act(Action::Place { .. })));
        (!is_aided).then(|| (play.game.position(), laid.count()))
    }

    /// Notes that a person was advised about what the table waited for at a version.
    pub fn note_hint(&self, seat: Seat, person: i64, about: u64) -> Result<Logged, Refusal> {
        let (_, played) = self.advised(seat, person)?;
        if played != about {
            return Err(Refusal::NotNow("the game has gone on since; ask again"));
        }
        if self.hinted == about {
            return Err(Refusal::Already);
        }
        Ok(Entry::Hinted { seat: seat.into() }.by(Some(person)))
    }
}
