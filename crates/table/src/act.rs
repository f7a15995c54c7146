//! Playing: actions of seats, resignations, time that is up.

use crate::play::Played;
use crate::{Millis, Refusal, STAND_IN, Step, Table, Who};
use rules::{Event, Input, Seat};
use wire::table::{Entry, Leaving, OutOfTime, Stage};

/// Actions in one command.
pub const MAX_ACTIONS: usize = 3;

impl Table {
    pub(crate) fn wire_events(&self, events: &[Event]) -> Vec<wire::Event> {
        events.iter().map(|event| wire::Event::new(event, self.setup.seats)).collect()
    }

    pub(crate) fn playing(&self) -> Result<&crate::play::Play, Refusal> {
        match (&self.play, self.stage) {
            (Some(play), Stage::Playing) => Ok(play),
            (_, Stage::Over) => Err(Refusal::NotNow("the game is over")),
            _ => Err(Refusal::NotNow("the game has not started")),
        }
    }

    fn inputs_of(actions: &[wire::Input]) -> Result<Vec<Input>, Refusal> {
        if actions.is_empty() || actions.len() > MAX_ACTIONS {
            return Err(Refusal::Actions);
        }
        let action = |input: &wire::Input| rules::Action::try_from(*input).map(Input::Act);
        Ok(actions.iter().map(action).collect::<Result<_, _>>()?)
    }

    /// What these actions would lead to, the draws that follow left out.
    pub fn preview(&self, actions: &[wire::Input]) -> Result<(Vec<wire::Event>, Vec<wire::Input>), Refusal> {
        let play = self.playing()?;
        let mut position = play.game.position().clone();
        let mut events = Vec::new();
        for input in Table::inputs_of(actions)? {
            position.apply(input, &mut events)?;
        }
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        Ok((self.wire_events(&events), legal.into_iter().map(Into::into).collect()))
    }

    pub(crate) fn act(
        &self,
        seat: Seat,
        actions: &[wire::Input],
        who: Who,
        now: Millis,
    ) -> Result<Step, Refusal> {
        let chair = self.own(seat, who)?;
        self.playing()?;
        if chair.stand_in.is_some() && who != Who::Computer {
            return Err(Refusal::NotNow("the computer plays this seat; come back first"));
        }
        if self.seat_to_act() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let mut next = self.clone();
        // No action of a command may be another seat's decision.
        let played = next.play_on(&Table::inputs_of(actions)?, Some(seat))?;
        let Played { inputs, events, ends_turn } = played;
        let clocks = self.clocks.after(seat, self.person_to_act(), now, ends_turn);
        let entry = Entry::Played { seat: seat.into(), inputs, events, clocks };
        Ok(next.moved(entry.by(who.person()), self.turn_of(seat, true), now))
    }

    pub(crate) fn resign(&self, seat: Seat, who: Who, now: Millis) -> Result<Step, Refusal> {
        self.own(seat, who)?;
        self.playing()?;
        self.leave(seat, Leaving::Resigned, who.person(), now)
    }

    fn leave(&self, seat: Seat, why: Leaving, person: Option<i64>, now: Millis) -> Result<Step, Refusal> {
        let mut next = self.clone();
        let Played { inputs, events, .. } = next.play_on(&[Input::Retire(seat)], None)?;
        let clocks = self.clocks.charged(self.person_to_act(), now);
        let entry = Entry::Left { seat: seat.into(), why, inputs, events, clocks };
        Ok(next.moved(entry.by(person), self.turn_of(seat, false), now))
    }

    /// The time of the seat to act is up.
    pub(crate) fn time_out(&self, now: Millis) -> Option<Step> {
        let seat = self.person_to_act()?;
        self.clocks.due(Some(seat)).filter(|due| now >= *due)?;
        match self.asked_for.out_of_time {
            OutOfTime::Retire => self.leave(seat, Leaving::Clock, None, now).ok(),
            OutOfTime::Computer => Some(self.noted(self.replaced(seat, Some(STAND_IN), now), now)),
        }
    }

    /// The computer plays a seat, or its owner is back. Whoever is thinking has used their time up to now.
    pub(crate) fn replaced(&self, seat: Seat, computer: Option<&str>, now: Millis) -> Entry {
        let clocks = self.clocks.charged(self.person_to_act(), now);
        Entry::Replaced { seat: seat.into(), computer: computer.map(str::to_owned), clocks }
    }

    pub(crate) fn come_back(&self, seat: Seat, who: Who, now: Millis) -> Result<Entry, Refusal> {
        let chair = self.own(seat, who)?;
        self.playing()?;
        if chair.stand_in.is_none() {
            return Err(Refusal::Already);
        }
        if self.clocks.left.get(seat.index()) == Some(&0) {
            return Err(Refusal::NotNow(
                "the time is up; come back when a turn of the computer's has brought some",
            ));
        }
        Ok(self.replaced(seat, None, now))
    }
}
