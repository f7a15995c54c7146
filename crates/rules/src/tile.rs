//! What is printed on a tile: edges, segments, marks.

use crate::geometry::{Rotation, Side};
use std::fmt;

/// A tile kind: its number in the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Kind(pub(crate) u8);

impl Kind {
    /// The number of this kind in the catalogue, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an edge of a tile shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Terrain {
    /// Open country.
    Field,
    /// A road leaves the tile here.
    Road,
    /// A city goes on here.
    City,
    /// The river flows through.
    River,
}

impl Terrain {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Terrain::Field => "field",
            Terrain::Road => "road",
            Terrain::City => "city",
            Terrain::River => "river",
        }
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What can be claimed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum FeatureKind {
    /// A road, held by thieves.
    Road,
    /// A city, held by knights.
    City,
    /// A monastery, held by a monk.
    Monastery,
    /// A field, held by farmers.
    Field,
}

impl FeatureKind {
    /// Every kind, in the order of final scoring.
    pub const ALL: [FeatureKind; 4] =
        [FeatureKind::Road, FeatureKind::City, FeatureKind::Monastery, FeatureKind::Field];

    /// Whether it counts the tiles around its own, and is complete when they lie.
    pub const fn counts_neighbours(self) -> bool {
        match self {
            FeatureKind::Monastery => true,
            FeatureKind::Road | FeatureKind::City | FeatureKind::Field => false,
        }
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            FeatureKind::Road => "road",
            FeatureKind::City => "city",
            FeatureKind::Monastery => "monastery",
            FeatureKind::Field => "field",
        }
    }
}

impl fmt::Display for FeatureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The trade goods of Traders & Builders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Good {
    /// 9 tokens a set.
    Wine,
    /// 6 tokens a set.
    Grain,
    /// 5 tokens a set.
    Cloth,
}

impl Good {
    /// Every good, in the order in which they are counted.
    pub const ALL: [Good; 3] = [Good::Wine, Good::Grain, Good::Cloth];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Good::Wine => "wine",
            Good::Grain => "grain",
            Good::Cloth => "cloth",
        }
    }

    /// The good with this name.
    pub fn from_name(name: &str) -> Option<Good> {
        Good::ALL.into_iter().find(|good| good.name() == name)
    }
}

/// What a whole tile may show besides its segments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// Calls the dragon (D-VOLC-1).
    Volcano,
    /// Makes the dragon move (D-MOVE-1).
    Dragon,
    /// Lets a follower go anywhere (D-PORT-1).
    Portal,
}

/// The boxes tiles come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum TileSet {
    /// The base game, 72 tiles.
    Base,
    /// Twelve more tiles of the Winter Edition.
    Winter,
    /// The River, 12 tiles.
    River,
    /// Traders & Builders, 24 tiles.
    Traders,
    /// The Princess & the Dragon, 30 tiles.
    Dragon,
}

impl TileSet {
    /// Every set, in catalogue order.
    pub const ALL: [TileSet; 5] =
        [TileSet::Base, TileSet::Winter, TileSet::River, TileSet::Traders, TileSet::Dragon];

    /// How many there are.
    pub const COUNT: usize = TileSet::ALL.len();

    /// The set's name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            TileSet::Base => "base",
            TileSet::Winter => "winter",
            TileSet::River => "river",
            TileSet::Traders => "traders",
            TileSet::Dragon => "dragon",
        }
    }

    /// The names of all sets, as a list in words.
    pub fn names() -> String {
        TileSet::ALL.map(TileSet::name).join(", ")
    }

    /// The set with this name.
    pub fn from_name(name: &str) -> Option<TileSet> {
        TileSet::ALL.into_iter().find(|set| set.name() == name)
    }
}

impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of sides, one bit each (north is bit 0, then clockwise).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Sides(pub u8);

impl Sides {
    /// Whether `side` is among them.
    pub const fn has(self, side: Side) -> bool {
        self.0 >> side as u8 & 1 != 0
    }

    /// How many sides.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The sides, clockwise from the north.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |side| self.has(*side))
    }

    /// The sides after turning the tile clockwise.
    pub const fn turned(self, rotation: Rotation) -> Sides {
        let wide = self.0 << rotation.quarters();
        Sides((wide | wide >> 4) & 15)
    }
}

/// A set of half-edges, one bit each: the left and right half of each side as seen from the middle of the
/// tile looking out, clockwise from the north's left half (`nl nr el er sl sr wl wr`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Halves(pub u8);

impl Halves {
    /// The names of the half-edges, in their order.
    pub const NAMES: [&str; 8] = ["nl", "nr", "el", "er", "sl", "sr", "wl", "wr"];

    /// Whether the left (`false`) or right (`true`) half of `side` is among them.
    pub const fn has(self, side: Side, right: bool) -> bool {
        self.0 >> (2 * side as u8 + right as u8) & 1 != 0
    }

    /// The half-edges after turning the tile clockwise.
    pub const fn turned(self, rotation: Rotation) -> Halves {
        Halves(self.0.rotate_left(2 * rotation.quarters() as u32))
    }
}

/// One claimable part of a tile.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Segment {
    /// What it is part of.
    pub kind: FeatureKind,
    /// The sides it reaches (roads and cities).
    pub sides: Sides,
    /// The half-edges it reaches (fields); none for an inner field.
    pub halves: Halves,
    /// The city segments of this tile that a field borders, one bit for each segment number.
    pub touches: u8,
    /// Pennants in it.
    pub pennants: u8,
    /// The goods symbol in it.
    pub good: Option<Good>,
    /// Whether the princess looks out of it.
    pub princess: bool,
    /// Whether the road runs through a tunnel (only the picture cares).
    pub tunnel: bool,
}

impl Segment {
    /// What is seen of it on a turned tile: all but the numbers of other segments.
    fn shown(&self, rotation: Rotation) -> Segment {
        let (sides, halves) = (self.sides.turned(rotation), self.halves.turned(rotation));
        Segment { sides, halves, touches: 0, ..self.clone() }
    }
}

/// What is printed on one kind of tile, unrotated.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tile {
    /// Its name, such as `D` or `river-01`.
    pub name: String,
    /// The box it comes from.
    pub set: TileSet,
    /// How many of them are in one box.
    pub copies: u8,
    /// What each side shows.
    pub edges: [Terrain; 4],
    /// Its claimable parts: roads, cities and monastery first, then fields.
    pub segments: Vec<Segment>,
    /// The sides the river reaches.
    pub river: Sides,
    /// What else it shows.
    pub mark: Option<Mark>,
}

impl Tile {
    /// The number of the field segment on one half of a side, if that half is field.
    pub fn field_at(&self, side: Side, right: bool) -> Option<u8> {
        self.position_of(|segment| segment.halves.has(side, right))
    }

    /// The number of the road or city segment that reaches a side.
    pub fn feature_at(&self, side: Side) -> Option<u8> {
        self.position_of(|segment| segment.sides.has(side))
    }

    /// Whether the tile looks the same after this rotation.
    pub fn is_symmetric(&self, rotation: Rotation) -> bool {
        let same = |a: &Segment, b: &Segment| a.shown(rotation) == b.shown(Rotation::NONE);
        self.river.turned(rotation) == self.river
            && self.segments.iter().all(|a| self.segments.iter().any(|b| same(a, b)))
    }

    fn position_of(&self, test: impl Fn(&Segment) -> bool) -> Option<u8> {
        self.segments.iter().position(test).map(|n| n as u8)
    }
}
