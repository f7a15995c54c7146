//! The pieces of a game: a number for each, made from what the seats have, and where pieces can be.

use crate::figure::{Figure, MAX_SEATS, Seat};
use crate::geometry::Spot;

/// The most pieces a game may have, those of all seats together.
pub const MAX_PIECES: usize = 128;

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

/// A set of pieces, one bit each. Few games have more than 64, so the second word is looked at last.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PieceSet {
    low: u64,
    high: u64,
}

impl PieceSet {
    pub const EMPTY: PieceSet = PieceSet { low: 0, high: 0 };

    /// The pieces of these numbers.
    fn of(numbers: std::ops::Range<usize>) -> PieceSet {
        numbers.fold(PieceSet::EMPTY, |mut set, number| {
            set.insert(PieceId(number as u8));
            set
        })
    }

    /// The pieces of these bits.
    #[inline]
    pub fn from_bits(low: u64, high: u64) -> PieceSet {
        PieceSet { low, high }
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    #[inline]
    pub fn len(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    /// The set of one piece.
    #[inline]
    fn one(piece: PieceId) -> PieceSet {
        let bit = 1 << (piece.0 % 64);
        if piece.0 < 64 { PieceSet { low: bit, high: 0 } } else { PieceSet { low: 0, high: bit } }
    }

    #[inline]
    pub fn insert(&mut self, piece: PieceId) {
        *self = self.or(PieceSet::one(piece));
    }

    #[inline]
    pub fn remove(&mut self, piece: PieceId) {
        *self = self.and_not(PieceSet::one(piece));
    }

    #[inline]
    pub fn and(self, other: PieceSet) -> PieceSet {
        PieceSet { low: self.low & other.low, high: self.high & other.high }
    }

    #[inline]
    pub fn and_not(self, other: PieceSet) -> PieceSet {
        PieceSet { low: self.low & !other.low, high: self.high & !other.high }
    }

    #[inline]
    fn or(self, other: PieceSet) -> PieceSet {
        PieceSet { low: self.low | other.low, high: self.high | other.high }
    }

    /// Whether any of them has a number beyond the first word.
    #[inline]
    pub fn has_high(self) -> bool {
        self.high != 0
    }

    /// The pieces by number.
    #[inline]
    pub fn iter(self) -> PieceIter {
        PieceIter { rest: self.low, next: self.high, before: 0 }
    }

    /// Adds to a list what is made of each piece. The number of pieces in a word is known beforehand, so that the
    /// list looks at its room only once.
    #[inline(always)]
    pub fn extend<T>(self, list: &mut Vec<T>, make: impl Fn(PieceId) -> T) {
        let mut rest = self.low;
        list.extend((0..rest.count_ones()).map(|_| {
            let piece = PieceId(rest.trailing_zeros() as u8);
            rest &= rest.wrapping_sub(1);
            make(piece)
        }));
        if self.high != 0 {
            find_beyond(self.high, |piece| {
                list.push(make(piece));
                false
            });
        }
    }

    /// The first that passes a test.
    #[inline(always)]
    pub fn find(self, mut test: impl FnMut(PieceId) -> bool) -> Option<PieceId> {
        let mut rest = self.low;
        while rest != 0 {
            let piece = PieceId(rest.trailing_zeros() as u8);
            if test(piece) {
                return Some(piece);
            }
            rest &= rest - 1;
        }
        if self.high == 0 { None } else { find_beyond(self.high, test) }
    }

    /// Calls back for each of them.
    #[inline(always)]
    pub fn each(self, mut call: impl FnMut(PieceId)) {
        let mut rest = self.low;
        while rest != 0 {
            call(PieceId(rest.trailing_zeros() as u8));
            rest &= rest - 1;
        }
        if self.high != 0 {
            find_beyond(self.high, |piece| {
                call(piece);
                false
            });
        }
    }

    /// Whether any of them passes a test.
    #[inline(always)]
    pub fn any(self, test: impl FnMut(PieceId) -> bool) -> bool {
        self.find(test).is_some()
    }

    /// The first of them; if there is none, a number that no piece has.
    #[inline]
    pub fn first(self) -> PieceId {
        let number = if self.low == 0 { 64 + self.high.trailing_zeros() } else { self.low.trailing_zeros() };
        PieceId(number as u8)
    }

    /// All but this piece.
    #[inline]
    pub fn without(self, piece: Option<PieceId>) -> PieceSet {
        self.and_not(piece.map_or(PieceSet::EMPTY, PieceSet::one))
    }

    /// Those that pass a test.
    #[inline]
    pub fn filtered(self, test: impl Fn(PieceId) -> bool) -> PieceSet {
        let mut set = PieceSet::EMPTY;
        let mut rest = self.low;
        while rest != 0 {
            let number = rest.trailing_zeros();
            set.low |= u64::from(test(PieceId(number as u8))) << number;
            rest &= rest - 1;
        }
        if self.high != 0 {
            find_beyond(self.high, |piece| {
                if test(piece) {
                    set.insert(piece);
                }
                false
            });
        }
        set
    }
}

/// The first piece of the second word that passes a test.
#[cold]
#[inline(never)]
fn find_beyond(high: u64, mut test: impl FnMut(PieceId) -> bool) -> Option<PieceId> {
    PieceSet { low: 0, high }.iter().find(|piece| test(*piece))
}

impl IntoIterator for PieceSet {
    type Item = PieceId;
    type IntoIter = PieceIter;

    #[inline]
    fn into_iter(self) -> PieceIter {
        self.iter()
    }
}

/// The pieces of a set, by number.
#[derive(Clone)]
pub(crate) struct PieceIter {
    rest: u64,
    /// The second word, until its turn comes.
    next: u64,
    /// The number of the first piece of the word that is read.
    before: u8,
}

impl Iterator for PieceIter {
    type Item = PieceId;

    #[inline]
    fn next(&mut self) -> Option<PieceId> {
        if self.rest == 0 {
            if self.next == 0 {
                return None;
            }
            (self.rest, self.next, self.before) = (self.next, 0, 64);
        }
        let piece = PieceId(self.before + self.rest.trailing_zeros() as u8);
        self.rest &= self.rest - 1;
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
        assert_eq!(roster.of(Seat(1), Figure::Follower).first(), PieceId(9));
    }

    #[test]
    fn only_the_pieces_that_a_game_has_are_numbered() {
        let roster = Roster::new(2, [7, 0, 0]);
        assert_eq!(roster.len, 14);
        assert!(roster.of(Seat(0), Figure::Builder).is_empty() && roster.helpers_of(Seat(1)).is_empty());
        assert_eq!(roster.followers_of(Seat(1)).len(), 7);
    }

    #[test]
    fn a_set_keeps_what_passes() {
        let roster = Roster::new(4, [15, 10, 7]);
        assert_eq!(roster.len, MAX_PIECES);
        let even = roster.followers.filtered(|piece| piece.0 % 2 == 0);
        assert!(even.len() == 32 && even.iter().all(|piece| piece.0 % 2 == 0));
        let pigs = roster.of(Seat(1), Figure::Pig);
        assert_eq!(pigs.without(Some(PieceId(63))).len(), 6);
        assert!(roster.followers.and(pigs).is_empty());
    }
}
