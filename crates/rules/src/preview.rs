//! What a placement would make of the features around it, found without laying the tile.

use crate::geometry::{Cell, Rotation, Side};
use crate::land::Sums;
use crate::position::Position;
use crate::query::FeatureId;
use crate::ruleset::{MAX_SEGMENTS, Turned};
use crate::summary::FeatureSummary;
use crate::tile::{FeatureKind, Kind, Terrain};

/// A tile meets at most a road and two fields on each side.
const MAX_PARTS: usize = 12;

/// The features that a tile would belong to.
#[derive(Clone, Debug)]
pub struct Preview {
    /// For each segment of the tile the first one of the same feature.
    group: [u8; MAX_SEGMENTS],
    /// The sums of each group, at its first segment.
    sums: [Sums; MAX_SEGMENTS],
    kinds: [FeatureKind; MAX_SEGMENTS],
    segments: u8,
    /// Features that the tile meets, each once, with a segment that meets it.
    parts: [(u16, u8); MAX_PARTS],
    count: usize,
    /// Which of them hold followers, one bit each.
    claimed: u16,
    /// The number of the next segment.
    next: u16,
}

/// A feature as it would be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joined {
    /// Its first segment on the tile.
    pub segment: u8,
    /// What there is to know of it. The handle is what its first segment would get: for [`Position::summary_of`] once
    /// the tile lies.
    pub summary: FeatureSummary,
}

impl Preview {
    /// The features that the tile would belong to, by their first segment.
    #[inline]
    pub fn features(&self) -> impl Iterator<Item = Joined> + '_ {
        let firsts = (0..self.segments).filter(|n| self.group[usize::from(*n)] == *n);
        firsts.map(|segment| Joined { segment, summary: self.summary(segment) })
    }

    /// The feature of a segment of the tile.
    #[inline]
    pub fn feature_of(&self, segment: u8) -> Option<Joined> {
        let first = *self.group[..usize::from(self.segments)].get(usize::from(segment))?;
        Some(Joined { segment: first, summary: self.summary(first) })
    }

    /// The features that the tile meets, each once.
    #[inline]
    pub fn parts(&self) -> impl Iterator<Item = FeatureId> + '_ {
        self.parts[..self.count].iter().map(|(root, _)| FeatureId(*root))
    }

    /// Those of them that hold a follower.
    #[inline]
    pub fn claimed_parts(&self) -> impl Iterator<Item = FeatureId> + '_ {
        let mut rest = self.claimed;
        std::iter::from_fn(move || {
            let part = self.parts[..].get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(FeatureId(part.0))
        })
    }

    /// Those that would become part of one feature.
    #[inline]
    pub fn parts_of(&self, feature: &Joined) -> impl Iterator<Item = FeatureId> + '_ {
        let first = feature.segment;
        let own = move |part: &&(u16, u8)| self.group[usize::from(part.1)] == first;
        self.parts[..self.count].iter().filter(own).map(|(root, _)| FeatureId(*root))
    }

    #[inline]
    fn summary(&self, first: u8) -> FeatureSummary {
        let id = FeatureId(self.next + u16::from(first));
        FeatureSummary::new(id, self.kinds[usize::from(first)], self.sums[usize::from(first)])
    }

    /// A segment meets a feature, which has these sums.
    #[inline]
    fn meet(&mut self, segment: u8, root: u16, sums: Sums) {
        let known = self.parts[..self.count].iter().find(|part| part.0 == root);
        match known {
            Some((_, other)) => self.unite(segment, *other),
            None => {
                self.parts[self.count] = (root, segment);
                self.claimed |= u16::from(sums.figures().occupied()) << self.count;
                self.count += 1;
                let own = &mut self.sums[usize::from(self.group[usize::from(segment)])];
                *own = own.with(sums);
            }
        }
    }

    /// Two segments of the tile come to belong to one feature.
    #[inline]
    fn unite(&mut self, a: u8, b: u8) {
        let [a, b] = [a, b].map(|segment| self.group[usize::from(segment)]);
        if a == b {
            return;
        }
        let (low, high) = (a.min(b), a.max(b));
        let sums = self.sums[usize::from(high)];
        let own = &mut self.sums[usize::from(low)];
        *own = own.with(sums);
        if self.kinds[usize::from(low)] != FeatureKind::Field {
            own.count_less(1);
        }
        self.group.iter_mut().filter(|group| **group == high).for_each(|group| *group = low);
    }
}

impl Position {
    /// What a tile of a kind would belong to if it were laid so on an open cell that it fits.
    ///
    /// ```
    /// use rules::{Cell, Kind, Position, Rotation, Setup};
    /// let position = Position::new(&Setup::base(2)).unwrap();
    /// let road = Kind::named("U").unwrap();
    /// let preview = position.preview(road, Cell::new(1, 0), Rotation::NONE);
    /// let longest = preview.features().map(|feature| feature.summary.count).max();
    /// assert_eq!((longest, preview.parts().count()), (Some(2), 3));
    /// ```
    pub fn preview(&self, kind: Kind, cell: Cell, rotation: Rotation) -> Preview {
        let table = self.table(kind);
        let mut preview = Preview {
            group: std::array::from_fn(|n| n as u8),
            sums: table.fresh,
            kinds: table.features,
            segments: table.segments,
            parts: [(0, 0); MAX_PARTS],
            count: 0,
            claimed: 0,
            next: self.land.len(),
        };
        let joints = &self.rules.joints[Turned::new(kind, rotation).index()];
        for side in Side::ALL {
            let Some(tile) = self.board.tile_at(cell.step(side)) else { continue };
            let placed = &self.board.tiles[usize::from(tile)];
            let theirs = &self.rules.joints[placed.turned.index()][side.opposite().index()];
            let ours = &joints[side.index()];
            let mut meet = |own: u8, other: u8| {
                let root = self.land.root(placed.segment(other));
                preview.meet(own, root, self.land.sums_at(root));
            };
            if ours.terrain != Terrain::City {
                meet(ours.left, theirs.right);
            }
            if matches!(ours.terrain, Terrain::Road | Terrain::River) {
                meet(ours.right, theirs.left);
            }
            if matches!(ours.terrain, Terrain::Road | Terrain::City) {
                meet(ours.line, theirs.line);
                preview.sums[usize::from(preview.group[usize::from(ours.line)])].close_edge();
            }
        }
        self.count_tiles_once(&mut preview);
        preview
    }

    /// A tile counts once, though several of its segments come to belong to one road or city.
    #[inline]
    fn count_tiles_once(&self, preview: &mut Preview) {
        for (n, (root, segment)) in preview.parts[..preview.count].iter().enumerate().skip(1) {
            let sums = self.land.sums_at(*root);
            let group = preview.group[usize::from(*segment)];
            let together = |part: &&(u16, u8)| {
                preview.group[usize::from(part.1)] == group && sums.may_share(self.land.sums_at(part.0))
            };
            let before = preview.parts[..n].iter().filter(together).map(|part| part.0);
            if before.clone().next().is_some() {
                let twice = self.land.tiles_shared(*root, before);
                preview.sums[usize::from(group)].count_less(twice);
            }
        }
    }
}
