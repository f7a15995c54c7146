//! The laid tiles and the open cells beside them.
//!
//! Open cells are kept with what a tile there must show, so that all placements of a tile are found by one
//! sweep that the compiler turns into vector instructions. A small hash table leads from a cell to its tile
//! or open cell; entries are never removed, an open cell only becomes a tile.

use crate::geometry::{Cell, Rotation, Side};
use crate::ruleset::Ruleset;
use crate::tile::Kind;

/// Cells swept at once.
const LANES: usize = 8;
/// What an unused place of the sweep asks for: every terrain on every side, which no tile has.
const NEVER: u16 = u16::MAX;
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
    /// The open cells; the first `open` are in use.
    cells: Box<[Cell]>,
    /// For each open cell, one bit a terrain it needs, one nibble a side.
    needs: Box<[u16]>,
    open: usize,
    index: Box<[u16]>,
    shift: u32,
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
        let mut board = Board {
            tiles: Vec::with_capacity(rules.tiles),
            cells: vec![Cell::ORIGIN; most_open].into(),
            needs: vec![NEVER; most_open].into(),
            open: 0,
            index: vec![0; slots].into(),
            shift: u32::BITS - slots.trailing_zeros(),
        };
        board.open_cell(board.slot(Cell::ORIGIN), Cell::ORIGIN, 0);
        board
    }

    pub fn copy_from(&mut self, other: &Board) {
        self.tiles.clone_from(&other.tiles);
        let lanes = self.open.max(other.open).next_multiple_of(LANES);
        self.cells[..lanes].copy_from_slice(&other.cells[..lanes]);
        self.needs[..lanes].copy_from_slice(&other.needs[..lanes]);
        self.open = other.open;
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
        self.entry(self.index[self.find(cell)])
    }

    pub fn tile_at(&self, cell: Cell) -> Option<u16> {
        match self.at(cell) {
            At::Tile(tile) => Some(tile),
            _ => None,
        }
    }

    pub fn last(&self) -> &Placed {
        self.tiles.last().expect("the start tile lies")
    }

    pub fn open_cells(&self) -> &[Cell] {
        &self.cells[..self.open]
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
        let slot = self.find(placed.cell);
        debug_assert!(self.index[slot] & OPEN != 0, "not an open cell");
        self.close(usize::from(self.index[slot] & !OPEN));
        self.tiles.push(placed);
        self.index[slot] = self.tiles.len() as u16;
        let facing = edges.rotate_left(8);
        Side::ALL.map(|side| self.meet(placed.cell.step(side), facing & 15 << (4 * side.opposite().index())))
    }

    /// The open cells where a tile fits, with a bit for each rotation, in groups of eight.
    #[inline]
    pub fn sweep(&self, edges: &[u16; 4], mut found: impl FnMut(Cell, u8)) {
        for (group, needs) in self.groups() {
            let mut bits = fit(needs, edges);
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                found(self.cells[group * LANES + (bit / 8) as usize], (bit % 8) as u8);
            }
        }
    }

    /// Whether a tile fits anywhere.
    #[inline]
    pub fn fits_somewhere(&self, edges: &[u16; 4]) -> bool {
        self.groups().any(|(_, needs)| fit(needs, edges) != 0)
    }

    fn groups(&self) -> impl Iterator<Item = (usize, &[u16; LANES])> {
        let (groups, _) = self.needs.as_chunks::<LANES>();
        groups[..self.open.div_ceil(LANES)].iter().enumerate()
    }

    #[inline]
    fn meet(&mut self, cell: Cell, need: u16) -> Option<u16> {
        let slot = self.find(cell);
        match self.entry(self.index[slot]) {
            At::Tile(tile) => return Some(tile),
            At::Open(open) => self.needs[usize::from(open)] |= need,
            At::Nothing => self.open_cell(slot, cell, need),
        }
        None
    }

    #[inline]
    fn open_cell(&mut self, slot: usize, cell: Cell, need: u16) {
        self.index[slot] = OPEN | self.open as u16;
        self.cells[self.open] = cell;
        self.needs[self.open] = need;
        self.open += 1;
    }

    /// Takes an open cell out of the list; the last one fills its place.
    #[inline]
    fn close(&mut self, at: usize) {
        let last = self.open - 1;
        if at != last {
            let slot = self.find(self.cells[last]);
            self.index[slot] = OPEN | at as u16;
            self.cells[at] = self.cells[last];
            self.needs[at] = self.needs[last];
        }
        self.needs[last] = NEVER;
        self.open = last;
    }

    #[inline]
    fn entry(&self, entry: u16) -> At {
        match entry {
            0 => At::Nothing,
            _ if entry & OPEN != 0 => At::Open(entry & !OPEN),
            _ => At::Tile(entry - 1),
        }
    }

    #[inline]
    fn slot(&self, cell: Cell) -> usize {
        let key = u32::from(cell.x as u16) | u32::from(cell.y as u16) << 16;
        (key.wrapping_mul(0x9E37_79B1) >> self.shift) as usize
    }

    /// The slot of a cell: where it is entered, or where it would be.
    #[inline]
    fn find(&self, cell: Cell) -> usize {
        let mut slot = self.slot(cell);
        loop {
            let there = match self.entry(self.index[slot]) {
                At::Nothing => return slot,
                At::Tile(tile) => self.tiles[usize::from(tile)].cell,
                At::Open(open) => self.cells[usize::from(open)],
            };
            if there == cell {
                return slot;
            }
            slot = (slot + 1) & (self.index.len() - 1);
        }
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
            open: self.open,
            index: self.index.clone(),
            shift: self.shift,
        }
    }
}

/// Eight cells against the four rotations of a tile: a byte a cell, a bit a rotation.
#[inline]
fn fit(needs: &[u16; LANES], edges: &[u16; 4]) -> u64 {
    let mut bytes = [0u8; LANES];
    for (byte, need) in bytes.iter_mut().zip(needs) {
        let bits = (0..4).fold(0, |bits, turn| bits | u16::from(need & !edges[turn] == 0) << turn);
        *byte = bits as u8;
    }
    u64::from_le_bytes(bytes)
}
