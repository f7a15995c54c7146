//! Every legal action, found by trying.

use crate::Oracle;
use crate::board::{Board, TurnedTile};
use crate::river;
use rules::{Action, Cell, Kind, Phase, Rotation};
use std::collections::BTreeSet;

impl Oracle {
    /// Every action the seat to act may take.
    ///
    /// ```
    /// let mut oracle = oracle::Oracle::new(&rules::Setup::base(2));
    /// oracle.apply(rules::Input::Draw(rules::Kind::named("B").unwrap()));
    /// assert_eq!(oracle.legal().len(), 4); // south of the start tile, in any rotation
    /// ```
    pub fn legal(&self) -> BTreeSet<Action> {
        match self.view.phase {
            Phase::Draw { .. } | Phase::Over(_) => BTreeSet::new(),
            Phase::Place => self.placements(self.view.hand.expect("a tile is in hand")),
            Phase::Figure => self.figure_actions(),
            Phase::Dragon { .. } => self.dragon_moves(),
            Phase::Extra => BTreeSet::from([Action::TakeExtra, Action::Pass]),
        }
    }

    /// Everywhere a tile of this kind can be laid.
    pub(crate) fn placements(&self, kind: Kind) -> BTreeSet<Action> {
        let board = self.board();
        let mut found = BTreeSet::new();
        for cell in board.open_cells() {
            for rotation in Rotation::ALL {
                if self.can_lie(&board, kind, cell, rotation) {
                    found.insert(Action::Place { cell, rotation });
                }
            }
        }
        found
    }

    pub(crate) fn can_lie(&self, board: &Board, kind: Kind, cell: Cell, rotation: Rotation) -> bool {
        let piece = TurnedTile { tile: self.catalogue.tile(kind), rotation };
        board.matches(&piece, cell) && river::allows(board, &piece, cell, self.setup.knobs.river_turns)
    }

    fn figure_actions(&self) -> BTreeSet<Action> {
        let evictions = self.evictions();
        if self.must_evict() && !evictions.is_empty() {
            return evictions;
        }
        let mut found = BTreeSet::from([Action::Pass]);
        found.extend(evictions);
        found.extend(self.deployments());
        found.extend(self.fairy_moves());
        found
    }
}
