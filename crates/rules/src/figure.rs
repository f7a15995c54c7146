//! The pieces players have, and what each may do.

use crate::setup::Parts;
use crate::tile::FeatureKind;
use std::fmt;

/// The largest number of seats.
pub const MAX_SEATS: usize = 6;
/// Followers each seat has (the eighth of the box is the score marker).
pub const FOLLOWERS: u8 = 7;
/// The most of one figure that a setup may give to a seat.
pub const MAX_OF_A_FIGURE: u8 = 15;

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
    /// How many of them a seat has, unless the setup says otherwise.
    pub supply: u8,
    /// The part that brings it into the game, by name.
    pub part: Option<&'static str>,
    /// Where it may stand.
    pub stands_on: &'static [FeatureKind],
    /// Whether it holds what it stands on and counts for the majority; what does not needs an own follower beside it.
    pub follower: bool,
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
                follower: true,
                uses_portal: true,
                edible: true,
            },
            Ability {
                supply: 1,
                part: Some("builder"),
                stands_on: &[Road, City],
                follower: false,
                uses_portal: false,
                edible: true,
            },
            Ability {
                supply: 1,
                part: Some("pig"),
                stands_on: &[Field],
                follower: false,
                uses_portal: false,
                edible: true,
            },
        ];
        &TABLE[self as usize]
    }

    /// Those that count for the majority, which come first, and those that need one of them beside them.
    pub(crate) const FOLLOWERS_AND_HELPERS: (&[Figure], &[Figure]) = {
        let mut followers = 0;
        while Figure::ALL[followers].ability().follower {
            followers += 1;
        }
        Figure::ALL.split_at(followers)
    };

    /// The figure with this name.
    pub fn from_name(name: &str) -> Option<Figure> {
        Figure::ALL.into_iter().find(|figure| figure.name() == name)
    }

    /// Whether it is in a game with these parts.
    pub(crate) fn is_in_play(self, parts: Parts) -> bool {
        self.ability().part.is_none_or(|part| parts.get(part) == Some(true))
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
