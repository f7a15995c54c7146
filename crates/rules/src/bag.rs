//! The tiles that are not on the table: in the bag's three piles, held back, set aside, removed.

use crate::event::{Event, Pile, Pool, Sink};
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::setup::Unfit;
use crate::tile::{Kind, Mark};
use crate::view::Tally;

/// Counts by kind.
#[derive(Clone, Debug)]
pub(crate) struct Bag {
    /// Not drawn yet.
    left: Box<[u16]>,
    /// Held back, set aside and removed: a row for each of these that the game needs.
    outside: Box<[u16]>,
    /// One bit for each row there is.
    rows: u8,
    /// Tiles left in each pile.
    piles: [u16; 3],
    /// The pile the next tile comes from: the first that has any.
    pile: Pile,
    held: u16,
    aside: u16,
}

/// Where tiles are that cannot be drawn.
#[derive(Clone, Copy)]
enum Row {
    Held,
    Aside,
    Removed,
}

const ROWS: [Row; 3] = [Row::Held, Row::Aside, Row::Removed];

impl Row {
    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The rows that a game can come to need.
fn needed_rows(rules: &Ruleset) -> u8 {
    let holds_back = rules.kinds().any(|kind| rules.kinds[kind.index()].mark == Some(Mark::Dragon));
    let held = if holds_back { Row::Held.bit() } else { 0 };
    let aside = if rules.setup.knobs.unfit == Unfit::Return { Row::Aside.bit() } else { 0 };
    held | aside | Row::Removed.bit()
}

impl Bag {
    /// A full bag.
    pub fn new(rules: &Ruleset) -> Bag {
        Bag::with_rows(rules, &rules.counts, needed_rows(rules))
    }

    fn with_rows(rules: &Ruleset, counts: &[u16], rows: u8) -> Bag {
        let mut piles = [0; 3];
        for (kind, count) in counts.iter().enumerate() {
            piles[rules.kinds[kind].pile as usize] += count;
        }
        let outside = vec![0; rows.count_ones() as usize * counts.len()].into();
        let mut bag = Bag { left: counts.into(), outside, rows, piles, pile: Pile::Main, held: 0, aside: 0 };
        bag.choose_pile();
        bag
    }

    /// A bag with these tiles left, held back, set aside and removed.
    pub fn from_tallies(rules: &Ruleset, tallies: [&Tally; 4]) -> Bag {
        let [left, outside @ ..] = tallies;
        let mut counts = vec![0; rules.counts.len()];
        left.iter().for_each(|(kind, count)| counts[kind.index()] = count);
        let filled = ROWS.into_iter().zip(outside).filter(|(_, tally)| tally.total() > 0);
        let rows = filled.fold(needed_rows(rules), |rows, (row, _)| rows | row.bit());
        let mut bag = Bag::with_rows(rules, &counts, rows);
        for (row, tally) in ROWS.into_iter().zip(outside) {
            tally.iter().for_each(|(kind, count)| *bag.row(row, kind) = count);
        }
        bag.held = outside[Row::Held as usize].total() as u16;
        bag.aside = outside[Row::Aside as usize].total() as u16;
        bag
    }

    pub fn copy_from(&mut self, other: &Bag) {
        self.left.copy_from_slice(&other.left);
        self.outside.copy_from_slice(&other.outside);
        (self.piles, self.pile) = (other.piles, other.pile);
        (self.held, self.aside) = (other.held, other.aside);
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.left) + size_of_val(&*self.outside)
    }

    /// The pile the next tile comes from.
    #[inline]
    pub fn pile(&self) -> Pile {
        self.pile
    }

    #[cold]
    fn choose_pile(&mut self) {
        self.pile = match self.piles {
            [0, 0, _] => Pile::Main,
            [0, _, _] => Pile::Lake,
            _ => Pile::River,
        };
    }

    /// How many tiles are left in that pile.
    #[inline]
    pub fn size(&self) -> u16 {
        self.piles[self.pile as usize]
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.size() == 0
    }

    /// How many tiles are left, in all piles.
    pub fn total(&self) -> u32 {
        self.left.iter().map(|count| u32::from(*count)).sum()
    }

    /// How many of a kind are left, in whatever pile.
    #[inline]
    pub fn left(&self, kind: Kind) -> u16 {
        self.left.get(kind.index()).copied().unwrap_or(0)
    }

    /// How many of a kind may still come: left, held back or set aside.
    pub fn may_come(&self, kind: Kind) -> u16 {
        let outside = |row| self.counts_of(row).map_or(0, |counts| counts[kind.index()]);
        self.left(kind) + outside(Row::Held) + outside(Row::Aside)
    }

    /// The kinds, with counts, in a row.
    fn outside_in(&self, row: Row) -> impl Iterator<Item = (Kind, u16)> + '_ {
        let counts = self.counts_of(row).unwrap_or_default();
        counts.iter().zip(0..).map(|(count, kind)| (Kind(kind), *count)).filter(|(_, count)| *count > 0)
    }

    /// The kinds, with counts, that are not drawn yet, in whatever pile.
    fn left_of_each(&self) -> impl Iterator<Item = (Kind, u16)> + '_ {
        self.left.iter().zip(0..).map(|(count, kind)| (Kind(kind), *count)).filter(|(_, count)| *count > 0)
    }

    fn counts_of(&self, row: Row) -> Option<&[u16]> {
        (self.rows & row.bit() != 0).then(|| &self.outside[self.start_of(row)..][..self.left.len()])
    }

    /// Where a row begins: behind those before it.
    fn start_of(&self, row: Row) -> usize {
        (self.rows & (row.bit() - 1)).count_ones() as usize * self.left.len()
    }

    /// Left, held back, set aside and removed.
    pub fn tallies(&self) -> [Tally; 4] {
        let left = self.left.iter().zip(0..).map(|(count, kind)| (Kind(kind), *count));
        let [held, aside, removed] = ROWS.map(|row| self.outside_in(row).collect());
        [left.collect(), held, aside, removed]
    }

    /// Numbers that tell bags apart whose games have the same tiles on the table.
    pub fn outside(&self) -> impl Iterator<Item = u64> + '_ {
        let kinds = self.left.len() as u64;
        ROWS.into_iter().flat_map(move |row| {
            let place = move |kind: Kind| row as u64 * kinds + u64::from(kind.0);
            self.outside_in(row).map(move |(kind, count)| place(kind) << 16 | u64::from(count))
        })
    }

    #[inline]
    pub fn take(&mut self, kind: Kind, pile: Pile) {
        self.left[kind.index()] -= 1;
        self.piles[pile as usize] -= 1;
        if self.piles[pile as usize] == 0 {
            self.choose_pile();
        }
    }

    fn put(&mut self, kind: Kind, pile: Pile, count: u16) {
        self.left[kind.index()] += count;
        self.piles[pile as usize] += count;
        self.choose_pile();
    }

    fn row(&mut self, row: Row, kind: Kind) -> &mut u16 {
        let place = self.start_of(row) + kind.index();
        &mut self.outside[place]
    }
}

impl Position {
    /// The tiles that may still be drawn, with counts: those left in all piles, those held back, then those set aside.
    /// A kind comes again for each of these.
    ///
    /// ```
    /// let position = rules::Position::new(&rules::Setup::base(2)).unwrap();
    /// assert_eq!(position.to_come().map(|(_, count)| count).sum::<u16>(), 71);
    /// ```
    pub fn to_come(&self) -> impl Iterator<Item = (Kind, u16)> + '_ {
        self.bag.left_of_each().chain(self.held_back()).chain(self.set_aside())
    }

    /// The dragon tiles held back until a volcano comes, with counts.
    ///
    /// ```
    /// use rules::{Kind, Position, Setup, TileSet};
    /// let mut position = Position::new(&Setup::new(2, &[TileSet::Dragon])).unwrap();
    /// let dragon = Kind::named("dragon-16").unwrap();
    /// position.draw(dragon, &mut ()).unwrap();
    /// assert_eq!(position.held_back().collect::<Vec<_>>(), [(dragon, 1)]);
    /// ```
    pub fn held_back(&self) -> impl Iterator<Item = (Kind, u16)> + '_ {
        self.bag.outside_in(Row::Held)
    }

    /// The unfit tiles that go back into the bag when a tile has been laid, with counts.
    pub fn set_aside(&self) -> impl Iterator<Item = (Kind, u16)> + '_ {
        self.bag.outside_in(Row::Aside)
    }

    /// The tiles that left the game, with counts.
    pub fn removed(&self) -> impl Iterator<Item = (Kind, u16)> + '_ {
        self.bag.outside_in(Row::Removed)
    }

    pub(crate) fn hold_back(&mut self, kind: Kind, sink: &mut impl Sink) {
        self.state.hand = None;
        *self.bag.row(Row::Held, kind) += 1;
        self.bag.held += 1;
        self.emit(sink, || Event::HeldBack { kind });
    }

    /// E-UNFIT; a river tile is removed under every profile (R-6).
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
        if self.bag.held > 0 {
            self.empty_row(Row::Held, Pool::Held, sink);
            self.bag.held = 0;
        }
    }

    fn empty_row(&mut self, row: Row, from: Pool, sink: &mut impl Sink) {
        for kind in (0..self.bag.left.len() as u8).map(Kind) {
            let count = std::mem::take(self.bag.row(row, kind));
            if count > 0 {
                self.put_back(kind, count, from, sink);
            }
        }
    }

    fn put_back(&mut self, kind: Kind, count: u16, from: Pool, sink: &mut impl Sink) {
        self.bag.put(kind, self.table(kind).pile, count);
        self.emit(sink, || Event::PutBack { kind, count, from });
    }
}
