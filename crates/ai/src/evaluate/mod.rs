//! What a position is worth to each seat: the points if the game ended now, and what is expected on top.
//!
//! | module | what it looks at |
//! |---|---|
//! | `grid` `fitting` `survey` | tiles and gaps by cell; how many of the tiles left fit a gap; where a feature goes on |
//! | `feature_cache` | what was found around each feature, as long as it holds |
//! | `outlook` `threat` | what a feature will bring, how likely it is finished, whose it is; what others may take of it |
//! | `meeting` | two claimed features that come to the same empty cell, and how many tiles would join them |
//! | `stakes` `walk` | what single pieces and tokens have at stake; a dragon's walk in which all move it as suits them best |
//! | `weights` `rivals` | all numbers of the evaluation; whose points count against whose |
//!
//! Values are rounded to thousandths, so that the order of sums decides nothing.

mod feature_cache;
mod fitting;
mod grid;
mod meeting;
mod outlook;
mod rivals;
mod stakes;
mod survey;
mod threat;
mod walk;
mod weights;

#[cfg(test)]
mod agree;

pub use rivals::Rivals;
pub use weights::Weights;

use crate::player::Value;
use feature_cache::{FeatureCache, Holding};
use fitting::Fitting;
use meeting::Meetings;
use rules::{
    Action, FeatureId, FeatureSummary, Figure, Kind, Laid, MAX_OF_A_FIGURE, Phase, Position, Seat, ToAct,
};
use stakes::Stakes;
use threat::Threat;
use walk::Walk;

/// With fewer turns left than this a builder or pig in supply is worth less.
const HELPER_TURNS: f64 = 10.0;

/// Judges the positions that one turn can lead to.
#[derive(Debug)]
pub struct Evaluator {
    weights: Weights,
    rivals: Rivals,
    features: FeatureCache,
    /// What followers in supply are worth, by their number.
    supply: SupplyValues,
    /// How many followers a seat has in all.
    followers: u8,
    stakes: Stakes,
    threat: Threat,
    meetings: Meetings,
    holdings: Vec<Holding>,
}

/// What adds up over the features.
#[derive(Default)]
struct FeatureSums {
    value: Value,
    /// Followers on the board.
    out: Value,
    /// Followers that will come home.
    returning: Value,
}

impl Evaluator {
    /// For turns that begin at a position. There is room for `room` tiles more than lie.
    pub fn new(weights: &Weights, position: &Position, room: u16) -> Evaluator {
        let followers = || Figure::ALL.into_iter().filter(|figure| figure.ability().follower);
        let rivals = Rivals::new(position, weights.leader);
        let tiles = position.to_come().map(|(_, count)| u32::from(count)).sum();
        let fitting = Fitting::new(position.to_come(), position.catalogue());
        let features = FeatureCache::new(weights, position, fitting, (rivals.count(), tiles), room);
        Evaluator {
            supply: supply_values(weights, features.forecast.turns),
            followers: followers().map(|figure| position.setup().allotment(figure)).sum(),
            stakes: Stakes::new(weights, position),
            threat: Threat::new(weights, position),
            weights: weights.clone(),
            rivals,
            meetings: Meetings::new(&features.grid),
            features,
            holdings: Vec::with_capacity(u8::MAX.into()),
        }
    }

    /// Sets how many are left of the tiles that there were at first.
    pub fn set_left(&mut self, tiles: u32) {
        if self.features.forecast.set_left(tiles) {
            self.supply = supply_values(&self.weights, self.features.forecast.turns);
        }
    }

    /// Who plays against whom.
    pub fn rivals(&self) -> &Rivals {
        &self.rivals
    }

    /// Takes in an action before the position after it is assessed.
    pub fn enter(&mut self, action: Action, position: &Position) {
        if let Action::Place { cell, .. } = action {
            let laid: Option<Laid> = position.tiles().last().filter(|laid| laid.cell == cell);
            laid.into_iter().for_each(|laid| self.features.grid.lay(laid, position.catalogue()));
        }
    }

    /// Takes an action back.
    pub fn leave(&mut self, action: Action) {
        if let Action::Place { cell, .. } = action {
            self.features.grid.lift(cell);
        }
    }

    /// What a position is worth. In thousandths: what is
    /// equal but for the order of its sums counts as equal.
    pub fn assess(&mut self, position: &Position) -> Value {
        self.expect(position).map(|value| (1000.0 * value).round() / 1000.0)
    }

    fn expect(&mut self, position: &Position) -> Value {
        if let ToAct::Over(_) = position.to_act() {
            return position.projected().map(f64::from);
        }
        let mut sums = FeatureSums { value: position.projected().map(f64::from), ..FeatureSums::default() };
        self.stakes.clear();
        self.meetings.clear();
        self.holdings.clear();
        for summary in position.claimed_summaries() {
            self.add_feature(&summary, position, &mut sums);
        }
        if self.stakes.is_by_tile() {
            self.add_pieces(position);
        }
        let mut value = sums.value;
        self.meetings.add_gains(&mut value);
        let seats = value.iter_mut().take(position.setup().seats.into());
        for (seat, value) in seats.enumerate() {
            *value += self.supply_value(&sums, seat) + self.helpers_value(position, Seat(seat as u8));
        }
        if self.features.forecast.tiles > 0.0 {
            value[position.turn().index()] += self.weights.tempo;
        }
        self.stakes.add_goods(&mut value, position);
        self.stakes.add_fairy(&mut value, &self.features.forecast);
        let homes = std::array::from_fn(|seat| self.next_follower(&sums, seat));
        self.stakes.settle_homecomings(&homes);
        self.add_dragon(value, position)
    }

    /// What a free feature would bring to the seat that claims it.
    pub fn promise(&mut self, feature: FeatureId, position: &Position) -> f64 {
        let summary = position.summary_of(feature);
        let outlook = summary.map(|summary| self.features.outlook(&summary, position)).unwrap_or_default();
        outlook.points + outlook.close * self.supply[1]
    }

    fn add_feature(&mut self, summary: &FeatureSummary, position: &Position, sums: &mut FeatureSums) {
        let holding = self.features.look(summary, position);
        let (followers, tiles) = (holding.followers.map(f64::from), self.features.forecast.tiles);
        add(&mut sums.value, &holding.outlook.extra(&holding.followers, &holding.helpers), 1.0);
        let (survey, forecast) = self.features.found(summary.id);
        if let Some((seat, loss)) = self.threat.loss(&holding, survey, tiles) {
            sums.value[seat] -= loss;
        }
        self.meetings.add(&holding, survey, forecast);
        add(&mut sums.out, &followers, 1.0);
        add(&mut sums.returning, &followers, holding.outlook.home);
        self.holdings.push(holding);
    }

    /// Where it matters, looks at what each piece has at stake.
    fn add_pieces(&mut self, position: &Position) {
        for (piece, summary) in position.pieces_with_features() {
            if let Some(holding) = self.holdings.iter().find(|holding| holding.id == summary.id) {
                self.stakes.add(piece, holding, position);
            }
        }
    }

    /// What a seat's followers in supply are worth, counting those that will come.
    fn supply_value(&self, sums: &FeatureSums, seat: usize) -> f64 {
        let have = f64::from(self.followers) - sums.out[seat] + sums.returning[seat];
        let whole = (have.max(0.0) as usize).min(self.last_follower());
        let (low, high) = (self.supply[whole], self.supply[whole + 1]);
        low + (have - whole as f64) * (high - low)
    }

    /// The number of the last follower that a seat may have in supply, as far as their worth is told apart.
    fn last_follower(&self) -> usize {
        usize::from(self.followers.saturating_sub(1)).min(self.supply.len() - 2)
    }

    /// What a seat's figures in supply are worth that need a follower beside them.
    fn helpers_value(&self, position: &Position, seat: Seat) -> f64 {
        let time = (self.features.forecast.turns / HELPER_TURNS).min(1.0);
        let worth = |figure| time * self.weights.helper(figure) * f64::from(position.in_supply(seat, figure));
        Figure::ALL.into_iter().filter(|figure| !figure.ability().follower).map(worth).sum()
    }

    /// What one more follower in supply is worth to a seat.
    fn next_follower(&self, sums: &FeatureSums, seat: usize) -> f64 {
        let have = (f64::from(self.followers) - sums.out[seat]).max(0.0) as usize;
        let have = have.min(self.last_follower());
        self.supply[have + 1] - self.supply[have]
    }

    /// Plays out a walk under way; otherwise reckons with walks to come.
    fn add_dragon(&self, mut value: Value, position: &Position) -> Value {
        let fairy = position.fairy().map(|fairy| fairy.cell);
        if let Phase::Dragon { steps, mover } = position.phase() {
            let walk =
                Walk { grid: &self.features.grid, harms: self.stakes.harms(), fairy, rivals: &self.rivals };
            return walk.outcome(position.visited(), mover.index(), steps, &value);
        }
        if let Some(dragon) = position.dragon() {
            self.stakes.add_danger(&mut value, dragon, fairy);
        }
        value
    }
}

/// How likely one of certain tiles is among the next `ahead` tiles.
fn coming(position: &Position, ahead: f64, is_one: impl Fn(Kind) -> bool) -> f64 {
    let count = |counts: &dyn Fn(Kind) -> bool| {
        position.to_come().filter(|(kind, _)| counts(*kind)).map(|(_, count)| f64::from(count)).sum::<f64>()
    };
    let left = count(&|_| true);
    1.0 - (1.0 - count(&is_one) / left.max(1.0)).powf(ahead.min(left))
}

/// Adds so much of something to what each seat has.
fn add(value: &mut Value, more: &Value, part: f64) {
    value.iter_mut().zip(more).for_each(|(value, more)| *value += part * more);
}

/// What followers in supply are worth, by their number from 0 on.
pub type SupplyValues = [f64; MAX_OF_A_FIGURE as usize + 1];

/// What followers in supply are worth with `turns` left. Those beyond the box's are worth as much as its last one.
pub fn supply_values(weights: &Weights, turns: f64) -> SupplyValues {
    let mut values = SupplyValues::default();
    let last = weights.follower[weights.follower.len() - 1];
    let worths = weights.follower.into_iter().chain(std::iter::repeat(last));
    for (n, worth) in worths.take(values.len() - 1).enumerate() {
        let use_left = ((turns - n as f64) / weights.follower_turns).clamp(0.0, 1.0);
        values[n + 1] = values[n] + worth * use_left;
    }
    values
}
