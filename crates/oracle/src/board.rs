//! The laid tiles by cell, seen as they lie.

use rules::{Catalogue, Cell, Halves, Kind, Rotation, Side, Sides, Spot, Terrain, Tile, View};
use std::collections::{BTreeSet, HashMap};

/// A tile turned as it lies (or would lie).
#[derive(Clone, Copy)]
pub struct TurnedTile<'a> {
    pub tile: &'a Tile,
    pub rotation: Rotation,
}

impl TurnedTile<'_> {
    /// What the side shows that faces `side` on the table.
    pub fn edge(&self, side: Side) -> Terrain {
        let printed = Side::ALL.into_iter().find(|printed| printed.turned(self.rotation) == side);
        self.tile.edges[printed.expect("turning keeps the four sides").index()]
    }

    /// The sides on the table that a segment reaches.
    pub fn sides(&self, segment: u8) -> Sides {
        self.tile.segments[usize::from(segment)].sides.turned(self.rotation)
    }

    /// The half-edges on the table that a field segment reaches.
    pub fn halves(&self, segment: u8) -> Halves {
        self.tile.segments[usize::from(segment)].halves.turned(self.rotation)
    }

    /// The sides on the table that the river reaches.
    pub fn river(&self) -> Sides {
        self.tile.river.turned(self.rotation)
    }

    /// The numbers of all segments.
    pub fn segments(&self) -> std::ops::Range<u8> {
        0..self.tile.segments.len() as u8
    }
}

/// All laid tiles.
pub struct Board<'a> {
    pieces: HashMap<Cell, TurnedTile<'a>>,
    /// The cell of the start tile.
    pub first: Cell,
}

impl<'a> Board<'a> {
    /// The tiles of a view.
    pub fn new(view: &View, catalogue: &'a Catalogue) -> Board<'a> {
        let piece = |kind: Kind, rotation| TurnedTile { tile: catalogue.tile(kind), rotation };
        let pieces = view.tiles.iter().map(|laid| (laid.cell, piece(laid.kind, laid.rotation))).collect();
        Board { pieces, first: view.tiles[0].cell }
    }

    /// The tile at a cell.
    pub fn at(&self, cell: Cell) -> Option<&TurnedTile<'a>> {
        self.pieces.get(&cell)
    }

    /// Whether a tile lies at a cell.
    pub fn has(&self, cell: Cell) -> bool {
        self.pieces.contains_key(&cell)
    }

    /// The empty cells that share an edge with a laid tile.
    pub fn open_cells(&self) -> BTreeSet<Cell> {
        let beside = self.pieces.keys().flat_map(|cell| Side::ALL.map(|side| cell.step(side)));
        beside.filter(|cell| !self.has(*cell)).collect()
    }

    /// The segments of the tile at a cell.
    pub fn spots_at(&self, cell: Cell) -> Vec<Spot> {
        let segments = self.at(cell).map_or(0..0, TurnedTile::segments);
        segments.map(|segment| Spot::new(cell, segment)).collect()
    }

    /// All segments of all tiles, sorted.
    pub fn spots(&self) -> Vec<Spot> {
        let cells: BTreeSet<Cell> = self.pieces.keys().copied().collect();
        cells.into_iter().flat_map(|cell| self.spots_at(cell)).collect()
    }

    /// Whether all touching edges match (B-TILE-1, B-TILE-2).
    pub fn matches(&self, piece: &TurnedTile, cell: Cell) -> bool {
        let fits = |side: Side| match self.at(cell.step(side)) {
            Some(neighbour) => neighbour.edge(side.opposite()) == piece.edge(side),
            None => true,
        };
        let touches = Side::ALL.into_iter().any(|side| self.has(cell.step(side)));
        !self.has(cell) && touches && Side::ALL.into_iter().all(fits)
    }
}
