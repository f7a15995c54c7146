//! Features that one tile would join, and whose gain that is.

use super::add;
use super::feature_cache::Holding;
use super::grid::{Gap, TileGrid};
use super::outlook::{Forecast, divide};
use super::survey::FeatureSurvey;
use crate::player::Value;
use rules::{FeatureKind, MAX_SEATS};

/// A claimed feature that is not finished.
#[derive(Debug)]
struct Claim {
    kind: FeatureKind,
    followers: [u8; MAX_SEATS],
    points: f64,
}

/// The first feature that comes to a cell.
#[derive(Clone, Copy, Default, Debug)]
struct Arrival {
    /// Of which look at the board.
    look: u32,
    /// The number of its claim.
    claim: u8,
    /// Through which part of the cell's edge.
    way: u8,
}

/// Two features that may become one.
#[derive(Debug)]
struct JoiningPair {
    claims: [u8; 2],
    /// How likely they do not.
    apart: f64,
}

/// Where the claimed features of a position come close to each other.
#[derive(Debug)]
pub struct Meetings {
    claims: Vec<Claim>,
    pairs: Vec<JoiningPair>,
    /// By cell and kind.
    arrivals: Vec<Arrival>,
    look: u32,
}

/// Kinds that can be joined.
const KINDS: usize = 3;

impl Meetings {
    /// With room for all cells.
    pub fn new(grid: &TileGrid) -> Meetings {
        Meetings {
            claims: Vec::with_capacity(u8::MAX.into()),
            pairs: Vec::with_capacity(u8::MAX.into()),
            arrivals: vec![Arrival::default(); KINDS * grid.size()],
            look: 0,
        }
    }

    /// Forgets the last position.
    pub fn clear(&mut self) {
        self.claims.clear();
        self.pairs.clear();
        self.look += 1;
    }

    /// Takes in a claimed feature.
    pub fn add(&mut self, holding: &Holding, survey: &FeatureSurvey, forecast: &mut Forecast) {
        let kind = match holding.kind {
            _ if holding.complete => return,
            FeatureKind::Monastery => return,
            FeatureKind::Road => 0,
            FeatureKind::City => 1,
            FeatureKind::Field => 2,
        };
        let claim = self.claims.len() as u8;
        let (followers, points) = (holding.followers, holding.outlook.points);
        self.claims.push(Claim { kind: holding.kind, followers, points });
        for end in &survey.ends {
            let arrival = &mut self.arrivals[KINDS * end.place + kind];
            if arrival.look != self.look {
                *arrival = Arrival { look: self.look, claim, way: end.way };
            } else if arrival.claim != claim {
                let first = *arrival;
                self.meet([first.claim, claim], [first.way, end.way], end.gap, forecast);
            }
        }
    }

    fn meet(&mut self, claims: [u8; 2], ways: [u8; 2], gap: Gap, forecast: &mut Forecast) {
        let is_field = self.claims[usize::from(claims[0])].kind == FeatureKind::Field;
        let apart = forecast.apart(gap, ways, is_field);
        match self.pairs.iter_mut().find(|pair| pair.claims == claims) {
            Some(pair) => pair.apart *= apart,
            None => self.pairs.push(JoiningPair { claims, apart }),
        }
    }

    /// What each seat will gain or lose if features are joined.
    pub fn add_gains(&self, value: &mut Value) {
        for pair in &self.pairs {
            let [one, other] = pair.claims.map(|claim| &self.claims[usize::from(claim)]);
            let both = std::array::from_fn(|seat| one.followers[seat] + other.followers[seat]);
            let share =
                |followers: &[u8; MAX_SEATS], points: f64| divide(followers, &[false; MAX_SEATS], |_| points);
            let mut gain = share(&both, one.points + other.points);
            add(&mut gain, &share(&one.followers, one.points), -1.0);
            add(&mut gain, &share(&other.followers, other.points), -1.0);
            add(value, &gain, 1.0 - pair.apart);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Evaluator, Weights};
    use rules::notation::parse_position;

    /// By how much more each of two seats expects with these weights than if nothing is joined.
    fn gained(weights: &Weights, position: &str) -> [f64; 2] {
        let position = parse_position(position).unwrap();
        let value = |weights: &Weights| Evaluator::new(weights, &position, 1).assess(&position);
        let (calm, joined) = (value(&Weights::DEFAULT), value(weights));
        [0, 1].map(|seat| joined[seat] - calm[seat])
    }

    const CITIES: &str = "seats=2 sets=base;dragon tiles=D@0,0;dragon-29@1,0/1;E@1,1/3 figures=1:knight:0,0:N;2:knight:1,1:W \
                          turn=1 phase=draw";

    #[test]
    fn what_one_tile_joins_is_shared() {
        let weights = Weights { joining: 0.5, ..Weights::DEFAULT };
        let [one, other] = gained(&weights, CITIES);
        assert!(one > 0.0 && (one - other).abs() < 0.5, "{one} {other}");
        assert_eq!(gained(&weights, &CITIES.replace(";2:knight:1,1:W", "")), [0.0, 0.0]);
    }
}
