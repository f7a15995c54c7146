//! The pieces: where each stands, what is left in supply, how they come and go.

use crate::event::{Event, Leave, Sink};
use crate::figure::{Figure, MAX_SEATS, Seat};
use crate::geometry::Spot;
use crate::key;
use crate::land::Figures;
use crate::position::Position;
use crate::ruleset::MAX_SEGMENTS;
use std::ops::Range;
use wide::u16x8;

/// Pieces of one seat.
pub(crate) const SLOTS: usize = {
    let (mut figure, mut sum) = (0, 0);
    while figure < Figure::ALL.len() {
        sum += Figure::ALL[figure].ability().supply as usize;
        figure += 1;
    }
    sum
};
/// What each slot holds.
const FIGURES: [Figure; SLOTS] = {
    let mut figures = [Figure::Follower; SLOTS];
    let mut figure = 0;
    while figure < Figure::ALL.len() {
        let mut slot = slots(Figure::ALL[figure]).start;
        while slot < slots(Figure::ALL[figure]).end {
            figures[slot] = Figure::ALL[figure];
            slot += 1;
        }
        figure += 1;
    }
    figures
};
const PIECES: usize = SLOTS * MAX_SEATS;
/// Room for all pieces: as many as a set has bits, so that looking one up needs no check.
const ROOM: usize = u64::BITS as usize;
const _: () = assert!(PIECES <= ROOM, "a set of pieces has one bit for each");
/// The segment of a piece that is in supply.
const NOWHERE: u16 = u16::MAX;

/// One physical piece: seat and slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece(u8);

impl Piece {
    pub fn seat(self) -> Seat {
        Seat(self.0 / SLOTS as u8)
    }

    pub fn figure(self) -> Figure {
        FIGURES[usize::from(self.0) % SLOTS]
    }

    fn bit(self) -> u64 {
        1 << self.0
    }

    fn figures(self) -> Figures {
        on_feature(self.seat(), self.figure())
    }
}

/// What a figure adds to the figures on its feature.
#[inline]
fn on_feature(seat: Seat, figure: Figure) -> Figures {
    match figure.ability().strength {
        0 => Figures::helper(seat),
        strength => Figures::follower(seat, strength),
    }
}

/// The slots of a figure among a seat's pieces.
pub(crate) const fn slots(figure: Figure) -> Range<usize> {
    let (mut before, mut start) = (0, 0);
    while before < figure as usize {
        start += Figure::ALL[before].ability().supply as usize;
        before += 1;
    }
    start..start + figure.ability().supply as usize
}

/// A set of pieces, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PieceSet(u64);

impl PieceSet {
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The same pieces, with their number known beforehand.
    #[inline]
    pub fn counted(self) -> impl Iterator<Item = Piece> {
        let mut rest = self.0;
        (0..rest.count_ones()).map(move |_| {
            let piece = Piece(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            piece
        })
    }

    /// This piece, if it is among them.
    #[inline]
    pub fn only(self, piece: Option<Piece>) -> PieceSet {
        PieceSet(self.0 & piece.map_or(0, Piece::bit))
    }

    /// All but this piece.
    #[inline]
    pub fn without(self, piece: Option<Piece>) -> PieceSet {
        PieceSet(self.0 & !piece.map_or(0, Piece::bit))
    }
}

impl Iterator for PieceSet {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        if self.0 == 0 {
            return None;
        }
        let piece = Piece(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(piece)
    }
}

/// Where every piece is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    at: [u16; ROOM],
    /// One bit a piece on the board.
    out: u64,
    /// Those of them that stand in monasteries.
    pub monks: PieceSet,
}

/// The bits of the first seat's pieces of each figure.
const BITS: [u64; Figure::ALL.len()] = {
    let mut bits = [0; Figure::ALL.len()];
    let mut figure = 0;
    while figure < Figure::ALL.len() {
        let range = slots(Figure::ALL[figure]);
        bits[figure] = (1 << range.end) - (1 << range.start);
        figure += 1;
    }
    bits
};

/// The bits of a seat's pieces of one figure.
#[inline]
const fn bits(seat: usize, figure: Figure) -> u64 {
    BITS[figure as usize] << (seat * SLOTS)
}

/// The bits of the first seat's followers, large or small: whatever counts for the majority.
const FOLLOWERS: u64 = {
    let (mut figure, mut followers) = (0, 0);
    while figure < Figure::ALL.len() {
        if Figure::ALL[figure].ability().strength > 0 {
            followers |= BITS[figure];
        }
        figure += 1;
    }
    followers
};

/// The bits of the first seat's builders and pigs.
const HELPERS: u64 = ((1 << SLOTS) - 1) & !FOLLOWERS;

const ALL_FOLLOWERS: u64 = {
    let (mut seat, mut all) = (0, 0);
    while seat < MAX_SEATS {
        all |= FOLLOWERS << (seat * SLOTS);
        seat += 1;
    }
    all
};

/// As many features can be claimed as there are followers.
pub(crate) const MAX_CLAIMED: usize = ALL_FOLLOWERS.count_ones() as usize;

impl Pieces {
    pub const NEW: Pieces = Pieces { at: [NOWHERE; ROOM], out: 0, monks: PieceSet(0) };

    /// How many of a figure a seat has on the board.
    #[inline]
    pub fn on_board(&self, seat: Seat, figure: Figure) -> u8 {
        (self.out & bits(seat.index(), figure)).count_ones() as u8
    }

    /// Whether a seat has any of a figure to place.
    #[inline]
    pub fn any_left(&self, seat: Seat, figure: Figure) -> bool {
        !self.out & bits(seat.index(), figure) != 0
    }

    /// Followers on the board, of all seats.
    #[inline]
    pub fn followers(&self) -> PieceSet {
        PieceSet(self.out & ALL_FOLLOWERS)
    }

    /// Followers of one seat on the board.
    pub fn followers_of(&self, seat: Seat) -> PieceSet {
        PieceSet(self.out & FOLLOWERS << (seat.index() * SLOTS))
    }

    /// Everything on the board.
    #[inline]
    pub fn all(&self) -> PieceSet {
        PieceSet(self.out)
    }

    /// Builders and pigs on the board.
    pub fn helpers(&self) -> PieceSet {
        PieceSet(self.out & !ALL_FOLLOWERS)
    }

    /// Builders and pigs of one seat on the board.
    #[inline]
    pub fn helpers_of(&self, seat: Seat) -> PieceSet {
        PieceSet(self.out & HELPERS << (seat.index() * SLOTS))
    }

    /// Whether a seat has all its builders and pigs on the board.
    #[inline]
    pub fn all_helpers_out(&self, seat: Seat) -> bool {
        !self.out & HELPERS << (seat.index() * SLOTS) == 0
    }

    /// The pieces on so many segments from the first one on, several compared at once.
    pub fn standing_on(&self, first: u16, segments: u16) -> PieceSet {
        let (eights, _) = self.at.as_chunks();
        let bits = eights.iter().rev().fold(0, |bits, at| {
            let there = (u16x8::new(*at) - u16x8::splat(first)).simd_lt(u16x8::splat(segments));
            bits << u8::BITS | u64::from(there.to_bitmask())
        });
        PieceSet(bits)
    }

    /// The segment a piece stands on.
    #[inline]
    pub fn segment(&self, piece: Piece) -> u16 {
        self.at[usize::from(piece.0) % ROOM]
    }
}

impl Position {
    /// What a seat has of a figure in all; none where its part is off.
    pub(crate) fn allotment(&self, figure: Figure) -> u8 {
        self.rules.allotments[figure as usize]
    }

    /// Puts a figure on a segment that is there.
    #[inline]
    pub(crate) fn deploy(&mut self, seat: Seat, figure: Figure, spot: Spot, sink: &mut impl Sink) {
        let Some(placed) = self.placed_at(spot.cell) else { return };
        let segment = placed.first + u16::from(spot.segment);
        let kind = self.table(placed.kind()).features[usize::from(spot.segment) % MAX_SEGMENTS];
        let free = !self.state.pieces.out & bits(seat.index(), figure);
        let piece = Piece(free.trailing_zeros() as u8);
        let pieces = &mut self.state.pieces;
        pieces.at[usize::from(piece.0) % ROOM] = segment;
        pieces.out |= piece.bit();
        if kind.counts_neighbours() {
            pieces.monks.0 |= piece.bit();
        }
        self.land.put(self.land.root(segment), on_feature(seat, figure));
        self.state.key ^= key::figure(seat, figure, spot);
        self.emit(sink, || Event::Deployed { seat, figure, spot });
    }

    /// Sends a piece home to its owner.
    pub(crate) fn send_home(&mut self, piece: Piece, why: Leave, sink: &mut impl Sink) {
        let segment = self.state.pieces.segment(piece);
        self.land.take(self.land.root(segment), piece.figures());
        let pieces = &mut self.state.pieces;
        pieces.at[usize::from(piece.0) % ROOM] = NOWHERE;
        pieces.out &= !piece.bit();
        pieces.monks.0 &= !piece.bit();
        let (seat, figure, spot) = (piece.seat(), piece.figure(), self.spot(segment));
        self.state.key ^= key::figure(seat, figure, spot);
        self.emit(sink, || Event::WentHome { seat, figure, spot, why });
        self.fairy_loses(piece, sink);
    }

    /// Sends several home, in the order of their spots.
    pub(crate) fn send_all_home<S: Sink>(&mut self, pieces: PieceSet, why: Leave, sink: &mut S) {
        if S::ON {
            let mut sorted: Vec<Piece> = pieces.collect();
            sorted.sort_by_key(|piece| self.spot(self.state.pieces.segment(*piece)));
            sorted.into_iter().for_each(|piece| self.send_home(piece, why, sink));
        } else {
            pieces.for_each(|piece| self.send_home(piece, why, sink));
        }
    }

    /// Builders and pigs with no own follower left on their feature go home (T-BUILD-4, T-PIG-2).
    pub(crate) fn send_lonely_home(&mut self, sink: &mut impl Sink) {
        let lonely = self.pieces_where(self.state.pieces.helpers(), |position, piece| {
            let root = position.land.root(position.state.pieces.segment(piece));
            position.land.figures(root).of(piece.seat()) == 0
        });
        self.send_all_home(lonely, Leave::Alone, sink);
    }

    /// Those of the pieces that pass a test.
    #[inline]
    pub(crate) fn pieces_where(&self, among: PieceSet, test: impl Fn(&Position, Piece) -> bool) -> PieceSet {
        PieceSet(among.filter(|piece| test(self, *piece)).fold(0, |bits, piece| bits | piece.bit()))
    }

    /// All pieces on a feature.
    #[inline]
    pub(crate) fn pieces_on(&self, root: u16) -> PieceSet {
        self.pieces_where(self.state.pieces.all(), |position, piece| {
            position.land.root(position.state.pieces.segment(piece)) == root
        })
    }

    /// All pieces on a tile.
    pub(crate) fn pieces_on_tile(&self, tile: u16) -> PieceSet {
        let placed = &self.board.tiles[usize::from(tile)];
        let segments = self.table(placed.kind()).segments;
        self.state.pieces.standing_on(placed.first, segments.into())
    }

    /// The one of some pieces that stands on a segment.
    pub(crate) fn piece_at(&self, segment: u16, among: PieceSet) -> Option<Piece> {
        among.into_iter().find(|piece| self.state.pieces.segment(*piece) == segment)
    }

    /// Every piece on the board: whose, what, where.
    pub(crate) fn all_pieces(&self) -> impl Iterator<Item = (Seat, Figure, Spot)> + '_ {
        self.state
            .pieces
            .all()
            .map(|piece| (piece.seat(), piece.figure(), self.spot(self.state.pieces.segment(piece))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_knows_its_seat_and_figure() {
        let pig = Piece((5 * SLOTS + slots(Figure::Pig).start) as u8);
        assert_eq!((pig.seat(), pig.figure()), (Seat(5), Figure::Pig));
        assert_eq!(Piece(6).figure(), Figure::Follower);
        assert_eq!((PIECES, MAX_CLAIMED), (54, 42));
    }
}
