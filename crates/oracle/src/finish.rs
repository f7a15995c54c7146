//! The end of the game (B-END, B-RETIRE, B-ENDNOW, T-GOODS-2).

use crate::Oracle;
use rules::{
    DragonMoves, Ending, Event, Farmers, FeatureKind, Good, Input, MAX_SEATS, Phase, Pool, Reason, Score,
    Seat,
};

const GOODS_POINTS: u32 = 10;

impl Oracle {
    /// Ends a game that may be in the middle of a turn.
    pub(crate) fn break_off(&mut self, ending: Ending) {
        if let Some(kind) = self.view.hand {
            self.tell(Event::PutBack { kind, count: 1, from: Pool::Hand });
        }
        let phase = self.view.phase;
        let walking = matches!(phase, Phase::Dragon { .. });
        if walking {
            self.tell(Event::DragonRested);
        }
        let scores_after_walk = self.setup.knobs.dragon_moves == DragonMoves::BeforeScoring;
        if phase == Phase::Figure || walking && scores_after_walk {
            self.score_fresh();
        }
        self.finish(ending);
    }

    /// Final scoring, and nothing more to come.
    pub(crate) fn finish(&mut self, ending: Ending) {
        for kind in [FeatureKind::Road, FeatureKind::City, FeatureKind::Monastery] {
            for feature in self.features().into_iter().filter(|feature| feature.kind == kind) {
                self.score_feature(&feature);
            }
        }
        if self.setup.knobs.farmers == Farmers::On {
            self.score_fields();
        }
        if self.setup.parts.goods {
            Good::ALL.into_iter().for_each(|good| self.score_goods(good));
        }
        self.tell(Event::Now(Phase::Over(ending)));
    }

    fn score_goods(&mut self, good: Good) {
        let tokens = self.view.goods.map(|tokens| tokens[good as usize]);
        let most = tokens.into_iter().max().unwrap_or(0);
        if most > 0 {
            let points = tokens.map(|count| if count == most { GOODS_POINTS } else { 0 });
            self.tell(Event::Scored(Score { reason: Reason::Goods { good, tokens }, points }));
        }
    }

    /// Points of each seat if the game ended now.
    pub fn projected(&self) -> [u32; MAX_SEATS] {
        let mut ended = self.clone();
        if !matches!(self.view.phase, Phase::Over(_)) {
            ended.apply(Input::EndNow);
        }
        ended.view.scores
    }

    /// Most points among those who did not retire; nobody while the game goes on.
    pub fn winners(&self) -> Vec<Seat> {
        if !matches!(self.view.phase, Phase::Over(_)) {
            return Vec::new();
        }
        let playing = || (0..self.view.seats).map(Seat).filter(|seat| !self.view.retired[seat.index()]);
        let points = |seat: Seat| self.view.scores[seat.index()];
        let most = playing().map(points).max();
        playing().filter(|seat| Some(points(*seat)) == most).collect()
    }
}
