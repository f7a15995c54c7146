//! A position made from what can be seen of it, checked against the rules.

use crate::bag::Bag;
use crate::board::Placed;
use crate::dragon::{Dragon, STEPS};
use crate::event::{Extra, Phase};
use crate::figure::{Figure, MAX_SEATS, Seat};
use crate::geometry::Spot;
use crate::illegal::Illegal;
use crate::impossible::{BadPosition, Contradiction};
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::setup::ExtraTile;
use crate::tile::{Kind, Mark};
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
        position.lay_tiles(&view.tiles)?;
        position.fill_bag(view);
        position.set_scalars(view)?;
        position.set_figures(view)?;
        position.set_dragon(view)?;
        position.set_fairy_from(view)?;
        position.check_figures(view)?;
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
                && view.goods[seat] == [0; 3]
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
        let dragons = view.held.iter().all(|(kind, _)| self.table(kind).mark == Some(Mark::Dragon));
        demand(
            dragons && (view.held.total() == 0 || self.rules.setup.parts.dragon),
            Contradiction::HeldNoDragonTile,
        )
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

    fn set_scalars(&mut self, view: &View) -> Result<(), BadPosition> {
        let state = &mut self.state;
        state.scores = view.scores;
        state.goods = view.goods;
        state.turn = view.turn;
        state.extra = view.extra;
        state.phase = view.phase;
        state.hand = view.hand;
        state.retired = (0..MAX_SEATS).fold(0, |bits, seat| bits | u8::from(view.retired[seat]) << seat);
        let taken = view.goods.iter().any(|goods| *goods != [0; 3]);
        demand(self.rules.setup.parts.goods || !taken, Contradiction::NoGoods)?;
        demand(self.rules.setup.parts.builder || view.extra == Extra::No, Contradiction::NoBuilders)
    }

    fn set_figures(&mut self, view: &View) -> Result<(), BadPosition> {
        for piece in &view.pieces {
            let (seat, figure, spot) = (piece.seat, piece.figure, piece.spot());
            let bad = |why| BadPosition::Figure { seat, figure, spot, why };
            self.check_stand(seat, figure, spot).map_err(bad)?;
            self.deploy(seat, figure, spot, &mut ());
        }
        for seat in self.seats() {
            for figure in Figure::ALL {
                let have =
                    view.supply[seat.index()][figure as usize].saturating_add(self.on_table(seat, figure));
                let want = self.allotment(figure);
                if have != want {
                    return Err(BadPosition::Supply { seat, figure, have, want });
                }
            }
        }
        Ok(())
    }

    /// Whether a figure may stand on a segment at all.
    fn check_stand(&self, seat: Seat, figure: Figure, spot: Spot) -> Result<(), Illegal> {
        self.check_seat(seat)?;
        let tile = self.board.tile_at(spot.cell).ok_or(Illegal::NoTile(spot.cell))?;
        let segment = self.segment_at(spot).ok_or(Illegal::NoSegment(spot))?;
        let kind = self.feature_kind(segment);
        if !figure.ability().stands_on.contains(&kind) {
            return Err(Illegal::WrongFeature { figure, kind });
        }
        let placed = &self.board.tiles[usize::from(tile)];
        if !self.table(placed.kind()).stands[figure as usize].has(spot.segment) {
            return Err(Illegal::NoFarmers);
        }
        if !self.has_in_supply(seat, figure) {
            return Err(Illegal::NoneInSupply(figure));
        }
        let free = self.piece_at(segment, self.pieces.all()).is_none();
        if free { Ok(()) } else { Err(Illegal::Occupied(kind)) }
    }

    fn set_dragon(&mut self, view: &View) -> Result<(), BadPosition> {
        let tile = |cell: &_| self.board.tile_at(*cell);
        let at = view.dragon.as_ref().map(tile);
        demand(at != Some(None), Contradiction::DragonOffTiles)?;
        demand(at.is_none() || self.rules.setup.parts.dragon, Contradiction::NoDragon)?;
        demand(at.is_none() || view.held.total() == 0, Contradiction::HeldTooLong)?;
        demand(view.visited.len() <= usize::from(STEPS), Contradiction::WalkTooLong)?;
        let visited: Vec<u16> = view.visited.iter().filter_map(tile).collect();
        let on_tiles = visited.len() == view.visited.len();
        demand(on_tiles, Contradiction::WalkedOffTiles)?;
        demand(visited.is_empty() || visited.last().copied() == at.flatten(), Contradiction::DragonLeftWalk)?;
        let at = at.flatten();
        self.state.dragon = Dragon::walking(visited.into_iter());
        self.state.dragon.at = at;
        Ok(())
    }

    fn set_fairy_from(&mut self, view: &View) -> Result<(), BadPosition> {
        let Some(fairy) = view.fairy else { return Ok(()) };
        demand(self.rules.setup.parts.fairy, Contradiction::NoFairy)?;
        demand(self.fairy_is_sound(fairy), Contradiction::FairyBesideNobody)?;
        self.set_fairy(fairy);
        Ok(())
    }

    /// Builders and pigs need company; what is scored holds nobody; the dragon's tile is empty.
    fn check_figures(&self, view: &View) -> Result<(), BadPosition> {
        for piece in &view.pieces {
            let (seat, figure, spot) = (piece.seat, piece.figure, piece.spot());
            let bad = |why| BadPosition::Figure { seat, figure, spot, why };
            let segment = self.segment_at(spot).ok_or(bad(Illegal::NoSegment(spot)))?;
            let root = self.land.root(segment);
            if !figure.ability().follower && self.land.figures(root).of(seat) == 0 {
                return Err(bad(Illegal::NeedsFollower(figure)));
            }
            if self.is_complete(segment) && !self.may_wait(root, spot) {
                let kind = self.feature_kind(segment);
                return Err(BadPosition::Scored { seat, figure, spot, kind });
            }
        }
        let eaten = self.state.dragon.at.is_none_or(|tile| self.pieces_on_tile(tile).is_empty());
        demand(eaten, Contradiction::BesideDragon)
    }

    /// Whether a completed feature may still hold figures because the tile just laid is not scored yet.
    fn may_wait(&self, root: u16, spot: Spot) -> bool {
        let placed = self.board.last();
        let fresh =
            || (0..self.table(placed.kind()).segments).any(|n| self.land.root(placed.segment(n)) == root);
        let monastery = || self.feature_kind(root).counts_neighbours() && spot.cell.is_near(placed.cell);
        self.is_unscored() && (fresh() || monastery())
    }

    fn check_phase(&self, view: &View) -> Result<(), BadPosition> {
        demand(view.hand.is_some() == (view.phase == Phase::Place), Contradiction::HandAndPhase)?;
        let walking = matches!(view.phase, Phase::Dragon { .. });
        demand(view.visited.is_empty() != walking, Contradiction::NoWalk)?;
        let over = matches!(view.phase, Phase::Over(_));
        demand(over || !self.is_retired(view.turn) || walking, Contradiction::TurnOfRetired)?;
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
            Phase::Dragon { steps, mover } => self.check_walk(steps, mover),
            Phase::Extra => {
                let asked =
                    self.rules.setup.knobs.extra_tile == ExtraTile::May && view.extra == Extra::Earned;
                demand(asked && !self.bag.is_empty(), Contradiction::NothingAsked)
            }
            Phase::Over(_) => Ok(()),
        }
    }

    /// Whether a tile in hand could be there: drawn in its turn and laid somewhere.
    fn fits_in_turn(&self, kind: Kind) -> bool {
        let later = self.bag.pile() as u8 >= self.table(kind).pile as u8 || self.bag.is_empty();
        later && !self.must_be_held_back(self.table(kind).mark) && self.fits_on_table(kind)
    }

    fn check_walk(&self, steps: u8, mover: Seat) -> Result<(), BadPosition> {
        let marked = |placed: &Placed| self.table(placed.kind()).mark == Some(Mark::Dragon);
        demand(marked(self.board.last()), Contradiction::NoDragonTile)?;
        demand(steps == self.state.dragon.steps_left(), Contradiction::StepsAndVisited)?;
        let moves = mover.0 < self.rules.setup.seats && !self.is_retired(mover);
        demand(moves && self.dragon_can_move(), Contradiction::NoMover)
    }
}
