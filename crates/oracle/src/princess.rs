//! The princess sends a knight home (D-PRIN).

use crate::Oracle;
use rules::{Action, Princess, Spot};
use std::collections::BTreeSet;

impl Oracle {
    pub(crate) fn must_evict(&self) -> bool {
        self.setup.knobs.princess == Princess::Must
    }

    /// Every knight of the city the princess of the fresh tile looks out of.
    pub(crate) fn evictions(&self) -> BTreeSet<Action> {
        if !self.setup.parts.princess {
            return BTreeSet::new();
        }
        let Some(segment) = self.fresh().segments.iter().position(|segment| segment.princess) else {
            return BTreeSet::new();
        };
        let cell = self.view.tiles.last().expect("the start tile lies on the table").cell;
        let city = self.feature(Spot::new(cell, segment as u8)).expect("the fresh tile has this segment");
        city.followers.into_iter().map(|knight| Action::Evict { spot: knight.spot() }).collect()
    }
}
