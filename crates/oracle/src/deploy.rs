//! Where figures may be put (B-FIG, T-BUILD-1, T-PIG-1, D-VOLC-1, D-PORT).

use crate::Oracle;
use crate::board::Board;
use crate::flood::{self, Feature};
use rules::{Action, Farmers, FeatureKind, Figure, Mark, Spot};
use std::collections::BTreeSet;

impl Oracle {
    /// Every figure on every spot, as far as allowed.
    pub(crate) fn deployments(&self) -> BTreeSet<Action> {
        if self.setup.parts.dragon && self.fresh().mark == Some(Mark::Volcano) {
            return BTreeSet::new();
        }
        let board = self.board();
        let mut found = BTreeSet::new();
        for spot in self.spots_in_reach(&board) {
            for figure in Figure::ALL {
                if self.may_deploy(&board, figure, spot) {
                    found.insert(Action::Deploy { figure, spot });
                }
            }
        }
        found
    }

    /// A portal reaches all tiles, any other tile only itself.
    fn spots_in_reach(&self, board: &Board) -> Vec<Spot> {
        if self.setup.parts.portal && self.fresh().mark == Some(Mark::Portal) {
            return board.spots();
        }
        self.view.tiles.last().map(|laid| board.spots_at(laid.cell)).unwrap_or_default()
    }

    fn may_deploy(&self, board: &Board, figure: Figure, spot: Spot) -> bool {
        let seat = self.view.turn;
        if self.view.supply[seat.index()][figure as usize] == 0 {
            return false;
        }
        let on_fresh = self.view.tiles.last().is_some_and(|laid| laid.cell == spot.cell);
        let feature = flood::feature(board, &self.view, spot);
        match figure {
            Figure::Follower => self.is_free(&feature) && (on_fresh || self.portal_leads_to(&feature, spot)),
            Figure::Builder => {
                let kind_fits = matches!(feature.kind, FeatureKind::Road | FeatureKind::City);
                on_fresh && kind_fits && feature.has_follower(seat) && !feature.is_complete()
            }
            Figure::Pig => on_fresh && feature.kind == FeatureKind::Field && feature.has_follower(seat),
        }
    }

    fn is_free(&self, feature: &Feature) -> bool {
        let claimable = feature.kind != FeatureKind::Field || self.setup.knobs.farmers == Farmers::On;
        claimable && feature.followers.is_empty()
    }

    fn portal_leads_to(&self, feature: &Feature, spot: Spot) -> bool {
        !feature.is_complete() && self.view.dragon != Some(spot.cell)
    }
}
