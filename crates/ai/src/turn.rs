//! One turn: every way to go on, assessed.

use crate::evaluate::{Evaluator, Weights};
use crate::options::{Choice, choices};
use crate::player::{Candidate, Limits, Stop, Value};
use chance::Stream;
use rules::{Action, Position, Seat, ToAct};
use std::time::{Duration, Instant};

/// A way to go on and what it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// What is done.
    pub choice: Choice,
    /// What it is worth to each seat.
    pub value: Value,
    /// How far the seat is ahead, in thousandths of a point.
    pub margin: i64,
}

/// Assesses what a seat can do now.
pub struct OneTurn<'a> {
    root: &'a Position,
    seat: Seat,
    evaluator: Evaluator,
    /// The position looked at.
    here: Position,
    /// The shortest time that an assessment took, if anyone looked at the clock.
    pub pace: Duration,
}

impl<'a> OneTurn<'a> {
    /// For the seat to act in a position.
    pub fn new(root: &'a Position, seat: Seat, weights: &Weights) -> OneTurn<'a> {
        let evaluator = Evaluator::new(weights, root, 1);
        OneTurn { root, seat, evaluator, here: root.clone(), pace: Duration::MAX }
    }

    /// Every way to go on, in an order that depends on the position only.
    pub fn choices(&mut self) -> Vec<Choice> {
        choices(self.root, &mut self.evaluator)
    }

    /// Every way to go on, assessed as far as the limits allow, the best first; equal ones by the seed.
    pub fn ranked(&mut self, limits: &Limits, stop: &Stop) -> Vec<Ranked> {
        let mut choices = self.choices();
        Stream::new(limits.seed ^ self.root.key()).shuffle(&mut choices);
        self.rank(&choices, limits, stop)
    }

    /// Assesses as many ways to go on as the limits allow, and one at least. The best comes first; equal ones stay in
    /// their order.
    pub fn rank(&mut self, choices: &[Choice], limits: &Limits, stop: &Stop) -> Vec<Ranked> {
        let (began, mut before) = (Instant::now(), Duration::ZERO);
        let mut ranked = Vec::with_capacity(choices.len());
        for choice in choices {
            let spent = limits.nodes.is_some_and(|nodes| ranked.len() as u64 >= nodes) || stop.is_stopped();
            if !ranked.is_empty() && (spent || limits.time.is_some_and(|time| before >= time)) {
                break;
            }
            let value = self.appraise(choice.actions());
            ranked.push(Ranked { choice: *choice, value, margin: self.margin(&value) });
            if limits.time.is_some() {
                let now = began.elapsed();
                self.pace = self.pace.min(now - before);
                before = now;
            }
        }
        ranked.sort_by_key(|ranked| -ranked.margin);
        ranked
    }

    /// What a line is worth.
    pub fn appraise(&mut self, line: &[Action]) -> Value {
        self.here.copy_from(self.root);
        line.iter().for_each(|action| self.step(*action));
        let value = self.evaluator.assess(&self.here);
        line.iter().rev().for_each(|action| self.evaluator.leave(*action));
        value
    }

    fn step(&mut self, action: Action) {
        self.here.play_unchecked(action);
        self.evaluator.enter(action, &self.here);
    }

    fn margin(&self, value: &Value) -> i64 {
        (1000.0 * self.evaluator.rivals().margin(value, self.seat.index())).round() as i64
    }

    /// The line that begins with a choice.
    pub fn candidate(&mut self, ranked: &Ranked) -> Candidate {
        self.here.copy_from(self.root);
        let mut line: Vec<Action> = ranked.choice.actions().to_vec();
        line.iter().for_each(|action| self.step(*action));
        while self.here.to_act() == ToAct::Seat(self.seat) {
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
        self.here.legal_actions(&mut actions);
        let before = self.here.clone();
        for action in actions {
            self.step(action);
            let value = self.evaluator.assess(&self.here);
            let margin = self.margin(&value);
            self.evaluator.leave(action);
            self.here.copy_from(&before);
            if best.is_none_or(|(most, _)| margin > most) {
                best = Some((margin, action));
            }
        }
        best.map(|(_, action)| action)
    }
}
