//! Questions to the others: taking back, ending, letting the computer play for somebody.

use crate::play::Played;
use crate::{Millis, Question, Refusal, STAND_IN, Step, Table, Who};
use rules::{Input, Seat};
use wire::table::{Entry, Proposal};

/// How long the others have to answer, and how long somebody may object to be replaced.
pub const PATIENCE: Millis = 30_000;
/// Where nobody is in a hurry, a vote waits longer for those who are not there at the moment.
const LONGEST: Millis = 24 * 3600 * 1000;
/// When a question that was not agreed to may be asked again: twice as late each time, up to about an hour.
const AGAIN: Millis = 60_000;
const DOUBLED: u32 = 6;
/// Questions of one device in a game.
const MAX_QUESTIONS: u32 = 200;

impl Table {
    pub(crate) fn ask(
        &self,
        seat: Seat,
        proposal: Proposal,
        who: Who,
        now: Millis,
    ) -> Result<Entry, Refusal> {
        self.own(seat, who)?;
        self.playing()?;
        self.in_the_game(seat)?;
        if self.question.is_some() {
            return Err(Refusal::Busy);
        }
        self.check_proposal(seat, proposal, now)?;
        let mut device = self.on_seat(seat).cloned().ok_or(Refusal::NotYourSeat)?;
        if now < device.asking(proposal).again {
            return Err(Refusal::TooSoon);
        }
        if device.questions >= MAX_QUESTIONS {
            return Err(Refusal::AskedEnough);
        }
        Ok(Entry::Asked { seat: seat.into(), proposal })
    }

    fn check_proposal(&self, seat: Seat, proposal: Proposal, now: Millis) -> Result<(), Refusal> {
        match proposal {
            Proposal::TakeBack {} if !self.asked_for.take_backs => Err(Refusal::SwitchedOff("taking back")),
            Proposal::TakeBack {} => {
                let last = self.play.as_ref().and_then(|play| play.last_turn_of(seat));
                last.map(drop).ok_or(Refusal::NothingToTakeBack)
            }
            Proposal::End {} => Ok(()),
            Proposal::Replace { seat: away } => {
                let away = rules::Seat::from(away);
                let chair = self.chairs.get(away.index()).ok_or(Refusal::NoSuchSeat)?;
                if chair.computer().is_some() || away == seat {
                    return Err(Refusal::Already);
                }
                self.check_away(away, now)
            }
        }
    }

    pub(crate) fn answer(&self, seat: Seat, yes: bool, who: Who) -> Result<Entry, Refusal> {
        self.own(seat, who)?;
        self.in_the_game(seat)?;
        let question = self.question.as_ref().ok_or(Refusal::NoQuestion)?;
        if question.seat == seat || question.agreed.contains(&seat) {
            return Err(Refusal::Already);
        }
        Ok(Entry::Answered { seat: seat.into(), yes })
    }

    /// Who has left the game has no say in it.
    fn in_the_game(&self, seat: Seat) -> Result<(), Refusal> {
        if self.is_retired(seat) { Err(Refusal::NotNow("this seat has left the game")) } else { Ok(()) }
    }

    /// Whose word is needed. The computer agrees to everything where the seat is its own. Where it plays for somebody,
    /// that person alone can agree to an end or to taking back: nobody loses a game for being away. To let it play for
    /// one more who is away, all who play themselves must agree; at a table of two that is nobody.
    fn voters(&self, seat: Seat, proposal: Proposal) -> Vec<Seat> {
        let device = |seat: Seat| self.chairs[seat.index()].device;
        let asked = |other: &Seat| match proposal {
            Proposal::Replace { seat: away } => {
                self.chairs[other.index()].computer().is_none() && device(*other) != device(away.into())
            }
            Proposal::TakeBack {} | Proposal::End {} => device(*other).is_some(),
        };
        self.seats()
            .filter(|other| *other != seat && !self.is_retired(*other))
            .filter(|other| device(*other) != device(seat))
            .filter(asked)
            .collect()
    }

    fn have_all_agreed(&self, question: &Question) -> bool {
        let voters = self.voters(question.seat, question.proposal);
        voters.iter().all(|seat| question.agreed.contains(seat))
    }

    /// Whoever is to be replaced may object for a while, though all others have agreed.
    fn may_object(question: &Question) -> bool {
        matches!(question.proposal, Proposal::Replace { seat } if !question.agreed.contains(&seat.into()))
    }

    /// When a question is decided if nobody says anything more.
    pub(crate) fn question_due(&self, question: &Question) -> Millis {
        if Table::may_object(question) && self.have_all_agreed(question) {
            return question.objection;
        }
        question.due
    }

    /// What follows when all have agreed, or when the time is up. Who says nothing has not agreed.
    pub(crate) fn settle(&self, now: Millis) -> Option<Step> {
        let question = self.question.as_ref()?;
        let lapsed = || self.noted(Entry::Lapsed {}, now);
        if self.have_all_agreed(question) {
            let waits = Table::may_object(question) && now < question.objection;
            return (!waits).then(|| self.outcome_of(question, now).unwrap_or_else(lapsed));
        }
        (now >= question.due).then(lapsed)
    }

    fn outcome_of(&self, question: &Question, now: Millis) -> Option<Step> {
        match question.proposal {
            Proposal::TakeBack {} => {
                let (inputs, clocks) = self.play.as_ref()?.last_turn_of(question.seat)?;
                Some(self.noted(Entry::TookBack { inputs, clocks: clocks.to_vec() }, now))
            }
            Proposal::End {} => {
                self.playing().ok()?;
                let mut next = self.clone();
                let Played { inputs, events, .. } = next.play_on(&[Input::EndNow], None).ok()?;
                Some(next.moved(Entry::Ended { inputs, events }.by(None), None, now))
            }
            Proposal::Replace { seat } => {
                // Who has done anything since is not away, unless it was to agree.
                if Table::may_object(question) {
                    self.check_away(seat.into(), now).ok()?;
                }
                Some(self.noted(self.replaced(seat.into(), Some(STAND_IN), now), now))
            }
        }
    }

    pub(crate) fn take_question(&mut self, seat: Seat, proposal: Proposal, at: Millis) -> Option<()> {
        let patience = match proposal {
            Proposal::Replace { .. } => self.absence().unwrap_or(PATIENCE).clamp(PATIENCE, LONGEST),
            Proposal::TakeBack {} | Proposal::End {} => PATIENCE,
        };
        let (objection, due, version) = (at + PATIENCE, at + patience, self.version);
        self.question = Some(Question { seat, proposal, agreed: Vec::new(), objection, due, version });
        self.on_seat_mut(seat)?.questions += 1;
        Some(())
    }

    /// The question is decided; one that was not agreed to is not to be asked again at once.
    pub(crate) fn close_question(&mut self, agreed: bool, at: Millis) {
        let Some(question) = self.question.take() else { return };
        let Some(device) = self.on_seat_mut(question.seat) else { return };
        let asking = device.asking(question.proposal);
        if agreed {
            *asking = Default::default();
        } else {
            asking.again = at + (AGAIN << asking.in_vain.min(DOUBLED));
            asking.in_vain += 1;
        }
    }
}
