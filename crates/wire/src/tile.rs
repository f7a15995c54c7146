//! The catalogue.

use crate::{FeatureKind, Good, Mark, Side, Terrain, TileSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is printed on a kind of tile, unrotated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Its name.
    pub tile: String,
    /// The box it comes from.
    pub set: TileSet,
    /// How many of them are in one box.
    pub copies: u8,
    /// What the north, east, south and west side show.
    pub edges: [Terrain; 4],
    /// Its claimable parts, in the order of their numbers.
    pub segments: Vec<Segment>,
    /// The sides the river reaches.
    pub river: Vec<Side>,
    /// What else it shows.
    pub mark: Option<Mark>,
}

/// A claimable part of a tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// What it is part of.
    pub kind: FeatureKind,
    /// The sides a road or city reaches.
    pub sides: Vec<Side>,
    /// The half-edges a field reaches, as in records: `nl` is the left half of the north edge, seen from the middle.
    pub halves: Vec<String>,
    /// The numbers of the city segments that a field borders.
    pub touches: Vec<u8>,
    /// Pennants.
    pub pennants: u8,
    /// The goods symbol.
    pub good: Option<Good>,
    /// Whether the princess looks out of it.
    pub princess: bool,
}

impl From<&rules::Tile> for Tile {
    fn from(tile: &rules::Tile) -> Tile {
        Tile {
            tile: tile.name.clone(),
            set: tile.set.into(),
            copies: tile.copies,
            edges: tile.edges.map(Terrain::from),
            segments: tile.segments.iter().map(Segment::from).collect(),
            river: sides(tile.river),
            mark: tile.mark.map(Mark::from),
        }
    }
}

impl From<&rules::Segment> for Segment {
    fn from(segment: &rules::Segment) -> Segment {
        Segment {
            kind: segment.kind.into(),
            sides: sides(segment.sides),
            halves: halves(segment.halves),
            touches: (0..8).filter(|number| segment.touches >> number & 1 != 0).collect(),
            pennants: segment.pennants,
            good: segment.good.map(Good::from),
            princess: segment.princess,
        }
    }
}

fn sides(sides: rules::Sides) -> Vec<Side> {
    sides.iter().map(Side::from).collect()
}

fn halves(halves: rules::Halves) -> Vec<String> {
    let name = |side: rules::Side, right| {
        let half = if right { 'r' } else { 'l' };
        halves.has(side, right).then(|| format!("{}{half}", side.letter().to_ascii_lowercase()))
    };
    rules::Side::ALL.into_iter().flat_map(|side| [name(side, false), name(side, true)]).flatten().collect()
}
