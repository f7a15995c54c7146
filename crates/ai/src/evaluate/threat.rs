//! What others may join or take of a feature that one seat leads on.

use super::coming;
use super::feature_cache::Holding;
use super::survey::FeatureSurvey;
use super::weights::Weights;
use rules::{FeatureKind, MAX_SEATS, Position};

/// Gaps from which on it makes no difference how many others can come through.
const GAPS: f64 = 3.0;

/// Tiles for which princesses are feared ahead.
const AHEAD: f64 = 10.0;

/// With fewer tiles left than this there is less to fear.
const TILES: f64 = 30.0;

/// What is feared while the tiles left are about the same.
#[derive(Debug)]
pub struct Threat {
    joined: f64,
    field_joined: f64,
    princess: f64,
}

impl Threat {
    /// For turns that begin at a position.
    pub fn new(weights: &Weights, position: &Position) -> Threat {
        let is_hers = |kind| position.catalogue().tile(kind).segments.iter().any(|segment| segment.princess);
        let soon = if position.setup().parts.princess { coming(position, AHEAD, is_hers) } else { 0.0 };
        Threat {
            joined: weights.joined,
            field_joined: weights.field_joined,
            princess: weights.princess * soon,
        }
    }

    /// Who leads alone on a feature, and what is to be feared for it there, with `tiles` left.
    pub fn loss(&self, holding: &Holding, survey: &FeatureSurvey, tiles: f64) -> Option<(usize, f64)> {
        let (seat, lead) = sole_leader(&holding.followers).filter(|_| !holding.complete)?;
        let (time, outlook) = ((tiles / TILES).min(1.0), &holding.outlook);
        let chance = match holding.kind {
            FeatureKind::Monastery => 0.0,
            FeatureKind::Field => self.field_joined * time * (f64::from(survey.edges) / GAPS).min(1.0),
            FeatureKind::Road | FeatureKind::City => {
                let open = (survey.needs().len() as f64 / GAPS).min(1.0);
                let princess = if holding.kind == FeatureKind::City { self.princess } else { 0.0 };
                (1.0 - outlook.close) * time * (self.joined * open + princess)
            }
        };
        Some((seat, chance / lead * outlook.points))
    }
}

/// Who has more followers than anyone else, and by how many.
fn sole_leader(followers: &[u8; MAX_SEATS]) -> Option<(usize, f64)> {
    let (seat, most) = followers.iter().enumerate().max_by_key(|(_, count)| **count)?;
    let others = followers.iter().enumerate().filter(|(other, _)| *other != seat);
    let next = others.map(|(_, count)| *count).max().unwrap_or(0);
    (*most > next).then(|| (seat, f64::from(most - next)))
}

#[cfg(test)]
mod tests {
    use super::super::Evaluator;
    use super::*;
    use rules::notation::parse_position;

    /// By how much less each of two seats expects with these weights than if nothing is feared.
    fn feared(weights: Weights, position: &str) -> [f64; 2] {
        let (position, calm) = (parse_position(position).unwrap(), Weights::DEFAULT);
        let value = |weights: &Weights| Evaluator::new(weights, &position, 1).assess(&position);
        let (calm, worried) = (value(&calm), value(&weights));
        [0, 1].map(|seat| calm[seat] - worried[seat])
    }

    const CITY: &str =
        "seats=2 sets=base;dragon tiles=D@0,0;U@1,0;E@1,1/3 figures=2:knight:1,1:W turn=1 phase=draw";

    #[test]
    fn who_leads_alone_fears_to_be_joined() {
        let [other, own] = feared(Weights { joined: 0.5, ..Weights::DEFAULT }, CITY);
        assert!(other == 0.0 && own > 0.0, "{own}");
        let field = "seats=2 sets=base tiles=D@0,0;U@1,0 figures=1:farmer:1,0:nl turn=2 phase=draw";
        let weights = Weights { joined: 0.5, field_joined: 0.5, ..Weights::DEFAULT };
        assert!(feared(weights, field)[0] > 0.0);
    }

    #[test]
    fn knights_fear_princesses_where_there_are_some() {
        let weights = || Weights { princess: 0.5, ..Weights::DEFAULT };
        let [other, own] = feared(weights(), CITY);
        assert!(other == 0.0 && own > 0.0, "{own}");
        assert_eq!(feared(weights(), &CITY.replace("base;dragon", "base")), [0.0, 0.0]);
    }

    #[test]
    fn nobody_leads_alone_where_two_have_as_many() {
        assert_eq!(sole_leader(&[0, 2, 2, 1, 0, 0]), None);
        assert_eq!(sole_leader(&[0, 3, 1, 0, 0, 0]), Some((1, 2.0)));
        assert_eq!(sole_leader(&[0; MAX_SEATS]), None);
    }
}
