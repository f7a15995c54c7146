//! The hash of a position, worked out when it is asked for.

use crate::builder;
use crate::dragon;
use crate::event::{Ending, Phase};
use crate::fairy;
use crate::geometry::Cell;
use crate::goods;
use crate::position::Position;
use crate::retire;
use crate::ruleset::Turned;
use crate::setup::{Knobs, Parts, Setup};
use crate::supply;

/// Spreads the bits of a number: both halves of a square, one over the other.
#[inline]
pub(crate) fn mix(number: u64) -> u64 {
    let spread = u128::from(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let square = spread * spread;
    (square >> 64) as u64 ^ square as u64
}

#[inline]
pub(crate) fn cell(cell: Cell) -> u64 {
    u64::from(cell.x as u16) | u64::from(cell.y as u16) << 16
}

/// A laid tile.
fn tile(at: Cell, turned: Turned) -> u64 {
    mix(cell(at) | (turned.index() as u64) << 32 | 1 << 60)
}

/// Numbers mixed into a hash one after the other.
pub(crate) struct Mixer(u64);

impl Mixer {
    pub fn add(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number).rotate_left(23);
    }
}

/// The rules of a game: seats, parts, knobs, and the tiles to be drawn.
pub(crate) fn rules(setup: &Setup, counts: &[u16]) -> u64 {
    let mut mixer = Mixer(u64::from(setup.seats));
    let parts = Parts::NAMES.iter().map(|name| u64::from(setup.parts.get(name) == Some(true)));
    parts.for_each(|part| mixer.add(part));
    let knobs = Knobs::NAMES.iter().filter_map(|name| setup.knobs.get(name));
    knobs.flat_map(str::bytes).for_each(|letter| mixer.add(letter.into()));
    counts.iter().for_each(|count| mixer.add((*count).into()));
    if !setup.is_supplied_from_box() {
        setup.allotments().into_iter().for_each(|count| mixer.add(count.into()));
    }
    mixer.0
}

fn phase(phase: Phase) -> u64 {
    match phase {
        Phase::Draw { pile } => pile as u64,
        Phase::Place => 4,
        Phase::Figure => 5,
        Phase::Extra => 6,
        Phase::Dragon { steps, mover } => 7 | u64::from(steps) << 8 | u64::from(mover.0) << 16,
        Phase::Over(ending) => match ending {
            Ending::NoTiles => 0x100,
            Ending::NothingFits => 0x200,
            Ending::Agreed => 0x300,
            Ending::Retired => 0x400,
        },
    }
}

impl Position {
    /// A hash of the position: equal positions have equal keys, however they were reached. The same table
    /// under other rules or with other tiles to come has another key.
    ///
    /// ```
    /// use rules::{Position, Setup};
    /// let position = Position::new(&Setup::base(2)).unwrap();
    /// assert_eq!(position.key(), position.clone().key());
    /// ```
    pub fn key(&self) -> u64 {
        let state = &self.state;
        let mut mixer = Mixer(self.rules.key ^ self.tiles_key() ^ supply::hash(self));
        mixer.add(phase(state.phase) << 16 | builder::hash(self) << 8 | u64::from(state.turn.0));
        mixer.add(state.hand.map_or(u64::MAX, |kind| u64::from(kind.0)));
        retire::hash(self, &mut mixer);
        mixer.add(self.fresh_tile().map_or(u64::MAX, |placed| cell(placed.cell)));
        for seat in 0..self.rules.seats() {
            mixer.add(u64::from(state.scores[seat]));
            goods::hash(self, seat, &mut mixer);
        }
        for pool in self.bag.outside() {
            mixer.add(pool);
        }
        dragon::hash(self, &mut mixer);
        fairy::hash(self, &mut mixer);
        mixer.0
    }

    /// The laid tiles, in any order.
    fn tiles_key(&self) -> u64 {
        self.board.tiles.iter().fold(0, |key, placed| key ^ tile(placed.cell, placed.turned))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Figure;
    use crate::geometry::Rotation;
    use crate::setup::Edition;
    use crate::tile::{Kind, TileSet};
    use std::collections::BTreeSet;

    #[test]
    fn the_same_table_in_another_game_has_another_key() {
        let base = Setup::base(2);
        let bag = |count| base.clone().with_bag(vec![(Kind(0), count)]);
        let games = [
            base.clone(),
            Setup::base(3),
            Setup::new(2, &[TileSet::Base, TileSet::Traders]),
            base.clone().with_parts(Parts { pig: true, ..Parts::NONE }),
            base.clone().with_knobs(Edition::Classic.knobs()),
            base.clone().with_supply(Figure::Follower, 6),
            bag(3),
            bag(4),
        ];
        let keys: BTreeSet<u64> = games.iter().map(|setup| Position::new(setup).unwrap().key()).collect();
        assert_eq!(keys.len(), games.len());
        let said = base.clone().with_supply(Figure::Follower, 7).with_supply(Figure::Pig, 3);
        assert_eq!(Position::new(&base).unwrap().key(), Position::new(&said).unwrap().key());
    }

    /// Two tiles laid, in all ways on a few cells and kinds: no two ways have the same key, in none of its halves
    /// more often than chance would have it.
    #[test]
    fn other_tiles_have_other_keys() {
        let cells = (-6..6).flat_map(|x| (-6..6).map(move |y| Cell::new(x, y)));
        let tiles = cells
            .flat_map(|at| (0..8).map(move |n| tile(at, Turned::new(Kind(n / 4), Rotation::new(n % 4)))));
        let tiles: Vec<u64> = tiles.collect();
        let pairs =
            tiles.iter().enumerate().flat_map(|(n, one)| tiles[..n].iter().map(move |other| one ^ other));
        let keys: Vec<u64> = pairs.collect();
        let distinct =
            |part: fn(u64) -> u64| keys.iter().map(|key| part(*key)).collect::<BTreeSet<u64>>().len();
        assert_eq!(distinct(|key| key), keys.len());
        // Of 662,976 numbers of 32 bits about 51 pairs are equal by chance.
        assert!(
            keys.len() - distinct(|key| key >> 32) < 150
                && keys.len() - distinct(|key| key & 0xFFFF_FFFF) < 150
        );
    }
}
