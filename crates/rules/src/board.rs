//! The laid tiles and the open cells beside them.
//!
//! Open cells are kept with what a tile there must show, so that all placements of a tile are found by one
//! sweep of vector compares. A small hash table leads from a cell to its tile or open cell; entries are never
//! removed, an open cell only becomes a tile.
//!
//! With the start tile D alone, four cells are open. For each its patch has what the neighbours show there and on
//! which sides they are, two bits a side:
//!
//! ```text
//!              0,1                        shown          sides
//!           +--city--+            cell    W  S  E  N     W  S  E  N
//!   -1,0  road  D   road  1,0     0,1     -  C  -  -     -  #  -  -
//!           +--field-+            1,0     R  -  -  -     #  -  -  -
//!              0,-1               0,-1    -  -  -  F     -  -  -  #
//!                                 -1,0    -  -  R  -     -  -  #  -
//! ```
//!
//! U unturned is `R F R F` in the same order. Where `edges & sides == shown` it fits: at 1,0, 0,-1 and -1,0, not at
//! 0,1. Laid at 1,0, it becomes tile 1 there, opens 2,0, 1,1 and 1,-1, and no other cell changes.

use crate::action::Action;
use crate::edges::{Edges, ManyEdges};
use crate::geometry::{Cell, Rotation, Side};
use crate::patch::{LANES, Patch, place};
use crate::ruleset::{Ruleset, Turned};
use crate::tile::Kind;

/// In the hash table: the entry is an open cell, not a tile.
const OPEN: u16 = 0x8000;
/// In the hash table: nothing is there. One less is no tile.
const NOTHING: u16 = 0;
/// From a slot to the next one to look at: odd, so that in the end all have been looked at.
const JUMP: usize = 0x2AB3;

/// A laid tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub cell: Cell,
    pub turned: Turned,
    /// The number of its first printed segment among all laid segments; the others follow it.
    first: u16,
}

impl Placed {
    #[inline]
    pub fn new(cell: Cell, turned: Turned, first: u16) -> Placed {
        Placed { cell, turned, first }
    }

    /// The number among all laid segments of one of its own.
    #[inline]
    pub fn segment(&self, number: u8) -> u16 {
        self.first + u16::from(number)
    }

    /// The number on the tile of one of its laid segments.
    #[inline]
    pub fn number(&self, segment: u16) -> u8 {
        (segment - self.first) as u8
    }

    /// The same, to look something up.
    #[inline]
    pub fn index(&self, segment: u16) -> usize {
        usize::from(segment - self.first)
    }

    #[inline]
    pub fn kind(&self) -> Kind {
        self.turned.kind()
    }

    pub fn rotation(&self) -> Rotation {
        self.turned.rotation()
    }
}

#[derive(Debug)]
pub(crate) struct Board {
    pub tiles: Vec<Placed>,
    /// The open cells, with holes: a tile was laid there, or no cell has opened there yet.
    patches: Box<[Patch]>,
    index: Box<[u16]>,
    /// From a cell's slot to that of its northern neighbour.
    stride: u16,
    /// From this place on there have never been open cells: new ones go there when there is no other hole.
    open: u16,
    /// The place for the next open cell; the cell there leads to the one after it.
    hole: u16,
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
        let slots = (3 * rules.tiles + 3).next_power_of_two();
        let mut board = Board {
            tiles: Vec::with_capacity(rules.tiles),
            patches: (0..(2 * rules.tiles + 2).div_ceil(LANES)).map(Patch::new).collect(),
            index: vec![NOTHING; slots].into(),
            stride: (slots * 158 / 256) as u16,
            open: 0,
            hole: 0,
        };
        let slot = board.slot(Cell::ORIGIN);
        let mut table = board.table();
        table.open_cell(slot, Cell::ORIGIN, Edges::NONE, Edges::NONE);
        board.hole = table.hole;
        board.open = board.hole;
        board
    }

    pub fn copy_from(&mut self, other: &Board) {
        self.tiles.clone_from(&other.tiles);
        let used = usize::from(self.open.max(other.open)).div_ceil(LANES);
        self.patches[..used].copy_from_slice(&other.patches[..used]);
        self.index.copy_from_slice(&other.index);
        (self.open, self.hole) = (other.open, other.hole);
    }

    /// Bytes of the lists.
    pub fn bytes(&self) -> usize {
        self.tiles.capacity() * size_of::<Placed>() + size_of_val(&*self.patches) + size_of_val(&*self.index)
    }

    pub fn at(&self, cell: Cell) -> At {
        let mut slot = self.slot(cell);
        loop {
            let entry = self.index[slot];
            let (tile, open) = (entry.wrapping_sub(1), entry ^ OPEN);
            if entry == NOTHING {
                return At::Nothing;
            } else if entry & OPEN == 0 {
                if self.tiles[usize::from(tile)].cell == cell {
                    return At::Tile(tile);
                }
            } else if self.patches[usize::from(open) / LANES].cells[usize::from(open) % LANES] == cell {
                return At::Open(open);
            }
            slot = after(slot, self.index.len());
        }
    }

    /// The tile at a cell, by its number in laid order.
    #[inline]
    pub fn tile_at(&self, cell: Cell) -> Option<u16> {
        let mut slot = self.slot(cell);
        while self.index[slot] != NOTHING {
            let tile = self.index[slot].wrapping_sub(1);
            if self.tiles.get(usize::from(tile)).is_some_and(|placed| placed.cell == cell) {
                return Some(tile);
            }
            slot = after(slot, self.index.len());
        }
        None
    }

    #[inline]
    pub fn last(&self) -> &Placed {
        self.tiles.last().expect("the start tile lies")
    }

    pub fn open_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let all = self.patches.iter().flat_map(|patch| patch.cells.iter().zip(&patch.sides));
        all.filter(|(_, sides)| **sides != Edges::NONE).map(|(cell, _)| *cell)
    }

    /// The edges on which a tile would differ from the neighbours of the open cell at this place; and what
    /// these show.
    pub fn differences(&self, open: u16, edges: Edges) -> (Edges, Edges) {
        let patch = &self.patches[usize::from(open) / LANES];
        let lane = usize::from(open) % LANES;
        (edges.differences(patch.shown[lane], patch.sides[lane]), patch.shown[lane])
    }

    /// How many of the eight cells around hold tiles.
    pub fn neighbours(&self, cell: Cell) -> usize {
        cell.around().into_iter().filter(|near| self.tile_at(*near).is_some()).count()
    }

    /// Lays a tile on an open cell and calls back with the tiles beside it.
    #[inline(always)]
    pub fn lay(&mut self, placed: Placed, faces: [Edges; 4], mut beside: impl FnMut(Side, &Placed)) {
        let home = self.slot(placed.cell);
        self.tiles.push(placed);
        let mut table = self.table();
        let sides = table.close(home, placed.cell);
        let laid = Laying { cell: placed.cell, home, faces, sides };
        table.visit(Side::North, laid, &mut beside);
        table.visit(Side::East, laid, &mut beside);
        table.visit(Side::South, laid, &mut beside);
        table.visit(Side::West, laid, &mut beside);
        self.hole = table.hole;
        self.open = self.open.max(self.hole);
    }

    #[inline(always)]
    fn table(&mut self) -> Neighbourhood<'_> {
        Neighbourhood {
            tiles: &self.tiles,
            patches: &mut self.patches,
            index: &mut self.index,
            stride: usize::from(self.stride),
            hole: self.hole,
        }
    }

    /// Lists the placements of a tile in all rotations.
    #[inline]
    pub fn list(&self, edges: &[ManyEdges; 4], actions: &mut Vec<Action>) {
        for patch in self.used() {
            let [a, b, c, d] = patch.fit(edges);
            let half = patch.placements(a, 0).chain(patch.placements(b, 1));
            let other = patch.placements(c, 2).chain(patch.placements(d, 3));
            actions.extend(half.chain(other));
        }
    }

    /// The same for a tile that shows the same edges after half a turn.
    #[inline]
    pub fn list_halves(&self, edges: &[ManyEdges; 4], actions: &mut Vec<Action>) {
        for patch in self.used() {
            let [a, b] = patch.fit(&[edges[0], edges[1]]);
            let first = patch.cells(a).flat_map(|cell| [place(cell, 0), place(cell, 2)]);
            let second = patch.cells(b).flat_map(|cell| [place(cell, 1), place(cell, 3)]);
            actions.extend(first.chain(second));
        }
    }

    /// The same for a tile that shows the same edges after a quarter turn.
    #[inline]
    pub fn list_quarters(&self, edges: &[ManyEdges; 4], actions: &mut Vec<Action>) {
        for patch in self.used() {
            let [fit] = patch.fit(&[edges[0]]);
            let all = |cell| [place(cell, 0), place(cell, 1), place(cell, 2), place(cell, 3)];
            actions.extend(patch.cells(fit).flat_map(all));
        }
    }

    /// The patches that have or had open cells.
    #[inline]
    fn used(&self) -> &[Patch] {
        &self.patches[..usize::from(self.open).div_ceil(LANES)]
    }

    /// Whether a tile fits anywhere. Mostly it does so unturned among the first cells.
    #[inline]
    pub fn fits_somewhere(&self, edges: &[ManyEdges; 4]) -> bool {
        let at_once = self.patches.first().is_some_and(|patch| edges[0].fit(patch.around()).bits() != 0);
        at_once || self.fits_turned(edges)
    }

    #[cold]
    #[inline(never)]
    fn fits_turned(&self, edges: &[ManyEdges; 4]) -> bool {
        let mut cells = self.used().iter().map(Patch::around);
        cells.any(|cells| edges.iter().any(|edges| edges.fit(cells).bits() != 0))
    }

    /// Cells share a slot only if they are about as far apart as a square of all slots is wide.
    #[inline]
    fn slot(&self, cell: Cell) -> usize {
        let row = (cell.y as usize).wrapping_mul(usize::from(self.stride));
        (cell.x as usize).wrapping_add(row) & (self.index.len() - 1)
    }
}

/// A tile being laid: where, in which slot, what is seen of it, and on which sides it has neighbours.
#[derive(Clone, Copy)]
struct Laying {
    cell: Cell,
    home: usize,
    faces: [Edges; 4],
    sides: Edges,
}

/// A board while a tile is laid. Everything is inlined, so that the lists are at hand and what depends on the
/// side is a constant.
struct Neighbourhood<'a> {
    tiles: &'a [Placed],
    patches: &'a mut [Patch],
    index: &'a mut [u16],
    stride: usize,
    hole: u16,
}

impl<'a> Neighbourhood<'a> {
    /// The slot of the cell on one side of the one that has this slot.
    #[inline(always)]
    fn beyond(&self, slot: usize, side: Side) -> usize {
        let beyond = match side {
            Side::North => slot.wrapping_add(self.stride),
            Side::East => slot.wrapping_add(1),
            Side::South => slot.wrapping_sub(self.stride),
            Side::West => slot.wrapping_sub(1),
        };
        beyond & (self.index.len() - 1)
    }

    /// The laid tile's cell becomes a hole. Says on which sides it has neighbours.
    #[inline(always)]
    fn close(&mut self, home: usize, cell: Cell) -> Edges {
        let mut slot = home;
        loop {
            let open = self.index[slot] ^ OPEN;
            let lane = usize::from(open) % LANES;
            match self.patches.get_mut(usize::from(open) / LANES) {
                Some(patch) if patch.cells[lane] == cell => {
                    self.index[slot] = self.tiles.len() as u16;
                    patch.cells[lane].x = self.hole as i16;
                    self.hole = open;
                    patch.shown[lane] = Edges::HOLE;
                    return std::mem::replace(&mut patch.sides[lane], Edges::NONE);
                }
                _ => slot = self.after_taken(slot),
            }
        }
    }

    /// Finds out what is on one side of the tile being laid and lets them meet.
    #[inline(always)]
    fn visit(&mut self, side: Side, tile: Laying, beside: &mut impl FnMut(Side, &Placed)) {
        let (slot, cell) = (self.beyond(tile.home, side), tile.cell.step(side));
        if tile.sides.at(side) != Edges::NONE {
            beside(side, self.tile(slot, cell));
        } else {
            self.meet(slot, cell, tile.faces[side.index()], Edges::ALL.across(side));
        }
    }

    /// The tile at a cell that is known to have one.
    #[inline(always)]
    fn tile(&self, home: usize, cell: Cell) -> &'a Placed {
        let mut slot = home;
        loop {
            match self.tiles.get(usize::from(self.index[slot].wrapping_sub(1))) {
                Some(placed) if placed.cell == cell => return placed,
                _ => slot = self.after_taken(slot),
            }
        }
    }

    /// Where to look next for what must be there.
    #[cold]
    fn after_taken(&self, slot: usize) -> usize {
        assert!(self.index[slot] != NOTHING, "tiles are laid on open cells");
        after(slot, self.index.len())
    }

    /// A cell without a tile gets a neighbour.
    #[inline(always)]
    fn meet(&mut self, home: usize, cell: Cell, shown: Edges, side: Edges) {
        let mut slot = home;
        loop {
            let entry = self.index[slot];
            if entry == NOTHING {
                return self.open_cell(slot, cell, shown, side);
            }
            let open = usize::from(entry ^ OPEN);
            match self.patches.get_mut(open / LANES) {
                Some(patch) if patch.cells[open % LANES] == cell => {
                    return patch.add(open % LANES, shown, side);
                }
                _ => slot = after(slot, self.index.len()),
            }
        }
    }

    #[inline(always)]
    fn open_cell(&mut self, slot: usize, cell: Cell, shown: Edges, side: Edges) {
        let open = self.hole;
        self.index[slot] = OPEN | open;
        let lane = usize::from(open) % LANES;
        let patch = &mut self.patches[usize::from(open) / LANES];
        self.hole = patch.cells[lane].x as u16;
        patch.cells[lane] = cell;
        patch.shown[lane] = shown;
        patch.sides[lane] = side;
    }
}

/// Where to look next for a cell whose slot is taken by another.
#[cold]
fn after(slot: usize, slots: usize) -> usize {
    (slot + JUMP) & (slots - 1)
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut tiles = Vec::with_capacity(self.tiles.capacity());
        tiles.extend_from_slice(&self.tiles);
        Board { tiles, patches: self.patches.clone(), index: self.index.clone(), ..*self }
    }
}
