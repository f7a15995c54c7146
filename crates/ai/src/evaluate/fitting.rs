//! How many of the tiles left fit a gap.

use super::grid::Gap;
use rules::{Catalogue, Halves, Kind, Rotation, Side, Sides, Terrain};

/// Tiles left that fit a gap.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Fits {
    /// All of them.
    pub any: u16,
    /// Those that can be laid so that the asked-for sides lead on to no empty cell.
    pub closing: u16,
}

/// Pairs of ways to a gap: halves of sides, and sides.
const JOINS: usize = 8 * 8 + 4 * 4;

/// Tiles of one kind that are left.
#[derive(Debug)]
struct TileShape {
    count: u16,
    is_river: bool,
    edges: [Terrain; 4],
    /// For each side the sides that its road or city reaches.
    reach: [Sides; 4],
    /// For each half of a side the halves that its field reaches.
    fields: [Halves; 8],
}

/// The tiles left, with a memory of what was asked before.
#[derive(Debug)]
pub struct Fitting {
    shapes: Vec<TileShape>,
    known: Vec<Option<Fits>>,
    joins: Vec<Option<u16>>,
}

impl Fitting {
    /// For these tiles.
    pub fn new(left: impl Iterator<Item = (Kind, u16)>, catalogue: &Catalogue) -> Fitting {
        let shape = |(kind, count)| {
            let tile = catalogue.tile(kind);
            let reach = Side::ALL.map(|side| {
                let segment = tile.feature_at(side).map(|number| &tile.segments[usize::from(number)]);
                segment.map_or_else(Sides::default, |segment| segment.sides)
            });
            let fields = std::array::from_fn(|half| {
                let segment = tile.field_at(Side::ALL[half / 2], half % 2 == 1);
                segment.map_or_else(Halves::default, |number| tile.segments[usize::from(number)].halves)
            });
            TileShape { count, is_river: tile.river != Sides::default(), edges: tile.edges, reach, fields }
        };
        Fitting {
            shapes: left.map(shape).collect(),
            known: vec![None; Gap::COUNT * 16],
            joins: vec![None; Gap::COUNT * JOINS],
        }
    }

    /// The tiles that fit a gap, and those that close these sides of it.
    pub fn count(&mut self, gap: Gap, sides: Sides) -> Fits {
        let place = gap.index() * 16 + usize::from(sides.0);
        if let Some(fits) = self.known[place] {
            return fits;
        }
        let fits = self.look(gap.sides(), sides);
        self.known[place] = Some(fits);
        fits
    }

    /// The tiles that join what comes to a gap in two ways: halves of its sides for fields, else sides.
    pub fn joining(&mut self, gap: Gap, ways: [u8; 2], is_field: bool) -> u16 {
        let [one, other] = ways.map(usize::from);
        let place = gap.index() * JOINS + if is_field { 8 * one + other } else { 64 + 4 * one + other };
        if let Some(count) = self.joins[place] {
            return count;
        }
        let sides = gap.sides();
        let wet = sides.contains(&(1 + Terrain::River as u8));
        let shapes = self.shapes.iter().filter(|shape| shape.is_river == wet);
        let joining = shapes.filter(|shape| {
            let mut fitting = Rotation::ALL.into_iter().filter(|rotation| shape.fits(sides, *rotation));
            fitting.any(|rotation| shape.joins(ways, is_field, rotation))
        });
        let count = joining.map(|shape| shape.count).sum();
        self.joins[place] = Some(count);
        count
    }

    fn look(&self, gap: [u8; 4], sides: Sides) -> Fits {
        let mut fits = Fits::default();
        // River tiles go where the river flows and nowhere else.
        let wet = gap.contains(&(1 + Terrain::River as u8));
        for shape in self.shapes.iter().filter(|shape| shape.is_river == wet) {
            let fitting = || Rotation::ALL.into_iter().filter(|rotation| shape.fits(gap, *rotation));
            if fitting().any(|rotation| shape.closes(gap, sides, rotation)) {
                fits.closing += shape.count;
            }
            if fitting().next().is_some() {
                fits.any += shape.count;
            }
        }
        fits
    }
}

impl TileShape {
    /// Whether it fits a gap when it is turned so.
    fn fits(&self, gap: [u8; 4], rotation: Rotation) -> bool {
        let quarters = usize::from(rotation.quarters());
        let meets = |side: usize| self.edges[(side + 4 - quarters) % 4] as u8 + 1;
        gap.into_iter().enumerate().all(|(side, wanted)| wanted == 0 || wanted == meets(side))
    }

    /// Whether it joins what comes in these ways.
    fn joins(&self, [one, other]: [u8; 2], is_field: bool, rotation: Rotation) -> bool {
        if is_field {
            let printed = (one + 8 - 2 * rotation.quarters()) % 8;
            self.fields[usize::from(printed)].turned(rotation).0 >> other & 1 != 0
        } else {
            let printed = (one + 4 - rotation.quarters()) % 4;
            self.reach[usize::from(printed)].turned(rotation).0 >> other & 1 != 0
        }
    }

    /// Whether what it brings to these sides ends on the tile or at tiles that lie.
    fn closes(&self, gap: [u8; 4], sides: Sides, rotation: Rotation) -> bool {
        let quarters = usize::from(rotation.quarters());
        let mut reached =
            sides.iter().map(|side| self.reach[(side.index() + 4 - quarters) % 4].turned(rotation));
        reached.all(|reach| reach.iter().all(|side| gap[side.index()] != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::TileGrid;
    use super::*;
    use rules::{Cell, Position, Setup};

    #[test]
    fn what_fits_is_what_the_rules_say() {
        let position = Position::new(&Setup::base(2)).unwrap();
        let grid = TileGrid::new(&position, 1);
        let mut fitting = Fitting::new(position.to_come(), position.catalogue());
        let gap = |cell: Cell| grid.gap(grid.place(cell).unwrap());
        for cell in position.open_cells() {
            let any = position.fits(cell).map(|fit| fit.count).sum();
            assert_eq!(fitting.count(gap(cell), Sides::default()), Fits { any, closing: any });
        }
        let north = gap(Cell::new(0, 1));
        let caps = fitting.count(north, Sides(1 << Side::South as u8)).closing;
        assert_eq!(caps, ["D", "E", "H", "I", "J", "K", "L"].map(left).iter().sum::<u16>());
    }

    /// Tiles of the base game with a city segment that ends on the tile.
    fn left(name: &str) -> u16 {
        u16::from(Kind::named(name).unwrap().tile().copies) - u16::from(name == "D")
    }
}
