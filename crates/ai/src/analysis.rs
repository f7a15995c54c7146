//! A game looked at afterwards: what was best at each turn, what the played one lost, and what was luck.

use crate::chances::winning;
use crate::luck;
use crate::player::{Candidate, Limits, Player, Stop, Value};
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
    /// By how many points the draw was better than draws were on average.
    pub luck: f64,
    /// How likely each seat wins after it.
    pub chances: Value,
    /// How likely the seat would win after the best line.
    pub best_chance: f64,
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
    /// The luck of the draws since the last turn.
    luck: f64,
    inputs: usize,
}

impl Analysis {
    /// Of a game that begins here.
    pub fn new(start: Position, limits: Limits) -> Analysis {
        Analysis { strong: Strong::default(), limits, position: start, luck: 0.0, inputs: 0 }
    }

    /// Takes in the next inputs as far as they belong together: a draw, or all that a seat does up to the next draw or
    /// another seat's decision. Says how many it took, and what it thinks of them.
    pub fn follow(&mut self, inputs: &[Input], stop: &Stop) -> Option<(usize, Option<Turn>)> {
        let (first, seat) = (inputs.first()?, self.position.to_act());
        let (Input::Act(_), ToAct::Seat(seat)) = (first, seat) else {
            if let Input::Draw(kind) = first {
                self.luck += luck::of(&self.position, *kind, stop);
            }
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
        let tiles = tiles_left(after);
        let chances = winning(after, &played.value, tiles);
        let could = winning(after, &thought.best.value, tiles)[seat.index()];
        Turn {
            seat,
            input: self.inputs,
            margin: ahead(&played.value),
            best,
            luck: std::mem::take(&mut self.luck),
            best_chance: could.max(chances[seat.index()]),
            chances,
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

/// How many tiles may still be drawn.
fn tiles_left(position: &Position) -> u32 {
    if let ToAct::Over(_) = position.to_act() {
        return 0;
    }
    let view = position.view();
    let left = [&view.left, &view.held, &view.aside].into_iter().flat_map(|tally| tally.iter());
    left.map(|(_, count)| u32::from(count)).sum()
}

/// What the seat to act is advised to do.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// Whose turn it is.
    pub seat: Seat,
    /// The best line.
    pub line: Vec<Action>,
    /// How far ahead the seat is then expected to be in the end.
    pub margin: f64,
    /// How likely it then wins.
    pub chance: f64,
}

/// Advises the seat to act, from what everybody can see; nothing if no seat is to act.
pub fn advise(position: &Position, limits: &Limits, stop: &Stop) -> Option<Advice> {
    let ToAct::Seat(seat) = position.to_act() else { return None };
    let best = Strong::default().think(position, limits, stop, &mut |_| ()).best;
    let mut after = position.clone();
    best.line.iter().try_for_each(|action| after.play(*action, &mut ())).ok()?;
    let value = match after.to_act() {
        ToAct::Over(_) => after.scores().map(f64::from),
        _ => best.value,
    };
    let margin = margin(&value, seat, position.setup().seats);
    let chance = winning(&after, &value, tiles_left(&after))[seat.index()];
    Some(Advice { seat, line: best.line, margin, chance })
}

/// How many turns are named as those that decided a game.
const DECISIVE: usize = 3;

/// A whole game in a few numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// One for each seat.
    pub seats: Vec<SeatSum>,
    /// The turns that changed the chance of winning most, the greatest change first; counted from 0.
    pub decisive: Vec<usize>,
}

/// One seat over a whole game.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct SeatSum {
    /// Points lost by not playing what was best.
    pub loss: f64,
    /// Points won or lost by what was drawn.
    pub luck: f64,
    /// Turns and decisions.
    pub turns: usize,
}

impl Summary {
    /// Of these turns of a game for so many.
    pub fn of(turns: &[Turn], seats: u8) -> Summary {
        let mut sums = vec![SeatSum::default(); usize::from(seats)];
        for turn in turns {
            let sum = &mut sums[turn.seat.index()];
            sum.loss += turn.loss();
            sum.luck += turn.luck;
            sum.turns += 1;
        }
        Summary { seats: sums, decisive: decisive(turns, usize::from(seats)) }
    }
}

/// The turns after which the chances were most different from those before.
fn decisive(turns: &[Turn], seats: usize) -> Vec<usize> {
    let even = 1.0 / seats as f64;
    let change = |n: usize| {
        let before = |seat: usize| if n == 0 { even } else { turns[n - 1].chances[seat] };
        (0..seats).map(|seat| (turns[n].chances[seat] - before(seat)).abs()).fold(0.0, f64::max)
    };
    let mut order: Vec<usize> = (0..turns.len()).collect();
    order.sort_by(|a, b| change(*b).total_cmp(&change(*a)));
    order.truncate(DECISIVE);
    order
}
