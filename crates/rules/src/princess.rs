//! The princess sends a knight home (D-PRIN).

use crate::event::{Leave, Sink};
use crate::geometry::Spot;
use crate::illegal::Illegal;
use crate::position::Position;
use crate::ruleset::NONE;
use crate::setup::Princess;
use crate::supply::{Piece, PieceSet};

impl Position {
    /// The knights in the city of the princess on the tile just laid.
    pub(crate) fn evictable(&self) -> PieceSet {
        let placed = self.board.last();
        let number = self.table(placed.kind()).princess;
        if number == NONE {
            return PieceSet::default();
        }
        let city = self.land.root(placed.first + u16::from(number));
        self.pieces_where(self.state.pieces.followers(), |position, piece| {
            position.land.root(position.state.pieces.segment(piece)) == city
        })
    }

    /// Whether a knight has to go and nothing else may be done.
    pub(crate) fn must_evict(&self) -> bool {
        self.rules.setup.knobs.princess == Princess::Must && self.evictable().next().is_some()
    }

    fn knight_at(&self, spot: Spot) -> Option<Piece> {
        let segment = self.segment_at(spot)?;
        self.evictable().find(|piece| self.state.pieces.segment(*piece) == segment)
    }

    pub(crate) fn check_evict(&self, spot: Spot) -> Result<(), Illegal> {
        if !self.rules.setup.parts.princess {
            return Err(Illegal::PartOff("princess"));
        }
        self.knight_at(spot).map(|_| ()).ok_or(Illegal::NoKnight(spot))
    }

    pub(crate) fn evict(&mut self, spot: Spot, sink: &mut impl Sink) {
        if let Some(knight) = self.knight_at(spot) {
            self.send_home(knight, Leave::Evicted, sink);
            self.send_lonely_home(sink);
        }
    }
}
