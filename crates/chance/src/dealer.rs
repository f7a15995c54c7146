//! Drawing for games that nobody will want to check.

use crate::Stream;
use rules::{Kind, Position};

/// Draws from the bag at random: for simulations and searches, where the deck of a [`crate::Game`] would cost
/// more than the game. Each tile in the bag is equally likely; an arranged order comes first.
#[derive(Clone, Debug)]
pub struct Dealer {
    stream: Stream,
    arranged: Vec<Kind>,
}

impl Dealer {
    /// The dealer of a game.
    pub fn new(stream: Stream, start: &Position) -> Dealer {
        Dealer { stream, arranged: start.setup().arranged.clone().unwrap_or_default() }
    }

    /// Chooses a tile, for [`Position::draw`]; `None` if the bag is empty.
    pub fn deal(&mut self, position: &Position) -> Option<Kind> {
        if let Some(at) = self.arranged.iter().position(|kind| position.bag().any(|(have, _)| have == *kind))
        {
            return Some(self.arranged.remove(at));
        }
        let nth = self.stream.below(position.bag_size().into());
        position.nth_in_bag(nth as u16)
    }
}
