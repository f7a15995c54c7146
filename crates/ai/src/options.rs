//! What a seat can do now, as far as it makes a difference.

use crate::evaluate::Evaluator;
use rules::{Action, Cell, MAX_SEATS, Phase, Position, Spot};
use std::cmp::Ordering;

/// Claims through a portal that are looked at: one for each of the most promising features.
const PORTAL_CLAIMS: usize = 12;

/// The most actions in a choice. Where a turn asks for more, the rest is decided action by action afterwards.
const MAX_ACTIONS: usize = 4;

/// One way to go on: an action and those that belong to it, such as a placement with its figure. It has room of its own
/// for its actions, so that lists of choices need no memory for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Filled up with passes.
    actions: [Action; MAX_ACTIONS],
    count: u8,
}

impl Choice {
    /// A single action.
    #[inline]
    pub fn new(first: Action) -> Choice {
        let mut actions = [Action::Pass; MAX_ACTIONS];
        actions[0] = first;
        Choice { actions, count: 1 }
    }

    /// The same with one action more, if there is room.
    #[inline]
    pub fn and(mut self, then: Action) -> Choice {
        if let Some(free) = self.actions.get_mut(usize::from(self.count)) {
            *free = then;
            self.count += 1;
        }
        self
    }

    /// The actions, in order.
    #[inline]
    pub fn actions(&self) -> &[Action] {
        &self.actions[..usize::from(self.count)]
    }

    /// What is done first.
    #[inline]
    pub fn first(&self) -> Action {
        self.actions[0]
    }

    /// What is done last.
    pub fn last(&self) -> Action {
        self.actions[usize::from(self.count) - 1]
    }

    /// The placement, if it begins with one, and the actions besides.
    #[inline]
    pub fn placement(&self) -> (Option<Action>, &[Action]) {
        let first = self.first();
        let places = matches!(first, Action::Place { .. });
        if places { (Some(first), &self.actions()[1..]) } else { (None, self.actions()) }
    }

    fn is_full(&self) -> bool {
        usize::from(self.count) == MAX_ACTIONS
    }

    /// Where a figure goes through a portal: to a tile other than the one just laid.
    fn portal_claim(&self, laid: Option<Cell>) -> Option<Spot> {
        let laid = if let Action::Place { cell, .. } = self.first() { Some(cell) } else { laid };
        self.actions().iter().find_map(|action| {
            let Action::Deploy { figure, spot } = *action else { return None };
            (figure.ability().uses_portal && Some(spot.cell) != laid).then_some(spot)
        })
    }
}

impl PartialOrd for Choice {
    fn partial_cmp(&self, other: &Choice) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Choice {
    fn cmp(&self, other: &Choice) -> Ordering {
        self.actions().cmp(other.actions())
    }
}

/// Every way to go on, in an order that depends on the position only. A portal leads to hundreds of segments;
/// of those only the safest of each of the most promising features is kept.
pub fn choices(position: &Position, evaluator: &mut Evaluator) -> Vec<Choice> {
    let mut choices = Vec::new();
    List::new(position, &mut position.clone(), ListOrder::Sorted, &mut choices).fill();
    let laid = position.tiles().last().map(|laid| laid.cell);
    if choices.iter().any(|choice| choice.portal_claim(laid).is_some()) {
        let claims = promising(position, evaluator);
        choices.retain(|choice| choice.portal_claim(laid).is_none_or(|spot| claims.contains(&spot)));
    }
    choices
}

/// Every way to go on, equal rotations merged, in the order of the rules. `scratch` is overwritten.
pub fn list_choices(position: &Position, scratch: &mut Position, choices: &mut Vec<Choice>) {
    choices.clear();
    List::new(position, scratch, ListOrder::OfTheRules, choices).fill();
}

/// In which order choices are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListOrder {
    /// As the rules list the actions, which depends on the way to the position.
    OfTheRules,
    /// Sorted: by the first action, then by the second one.
    Sorted,
}

/// A list of choices that grows.
struct List<'a> {
    position: &'a Position,
    scratch: &'a mut Position,
    order: ListOrder,
    actions: Vec<Action>,
    choices: &'a mut Vec<Choice>,
}

impl<'a> List<'a> {
    fn new(
        position: &'a Position,
        scratch: &'a mut Position,
        order: ListOrder,
        choices: &'a mut Vec<Choice>,
    ) -> List<'a> {
        List { position, scratch, order, actions: Vec::new(), choices }
    }

    fn fill(&mut self) {
        let mut actions = Vec::new();
        self.position.distinct_actions(&mut actions);
        self.sort(&mut actions);
        if goes_on(self.position.phase()) {
            actions.into_iter().for_each(|first| self.add(Choice::new(first)));
        } else {
            self.choices.extend(actions.into_iter().map(Choice::new));
        }
    }

    /// Adds all choices that begin with these actions.
    fn add(&mut self, choice: Choice) {
        self.scratch.copy_from(self.position);
        choice.actions().iter().for_each(|action| self.scratch.play_unchecked(*action));
        if self.scratch.to_act() != self.position.to_act() {
            return self.choices.push(choice);
        }
        let mut actions = std::mem::take(&mut self.actions);
        self.scratch.legal_actions(&mut actions);
        self.sort(&mut actions);
        let longer = actions.iter().map(|then| choice.and(*then));
        if goes_on(self.scratch.phase()) {
            for choice in longer {
                if choice.is_full() { self.choices.push(choice) } else { self.add(choice) }
            }
        } else {
            self.choices.extend(longer);
        }
        self.actions = actions;
    }

    fn sort(&self, actions: &mut [Action]) {
        if self.order == ListOrder::Sorted {
            actions.sort_unstable();
        }
    }
}

/// Whether an action of a phase is followed by others that belong to the same choice.
fn goes_on(phase: Phase) -> bool {
    match phase {
        Phase::Place => true,
        Phase::Figure | Phase::Extra | Phase::Dragon { .. } | Phase::Draw { .. } | Phase::Over(_) => false,
    }
}

/// The spots through which the most promising free features can be claimed.
fn promising(position: &Position, evaluator: &mut Evaluator) -> Vec<Spot> {
    let free = position.features().filter(|feature| !feature.complete && feature.followers == [0; MAX_SEATS]);
    let mut claims: Vec<(i64, Spot)> = Vec::new();
    for feature in free {
        let distance = |spot: &Spot| {
            position.dragon().map_or(0, |cell| spot.cell.x.abs_diff(cell.x) + spot.cell.y.abs_diff(cell.y))
        };
        let safest = position.spots(feature.id).max_by_key(|spot| (distance(spot), *spot));
        let promise = evaluator.promise(feature.id, position);
        claims.extend(safest.map(|spot| ((-1000.0 * promise) as i64, spot)));
    }
    claims.sort_unstable();
    claims.into_iter().take(PORTAL_CLAIMS).map(|(_, spot)| spot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Kind, Rotation, Setup};

    #[test]
    fn a_choice_is_its_actions() {
        let [place, other] =
            [1, 2].map(|x| Action::Place { cell: Cell::new(x, 0), rotation: Rotation::NONE });
        let turn = Choice::new(place).and(Action::Pass);
        assert_eq!((turn.actions(), turn.last()), (&[place, Action::Pass][..], Action::Pass));
        assert_eq!(turn.placement(), (Some(place), &[Action::Pass][..]));
        assert_eq!(Choice::new(Action::TakeExtra).placement(), (None, &[Action::TakeExtra][..]));
        assert!(Choice::new(place) < turn && turn < Choice::new(other), "in the order of the actions");
        assert_ne!(Choice::new(place), turn);
    }

    #[test]
    fn a_full_choice_stays_as_it_is() {
        let step = |side| Action::MoveDragon { side };
        let sides = rules::Side::ALL.map(step);
        let full = sides[1..].iter().fold(Choice::new(sides[0]), |choice, step| choice.and(*step));
        assert_eq!(full.actions(), sides);
        assert_eq!(full.and(Action::Pass), full);
    }

    #[test]
    fn placements_are_listed_with_their_figures() {
        let mut position = Position::new(&Setup::base(2)).unwrap();
        position.draw(Kind::named("U").unwrap(), &mut ()).unwrap();
        let (mut listed, mut turns) = (Vec::new(), Vec::new());
        list_choices(&position, &mut position.clone(), &mut listed);
        position.turns(&mut position.clone(), &mut turns);
        let mut turns: Vec<Choice> =
            turns.iter().map(|turn| Choice::new(turn.place).and(turn.then)).collect();
        assert_eq!(listed, turns);
        let mut evaluator = Evaluator::new(&crate::evaluate::Weights::DEFAULT, &position, 1);
        let sorted = choices(&position, &mut evaluator);
        turns.sort_unstable();
        assert_eq!(sorted, turns);
    }
}
