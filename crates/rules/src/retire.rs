//! Seats that give up (B-RETIRE).

use crate::event::{Ending, Event, Phase, Sink};
use crate::figure::{MAX_SEATS, Seat};
use crate::illegal::Illegal;
use crate::impossible::{BadPosition, Contradiction};
use crate::key::Mixer;
use crate::notation::error::Flaw;
use crate::notation::fields::{Fields, LIST};
use crate::notation::position::LineWriter;
use crate::notation::word::{self, list};
use crate::position::Position;
use crate::start::demand;
use crate::view::View;

impl Position {
    /// Whether a seat has given up.
    ///
    /// ```
    /// use rules::{Input, Position, Seat, Setup};
    /// let mut position = Position::new(&Setup::base(3)).unwrap();
    /// position.apply(Input::Retire(Seat(1)), &mut ()).unwrap();
    /// assert!(position.is_retired(Seat(1)) && !position.is_retired(Seat(0)));
    /// ```
    pub fn is_retired(&self, seat: Seat) -> bool {
        self.state.retired >> seat.0 & 1 != 0
    }

    pub(crate) fn check_retire(&self, seat: Seat) -> Result<(), Illegal> {
        self.check_running()?;
        self.check_seat(seat)?;
        if self.is_retired(seat) { Err(Illegal::AlreadyRetired(seat)) } else { Ok(()) }
    }

    pub(crate) fn retire(&mut self, seat: Seat, sink: &mut impl Sink) {
        self.state.retired |= 1 << seat.0;
        self.emit(sink, || Event::Retired { seat });
        let playing = self.rules.setup.seats - self.state.retired.count_ones() as u8;
        if playing <= 1 {
            return self.stop(Ending::Retired, sink);
        }
        match self.state.phase {
            Phase::Dragon { steps, mover } if mover == seat => {
                let mover = self.seat_after(seat);
                self.now(Phase::Dragon { steps, mover }, sink);
            }
            Phase::Figure if self.state.turn == seat => self.after_figure_step(sink),
            Phase::Draw { .. } | Phase::Place | Phase::Extra if self.state.turn == seat => {
                self.put_hand_back(sink);
                self.put_aside_back(sink);
                self.next_turn(sink);
            }
            // Nothing else is awaited than before.
            Phase::Draw { .. }
            | Phase::Place
            | Phase::Figure
            | Phase::Dragon { .. }
            | Phase::Extra
            | Phase::Over(_) => {}
        }
    }

    pub(crate) fn retirements(&self) -> [bool; MAX_SEATS] {
        std::array::from_fn(|seat| self.is_retired(Seat(seat as u8)))
    }
}

pub(crate) fn fold_retired(view: &mut View, seat: Seat) {
    if let Some(retired) = view.retired.get_mut(seat.index()) {
        *retired = true;
    }
}

/// Mixes in who has retired.
pub(crate) fn hash(position: &Position, mixer: &mut Mixer) {
    mixer.add(u64::from(position.state.retired));
}

/// `retired=1;3`.
pub(crate) fn write(line: &mut LineWriter, seats: usize, view: &View) {
    let gone = (0..seats).filter(|seat| view.retired[*seat]);
    line.list("retired", gone.map(|seat| Seat(seat as u8).to_string()));
}

pub(crate) fn read(fields: &Fields, view: &mut View) -> Result<(), Flaw> {
    let seat = |item: &str| word::seat(item, view.seats);
    let gone = fields.read("retired", |value| list(value, LIST, seat))?;
    gone.into_iter().flatten().for_each(|seat| fold_retired(view, seat));
    Ok(())
}

pub(crate) fn restore(position: &mut Position, view: &View) {
    let bit = |seat: usize| u8::from(view.retired[seat]) << seat;
    position.state.retired = (0..MAX_SEATS).fold(0, |bits, seat| bits | bit(seat));
}

/// Only a finished game or a walk of the dragon can be in the turn of a seat that has retired.
pub(crate) fn check_turn(position: &Position, view: &View) -> Result<(), BadPosition> {
    let may = matches!(view.phase, Phase::Over(_) | Phase::Dragon { .. });
    demand(may || !position.is_retired(view.turn), Contradiction::TurnOfRetired)
}

/// A game goes on while two play, or one alone from the start.
pub(crate) fn check_start(position: &Position, view: &View) -> Result<(), BadPosition> {
    let playing = view.seats - position.state.retired.count_ones() as u8;
    let needed = view.seats.min(2);
    match view.phase {
        Phase::Over(Ending::Retired) => demand(playing + 1 == needed, Contradiction::StillPlayed),
        Phase::Over(Ending::NoTiles | Ending::NothingFits | Ending::Agreed)
        | Phase::Draw { .. }
        | Phase::Place
        | Phase::Figure
        | Phase::Dragon { .. }
        | Phase::Extra => demand(playing >= needed, Contradiction::TooFewPlay),
    }
}
