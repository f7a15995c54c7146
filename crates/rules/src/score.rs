//! Scoring of roads, cities and monasteries, when they are completed and at the end.

use crate::board::Placed;
use crate::event::{Event, Phase, Reason, RemovalReason, Score, Sink};
use crate::figure::{MAX_SEATS, Seat};
use crate::geometry::{Cell, Spot};
use crate::goods;
use crate::land::{Figures, leaders};
use crate::piece::{PieceId, PieceSet};
use crate::position::Position;
use crate::setup::{DragonMoves, Farmers, FieldScoring, TinyCity};
use crate::tile::FeatureKind;

/// Points of each seat.
pub(crate) type Points = [u32; MAX_SEATS];

/// The same points for every seat in a set of bits.
#[inline]
pub(crate) fn points_for(seats: u8, points: u32) -> Points {
    std::array::from_fn(|seat| if seats >> seat & 1 != 0 { points } else { 0 })
}

/// The seats with most followers on a feature.
#[inline]
pub(crate) fn majority(figures: Figures) -> u8 {
    if let Some(seat) = figures.only_seat() {
        return 1 << seat.0;
    }
    leaders((0..MAX_SEATS as u8).map(|seat| u32::from(figures.of(Seat(seat)))))
}

#[inline]
pub(crate) fn add(points: &mut Points, more: &Points) {
    for (points, more) in points.iter_mut().zip(more) {
        *points += more;
    }
}

impl Position {
    /// Scores what the laid tile completed (B-SCORE).
    #[inline]
    pub(crate) fn score_completed(&mut self, sink: &mut impl Sink) {
        if self.land.completes() {
            self.score_lines(sink);
        }
        if !self.pieces.monks.is_empty() {
            self.score_monasteries(sink);
        }
    }

    #[inline(never)]
    fn score_lines(&mut self, sink: &mut impl Sink) {
        let placed = *self.board.last();
        for number in self.table(placed.kind()).lines {
            let segment = placed.segment(number);
            let root = self.land.root(segment);
            if self.land.open_edges(root) == 0 {
                self.complete_line(root, segment, sink);
            }
        }
    }

    /// Whether the laid tile still waits to be scored.
    pub(crate) fn is_unscored(&self) -> bool {
        match self.state.phase {
            Phase::Figure => true,
            Phase::Dragon { .. } => self.rules.setup.knobs.dragon_moves == DragonMoves::BeforeScoring,
            Phase::Draw { .. } | Phase::Place | Phase::Extra | Phase::Over(_) => false,
        }
    }

    /// A road or city is complete: points, figures home, goods. `segment` is one of the laid tile's.
    fn complete_line(&mut self, root: u16, segment: u16, sink: &mut impl Sink) {
        let kind = self.feature_kind(segment);
        self.award(root, kind, true, sink);
        if kind == FeatureKind::City && self.rules.setup.parts.goods && self.land.is_first_of_tile(segment) {
            self.take_goods(root, sink);
        }
    }

    #[inline(never)]
    fn score_monasteries(&mut self, sink: &mut impl Sink) {
        let laid = self.board.last().cell;
        if self.pieces.monks.any(|piece| self.cell_of(self.pieces.segment(piece)).is_near(laid)) {
            self.score_monks(laid, sink);
        }
    }

    /// The monks near a cell whose monasteries are complete.
    fn surrounded_near(&self, laid: Cell) -> PieceSet {
        self.pieces.monks.filtered(move |piece| {
            let cell = self.cell_of(self.pieces.segment(piece));
            cell.is_near(laid) && self.board.neighbours(cell) == 8
        })
    }

    /// Scores the monasteries near a cell that are complete, by cell.
    #[inline(never)]
    fn score_monks(&mut self, laid: Cell, sink: &mut impl Sink) {
        let done = self.surrounded_near(laid);
        if done.is_empty() {
            return;
        }
        let mut roots: [Option<(Cell, u16)>; 9] = [None; 9];
        for (place, piece) in roots.iter_mut().zip(done) {
            let segment = self.pieces.segment(piece);
            *place = Some((self.spot(segment).cell, segment));
        }
        roots.sort_unstable_by_key(|root| root.map_or((true, Cell::ORIGIN), |(cell, _)| (false, cell)));
        for (_, root) in roots.into_iter().flatten() {
            self.award(root, FeatureKind::Monastery, true, sink);
        }
    }

    /// Gives the points of a finished feature and sends its figures home.
    fn award(&mut self, root: u16, kind: FeatureKind, complete: bool, sink: &mut impl Sink) {
        let figures = self.land.figures(root);
        if !figures.occupied() {
            return;
        }
        let mut points = self.score_feature(root, kind, complete, sink);
        add(&mut points, &self.fairy_bonus(root, sink));
        add(&mut self.state.scores, &points);
        if figures.is_one_alone() {
            let piece = self.pieces.all().find(|piece| self.land.root(self.pieces.segment(piece)) == root);
            return piece.into_iter().for_each(|piece| self.send_home(piece, RemovalReason::Scored, sink));
        }
        self.send_all_home(self.pieces_on(root), RemovalReason::Scored, sink);
    }

    /// The points of a claimed road, city or monastery as it stands.
    #[inline]
    pub(crate) fn score_feature<S: Sink>(
        &self,
        root: u16,
        kind: FeatureKind,
        complete: bool,
        sink: &mut S,
    ) -> Points {
        let figures = self.land.figures(root);
        let per_tile = self.per_tile(root, kind, complete);
        let points = points_for(majority(figures), self.counted(root, kind) * u32::from(per_tile));
        self.emit(sink, || {
            let reason = Reason::Feature {
                kind,
                spot: self.first_spot(root),
                complete,
                cells: self.feature_cells(root, kind),
                pennants: self.pennants(root),
                per_tile,
                followers: figures.followers(),
            };
            Event::Scored(Score { reason, points })
        });
        points
    }

    /// Tiles and pennants that count.
    pub(crate) fn counted(&self, root: u16, kind: FeatureKind) -> u32 {
        if kind.counts_neighbours() {
            1 + self.board.neighbours(self.spot(root).cell) as u32
        } else {
            u32::from(self.land.value(root))
        }
    }

    /// Points for each of them: E-TINY, B-SCORE-1 to 3, B-END-2.
    pub(crate) fn per_tile(&self, root: u16, kind: FeatureKind, complete: bool) -> u8 {
        if kind != FeatureKind::City || !complete {
            return 1;
        }
        let half = self.rules.setup.knobs.tiny == TinyCity::Half && self.land.tiles(root).count() == 2;
        if half { 1 } else { 2 }
    }

    pub(crate) fn is_complete(&self, segment: u16) -> bool {
        let placed = &self.board.tiles[usize::from(self.land.tile(segment))];
        self.is_part_complete(placed, segment)
    }

    /// The same for a segment whose tile is known.
    #[inline]
    pub(crate) fn is_part_complete(&self, placed: &Placed, segment: u16) -> bool {
        match self.table(placed.kind()).features[placed.index(segment)] {
            FeatureKind::Road | FeatureKind::City => self.land.open_edges(self.land.root(segment)) == 0,
            FeatureKind::Monastery => self.board.neighbours(placed.cell) == 8,
            FeatureKind::Field => false,
        }
    }

    pub(crate) fn first_spot(&self, root: u16) -> Spot {
        self.land.ring(root).map(|segment| self.spot(segment)).min().expect("a feature has a segment")
    }

    pub(crate) fn feature_cells(&self, root: u16, kind: FeatureKind) -> Vec<Cell> {
        let mut cells: Vec<Cell> =
            self.land.tiles(root).map(|(_, segment)| self.spot(segment).cell).collect();
        if kind.counts_neighbours() {
            let around = self.spot(root).cell.around().into_iter();
            cells.extend(around.filter(|cell| self.board.tile_at(*cell).is_some()));
        }
        cells.sort_unstable();
        cells
    }

    pub(crate) fn pennants(&self, root: u16) -> u16 {
        let printed = self.land.ring(root).map(|segment| {
            let Spot { cell: _, segment: number } = self.spot(segment);
            let placed = &self.board.tiles[usize::from(self.land.tile(segment))];
            u16::from(self.rules.catalogue.tile(placed.kind()).segments[usize::from(number)].pennants)
        });
        printed.sum()
    }

    /// Final scoring (B-END): what it gives each seat, without changing anything. What the laid tile completed
    /// and is not scored yet counts as complete (B-ENDNOW).
    pub(crate) fn final_scoring<S: Sink>(&self, sink: &mut S) -> Points {
        let mut points = Points::default();
        if S::ON {
            let mut claimed: Vec<u16> = self.claimed().collect();
            claimed.sort_by_key(|root| (self.feature_kind(*root), self.first_spot(*root)));
            claimed.into_iter().for_each(|root| add(&mut points, &self.score_at_end(root, sink)));
        } else {
            self.followers().each(|piece| {
                if let Some(root) = self.claim_of(piece) {
                    add(&mut points, &self.score_at_end(root, sink));
                }
            });
        }
        let knobs = &self.rules.setup.knobs;
        if knobs.farmers == Farmers::On && knobs.field != FieldScoring::PerField {
            add(&mut points, &self.score_farmed_cities(sink));
        }
        if self.rules.setup.parts.goods {
            add(&mut points, &goods::final_score(self, sink));
        }
        points
    }

    /// A claimed feature at the end, with its fairy bonus; fields only where each is scored on its own.
    #[inline(always)]
    fn score_at_end(&self, root: u16, sink: &mut impl Sink) -> Points {
        let kind = self.feature_kind(root);
        let mut points = if kind == FeatureKind::Field {
            let knobs = &self.rules.setup.knobs;
            if knobs.farmers == Farmers::Off || knobs.field != FieldScoring::PerField {
                return Points::default();
            }
            self.score_field(root, sink)
        } else {
            let complete = !kind.counts_neighbours() && self.land.open_edges(root) == 0;
            self.score_feature(root, kind, complete, sink)
        };
        add(&mut points, &self.fairy_bonus(root, sink));
        points
    }

    /// Every feature that holds a follower, once, by its root.
    pub(crate) fn claimed(&self) -> impl Iterator<Item = u16> + '_ {
        self.followers().iter().filter_map(|piece| self.claim_of(piece))
    }

    /// The feature that a follower stands on, if no follower with a lower number stands there, too.
    #[inline(always)]
    fn claim_of(&self, piece: PieceId) -> Option<u16> {
        let root = self.root_of(piece);
        let first = self.land.figures(root).is_one()
            || self.followers().find(|other| self.root_of(other) == root) == Some(piece);
        first.then_some(root)
    }

    /// The feature that a piece stands on.
    #[inline]
    pub(crate) fn root_of(&self, piece: PieceId) -> u16 {
        self.land.root(self.pieces.segment(piece))
    }
}
