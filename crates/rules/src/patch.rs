//! Some open cells side by side, so that a tile is compared with all of them at once.

use crate::action::Action;
use crate::edges::{Edges, ManyEdges};
use crate::geometry::{Cell, Rotation};

/// Cells of a patch.
pub(crate) const LANES: usize = ManyEdges::LANES;

/// Open cells that are swept at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch {
    /// One more than is used, so that the number of zeros before a bit is always within.
    pub cells: [Cell; LANES + 1],
    /// For each open cell, what its neighbours show on their common edges.
    pub shown: [Edges; LANES],
    /// For each open cell, on which sides it has neighbours.
    pub sides: [Edges; LANES],
}

impl Patch {
    /// Patch `number` of a new board: each place is a hole that leads to the next one.
    pub fn new(number: usize) -> Patch {
        let hole = |lane: usize| Cell::new((number * LANES + lane + 1) as i16, 0);
        Patch { cells: std::array::from_fn(hole), shown: [Edges::HOLE; LANES], sides: [Edges::NONE; LANES] }
    }

    /// What is shown around the cells.
    #[inline]
    pub fn around(&self) -> (ManyEdges, ManyEdges) {
        (ManyEdges::new(&self.shown), ManyEdges::new(&self.sides))
    }

    /// For some rotations of a tile, one bit for each cell it fits.
    #[inline]
    pub fn fit<const N: usize>(&self, rotations: &[ManyEdges; N]) -> [u32; N] {
        let around = self.around();
        rotations.map(|edges| edges.fit(around).bits())
    }

    /// The cells that have bits. Their number is known beforehand, so that a list looks at its room only once.
    #[inline]
    pub fn cells(&self, bits: u32) -> impl Iterator<Item = Cell> {
        let mut rest = bits;
        (0..bits.count_ones()).map(move |_| {
            let lane = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            self.cells[lane as usize]
        })
    }

    #[inline]
    pub fn placements(&self, bits: u32, quarters: u8) -> impl Iterator<Item = Action> {
        self.cells(bits).map(move |cell| place(cell, quarters))
    }

    /// An open cell gets another neighbour.
    #[inline]
    pub fn add(&mut self, lane: usize, shown: Edges, side: Edges) {
        self.shown[lane] = self.shown[lane].with(shown);
        self.sides[lane] = self.sides[lane].with(side);
    }
}

#[inline]
pub(crate) fn place(cell: Cell, quarters: u8) -> Action {
    Action::Place { cell, rotation: Rotation::new(quarters) }
}
