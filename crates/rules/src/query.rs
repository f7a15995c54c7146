//! What a table, an analyst and a search want to know of a position.

use crate::event::Phase;
use crate::figure::{Figure, MAX_SEATS, Seat};
use crate::geometry::{Cell, Rotation, Spot};
use crate::position::Position;
use crate::score::add;
use crate::setup::FieldScoring;
use crate::tile::{FeatureKind, Kind};

/// A feature of one position: valid until the position changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FeatureId(pub(crate) u16);

impl FeatureId {
    /// Its number, smaller than that of laid segments.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A road, city, monastery or field as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Its handle, for [`Position::spots`] and the like.
    pub id: FeatureId,
    /// What it is.
    pub kind: FeatureKind,
    /// Whether it is finished (a field never is).
    pub complete: bool,
    /// Its tiles. For a monastery, its own and those around it.
    pub tiles: u16,
    /// Its pennants.
    pub pennants: u16,
    /// Goods symbols in it, in the order of [`crate::Good::ALL`].
    pub goods: [u16; 3],
    /// Followers of each seat.
    pub followers: [u8; MAX_SEATS],
    /// Which seats have a builder (road, city) or a pig (field) on it.
    pub helpers: [bool; MAX_SEATS],
    /// What the majority would get if the game ended now.
    pub worth: u32,
    /// What the majority gets when it is finished with no more tiles than are there (plus, for a monastery,
    /// those around it). For a field: what it would be worth if every city it touches were finished.
    pub worth_complete: u32,
}

/// A kind of tile that can still be drawn and fits a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fit {
    /// Which.
    pub kind: Kind,
    /// How many are left to be drawn, held back ones included.
    pub count: u16,
    /// In which rotations, one bit each.
    pub rotations: u8,
}

/// The score sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// How many seats.
    pub seats: u8,
    /// Points so far.
    pub scores: [u32; MAX_SEATS],
    /// Points if the game ended now, final scoring included.
    pub projected: [u32; MAX_SEATS],
    /// What each seat has left of each figure, in the order of [`crate::Figure::ALL`].
    pub supply: [[u8; Figure::ALL.len()]; MAX_SEATS],
    /// Goods tokens, in the order of [`crate::Good::ALL`].
    pub goods: [[u16; 3]; MAX_SEATS],
    /// Who has given up.
    pub retired: [bool; MAX_SEATS],
    /// Who won, once the game is over.
    pub winners: Vec<Seat>,
}

impl Position {
    /// The feature a segment belongs to.
    ///
    /// ```
    /// use rules::{Cell, FeatureKind, Position, Setup, Spot};
    /// let position = Position::new(&Setup::base(2)).unwrap();
    /// let city = position.feature(Spot::new(Cell::ORIGIN, 0)).unwrap();
    /// assert_eq!((city.kind, city.tiles, city.worth), (FeatureKind::City, 1, 1));
    /// ```
    pub fn feature(&self, spot: Spot) -> Option<Feature> {
        self.segment_at(spot).map(|segment| self.feature_of(self.land.root(segment)))
    }

    /// Every feature on the board.
    pub fn features(&self) -> impl Iterator<Item = Feature> + '_ {
        let roots = (0..self.land.len()).filter(|segment| self.land.root(*segment) == *segment);
        roots.map(|root| self.feature_of(root))
    }

    /// Every feature that holds a follower.
    pub fn claimed_features(&self) -> impl Iterator<Item = Feature> + '_ {
        self.claimed().map(|root| self.feature_of(root))
    }

    fn feature_of(&self, root: u16) -> Feature {
        let kind = self.feature_kind(root);
        let figures = self.land.figures(root);
        let complete = self.is_complete(root);
        let pennants = if kind == FeatureKind::City { self.pennants(root) } else { 0 };
        let (worth, worth_complete) = self.worth(root, kind, complete);
        Feature {
            id: FeatureId(root),
            kind,
            complete,
            tiles: match kind {
                FeatureKind::Field => self.land.tiles(root).count() as u16,
                _ => self.counted(root, kind) as u16 - pennants,
            },
            pennants,
            goods: if kind == FeatureKind::City { self.goods_in(root) } else { [0; 3] },
            followers: figures.followers(),
            helpers: figures.helpers(),
            worth,
            worth_complete,
        }
    }

    pub(crate) fn worth(&self, root: u16, kind: FeatureKind, complete: bool) -> (u32, u32) {
        match kind {
            FeatureKind::Field => {
                let per_city = if self.rules.setup.knobs.field == FieldScoring::PerCity { 4 } else { 3 };
                let [done, all] = self.cities_touched(root);
                (per_city * done, per_city * all)
            }
            FeatureKind::Monastery => (self.counted(root, kind), 9),
            FeatureKind::Road | FeatureKind::City => {
                let counted = self.counted(root, kind);
                let per = |complete| counted * u32::from(self.per_tile(root, kind, complete));
                (per(complete), per(true))
            }
        }
    }

    /// The segments of a feature, in no particular order.
    pub fn spots(&self, id: FeatureId) -> impl Iterator<Item = Spot> + '_ {
        let known = self.knows(id).then_some(id.0);
        known.into_iter().flat_map(|root| self.land.ring(root)).map(|segment| self.spot(segment))
    }

    /// The empty cells a feature needs tiles on to be finished; a cell may come twice.
    pub fn needs(&self, id: FeatureId) -> impl Iterator<Item = Cell> + '_ {
        let root = self.knows(id).then_some(id.0);
        let monastery = root.filter(|root| self.feature_kind(*root).counts_neighbours());
        let around = monastery.into_iter().flat_map(|root| self.spot(root).cell.around());
        let edges =
            root.into_iter().flat_map(|root| self.land.ring(root)).flat_map(|segment| self.beyond(segment));
        around.chain(edges).filter(|cell| self.board.tile_at(*cell).is_none())
    }

    /// Whether a handle is one of this position's; another position's names nothing here.
    fn knows(&self, id: FeatureId) -> bool {
        id.0 < self.land.len() && self.land.root(id.0) == id.0
    }

    /// The cells beyond the edges of a road or city segment.
    fn beyond(&self, segment: u16) -> impl Iterator<Item = Cell> + use<> {
        let placed = self.board.tiles[usize::from(self.land.tile(segment))];
        let number = placed.index(segment);
        let sides = self.rules.catalogue.tile(placed.kind()).segments[number].sides;
        sides.turned(placed.rotation()).iter().map(move |side| placed.cell.step(side))
    }

    /// The completed cities a field touches, each once.
    pub fn cities(&self, field: FeatureId) -> Vec<FeatureId> {
        match self.knows(field).then(|| self.feature_kind(field.0)) {
            Some(FeatureKind::Field) => self.cities_of(field.0).into_iter().map(FeatureId).collect(),
            _ => Vec::new(),
        }
    }

    /// The empty cells beside laid tiles.
    pub fn open_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.board.open_cells()
    }

    /// Which tiles still to be drawn fit an open cell; none for a cell that is not open.
    /// A river tile fits only where the river may flow now.
    pub fn fits(&self, cell: Cell) -> impl Iterator<Item = Fit> + '_ {
        let kinds = self.rules.kinds();
        kinds.filter_map(move |kind| {
            let count = self.bag.may_come(kind);
            if count == 0 {
                return None;
            }
            let rotations = Rotation::ALL.into_iter().fold(0, |bits, rotation| {
                bits | u8::from(self.check_place(cell, rotation, kind).is_ok()) << rotation.quarters()
            });
            (rotations != 0).then_some(Fit { kind, count, rotations })
        })
    }

    /// Open cells that no tile still to be drawn can fill.
    pub fn dead_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.open_cells().filter(|cell| self.fits(*cell).next().is_none())
    }

    /// Points of each seat if the game ended now, final scoring included.
    pub fn projected(&self) -> [u32; MAX_SEATS] {
        let mut scores = self.state.scores;
        if !matches!(self.state.phase, Phase::Over(_)) {
            add(&mut scores, &self.final_scoring(&mut ()));
        }
        scores
    }

    /// The score sheet.
    pub fn standing(&self) -> Standing {
        Standing {
            seats: self.rules.setup.seats,
            scores: self.state.scores,
            projected: self.projected(),
            supply: self.supplies(),
            goods: self.state.goods,
            retired: self.retirements(),
            winners: self.winners().collect(),
        }
    }

    /// Who won: most points of those who have not retired; nobody while the game goes on.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        winners(self.state.phase, self.rules.setup.seats, self.state.scores, |seat| self.is_retired(seat))
    }
}

/// Who won: most points among those who did not give up (B-END-4, B-RETIRE); nobody while the game goes on.
pub(crate) fn winners(
    phase: Phase,
    seats: u8,
    scores: [u32; MAX_SEATS],
    retired: impl Fn(Seat) -> bool + Clone,
) -> impl Iterator<Item = Seat> {
    let over = matches!(phase, Phase::Over(_));
    let playing = (0..seats).map(Seat).filter(move |seat| over && !retired(*seat));
    let best = playing.clone().map(|seat| scores[seat.index()]).max();
    playing.filter(move |seat| Some(scores[seat.index()]) == best)
}
