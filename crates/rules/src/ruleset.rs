//! A setup made ready to play: which tiles, which tables, how much room.

use crate::catalogue::{Catalogue, LAKE, SPRING, START};
use crate::event::Pile;
use crate::geometry::{Rotation, Side};
use crate::setup::{BadSetup, Farmers, MAX_TILES, RiverStart, Setup};
use crate::tile::{FeatureKind, Kind, Mark, Terrain, Tile, TileSet};
use std::sync::Arc;

/// The most segments a tile may have; the catalogue's richest has as many.
pub(crate) const MAX_SEGMENTS: usize = 8;
/// Stands for "none" among small numbers.
pub(crate) const NONE: u8 = u8::MAX;
/// In a segment's open-edge count: its tile has other segments of the same kind, which may come to belong to
/// the same feature although the tile counts once.
pub(crate) const SHARES: u16 = 0x8000;

/// A setup with everything that follows from it.
#[derive(Debug)]
pub(crate) struct Ruleset {
    pub setup: Setup,
    pub catalogue: Arc<Catalogue>,
    /// What the engine needs of each kind, by kind number.
    pub kinds: Vec<KindTable>,
    /// The tiles to be drawn, by kind number.
    pub counts: Vec<u16>,
    pub start: Kind,
    /// All tiles, the start tile included.
    pub tiles: usize,
    /// The segments of all tiles.
    pub segments: usize,
    /// Whether any part beyond the base game is on.
    pub special: bool,
}

/// A tile kind as the engine wants it: for each rotation, what each side needs and joins.
#[derive(Clone, Debug)]
pub(crate) struct KindTable {
    /// For each rotation, one bit a terrain in one nibble a side.
    pub edges: [u16; 4],
    /// The same, with nothing for rotations that look like another: they fit nowhere.
    pub distinct_edges: [u16; 4],
    /// For each rotation and side: left field, road or city, right field (segment numbers), terrain.
    pub sides: [[Joint; 4]; 4],
    pub segments: u8,
    /// How each segment's feature starts out.
    pub fresh: [Fresh; MAX_SEGMENTS],
    pub features: [FeatureKind; MAX_SEGMENTS],
    pub touches: [u8; MAX_SEGMENTS],
    /// Segments that a follower may claim, one bit each.
    pub claimable: u8,
    /// Roads and cities, one bit each.
    pub lines: u8,
    /// The number of the princess's segment, or none.
    pub princess: u8,
    pub mark: Option<Mark>,
    pub pile: Pile,
    /// One bit for each rotation that looks different from those before it.
    pub distinct: u8,
}

/// What lies at one side of a turned tile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    pub left: u8,
    pub line: u8,
    pub right: u8,
    pub terrain: Terrain,
}

/// A segment when its tile is laid.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Fresh {
    /// Tiles and pennants of a road or city; 1 for others.
    pub value: u16,
    /// Open edges, with [`SHARES`].
    pub open: u16,
}

impl Ruleset {
    pub fn new(setup: &Setup, catalogue: &Arc<Catalogue>) -> Result<Ruleset, BadSetup> {
        if !(1..=6).contains(&setup.seats) {
            return Err(BadSetup::Seats(setup.seats));
        }
        let named = |name| catalogue.kind(name).expect("the catalogue has its start tiles");
        let (spring, lake, plain) = (named(SPRING), named(LAKE), named(START));
        let mut counts = counted(setup, catalogue, spring, lake)?;
        let river = catalogue
            .kinds()
            .any(|kind| counts[kind.index()] > 0 && catalogue.tile(kind).set == TileSet::River);
        counts[spring.index()] = 0;
        let start = if river { spring } else { plain };
        let keeps_start = river && setup.knobs.river_start == RiverStart::Shuffled;
        if setup.bag.is_none() && !keeps_start {
            counts[plain.index()] = counts[plain.index()].saturating_sub(1);
        }
        let drawn: usize = counts.iter().map(|count| usize::from(*count)).sum();
        if drawn == 0 {
            return Err(BadSetup::NoTiles);
        }
        if drawn + 1 > MAX_TILES {
            return Err(BadSetup::TooManyTiles(drawn + 1));
        }
        check_arranged(setup, &counts)?;
        let used = counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
        counts.truncate(used.max(start.index() + 1));
        let kinds: Vec<KindTable> = catalogue.tiles()[..counts.len()]
            .iter()
            .map(|tile| KindTable::new(tile, setup, lake, catalogue))
            .collect();
        let of_kinds =
            kinds.iter().zip(&counts).map(|(kind, count)| usize::from(kind.segments) * usize::from(*count));
        let segments = of_kinds.sum::<usize>() + usize::from(kinds[start.index()].segments);
        let special = setup.parts != crate::setup::Parts::NONE;
        let (setup, catalogue) = (setup.clone(), catalogue.clone());
        Ok(Ruleset { setup, catalogue, kinds, counts, start, tiles: drawn + 1, segments, special })
    }

    /// How many of a kind the game has in all, the start tile included.
    pub fn total(&self, kind: Kind) -> u16 {
        self.counts.get(kind.index()).copied().unwrap_or(0) + u16::from(kind == self.start)
    }

    pub fn seats(&self) -> usize {
        usize::from(self.setup.seats)
    }
}

fn counted(setup: &Setup, catalogue: &Catalogue, spring: Kind, lake: Kind) -> Result<Vec<u16>, BadSetup> {
    let mut counts = vec![0u32; catalogue.tiles().len()];
    match &setup.bag {
        Some(_) if setup.sets != [0; 5] => return Err(BadSetup::SetsAndBag),
        Some(bag) => {
            for (kind, count) in bag {
                counts[kind.index()] += u32::from(*count);
            }
            let twice = [spring, lake].into_iter().find(|kind| counts[kind.index()] > 1);
            if let Some(kind) = twice {
                return Err(BadSetup::OnlyOne(kind));
            }
        }
        None => {
            for (count, tile) in counts.iter_mut().zip(catalogue.tiles()) {
                *count = u32::from(tile.copies) * u32::from(setup.sets[tile.set as usize]);
            }
            for once in [spring, lake] {
                counts[once.index()] = counts[once.index()].min(1);
            }
        }
    }
    let all: u32 = counts.iter().sum();
    if all > MAX_TILES as u32 * 2 {
        return Err(BadSetup::TooManyTiles(all as usize));
    }
    Ok(counts.into_iter().map(|count| count as u16).collect())
}

fn check_arranged(setup: &Setup, counts: &[u16]) -> Result<(), BadSetup> {
    let mut spare = counts.to_vec();
    for kind in setup.arranged.iter().flatten() {
        let count = &mut spare[kind.index()];
        *count = count.checked_sub(1).ok_or(BadSetup::Arranged(*kind))?;
    }
    Ok(())
}

impl KindTable {
    fn new(tile: &Tile, setup: &Setup, lake: Kind, catalogue: &Catalogue) -> KindTable {
        assert!(tile.segments.len() <= MAX_SEGMENTS, "{} has too many segments", tile.name);
        for side in Side::ALL.into_iter().filter(|side| tile.edges[side.index()] == Terrain::Field) {
            assert_eq!(
                tile.field_at(side, false),
                tile.field_at(side, true),
                "{} cuts an open edge",
                tile.name
            );
        }
        let mask = |test: &dyn Fn(FeatureKind) -> bool| {
            tile.segments.iter().enumerate().fold(0, |bits, (n, s)| bits | u8::from(test(s.kind)) << n)
        };
        let farmers = setup.knobs.farmers == Farmers::On;
        let mut table = KindTable {
            edges: Rotation::ALL.map(|rotation| edges(tile, rotation)),
            sides: Rotation::ALL.map(|rotation| Side::ALL.map(|side| joint(tile, rotation, side))),
            segments: tile.segments.len() as u8,
            fresh: [Fresh::default(); MAX_SEGMENTS],
            features: [FeatureKind::Field; MAX_SEGMENTS],
            touches: [0; MAX_SEGMENTS],
            claimable: mask(&|kind| farmers || kind != FeatureKind::Field),
            lines: mask(&|kind| matches!(kind, FeatureKind::Road | FeatureKind::City)),
            princess: tile.segments.iter().position(|s| s.princess).map_or(NONE, |n| n as u8),
            mark: tile.mark,
            pile: pile(tile, lake, catalogue),
            distinct: distinct(tile),
            distinct_edges: [0; 4],
        };
        for (turn, edges) in table.distinct_edges.iter_mut().enumerate() {
            *edges = table.edges[turn] * u16::from(table.distinct >> turn & 1);
        }
        for (n, segment) in tile.segments.iter().enumerate() {
            let alike = tile.segments.iter().filter(|other| other.kind == segment.kind).count();
            let shares = if alike > 1 { SHARES } else { 0 };
            table.fresh[n] =
                Fresh { value: 1 + u16::from(segment.pennants), open: segment.sides.count() as u16 | shares };
            table.features[n] = segment.kind;
            table.touches[n] = segment.touches;
        }
        table
    }
}

/// One bit a terrain, one nibble a side; a cell that asks for nothing else fits.
fn edges(tile: &Tile, rotation: Rotation) -> u16 {
    Side::ALL.into_iter().fold(0, |bits, side| {
        let there = side.turned(rotation);
        bits | (1 << tile.edges[side.index()] as u16) << (4 * there.index())
    })
}

fn joint(tile: &Tile, rotation: Rotation, there: Side) -> Joint {
    let side = there.turned(Rotation::new(4 - rotation.quarters()));
    Joint {
        left: tile.field_at(side, false).unwrap_or(NONE),
        line: tile.feature_at(side).unwrap_or(NONE),
        right: tile.field_at(side, true).unwrap_or(NONE),
        terrain: tile.edges[side.index()],
    }
}

fn pile(tile: &Tile, lake: Kind, catalogue: &Catalogue) -> Pile {
    match tile.set {
        TileSet::River if tile.name == catalogue.tile(lake).name => Pile::Lake,
        TileSet::River => Pile::River,
        _ => Pile::Main,
    }
}

fn distinct(tile: &Tile) -> u8 {
    match () {
        () if tile.is_symmetric(Rotation::new(1)) => 0b0001,
        () if tile.is_symmetric(Rotation::new(2)) => 0b0011,
        () => 0b1111,
    }
}
