//! A quick judgement of placements for play-outs: what a tile does to the features it touches, from sums that are at hand.
//!
//! No tile is laid to see what it would do: [`rules::Preview`] adds up what a placement would join. A turn in a play-out costs
//! half of what it did when each placement was tried on a copy, and a third with all sets.

mod expansion_terms;
mod placing;

use crate::evaluate::{SupplyValues, Weights, supply_values};
use crate::options::Choice;
use expansion_terms::ExpansionTerms;
pub use placing::Rated;
use rules::{
    Action, Cell, FeatureId, FeatureKind, FeatureSummary, FieldScoring, Figure, Parts, Phase, Position, Seat,
};

/// Edges from which on it makes no difference how many are open.
const MANY: usize = 7;

/// What was found out about a feature in a turn.
#[derive(Clone, Copy, Default, Debug)]
struct FeatureNote {
    /// In which one.
    turn: u64,
    /// What it is worth to the mover, if it is claimed.
    claim: f64,
    /// What it brings, if it is a field.
    field: Option<f64>,
}

/// A claimed monastery before the tile lies.
#[derive(Clone, Copy, Debug)]
struct Monk {
    cell: Cell,
    /// What the mover gains if a tile is laid beside it.
    gain: f64,
}

/// What follows from the number of tiles left.
#[derive(Clone, Copy, Default, Debug)]
struct QuickForecast {
    /// How likely a road or city is finished, by its number of open edges.
    close: [f64; MANY + 1],
    /// What a road, or a city, will bring by its number of open edges: on its own, and for each tile and pennant.
    road_or_city: [[[f64; 2]; MANY + 1]; 2],
    /// How likely a cell beside a monastery is filled.
    around: f64,
    /// What followers in supply are worth, by their number.
    supply: SupplyValues,
}

impl QuickForecast {
    fn new(weights: &Weights, tiles: f64, seats: usize) -> QuickForecast {
        let seats = seats as f64;
        let turns = tiles / seats;
        let filled = |weight: f64, part: f64| 1.0 - (1.0 - weight / seats).powf(part * tiles);
        let chance = filled(weights.closing, weights.quick_closing);
        let mut close = [0.0; MANY + 1];
        for (open, close) in close.iter_mut().enumerate().skip(1) {
            let time = (turns / open as f64).min(1.0);
            *close = time * chance.powi(open as i32) * weights.gap.powi(open as i32 - 1);
        }
        let road_or_city = [1.0, 2.0].map(|per| {
            std::array::from_fn(|open| match (open, close[open], open as f64) {
                (0, ..) => [0.0, per],
                (_, done, gaps) => {
                    let grown = weights.growth * gaps * close[1];
                    [done * per * gaps + (1.0 - done) * grown, done * per + 1.0 - done]
                }
            })
        });
        let around = filled(weights.around, weights.quick_around);
        QuickForecast { close, road_or_city, around, supply: supply_values(weights, turns) }
    }
}

/// What is known before the tile is laid, and room to think.
#[derive(Debug)]
pub struct QuickEval {
    weights: Weights,
    mover: Seat,
    seats: usize,
    turns: f64,
    tiles: f64,
    per_city: f64,
    forecast: QuickForecast,
    /// What was worked out before, by the number of tiles left, for `known_seats`.
    known: Vec<Option<QuickForecast>>,
    known_seats: usize,
    monks: Vec<Monk>,
    expansion_terms: ExpansionTerms,
    /// By the number of the feature.
    notes: Vec<FeatureNote>,
    /// Counts the turns that were looked at.
    turn: u64,
    places: Vec<Action>,
    ranked: Vec<(f64, Action)>,
    figures: Vec<Action>,
}

impl QuickEval {
    /// With these weights.
    pub fn new(weights: &Weights) -> QuickEval {
        QuickEval {
            weights: weights.clone(),
            mover: Seat(0),
            seats: 2,
            turns: 0.0,
            tiles: -1.0,
            per_city: 3.0,
            forecast: QuickForecast::default(),
            known: Vec::new(),
            known_seats: 0,
            monks: Vec::new(),
            expansion_terms: ExpansionTerms::default(),
            notes: Vec::new(),
            turn: 0,
            places: Vec::new(),
            ranked: Vec::new(),
            figures: Vec::new(),
        }
    }

    /// What looks best with `tiles` left: a placement with its figure choice, or the answer to another question.
    pub fn choose(&mut self, position: &Position, scratch: &mut Position, tiles: u32) -> Option<Choice> {
        self.look(position, tiles);
        match position.phase() {
            Phase::Place => self.choose_turn(position, scratch),
            Phase::Figure => {
                let (_, figure) = self.best_figure(position, position)?;
                Some(Choice::new(figure))
            }
            Phase::Dragon { mover, .. } => self.choose_step(position, mover).map(Choice::new),
            Phase::Extra => Some(Choice::new(Action::TakeExtra)),
            Phase::Draw { .. } | Phase::Over(_) => None,
        }
    }

    /// Looks at a position before anything is done, with `tiles` left.
    pub fn look(&mut self, position: &Position, tiles: u32) {
        self.seats = position.setup().seats.into();
        self.per_city = if position.setup().knobs.field == FieldScoring::PerCity { 4.0 } else { 3.0 };
        self.mover = position.turn();
        self.turn += 1;
        self.reckon(tiles);
        if position.setup().parts != Parts::NONE {
            self.look_at_expansions(position);
        }
    }

    /// How good each of some ways to go on looks: its placement and, as if the others were not, each further action. Those with
    /// the same placement should come together.
    pub fn rate(
        &mut self,
        position: &Position,
        scratch: &mut Position,
        tiles: u32,
        choices: &[Choice],
    ) -> Vec<f64> {
        self.look(position, tiles);
        self.prepare(position);
        let (cost, mut laid, mut rates) = (self.cost(position), None, Vec::with_capacity(choices.len()));
        for choice in choices {
            let (place, rest) = choice.placement();
            if let Some(place) = place.filter(|place| laid.map(|(laid, _)| laid) != Some(*place)) {
                scratch.copy_from(position);
                scratch.play_unchecked(place);
                laid = Some((place, self.rate_placement(position, place)));
            }
            let after = if place.is_some() { &*scratch } else { position };
            let more = rest.iter().map(|action| self.figure(*action, position, after, cost)).sum::<f64>();
            rates.push(more + laid.map_or(0.0, |(_, gain)| gain));
        }
        rates
    }

    /// What follows from the number of tiles left, worked out once for each number.
    fn reckon(&mut self, tiles: u32) {
        if self.known_seats != self.seats {
            (self.known_seats, self.tiles) = (self.seats, -1.0);
            self.known.clear();
        }
        if self.tiles != f64::from(tiles) {
            self.tiles = f64::from(tiles);
            self.turns = self.tiles / self.seats as f64;
            let place = tiles as usize;
            self.known.resize(self.known.len().max(place + 1), None);
            let now = self.known[place]
                .unwrap_or_else(|| QuickForecast::new(&self.weights, self.tiles, self.seats));
            self.known[place] = Some(now);
            self.forecast = now;
        }
    }

    /// How much of a feature's points counts for the mover, if these seats lead there.
    fn share(&self, leaders: u8) -> f64 {
        let own = leaders >> self.mover.0 & 1;
        let others = (leaders.count_ones() - u32::from(own)) as f64;
        f64::from(own) - others / (self.seats.max(2) - 1) as f64
    }

    /// What a road or city will bring.
    #[inline]
    fn road_or_city(&self, summary: &FeatureSummary) -> f64 {
        let [fixed, each] = self.forecast.road_or_city[usize::from(summary.kind == FeatureKind::City)]
            [usize::from(summary.open).min(MANY)];
        fixed + each * f64::from(summary.count)
    }

    /// What a monastery with `around` tiles around it will bring.
    fn monastery(&self, around: usize) -> f64 {
        let missing = (8 - around.min(8)) as f64;
        1.0 + around as f64 + (missing * self.forecast.around).min(0.8 * self.turns)
    }

    /// What a field without cities will bring.
    fn bare_field(&self) -> f64 {
        self.weights.quick_field * (self.tiles / 60.0).min(1.5)
    }

    /// What a field of the position before will bring.
    fn field(&mut self, before: &Position, id: FeatureId) -> f64 {
        if let Some(points) = self.note(id).field {
            return points;
        }
        let mut points = self.bare_field();
        if before.has_feature(id) {
            let [done, all] = before.cities_around(id).map(|count| self.per_city * f64::from(count));
            let late = (self.tiles / self.weights.field_tiles).min(1.0);
            points += done + (all - done) * self.weights.field_city * late;
        }
        self.note(id).field = Some(points);
        points
    }

    /// What is known of a feature in this turn.
    #[inline]
    fn note(&mut self, id: FeatureId) -> &mut FeatureNote {
        if id.index() >= self.notes.len() {
            self.notes.resize(2 * id.index() + 8, FeatureNote::default());
        }
        let note = &mut self.notes[id.index()];
        if note.turn != self.turn {
            *note = FeatureNote { turn: self.turn, ..FeatureNote::default() };
        }
        note
    }

    /// What followers are worth that come home.
    fn homecoming(&self, position: &Position, summary: &FeatureSummary) -> f64 {
        let mut gain = 0.0;
        for seat in 0..self.seats {
            let home = summary.followers(Seat(seat as u8));
            if home == 0 {
                continue;
            }
            let have = usize::from(position.followers_in_supply(Seat(seat as u8)));
            let then = (have + usize::from(home)).min(self.forecast.supply.len() - 1);
            gain += self.share(1 << seat) * (self.forecast.supply[then] - self.forecast.supply[have]);
        }
        gain
    }

    /// The best figure choice after a placement, and what it adds.
    fn best_figure(&mut self, before: &Position, after: &Position) -> Option<(f64, Action)> {
        let mut figures = std::mem::take(&mut self.figures);
        after.legal_actions(&mut figures);
        let cost = self.cost(after);
        let mut best: Option<(f64, Action)> = None;
        for action in &figures {
            let gain = self.figure(*action, before, after, cost);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, *action));
            }
        }
        self.figures = figures;
        best
    }

    /// What a follower that is deployed is missed for.
    fn cost(&self, position: &Position) -> f64 {
        let have =
            usize::from(position.followers_in_supply(self.mover)).clamp(1, self.forecast.supply.len() - 1);
        self.forecast.supply[have] - self.forecast.supply[have - 1]
    }

    fn figure(&mut self, action: Action, before: &Position, after: &Position, cost: f64) -> f64 {
        match action {
            Action::Deploy { figure, spot } => {
                let Some(summary) = after.summary(spot) else { return 0.0 };
                let gain = match figure.ability().follower {
                    true if summary.kind == FeatureKind::Field => self.field(before, summary.id) - cost,
                    true => self.claimed(after, spot.cell, &summary, cost),
                    false => {
                        self.helper(figure, summary.open, |quick_eval| quick_eval.field(before, summary.id))
                    }
                };
                gain * self.safety(spot.cell)
            }
            Action::Evict { spot } => {
                let knight = after.pieces_with_features().find(|(piece, _)| piece.spot() == spot);
                knight.map_or(0.0, |(knight, city)| self.eviction(after, &city, knight.seat))
            }
            Action::MoveFairy { cell, segment } => self.fairy_move(after, cell, segment),
            Action::Place { .. } | Action::MoveDragon { .. } | Action::TakeExtra | Action::Pass => 0.0,
        }
    }

    /// What a road, city or monastery of a laid tile brings to a follower who claims it.
    fn claimed(&self, position: &Position, cell: Cell, summary: &FeatureSummary, cost: f64) -> f64 {
        match summary.kind {
            FeatureKind::Monastery => {
                let around = position.tiles_around(cell);
                self.monastery(around) - if around == 8 { 0.0 } else { cost }
            }
            FeatureKind::Road | FeatureKind::City | FeatureKind::Field => {
                self.claimed_road_or_city(summary, cost)
            }
        }
    }

    /// What a figure brings that needs a follower beside it, on a road or city with `open` edges or on a field.
    fn helper(&mut self, figure: Figure, open: u16, field: impl FnOnce(&mut QuickEval) -> f64) -> f64 {
        match figure {
            Figure::Builder => self.builder(open),
            Figure::Pig => field(self) / 3.0,
            Figure::Follower => 0.0,
        }
    }

    /// What a road or city brings to a follower who claims it.
    fn claimed_road_or_city(&self, summary: &FeatureSummary, cost: f64) -> f64 {
        match summary.open {
            0 => self.road_or_city(summary),
            open => {
                let close = self.forecast.close[usize::from(open).min(MANY)];
                self.road_or_city(summary) - cost * (1.0 - self.weights.homecoming * close)
            }
        }
    }

    /// Leads the dragon to others' pieces rather than to the own.
    fn choose_step(&mut self, position: &Position, mover: Seat) -> Option<Action> {
        position.legal_actions(&mut self.figures);
        let at = position.dragon()?;
        self.mover = mover;
        let steps = std::mem::take(&mut self.figures);
        let mut best: Option<(f64, Action)> = None;
        for step in &steps {
            let Action::MoveDragon { side } = step else { continue };
            let mut gain = 0.0;
            for (piece, feature) in position.pieces_with_features() {
                if piece.spot().cell == at.step(*side) {
                    gain -= self.share(1 << piece.seat.0) * self.loss(position, piece, &feature);
                }
            }
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, *step));
            }
        }
        self.figures = steps;
        best.map(|(_, action)| action)
    }
}
