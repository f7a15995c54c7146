//! What a seat can do now, as far as it makes a difference.

use crate::evaluate::{Evaluator, Sight};
use rules::{Action, Cell, MAX_SEATS, Phase, Position, Spot};

/// Claims through a portal that are looked at: one for each of so many features.
const PORTAL_CLAIMS: usize = 12;

/// One way to go on: an action, or a placement with its figure choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Choice {
    /// What is done first.
    pub first: Action,
    /// What is done then.
    pub then: Option<Action>,
}

impl Choice {
    /// The actions, in order.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = Action> + use<> {
        [Some(self.first), self.then].into_iter().flatten()
    }

    /// Where a figure goes through a portal: to a tile other than the one just laid.
    fn portal_claim(&self, laid: Option<Cell>) -> Option<Spot> {
        let laid = if let Action::Place { cell, .. } = self.first { Some(cell) } else { laid };
        let Action::Deploy { figure, spot } = self.then.unwrap_or(self.first) else { return None };
        (figure.ability().uses_portal && Some(spot.cell) != laid).then_some(spot)
    }
}

/// Every way to go on, in an order that depends on the position only. A portal leads to hundreds of segments;
/// of those only the safest of each of the most promising features is kept.
pub fn choices(position: &Position, evaluator: &mut Evaluator, sight: &Sight) -> Vec<Choice> {
    let mut choices = all_choices(position);
    let laid = position.tiles().last().map(|laid| laid.cell);
    if choices.iter().any(|choice| choice.portal_claim(laid).is_some()) {
        let claims = promising(position, evaluator, sight);
        choices.retain(|choice| choice.portal_claim(laid).is_none_or(|spot| claims.contains(&spot)));
    }
    choices.sort_unstable();
    choices
}

fn all_choices(position: &Position) -> Vec<Choice> {
    if position.phase() == Phase::Place {
        let mut turns = Vec::new();
        position.turns(&mut position.clone(), &mut turns);
        return turns.into_iter().map(|turn| Choice { first: turn.place, then: Some(turn.then) }).collect();
    }
    let mut actions = Vec::new();
    position.distinct_actions(&mut actions);
    actions.into_iter().map(|action| Choice { first: action, then: None }).collect()
}

/// The spots through which the most promising free features can be claimed.
fn promising(position: &Position, evaluator: &mut Evaluator, sight: &Sight) -> Vec<Spot> {
    let free = position.features().filter(|feature| !feature.complete && feature.followers == [0; MAX_SEATS]);
    let mut claims: Vec<(i64, Spot)> = Vec::new();
    for feature in free {
        let distance = |spot: &Spot| {
            sight.dragon.map_or(0, |cell| spot.cell.x.abs_diff(cell.x) + spot.cell.y.abs_diff(cell.y))
        };
        let safest = position.spots(feature.id).max_by_key(|spot| (distance(spot), *spot));
        let promise = evaluator.promise(feature.id, position);
        claims.extend(safest.map(|spot| ((-1000.0 * promise) as i64, spot)));
    }
    claims.sort_unstable();
    claims.into_iter().take(PORTAL_CLAIMS).map(|(_, spot)| spot).collect()
}
