//! What a search asks of features again and again: sums that are at hand, found without going around anything.

use crate::figure::{Figure, MAX_SEATS, Seat};
use crate::geometry::{Cell, Spot};
use crate::land::{Figures, Sums};
use crate::position::Position;
use crate::query::FeatureId;
use crate::score::majority;
use crate::tile::FeatureKind;

/// The least there is to know of a feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureSummary {
    /// Its handle.
    pub id: FeatureId,
    /// What it is.
    pub kind: FeatureKind,
    /// Of a road or city: its tiles and pennants.
    pub count: u16,
    /// Of a road or city: its edges that meet nothing yet. It is finished if there are none.
    pub open: u16,
    figures: Figures,
}

impl FeatureSummary {
    #[inline]
    pub(crate) fn new(id: FeatureId, kind: FeatureKind, sums: Sums) -> FeatureSummary {
        FeatureSummary { id, kind, count: sums.value(), open: sums.open(), figures: sums.figures() }
    }

    /// Whether anybody's follower stands there.
    #[inline]
    pub fn is_claimed(&self) -> bool {
        self.figures.occupied()
    }

    /// A seat's followers there.
    #[inline]
    pub fn followers(&self, seat: Seat) -> u8 {
        self.figures.of(seat)
    }

    /// Everyone's followers there.
    #[inline]
    pub fn all_followers(&self) -> [u8; MAX_SEATS] {
        self.figures.followers()
    }

    /// Which seats have a builder (road, city) or a pig (field) there.
    #[inline]
    pub fn all_helpers(&self) -> [bool; MAX_SEATS] {
        self.figures.helpers()
    }

    /// Whether anybody's builder or pig stands there.
    #[inline]
    pub fn has_helpers(&self) -> bool {
        self.figures.has_helpers()
    }

    /// Whether a seat's builder (road, city) or pig (field) stands there.
    #[inline]
    pub fn has_helper(&self, seat: Seat) -> bool {
        self.figures.has_helper(seat)
    }

    /// The seats with most followers, one bit each; 0 if nobody's stand there.
    #[inline]
    pub fn leaders(&self) -> u8 {
        majority(self.figures)
    }
}

impl Position {
    /// The summary of the feature a segment belongs to.
    ///
    /// ```
    /// use rules::{Cell, Position, Setup, Spot};
    /// let position = Position::new(&Setup::base(2)).unwrap();
    /// let city = position.summary(Spot::new(Cell::ORIGIN, 0)).unwrap();
    /// assert_eq!((city.count, city.open, city.is_claimed()), (1, 1, false));
    /// ```
    #[inline]
    pub fn summary(&self, spot: Spot) -> Option<FeatureSummary> {
        self.segment_at(spot).map(|segment| self.gist_at(segment))
    }

    /// The summary of a feature of this position or of an earlier one, of which it may have become a part.
    #[inline]
    pub fn summary_of(&self, id: FeatureId) -> Option<FeatureSummary> {
        (id.0 < self.land.len()).then(|| self.gist_at(id.0))
    }

    #[inline]
    fn gist_at(&self, segment: u16) -> FeatureSummary {
        let root = self.land.root(segment);
        FeatureSummary::new(FeatureId(root), self.feature_kind(root), self.land.sums_at(root))
    }

    /// The summaries of all features that hold a follower.
    pub fn claimed_summaries(&self) -> impl Iterator<Item = FeatureSummary> + '_ {
        self.claimed().map(|root| self.gist_at(root))
    }

    /// The cell of a monastery, or some cell of another feature.
    #[inline]
    pub fn some_cell(&self, id: FeatureId) -> Option<Cell> {
        (id.0 < self.land.len()).then(|| self.cell_of(id.0))
    }

    /// Whether a feature of a later position was one of its own in this one.
    #[inline]
    pub fn has_feature(&self, id: FeatureId) -> bool {
        id.0 < self.land.len() && self.land.root(id.0) == id.0
    }

    /// How many cities a field touches: the finished ones, and all.
    pub fn cities_around(&self, field: FeatureId) -> [u32; 2] {
        match self.has_feature(field) && self.feature_kind(field.0) == FeatureKind::Field {
            true => self.cities_touched(field.0),
            false => [0; 2],
        }
    }

    /// Calls `see` with segments of the cities that a field touches, for [`Position::summary_of`] in this position and in later
    /// ones; a city may come several times.
    pub fn each_city_beside(&self, field: FeatureId, mut see: impl FnMut(FeatureId)) {
        if self.has_feature(field) && self.feature_kind(field.0) == FeatureKind::Field {
            self.each_border(field.0, |segment| see(FeatureId(segment)));
        }
    }

    /// What the majority on a feature would get if the game ended now, and if it were finished as it is; as in
    /// [`crate::Feature`].
    pub fn worth_of(&self, id: FeatureId) -> [u32; 2] {
        if id.0 >= self.land.len() {
            return [0; 2];
        }
        let root = self.land.root(id.0);
        let (now, complete) = self.worth(root, self.feature_kind(root), self.is_complete(root));
        [now, complete]
    }

    /// The goods symbols in a feature, in the order of [`crate::Good::ALL`].
    pub fn goods_of(&self, id: FeatureId) -> [u16; 3] {
        if id.0 < self.land.len() { self.goods_in(self.land.root(id.0)) } else { [0; 3] }
    }

    /// How many of the eight cells around one hold tiles.
    pub fn tiles_around(&self, cell: Cell) -> usize {
        self.board.neighbours(cell)
    }

    /// What a seat has left of a figure.
    pub fn in_supply(&self, seat: Seat, figure: Figure) -> u8 {
        if seat.index() < MAX_SEATS { self.supply(seat, figure) } else { 0 }
    }
}
