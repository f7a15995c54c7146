//! A setup made ready to play: which tiles, which tables, how much room.

use crate::catalogue::{Catalogue, LAKE, SPRING, START};
use crate::edges::{Edges, ManyEdges};
use crate::event::Pile;
use crate::figure::{Figure, MAX_OF_A_FIGURE, MAX_SEATS};
use crate::geometry::{Rotation, Side};
use crate::key;
use crate::land::Sums;
use crate::piece::{MAX_PIECES, Roster};
use crate::sets::Sets;
use crate::setup::{BadSetup, Farmers, MAX_TILES, Parts, RiverStart, Setup};
use crate::tile::{FeatureKind, Kind, Mark, Terrain, Tile, TileSet};
use std::sync::Arc;

/// The most segments a tile may have; the catalogue's richest has as many.
pub(crate) const MAX_SEGMENTS: usize = 8;
/// As many kinds as a kind number can name, so that looking one up needs no check.
const KINDS: usize = u8::MAX as usize + 1;
/// Stands for "none" among small numbers.
pub(crate) const NONE: u8 = u8::MAX;

/// A setup with everything that follows from it.
#[derive(Debug)]
pub(crate) struct Ruleset {
    pub setup: Setup,
    pub catalogue: Arc<Catalogue>,
    /// What the engine needs of each kind, by kind number; those of no tile in play are fillers.
    pub kinds: Box<[KindTable; KINDS]>,
    /// What lies at each side of a kind in each rotation, by [`Turned`].
    pub joints: Box<[[Joint; 4]; 4 * KINDS]>,
    /// The tiles to be drawn, by kind number.
    pub counts: Vec<u16>,
    pub start: Kind,
    /// All tiles, the start tile included.
    pub tiles: usize,
    /// The segments of all tiles.
    pub segments: usize,
    /// Whether any part beyond the base game is on.
    pub special: bool,
    pub roster: Roster,
    /// What a position's hash starts from, so that games under other rules have other keys.
    pub key: u64,
}

/// A tile kind as the engine wants it: for each rotation, what each side needs and joins.
#[derive(Clone, Debug)]
pub(crate) struct KindTable {
    /// What it shows in each rotation.
    pub edges: [ManyEdges; 4],
    /// In each rotation, what the cell beyond each side sees of it.
    pub faces: [[Edges; 4]; 4],
    pub segments: u8,
    /// How each segment's feature starts out.
    pub fresh: [Sums; MAX_SEGMENTS],
    pub features: [FeatureKind; MAX_SEGMENTS],
    /// The cities that each field segment borders.
    pub touches: [Numbers; MAX_SEGMENTS],
    /// Segments on which each figure may stand, in the order of [`Figure::ALL`].
    pub stands: [Numbers; Figure::ALL.len()],
    /// Roads and cities.
    pub lines: Numbers,
    /// The number of the princess's segment, or none; if princesses are in play.
    pub princess: u8,
    /// What else it shows, if that is in play.
    pub mark: Option<Mark>,
    pub pile: Pile,
    /// How many rotations look different: 1, 2 or 4, the first ones.
    pub distinct: u8,
    /// How many rotations show different edges.
    pub looks: u8,
}

/// A kind in a rotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turned(u16);

impl Turned {
    #[inline]
    pub fn new(kind: Kind, rotation: Rotation) -> Turned {
        Turned(u16::from(kind.0) << 2 | u16::from(rotation.quarters()))
    }

    #[inline]
    pub fn kind(self) -> Kind {
        Kind((self.0 >> 2) as u8)
    }

    #[inline]
    pub fn rotation(self) -> Rotation {
        Rotation::new(self.0 as u8)
    }

    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) % (4 * KINDS)
    }
}

/// What lies at one side of a turned tile: left field, road or city, right field (segment numbers).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    pub left: u8,
    pub line: u8,
    pub right: u8,
    pub terrain: Terrain,
}

impl Ruleset {
    pub fn new(setup: &Setup, catalogue: &Arc<Catalogue>) -> Result<Ruleset, BadSetup> {
        if !(1..=MAX_SEATS as u8).contains(&setup.seats) {
            return Err(BadSetup::Seats(setup.seats));
        }
        let roster = roster(setup)?;
        let (start, counts) = stock(setup, catalogue)?;
        let tiles = &catalogue.tiles()[..counts.len()];
        let kinds: Vec<KindTable> = tiles.iter().map(|tile| KindTable::new(tile, setup)).collect();
        let of_kinds =
            kinds.iter().zip(&counts).map(|(kind, count)| usize::from(kind.segments) * usize::from(*count));
        let segments = of_kinds.sum::<usize>() + usize::from(kinds[start.index()].segments);
        let joints = tiles.iter().flat_map(|tile| Rotation::ALL.map(|rotation| joints(tile, rotation)));
        Ok(Ruleset {
            setup: setup.clone(),
            catalogue: catalogue.clone(),
            joints: filled(joints.collect()),
            kinds: filled(kinds),
            key: key::rules(setup, &counts),
            tiles: drawn(&counts) + 1,
            counts,
            start,
            segments,
            special: setup.parts != Parts::NONE,
            roster,
        })
    }

    /// The kinds up to the last one in play.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.counts.len() as u8).map(Kind)
    }

    /// How many of a kind the game has in all, the start tile included.
    pub fn total(&self, kind: Kind) -> u16 {
        self.counts.get(kind.index()).copied().unwrap_or(0) + u16::from(kind == self.start)
    }

    pub fn seats(&self) -> usize {
        usize::from(self.setup.seats)
    }
}

/// The pieces, if they are not too many.
fn roster(setup: &Setup) -> Result<Roster, BadSetup> {
    for (figure, said) in Figure::ALL.into_iter().zip(setup.supply) {
        if let Some(count) = said.filter(|count| *count > MAX_OF_A_FIGURE) {
            return Err(BadSetup::TooManyOfFigure { figure, count });
        }
    }
    let allotments = setup.allotments();
    let all = usize::from(setup.seats) * allotments.iter().map(|count| usize::from(*count)).sum::<usize>();
    if all > MAX_PIECES {
        Err(BadSetup::TooManyPieces(all))
    } else {
        Ok(Roster::new(setup.seats.into(), allotments))
    }
}

/// A list brought to its full length by repeating its last item.
fn filled<T: Clone + std::fmt::Debug, const N: usize>(mut list: Vec<T>) -> Box<[T; N]> {
    let last = list.last().expect("there is a kind").clone();
    list.resize(N, last);
    list.into_boxed_slice().try_into().expect("resized")
}

/// The start tile, and the tiles to be drawn by kind number, up to the last kind in play.
fn stock(setup: &Setup, catalogue: &Catalogue) -> Result<(Kind, Vec<u16>), BadSetup> {
    let named = |name| catalogue.kind(name).expect("the catalogue has its start tiles");
    let (spring, lake, plain) = (named(SPRING), named(LAKE), named(START));
    let mut counts = counted(setup, catalogue, spring, lake)?;
    let in_river = |kind: &Kind| catalogue.tile(*kind).set == TileSet::River;
    let river = catalogue.kinds().filter(in_river).any(|kind| counts[kind.index()] > 0);
    counts[spring.index()] = 0;
    let start = if river { spring } else { plain };
    let keeps_start = river && setup.knobs.river_start == RiverStart::Shuffled;
    if setup.bag.is_none() && !keeps_start {
        counts[plain.index()] = counts[plain.index()].saturating_sub(1);
    }
    match drawn(&counts) {
        0 => return Err(BadSetup::NoTiles),
        drawn if drawn + 1 > MAX_TILES => return Err(BadSetup::TooManyTiles(drawn + 1)),
        _ => check_arranged(setup, &counts)?,
    }
    let used = counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
    counts.truncate(used.max(start.index() + 1));
    Ok((start, counts))
}

fn drawn(counts: &[u16]) -> usize {
    counts.iter().map(|count| usize::from(*count)).sum()
}

fn counted(setup: &Setup, catalogue: &Catalogue, spring: Kind, lake: Kind) -> Result<Vec<u16>, BadSetup> {
    let mut counts = vec![0u32; catalogue.tiles().len()];
    match &setup.bag {
        Some(_) if setup.sets != Sets::NONE => return Err(BadSetup::SetsAndBag),
        Some(bag) => {
            for (kind, count) in bag {
                let have = &mut counts[kind.index()];
                *have = have.saturating_add(u32::from(*count));
            }
            let twice = [spring, lake].into_iter().find(|kind| counts[kind.index()] > 1);
            if let Some(kind) = twice {
                return Err(BadSetup::OnlyOne(kind));
            }
        }
        None => {
            for (count, tile) in counts.iter_mut().zip(catalogue.tiles()) {
                *count = u32::from(tile.copies) * u32::from(setup.sets.copies(tile.set));
            }
            for once in [spring, lake] {
                counts[once.index()] = counts[once.index()].min(1);
            }
        }
    }
    let all = counts.iter().fold(0, |all: u32, count| all.saturating_add(*count));
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
    fn new(tile: &Tile, setup: &Setup) -> KindTable {
        assert_sound(tile);
        let mask = |test: &dyn Fn(FeatureKind) -> bool| {
            let segments = tile.segments.iter().enumerate();
            Numbers(segments.fold(0, |bits, (n, segment)| bits | u8::from(test(segment.kind)) << n))
        };
        let farmers = setup.knobs.farmers == Farmers::On;
        let princess = tile.segments.iter().position(|segment| segment.princess && setup.parts.princess);
        let mut table = KindTable {
            edges: Rotation::ALL.map(|rotation| ManyEdges::all(Edges::of(tile, rotation))),
            faces: Rotation::ALL.map(|rotation| Side::ALL.map(|side| Edges::of(tile, rotation).across(side))),
            segments: tile.segments.len() as u8,
            fresh: [Sums::default(); MAX_SEGMENTS],
            features: [FeatureKind::Field; MAX_SEGMENTS],
            touches: [Numbers(0); MAX_SEGMENTS],
            stands: Figure::ALL.map(|figure| {
                let allowed = |kind| farmers || kind != FeatureKind::Field;
                mask(&|kind| figure.ability().stands_on.contains(&kind) && allowed(kind))
            }),
            lines: mask(&|kind| matches!(kind, FeatureKind::Road | FeatureKind::City)),
            princess: princess.map_or(NONE, |n| n as u8),
            mark: tile.mark.filter(|mark| is_in_play(*mark, setup.parts)),
            pile: pile_of(tile),
            distinct: period(|rotation| tile.is_symmetric(rotation)),
            looks: period(|rotation| Edges::of(tile, rotation) == Edges::of(tile, Rotation::NONE)),
        };
        for (n, segment) in tile.segments.iter().enumerate() {
            let alike = tile.segments.iter().filter(|other| other.kind == segment.kind).count();
            let shares = alike > 1 && segment.kind != FeatureKind::Field;
            table.fresh[n] = Sums::new(1 + u16::from(segment.pennants), segment.sides.count(), shares);
            table.features[n] = segment.kind;
            table.touches[n] = Numbers(segment.touches);
        }
        table
    }
}

/// What the tables take for granted of a tile of the catalogue.
fn assert_sound(tile: &Tile) {
    assert!(tile.segments.len() <= MAX_SEGMENTS, "{} has too many segments", tile.name);
    for side in Side::ALL.into_iter().filter(|side| tile.edges[side.index()] == Terrain::Field) {
        assert_eq!(tile.field_at(side, false), tile.field_at(side, true), "{} cuts an open edge", tile.name);
    }
}

fn joints(tile: &Tile, rotation: Rotation) -> [Joint; 4] {
    Side::ALL.map(|side| joint(tile, rotation, side))
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

/// The pile a tile is drawn from.
pub(crate) fn pile_of(tile: &Tile) -> Pile {
    match tile.set {
        TileSet::River if tile.name == LAKE => Pile::Lake,
        TileSet::River => Pile::River,
        _ => Pile::Main,
    }
}

fn is_in_play(mark: Mark, parts: Parts) -> bool {
    match mark {
        Mark::Volcano | Mark::Dragon => parts.dragon,
        Mark::Portal => parts.portal,
    }
}

/// Segment numbers, one bit each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers(pub u8);

impl Numbers {
    #[inline]
    pub fn has(self, number: u8) -> bool {
        self.0 >> number & 1 != 0
    }
}

impl Iterator for Numbers {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let number = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(number)
    }
}

/// How many quarter turns bring back the same.
fn period(same: impl Fn(Rotation) -> bool) -> u8 {
    if same(Rotation::new(1)) {
        1
    } else if same(Rotation::new(2)) {
        2
    } else {
        4
    }
}
