//! What a table and an analyst ask of a position.

use crate::Oracle;
use crate::flood::Feature;
use crate::scoring;
use rules::{Cell, FeatureKind, Kind, Rotation, TinyCity};
use std::collections::{BTreeMap, BTreeSet};

impl Oracle {
    /// The empty cells beside laid tiles.
    pub fn open_cells(&self) -> BTreeSet<Cell> {
        self.board().open_cells()
    }

    /// The kinds still to be drawn that fit a cell: how many there are and the rotations, one bit each.
    pub fn fits(&self, cell: Cell) -> BTreeMap<Kind, (u16, u8)> {
        let board = self.board();
        let mut found = BTreeMap::new();
        for kind in self.catalogue.kinds() {
            let count = self.view.left.get(kind) + self.view.held.get(kind) + self.view.aside.get(kind);
            let fitting = Rotation::ALL.into_iter().filter(|turn| self.can_lie(&board, kind, cell, *turn));
            let rotations = fitting.fold(0, |bits: u8, turn| bits | 1 << turn.quarters());
            if count > 0 && rotations != 0 {
                found.insert(kind, (count, rotations));
            }
        }
        found
    }

    /// What the majority would get for a feature if the game ended now.
    pub fn worth(&self, feature: &Feature) -> u32 {
        match feature.kind {
            FeatureKind::Field => self.cities(feature).len() as u32 * u32::from(self.per_city()),
            _ => scoring::worth(feature, self.per_tile(feature)),
        }
    }

    /// What it would get if the feature were finished with the tiles that are there (a monastery with all
    /// around it, a field with every city it touches finished).
    pub fn worth_complete(&self, feature: &Feature) -> u32 {
        let tiny = feature.cells.len() == 2 && self.setup.knobs.tiny == TinyCity::Half;
        match feature.kind {
            FeatureKind::Field => self.cities_touched(feature).len() as u32 * u32::from(self.per_city()),
            FeatureKind::Monastery => 9,
            FeatureKind::City if !tiny => scoring::worth(feature, 2),
            FeatureKind::City | FeatureKind::Road => scoring::worth(feature, 1),
        }
    }
}
