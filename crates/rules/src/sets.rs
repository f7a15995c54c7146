//! Which sets a game is played with.

use crate::tile::TileSet;

/// How many copies of each set a game has.
///
/// ```
/// use rules::{Sets, TileSet};
/// let sets = Sets::from([(TileSet::Base, 2), (TileSet::River, 1)]);
/// assert_eq!((sets.copies(TileSet::Base), sets.copies(TileSet::Dragon)), (2, 0));
/// assert!(sets.with(TileSet::River, 0).iter().eq([(TileSet::Base, 2)]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Sets([u8; TileSet::COUNT]);

impl Sets {
    /// No set: the game has an own bag.
    pub const NONE: Sets = Sets([0; TileSet::COUNT]);

    /// How many copies of a set; 0 if it is not in the game.
    pub const fn copies(self, set: TileSet) -> u8 {
        self.0[set as usize]
    }

    /// The same with this many copies of a set instead.
    #[must_use]
    pub const fn with(mut self, set: TileSet, copies: u8) -> Sets {
        self.0[set as usize] = copies;
        self
    }

    /// The sets in the game with their copies, in the order of [`TileSet::ALL`].
    pub fn iter(self) -> impl Iterator<Item = (TileSet, u8)> {
        TileSet::ALL.into_iter().zip(self.0).filter(|(_, copies)| *copies > 0)
    }
}

/// Of a set named twice, the last number holds.
impl FromIterator<(TileSet, u8)> for Sets {
    fn from_iter<T: IntoIterator<Item = (TileSet, u8)>>(pairs: T) -> Sets {
        pairs.into_iter().fold(Sets::NONE, |sets, (set, copies)| sets.with(set, copies))
    }
}

impl<const N: usize> From<[(TileSet, u8); N]> for Sets {
    fn from(pairs: [(TileSet, u8); N]) -> Sets {
        pairs.into_iter().collect()
    }
}
