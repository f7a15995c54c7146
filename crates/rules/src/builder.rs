//! The builder earns a second tile (T-BUILD).

use crate::event::{Event, Extra, Phase, Sink};
use crate::impossible::{BadPosition, Contradiction};
use crate::notation::Fault;
use crate::notation::error::Flaw;
use crate::notation::fields::Fields;
use crate::notation::position::LineWriter;
use crate::notation::word::{Names, name_of, named};
use crate::position::Position;
use crate::setup::ExtraTile;
use crate::start::demand;
use crate::view::View;

const EXTRAS: Names<Extra> = &[(Extra::No, "no"), (Extra::Earned, "earned"), (Extra::Second, "second")];

impl Position {
    /// T-BUILD-2: the laid tile earns a second one.
    pub(crate) fn note_builder(&mut self, sink: &mut impl Sink) {
        if self.state.extra != Extra::No || !self.rules.setup.parts.builder {
            return;
        }
        if self.extends_builder() {
            let seat = self.state.turn;
            self.state.extra = Extra::Earned;
            self.emit(sink, || Event::ExtraEarned { seat });
        }
    }

    #[inline(never)]
    pub(crate) fn offer_extra(&mut self, sink: &mut impl Sink) {
        match self.rules.setup.knobs.extra_tile {
            ExtraTile::Always => self.begin_extra(sink),
            ExtraTile::May => self.now(Phase::Extra, sink),
        }
    }

    #[inline(never)]
    pub(crate) fn begin_extra(&mut self, sink: &mut impl Sink) {
        self.state.extra = Extra::Second;
        let seat = self.state.turn;
        self.emit(sink, || Event::ExtraBegan { seat });
        self.await_draw(sink);
    }

    /// Whether the laid tile extends the road or city on which the own builder stands.
    pub(crate) fn extends_builder(&self) -> bool {
        if self.helpers_of(self.state.turn).is_empty() {
            return false;
        }
        let placed = self.board.last();
        self.table(placed.kind()).lines.into_iter().any(|number| {
            let root = self.land.root(placed.segment(number));
            self.land.figures(root).has_helper(self.state.turn)
        })
    }
}

pub(crate) fn fold_turn(view: &mut View) {
    view.extra = Extra::No;
}

pub(crate) fn fold_earned(view: &mut View) {
    view.extra = Extra::Earned;
}

pub(crate) fn fold_began(view: &mut View) {
    view.extra = Extra::Second;
}

/// Two bits.
pub(crate) fn hash(position: &Position) -> u64 {
    match position.state.extra {
        Extra::No => 0,
        Extra::Earned => 1,
        Extra::Second => 2,
    }
}

/// `extra=earned` or `extra=second`.
pub(crate) fn write(line: &mut LineWriter, view: &View) {
    if view.extra != Extra::No {
        line.field("extra", name_of(EXTRAS, view.extra));
    }
}

pub(crate) fn read(fields: &Fields, view: &mut View) -> Result<(), Flaw> {
    let extra =
        |value: &str| Ok(named(EXTRAS, value).ok_or_else(|| Fault::expected("no, earned or second", value))?);
    view.extra = fields.read("extra", extra)?.unwrap_or_default();
    Ok(())
}

pub(crate) fn restore(position: &mut Position, view: &View) -> Result<(), BadPosition> {
    position.state.extra = view.extra;
    demand(position.rules.setup.parts.builder || view.extra == Extra::No, Contradiction::NoBuilders)
}

/// It is asked whether an earned tile is taken: there is one, and the knob leaves the choice.
pub(crate) fn check_asked(position: &Position) -> Result<(), BadPosition> {
    let may = position.rules.setup.knobs.extra_tile == ExtraTile::May;
    let asked = may && position.state.extra == Extra::Earned;
    demand(asked && !position.bag.is_empty(), Contradiction::NothingAsked)
}

/// A second tile is earned by a first one, which extends what the builder stands on.
pub(crate) fn check_start(position: &Position, view: &View) -> Result<(), BadPosition> {
    let lies = match view.phase {
        Phase::Figure | Phase::Dragon { .. } | Phase::Extra | Phase::Over(_) => true,
        Phase::Draw { .. } | Phase::Place => false,
    };
    demand(lies || view.extra != Extra::Earned, Contradiction::EarnedUnlaid)?;
    demand(view.extra == Extra::No || view.tiles.len() > 3, Contradiction::EarnedTooEarly)?;
    let extended_by = |back: usize| extends_line(position, view, view.tiles.len() - back);
    let earned = match (view.phase, view.extra) {
        (Phase::Figure, Extra::No | Extra::Earned) => {
            position.extends_builder() == (view.extra == Extra::Earned)
        }
        (Phase::Draw { .. } | Phase::Place | Phase::Dragon { .. } | Phase::Extra, Extra::No)
        | (Phase::Over(_), Extra::No | Extra::Earned | Extra::Second) => true,
        (Phase::Figure | Phase::Dragon { .. }, Extra::Second) => extended_by(2),
        (Phase::Draw { .. } | Phase::Place | Phase::Extra, Extra::Earned | Extra::Second)
        | (Phase::Dragon { .. }, Extra::Earned) => extended_by(1),
    };
    demand(earned, Contradiction::EarnedByNothing)
}

/// Whether a tile is part of a road or city on which a builder can have been: one with a follower's tile and
/// the builder's besides, neither of them the start tile unless a portal led the follower there.
fn extends_line(position: &Position, view: &View, tile: usize) -> bool {
    let placed = &position.board.tiles[tile];
    let first = if position.has_portal(view) { 0 } else { 1 };
    position.table(placed.kind()).lines.into_iter().any(|number| {
        let root = position.land.root(placed.segment(number));
        position.land.tiles(root).filter(|(tile, _)| *tile >= first).count() > 2
    })
}
