//! The yardstick that looks ahead: expectimax with Star2.5 pruning.

use super::{Budget, finish, lead};
use crate::options::{Choice, list_choices};
use crate::player::{Candidate, Info, Limits, Player, Stop, Thought};
use chance::Stream;
use rules::{Kind, Position, Seat, ToAct};

/// Values farther than this from the lead at the root count as if they were no farther: Star pruning needs bounds.
const BOUND: f64 = 100.0;

/// Expectimax over turns and draws. A turn is a ply and a draw is one: depth 3 is the own turn, every draw after it
/// and the best reply. A leaf is worth the lead of the seat if the game ended then; with more than two seats
/// all others play against it. A node is a position that was valued.
#[derive(Clone, Copy, Debug)]
pub struct Star {
    /// How many plies.
    pub depth: u32,
    /// How many choices of each decision after a draw are tried before any is searched in full.
    pub probing: usize,
}

impl Default for Star {
    fn default() -> Star {
        Star { depth: 3, probing: 5 }
    }
}

impl Player for Star {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        let ToAct::Seat(seat) = position.to_act() else { return Thought::idle(position) };
        let centre = lead(position, seat) as f64;
        let mut search = Search {
            seat,
            probing: self.probing,
            low: centre - BOUND,
            high: centre + BOUND,
            nodes: 0,
            budget: Budget::new(limits, stop),
            is_cut_short: false,
        };
        let mut stream = Stream::new(limits.seed ^ position.key());
        let Some((choice, nodes)) = search.root(position, self.depth.max(1), &mut stream) else {
            return Thought::idle(position);
        };
        let mut after = position.clone();
        choice.actions().iter().for_each(|action| after.play_unchecked(*action));
        let mut line: Vec<_> = choice.actions().to_vec();
        line.extend(finish(&mut after, seat, &mut stream));
        let best = Candidate { line, value: after.projected().map(f64::from) };
        info(Info { nodes, best: best.clone() });
        Thought { candidates: vec![best.clone()], best, nodes }
    }
}

struct Search<'a> {
    seat: Seat,
    probing: usize,
    low: f64,
    high: f64,
    nodes: u64,
    budget: Budget<'a>,
    is_cut_short: bool,
}

/// A draw, its chance, and bounds of what it leads to.
struct ChanceNode {
    kind: Kind,
    chance: f64,
    low: f64,
    high: f64,
}

impl Search<'_> {
    /// The best choice at the root, those that are good at once first.
    fn root(&mut self, root: &Position, depth: u32, stream: &mut Stream) -> Option<(Choice, u64)> {
        let (mut here, mut choices) = (root.clone(), Vec::new());
        list_choices(root, &mut here, &mut choices);
        stream.shuffle(&mut choices);
        let mut after = |choice: &Choice| {
            here.copy_from(root);
            choice.actions().iter().for_each(|action| here.play_unchecked(*action));
            -lead(&here, self.seat)
        };
        choices.sort_by_cached_key(&mut after);
        let mut best: Option<(f64, Choice)> = None;
        for choice in choices {
            if best.is_some() && self.budget.is_spent(self.nodes) {
                break;
            }
            here.copy_from(root);
            choice.actions().iter().for_each(|action| here.play_unchecked(*action));
            let low = best.map_or(self.low, |(value, _)| value);
            let value = self.value(&here, depth - 1, low, self.high);
            // What was cut short says nothing, except if there is nothing else.
            if best.is_none_or(|(most, _)| value > most && !self.is_cut_short) {
                best = Some((value, choice));
            }
        }
        best.map(|(_, choice)| (choice, self.nodes))
    }

    /// What a position is worth to the seat at the root. At or beyond the bounds it is a bound itself.
    fn value(&mut self, position: &Position, depth: u32, low: f64, high: f64) -> f64 {
        self.is_cut_short |= self.budget.is_spent(self.nodes);
        match position.to_act() {
            ToAct::Chance if depth > 0 && !self.is_cut_short => self.chance(position, depth, low, high),
            ToAct::Seat(seat) if depth > 0 && !self.is_cut_short => {
                self.decision(position, seat, depth, low, high, usize::MAX)
            }
            _ => {
                self.nodes += 1;
                (lead(position, self.seat) as f64).clamp(self.low, self.high)
            }
        }
    }

    /// The best of the first `width` choices, for the seat at the root or against it.
    fn decision(
        &mut self,
        position: &Position,
        seat: Seat,
        depth: u32,
        mut low: f64,
        mut high: f64,
        width: usize,
    ) -> f64 {
        let (mut here, mut choices) = (position.clone(), Vec::new());
        list_choices(position, &mut here, &mut choices);
        let own = seat == self.seat;
        let mut best = if own { self.low } else { self.high };
        for choice in choices.iter().take(width) {
            here.copy_from(position);
            choice.actions().iter().for_each(|action| here.play_unchecked(*action));
            let value = self.value(&here, depth - 1, low, high);
            if own {
                best = best.max(value);
                low = low.max(best);
            } else {
                best = best.min(value);
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        best
    }

    /// The mean over all draws: first a few replies to each, which bound it from one side, then each in full, with
    /// the bounds that are left to it.
    fn chance(&mut self, position: &Position, depth: u32, low: f64, high: f64) -> f64 {
        let total = f64::from(position.bag_size().max(1));
        let bounds = (self.low, self.high);
        let outcome = |(kind, count): (Kind, u16)| ChanceNode {
            kind,
            chance: f64::from(count) / total,
            low: bounds.0,
            high: bounds.1,
        };
        let mut outcomes: Vec<ChanceNode> = position.bag().map(outcome).collect();
        let mut here = position.clone();
        for n in 0..outcomes.len() {
            self.probe(position, &mut here, &mut outcomes[n], depth);
            let (least, most) = span(&outcomes);
            if least >= high {
                return least;
            }
            if most <= low {
                return most;
            }
        }
        for n in 0..outcomes.len() {
            let (least, most) = span(&outcomes);
            let ChanceNode { kind, chance, low: own_low, high: own_high } = outcomes[n];
            // The others' bounds leave this one so much room before the mean is out of the window.
            let from = own_low.max((low - (most - chance * own_high)) / chance);
            let to = own_high.min((high - (least - chance * own_low)) / chance);
            here.copy_from(position);
            if here.draw(kind, &mut ()).is_err() {
                continue;
            }
            let value = self.value(&here, depth - 1, from, to);
            (outcomes[n].low, outcomes[n].high) = (value, value);
            if value >= to && to < own_high {
                return span(&outcomes).0.max(high);
            }
            if value <= from && from > own_low {
                return span(&outcomes).1.min(low);
            }
        }
        span(&outcomes).0
    }

    /// Some choices of who moves after a draw bound what it leads to.
    fn probe(&mut self, position: &Position, here: &mut Position, outcome: &mut ChanceNode, depth: u32) {
        here.copy_from(position);
        if depth < 2 || here.draw(outcome.kind, &mut ()).is_err() {
            return;
        }
        let ToAct::Seat(seat) = here.to_act() else { return };
        let value = self.decision(here, seat, depth - 1, self.low, self.high, self.probing);
        match seat == self.seat {
            true => outcome.low = value,
            false => outcome.high = value,
        }
    }
}

/// The least and the most that the mean can be.
fn span(outcomes: &[ChanceNode]) -> (f64, f64) {
    let sum = |bound: fn(&ChanceNode) -> f64| outcomes.iter().map(|one| one.chance * bound(one)).sum::<f64>();
    (sum(|outcome| outcome.low), sum(|outcome| outcome.high))
}
