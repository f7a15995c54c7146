//! What is expected of one feature.

use super::add;
use super::fitting::{Fits, Fitting};
use super::grid::Gap;
use super::survey::FeatureSurvey;
use super::weights::Weights;
use crate::player::Value;
use rules::{FeatureKind, FieldScoring, MAX_SEATS, Position, Sides};

/// What is expected of one feature, apart from who has it.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Outlook {
    /// What the majority would get now.
    pub now: f64,
    /// What the majority will have got in the end.
    pub points: f64,
    /// What a pig adds to `now`.
    pub pig_now: f64,
    /// What a pig adds to `points`.
    pub pig: f64,
    /// How likely it is to be finished.
    pub close: f64,
    /// Which part of a follower in supply each of those on it is already.
    pub home: f64,
    /// What a builder on it is worth.
    pub builder: f64,
}

impl Outlook {
    /// What each seat will have of it, if these stand on it.
    pub fn shares(&self, followers: &[u8; MAX_SEATS], helpers: &[bool; MAX_SEATS]) -> Value {
        let each = |pig| self.points + pig * self.pig;
        let mut shares = divide(followers, helpers, each);
        for (share, helper) in shares.iter_mut().zip(helpers) {
            *share += if *helper { self.builder } else { 0.0 };
        }
        shares
    }

    /// How much of that goes beyond what the feature is worth now.
    pub fn extra(&self, followers: &[u8; MAX_SEATS], helpers: &[bool; MAX_SEATS]) -> Value {
        let now = divide(followers, helpers, |pig| self.now + pig * self.pig_now);
        let mut extra = self.shares(followers, helpers);
        add(&mut extra, &now, -1.0);
        extra
    }
}

/// Points to the majority; `each` is asked with 1 for a seat with a helper.
pub fn divide(followers: &[u8; MAX_SEATS], helpers: &[bool; MAX_SEATS], each: impl Fn(f64) -> f64) -> Value {
    let most = followers.iter().copied().max().filter(|most| *most > 0);
    std::array::from_fn(|seat| match Some(followers[seat]) == most {
        true => each(f64::from(u8::from(helpers[seat]))),
        false => 0.0,
    })
}

/// Looks ahead for features, while the tiles left are the same.
#[derive(Debug)]
pub struct Forecast {
    weights: Weights,
    fitting: Fitting,
    /// How many play.
    seats: f64,
    pub tiles: f64,
    /// Turns left for each seat.
    pub turns: f64,
    /// Tiles that fitting counts.
    counted: f64,
    per_city: f64,
    misses: Misses,
    /// What was worked out before, by the tiles left.
    known: Vec<Option<Misses>>,
}

/// How likely none of a number of tiles is used, by the number.
#[derive(Clone, Debug)]
struct Misses {
    closing: Vec<f64>,
    carrying: Vec<f64>,
    around: Vec<f64>,
    closing_road: Vec<f64>,
    surround: Vec<f64>,
    joining: Vec<f64>,
    field_joining: Vec<f64>,
}

impl Misses {
    /// If this part of all tiles is left.
    fn new(weights: &Weights, seats: f64, tiles: usize, part: f64) -> Misses {
        let table = |weight: f64| {
            let miss = (1.0 - weight / seats).max(0.0);
            let power = |n: usize| if part == 1.0 { miss.powi(n as i32) } else { miss.powf(n as f64 * part) };
            (0..=tiles).map(power).collect()
        };
        Misses {
            closing: table(weights.closing),
            carrying: table(weights.carrying),
            around: table(weights.around),
            closing_road: table(weights.closing_road),
            surround: table(weights.surround),
            joining: table(weights.joining),
            field_joining: table(weights.field_joining),
        }
    }
}

impl Forecast {
    /// For a position with these tiles left.
    pub fn new(
        weights: &Weights,
        fitting: Fitting,
        seats: usize,
        tiles: u32,
        position: &Position,
    ) -> Forecast {
        let per_city = if position.setup().knobs.field == FieldScoring::PerCity { 4.0 } else { 3.0 };
        let (seats, tiles) = (seats.max(1) as f64, f64::from(tiles));
        Forecast {
            weights: weights.clone(),
            fitting,
            seats,
            tiles,
            turns: tiles / seats,
            counted: tiles,
            per_city,
            misses: Misses::new(weights, seats, tiles as usize, 1.0),
            known: vec![None; tiles as usize + 1],
        }
    }

    /// Sets the number of tiles left and says whether it has changed.
    pub fn set_left(&mut self, tiles: u32) -> bool {
        let tiles = f64::from(tiles);
        if tiles == self.tiles {
            return false;
        }
        let part = tiles / self.counted.max(1.0);
        let (weights, seats, counted) = (&self.weights, self.seats, self.counted as usize);
        let before = (self.tiles as usize).min(counted);
        (self.tiles, self.turns) = (tiles, tiles / self.seats);
        let misses = self.known[(tiles as usize).min(counted)].take();
        let misses = misses.unwrap_or_else(|| Misses::new(weights, seats, counted, part));
        self.known[before] = Some(std::mem::replace(&mut self.misses, misses));
        true
    }

    /// Whether it matters how likely the cities beside a field are finished.
    pub fn minds_cities(&self) -> bool {
        self.weights.field_close != 0.0
    }

    /// What is expected of a field with `edges` open edges that touches `all` cities, of which `done` are finished and `to_come`
    /// of the others are likely to be.
    pub fn field(&self, edges: u32, [done, all]: [usize; 2], to_come: f64) -> Outlook {
        let weights = &self.weights;
        let [now, all] = [done, all].map(|cities| self.per_city * cities as f64);
        let late = (self.tiles / weights.field_tiles).min(1.0);
        let edges = f64::from(edges).min(weights.field_edges);
        let growth = edges * weights.field_edge * (self.tiles / 60.0).min(1.5);
        let certain = self.per_city * weights.field_close * to_come;
        let points = now + (all - now) * weights.field_city * late + certain + growth;
        let (pig_now, pig) = (now / self.per_city, points / self.per_city);
        Outlook { now, points, pig_now, pig, ..Outlook::default() }
    }

    /// What is expected of another feature that was looked around.
    pub fn line_or_monastery(&mut self, kind: FeatureKind, survey: &FeatureSurvey) -> Outlook {
        if survey.needs().is_empty() {
            let (now, home) = (survey.worth[0], self.homecoming(kind));
            return Outlook { now, points: now, close: 1.0, home, ..Outlook::default() };
        }
        if kind == FeatureKind::Monastery { self.monastery(survey) } else { self.line(kind, survey) }
    }

    fn monastery(&mut self, survey: &FeatureSurvey) -> Outlook {
        let (mut sum, mut close) = (0.0, 1.0);
        for need in survey.needs() {
            let any = self.fitting.count(need.gap, Sides(0)).any;
            sum += 1.0 - self.misses.around[usize::from(any)];
            close *= 1.0 - self.misses.surround[usize::from(any)];
        }
        let now = survey.worth[0];
        let points = now + sum.min(self.turns * 0.8);
        let close = close * self.time_for(survey);
        let home = close * self.homecoming(FeatureKind::Monastery);
        Outlook { now, points, close, home, ..Outlook::default() }
    }

    fn line(&mut self, kind: FeatureKind, survey: &FeatureSurvey) -> Outlook {
        let (mut sum, mut close, mut any) = (0.0, self.time_for(survey), 0);
        for (number, need) in survey.needs().iter().enumerate() {
            let fits = self.fitting.count(need.gap, need.sides);
            let chance = self.chance(fits, kind);
            sum += chance;
            close *= chance * if number > 0 { self.weights.gap } else { 1.0 };
            any += fits.any;
        }
        if survey.is_vast() {
            close = 0.0;
        }
        let [now, done] = survey.worth;
        let gaps = survey.needs().len() as f64;
        let per_tile = if kind == FeatureKind::City { 2.0 } else { 1.0 };
        let open = now + self.weights.growth * sum;
        let points = close * (done + per_tile * gaps) + (1.0 - close) * open;
        let extensions = (f64::from(any) / self.tiles.max(1.0)).min(1.0);
        let builder = extensions * self.turns.min(self.weights.builder_turns) * self.weights.tempo;
        let home = close * self.homecoming(kind);
        Outlook { now, points, close, home, builder, ..Outlook::default() }
    }

    /// A follower that comes home for certain, as a part of what the next one in supply is worth.
    fn homecoming(&self, kind: FeatureKind) -> f64 {
        match kind {
            FeatureKind::Road => self.weights.homecoming_road,
            FeatureKind::Monastery => self.weights.homecoming_monastery,
            FeatureKind::City | FeatureKind::Field => self.weights.homecoming,
        }
    }

    /// How likely a gap will be filled.
    fn chance(&self, fits: Fits, kind: FeatureKind) -> f64 {
        let closing = match kind {
            FeatureKind::Road => self.misses.closing_road[usize::from(fits.closing)],
            _ => self.misses.closing[usize::from(fits.closing)],
        };
        let carrying = self.misses.carrying[usize::from(fits.any - fits.closing)];
        1.0 - closing * carrying
    }

    /// How likely no tile joins what comes to a gap in these two ways.
    pub fn apart(&mut self, gap: Gap, ways: [u8; 2], is_field: bool) -> f64 {
        let count = usize::from(self.fitting.joining(gap, ways, is_field));
        if is_field { self.misses.field_joining[count] } else { self.misses.joining[count] }
    }

    /// Each gap takes a turn.
    fn time_for(&self, survey: &FeatureSurvey) -> f64 {
        let gaps = survey.needs().len().max(1) as f64;
        (self.turns / gaps).min(1.0)
    }
}
