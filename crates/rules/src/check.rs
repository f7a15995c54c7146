//! Whether an input may be played, and which rule it breaks if not.

use crate::action::Action;
use crate::board::At;
use crate::edges::Edges;
use crate::event::{Phase, Pile};
use crate::figure::{Figure, Seat};
use crate::geometry::{Cell, Rotation, Spot};
use crate::illegal::Illegal;
use crate::position::Position;
use crate::tile::{Kind, Mark};

impl Position {
    /// Whether the seat to act may do this.
    pub(crate) fn check(&self, action: Action) -> Result<(), Illegal> {
        self.check_running()?;
        let phase = self.state.phase;
        if !awaits(phase, action) {
            return Err(Illegal::NotNow(phase));
        }
        match action {
            Action::Place { cell, rotation } => {
                let kind = self.state.hand.ok_or(Illegal::NotNow(phase))?;
                self.check_place(cell, rotation, kind)
            }
            Action::Evict { spot } => self.check_evict(spot),
            Action::Deploy { .. } | Action::MoveFairy { .. } | Action::Pass if self.must_evict() => {
                Err(Illegal::MustEvict)
            }
            Action::Deploy { figure, spot } => self.check_deploy(figure, spot),
            Action::MoveFairy { .. } if !self.rules.setup.parts.fairy => Err(Illegal::PartOff("fairy")),
            Action::MoveFairy { cell, segment } => self.check_fairy(cell, segment),
            Action::MoveDragon { side } => self.dragon_step(side).map(drop),
            Action::TakeExtra | Action::Pass => Ok(()),
        }
    }

    pub(crate) fn check_running(&self) -> Result<(), Illegal> {
        if let Phase::Over(_) = self.state.phase { Err(Illegal::GameOver) } else { Ok(()) }
    }

    pub(crate) fn check_seat(&self, seat: Seat) -> Result<(), Illegal> {
        let seats = self.rules.setup.seats;
        if seat.0 < seats { Ok(()) } else { Err(Illegal::NoSuchSeat { seat, seats }) }
    }

    /// The pile a drawn tile comes from, if it may be drawn.
    #[inline]
    pub(crate) fn check_draw(&self, kind: Kind) -> Result<Pile, Illegal> {
        match self.state.phase {
            Phase::Draw { pile } if self.bag.left(kind) > 0 && self.table(kind).pile == pile => Ok(pile),
            Phase::Draw { .. } => Err(Illegal::NotInBag(kind)),
            Phase::Over(_) => Err(Illegal::GameOver),
            phase @ (Phase::Place | Phase::Figure | Phase::Dragon { .. } | Phase::Extra) => {
                Err(Illegal::NotNow(phase))
            }
        }
    }

    pub(crate) fn check_place(&self, cell: Cell, rotation: Rotation, kind: Kind) -> Result<(), Illegal> {
        let open = match self.board.at(cell) {
            At::Tile(_) => return Err(Illegal::CellTaken(cell)),
            At::Nothing => return Err(Illegal::NotAdjacent(cell)),
            At::Open(open) => open,
        };
        let table = self.table(kind);
        let edges = table.edges[usize::from(rotation.quarters())].first();
        if table.pile != Pile::Main {
            self.check_river(cell, kind, rotation)?;
        }
        let (wrong, shown) = self.board.differences(open, edges);
        if wrong == Edges::NONE {
            return Ok(());
        }
        let side = wrong.first_side();
        Err(Illegal::EdgeMismatch { side, ours: edges.terrain(side), theirs: shown.terrain(side) })
    }

    fn check_deploy(&self, figure: Figure, spot: Spot) -> Result<(), Illegal> {
        let tile = self.board.tile_at(spot.cell).ok_or(Illegal::NoTile(spot.cell))?;
        let segment = self.segment_at(spot).ok_or(Illegal::NoSegment(spot))?;
        if self.allotment(figure) == 0 {
            return Err(Illegal::PartOff(figure.ability().part.unwrap_or_default()));
        }
        if self.is_mark(Mark::Volcano) {
            return Err(Illegal::Volcano);
        }
        let elsewhere = usize::from(tile) + 1 != self.board.tiles.len();
        if elsewhere && !(self.is_mark(Mark::Portal) && figure.ability().uses_portal) {
            return Err(Illegal::NotThatTile(self.board.last().cell));
        }
        if !self.has_in_supply(self.state.turn, figure) {
            return Err(Illegal::NoneInSupply(figure));
        }
        let kind = self.feature_kind(segment);
        if !figure.ability().stands_on.contains(&kind) {
            return Err(Illegal::WrongFeature { figure, kind });
        }
        match figure.ability().follower {
            true => self.check_claim(figure, segment, tile, elsewhere),
            false => self.check_helper(figure, segment),
        }
    }

    /// B-FIG-3 and, through a portal, D-PORT-1.
    fn check_claim(&self, figure: Figure, segment: u16, tile: u16, elsewhere: bool) -> Result<(), Illegal> {
        let placed = &self.board.tiles[usize::from(tile)];
        let kind = self.feature_kind(segment);
        if !self.table(placed.kind()).stands[figure as usize].has(placed.number(segment)) {
            return Err(Illegal::NoFarmers);
        }
        if elsewhere && self.state.dragon.at == Some(tile) {
            return Err(Illegal::PortalDragon);
        }
        if self.land.figures(self.land.root(segment)).occupied() {
            return Err(Illegal::Occupied(kind));
        }
        if elsewhere && self.is_complete(segment) {
            return Err(Illegal::PortalComplete(kind));
        }
        Ok(())
    }

    /// T-BUILD-1, T-PIG-1.
    fn check_helper(&self, figure: Figure, segment: u16) -> Result<(), Illegal> {
        let kind = self.feature_kind(segment);
        if self.land.figures(self.land.root(segment)).of(self.state.turn) == 0 {
            return Err(Illegal::NeedsFollower(figure));
        }
        if self.is_complete(segment) {
            return Err(Illegal::BuilderOnComplete(kind));
        }
        Ok(())
    }
}

/// Whether this is the time for such an action.
fn awaits(phase: Phase, action: Action) -> bool {
    match phase {
        Phase::Draw { .. } | Phase::Over(_) => false,
        Phase::Place => matches!(action, Action::Place { .. }),
        Phase::Figure => match action {
            Action::Deploy { .. } | Action::Evict { .. } | Action::MoveFairy { .. } | Action::Pass => true,
            Action::Place { .. } | Action::MoveDragon { .. } | Action::TakeExtra => false,
        },
        Phase::Dragon { .. } => matches!(action, Action::MoveDragon { .. }),
        Phase::Extra => matches!(action, Action::TakeExtra | Action::Pass),
    }
}
