//! Where the pieces are: on the table or in supply, and how they come and go.

use crate::event::{Event, RemovalReason, Sink};
use crate::figure::{Figure, Seat};
use crate::geometry::Spot;
use crate::land::Figures;
use crate::piece::{MAX_PIECES, Piece, PieceId, PieceSet, Place};
use crate::position::Position;
use crate::ruleset::MAX_SEGMENTS;
use wide::u16x8;

/// The segment of a piece that is in supply.
const NOWHERE: u16 = u16::MAX;

/// Where every piece is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    at: [u16; MAX_PIECES],
    /// Those on the table.
    out: PieceSet,
    /// Those of them that stand in monasteries.
    pub monks: PieceSet,
}

impl Pieces {
    pub const NEW: Pieces =
        Pieces { at: [NOWHERE; MAX_PIECES], out: PieceSet::EMPTY, monks: PieceSet::EMPTY };

    /// Everything on the table.
    #[inline]
    pub fn all(&self) -> PieceSet {
        self.out
    }

    /// The pieces on `segments` segments from the first one on, several compared at once.
    fn standing_on(&self, first: u16, segments: u16) -> PieceSet {
        let (low, high) = self.at.split_at(64);
        let high = if self.out.has_high() { standing_on(high, first, segments) } else { 0 };
        PieceSet::from_bits(standing_on(low, first, segments), high)
    }

    /// The segment a piece stands on.
    #[inline]
    pub fn segment(&self, piece: PieceId) -> u16 {
        self.at[piece.index() % MAX_PIECES]
    }

    #[inline]
    fn set(&mut self, piece: PieceId, segment: u16) {
        self.at[piece.index() % MAX_PIECES] = segment;
    }
}

/// Which of up to 64 pieces stand on `segments` segments from the first one on, one bit each.
#[inline(always)]
fn standing_on(at: &[u16], first: u16, segments: u16) -> u64 {
    let (eights, _) = at.as_chunks();
    eights.iter().rev().fold(0, |bits, at| {
        let there = (u16x8::new(*at) - u16x8::splat(first)).simd_lt(u16x8::splat(segments));
        bits << u8::BITS | u64::from(there.to_bitmask())
    })
}

impl Position {
    /// What a seat has of a figure in all; none where its part is off.
    pub(crate) fn allotment(&self, figure: Figure) -> u8 {
        self.rules.roster.allotment(figure)
    }

    /// How many of a figure a seat has on the table.
    #[inline]
    pub(crate) fn on_table(&self, seat: Seat, figure: Figure) -> u8 {
        self.pieces.out.and(self.rules.roster.of(seat, figure)).len() as u8
    }

    /// Whether a seat has any of a figure to place.
    #[inline]
    pub(crate) fn has_in_supply(&self, seat: Seat, figure: Figure) -> bool {
        !self.rules.roster.of(seat, figure).and_not(self.pieces.out).is_empty()
    }

    /// Followers on the table, of all seats.
    #[inline]
    pub(crate) fn followers(&self) -> PieceSet {
        self.pieces.out.and(self.rules.roster.followers)
    }

    /// Followers of one seat on the table.
    pub(crate) fn followers_of(&self, seat: Seat) -> PieceSet {
        self.pieces.out.and(self.rules.roster.followers_of(seat))
    }

    /// Builders and pigs on the table.
    fn helpers(&self) -> PieceSet {
        self.pieces.out.and_not(self.rules.roster.followers)
    }

    /// Builders and pigs of one seat on the table.
    #[inline]
    pub(crate) fn helpers_of(&self, seat: Seat) -> PieceSet {
        self.pieces.out.and(self.rules.roster.helpers_of(seat))
    }

    /// Whether a seat has all its builders and pigs on the table.
    #[inline]
    pub(crate) fn all_helpers_out(&self, seat: Seat) -> bool {
        self.rules.roster.helpers_of(seat).and_not(self.pieces.out).is_empty()
    }

    /// Puts a figure on a segment that is there.
    #[inline]
    pub(crate) fn deploy(&mut self, seat: Seat, figure: Figure, spot: Spot, sink: &mut impl Sink) {
        let Some(placed) = self.placed_at(spot.cell) else { return };
        let segment = placed.segment(spot.segment);
        let kind = self.table(placed.kind()).features[usize::from(spot.segment) % MAX_SEGMENTS];
        let piece = self.rules.roster.of(seat, figure).and_not(self.pieces.out).first();
        self.pieces.set(piece, segment);
        self.pieces.out.insert(piece);
        if kind.counts_neighbours() {
            self.pieces.monks.insert(piece);
        }
        self.land.put(self.land.root(segment), Figures::of_figure(seat, figure));
        self.emit(sink, || Event::Deployed { seat, figure, place: Place::Segment(spot) });
    }

    /// Sends a piece home to its owner.
    pub(crate) fn send_home(&mut self, piece: PieceId, why: RemovalReason, sink: &mut impl Sink) {
        let (seat, figure) = (self.rules.roster.seat(piece), self.rules.roster.figure(piece));
        let segment = self.pieces.segment(piece);
        let root = self.land.root(segment);
        self.pieces.set(piece, NOWHERE);
        self.pieces.out.remove(piece);
        self.pieces.monks.remove(piece);
        if figure.ability().follower || !self.has_another(seat, root) {
            self.land.take(root, Figures::of_figure(seat, figure));
        }
        self.emit(sink, || Event::WentHome { seat, figure, place: Place::Segment(self.spot(segment)), why });
        self.fairy_loses(piece, sink);
    }

    /// Whether a seat has a builder or pig on a feature, those counted that are still on the table.
    #[cold]
    fn has_another(&self, seat: Seat, root: u16) -> bool {
        self.helpers_of(seat).any(|piece| self.land.root(self.pieces.segment(piece)) == root)
    }

    /// Sends several home, in the order of their places.
    pub(crate) fn send_all_home<S: Sink>(&mut self, pieces: PieceSet, why: RemovalReason, sink: &mut S) {
        if S::ON {
            let mut sorted: Vec<PieceId> = pieces.iter().collect();
            sorted.sort_by_key(|piece| self.seen(*piece));
            sorted.into_iter().for_each(|piece| self.send_home(piece, why, sink));
        } else {
            pieces.each(|piece| self.send_home(piece, why, sink));
        }
    }

    /// Builders and pigs with no own follower left on their feature go home (T-BUILD-4, T-PIG-2).
    pub(crate) fn send_lonely_home(&mut self, sink: &mut impl Sink) {
        self.send_all_home(self.lonely(), RemovalReason::Alone, sink);
    }

    fn lonely(&self) -> PieceSet {
        self.helpers().filtered(move |piece| {
            let root = self.land.root(self.pieces.segment(piece));
            self.land.figures(root).of(self.rules.roster.seat(piece)) == 0
        })
    }

    /// All pieces on a feature.
    #[inline]
    pub(crate) fn pieces_on(&self, root: u16) -> PieceSet {
        self.pieces.out.filtered(move |piece| self.land.root(self.pieces.segment(piece)) == root)
    }

    /// All pieces on a tile.
    pub(crate) fn pieces_on_tile(&self, tile: u16) -> PieceSet {
        let placed = &self.board.tiles[usize::from(tile)];
        let segments = self.table(placed.kind()).segments;
        self.pieces.standing_on(placed.segment(0), segments.into())
    }

    /// The first of some pieces that stands on a segment.
    pub(crate) fn piece_at(&self, segment: u16, among: PieceSet) -> Option<PieceId> {
        among.find(|piece| self.pieces.segment(piece) == segment)
    }

    /// A piece on the table as everybody sees it.
    #[inline]
    pub(crate) fn seen(&self, piece: PieceId) -> Piece {
        let roster = &self.rules.roster;
        let place = Place::Segment(self.spot(self.pieces.segment(piece)));
        Piece { place, seat: roster.seat(piece), figure: roster.figure(piece) }
    }

    /// Every piece on the table, seat by seat.
    ///
    /// ```
    /// use rules::{Position, Setup};
    /// assert_eq!(Position::new(&Setup::base(2)).unwrap().pieces().count(), 0);
    /// ```
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.pieces.out.iter().map(|piece| self.seen(piece))
    }
}
