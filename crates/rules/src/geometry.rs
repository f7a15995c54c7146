//! Where things are: cells, sides, rotations, and spots (a segment of a laid tile).

use std::fmt;

/// A cell of the table. `x` grows eastwards, `y` grows northwards; the start tile lies at 0,0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Cell {
    /// Columns east of the start tile.
    pub x: i16,
    /// Rows north of the start tile.
    pub y: i16,
}

impl Cell {
    /// The start tile's cell.
    pub const ORIGIN: Cell = Cell { x: 0, y: 0 };

    /// A cell from its coordinates.
    pub const fn new(x: i16, y: i16) -> Cell {
        Cell { x, y }
    }

    /// The neighbouring cell on `side`.
    ///
    /// ```
    /// use rules::{Cell, Side};
    /// assert_eq!(Cell::ORIGIN.step(Side::North), Cell::new(0, 1));
    /// ```
    pub const fn step(self, side: Side) -> Cell {
        let (dx, dy) = side.offset();
        Cell { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    /// The eight cells around this one, clockwise from the north.
    pub fn around(self) -> [Cell; 8] {
        const RING: [(i16, i16); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        RING.map(|(dx, dy)| Cell { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) })
    }

    /// Whether `other` is this cell or one of the eight around it.
    pub const fn is_near(self, other: Cell) -> bool {
        let (x, y) = (self.x.wrapping_sub(other.x), self.y.wrapping_sub(other.y));
        x.wrapping_add(1) as u16 <= 2 && y.wrapping_add(1) as u16 <= 2
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A side of a tile or cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Side {
    /// Up, towards growing `y`.
    North,
    /// Right, towards growing `x`.
    East,
    /// Down.
    South,
    /// Left.
    West,
}

impl Side {
    /// The four sides, clockwise from the north.
    pub const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    /// The side with this number, counted clockwise from the north, modulo four.
    pub const fn nth(n: u8) -> Side {
        Side::ALL[(n & 3) as usize]
    }

    /// 0 for the north, then clockwise.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side across the tile.
    pub const fn opposite(self) -> Side {
        Side::nth(self as u8 + 2)
    }

    /// Where this side of a tile ends up when the tile is turned clockwise by `rotation`.
    pub const fn turned(self, rotation: Rotation) -> Side {
        Side::nth(self as u8 + rotation.quarters())
    }

    /// The step in x and y towards the neighbour on this side.
    pub const fn offset(self) -> (i16, i16) {
        match self {
            Side::North => (0, 1),
            Side::East => (1, 0),
            Side::South => (0, -1),
            Side::West => (-1, 0),
        }
    }

    /// `N`, `E`, `S` or `W`.
    pub const fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }

    /// The side with this letter.
    pub const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'N' => Some(Side::North),
            'E' => Some(Side::East),
            'S' => Some(Side::South),
            'W' => Some(Side::West),
            _ => None,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// How far a tile is turned clockwise, in quarter turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Rotation(u8);

impl Rotation {
    /// Not turned.
    pub const NONE: Rotation = Rotation(0);
    /// The four rotations.
    pub const ALL: [Rotation; 4] = [Rotation(0), Rotation(1), Rotation(2), Rotation(3)];

    /// A rotation by this many quarter turns clockwise (modulo four).
    pub const fn new(quarters: u8) -> Rotation {
        Rotation(quarters & 3)
    }

    /// Quarter turns clockwise, 0 to 3.
    pub const fn quarters(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One segment of a laid tile: the tile's cell and the segment's number in the tile's list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Spot {
    /// Where the tile lies.
    pub cell: Cell,
    /// Which of [`crate::Tile::segments`].
    pub segment: u8,
}

impl Spot {
    /// A spot from its cell and segment number.
    pub const fn new(cell: Cell, segment: u8) -> Spot {
        Spot { cell, segment }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "segment {} of the tile at {}", self.segment, self.cell)
    }
}
