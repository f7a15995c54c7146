//! What a table, an analyst and a search want to know of a position.

use crate::figure::{MAX_SEATS, Seat};
use crate::geometry::{Cell, Spot};
use crate::position::Position;
use crate::tile::{FeatureKind, Kind};

/// A feature of one position: valid until the position changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FeatureId(pub(crate) u16);

/// A road, city, monastery or field as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Its handle, for [`Position::spots`] and the like.
    pub id: FeatureId,
    /// What it is.
    pub kind: FeatureKind,
    /// Whether it is finished (a field never is).
    pub complete: bool,
    /// Its tiles. For a monastery, its own and those around it.
    pub tiles: u16,
    /// Its pennants.
    pub pennants: u16,
    /// Goods symbols in it, in the order of [`crate::Good::ALL`].
    pub goods: [u16; 3],
    /// Followers of each seat.
    pub followers: [u8; MAX_SEATS],
    /// Which seats have a builder (road, city) or a pig (field) on it.
    pub helpers: [bool; MAX_SEATS],
    /// What the majority would get if the game ended now.
    pub worth: u32,
    /// What the majority gets when it is finished with no more tiles than are there (plus, for a monastery,
    /// those around it). For a field: what it would be worth if every city it touches were finished.
    pub worth_complete: u32,
}

/// A kind of tile that can still be drawn and fits a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fit {
    /// Which.
    pub kind: Kind,
    /// How many are left to be drawn, held back ones included.
    pub count: u16,
    /// In which rotations, one bit each.
    pub rotations: u8,
}

/// The score sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// How many seats.
    pub seats: u8,
    /// Points so far.
    pub scores: [u32; MAX_SEATS],
    /// Points if the game ended now, final scoring included.
    pub projected: [u32; MAX_SEATS],
    /// What each seat has left of each figure, in the order of [`crate::Figure::ALL`].
    pub supply: [[u8; 3]; MAX_SEATS],
    /// Goods tokens, in the order of [`crate::Good::ALL`].
    pub goods: [[u16; 3]; MAX_SEATS],
    /// Who has given up.
    pub retired: [bool; MAX_SEATS],
    /// Who won, once the game is over.
    pub winners: Vec<Seat>,
}

impl Position {
    /// The feature a segment belongs to.
    pub fn feature(&self, spot: Spot) -> Option<Feature> {
        todo!("{spot}")
    }

    /// Every feature on the board.
    pub fn features(&self) -> impl Iterator<Item = Feature> + '_ {
        std::iter::empty()
    }

    /// The segments of a feature, in no particular order.
    pub fn spots(&self, id: FeatureId) -> impl Iterator<Item = Spot> + '_ {
        let _ = id;
        std::iter::empty()
    }

    /// The empty cells a feature needs tiles on to be finished; a cell may come twice.
    pub fn needs(&self, id: FeatureId) -> impl Iterator<Item = Cell> + '_ {
        let _ = id;
        std::iter::empty()
    }

    /// The completed cities a field touches, each once.
    pub fn cities(&self, field: FeatureId) -> Vec<FeatureId> {
        todo!("{field:?}")
    }

    /// The empty cells beside laid tiles.
    pub fn open_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        std::iter::empty()
    }

    /// Which tiles still to be drawn fit an open cell.
    pub fn fits(&self, cell: Cell) -> impl Iterator<Item = Fit> + '_ {
        let _ = cell;
        std::iter::empty()
    }

    /// Points of each seat if the game ended now, final scoring included.
    pub fn projected(&self) -> [u32; MAX_SEATS] {
        todo!()
    }

    /// The score sheet.
    pub fn standing(&self) -> Standing {
        todo!()
    }
}
