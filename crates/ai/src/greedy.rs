//! The player that makes the most of its turn.

use crate::evaluate::{Evaluator, Sight, Weights};
use crate::options::{Choice, choices};
use crate::player::{Candidate, Info, Limits, Player, Stop, Thought, Value};
use chance::Stream;
use rules::{Action, Position, Seat, ToAct};
use std::time::Instant;

/// Candidates in a thought.
const CANDIDATES: usize = 10;

/// Looks at every way to play the tile in hand, and no further. A node is one such way. It thinks on one
/// thread; equal ways are chosen from by the seed.
#[derive(Clone, Debug)]
pub struct Greedy {
    weights: Weights,
}

impl Default for Greedy {
    fn default() -> Greedy {
        Greedy { weights: Weights::DEFAULT }
    }
}

impl Player for Greedy {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        let thought = match position.to_act() {
            ToAct::Seat(seat) => Search::new(position, seat, &self.weights).run(limits, stop),
            _ => idle(position),
        };
        info(Info { nodes: thought.nodes, best: thought.best.clone() });
        thought
    }
}

/// What there is to think when no seat is to act.
fn idle(position: &Position) -> Thought {
    let best = Candidate { line: Vec::new(), value: position.projected().map(f64::from) };
    Thought { candidates: vec![best.clone()], best, nodes: 0 }
}

/// A way to go on and what it leads to.
struct Ranked {
    choice: Choice,
    value: Value,
    /// How far the seat is ahead, in thousandths of a point.
    margin: i64,
}

struct Search<'a> {
    root: &'a Position,
    seat: Seat,
    evaluator: Evaluator,
    seen: Sight,
    /// The position looked at, and what it does not tell.
    here: (Position, Sight),
}

impl<'a> Search<'a> {
    fn new(root: &'a Position, seat: Seat, weights: &Weights) -> Search<'a> {
        let view = root.view();
        Search {
            root,
            seat,
            evaluator: Evaluator::new(weights, root, &view),
            seen: Sight::new(root, &view),
            here: (root.clone(), Sight::new(root, &view)),
        }
    }

    fn run(&mut self, limits: &Limits, stop: &Stop) -> Thought {
        let mut choices = choices(self.root, &mut self.evaluator, &self.seen);
        Stream::new(limits.seed ^ self.root.key()).shuffle(&mut choices);
        let mut ranked = self.rank(&choices, limits, stop);
        let nodes = ranked.len() as u64;
        ranked.sort_by_key(|ranked| -ranked.margin);
        ranked.truncate(CANDIDATES);
        let candidates: Vec<Candidate> = ranked.iter().map(|ranked| self.candidate(ranked)).collect();
        match candidates.first().cloned() {
            Some(best) => Thought { best, candidates, nodes },
            None => idle(self.root),
        }
    }

    /// Assesses as many choices as the limits allow, and one at least.
    fn rank(&mut self, choices: &[Choice], limits: &Limits, stop: &Stop) -> Vec<Ranked> {
        let began = Instant::now();
        let mut ranked = Vec::with_capacity(choices.len());
        for choice in choices {
            let spent = limits.nodes.is_some_and(|nodes| ranked.len() as u64 >= nodes)
                || limits.time.is_some_and(|time| began.elapsed() >= time)
                || stop.is_stopped();
            if spent && !ranked.is_empty() {
                break;
            }
            let value = self.assess(choice);
            ranked.push(Ranked { choice: *choice, value, margin: self.margin(&value) });
        }
        ranked
    }

    fn assess(&mut self, choice: &Choice) -> Value {
        self.start();
        choice.actions().for_each(|action| self.step(action));
        let value = self.evaluator.assess(&self.here.0, &self.here.1);
        choice.actions().rev().for_each(|action| self.evaluator.leave(action));
        value
    }

    fn start(&mut self) {
        self.here.0.copy_from(self.root);
        self.here.1.copy_from(&self.seen);
    }

    fn step(&mut self, action: Action) {
        self.here.0.play_unchecked(action);
        self.here.1.follow(self.seat, action, &self.here.0);
        self.evaluator.enter(action, &self.here.0);
    }

    fn margin(&self, value: &Value) -> i64 {
        (1000.0 * self.evaluator.rivals().margin(value, self.seat.index())).round() as i64
    }

    /// The line that begins with a choice.
    fn candidate(&mut self, ranked: &Ranked) -> Candidate {
        self.start();
        let mut line: Vec<Action> = ranked.choice.actions().collect();
        line.iter().for_each(|action| self.step(*action));
        while self.here.0.to_act() == ToAct::Seat(self.seat) {
            let Some(action) = self.best_action() else { break };
            self.step(action);
            line.push(action);
        }
        line.iter().rev().for_each(|action| self.evaluator.leave(*action));
        Candidate { line, value: ranked.value }
    }

    /// What to do in a decision that follows the placement: a dragon's step, or the offer of a second tile.
    fn best_action(&mut self) -> Option<Action> {
        let (mut actions, mut best) = (Vec::new(), None);
        self.here.0.legal_actions(&mut actions);
        let before = (self.here.0.clone(), Sight::new(&self.here.0, &self.here.0.view()));
        for action in actions {
            self.step(action);
            let value = self.evaluator.assess(&self.here.0, &self.here.1);
            let margin = self.margin(&value);
            self.evaluator.leave(action);
            self.here.0.copy_from(&before.0);
            self.here.1.copy_from(&before.1);
            if best.is_none_or(|(most, _)| margin > most) {
                best = Some((margin, action));
            }
        }
        best.map(|(_, action)| action)
    }
}
