//! Roads, cities, monasteries and fields: segments joined into features.
//!
//! Every segment knows its feature's root, where the feature's sums are kept, and the next segment in a ring
//! through the feature, so that joining two features relabels the smaller one and everything else is a look-up.

use crate::figure::{MAX_SEATS, Seat};
use crate::ruleset::{KindTable, SHARES};

/// Figures on a feature: four bits of followers' strength a seat, then one bit a seat for a builder or pig.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Figures(pub u32);

const LANE: u32 = 4;
const FOLLOWERS: u32 = (1 << (LANE * MAX_SEATS as u32)) - 1;

impl Figures {
    pub fn follower(seat: Seat) -> Figures {
        Figures(1 << (LANE * u32::from(seat.0)))
    }

    pub fn helper(seat: Seat) -> Figures {
        Figures(1 << (LANE * MAX_SEATS as u32 + u32::from(seat.0)))
    }

    /// Whether anybody's follower is there.
    #[inline]
    pub fn occupied(self) -> bool {
        self.0 & FOLLOWERS != 0
    }

    #[inline]
    pub fn of(self, seat: Seat) -> u8 {
        (self.0 >> (LANE * u32::from(seat.0)) & 15) as u8
    }

    #[inline]
    pub fn has_helper(self, seat: Seat) -> bool {
        self.0 & Figures::helper(seat).0 != 0
    }

    pub fn followers(self) -> [u8; MAX_SEATS] {
        std::array::from_fn(|seat| self.of(Seat(seat as u8)))
    }

    pub fn helpers(self) -> [bool; MAX_SEATS] {
        std::array::from_fn(|seat| self.has_helper(Seat(seat as u8)))
    }
}

/// One bit for each seat with most of something, if anyone has any.
#[inline]
pub(crate) fn leaders(counts: impl Iterator<Item = u32>) -> u8 {
    let (mut most, mut seats) = (1, 0);
    for (seat, count) in counts.enumerate() {
        if count > most {
            most = count;
            seats = 0;
        }
        seats |= u8::from(count == most) << seat;
    }
    seats
}

/// A laid segment. `figures`, `value` and `open` are kept at the root of a feature only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, packed(2))]
pub(crate) struct Joined {
    figures: Figures,
    value: u16,
    open: u16,
    root: u16,
    next: u16,
    tile: u16,
}

#[derive(Debug)]
pub(crate) struct Land {
    segments: Vec<Joined>,
}

impl Land {
    pub fn new(room: usize) -> Land {
        Land { segments: Vec::with_capacity(room) }
    }

    pub fn copy_from(&mut self, other: &Land) {
        self.segments.clone_from(&other.segments);
    }

    pub fn bytes(&self) -> usize {
        self.segments.capacity() * size_of::<Joined>()
    }

    /// How many segments are laid; also the number of the next one.
    pub fn len(&self) -> usize {
        self.segments.len()
    }

    #[inline]
    pub fn add(&mut self, tile: u16, kind: &KindTable) {
        let first = self.segments.len() as u16;
        let fresh = &kind.fresh[..usize::from(kind.segments)];
        self.segments.extend(fresh.iter().zip(first..).map(|(fresh, own)| Joined {
            figures: Figures::default(),
            value: fresh.value,
            open: fresh.open,
            root: own,
            next: own,
            tile,
        }));
    }

    #[inline]
    pub fn root(&self, segment: u16) -> u16 {
        self.segments[usize::from(segment)].root
    }

    pub fn tile(&self, segment: u16) -> u16 {
        self.segments[usize::from(segment)].tile
    }

    #[inline]
    pub fn figures(&self, root: u16) -> Figures {
        self.segments[usize::from(root)].figures
    }

    /// Tiles and pennants of a road or city.
    #[inline]
    pub fn value(&self, root: u16) -> u16 {
        self.segments[usize::from(root)].value
    }

    /// Edges of a road or city that meet nothing yet.
    #[inline]
    pub fn open_edges(&self, root: u16) -> u16 {
        self.segments[usize::from(root)].open & !SHARES
    }

    /// The segments of a feature.
    pub fn ring(&self, root: u16) -> impl Iterator<Item = u16> + '_ {
        let mut next = Some(root);
        std::iter::from_fn(move || {
            let here = next?;
            let after = self.segments[usize::from(here)].next;
            next = (after != root).then_some(after);
            Some(here)
        })
    }

    /// Each tile of a feature once, with the feature's first segment on it.
    pub fn tiles(&self, root: u16) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.ring(root).filter(|segment| self.is_first_of_tile(*segment)).map(|s| (self.tile(s), s))
    }

    pub fn is_first_of_tile(&self, segment: u16) -> bool {
        let Joined { tile, root, .. } = self.segments[usize::from(segment)];
        let before = self.segments[..usize::from(segment)].iter().rev();
        !before.take_while(|other| { other.tile } == tile).any(|other| { other.root } == root)
    }

    #[inline]
    pub fn put(&mut self, root: u16, figure: Figures) {
        let joined = &mut self.segments[usize::from(root)];
        joined.figures = Figures({ joined.figures }.0 + figure.0);
    }

    #[inline]
    pub fn take(&mut self, root: u16, figure: Figures) {
        let joined = &mut self.segments[usize::from(root)];
        joined.figures = Figures({ joined.figures }.0 - figure.0);
    }

    /// Joins two field segments.
    #[inline]
    pub fn join_fields(&mut self, a: u16, b: u16) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.merge(a, b);
        }
    }

    /// Joins two road or city segments across an edge, which is open no more.
    #[inline]
    pub fn join_lines(&mut self, a: u16, b: u16) {
        let (a, b) = (self.root(a), self.root(b));
        let root = if a == b {
            a
        } else {
            let both = self.segments[usize::from(a)].open & self.segments[usize::from(b)].open;
            let common = if both & SHARES != 0 { self.common_tiles(a, b) } else { 0 };
            let root = self.merge(a, b);
            self.segments[usize::from(root)].value -= common;
            root
        };
        self.segments[usize::from(root)].open -= 2;
    }

    /// Tiles that have segments of both features.
    fn common_tiles(&self, a: u16, b: u16) -> u16 {
        let (small, big) = if self.value(a) < self.value(b) { (a, b) } else { (b, a) };
        let common = self.tiles(small).filter(|(tile, segment)| self.reaches(*tile, *segment, big));
        common.count() as u16
    }

    /// Whether the tile that `segment` lies on also has a segment of the feature `root`.
    fn reaches(&self, tile: u16, segment: u16, root: u16) -> bool {
        let (before, after) = self.segments.split_at(usize::from(segment));
        let same = |other: &&Joined| { other.tile } == tile;
        let both = before.iter().rev().take_while(same).chain(after.iter().take_while(same));
        both.into_iter().any(|other| { other.root } == root)
    }

    /// The smaller feature becomes part of the bigger one; its root is returned.
    #[inline]
    fn merge(&mut self, a: u16, b: u16) -> u16 {
        let (big, small) = if self.value(a) < self.value(b) { (b, a) } else { (a, b) };
        let lost = self.segments[usize::from(small)];
        let mut here = small;
        loop {
            let joined = &mut self.segments[usize::from(here)];
            joined.root = big;
            if joined.next == small {
                break;
            }
            here = joined.next;
        }
        let root = &mut self.segments[usize::from(big)];
        root.figures = Figures({ root.figures }.0 + { lost.figures }.0);
        root.value += lost.value;
        root.open = ((root.open & !SHARES) + (lost.open & !SHARES)) | ((root.open | lost.open) & SHARES);
        let after = root.next;
        root.next = small;
        self.segments[usize::from(here)].next = after;
        big
    }
}

impl Clone for Land {
    fn clone(&self) -> Land {
        let mut segments = Vec::with_capacity(self.segments.capacity());
        segments.extend_from_slice(&self.segments);
        Land { segments }
    }
}
