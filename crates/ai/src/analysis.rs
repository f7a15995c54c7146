//! A game looked at afterwards: what was best at each turn, what the played one lost, and what was luck.

use crate::chances::winning;
use crate::luck::Luck;
use crate::player::{Candidate, Limits, Player, Stop, Value};
use crate::strong::{Judgement, Strong};
use rules::{Action, Input, Position, Seat, ToAct};

/// A way to play a turn, and what is expected of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Prospect {
    /// What is done.
    pub line: Vec<Action>,
    /// What each seat is then expected to have at the end.
    pub value: Value,
    /// How far ahead of those who still play the seat is expected to be then: of more than one, half the best counts and
    /// half their mean.
    pub margin: f64,
    /// How likely each seat then wins.
    pub chances: Value,
}

impl Prospect {
    /// What comes of a candidate for the turn of a seat.
    fn new(strong: &Strong, position: &Position, seat: Seat, candidate: Candidate) -> Option<Prospect> {
        let Candidate { line, mut value } = candidate;
        let mut after = position.clone();
        line.iter().try_for_each(|action| after.play(*action, &mut ())).ok()?;
        if let ToAct::Over(_) = after.to_act() {
            value = after.scores().map(f64::from);
        }
        let chances = winning(&after, &value, tiles_left(&after));
        Some(Prospect { line, value, margin: strong.margin(position, &value, seat), chances })
    }
}

/// One turn of a game, or one decision of another seat in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// Whose.
    pub seat: Seat,
    /// How many inputs the game had had.
    pub input: usize,
    /// What was done, and what is expected after it.
    pub played: Prospect,
    /// What could have been done, best first; at least one.
    pub candidates: Vec<Prospect>,
    /// By how many points the draw was better than draws were on average.
    pub luck: f64,
    /// How likely each seat won before it.
    pub before: Value,
}

impl Turn {
    /// How far ahead the seat is expected to be after the best line, the played one included.
    pub fn best(&self) -> f64 {
        self.candidates[0].margin.max(self.played.margin)
    }

    /// How likely the seat would win after the best line.
    pub fn best_chance(&self) -> f64 {
        let chance = |prospect: &Prospect| prospect.chances[self.seat.index()];
        chance(&self.candidates[0]).max(chance(&self.played))
    }

    /// What the played line lost against the best one, in points.
    pub fn loss(&self) -> f64 {
        self.best() - self.played.margin
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
    /// What was expected after the last turn, and how likely each seat won then.
    value: Value,
    chances: Value,
    inputs: usize,
}

impl Analysis {
    /// Of a game that begins here.
    pub fn new(start: Position, limits: Limits) -> Analysis {
        let value = Value::default();
        let chances = winning(&start, &value, tiles_left(&start));
        Analysis { strong: Strong::default(), limits, position: start, luck: 0.0, value, chances, inputs: 0 }
    }

    /// Takes in the next inputs as far as they belong together: a draw, or all that a seat does up to the next draw or
    /// another seat's decision. Says how many it took, and what it thinks of them; nothing if they break the rules.
    pub fn follow(&mut self, inputs: &[Input]) -> Option<(usize, Option<Turn>)> {
        let (first, seat) = (inputs.first()?, self.position.to_act());
        let (Input::Act(_), ToAct::Seat(seat)) = (first, seat) else {
            if let Input::Draw(kind) = first {
                self.luck += Luck::default().of(&self.position, *kind);
            }
            self.position.apply(*first, &mut ()).ok()?;
            self.inputs += 1;
            if let Input::Retire(_) = first {
                // Neither what somebody drew who then left, nor that they left, is the next one's doing.
                self.luck = 0.0;
                self.chances = winning(&self.position, &self.value, tiles_left(&self.position));
            }
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
        let turn = self.judge(seat, &line)?;
        self.position = after;
        self.inputs += line.len();
        Some((line.len(), Some(turn)))
    }

    fn judge(&mut self, seat: Seat, line: &[Action]) -> Option<Turn> {
        let Judgement { thought, played } =
            self.strong.judge(&self.position, line, &self.limits, &Stop::default());
        let prospect = |candidate| Prospect::new(&self.strong, &self.position, seat, candidate);
        let played = prospect(played)?;
        let candidates = thought.candidates.into_iter().map(prospect).collect::<Option<_>>()?;
        self.value = played.value;
        let before = std::mem::replace(&mut self.chances, played.chances);
        let luck = std::mem::take(&mut self.luck);
        Some(Turn { seat, input: self.inputs, played, candidates, luck, before })
    }
}

/// How many tiles may still be drawn.
fn tiles_left(position: &Position) -> u32 {
    match position.to_act() {
        ToAct::Over(_) => 0,
        _ => position.view().to_come().map(|(_, count)| u32::from(count)).sum(),
    }
}

/// Advises the seat to act, from what everybody can see; nothing if no seat is to act.
pub fn advise(position: &Position, limits: &Limits, stop: &Stop) -> Option<Prospect> {
    let ToAct::Seat(seat) = position.to_act() else { return None };
    let mut strong = Strong::default();
    let best = strong.think(position, limits, stop, &mut |_| ()).best;
    Prospect::new(&strong, position, seat, best)
}

/// How many turns are named as those that decided a game.
const DECISIVE: usize = 3;

/// A whole game in a few numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// One for each seat.
    pub seats: Vec<SeatSum>,
    /// The turns that changed the chance of winning most, the greatest change first; counted from 0. None where nobody can lose.
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
        Summary { seats: sums, decisive: decisive(turns) }
    }
}

/// The turns after which the chances were most different from those before.
fn decisive(turns: &[Turn]) -> Vec<usize> {
    let change = |n: &usize| {
        let chances = turns[*n].played.chances.iter().zip(turns[*n].before);
        chances.map(|(after, before)| (after - before).abs()).fold(0.0, f64::max)
    };
    let mut order: Vec<usize> = (0..turns.len()).filter(|n| change(n) > 0.0).collect();
    order.sort_by(|a, b| change(b).total_cmp(&change(a)));
    order.truncate(DECISIVE);
    order
}
