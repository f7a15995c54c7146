//! The catalogue.

use crate::{FeatureKind, Good, Side, Terrain, TileSet};
use rules::{Action, LAKE, Position, Rotation, SPRING};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is printed on a kind of tile, unrotated.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tile {
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

/// What a whole tile shows, or where in the river it belongs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Calls the dragon.
    Volcano,
    /// Makes the dragon walk.
    Dragon,
    /// Lets a follower go anywhere.
    Portal,
    /// Begins the river.
    Spring,
    /// Ends the river.
    Lake,
}

impl Mark {
    fn of(tile: &rules::Tile) -> Option<Mark> {
        match (tile.mark, tile.name.as_str()) {
            (Some(rules::Mark::Volcano), _) => Some(Mark::Volcano),
            (Some(rules::Mark::Dragon), _) => Some(Mark::Dragon),
            (Some(rules::Mark::Portal), _) => Some(Mark::Portal),
            (None, SPRING) => Some(Mark::Spring),
            (None, LAKE) => Some(Mark::Lake),
            (None, _) => None,
        }
    }
}

/// A claimable part of a tile.
#[allow(missing_docs, reason = "the names say it")]
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
            mark: Mark::of(tile),
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

/// A segment of a tile as it lies on the table, with the sides of the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaidSegment {
    /// What it is part of.
    pub kind: FeatureKind,
    /// The sides a road or city reaches.
    pub sides: Vec<Side>,
    /// The half-edges a field reaches.
    pub halves: Vec<String>,
}

impl LaidSegment {
    /// The segment that an action is about, if it is about one of a tile on the table or of the one just placed.
    pub fn of(position: &Position, placed: Option<Action>, action: Action) -> Option<LaidSegment> {
        let (cell, number) = match action {
            Action::Deploy { spot, .. } | Action::Evict { spot } => (spot.cell, spot.segment),
            Action::MoveFairy { cell, segment } => (cell, segment?),
            Action::Place { .. } | Action::MoveDragon { .. } | Action::TakeExtra | Action::Pass => {
                return None;
            }
        };
        let (kind, rotation) = if let Some(Action::Place { cell: at, rotation }) = placed
            && at == cell
        {
            (position.hand()?, rotation)
        } else {
            position.tiles().find(|laid| laid.cell == cell).map(|laid| (laid.kind, laid.rotation))?
        };
        let segment = position.catalogue().tile(kind).segments.get(usize::from(number))?;
        Some(LaidSegment::turned(segment, rotation))
    }

    fn turned(segment: &rules::Segment, rotation: Rotation) -> LaidSegment {
        LaidSegment {
            kind: segment.kind.into(),
            sides: sides(segment.sides.turned(rotation)),
            halves: halves(segment.halves.turned(rotation)),
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
