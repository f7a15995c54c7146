//! The laid tiles and the open cells beside them.
//!
//! Open cells are kept with what a tile there must show, so that all placements of a tile are found by one
//! sweep that the compiler turns into vector instructions. A small hash table leads from a cell to its tile
//! or open cell; entries are never removed, an open cell only becomes a tile.

use crate::geometry::{Cell, Rotation, Side};
use crate::ruleset::Ruleset;
use crate::tile::Kind;
use wide::u16x16;

/// Cells swept at once.
const LANES: usize = 16;
/// What an unused place of the sweep asks for: every terrain on every side, which no tile has.
const NEVER: u16 = u16::MAX;
/// Stands for "no hole" in the list of open cells.
const NO_HOLE: u16 = u16::MAX;
/// In the hash table: the entry is an open cell, not a tile.
const OPEN: u16 = 0x8000;

/// A laid tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub cell: Cell,
    pub kind: Kind,
    pub rotation: Rotation,
    /// The number of its first segment among all laid segments.
    pub first: u16,
}

#[derive(Debug)]
pub(crate) struct Board {
    pub tiles: Vec<Placed>,
    /// The open cells, with holes where a tile was laid and no other cell has opened since.
    cells: Box<[Cell]>,
    /// For each open cell, one bit a terrain it needs, one nibble a side.
    needs: Box<[u16]>,
    /// How many places of the list are in use, holes included.
    open: u16,
    /// The last hole; its cell leads to the one before.
    hole: u16,
    index: Box<[u16]>,
    /// From a cell's slot to that of its neighbour on each side.
    steps: [usize; 4],
}

/// What is at a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum At {
    /// A tile, by its number in laid order.
    Tile(u16),
    /// An open cell, by its place in the list.
    Open(u16),
    Nothing,
}

impl Board {
    pub fn new(rules: &Ruleset) -> Board {
        let most_open = (2 * rules.tiles + 2).next_multiple_of(LANES);
        let slots = (3 * rules.tiles + 3).next_power_of_two();
        let stride = slots * 158 / 256;
        let mut board = Board {
            tiles: Vec::with_capacity(rules.tiles),
            cells: vec![Cell::ORIGIN; most_open].into(),
            needs: vec![NEVER; most_open].into(),
            open: 0,
            hole: NO_HOLE,
            index: vec![0; slots].into(),
            steps: [stride, 1, slots - stride, slots - 1],
        };
        board.open_cell(board.slot(Cell::ORIGIN), Cell::ORIGIN, 0);
        board
    }

    pub fn copy_from(&mut self, other: &Board) {
        self.tiles.clone_from(&other.tiles);
        let lanes = usize::from(self.open.max(other.open)).next_multiple_of(LANES);
        self.cells[..lanes].copy_from_slice(&other.cells[..lanes]);
        self.needs[..lanes].copy_from_slice(&other.needs[..lanes]);
        (self.open, self.hole) = (other.open, other.hole);
        self.index.copy_from_slice(&other.index);
    }

    /// Bytes of the block.
    pub fn bytes(&self) -> usize {
        self.tiles.capacity() * size_of::<Placed>()
            + size_of_val(&*self.cells)
            + size_of_val(&*self.needs)
            + size_of_val(&*self.index)
    }

    pub fn at(&self, cell: Cell) -> At {
        entry(self.index[self.find(cell)])
    }

    pub fn tile_at(&self, cell: Cell) -> Option<u16> {
        match self.at(cell) {
            At::Tile(tile) => Some(tile),
            _ => None,
        }
    }

    #[inline]
    pub fn last(&self) -> &Placed {
        self.tiles.last().expect("the start tile lies")
    }

    pub fn open_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let used = self.cells.iter().zip(&self.needs).take(usize::from(self.open));
        used.filter(|(_, needs)| **needs != NEVER).map(|(cell, _)| *cell)
    }

    /// What the open cell at this place of the list needs.
    pub fn needs(&self, open: u16) -> u16 {
        self.needs[usize::from(open)]
    }

    /// How many of the eight cells around hold tiles.
    pub fn neighbours(&self, cell: Cell) -> usize {
        cell.around().into_iter().filter(|near| self.tile_at(*near).is_some()).count()
    }

    /// Lays a tile on an open cell and says which tile, if any, is on each side.
    #[inline]
    pub fn lay(&mut self, placed: Placed, edges: u16) -> [Option<u16>; 4] {
        let home = self.slot(placed.cell);
        let slot = self.find_from(home, placed.cell);
        debug_assert!(self.index[slot] & OPEN != 0, "not an open cell");
        self.close(self.index[slot] & !OPEN);
        self.tiles.push(placed);
        self.index[slot] = self.tiles.len() as u16;
        let facing = edges.rotate_left(8);
        Side::ALL.map(|side| {
            let home = (home + self.steps[side.index()]) & (self.index.len() - 1);
            self.meet(home, placed.cell.step(side), facing & 15 << (4 * side.opposite().index()))
        })
    }

    /// Calls back for every open cell and rotation in which a tile fits.
    #[inline]
    pub fn sweep(&self, edges: &[u16; 4], mut found: impl FnMut(Cell, Rotation)) {
        let (cells, _) = self.cells.as_chunks::<LANES>();
        let (needs, _) = self.needs.as_chunks::<LANES>();
        for (cells, needs) in cells.iter().zip(needs).take(usize::from(self.open).div_ceil(LANES)) {
            for (fit, rotation) in fit(needs, edges).into_iter().zip(Rotation::ALL) {
                let mut bits = fit;
                while bits != 0 {
                    found(cells[bits.trailing_zeros() as usize % LANES], rotation);
                    bits &= bits - 1;
                }
            }
        }
    }

    /// Whether a tile fits anywhere. Most tiles fit one of the first cells, so this looks at one at a time.
    #[inline]
    pub fn fits_somewhere(&self, edges: &[u16; 4]) -> bool {
        let needs = &self.needs[..usize::from(self.open)];
        needs.iter().any(|needs| edges.iter().any(|edges| needs & !edges == 0))
    }

    #[inline]
    fn meet(&mut self, home: usize, cell: Cell, need: u16) -> Option<u16> {
        let slot = self.find_from(home, cell);
        match entry(self.index[slot]) {
            At::Tile(tile) => return Some(tile),
            At::Open(open) => self.needs[usize::from(open)] |= need,
            At::Nothing => self.open_cell(slot, cell, need),
        }
        None
    }

    #[inline]
    fn open_cell(&mut self, slot: usize, cell: Cell, need: u16) {
        let place = if self.hole == NO_HOLE {
            self.open += 1;
            self.open - 1
        } else {
            let hole = self.hole;
            self.hole = self.cells[usize::from(hole)].x as u16;
            hole
        };
        self.index[slot] = OPEN | place;
        self.cells[usize::from(place)] = cell;
        self.needs[usize::from(place)] = need;
    }

    /// An open cell becomes a hole in the list.
    #[inline]
    fn close(&mut self, place: u16) {
        self.cells[usize::from(place)].x = self.hole as i16;
        self.needs[usize::from(place)] = NEVER;
        self.hole = place;
    }

    /// Cells share a slot only if they are about as far apart as a square of all slots is wide.
    #[inline]
    fn slot(&self, cell: Cell) -> usize {
        let [stride, ..] = self.steps;
        (cell.x as usize).wrapping_add((cell.y as usize).wrapping_mul(stride)) & (self.index.len() - 1)
    }

    /// The slot of a cell: where it is entered, or where it would be.
    #[inline]
    fn find(&self, cell: Cell) -> usize {
        self.find_from(self.slot(cell), cell)
    }

    #[inline]
    fn find_from(&self, home: usize, cell: Cell) -> usize {
        let mut slot = home;
        loop {
            let there = match entry(self.index[slot]) {
                At::Nothing => return slot,
                At::Tile(tile) => self.tiles[usize::from(tile)].cell,
                At::Open(open) => self.cells[usize::from(open)],
            };
            if there == cell {
                return slot;
            }
            slot = (slot + self.index.len() / 2 + 1) & (self.index.len() - 1);
        }
    }
}

#[inline]
fn entry(entry: u16) -> At {
    match entry {
        0 => At::Nothing,
        _ if entry & OPEN != 0 => At::Open(entry & !OPEN),
        _ => At::Tile(entry - 1),
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut tiles = Vec::with_capacity(self.tiles.capacity());
        tiles.extend_from_slice(&self.tiles);
        Board {
            tiles,
            cells: self.cells.clone(),
            needs: self.needs.clone(),
            index: self.index.clone(),
            ..*self
        }
    }
}

/// For each rotation of a tile, one bit for each of the cells it fits.
#[inline]
fn fit(needs: &[u16; LANES], edges: &[u16; 4]) -> [u32; 4] {
    let needs = u16x16::new(*needs);
    edges.map(|edges| (needs & u16x16::splat(!edges)).simd_eq(u16x16::ZERO).to_bitmask())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sweep_finds_what_cell_by_cell_comparison_finds() {
        let mut number = 1u32;
        let mut next = || {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 16) as u16
        };
        for _ in 0..1000 {
            let needs: [u16; LANES] = std::array::from_fn(|_| next() & next() & next());
            let edges = std::array::from_fn(|_| next());
            let plainly = edges.map(|edges: u16| {
                needs.iter().rev().fold(0, |bits, needs| bits << 1 | u32::from(needs & !edges == 0))
            });
            assert_eq!(fit(&needs, &edges), plainly);
        }
    }
}
