//! What a seat can do, and everything that can happen to a game.

use crate::figure::{Figure, Seat};
use crate::geometry::{Cell, Rotation, Side, Spot};
use crate::tile::Kind;

/// One decision of the seat whose decision it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Action {
    /// Lay the tile in hand.
    Place {
        /// Where.
        cell: Cell,
        /// How far turned clockwise.
        rotation: Rotation,
    },
    /// Put a figure on the board.
    Deploy {
        /// Which.
        figure: Figure,
        /// On which segment.
        spot: Spot,
    },
    /// The princess sends this knight home.
    Evict {
        /// Where the knight stands.
        spot: Spot,
    },
    /// Move the fairy.
    MoveFairy {
        /// To this tile.
        cell: Cell,
        /// Beside the own follower on this segment; `None` under the knob `fairy = on-tile`.
        segment: Option<u8>,
    },
    /// Move the dragon one tile.
    MoveDragon {
        /// In this direction.
        side: Side,
    },
    /// Take the second tile that the builder earned (only asked under the knob `extra-tile = may`).
    TakeExtra,
    /// Place no figure, or take no second tile.
    Pass,
}

/// Everything that can be fed to a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Input {
    /// The seat to act does this.
    Act(Action),
    /// Chance draws a tile of this kind.
    Draw(Kind),
    /// A seat gives up (B-RETIRE).
    Retire(Seat),
    /// All agree to end the game (B-ENDNOW).
    EndNow,
}

/// A complete placement with its figure choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Turn {
    /// Where the tile goes.
    pub place: Action,
    /// What the figure step does.
    pub then: Action,
}
