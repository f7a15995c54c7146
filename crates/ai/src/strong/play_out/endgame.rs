//! The last tiles: every draw, and of every turn the promising ways to play it, down to the end.

use super::{PlayOut, Rated};
use crate::player::Value;
use rules::{Action, Position, Seat, ToAct};

/// Ways to play the last tile that are looked at, about.
const LAST: u64 = 30;

/// Figure choices that are followed with each placement.
const FIGURES: usize = 2;

/// Tiles left, at most: with more the tree is too large.
const TILES: usize = 4;

/// Ways to go on that are followed, at most.
const MOST: usize = 200;

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameLimits {
    /// How many ways to go on are followed to the end.
    pub candidates: usize,
    /// How many placements are looked at in each turn after that.
    width: usize,
}

impl EndgameLimits {
    /// What can be done with `nodes` for `ways` to go on and `tiles` left; nothing if it is too little to be of use, or if some
    /// tiles cannot be drawn now.
    pub fn new(position: &Position, tiles: usize, ways: usize, nodes: u64) -> Option<EndgameLimits> {
        const PLANS: [(usize, usize); 8] =
            [(8, 40), (5, 40), (3, 40), (2, 40), (3, 12), (2, 12), (1, 40), (1, 12)];
        if tiles == 0 || tiles > TILES || usize::from(position.bag_size()) != tiles {
            return None;
        }
        let kinds = position.bag().count();
        let plan = |(width, least): (usize, usize)| {
            let candidates = (nodes / cost(kinds, tiles, width)) as usize;
            (candidates >= least.min(ways))
                .then_some(EndgameLimits { candidates: candidates.min(ways).min(MOST), width })
        };
        PLANS.into_iter().find_map(plan)
    }
}

/// Nodes for one way to go on, about.
fn cost(kinds: usize, tiles: usize, width: usize) -> u64 {
    let draws = |drawn: usize| kinds.saturating_sub(drawn).max(1) as u64;
    let turns = (1..tiles).map(|drawn| draws(drawn) * (width * FIGURES) as u64);
    turns.product::<u64>() * draws(0) * LAST
}

impl PlayOut {
    /// What a position is worth if everyone does what suits them best, as far as the plan looks; nothing if it `is_over` before that is known.
    pub fn endgame(
        &mut self,
        position: &Position,
        plan: EndgameLimits,
        is_over: &impl Fn() -> bool,
    ) -> Option<Value> {
        match position.to_act() {
            _ if is_over() => None,
            ToAct::Over(_) => Some(position.projected().map(f64::from)),
            ToAct::Chance => self.endgame_draws(position, plan, is_over),
            ToAct::Seat(seat) if position.hand().is_some() && position.bag_size() > 0 => {
                self.endgame_turn(position, seat, plan, is_over)
            }
            ToAct::Seat(seat) => {
                self.here.copy_from(position);
                let Some(choice) = self.choice(seat) else {
                    return Some(position.projected().map(f64::from));
                };
                self.endgame_after(position, choice.actions(), plan, is_over)
            }
        }
    }

    /// The mean over all tiles that may come.
    fn endgame_draws(
        &mut self,
        position: &Position,
        plan: EndgameLimits,
        is_over: &impl Fn() -> bool,
    ) -> Option<Value> {
        let (mut sum, mut after) = (Value::default(), position.clone());
        let all = f64::from(position.bag_size());
        for (kind, count) in position.bag() {
            after.copy_from(position);
            after.draw(kind, &mut ()).ok()?;
            let value = self.endgame(&after, plan, is_over)?;
            sum.iter_mut().zip(value).for_each(|(sum, value)| *sum += value * f64::from(count) / all);
        }
        Some(sum)
    }

    /// The best of the promising ways to play the tile in hand.
    fn endgame_turn(
        &mut self,
        position: &Position,
        seat: Seat,
        plan: EndgameLimits,
        is_over: &impl Fn() -> bool,
    ) -> Option<Value> {
        let (mut turns, mut best): (Vec<Rated>, Option<(i64, Value)>) = (Vec::new(), None);
        let tiles = self.tiles.saturating_sub(position.tiles().len() as u32);
        let positions = (position, &mut self.scratch);
        self.quick_eval.best_turns(positions, tiles, plan.width * FIGURES, &mut turns);
        for (_, choice) in turns {
            let value = self.endgame_after(position, choice.actions(), plan, is_over)?;
            let margin = self.margin(&value, seat);
            if best.is_none_or(|(most, _)| margin > most) {
                best = Some((margin, value));
            }
        }
        best.map(|(_, value)| value)
    }

    fn endgame_after(
        &mut self,
        position: &Position,
        actions: &[Action],
        plan: EndgameLimits,
        is_over: &impl Fn() -> bool,
    ) -> Option<Value> {
        let mut position = position.clone();
        self.nodes += 1;
        for action in actions {
            position.play_unchecked(*action);
        }
        self.endgame(&position, plan, is_over)
    }
}
