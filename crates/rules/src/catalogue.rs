//! The catalogue of tiles, read once from the data files of the crate.
//!
//! A line of a data file is a tile: its name, how many there are in a box, and its parts, divided by commas.
//! A part is `road`, `city` or `river` with the sides it reaches (`NESW`) and attributes (`pennant`, `wine`,
//! `grain`, `cloth`, `princess`, `tunnel`), a `monastery`, a `field` with its half-edges (or `inner`) and,
//! after `by`, the sides of the city segments it borders, or a `mark` (`volcano`, `dragon`, `portal`).

use crate::geometry::Side;
use crate::tile::{FeatureKind, Good, Halves, Kind, Mark, Segment, Sides, Terrain, Tile, TileSet};
use std::sync::{Arc, OnceLock};

/// The name of the tile that starts a game without the river.
pub const START: &str = "D";
/// The name of the tile that starts a game with the river.
pub const SPRING: &str = "river-01";
/// The name of the tile that ends the river.
pub const LAKE: &str = "river-02";

/// Every tile kind there is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Catalogue {
    tiles: Vec<Tile>,
}

impl Catalogue {
    /// The tiles the program ships.
    ///
    /// ```
    /// let catalogue = rules::Catalogue::shipped();
    /// assert_eq!(catalogue.tiles().iter().map(|tile| u32::from(tile.copies)).sum::<u32>(), 150);
    /// ```
    pub fn shipped() -> &'static Arc<Catalogue> {
        static SHIPPED: OnceLock<Arc<Catalogue>> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let tiles = TileSet::ALL.into_iter().flat_map(|set| read_set(set, data(set))).collect();
            Arc::new(Catalogue { tiles })
        })
    }

    /// A catalogue of other tiles, for tests: the same kinds, drawn differently.
    #[doc(hidden)]
    pub fn from_tiles(tiles: Vec<Tile>) -> Catalogue {
        Catalogue { tiles }
    }

    /// All tiles, in the order of their kinds.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// All kinds.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.tiles.len() as u8).map(Kind)
    }

    /// The tile of a kind.
    pub fn tile(&self, kind: Kind) -> &Tile {
        &self.tiles[kind.index()]
    }

    /// The kind with this name.
    pub fn kind(&self, name: &str) -> Option<Kind> {
        self.tiles.iter().position(|tile| tile.name == name).map(|n| Kind(n as u8))
    }
}

/// A set's data file.
const fn data(set: TileSet) -> &'static str {
    match set {
        TileSet::Base => include_str!("../data/base.tiles"),
        TileSet::Winter => include_str!("../data/winter.tiles"),
        TileSet::River => include_str!("../data/river.tiles"),
        TileSet::Traders => include_str!("../data/traders.tiles"),
        TileSet::Dragon => include_str!("../data/dragon.tiles"),
    }
}

impl Kind {
    /// The kind with this name in the shipped catalogue.
    ///
    /// ```
    /// assert_eq!(rules::Kind::named("river-07").unwrap().tile().copies, 2);
    /// ```
    pub fn named(name: &str) -> Option<Kind> {
        Catalogue::shipped().kind(name)
    }

    /// The kind with this number in the shipped catalogue.
    pub fn from_index(index: usize) -> Option<Kind> {
        (index < Catalogue::shipped().tiles.len()).then_some(Kind(index as u8))
    }

    /// What is printed on it, in the shipped catalogue.
    pub fn tile(self) -> &'static Tile {
        Catalogue::shipped().tile(self)
    }

    /// Its name, such as `D` or `traders-24`.
    pub fn name(self) -> &'static str {
        &self.tile().name
    }
}

fn read_set(set: TileSet, text: &str) -> impl Iterator<Item = Tile> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(move |line| read_tile(set, line).unwrap_or_else(|| panic!("bad line in {set}.tiles: {line}")))
}

fn read_tile(set: TileSet, line: &str) -> Option<Tile> {
    let (name, rest) = line.split_once(' ')?;
    let (copies, parts) = rest.trim_start().split_once(' ')?;
    let mut tile = Tile {
        name: name.to_owned(),
        set,
        copies: copies.parse().ok()?,
        edges: [Terrain::Field; 4],
        segments: Vec::new(),
        river: Sides::default(),
        mark: None,
    };
    for part in parts.split(',') {
        let words: Vec<&str> = part.split_whitespace().collect();
        read_part(&mut tile, &words)?;
    }
    Some(tile)
}

fn read_part(tile: &mut Tile, words: &[&str]) -> Option<()> {
    let (first, rest) = words.split_first()?;
    match *first {
        "river" => {
            tile.river = read_sides(rest.first()?)?;
            show(tile, tile.river, Terrain::River);
        }
        "mark" => tile.mark = Some(read_mark(rest.first()?)?),
        "monastery" => tile.segments.push(blank(FeatureKind::Monastery)),
        "field" => read_field(tile, rest)?,
        "road" => read_line(tile, FeatureKind::Road, Terrain::Road, rest)?,
        "city" => read_line(tile, FeatureKind::City, Terrain::City, rest)?,
        _ => return None,
    }
    Some(())
}

fn blank(kind: FeatureKind) -> Segment {
    Segment {
        kind,
        sides: Sides::default(),
        halves: Halves::default(),
        touches: 0,
        pennants: 0,
        good: None,
        princess: false,
        tunnel: false,
    }
}

fn show(tile: &mut Tile, sides: Sides, terrain: Terrain) {
    for side in sides.iter() {
        tile.edges[side.index()] = terrain;
    }
}

fn read_line(tile: &mut Tile, kind: FeatureKind, terrain: Terrain, words: &[&str]) -> Option<()> {
    let (sides, attributes) = words.split_first()?;
    let mut segment = Segment { sides: read_sides(sides)?, ..blank(kind) };
    for attribute in attributes {
        match *attribute {
            "pennant" => segment.pennants += 1,
            "wine" => segment.good = Some(Good::Wine),
            "grain" => segment.good = Some(Good::Grain),
            "cloth" => segment.good = Some(Good::Cloth),
            "princess" => segment.princess = true,
            "tunnel" => segment.tunnel = true,
            _ => return None,
        }
    }
    show(tile, segment.sides, terrain);
    tile.segments.push(segment);
    Some(())
}

fn read_field(tile: &mut Tile, words: &[&str]) -> Option<()> {
    let mut segment = blank(FeatureKind::Field);
    let mut words = words.iter();
    for word in words.by_ref() {
        match *word {
            "inner" => {}
            "by" => break,
            half => segment.halves.0 |= 1 << Halves::NAMES.iter().position(|name| *name == half)?,
        }
    }
    for word in words {
        let sides = read_sides(word)?;
        let number = tile.segments.iter().position(|s| s.kind == FeatureKind::City && s.sides == sides)?;
        segment.touches |= 1 << number;
    }
    tile.segments.push(segment);
    Some(())
}

fn read_sides(word: &str) -> Option<Sides> {
    word.chars().try_fold(Sides::default(), |sides, letter| {
        Some(Sides(sides.0 | 1 << Side::from_letter(letter)?.index()))
    })
}

fn read_mark(word: &str) -> Option<Mark> {
    match word {
        "volcano" => Some(Mark::Volcano),
        "dragon" => Some(Mark::Dragon),
        "portal" => Some(Mark::Portal),
        _ => None,
    }
}
