//! What the next tile is drawn from: the river first, then the lake, then all others.

use crate::Oracle;
use rules::{Catalogue, Kind, LAKE, Pile, Tally, TileSet};

const IN_ORDER: [Pile; 3] = [Pile::River, Pile::Lake, Pile::Main];

/// The pile a kind belongs to.
pub fn pile_of(catalogue: &Catalogue, kind: Kind) -> Pile {
    let tile = catalogue.tile(kind);
    match tile.set {
        TileSet::River if tile.name == LAKE => Pile::Lake,
        TileSet::River => Pile::River,
        _ => Pile::Main,
    }
}

/// The first pile that still has tiles.
pub fn first_pile(catalogue: &Catalogue, left: &Tally) -> Option<Pile> {
    IN_ORDER.into_iter().find(|pile| left.iter().any(|(kind, _)| pile_of(catalogue, kind) == *pile))
}

impl Oracle {
    /// The pile the next tile comes from; `None` if no tile is left.
    pub(crate) fn pile(&self) -> Option<Pile> {
        first_pile(&self.catalogue, &self.view.left)
    }

    /// The tiles the next draw is taken from.
    pub fn bag(&self) -> Tally {
        let Some(pile) = self.pile() else { return Tally::default() };
        self.view.left.iter().filter(|(kind, _)| pile_of(&self.catalogue, *kind) == pile).collect()
    }
}
