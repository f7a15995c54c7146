//! The princess sends a knight home (D-PRIN).

use crate::event::{RemovalReason, Sink};
use crate::geometry::Spot;
use crate::illegal::Illegal;
use crate::piece::{PieceId, PieceSet};
use crate::position::Position;
use crate::ruleset::NONE;
use crate::setup::Princess;

impl Position {
    /// The knights in the city of the princess on the tile just laid.
    #[inline]
    pub(crate) fn evictable(&self) -> PieceSet {
        match self.table(self.board.last().kind()).princess {
            NONE => PieceSet::EMPTY,
            number => self.knights_around(number),
        }
    }

    #[inline(never)]
    fn knights_around(&self, number: u8) -> PieceSet {
        let placed = self.board.last();
        let city = self.land.root(placed.segment(number));
        self.followers().filtered(move |piece| self.land.root(self.pieces.segment(piece)) == city)
    }

    /// Whether a knight has to go and nothing else may be done.
    pub(crate) fn must_evict(&self) -> bool {
        self.rules.setup.knobs.princess == Princess::Must && !self.evictable().is_empty()
    }

    fn knight_at(&self, spot: Spot) -> Option<PieceId> {
        let segment = self.segment_at(spot)?;
        self.evictable().find(|piece| self.pieces.segment(piece) == segment)
    }

    pub(crate) fn check_evict(&self, spot: Spot) -> Result<(), Illegal> {
        if !self.rules.setup.parts.princess {
            return Err(Illegal::PartOff("princess"));
        }
        self.knight_at(spot).map(|_| ()).ok_or(Illegal::NoKnight(spot))
    }

    pub(crate) fn evict(&mut self, spot: Spot, sink: &mut impl Sink) {
        if let Some(knight) = self.knight_at(spot) {
            self.send_home(knight, RemovalReason::Evicted, sink);
            self.send_lonely_home(sink);
        }
    }
}
