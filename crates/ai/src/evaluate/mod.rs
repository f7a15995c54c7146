//! What a position is worth to each seat: the points if the game ended now, and what is expected on top.

mod fitting;
mod grid;
mod meeting;
mod outlook;
mod rivals;
mod sight;
mod stakes;
mod survey;
mod threat;
mod walk;
mod weights;

#[cfg(test)]
mod agree;

pub use rivals::Rivals;
pub use sight::Sight;
pub use weights::Weights;

use crate::player::Value;
use fitting::Fitting;
use grid::Grid;
use meeting::Meetings;
use outlook::Forecast;
use rules::{
    Action, FOLLOWERS, Feature, FeatureId, FeatureKind, Figure, Kind, Laid, Phase, Position, Seat, ToAct,
    View,
};
use stakes::Stakes;
use survey::Survey;
use threat::Threat;
use walk::Walk;

/// With fewer turns left than this a builder or pig in supply is worth less.
const HELPER_TURNS: f64 = 10.0;

/// Judges the positions that one turn can lead to.
#[derive(Debug)]
pub struct Evaluator {
    weights: Weights,
    rivals: Rivals,
    grid: Grid,
    forecast: Forecast,
    /// What so many followers in supply are worth.
    supply: [f64; FOLLOWERS as usize + 1],
    stakes: Stakes,
    threat: Threat,
    survey: Survey,
    meetings: Meetings,
    /// Of a city beside a field.
    beside: Survey,
    /// How likely cities are finished, as far as was asked.
    cities: Vec<(FeatureId, f64)>,
    around: Vec<FeatureId>,
}

/// What adds up over the features.
#[derive(Default)]
struct Sums {
    value: Value,
    /// Followers on the board.
    out: Value,
    /// Followers that will come home.
    returning: Value,
}

impl Evaluator {
    /// For turns that begin at a position, of which `view` is the view. There is room for so many tiles more than lie.
    pub fn new(weights: &Weights, position: &Position, view: &View, room: u16) -> Evaluator {
        let rivals = Rivals::new(view.seats, |seat| view.retired[seat], weights.leader);
        let left = || [&view.left, &view.held, &view.aside].into_iter().flat_map(|tally| tally.iter());
        let tiles = left().map(|(_, count)| u32::from(count)).sum();
        let fitting = Fitting::new(left(), position.catalogue());
        let forecast = Forecast::new(weights, fitting, rivals.count(), tiles, position);
        let mut grid = Grid::new(position, room);
        view.figures.keys().for_each(|spot| grid.mark(*spot));
        Evaluator {
            supply: supply_values(weights, forecast.turns),
            stakes: Stakes::new(weights, position, view),
            threat: Threat::new(weights, position, view),
            weights: weights.clone(),
            rivals,
            meetings: Meetings::new(&grid),
            grid,
            forecast,
            survey: Survey::new(),
            beside: Survey::new(),
            cities: Vec::with_capacity(64),
            around: Vec::with_capacity(64),
        }
    }

    /// From now on so many tiles are left of those that were at first.
    pub fn set_left(&mut self, tiles: u32) {
        if self.forecast.set_left(tiles) {
            self.supply = supply_values(&self.weights, self.forecast.turns);
        }
    }

    /// Who plays against whom.
    pub fn rivals(&self) -> &Rivals {
        &self.rivals
    }

    /// Takes in an action before the position after it is assessed.
    pub fn enter(&mut self, action: Action, position: &Position) {
        match action {
            Action::Place { cell, .. } => {
                let laid: Option<Laid> = position.tiles().last().filter(|laid| laid.cell == cell);
                laid.into_iter().for_each(|laid| self.grid.lay(laid, position.catalogue()));
            }
            Action::Deploy { spot, .. } => self.grid.mark(spot),
            _ => {}
        }
    }

    /// Takes an action back.
    pub fn leave(&mut self, action: Action) {
        if let Action::Place { cell, .. } = action {
            self.grid.lift(cell);
        }
    }

    /// What a position is worth, of which `sight` is what the position does not tell. In thousandths: what is
    /// equal but for the order of its sums counts as equal.
    pub fn assess(&mut self, position: &Position, sight: &Sight) -> Value {
        self.expect(position, sight).map(|value| (1000.0 * value).round() / 1000.0)
    }

    fn expect(&mut self, position: &Position, sight: &Sight) -> Value {
        if let ToAct::Over(_) = position.to_act() {
            return position.scores().map(f64::from);
        }
        let mut sums = Sums { value: position.projected().map(f64::from), ..Sums::default() };
        self.stakes.clear();
        self.meetings.clear();
        self.cities.clear();
        for feature in position.claimed_features() {
            self.add_feature(&feature, position, sight, &mut sums);
        }
        let mut value = sums.value;
        self.meetings.add_gains(&mut value);
        let seats = value.iter_mut().take(position.setup().seats.into());
        for (seat, value) in seats.enumerate() {
            *value += self.supply_value(&sums, seat) + self.helpers_value(position, Seat(seat as u8));
        }
        if self.forecast.tiles > 0.0 {
            value[position.turn().index()] += self.weights.tempo;
        }
        self.stakes.add_goods(&mut value, sight);
        self.stakes.add_fairy(&mut value, &self.forecast);
        let homes = std::array::from_fn(|seat| self.next_follower(&sums, seat));
        self.stakes.settle_homecomings(&homes);
        self.fear_dragon(value, position, sight)
    }

    /// What a free feature would bring to whoever claims it.
    pub fn promise(&mut self, feature: &Feature, position: &Position, sight: &Sight) -> f64 {
        self.survey.look(feature, position, &self.grid, sight);
        let outlook = self.forecast.outlook(feature, &self.survey, &self.grid);
        outlook.points + outlook.close * self.supply[1]
    }

    /// How many of the unfinished cities beside a field will be finished.
    fn cities_to_come(&mut self, field: &Feature, position: &Position, sight: &Sight) -> f64 {
        let mut around = std::mem::take(&mut self.around);
        around.clear();
        position.each_city_around(field.id, |city| {
            if city.open > 0 {
                around.push(city.id);
            }
        });
        let mut sum = 0.0;
        for city in &around {
            sum += match self.cities.iter().find(|(known, _)| known == city) {
                Some((_, close)) => *close,
                None => {
                    let close = self.city_closes(*city, position, sight);
                    self.cities.push((*city, close));
                    close
                }
            };
        }
        self.around = around;
        sum
    }

    fn city_closes(&mut self, city: FeatureId, position: &Position, sight: &Sight) -> f64 {
        let spot = position.spots(city).next();
        let Some(feature) = spot.and_then(|spot| position.feature(spot)) else { return 0.0 };
        self.beside.look(&feature, position, &self.grid, sight);
        self.forecast.outlook(&feature, &self.beside, &self.grid).close
    }

    fn add_feature(&mut self, feature: &Feature, position: &Position, sight: &Sight, sums: &mut Sums) {
        self.survey.look(feature, position, &self.grid, sight);
        if feature.kind == FeatureKind::Field {
            self.survey.cities = self.cities_to_come(feature, position, sight);
        }
        let outlook = self.forecast.outlook(feature, &self.survey, &self.grid);
        let followers = feature.followers.map(f64::from);
        add(&mut sums.value, &outlook.extra(&feature.followers, &feature.helpers), 1.0);
        if let Some((seat, loss)) = self.threat.loss(feature, &outlook, &self.survey, &self.forecast) {
            sums.value[seat] -= loss;
        }
        self.meetings.add(feature, &outlook, &self.survey, &self.grid, &mut self.forecast);
        add(&mut sums.out, &followers, 1.0);
        add(&mut sums.returning, &followers, outlook.home);
        for place in 0..self.survey.pieces.len() {
            let piece = sight.pieces[usize::from(self.survey.pieces[place])];
            self.stakes.add(piece, feature, &outlook, sight);
        }
    }

    /// What a seat's followers in supply are worth, counting those that will come.
    fn supply_value(&self, sums: &Sums, seat: usize) -> f64 {
        let have = f64::from(FOLLOWERS) - sums.out[seat] + sums.returning[seat];
        let whole = (have.max(0.0) as usize).min(usize::from(FOLLOWERS) - 1);
        let (low, high) = (self.supply[whole], self.supply[whole + 1]);
        low + (have - whole as f64) * (high - low)
    }

    /// What a seat's builder and pig in supply are worth.
    fn helpers_value(&self, position: &Position, seat: Seat) -> f64 {
        let time = (self.forecast.turns / HELPER_TURNS).min(1.0);
        let worth = |figure, worth: f64| time * worth * f64::from(position.in_supply(seat, figure));
        worth(Figure::Builder, self.weights.builder) + worth(Figure::Pig, self.weights.pig)
    }

    /// What one more follower in supply is worth to a seat.
    fn next_follower(&self, sums: &Sums, seat: usize) -> f64 {
        let have = (f64::from(FOLLOWERS) - sums.out[seat]).max(0.0) as usize;
        let have = have.min(usize::from(FOLLOWERS) - 1);
        self.supply[have + 1] - self.supply[have]
    }

    /// Plays out a walk under way; otherwise reckons with walks to come.
    fn fear_dragon(&self, mut value: Value, position: &Position, sight: &Sight) -> Value {
        let fairy = sight.fairy.map(|fairy| fairy.cell);
        if let Phase::Dragon { steps, mover } = position.phase() {
            let walk = Walk { grid: &self.grid, harms: self.stakes.harms(), fairy, rivals: &self.rivals };
            return walk.outcome(&sight.visited, mover.index(), steps, &value);
        }
        if let Some(dragon) = sight.dragon {
            self.stakes.add_danger(&mut value, dragon, fairy);
        }
        value
    }
}

/// How likely one of certain tiles is among so many that come next.
fn coming(view: &View, ahead: f64, is_one: impl Fn(Kind) -> bool) -> f64 {
    let tiles = || [&view.left, &view.held, &view.aside].into_iter().flat_map(|tally| tally.iter());
    let count = |counts: &dyn Fn(Kind) -> bool| {
        tiles().filter(|(kind, _)| counts(*kind)).map(|(_, count)| f64::from(count)).sum::<f64>()
    };
    let left = count(&|_| true);
    1.0 - (1.0 - count(&is_one) / left.max(1.0)).powf(ahead.min(left))
}

/// Adds so much of something to what each seat has.
fn add(value: &mut Value, more: &Value, part: f64) {
    value.iter_mut().zip(more).for_each(|(value, more)| *value += part * more);
}

/// What so many followers in supply are worth with so many turns left.
pub fn supply_values(weights: &Weights, turns: f64) -> [f64; FOLLOWERS as usize + 1] {
    let mut values = [0.0; FOLLOWERS as usize + 1];
    for (n, worth) in weights.follower.into_iter().enumerate() {
        let use_left = ((turns - n as f64) / weights.follower_turns).clamp(0.0, 1.0);
        values[n + 1] = values[n] + worth * use_left;
    }
    values
}
