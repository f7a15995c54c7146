//! A position made from what can be seen of it, checked against the rules.

use crate::bag::Bag;
use crate::builder;
use crate::dragon;
use crate::event::Phase;
use crate::fairy;
use crate::figure::{Figure, MAX_SEATS};
use crate::goods;
use crate::impossible::{BadPosition, Contradiction};
use crate::position::Position;
use crate::retire;
use crate::ruleset::Ruleset;
use crate::supply;
use crate::tile::Kind;
use crate::view::{Laid, Tally, View};
use std::sync::Arc;

/// More points than any game can give; what is above is no score.
const MAX_SCORE: u32 = 4_000_000_000;

/// Refuses a view unless something holds; which it must not contradict.
pub(crate) fn demand(holds: bool, otherwise: Contradiction) -> Result<(), BadPosition> {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

impl Position {
    /// The position that looks like this, if the rules allow it.
    pub(crate) fn from_view(rules: Arc<Ruleset>, view: &View) -> Result<Position, BadPosition> {
        let mut position = Position::blank(rules);
        position.check_seats(view)?;
        position.check_counts(view)?;
        dragon::check_held(&position, view)?;
        position.lay_tiles(&view.tiles)?;
        position.fill_bag(view);
        position.set_scalars(view);
        goods::restore(&mut position, view)?;
        retire::restore(&mut position, view);
        builder::restore(&mut position, view)?;
        supply::restore(&mut position, view)?;
        dragon::restore(&mut position, view)?;
        fairy::restore(&mut position, view)?;
        supply::check_start(&position, view)?;
        dragon::check_eaten(&position)?;
        position.check_phase(view)?;
        position.check_history(view)?;
        Ok(position)
    }

    fn check_seats(&self, view: &View) -> Result<(), BadPosition> {
        let (have, want) = (view.seats, self.rules.setup.seats);
        if have != want {
            return Err(BadPosition::Seats { have, want });
        }
        let absent = |seat: usize| {
            view.scores[seat] == 0
                && goods::are_none(view, seat)
                && view.supply[seat] == [0; Figure::ALL.len()]
                && !view.retired[seat]
        };
        demand((usize::from(want)..MAX_SEATS).all(absent), Contradiction::AbsentSeat)?;
        demand(view.scores.iter().all(|score| *score <= MAX_SCORE), Contradiction::ScoreTooHigh)?;
        demand(view.turn.0 < want, Contradiction::TurnOfNobody)
    }

    /// Every tile must be somewhere, and nowhere twice.
    fn check_counts(&self, view: &View) -> Result<(), BadPosition> {
        let table: Tally =
            view.tiles.iter().map(|laid| laid.kind).chain(view.hand).map(|kind| (kind, 1)).collect();
        let places = [&table, &view.left, &view.held, &view.aside, &view.removed];
        for kind in self.rules.catalogue.kinds() {
            let have = places.iter().map(|tally| u32::from(tally.get(kind))).sum();
            let want = u32::from(self.rules.total(kind));
            if have != want {
                return Err(BadPosition::Count { kind, have, want });
            }
        }
        Ok(())
    }

    fn lay_tiles(&mut self, tiles: &[Laid]) -> Result<(), BadPosition> {
        let (first, rest) = tiles.split_first().ok_or(BadPosition::NoTiles)?;
        let start = Laid { cell: Default::default(), kind: self.rules.start, rotation: Default::default() };
        demand(*first == start, Contradiction::StartTile)?;
        self.lay_start();
        for laid in rest {
            self.check_place(laid.cell, laid.rotation, laid.kind)
                .map_err(|why| BadPosition::Tile { laid: *laid, why })?;
            self.lay(laid.cell, laid.kind, laid.rotation);
        }
        Ok(())
    }

    fn fill_bag(&mut self, view: &View) {
        let rules = &self.rules;
        let tallies = [&view.left, &view.held, &view.aside, &view.removed];
        self.bag = Bag::from_tallies(rules, tallies);
    }

    fn set_scalars(&mut self, view: &View) {
        let state = &mut self.state;
        state.scores = view.scores;
        state.turn = view.turn;
        state.phase = view.phase;
        state.hand = view.hand;
    }

    fn check_phase(&self, view: &View) -> Result<(), BadPosition> {
        demand(view.hand.is_some() == (view.phase == Phase::Place), Contradiction::HandAndPhase)?;
        dragon::check_visited(view)?;
        retire::check_turn(self, view)?;
        let waiting = match view.phase {
            Phase::Draw { .. } | Phase::Place | Phase::Over(_) => true,
            Phase::Figure | Phase::Dragon { .. } | Phase::Extra => false,
        };
        demand(waiting || view.aside.total() == 0, Contradiction::AsideTooLong)?;
        match view.phase {
            Phase::Draw { pile } => {
                demand(!self.bag.is_empty() && pile == self.bag.pile(), Contradiction::NothingToDraw)
            }
            Phase::Place => {
                demand(view.hand.is_some_and(|kind| self.fits_in_turn(kind)), Contradiction::HandUnfit)
            }
            Phase::Figure => demand(self.board.tiles.len() > 1, Contradiction::NothingLaid),
            Phase::Dragon { steps, mover } => dragon::check_walk(self, steps, mover),
            Phase::Extra => builder::check_asked(self),
            Phase::Over(_) => Ok(()),
        }
    }

    /// Whether a tile in hand could be there: drawn in its turn and laid somewhere.
    fn fits_in_turn(&self, kind: Kind) -> bool {
        let later = self.bag.pile() as u8 >= self.table(kind).pile as u8 || self.bag.is_empty();
        later && !self.must_be_held_back(self.table(kind).mark) && self.fits_on_table(kind)
    }
}
