//! What fairy, dragon, princess, goods and builder make of a turn. In games without them all of it is nothing.

use super::QuickEval;
use rules::{
    Cell, Extra, FeatureId, FeatureKind, FeatureSummary, Joined, Mark, Piece, Position, Preview, Seat, Spot,
};

/// Steps of the dragon in a walk.
const STEPS: f64 = 6.0;

/// How likely the dragon walks before a follower just deployed comes home, unless the tile in hand wakes it.
const WALK: f64 = 0.4;

/// What is known of them before the tile is laid.
#[derive(Debug, Default)]
pub struct ExpansionTerms {
    /// What the fairy is worth to the mover where she is.
    fairy: f64,
    /// The feature of her follower, and what three points for it are to the mover.
    fairy_bonus: Option<(FeatureId, f64)>,
    /// What the mover gains by moving her.
    best_fairy_move: f64,
    /// Where she is.
    fairy_cell: Option<Cell>,
    /// Where the dragon is, and how likely it comes to a tile at its side.
    dragon: Option<(Cell, f64)>,
    /// If a volcano is to be laid: where pieces are, and what the mover gains if they are eaten.
    eaten: Vec<(Cell, f64)>,
    /// What a second tile is worth, if one can be earned.
    second: f64,
    /// What a token of goods is worth.
    token: f64,
}

impl QuickEval {
    /// Looks at them before anything is done.
    pub(super) fn look_at_expansions(&mut self, position: &Position) {
        let parts = position.setup().parts;
        let expansion_terms = &mut self.expansion_terms;
        let builds = parts.builder && position.extra() == Extra::No && position.bag_size() > 0;
        expansion_terms.second = if builds { self.weights.tempo } else { 0.0 };
        expansion_terms.token = if parts.goods { self.weights.quick_goods } else { 0.0 };
        if parts.fairy {
            self.look_at_fairy(position);
        }
        if parts.dragon {
            self.look_at_dragon(position);
        }
    }

    fn look_at_fairy(&mut self, position: &Position) {
        let (mut now, mut fairy_bonus, mut best) = (0.0, None, None);
        let followers = position.pieces_with_features().filter(|(piece, _)| piece.figure.ability().follower);
        for (piece, summary) in followers {
            let worth = self.fairy_worth(position, &summary, piece.spot().cell);
            if position.followers_beside_fairy().any(|beside| beside == piece) {
                let share = self.share(1 << piece.seat.0);
                now += share * worth;
                fairy_bonus = Some((summary.id, 3.0 * share));
            } else if piece.seat == self.mover && best.is_none_or(|best| worth > best) {
                best = Some(worth);
            }
        }
        let expansion_terms = &mut self.expansion_terms;
        (expansion_terms.fairy, expansion_terms.fairy_bonus) = (now, fairy_bonus);
        expansion_terms.fairy_cell = position.fairy().map(|fairy| fairy.cell);
        expansion_terms.best_fairy_move = best.map_or(0.0, |best: f64| (best - now).max(0.0));
    }

    fn look_at_dragon(&mut self, position: &Position) {
        let mark = position.hand().and_then(|kind| position.catalogue().tile(kind).mark);
        let soon = if mark == Some(Mark::Dragon) { 1.0 } else { WALK };
        self.expansion_terms.dragon = position.dragon().map(|cell| (cell, soon * self.weights.dragon));
        self.expansion_terms.eaten.clear();
        if mark == Some(Mark::Volcano) {
            for (piece, feature) in position.pieces_with_features() {
                let gain = -self.share(1 << piece.seat.0) * self.loss(position, piece, &feature);
                self.expansion_terms.eaten.push((piece.spot().cell, gain));
            }
        }
    }

    /// What the fairy brings beside a follower of this feature on this cell.
    fn fairy_worth(&self, position: &Position, summary: &FeatureSummary, cell: Cell) -> f64 {
        let close = match (summary.kind, summary.open) {
            (FeatureKind::Field, _) => 0.0,
            (FeatureKind::Monastery, _) => self.forecast.around.powi(8 - position.tiles_around(cell) as i32),
            (_, 0) => 1.0,
            (_, open) => self.forecast.close[usize::from(open).min(super::MANY)],
        };
        if close == 1.0 {
            return 3.0;
        }
        let late = 1.0 / (1.0 + 0.5 * self.turns);
        self.weights.quick_fairy * self.turns.min(1.0) + 3.0 * late.max(self.weights.fairy_bonus * close)
    }

    /// What the mover gains by moving the fairy there.
    pub(super) fn fairy_move(&self, position: &Position, cell: Cell, segment: Option<u8>) -> f64 {
        match segment.and_then(|segment| position.summary(Spot::new(cell, segment))) {
            Some(summary) => self.fairy_worth(position, &summary, cell) - self.expansion_terms.fairy,
            None => self.expansion_terms.best_fairy_move,
        }
    }

    /// What the mover gains by moving the fairy to whom it suits best.
    pub(super) fn best_fairy_move(&self) -> f64 {
        self.expansion_terms.best_fairy_move
    }

    /// What a finished feature brings besides its points.
    pub(super) fn finished(&self, position: &Position, preview: &Preview, feature: &Joined) -> f64 {
        let fairy_bonus = self
            .expansion_terms
            .fairy_bonus
            .filter(|(id, _)| preview.parts_of(feature).any(|part| part == *id));
        let is_city = self.expansion_terms.token > 0.0 && feature.summary.kind == FeatureKind::City;
        let tokens = if is_city { self.tokens(position, preview, feature) } else { 0.0 };
        fairy_bonus.map_or(0.0, |(_, points)| points) + tokens
    }

    /// The goods of a city that a tile would finish.
    fn tokens(&self, position: &Position, preview: &Preview, city: &Joined) -> f64 {
        let before = preview.parts_of(city).flat_map(|part| position.goods_of(part)).sum::<u16>();
        let own = position.hand().map_or(0, |kind| {
            let segments = position.catalogue().tile(kind).segments.iter().zip(0..);
            let goods = segments.filter(|(segment, _)| segment.good.is_some());
            goods
                .filter(|(_, n)| preview.feature_of(*n).is_some_and(|own| own.segment == city.segment))
                .count()
        });
        self.expansion_terms.token * (f64::from(before) + own as f64)
    }

    /// What the fairy gives for a finished monastery.
    pub(super) fn fairy_bonus_of(&self, monastery: FeatureId) -> f64 {
        self.expansion_terms.fairy_bonus.filter(|(id, _)| *id == monastery).map_or(0.0, |(_, points)| points)
    }

    /// What a road or city brings that the mover's builder stands on, if a tile extends it.
    pub(super) fn extended(&self, summary: &FeatureSummary) -> f64 {
        let is_line = matches!(summary.kind, FeatureKind::Road | FeatureKind::City);
        if is_line && summary.has_helper(self.mover) { self.expansion_terms.second } else { 0.0 }
    }

    /// What a builder brings on a road or city with `open` edges.
    pub(super) fn builder(&self, open: u16) -> f64 {
        let turns = self.turns.min(self.weights.builder_turns);
        turns * self.weights.tempo * (1.0 - (1.0 - self.weights.quick_builder).powi(open.min(8).into()))
    }

    /// What the builders on a road or city are to the mover.
    pub(super) fn builders(&self, summary: &FeatureSummary) -> f64 {
        if !summary.has_helpers() || summary.open == 0 {
            return 0.0;
        }
        let seats = (0..self.seats as u8).filter(|seat| summary.has_helper(Seat(*seat)));
        seats.map(|seat| self.share(1 << seat)).sum::<f64>() * self.builder(summary.open)
    }

    /// The part of a follower's gain that is left where the dragon may come.
    pub(super) fn safety(&self, cell: Cell) -> f64 {
        match self.expansion_terms.dragon {
            Some((dragon, soon)) if self.expansion_terms.fairy_cell != Some(cell) => {
                1.0 - soon * near(dragon, cell)
            }
            _ => 1.0,
        }
    }

    /// What a volcano on a cell brings.
    pub(super) fn volcano_gain(&self, cell: Cell) -> f64 {
        let eaten = self.expansion_terms.eaten.iter();
        self.weights.dragon * eaten.map(|(there, gain)| near(cell, *there) * gain).sum::<f64>()
    }

    /// What a seat loses if its piece goes home from a feature.
    pub(super) fn loss(&mut self, position: &Position, piece: Piece, summary: &FeatureSummary) -> f64 {
        let Piece { seat, .. } = piece;
        if summary.followers(seat) == 0 {
            return 0.0;
        }
        let points = match summary.kind {
            FeatureKind::Field => self.field(position, summary.id),
            FeatureKind::Monastery => self.monastery(position.tiles_around(piece.spot().cell)),
            FeatureKind::Road | FeatureKind::City => self.road_or_city(summary),
        };
        let leads = summary.leaders() >> seat.0 & 1 == 1;
        let alone = summary.followers(seat) == 1;
        (if leads && alone { points } else { 0.3 * points }) - self.next_follower(position, seat)
    }

    /// What one more follower in supply is worth to a seat.
    fn next_follower(&self, position: &Position, seat: Seat) -> f64 {
        let have = usize::from(position.followers_in_supply(seat)).min(self.forecast.supply.len() - 2);
        self.forecast.supply[have + 1] - self.forecast.supply[have]
    }

    /// What the mover gains if a seat's knight leaves a city.
    pub(super) fn eviction(&self, position: &Position, city: &FeatureSummary, seat: Seat) -> f64 {
        let left = |other: Seat| city.followers(other) - u8::from(other == seat);
        let most = (0..self.seats).map(|other| left(Seat(other as u8))).max().unwrap_or(0).max(1);
        let leaders = (0..self.seats as u8).filter(|other| left(Seat(*other)) == most);
        let leaders = leaders.fold(0, |leaders, other| leaders | 1 << other);
        let points = (self.share(leaders) - self.share(city.leaders())) * self.road_or_city(city);
        points + self.share(1 << seat.0) * self.next_follower(position, seat)
    }
}

/// How near the dragon is to a cell: 1 at its side, nothing if it does not get there in a walk.
fn near(dragon: Cell, cell: Cell) -> f64 {
    let distance = cell.x.abs_diff(dragon.x) + cell.y.abs_diff(dragon.y);
    (1.0 - (f64::from(distance) - 1.0) / STEPS).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Weights;
    use rules::notation::parse_position;

    /// What the fairy is worth to the seat to act.
    fn worth(fairy: &str, knobs: &str) -> f64 {
        let position = format!(
            "seats=2 sets=base;dragon {knobs} tiles=D@0,0;U@1,0;U@2,0;U@3,0;U@4,0 figures=1:thief:1,0:EW fairy={fairy} \
             hand=V turn=1 phase=place"
        );
        let position = parse_position(&position).unwrap();
        let mut quick_eval = QuickEval::new(&Weights::DEFAULT);
        quick_eval.look(&position, 40);
        quick_eval.expansion_terms.fairy
    }

    #[test]
    fn the_fairy_is_worth_something_beside_a_follower() {
        assert!(worth("thief:1,0:EW", "") > 0.0);
        assert!(worth("1,0", "knobs=fairy=on-tile") > 0.0);
    }

    #[test]
    fn a_fairy_that_was_left_alone_is_beside_nobody() {
        assert_eq!(worth("1,0", ""), 0.0);
    }
}
