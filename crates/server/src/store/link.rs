//! Links that let people in.

use super::{GameId, Millis, PersonId};

/// Links of a game to sit down, to look on, and for another device of each person.
pub const MAX_LINKS: usize = 100;

/// A link, known by the hash of its secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The game it leads to.
    pub game: GameId,
    /// What it is good for.
    pub purpose: Purpose,
    /// When it was made.
    pub made: Millis,
}

/// What a link is good for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// To sit down on a free seat.
    Sit,
    /// To look on.
    Watch,
    /// To go on as this person on another device.
    Device(PersonId),
}
