//! The pieces of a game: a number for each, made from what the seats have, and where pieces can be.

use crate::figure::{Figure, MAX_SEATS, Seat};
use crate::geometry::Spot;

/// The most pieces a game may have, those of all seats together.
pub const MAX_PIECES: usize = u64::BITS as usize;

/// Where a piece on the table can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    /// On a segment of a laid tile, alone or with others.
    Segment(Spot),
}

/// A piece on the table. Nothing tells pieces apart that are equal in this.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Piece {
    /// Where it is.
    pub place: Place,
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub figure: Figure,
}

impl Piece {
    /// The segment it stands on.
    pub const fn spot(self) -> Spot {
        let Place::Segment(spot) = self.place;
        spot
    }
}

/// The number of a piece: seat by seat, and within a seat figure by figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceId(pub u8);

impl PieceId {
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of pieces, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PieceSet(u64);

impl PieceSet {
    pub const EMPTY: PieceSet = PieceSet(0);

    /// The pieces of these numbers.
    fn of(numbers: std::ops::Range<usize>) -> PieceSet {
        PieceSet(numbers.fold(0, |bits, number| bits | 1 << number))
    }

    /// The pieces of these bits.
    #[inline]
    pub fn from_bits(bits: u64) -> PieceSet {
        PieceSet(bits)
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub fn insert(&mut self, piece: PieceId) {
        self.0 |= 1 << piece.0;
    }

    #[inline]
    pub fn remove(&mut self, piece: PieceId) {
        self.0 &= !(1 << piece.0);
    }

    #[inline]
    pub fn and(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & other.0)
    }

    #[inline]
    pub fn and_not(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & !other.0)
    }

    fn or(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }

    /// The first of them; if there is none, a number that no piece has.
    #[inline]
    pub fn first(self) -> PieceId {
        PieceId(self.0.trailing_zeros() as u8)
    }

    /// All but this piece.
    #[inline]
    pub fn without(self, piece: Option<PieceId>) -> PieceSet {
        PieceSet(self.0 & !piece.map_or(0, |piece| 1 << piece.0))
    }

    /// Those that pass a test.
    #[inline]
    pub fn filtered(self, test: impl Fn(PieceId) -> bool) -> PieceSet {
        PieceSet(self.filter(|piece| test(*piece)).fold(0, |bits, piece| bits | 1 << piece.0))
    }

    /// The same pieces, with their number known beforehand.
    #[inline]
    pub fn counted(self) -> impl Iterator<Item = PieceId> {
        let mut rest = self.0;
        (0..rest.count_ones()).map(move |_| {
            let piece = PieceId(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            piece
        })
    }
}

impl Iterator for PieceSet {
    type Item = PieceId;

    #[inline]
    fn next(&mut self) -> Option<PieceId> {
        if self.0 == 0 {
            return None;
        }
        let piece = PieceId(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(piece)
    }
}

/// All pieces of a game.
#[derive(Debug)]
pub(crate) struct Roster {
    /// What a seat has of each figure, in the order of [`Figure::ALL`].
    allotments: [u8; Figure::ALL.len()],
    seats: [Seat; MAX_PIECES],
    figures: [Figure; MAX_PIECES],
    of_figure: [[PieceSet; Figure::ALL.len()]; MAX_SEATS],
    followers_of: [PieceSet; MAX_SEATS],
    helpers_of: [PieceSet; MAX_SEATS],
    /// Whatever counts for the majority.
    pub followers: PieceSet,
    /// How many pieces there are.
    pub len: usize,
}

impl Roster {
    /// So many seats, each with so many of each figure; at most [`MAX_PIECES`] in all.
    pub fn new(seats: usize, allotments: [u8; Figure::ALL.len()]) -> Roster {
        let mut roster = Roster {
            allotments,
            seats: [Seat(0); MAX_PIECES],
            figures: [Figure::Follower; MAX_PIECES],
            of_figure: [[PieceSet::EMPTY; Figure::ALL.len()]; MAX_SEATS],
            followers_of: [PieceSet::EMPTY; MAX_SEATS],
            helpers_of: [PieceSet::EMPTY; MAX_SEATS],
            followers: PieceSet::EMPTY,
            len: 0,
        };
        for seat in (0..seats as u8).map(Seat) {
            Figure::ALL.into_iter().for_each(|figure| roster.add(seat, figure));
        }
        roster
    }

    fn add(&mut self, seat: Seat, figure: Figure) {
        let numbers = self.len..self.len + usize::from(self.allotments[figure as usize]);
        self.seats[numbers.clone()].fill(seat);
        self.figures[numbers.clone()].fill(figure);
        self.len = numbers.end;
        let pieces = PieceSet::of(numbers);
        self.of_figure[seat.index()][figure as usize] = pieces;
        let side = if figure.ability().follower { &mut self.followers_of } else { &mut self.helpers_of };
        side[seat.index()] = side[seat.index()].or(pieces);
        if figure.ability().follower {
            self.followers = self.followers.or(pieces);
        }
    }

    /// What a seat has of a figure in all.
    #[inline]
    pub fn allotment(&self, figure: Figure) -> u8 {
        self.allotments[figure as usize]
    }

    #[inline]
    pub fn seat(&self, piece: PieceId) -> Seat {
        self.seats[piece.index() % MAX_PIECES]
    }

    #[inline]
    pub fn figure(&self, piece: PieceId) -> Figure {
        self.figures[piece.index() % MAX_PIECES]
    }

    /// All that a seat has of a figure.
    #[inline]
    pub fn of(&self, seat: Seat, figure: Figure) -> PieceSet {
        self.of_figure[seat.index()][figure as usize]
    }

    /// A seat's followers: whatever counts for the majority.
    #[inline]
    pub fn followers_of(&self, seat: Seat) -> PieceSet {
        self.followers_of[seat.index()]
    }

    /// A seat's builders and pigs.
    #[inline]
    pub fn helpers_of(&self, seat: Seat) -> PieceSet {
        self.helpers_of[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_knows_its_seat_and_figure() {
        let roster = Roster::new(6, [7, 1, 1]);
        let (last, eighth) = (PieceId(53), PieceId(7));
        assert_eq!((roster.seat(last), roster.figure(last)), (Seat(5), Figure::Pig));
        assert_eq!((roster.seat(eighth), roster.figure(eighth)), (Seat(0), Figure::Builder));
        assert_eq!((roster.len, roster.followers.len()), (54, 42));
        assert_eq!(roster.of(Seat(1), Figure::Follower).collect::<Vec<_>>()[0], PieceId(9));
    }

    #[test]
    fn only_the_pieces_that_a_game_has_are_numbered() {
        let roster = Roster::new(2, [7, 0, 0]);
        assert_eq!(roster.len, 14);
        assert!(roster.of(Seat(0), Figure::Builder).is_empty() && roster.helpers_of(Seat(1)).is_empty());
        assert_eq!(roster.followers_of(Seat(1)).collect::<Vec<_>>().len(), 7);
    }

    #[test]
    fn a_set_keeps_what_passes() {
        let roster = Roster::new(2, [15, 10, 7]);
        assert_eq!(roster.len, MAX_PIECES);
        let even = roster.followers.filtered(|piece| piece.0 % 2 == 0);
        assert!(even.len() == 16 && even.counted().all(|piece| piece.0 % 2 == 0));
        let pigs = roster.of(Seat(1), Figure::Pig);
        assert_eq!(pigs.without(Some(PieceId(63))).len(), 6);
        assert!(roster.followers.and(pigs).is_empty());
    }
}
