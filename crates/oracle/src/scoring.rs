//! Scoring of what the fresh tile completed (B-SCORE), and figures going home.

use crate::Oracle;
use crate::flood::{self, Feature};
use rules::{Event, FeatureKind, Good, MAX_SEATS, Piece, Reason, RemovalReason, Score, Spot, TinyCity};
use std::collections::BTreeSet;

/// The seats with most followers, if there are any followers (B-SCORE-4).
pub fn leaders(strengths: [u8; MAX_SEATS]) -> Vec<usize> {
    let most = strengths.into_iter().max().unwrap_or(0);
    (0..MAX_SEATS).filter(|seat| most > 0 && strengths[*seat] == most).collect()
}

impl Oracle {
    /// Scores every road, city and monastery that the fresh tile completed.
    pub(crate) fn score_fresh(&mut self) {
        for spot in self.completed() {
            let feature = self.feature(spot).expect("the spot exists");
            self.score_feature(&feature);
            let mut stood = [&feature.followers[..], &feature.helpers].concat();
            stood.sort();
            stood.into_iter().for_each(|piece| self.send_home(piece, RemovalReason::Scored));
            self.take_goods(&feature);
        }
    }

    /// One spot of each feature the fresh tile completed, in the order of scoring.
    fn completed(&self) -> Vec<Spot> {
        let board = self.board();
        let cell = self.view.tiles.last().expect("the start tile lies on the table").cell;
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        let near: BTreeSet<_> = cell.around().into_iter().chain([cell]).collect();
        let is_monastery = |spot: &Spot| {
            flood::segment(&board, *spot).is_some_and(|printed| printed.kind == FeatureKind::Monastery)
        };
        let monasteries = near.into_iter().flat_map(|cell| board.spots_at(cell)).filter(is_monastery);
        let own = board.spots_at(cell).into_iter().filter(|spot| !is_monastery(spot));
        for spot in own.chain(monasteries) {
            let feature = self.feature(spot).expect("the spot exists");
            if feature.is_complete() && seen.insert(feature.first()) {
                found.push(spot);
            }
        }
        found
    }

    /// Points for a road, city or monastery as it stands, and the fairy's bonus.
    pub(crate) fn score_feature(&mut self, feature: &Feature) {
        if feature.followers.is_empty() {
            return;
        }
        let per_tile = self.per_tile(feature);
        let mut points = [0; MAX_SEATS];
        for seat in leaders(feature.strengths()) {
            points[seat] = worth(feature, per_tile);
        }
        let reason = Reason::Feature {
            kind: feature.kind,
            spot: feature.first(),
            complete: feature.is_complete(),
            cells: feature.cells.iter().copied().collect(),
            pennants: feature.pennants,
            per_tile,
            followers: feature.strengths(),
        };
        self.tell(Event::Scored(Score { reason, points }));
        self.score_fairy_bonus(feature);
    }

    pub(crate) fn per_tile(&self, feature: &Feature) -> u8 {
        let tiny = feature.cells.len() == 2 && self.setup.knobs.tiny == TinyCity::Half;
        match feature.kind {
            FeatureKind::City if feature.is_complete() && !tiny => 2,
            _ => 1,
        }
    }

    /// Goods go to whoever laid the tile (T-GOODS-1).
    fn take_goods(&mut self, feature: &Feature) {
        if !self.setup.parts.goods {
            return;
        }
        for good in Good::ALL {
            let count = feature.goods[good as usize];
            if count > 0 {
                self.tell(Event::GoodsTaken { seat: self.view.turn, good, count });
            }
        }
    }

    /// A figure goes home, and the fairy beside it stays alone.
    pub(crate) fn send_home(&mut self, piece: Piece, why: RemovalReason) {
        let alone = self.will_be_alone(&piece);
        let Piece { place, seat, figure } = piece;
        self.tell(Event::WentHome { seat, figure, place, why });
        if alone {
            self.tell(Event::FairyAlone);
        }
    }

    /// Builders and pigs with no own follower on their feature go home (T-BUILD-4, T-PIG-2).
    pub(crate) fn lonely_leave(&mut self) {
        let helps = |piece: &&Piece| !flood::holds(piece.figure);
        let helpers: Vec<Piece> = self.view.pieces.iter().filter(helps).copied().collect();
        for piece in helpers {
            if !self.feature(piece.spot()).is_some_and(|feature| feature.has_follower(piece.seat)) {
                self.send_home(piece, RemovalReason::Alone);
            }
        }
    }
}

/// What a road, city or monastery is worth at so much for each tile and pennant.
pub fn worth(feature: &Feature, per_tile: u8) -> u32 {
    (feature.cells.len() as u32 + u32::from(feature.pennants)) * u32::from(per_tile)
}
