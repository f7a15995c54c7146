//! The laid tiles by cell.

use rules::{Catalogue, Cell, Kind, Laid, Position, Rotation, Side, Terrain};

/// Which tile it is of those laid since the beginning, and how many lay under it then; the first ones are all alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Age {
    number: u64,
    depth: u16,
}

/// A laid tile with its edges as they lie.
#[derive(Clone, Copy, Debug)]
pub struct Lying {
    pub kind: Kind,
    /// How far turned.
    pub rotation: Rotation,
    pub age: Age,
    edges: [Terrain; 4],
}

/// What the four sides of an empty cell meet, as one number below [`Gap::COUNT`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Gap(u16);

impl Gap {
    /// How many there are.
    pub const COUNT: usize = 5 * 5 * 5 * 5;

    /// A cell that holds a tile.
    const FILLED: Gap = Gap(u16::MAX);

    /// What a side counts in the number.
    const UNITS: [u16; 4] = [1, 5, 25, 125];

    /// For each side 0 if it meets nothing, else 1 more than the terrain's number.
    pub fn sides(self) -> [u8; 4] {
        Gap::UNITS.map(|unit| (self.0 / unit % 5) as u8)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether it is none, because a tile lies there.
    pub fn is_filled(self) -> bool {
        self == Gap::FILLED
    }

    /// The same with something else, or nothing, at a side.
    fn with(self, side: Side, terrain: Option<Terrain>) -> Gap {
        let unit = Gap::UNITS[side.index()];
        let (before, now) = (self.0 / unit % 5, terrain.map_or(0, |terrain| 1 + terrain as u16));
        Gap(self.0 + unit * now - unit * before)
    }
}

/// The tiles on the table, to be looked up by cell. Whatever is laid is lifted before what was laid earlier.
#[derive(Debug)]
pub struct TileGrid {
    low: Cell,
    width: usize,
    tiles: Vec<Option<Lying>>,
    gaps: Vec<Gap>,
    /// The numbers of the tiles laid since the beginning that still lie, after one for all that lay then.
    lying: Vec<u64>,
    /// The number of the next tile.
    next: u64,
}

impl TileGrid {
    /// The tiles of a position, with room for `room` more on every side and for the empty cells around them.
    pub fn new(position: &Position, room: u16) -> TileGrid {
        let (cells, room) = (|| position.tiles().map(|laid| laid.cell), room + 2);
        let low = cells().reduce(|a, b| Cell::new(a.x.min(b.x), a.y.min(b.y))).unwrap_or_default();
        let high = cells().reduce(|a, b| Cell::new(a.x.max(b.x), a.y.max(b.y))).unwrap_or_default();
        let span = |low: i16, high: i16| usize::from(high.abs_diff(low)) + 1 + 2 * usize::from(room);
        let (width, height) = (span(low.x, high.x), span(low.y, high.y));
        let low = Cell::new(low.x - room as i16, low.y - room as i16);
        let (tiles, gaps) = (vec![None; width * height], vec![Gap::default(); width * height]);
        let mut grid = TileGrid { low, width, tiles, gaps, lying: vec![0], next: 1 };
        position.tiles().for_each(|laid| grid.put(laid, position.catalogue(), Age::default()));
        grid
    }

    /// Puts a tile on a cell on or beside the first tiles.
    pub fn lay(&mut self, laid: Laid, catalogue: &Catalogue) {
        let age = Age { number: self.next, depth: self.lying.len() as u16 };
        self.lying.push(age.number);
        self.next += 1;
        self.put(laid, catalogue, age);
    }

    fn put(&mut self, laid: Laid, catalogue: &Catalogue, age: Age) {
        let Laid { cell, kind, rotation } = laid;
        let printed = catalogue.tile(kind).edges;
        let edges: [Terrain; 4] =
            std::array::from_fn(|side| printed[(side + 4 - usize::from(rotation.quarters())) % 4]);
        if let Some(place) = self.place(cell) {
            self.tiles[place] = Some(Lying { kind, rotation, age, edges });
            self.gaps[place] = Gap::FILLED;
            Side::ALL.into_iter().for_each(|side| self.show(cell, side, Some(edges[side.index()])));
        }
    }

    /// Takes the tile away that was laid last.
    pub fn lift(&mut self, cell: Cell) {
        self.lying.truncate((self.lying.len() - 1).max(1));
        if let Some(place) = self.place(cell) {
            self.tiles[place] = None;
            self.gaps[place] = Side::ALL.into_iter().fold(Gap::default(), |gap, side| {
                let beyond = self.at(cell.step(side));
                gap.with(side, beyond.map(|lying| lying.edges[side.opposite().index()]))
            });
            Side::ALL.into_iter().for_each(|side| self.show(cell, side, None));
        }
    }

    /// The empty cell beyond a side of a cell meets something else, or nothing, there.
    fn show(&mut self, cell: Cell, side: Side, terrain: Option<Terrain>) {
        if let Some(place) = self.place(cell.step(side))
            && self.gaps[place] != Gap::FILLED
        {
            self.gaps[place] = self.gaps[place].with(side.opposite(), terrain);
        }
    }

    /// Whether the tile of such an age still lies, and so all that were there before it.
    pub fn has(&self, age: Age) -> bool {
        self.lying.get(usize::from(age.depth)) == Some(&age.number)
    }

    /// The tile on a cell.
    pub fn at(&self, cell: Cell) -> Option<&Lying> {
        self.tiles[self.place(cell)?].as_ref()
    }

    /// What an empty cell's sides meet.
    pub fn gap(&self, place: usize) -> Gap {
        self.gaps[place]
    }

    /// How many cells there are.
    pub fn size(&self) -> usize {
        self.tiles.len()
    }

    /// The number of a cell on which a tile lies, or beside one.
    pub fn place(&self, cell: Cell) -> Option<usize> {
        let x = usize::try_from(i32::from(cell.x) - i32::from(self.low.x)).ok()?;
        let y = usize::try_from(i32::from(cell.y) - i32::from(self.low.y)).ok()?;
        let place = y * self.width + x;
        (x < self.width && place < self.tiles.len()).then_some(place)
    }
}
