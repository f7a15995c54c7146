//! Whether a game can have come to a position: what its tiles, figures and phase say of the turns before.

use crate::builder;
use crate::dragon;
use crate::event::{Ending, Extra, Phase, Pile};
use crate::fairy;
use crate::figure::Seat;
use crate::geometry::Spot;
use crate::goods;
use crate::impossible::{BadPosition, Contradiction};
use crate::piece::Piece;
use crate::position::Position;
use crate::retire;
use crate::river;
use crate::setup::Unfit;
use crate::start::demand;
use crate::tile::Mark;
use crate::view::View;
use std::ops::RangeInclusive;

impl Position {
    /// Checks a position that is sound in itself against the turns that must have led to it.
    pub(crate) fn check_history(&self, view: &View) -> Result<(), BadPosition> {
        river::check_start(self, view)?;
        self.check_returned(view)?;
        self.check_unfit(view)?;
        dragon::check_start(self, view)?;
        fairy::check_start(view)?;
        self.check_stands(view)?;
        goods::check_start(self, view)?;
        retire::check_start(self, view)?;
        self.check_ending(view)?;
        dragon::check_steps(self, view)?;
        builder::check_start(self, view)?;
        self.check_turn(view)?;
        self.check_scores(view)
    }

    /// What fits nowhere goes where the knob says.
    fn check_returned(&self, view: &View) -> Result<(), BadPosition> {
        let returns = self.rules.setup.knobs.unfit == Unfit::Return;
        demand(returns || view.aside.total() == 0, Contradiction::AsideNotReturned)?;
        let kept = view.removed.iter().all(|(kind, _)| self.table(kind).pile != Pile::Main);
        demand(!returns || kept, Contradiction::RemovedNotReturned)
    }

    /// Tiles are set aside or removed because they fit nowhere.
    fn check_unfit(&self, view: &View) -> Result<(), BadPosition> {
        river::check_aside(self, view)?;
        demand(!view.aside.iter().any(|(kind, _)| self.fits_on_table(kind)), Contradiction::AsideFits)?;
        dragon::check_removed(self, view)?;
        let fits_at_start =
            view.tiles.len() == 1 && view.removed.iter().any(|(kind, _)| self.fits_on_table(kind));
        demand(!fits_at_start, Contradiction::RemovedFits)
    }

    /// Only portals lead to the start tile, to volcanoes, and to a tile that holds a figure already; the tile
    /// just laid is still empty in its figure step.
    fn check_stands(&self, view: &View) -> Result<(), BadPosition> {
        let tiles: Vec<u16> = spots(view).filter_map(|spot| self.board.tile_at(spot.cell)).collect();
        let fresh = self.board.tiles.len() as u16 - 1;
        let waits = view.phase == Phase::Figure && tiles.contains(&fresh);
        demand(!waits, Contradiction::FigureTooEarly)?;
        fairy::check_time(view)?;
        let on_start = |spot: Spot| self.board.tile_at(spot.cell) == Some(0);
        let far = view.pieces.iter().any(|piece| on_start(piece.spot()) && !piece.figure.ability().follower);
        demand(!far, Contradiction::HelperAtStart)?;
        if self.has_portal(view) {
            return Ok(());
        }
        let mark = |tile: &u16| self.table(view.tiles[usize::from(*tile)].kind).mark;
        let barred = tiles.iter().any(|tile| *tile == 0 || mark(tile) == Some(Mark::Volcano));
        demand(!barred, Contradiction::NoWayThere)?;
        let twice = tiles.iter().enumerate().any(|(n, tile)| tiles[..n].contains(tile));
        demand(!twice, Contradiction::TwoOnTile)?;
        demand(self.were_free(view), Contradiction::WasTaken)?;
        demand(self.are_where_laid(view), Contradiction::OnAnothersTile)
    }

    /// Whether each figure stands on a tile of its own seat, as far as the tiles' order tells whose they are.
    fn are_where_laid(&self, view: &View) -> bool {
        let known = self.state.retired == 0 && !self.rules.setup.parts.builder;
        let laid_by = |cell| {
            Some((usize::from(self.board.tile_at(cell)?) + self.rules.seats() - 1) % self.rules.seats())
        };
        let on_own = |piece: &Piece| laid_by(piece.spot().cell) == Some(piece.seat.index());
        !known || view.pieces.iter().all(on_own)
    }

    /// Whether a tile lies through which followers can have come to other tiles.
    pub(crate) fn has_portal(&self, view: &View) -> bool {
        view.tiles.iter().any(|laid| self.table(laid.kind).mark == Some(Mark::Portal))
    }

    /// Whether what each follower stands on was free when its tile was laid, which is when it came.
    fn were_free(&self, view: &View) -> bool {
        let mut past = Position::blank(self.rules.clone());
        past.lay_start();
        view.tiles[1..].iter().all(|laid| {
            past.lay(laid.cell, laid.kind, laid.rotation);
            let mut pieces = view.pieces.iter().filter(|piece| piece.spot().cell == laid.cell);
            pieces.all(|piece| {
                let Some(segment) = past.segment_at(piece.spot()) else { return false };
                let free = !past.land.figures(past.land.root(segment)).occupied();
                past.deploy(piece.seat, piece.figure, piece.spot(), &mut ());
                free || !piece.figure.ability().follower
            })
        })
    }

    /// A game that ended for want of tiles has none left.
    fn check_ending(&self, view: &View) -> Result<(), BadPosition> {
        let Phase::Over(ending) = view.phase else { return Ok(()) };
        match ending {
            Ending::NoTiles => demand(self.bag.is_empty() && view.tiles.len() > 1, Contradiction::TilesLeft),
            Ending::NothingFits => {
                let unfit = |(kind, _)| !self.fits_on_table(kind);
                let tried = view.held.total() > 0 || view.aside.iter().chain(view.removed.iter()).any(unfit);
                demand(self.bag.is_empty() && tried, Contradiction::TilesLeft)
            }
            Ending::Agreed | Ending::Retired => Ok(()),
        }
    }

    /// Every turn lays a tile, or two where builders are in play; so the tiles tell whose turn it is and how many
    /// figures each seat can have placed. Once a seat has retired they do not: it may have left its turn early.
    fn check_turn(&self, view: &View) -> Result<(), BadPosition> {
        let placed = view.tiles.len() - 1 - usize::from(view.phase == Phase::Figure);
        demand(view.pieces.len() <= placed, Contradiction::MoreThanLaid)?;
        if self.state.retired != 0 {
            return Ok(());
        }
        let order = Order { seats: self.rules.seats(), builders: self.rules.setup.parts.builder };
        let before = tiles_before(view);
        let mut turns: Vec<usize> = before.clone().flat_map(|laid| order.turns(laid, view.turn)).collect();
        demand(!turns.is_empty(), Contradiction::TurnOfAnother)?;
        turns.retain(|turns| view.extra == Extra::No || order.may_be_double(*turns));
        demand(!turns.is_empty(), Contradiction::EarnedTooEarly)?;
        let has_tiles = |turns: usize| {
            (0..order.seats).all(|seat| {
                let now = if seat == view.turn.index() { placed - before.start().min(&placed) } else { 0 };
                self.figures_of(view, seat) <= order.most_tiles(turns, seat) + now
            })
        };
        demand(turns.into_iter().any(has_tiles), Contradiction::MoreThanLaid)
    }

    fn figures_of(&self, view: &View, seat: usize) -> usize {
        view.pieces.iter().filter(|piece| piece.seat.index() == seat).count()
    }

    /// Before final scoring, points come from what is complete and from the fairy.
    fn check_scores(&self, view: &View) -> Result<(), BadPosition> {
        if matches!(view.phase, Phase::Over(_)) {
            return Ok(());
        }
        let complete = self.features().filter(|feature| feature.complete);
        let (count, worth) =
            complete.fold((0, 0), |(count, worth), feature| (count + 1, worth + feature.worth));
        let fairy = fairy::most_points(self, count);
        demand(view.scores.iter().all(|score| *score <= worth + fairy), Contradiction::ScoreUnearned)
    }
}

/// Where pieces stand.
pub(crate) fn spots(view: &View) -> impl Iterator<Item = Spot> + '_ {
    view.pieces.iter().map(|piece| piece.spot())
}

/// How many tiles can have been laid before the turn under way; in a finished game it may have been broken off.
fn tiles_before(view: &View) -> RangeInclusive<usize> {
    let laid = view.tiles.len() - 1;
    let first = usize::from(view.extra == Extra::Second);
    let (least, most) = match view.phase {
        Phase::Draw { .. } | Phase::Place => (first, first),
        Phase::Figure | Phase::Dragon { .. } | Phase::Extra => (first + 1, first + 1),
        Phase::Over(_) => (first, first + 1),
    };
    laid.saturating_sub(most)..=laid.saturating_sub(least)
}

/// The order of turns in a game that nobody has left.
#[derive(Clone, Copy)]
struct Order {
    seats: usize,
    builders: bool,
}

impl Order {
    /// A builder needs two turns to come to the board, so that a seat's third one is the first to have two tiles.
    fn may_be_double(self, turns_before: usize) -> bool {
        self.builders && turns_before >= 2 * self.seats
    }

    /// How many turns can have laid so many tiles, if it is this seat's turn now.
    fn turns(self, laid: usize, seat: Seat) -> impl Iterator<Item = usize> {
        let fewest = move |turns: usize| match self.builders {
            true => laid <= turns + turns.saturating_sub(2 * self.seats),
            false => laid == turns,
        };
        (seat.index()..=laid).step_by(self.seats).filter(move |turns| fewest(*turns))
    }

    /// The most tiles that a seat can have laid in so many turns of all.
    fn most_tiles(self, turns: usize, seat: usize) -> usize {
        let own = (turns + self.seats - 1 - seat) / self.seats;
        own + if self.builders { own.saturating_sub(2) } else { 0 }
    }
}
