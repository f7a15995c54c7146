//! Questions to the others: taking back, ending, letting the computer play for somebody.

use super::play::Outcome;
use super::{Millis, Refusal, STAND_IN, Table, Who};
use rules::{Input, Seat};
use wire::table::{Entry, Proposal};

/// How long the others have to answer.
pub const PATIENCE: Millis = 30_000;

impl Table {
    pub(super) fn ask(&self, seat: Seat, proposal: Proposal, who: Who) -> Result<Entry, Refusal> {
        self.own(seat, who)?;
        self.playing()?;
        self.in_the_game(seat)?;
        if self.question.is_some() {
            return Err(Refusal::Busy);
        }
        match proposal {
            Proposal::TakeBack {} if !self.asked_for.take_backs => {
                return Err(Refusal::SwitchedOff("taking back"));
            }
            Proposal::TakeBack {} => drop(self.last_turn_of(seat).ok_or(Refusal::NothingToTakeBack)?),
            Proposal::End {} => {}
            Proposal::Replace { seat: away } => {
                let chair = self.chairs.get(rules::Seat::from(away).index()).ok_or(Refusal::NoSuchSeat)?;
                if chair.computer().is_some() || rules::Seat::from(away) == seat {
                    return Err(Refusal::Already);
                }
            }
        }
        Ok(Entry::Asked { seat: seat.into(), proposal })
    }

    pub(super) fn answer(&self, seat: Seat, yes: bool, who: Who) -> Result<Entry, Refusal> {
        self.own(seat, who)?;
        self.in_the_game(seat)?;
        let question = self.question.as_ref().ok_or(Refusal::NoQuestion)?;
        if question.seat == seat || question.agreed.contains(&seat) {
            return Err(Refusal::Already);
        }
        Ok(Entry::Answered { seat: seat.into(), yes })
    }

    /// How many inputs there were when the seat's last turn began with its placement.
    fn last_turn_of(&self, seat: Seat) -> Option<u32> {
        let moves = &self.play.as_ref()?.moves;
        Some(moves.iter().rfind(|turn| turn.seat == seat && turn.begins_turn)?.inputs)
    }

    /// Who has left the game has no say in it.
    fn in_the_game(&self, seat: Seat) -> Result<(), Refusal> {
        if self.is_retired(seat) { Err(Refusal::NotNow("this seat has left the game")) } else { Ok(()) }
    }

    /// Whose word is needed. The computer agrees to everything where the seat is its own. Where it plays for somebody,
    /// that person alone can agree to an end or to taking back: nobody loses a game for being away. To let it play for
    /// one more, those who are there will do; and whoever is to be replaced may object, but need not answer.
    fn voters(&self, seat: Seat, proposal: Proposal) -> Vec<Seat> {
        let asker = self.chairs[seat.index()].device;
        let asked = |other: &Seat| {
            let chair = &self.chairs[other.index()];
            match proposal {
                Proposal::Replace { seat: away } => chair.computer().is_none() && *other != away.into(),
                Proposal::TakeBack {} | Proposal::End {} => chair.device.is_some(),
            }
        };
        self.seats()
            .filter(|other| *other != seat && !self.is_retired(*other))
            .filter(|other| self.chairs[other.index()].device != asker)
            .filter(asked)
            .collect()
    }

    /// What follows when all have agreed, or when the time is up.
    pub(super) fn settle(&self, now: Millis) -> Option<Entry> {
        let question = self.question.as_ref()?;
        let agreed = |seat: &Seat| question.agreed.contains(seat);
        let may_object = match question.proposal {
            Proposal::Replace { seat } => !agreed(&seat.into()) && now < question.due,
            Proposal::TakeBack {} | Proposal::End {} => false,
        };
        if !may_object && self.voters(question.seat, question.proposal).iter().all(agreed) {
            return Some(self.outcome_of(question.seat, question.proposal, now).unwrap_or(Entry::Lapsed {}));
        }
        (now >= question.due).then_some(Entry::Lapsed {})
    }

    fn outcome_of(&self, seat: Seat, proposal: Proposal, now: Millis) -> Option<Entry> {
        match proposal {
            Proposal::TakeBack {} => {
                let inputs = self.last_turn_of(seat)?;
                let turn = self.play.as_ref()?.moves.iter().find(|turn| turn.inputs == inputs)?;
                Some(Entry::TookBack { inputs, clocks: turn.clocks.to_vec() })
            }
            Proposal::End {} => {
                let Outcome { inputs, events } = self.playing().ok()?.try_inputs(&[Input::EndNow]).ok()?;
                let inputs = inputs.into_iter().map(Into::into).collect();
                Some(Entry::Ended { inputs, events: self.wire_events(&events) })
            }
            Proposal::Replace { seat } => Some(self.replaced(seat.into(), Some(STAND_IN), now)),
        }
    }
}
