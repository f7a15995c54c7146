//! A tile as characters: in colour two points above each other make one character, without colour each point
//! is a letter.

use super::canvas::{Canvas, Ink};
use super::ground::{Grid, Ground};
use rules::{Good, Mark, Rotation, Segment, Tile};

/// How large tiles are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Characters across.
    pub columns: usize,
    pub rows: usize,
}

/// The usual size.
pub const WIDE: Size = Size { columns: 10, rows: 5 };
/// For large boards.
pub const SMALL: Size = Size { columns: 6, rows: 3 };
/// For large boards in small terminals.
pub const TINY: Size = Size { columns: 4, rows: 2 };
/// All sizes, the largest first.
pub const SIZES: [Size; 3] = [WIDE, SMALL, TINY];

/// How tiles are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    pub size: Size,
    /// Whether colours are seen.
    pub colour: bool,
    /// Every other tile has another green, so that the grid can be seen.
    pub odd: bool,
}

/// A tile, turned and measured.
pub struct TilePicture {
    look: Look,
    grid: Grid,
    /// Points above each other in a character.
    stacked: usize,
}

impl TilePicture {
    /// A tile with this look.
    pub fn new(tile: &Tile, rotation: Rotation, look: Look) -> TilePicture {
        let stacked = if look.colour { 2 } else { 1 };
        let grid = Grid::new(tile, rotation, look.size.columns, look.size.rows * stacked);
        TilePicture { look, grid, stacked }
    }

    /// The best place for two characters in the middle of a segment, away from `taken`.
    pub fn place_for(&self, segment: u8, taken: &[(usize, usize)]) -> Option<(usize, usize)> {
        let rated = self.free(taken).map(|place| (self.rate(place, segment), place));
        let best = rated.rev().max_by_key(|(rating, _)| *rating)?;
        (best.0.0 > 0).then_some(best.1)
    }

    /// Any place for two characters, away from `taken`.
    pub fn any_place(&self, taken: &[(usize, usize)]) -> Option<(usize, usize)> {
        self.free(taken).next()
    }

    fn free(&self, taken: &[(usize, usize)]) -> impl DoubleEndedIterator<Item = (usize, usize)> {
        let Size { columns, rows } = self.look.size;
        let places = (0..rows).flat_map(move |row| (0..columns - 1).map(move |column| (column, row)));
        places.filter(|(column, row)| {
            taken.iter().all(|(c, r)| row.abs_diff(*r) > 0 || column.abs_diff(*c) > 1)
        })
    }

    /// How many points of a place are the segment's, and how far those of others are.
    fn rate(&self, (column, row): (usize, usize), segment: u8) -> (usize, usize) {
        let own = |column: usize, row: usize| self.grid.at(column, row).1 == Some(segment);
        let rows = row * self.stacked..(row + 1) * self.stacked;
        let inside = rows.flat_map(|row| [(column, row), (column + 1, row)]);
        let hits = inside.filter(|(column, row)| own(*column, *row)).count();
        let (x, y) = (2 * column + 1, 2 * row * self.stacked + self.stacked - 1);
        let others = (0..self.grid.height)
            .flat_map(|r| (0..self.grid.width).map(move |c| (c, r)))
            .filter(|(c, r)| !own(*c, *r))
            .map(|(c, r)| (2 * c).abs_diff(x).pow(2) + (2 * r).abs_diff(y).pow(2) * 4 / self.stacked.pow(2))
            .min();
        (hits, others.unwrap_or(usize::MAX))
    }

    fn shade(&self, ground: Ground) -> u8 {
        if self.look.odd && ground == Ground::Field { ODD_FIELD } else { shade(ground) }
    }

    /// Paints the ground.
    fn paint_ground(&self, canvas: &mut Canvas, column: usize, row: usize) {
        for r in 0..self.look.size.rows {
            for c in 0..self.look.size.columns {
                let upper = self.grid.at(c, r * self.stacked).0;
                let (character, ink) = match self.stacked {
                    1 => (letter(upper), Ink::default()),
                    _ => {
                        let lower = self.grid.at(c, r * self.stacked + 1).0;
                        (
                            '▀',
                            Ink { fore: Some(self.shade(upper)), back: Some(self.shade(lower)), bold: false },
                        )
                    }
                };
                canvas.put(column + c, row + r, character, ink);
            }
        }
    }
}

/// Paints a tile with its symbols, and returns its measures for what is to be put on it.
pub fn paint_tile(
    canvas: &mut Canvas,
    (column, row): (usize, usize),
    tile: &Tile,
    rotation: Rotation,
    look: Look,
) -> TilePicture {
    let picture = TilePicture::new(tile, rotation, look);
    picture.paint_ground(canvas, column, row);
    for (number, segment) in tile.segments.iter().enumerate() {
        let symbols = symbols(segment);
        let figure = picture.place_for(number as u8, &[]);
        let beside: Vec<_> = figure.into_iter().collect();
        if !symbols.is_empty()
            && let Some((c, r)) = picture.place_for(number as u8, &beside)
        {
            canvas.write_over(column + c, row + r, &symbols, on(Ground::City, look.colour));
        }
    }
    if let Some(mark) = tile.mark {
        let ink = Ink { fore: Some(231), back: Some(124), bold: true };
        let ink = if look.colour { ink } else { Ink::default() };
        canvas.put(column + look.size.columns - 1, row, mark_letter(mark), ink);
    }
    picture
}

fn on(ground: Ground, colour: bool) -> Ink {
    if colour { Ink { fore: Some(18), back: Some(shade(ground)), bold: true } } else { Ink::default() }
}

fn symbols(segment: &Segment) -> String {
    let mut symbols = "*".repeat(segment.pennants.into());
    symbols.extend(segment.good.map(|good| match good {
        Good::Wine => 'w',
        Good::Grain => 'g',
        Good::Cloth => 'c',
    }));
    symbols.extend(segment.princess.then_some('p'));
    symbols.truncate(2);
    symbols
}

fn mark_letter(mark: Mark) -> char {
    match mark {
        Mark::Volcano => '^',
        Mark::Dragon => '&',
        Mark::Portal => '@',
    }
}

fn letter(ground: Ground) -> char {
    match ground {
        Ground::Field => '.',
        Ground::Road => '=',
        Ground::Village => 'o',
        Ground::City => '#',
        Ground::River => '~',
        Ground::Monastery => '+',
    }
}

const ODD_FIELD: u8 = 107;

fn shade(ground: Ground) -> u8 {
    match ground {
        Ground::Field => 71,
        Ground::Road => 230,
        Ground::Village => 130,
        Ground::City => 173,
        Ground::River => 39,
        Ground::Monastery => 124,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Catalogue;
    use std::collections::BTreeSet;

    #[test]
    fn every_segment_of_every_tile_has_a_place_of_its_own() {
        for tile in Catalogue::shipped().tiles() {
            for (rotation, colour) in Rotation::ALL.into_iter().flat_map(|r| [(r, false), (r, true)]) {
                let picture = TilePicture::new(tile, rotation, Look { size: WIDE, colour, odd: false });
                let places: BTreeSet<_> =
                    (0..tile.segments.len() as u8).filter_map(|n| picture.place_for(n, &[])).collect();
                assert_eq!(places.len(), tile.segments.len(), "{} turned by {rotation}", tile.name);
            }
        }
    }

    #[test]
    fn tiles_look_as_their_segments_say() {
        let text = |name: &str, quarters| {
            let mut canvas = Canvas::new(WIDE.columns, WIDE.rows);
            let tile = rules::Kind::named(name).unwrap().tile();
            paint_tile(
                &mut canvas,
                (0, 0),
                tile,
                Rotation::new(quarters),
                Look { size: WIDE, colour: false, odd: false },
            );
            canvas.text(false)
        };
        assert_eq!(text("D", 0), ".########.\n..........\n==========\n..........\n..........\n");
        assert_eq!(text("V", 1), "....==....\n...==.....\n===.......\n..........\n..........\n");
        assert_eq!(text("X", 3), "....==....\n....==....\n====oo====\n....==....\n....==....\n");
        assert_eq!(text("B", 2), "..........\n...++++...\n...++++...\n...++++...\n..........\n");
    }
}
