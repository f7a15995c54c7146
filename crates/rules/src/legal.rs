//! Every action that may be played now.

use crate::action::Action;
use crate::event::{Phase, Pile};
use crate::figure::Figure;
use crate::geometry::{Side, Spot};
use crate::position::Position;
use crate::ruleset::MAX_SEGMENTS;
use crate::setup::Princess;
use crate::tile::{FeatureKind, Kind, Mark};

impl Position {
    /// Exactly the actions that [`Position::play`] accepts, all rotations apart; empty when no seat is to act.
    /// The order depends only on the tiles laid, in their order, and on the figures.
    #[inline]
    pub fn legal_actions(&self, actions: &mut Vec<Action>) {
        actions.clear();
        match self.state.phase {
            Phase::Place => self.list_placements(actions),
            Phase::Figure => self.list_figure_actions(actions),
            Phase::Draw { .. } | Phase::Dragon { .. } | Phase::Extra | Phase::Over(_) => {
                self.list_other_actions(actions);
            }
        }
    }

    /// The legal actions with only one of several equal rotations of a symmetric tile.
    pub fn distinct_actions(&self, actions: &mut Vec<Action>) {
        match self.state.phase {
            Phase::Place => {
                actions.clear();
                self.list_distinct(actions);
            }
            Phase::Draw { .. } | Phase::Figure | Phase::Dragon { .. } | Phase::Extra | Phase::Over(_) => {
                self.legal_actions(actions);
            }
        }
    }

    /// Steps of the dragon, and the answer about a second tile.
    #[cold]
    fn list_other_actions(&self, actions: &mut Vec<Action>) {
        match self.state.phase {
            Phase::Dragon { .. } => {
                let sides = Side::ALL.into_iter().filter(|side| self.dragon_step(*side).is_ok());
                actions.extend(sides.map(|side| Action::MoveDragon { side }));
            }
            Phase::Extra => {
                actions.extend([Action::TakeExtra, Action::Pass]);
            }
            Phase::Draw { .. } | Phase::Place | Phase::Figure | Phase::Over(_) => {}
        }
    }

    #[inline(never)]
    fn list_placements(&self, actions: &mut Vec<Action>) {
        let Some(kind) = self.state.hand else { return };
        let table = self.table(kind);
        match table.looks {
            _ if table.pile != Pile::Main => self.list_river_placements(kind, actions),
            4 => self.board.list(&table.edges, actions),
            2 => self.board.list_halves(&table.edges, actions),
            _ => self.board.list_quarters(&table.edges, actions),
        }
    }

    /// The placements with only one of several equal rotations.
    pub(crate) fn list_distinct(&self, actions: &mut Vec<Action>) {
        let Some(kind) = self.state.hand else { return };
        let distinct = self.table(kind).distinct;
        self.list_placements(actions);
        actions.retain(
            |action| matches!(action, Action::Place { rotation, .. } if rotation.quarters() < distinct),
        );
    }

    #[cold]
    fn list_river_placements(&self, kind: Kind, actions: &mut Vec<Action>) {
        let Some((cell, _)) = self.state.river.end else { return };
        actions.extend(self.river_rotations(kind).map(|rotation| Action::Place { cell, rotation }));
    }

    /// Whether a drawn tile can be laid at all.
    #[inline]
    pub(crate) fn fits_on_table(&self, kind: Kind) -> bool {
        let table = self.table(kind);
        match table.pile {
            Pile::Main => self.board.fits_somewhere(&table.edges),
            _ => self.fits_on_river(kind),
        }
    }

    #[cold]
    #[inline(never)]
    fn fits_on_river(&self, kind: Kind) -> bool {
        self.river_rotations(kind).next().is_some()
    }

    /// The figure step: deploy, evict, move the fairy, or nothing.
    #[inline]
    fn list_figure_actions(&self, actions: &mut Vec<Action>) {
        if self.rules.special {
            return self.list_special_actions(actions);
        }
        if self.has_in_supply(self.state.turn, Figure::Follower) {
            self.list_claims(Figure::Follower, actions);
        }
        actions.push(Action::Pass);
    }

    #[inline(never)]
    fn list_special_actions(&self, actions: &mut Vec<Action>) {
        let knights = self.evictable();
        knights.extend(actions, |knight| Action::Evict { spot: self.spot(self.pieces.segment(knight)) });
        if self.rules.setup.knobs.princess == Princess::Must && !knights.is_empty() {
            return;
        }
        if !self.is_mark(Mark::Volcano) {
            self.list_deployments(actions);
        }
        if self.rules.setup.parts.fairy {
            self.list_fairy_moves(actions);
        }
        actions.push(Action::Pass);
    }

    fn list_deployments(&self, actions: &mut Vec<Action>) {
        for figure in Figure::FOLLOWERS_AND_HELPERS.0.iter().copied() {
            if !self.has_in_supply(self.state.turn, figure) {
                continue;
            }
            self.list_claims(figure, actions);
            if self.is_mark(Mark::Portal) && figure.ability().uses_portal {
                self.list_portal_claims(figure, actions);
            }
        }
        if !self.all_helpers_out(self.state.turn) {
            self.list_helpers(actions);
        }
    }

    /// Free segments of the laid tile (B-FIG).
    #[inline(never)]
    fn list_claims(&self, figure: Figure, actions: &mut Vec<Action>) {
        let placed = *self.board.last();
        for number in self.table(placed.kind()).stands[figure as usize] {
            let root = self.land.root(placed.segment(number));
            if !self.land.figures(root).occupied() {
                actions.push(Action::Deploy { figure, spot: Spot { cell: placed.cell, segment: number } });
            }
        }
    }

    /// Builder and pig beside an own follower (T-BUILD-1, T-PIG-1).
    fn list_helpers(&self, actions: &mut Vec<Action>) {
        let seat = self.state.turn;
        let placed = *self.board.last();
        for number in 0..self.table(placed.kind()).segments {
            let root = self.land.root(placed.segment(number));
            if self.land.figures(root).of(seat) > 0 {
                self.list_helpers_at(Spot { cell: placed.cell, segment: number }, actions);
            }
        }
    }

    #[inline(never)]
    fn list_helpers_at(&self, spot: Spot, actions: &mut Vec<Action>) {
        let placed = self.board.last();
        let table = self.table(placed.kind());
        let grows = !self.is_part_complete(placed, placed.segment(spot.segment));
        for figure in Figure::FOLLOWERS_AND_HELPERS.1.iter().copied() {
            let stands = table.stands[figure as usize].has(spot.segment);
            if grows && stands && self.has_in_supply(self.state.turn, figure) {
                actions.push(Action::Deploy { figure, spot });
            }
        }
    }

    /// Free unfinished segments of other tiles (D-PORT-1).
    fn list_portal_claims(&self, figure: Figure, actions: &mut Vec<Action>) {
        let others = self.board.tiles.len() - 1;
        for (placed, tile) in self.board.tiles[..others].iter().zip(0..) {
            if self.state.dragon.at == Some(tile) {
                continue;
            }
            let table = self.table(placed.kind());
            for number in table.stands[figure as usize] {
                let sums = self.land.sums_at(self.land.root(placed.segment(number)));
                let is_complete = || match table.features[usize::from(number) % MAX_SEGMENTS] {
                    FeatureKind::Road | FeatureKind::City => sums.open() == 0,
                    FeatureKind::Monastery => self.board.neighbours(placed.cell) == 8,
                    FeatureKind::Field => false,
                };
                if !sums.figures().occupied() && !is_complete() {
                    let spot = Spot { cell: placed.cell, segment: number };
                    actions.push(Action::Deploy { figure, spot });
                }
            }
        }
    }
}
