//! The laid tiles by cell.

use rules::{Catalogue, Cell, Kind, Laid, Position, Rotation, Side, Spot, Terrain};

/// A laid tile with its edges as they lie.
#[derive(Clone, Copy, Debug)]
pub struct Lying {
    /// Which.
    pub kind: Kind,
    /// How far turned.
    pub rotation: Rotation,
    edges: [Terrain; 4],
    /// Segments on which a piece stands or has stood, one bit each.
    pieces: u8,
}

impl Lying {
    /// Whether a piece may stand on a segment.
    pub fn may_hold(&self, segment: u8) -> bool {
        self.pieces >> segment & 1 != 0
    }
}

/// What the four sides of an empty cell meet, as one number below [`Gap::COUNT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap(u16);

impl Gap {
    /// How many there are.
    pub const COUNT: usize = 5 * 5 * 5 * 5;

    /// For each side 0 if it meets nothing, else 1 more than the terrain's number.
    pub fn sides(self) -> [u8; 4] {
        [1, 5, 25, 125].map(|unit| (self.0 / unit % 5) as u8)
    }

    /// Its number.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The tiles on the table, to be looked up by cell.
#[derive(Debug)]
pub struct Grid {
    low: Cell,
    width: usize,
    tiles: Vec<Option<Lying>>,
}

impl Grid {
    /// The tiles of a position, with room for so many more on every side.
    pub fn new(position: &Position, room: u16) -> Grid {
        let cells = || position.tiles().map(|laid| laid.cell);
        let low = cells().reduce(|a, b| Cell::new(a.x.min(b.x), a.y.min(b.y))).unwrap_or_default();
        let high = cells().reduce(|a, b| Cell::new(a.x.max(b.x), a.y.max(b.y))).unwrap_or_default();
        let span = |low: i16, high: i16| usize::from(high.abs_diff(low)) + 1 + 2 * usize::from(room);
        let (width, height) = (span(low.x, high.x), span(low.y, high.y));
        let low = Cell::new(low.x - room as i16, low.y - room as i16);
        let mut grid = Grid { low, width, tiles: vec![None; width * height] };
        position.tiles().for_each(|laid| grid.lay(laid, position.catalogue()));
        grid
    }

    /// Puts a tile on a cell on or beside the first tiles.
    pub fn lay(&mut self, laid: Laid, catalogue: &Catalogue) {
        let Laid { cell, kind, rotation } = laid;
        let printed = catalogue.tile(kind).edges;
        let edges = std::array::from_fn(|side| printed[(side + 4 - usize::from(rotation.quarters())) % 4]);
        if let Some(place) = self.index(cell) {
            self.tiles[place] = Some(Lying { kind, rotation, edges, pieces: 0 });
        }
    }

    /// Takes a tile away.
    pub fn lift(&mut self, cell: Cell) {
        if let Some(place) = self.index(cell) {
            self.tiles[place] = None;
        }
    }

    /// Remembers that a piece stands there; nobody minds if it leaves.
    pub fn mark(&mut self, spot: Spot) {
        if let Some(place) = self.index(spot.cell)
            && let Some(lying) = &mut self.tiles[place]
        {
            lying.pieces |= 1 << spot.segment;
        }
    }

    /// The tile on a cell.
    pub fn at(&self, cell: Cell) -> Option<&Lying> {
        self.tiles[self.index(cell)?].as_ref()
    }

    /// What an empty cell's sides meet.
    pub fn gap(&self, cell: Cell) -> Gap {
        let meets = |side: Side| {
            let beyond = self.at(cell.step(side));
            beyond.map_or(0, |lying| 1 + lying.edges[side.opposite().index()] as u16)
        };
        Gap(Side::ALL.into_iter().rev().fold(0, |code, side| 5 * code + meets(side)))
    }

    /// How many cells there are.
    pub fn size(&self) -> usize {
        self.tiles.len()
    }

    /// The number of a cell.
    pub fn place(&self, cell: Cell) -> Option<usize> {
        self.index(cell)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let x = usize::try_from(i32::from(cell.x) - i32::from(self.low.x)).ok()?;
        let y = usize::try_from(i32::from(cell.y) - i32::from(self.low.y)).ok()?;
        let place = y * self.width + x;
        (x < self.width && place < self.tiles.len()).then_some(place)
    }
}
