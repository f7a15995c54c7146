//! The pieces players have, and what each may do.

use crate::setup::Parts;
use crate::tile::FeatureKind;
use std::fmt;

/// The largest number of seats.
pub const MAX_SEATS: usize = 6;
/// Followers each seat has (the eighth of the box is the score marker).
pub const FOLLOWERS: u8 = 7;

/// A seat at the table, from 0; people count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u32::from(self.0) + 1)
    }
}

/// What a player can put on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Figure {
    /// Knight, thief, monk or farmer, by where it stands.
    Follower,
    /// Earns a second tile (T-BUILD).
    Builder,
    /// Makes its owner's field worth more (T-PIG).
    Pig,
}

/// What a figure may do: a row of this table, never a special case elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ability {
    /// How many of them a seat has.
    pub supply: u8,
    /// The part that brings it into the game, by name.
    pub part: Option<&'static str>,
    /// Where it may stand.
    pub stands_on: &'static [FeatureKind],
    /// How much it counts for the majority; what counts nothing needs an own follower beside it.
    pub strength: u8,
    /// Whether it may go through a portal.
    pub uses_portal: bool,
    /// Whether the dragon eats it.
    pub edible: bool,
}

impl Figure {
    /// Every figure.
    pub const ALL: [Figure; 3] = [Figure::Follower, Figure::Builder, Figure::Pig];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Figure::Follower => "follower",
            Figure::Builder => "builder",
            Figure::Pig => "pig",
        }
    }

    /// Its row in the table of abilities.
    pub const fn ability(self) -> &'static Ability {
        use FeatureKind::{City, Field, Monastery, Road};
        const TABLE: [Ability; Figure::ALL.len()] = [
            Ability {
                supply: FOLLOWERS,
                part: None,
                stands_on: &[Road, City, Monastery, Field],
                strength: 1,
                uses_portal: true,
                edible: true,
            },
            Ability {
                supply: 1,
                part: Some("builder"),
                stands_on: &[Road, City],
                strength: 0,
                uses_portal: false,
                edible: true,
            },
            Ability {
                supply: 1,
                part: Some("pig"),
                stands_on: &[Field],
                strength: 0,
                uses_portal: false,
                edible: true,
            },
        ];
        &TABLE[self as usize]
    }

    /// Those that count for the majority, which come first, and those that need one of them beside them.
    pub(crate) const FOLLOWERS_AND_HELPERS: (&[Figure], &[Figure]) = {
        let mut followers = 0;
        while Figure::ALL[followers].ability().strength > 0 {
            followers += 1;
        }
        Figure::ALL.split_at(followers)
    };

    /// How many of them a seat has in a game with these parts.
    pub fn allotment(self, parts: Parts) -> u8 {
        let Ability { supply, part, .. } = *self.ability();
        if part.is_none_or(|part| parts.get(part) == Some(true)) { supply } else { 0 }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
