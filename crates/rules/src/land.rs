//! Roads, cities, monasteries and fields: segments joined into features.
//!
//! Every segment knows its feature's root, where the feature's sums are kept, and the next segment in a ring
//! through the feature, so that joining two features relabels the smaller one and everything else is a look-up.
//!
//! The start tile D (city, road, fields north and south of the road) and U laid east of it, whose segments are
//! numbers 4 to 6 and join 1 to 3:
//!
//! ```text
//!              D                                U
//! segment      0 city  1 road  2 north 3 south  4 road  5 north 6 south
//! root         0       1       2       3        1       2       3
//! next         0       4       5       6        1       2       3
//! sums at 0: 1 tile, 1 open edge; at 1: 2 tiles, 2 open edges (D's west, U's east); those at 4 to 6 are dead
//! ```
//!
//! A thief on U adds to the figures at 1. When a later tile joins this road to a longer one, 1 and 4 get its root,
//! its sums get those at 1 added, less the two edges that met, and the two rings become one.

use crate::figure::{Figure, MAX_SEATS, Seat};
use crate::ruleset::{Joint, KindTable, MAX_SEGMENTS};
use crate::tile::Terrain;
use wide::u32x8;

/// Figures on a feature: four bits a seat with the number of its followers, then one bit a seat for builders or pigs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Figures(pub u32);

const LANE: u32 = 4;
const FOLLOWERS: u32 = (1 << (LANE * MAX_SEATS as u32)) - 1;
const HELPERS: u32 = ((1 << MAX_SEATS) - 1) << (LANE * MAX_SEATS as u32);
/// One follower of each seat.
const ONES: u32 = FOLLOWERS / ((1 << LANE) - 1);

impl Figures {
    /// What a figure adds.
    #[inline]
    pub fn of_figure(seat: Seat, figure: Figure) -> Figures {
        if figure.ability().follower { Figures::follower(seat) } else { Figures::helper(seat) }
    }

    fn follower(seat: Seat) -> Figures {
        Figures(1 << (LANE * u32::from(seat.0)))
    }

    fn helper(seat: Seat) -> Figures {
        Figures(1 << (LANE * MAX_SEATS as u32 + u32::from(seat.0)))
    }

    /// Whether anybody's follower is there.
    #[inline]
    pub fn occupied(self) -> bool {
        self.0 & FOLLOWERS != 0
    }

    /// Whether a single follower is there.
    #[inline]
    pub fn is_one(self) -> bool {
        let followers = self.0 & FOLLOWERS;
        followers & ONES == followers && followers.is_power_of_two()
    }

    /// Whether a single follower is there, and nothing else.
    #[inline]
    pub fn is_one_alone(self) -> bool {
        self.0 & ONES == self.0 && self.0.is_power_of_two()
    }

    /// The seat whose followers are there, if nobody else's are.
    #[inline]
    pub fn only_seat(self) -> Option<Seat> {
        let followers = self.0 & FOLLOWERS;
        let seat = followers.trailing_zeros() / LANE;
        (followers != 0 && followers >> (LANE * seat) < 1 << LANE).then_some(Seat(seat as u8))
    }

    #[inline]
    pub fn of(self, seat: Seat) -> u8 {
        (self.0 >> (LANE * u32::from(seat.0)) & 15) as u8
    }

    #[inline]
    pub fn has_helper(self, seat: Seat) -> bool {
        self.0 & Figures::helper(seat).0 != 0
    }

    /// Whether anybody's builder or pig is there.
    #[inline]
    pub fn has_helpers(self) -> bool {
        self.0 & !FOLLOWERS != 0
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

/// The sums of a feature in one number, so that joining two features is one addition: figures in 32 bits, then
/// tiles and pennants in 16, open edges in 15, and whether the feature may meet itself on one tile.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Sums(u64);

impl Sums {
    const OPEN: u32 = 48;
    const VALUE: u32 = 32;
    /// Both ends of an open edge have met.
    const CLOSED: u64 = 2 << Sums::OPEN;
    /// Of roads and cities: a tile has other segments of the same kind, which may come to belong to the same
    /// feature although the tile counts once.
    const SHARES: u64 = 1 << 63;
    /// What is there or not, however often it is added.
    const FLAGS: u64 = Sums::SHARES | HELPERS as u64;

    /// A segment on its own: tiles and pennants that count, open edges.
    pub fn new(value: u16, open: u32, shares: bool) -> Sums {
        let shares = if shares { Sums::SHARES } else { 0 };
        Sums(u64::from(value) << Sums::VALUE | u64::from(open) << Sums::OPEN | shares)
    }

    #[inline]
    pub fn figures(self) -> Figures {
        Figures(self.0 as u32)
    }

    #[inline]
    pub fn value(self) -> u16 {
        (self.0 >> Sums::VALUE) as u16
    }

    #[inline]
    pub fn open(self) -> u16 {
        ((self.0 & !Sums::SHARES) >> Sums::OPEN) as u16
    }

    #[inline]
    pub fn with(self, other: Sums) -> Sums {
        Sums(self.0 - (self.0 & other.0 & Sums::FLAGS) + other.0)
    }

    /// Whether a tile may have segments of both.
    #[inline]
    pub fn may_share(self, other: Sums) -> bool {
        self.0 & other.0 & Sums::SHARES != 0
    }

    /// Both ends of an open edge have met.
    #[inline]
    pub fn close_edge(&mut self) {
        self.0 -= Sums::CLOSED;
    }

    /// Tiles that were counted twice count once.
    #[inline]
    pub fn count_less(&mut self, tiles: u16) {
        self.0 -= u64::from(tiles) << Sums::VALUE;
    }
}

/// Which feature a segment belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Link {
    root: u16,
    /// The next segment in the ring through the feature.
    next: u16,
}

impl Link {
    /// Segments from `first` on, each on its own.
    #[inline]
    fn all_alone(first: u16) -> [Link; MAX_SEGMENTS] {
        const BOTH: u32 = 0x1_0001;
        const NUMBERS: [u32; MAX_SEGMENTS] = [0, 1, 2, 3, 4, 5, 6, 7];
        let numbers = u32x8::splat(BOTH * u32::from(first)) + u32x8::new(NUMBERS.map(|n| n * BOTH));
        numbers.to_array().map(|both| Link { root: both as u16, next: (both >> 16) as u16 })
    }

    /// Whether this is the link of a segment that belongs to no other.
    #[inline]
    fn is_alone(self, segment: u16) -> bool {
        self.next == segment
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Land {
    links: Box<[Link]>,
    /// At the roots only.
    sums: Box<[Sums]>,
    tiles: Box<[u16]>,
    len: u16,
    /// Whether the tile laid last has completed a road or city.
    completes: bool,
}

/// Where a tile's segments are written: always as many as a tile can have, of which the next tile overwrites
/// those that this one does not have.
#[inline]
fn room<T>(list: &mut [T], first: u16) -> &mut [T; MAX_SEGMENTS] {
    let first = usize::from(first);
    (&mut list[first..first + MAX_SEGMENTS]).try_into().expect("as many")
}

impl Land {
    pub fn new(segments: usize) -> Land {
        Land {
            links: vec![Link::default(); segments].into(),
            sums: vec![Sums::default(); segments].into(),
            tiles: vec![0; segments].into(),
            len: 0,
            completes: false,
        }
    }

    pub fn copy_from(&mut self, other: &Land) {
        let len = usize::from(other.len);
        self.links[..len].copy_from_slice(&other.links[..len]);
        self.sums[..len].copy_from_slice(&other.sums[..len]);
        self.tiles[..len].copy_from_slice(&other.tiles[..len]);
        (self.len, self.completes) = (other.len, other.completes);
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.links) + size_of_val(&*self.sums) + size_of_val(&*self.tiles)
    }

    /// How many segments are laid; also the number of the next one.
    #[inline]
    pub fn len(&self) -> u16 {
        self.len
    }

    /// Adds the segments of a tile, each a feature of its own, and gives the number of the first.
    #[inline]
    pub fn add(&mut self, tile: u16, kind: &KindTable) -> u16 {
        let first = self.len;
        self.len += u16::from(kind.segments);
        self.completes = false;
        if usize::from(first) + MAX_SEGMENTS > self.links.len() {
            return self.add_last(first, tile, kind);
        }
        *room(&mut self.links, first) = Link::all_alone(first);
        *room(&mut self.sums, first) = kind.fresh;
        *room(&mut self.tiles, first) = [tile; MAX_SEGMENTS];
        first
    }

    /// The same for the last tiles, after which there is no room to spare.
    #[cold]
    fn add_last(&mut self, first: u16, tile: u16, kind: &KindTable) -> u16 {
        for (own, sums) in (first..self.len).zip(kind.fresh) {
            self.links[usize::from(own)] = Link { root: own, next: own };
            self.sums[usize::from(own)] = sums;
            self.tiles[usize::from(own)] = tile;
        }
        first
    }

    /// Whether the tile laid last has completed a road or city.
    #[inline]
    pub fn completes(&self) -> bool {
        self.completes
    }

    #[inline]
    pub fn root(&self, segment: u16) -> u16 {
        self.links[usize::from(segment)].root
    }

    #[inline]
    pub fn tile(&self, segment: u16) -> u16 {
        self.tiles[usize::from(segment)]
    }

    #[inline]
    fn sums(&mut self, root: u16) -> &mut Sums {
        &mut self.sums[usize::from(root)]
    }

    /// All sums of a feature.
    #[inline]
    pub fn sums_at(&self, root: u16) -> Sums {
        self.sums[usize::from(root)]
    }

    #[inline]
    pub fn figures(&self, root: u16) -> Figures {
        self.sums[usize::from(root)].figures()
    }

    /// Tiles and pennants of a road or city.
    #[inline]
    pub fn value(&self, root: u16) -> u16 {
        self.sums[usize::from(root)].value()
    }

    /// Edges of a road or city that meet nothing yet.
    #[inline]
    pub fn open_edges(&self, root: u16) -> u16 {
        self.sums[usize::from(root)].open()
    }

    /// The segments of a feature.
    pub fn ring(&self, root: u16) -> impl Iterator<Item = u16> + '_ {
        let mut next = Some(root);
        std::iter::from_fn(move || {
            let here = next?;
            let after = self.links[usize::from(here)].next;
            next = (after != root).then_some(after);
            Some(here)
        })
    }

    /// Each tile of a feature once, with the feature's first segment on it.
    pub fn tiles(&self, root: u16) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.ring(root).filter(|segment| self.is_first_of_tile(*segment)).map(|s| (self.tile(s), s))
    }

    pub fn is_first_of_tile(&self, segment: u16) -> bool {
        let (tile, root) = (self.tile(segment), self.root(segment));
        let before = (0..segment).rev().take_while(|other| self.tile(*other) == tile);
        !before.into_iter().any(|other| self.root(other) == root)
    }

    #[inline]
    pub fn put(&mut self, root: u16, figure: Figures) {
        let sums = self.sums(root);
        *sums = sums.with(Sums(figure.0.into()));
    }

    #[inline]
    pub fn take(&mut self, root: u16, figure: Figures) {
        self.sums(root).0 -= u64::from(figure.0);
    }

    /// Joins a side of the tile whose first segment is `a` to the side of the tile whose first is `b`.
    #[inline(never)]
    pub fn join(&mut self, a: u16, ours: &Joint, b: u16, theirs: &Joint) {
        let (a, b) = (usize::from(a), usize::from(b));
        if ours.terrain == Terrain::Road || ours.terrain == Terrain::City {
            self.join_lines(a + usize::from(ours.line), b + usize::from(theirs.line));
        }
        if ours.terrain == Terrain::City {
            return;
        }
        self.join_fields(a + usize::from(ours.left), b + usize::from(theirs.right));
        if ours.terrain != Terrain::Field {
            self.join_fields(a + usize::from(ours.right), b + usize::from(theirs.left));
        }
    }

    /// Joins a field segment of the tile just laid to another.
    #[inline(always)]
    fn join_fields(&mut self, fresh: usize, other: usize) {
        let (a, b) = (self.links[fresh], self.links[other].root);
        if a.is_alone(fresh as u16) {
            self.attach(fresh, b, 0);
        } else if a.root != b {
            self.merge(a.root, b);
        }
    }

    /// Joins a road or city segment of the tile just laid to another across an edge, which is open no more.
    #[inline(always)]
    fn join_lines(&mut self, fresh: usize, other: usize) {
        let (a, b) = (self.links[fresh], self.links[other].root);
        let apart = a.is_alone(fresh as u16) && !self.sums[fresh].may_share(*self.sums(b));
        let sums = if apart { self.attach(fresh, b, Sums::CLOSED) } else { self.unite(a.root, b) };
        self.completes |= sums.open() == 0;
    }

    /// Two roads or cities, or two ends of the same, become one.
    #[cold]
    #[inline(never)]
    fn unite(&mut self, a: u16, b: u16) -> Sums {
        let mut root = b;
        if a != b {
            let common = if self.sums(a).may_share(*self.sums(b)) { self.common_tiles(a, b) } else { 0 };
            root = self.merge(a, b);
            self.sums(root).count_less(common);
        }
        let sums = self.sums(root);
        sums.close_edge();
        *sums
    }

    /// A segment that is a feature of its own becomes part of another one with which it cannot share a tile, less
    /// what is `closed` by that.
    #[inline]
    fn attach(&mut self, fresh: usize, root: u16, closed: u64) -> Sums {
        let ours = self.sums[fresh];
        let theirs = self.sums(root);
        let sums = Sums(theirs.0 + ours.0 - closed);
        *theirs = sums;
        let next = std::mem::replace(&mut self.links[usize::from(root)].next, fresh as u16);
        self.links[fresh] = Link { root, next };
        sums
    }

    /// Tiles that have segments of both features.
    fn common_tiles(&self, a: u16, b: u16) -> u16 {
        let (small, big) = if self.value(a) < self.value(b) { (a, b) } else { (b, a) };
        let common = self.tiles(small).filter(|(tile, segment)| self.reaches(*tile, *segment, big));
        common.count() as u16
    }

    /// Tiles of a feature that also have segments of any of the others.
    pub fn tiles_shared(&self, root: u16, others: impl Iterator<Item = u16> + Clone) -> u16 {
        let reached = |tile, segment| others.clone().any(|other| self.reaches(tile, segment, other));
        self.tiles(root).filter(|(tile, segment)| reached(*tile, *segment)).count() as u16
    }

    /// Whether the tile that `segment` lies on also has a segment of the feature `root`.
    fn reaches(&self, tile: u16, segment: u16, root: u16) -> bool {
        let same = |other: &u16| self.tile(*other) == tile;
        let before = (0..segment).rev().take_while(same);
        let after = (segment..self.len).take_while(same);
        before.chain(after).any(|other| self.root(other) == root)
    }

    /// The smaller feature becomes part of the bigger one; its root is returned.
    #[cold]
    #[inline(never)]
    fn merge(&mut self, a: u16, b: u16) -> u16 {
        let (ours, theirs) = (*self.sums(a), *self.sums(b));
        let (big, small) = if ours.value() < theirs.value() { (b, a) } else { (a, b) };
        *self.sums(big) = ours.with(theirs);
        let mut last = small;
        loop {
            let link = &mut self.links[usize::from(last)];
            link.root = big;
            if link.next == small {
                break;
            }
            last = link.next;
        }
        let after = std::mem::replace(&mut self.links[usize::from(big)].next, small);
        self.links[usize::from(last)].next = after;
        big
    }
}
