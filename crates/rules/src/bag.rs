//! The tiles that are not on the table: in the bag's three piles, held back, set aside, removed.

use crate::event::{Event, Pile, Pool, Sink};
use crate::position::Position;
use crate::setup::Unfit;
use crate::tile::{Kind, Mark};
use crate::view::Tally;

/// Counts by kind, one row a place a tile can be.
#[derive(Debug)]
pub(crate) struct Bag {
    counts: Vec<u16>,
    kinds: usize,
    /// Tiles left in each pile.
    piles: [u16; 3],
    aside: u16,
}

#[derive(Clone, Copy)]
enum Row {
    Left,
    Held,
    Aside,
    Removed,
}

impl Bag {
    pub fn new(counts: &[u16], pile_of: impl Fn(usize) -> Pile) -> Bag {
        let mut bag = Bag { counts: vec![0; counts.len() * 4], kinds: counts.len(), piles: [0; 3], aside: 0 };
        bag.counts[..counts.len()].copy_from_slice(counts);
        for (kind, count) in counts.iter().enumerate() {
            bag.piles[pile_of(kind) as usize] += count;
        }
        bag
    }

    /// A bag with these tiles in these places.
    pub fn from_tallies(kinds: usize, tallies: [&Tally; 4], pile_of: impl Fn(usize) -> Pile) -> Bag {
        let mut left = vec![0; kinds];
        tallies[0].iter().for_each(|(kind, count)| left[kind.index()] = count);
        let mut bag = Bag::new(&left, pile_of);
        for (row, tally) in tallies.iter().enumerate() {
            tally.iter().for_each(|(kind, count)| bag.counts[row * kinds + kind.index()] = count);
        }
        bag.aside = tallies[Row::Aside as usize].total() as u16;
        bag
    }

    pub fn copy_from(&mut self, other: &Bag) {
        self.counts.copy_from_slice(&other.counts);
        self.piles = other.piles;
        self.aside = other.aside;
    }

    pub fn bytes(&self) -> usize {
        self.counts.capacity() * size_of::<u16>()
    }

    /// The pile the next tile comes from.
    #[inline]
    pub fn pile(&self) -> Pile {
        match self.piles {
            [0, 0, _] => Pile::Main,
            [0, _, _] => Pile::Lake,
            _ => Pile::River,
        }
    }

    /// How many tiles are left in that pile.
    pub fn size(&self) -> u16 {
        self.piles[self.pile() as usize]
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.piles == [0; 3]
    }

    /// How many of a kind are left, in whatever pile.
    #[inline]
    pub fn left(&self, kind: Kind) -> u16 {
        self.counts.get(kind.index()).copied().filter(|_| kind.index() < self.kinds).unwrap_or(0)
    }

    /// How many of a kind may still come: left, held back or set aside.
    pub fn may_come(&self, kind: Kind) -> u16 {
        let held = self.counts[Row::Held as usize * self.kinds + kind.index()];
        let aside = self.counts[Row::Aside as usize * self.kinds + kind.index()];
        self.left(kind) + held + aside
    }

    fn tally(&self, row: Row) -> Tally {
        let start = row as usize * self.kinds;
        let counts = self.counts[start..start + self.kinds].iter();
        counts.enumerate().map(|(kind, count)| (Kind(kind as u8), *count)).collect()
    }

    /// Left, held back, set aside and removed.
    pub fn tallies(&self) -> [Tally; 4] {
        [Row::Left, Row::Held, Row::Aside, Row::Removed].map(|row| self.tally(row))
    }

    /// Numbers that tell bags apart whose games have the same tiles on the table.
    pub fn outside(&self) -> impl Iterator<Item = u64> + '_ {
        let counts = self.counts[self.kinds..].iter().enumerate().filter(|(_, count)| **count > 0);
        counts.map(|(place, count)| (place as u64) << 16 | u64::from(*count))
    }

    #[inline]
    fn row(&mut self, row: Row, kind: Kind) -> &mut u16 {
        &mut self.counts[row as usize * self.kinds + kind.index()]
    }
}

impl Clone for Bag {
    fn clone(&self) -> Bag {
        Bag { counts: self.counts.clone(), kinds: self.kinds, piles: self.piles, aside: self.aside }
    }
}

impl Position {
    #[inline]
    pub(crate) fn take_from_bag(&mut self, kind: Kind, pile: Pile, sink: &mut impl Sink) {
        *self.bag.row(Row::Left, kind) -= 1;
        self.bag.piles[pile as usize] -= 1;
        self.state.hand = Some(kind);
        self.emit(sink, || Event::Drew { kind });
    }

    /// D-VOLC-2: dragon tiles wait until the dragon is on the board.
    #[inline]
    pub(crate) fn must_be_held_back(&self, mark: Option<Mark>) -> bool {
        mark == Some(Mark::Dragon) && self.rules.setup.parts.dragon && self.state.dragon.at.is_none()
    }

    pub(crate) fn hold_back(&mut self, kind: Kind, sink: &mut impl Sink) {
        self.state.hand = None;
        *self.bag.row(Row::Held, kind) += 1;
        self.emit(sink, || Event::HeldBack { kind });
    }

    /// E-UNFIT; a river tile is removed under every profile.
    pub(crate) fn discard_unfit(&mut self, kind: Kind, pile: Pile, sink: &mut impl Sink) {
        self.state.hand = None;
        if self.rules.setup.knobs.unfit == Unfit::Return && pile == Pile::Main {
            *self.bag.row(Row::Aside, kind) += 1;
            self.bag.aside += 1;
            self.emit(sink, || Event::SetAside { kind });
        } else {
            *self.bag.row(Row::Removed, kind) += 1;
            self.emit(sink, || Event::Removed { kind });
        }
    }

    /// The tile in hand goes back.
    pub(crate) fn put_hand_back(&mut self, sink: &mut impl Sink) {
        if let Some(kind) = self.state.hand.take() {
            self.put_back(kind, 1, Pool::Hand, sink);
        }
    }

    /// What was set aside in this turn goes back.
    #[inline]
    pub(crate) fn put_aside_back(&mut self, sink: &mut impl Sink) {
        if self.bag.aside > 0 {
            self.empty_row(Row::Aside, Pool::Aside, sink);
            self.bag.aside = 0;
        }
    }

    /// What was held back goes back.
    pub(crate) fn put_held_back(&mut self, sink: &mut impl Sink) {
        self.empty_row(Row::Held, Pool::Held, sink);
    }

    fn empty_row(&mut self, row: Row, from: Pool, sink: &mut impl Sink) {
        for kind in (0..self.bag.kinds as u8).map(Kind) {
            let count = std::mem::take(self.bag.row(row, kind));
            if count > 0 {
                self.put_back(kind, count, from, sink);
            }
        }
    }

    fn put_back(&mut self, kind: Kind, count: u16, from: Pool, sink: &mut impl Sink) {
        *self.bag.row(Row::Left, kind) += count;
        let pile = self.rules.kinds[kind.index()].pile;
        self.bag.piles[pile as usize] += count;
        self.emit(sink, || Event::PutBack { kind, count, from });
    }
}
