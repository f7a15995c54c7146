//! A game looked at afterwards: what was best at each turn, what the played one lost, and what was luck.

use crate::chances::winning;
use crate::player::{Candidate, Limits, Stop, Value};
use crate::strong::{Judgement, Strong};
use rules::{Action, Input, Position, Seat, ToAct};

/// One turn of a game, or one decision of another seat in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// Whose.
    pub seat: Seat,
    /// How many inputs the game had had.
    pub input: usize,
    /// What was done, and what is expected after it.
    pub played: Candidate,
    /// What could have been done, best first.
    pub candidates: Vec<Candidate>,
    /// How far ahead the seat is expected to be in the end: after the played line, and after the best one.
    pub margin: f64,
    /// See `margin`.
    pub best: f64,
    /// What the draw changed of what the seat could expect before it.
    pub luck: f64,
    /// How likely each seat wins after it.
    pub chances: Value,
}

impl Turn {
    /// What the played line lost against the best one, in points.
    pub fn loss(&self) -> f64 {
        (self.best - self.margin).max(0.0)
    }
}

/// Follows a game from its first position.
#[derive(Debug)]
pub struct Analysis {
    strong: Strong,
    limits: Limits,
    position: Position,
    /// What was expected after the last turn.
    expected: Option<Value>,
    inputs: usize,
}

impl Analysis {
    /// Of a game that begins here.
    pub fn new(start: Position, limits: Limits) -> Analysis {
        Analysis { strong: Strong::default(), limits, position: start, expected: None, inputs: 0 }
    }

    /// Takes in the next inputs as far as they belong together: a draw, or all that a seat does up to the next draw or
    /// another seat's decision. Says how many it took, and what it thinks of them.
    pub fn follow(&mut self, inputs: &[Input], stop: &Stop) -> Option<(usize, Option<Turn>)> {
        let (first, seat) = (inputs.first()?, self.position.to_act());
        let (Input::Act(_), ToAct::Seat(seat)) = (first, seat) else {
            self.position.apply(*first, &mut ()).ok()?;
            self.inputs += 1;
            return Some((1, None));
        };
        let mut after = self.position.clone();
        let mut line: Vec<Action> = Vec::new();
        for input in inputs {
            let Input::Act(action) = input else { break };
            if after.to_act() != ToAct::Seat(seat) {
                break;
            }
            after.play(*action, &mut ()).ok()?;
            line.push(*action);
        }
        let turn = self.judge(seat, &line, &after, stop);
        self.position = after;
        self.inputs += line.len();
        Some((line.len(), Some(turn)))
    }

    fn judge(&mut self, seat: Seat, line: &[Action], after: &Position, stop: &Stop) -> Turn {
        let Judgement { thought, mut played } = self.strong.judge(&self.position, line, &self.limits, stop);
        if let ToAct::Over(_) = after.to_act() {
            played.value = after.scores().map(f64::from);
        }
        let ahead = |value: &Value| margin(value, seat, after.setup().seats);
        let best = ahead(&thought.best.value).max(ahead(&played.value));
        let luck = self.expected.map_or(0.0, |before| best - ahead(&before));
        let view = after.view();
        let left = [&view.left, &view.held, &view.aside].into_iter().flat_map(|tally| tally.iter());
        let tiles = match after.to_act() {
            ToAct::Over(_) => 0,
            _ => left.map(|(_, count)| u32::from(count)).sum(),
        };
        self.expected = Some(played.value);
        Turn {
            seat,
            input: self.inputs,
            margin: ahead(&played.value),
            best,
            luck,
            chances: winning(after, &played.value, tiles),
            candidates: thought.candidates,
            played,
        }
    }
}

/// How far a seat is ahead of the best other.
fn margin(value: &Value, seat: Seat, seats: u8) -> f64 {
    let others = (0..usize::from(seats)).filter(|other| *other != seat.index());
    value[seat.index()] - others.map(|other| value[other]).reduce(f64::max).unwrap_or(0.0)
}
