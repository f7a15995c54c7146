//! A game looked at afterwards: what was best at each turn, what the played one lost, and what was luck.

pub use crate::chances::winning;
use crate::luck::Luck;
use crate::player::{Candidate, Limits, Player, Stop, Value};
use crate::strong::{SearchConfig, Strong, TurnJudgement};
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
        play_last(&mut after);
        if let ToAct::Over(_) = after.to_act() {
            value = after.projected().map(f64::from);
        }
        let chances = winning(&after, &value, tiles_left(&after));
        Some(Prospect { line, value, margin: strong.margin(position, &value, seat), chances })
    }
}

/// One turn of a game, or one decision of another seat in it.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnAnalysis {
    /// Whose turn it was.
    pub seat: Seat,
    /// How many inputs the game had had.
    pub input: usize,
    /// What was done, and what is expected after it.
    pub played: Prospect,
    /// What could have been done, best first; at least one.
    pub candidates: Vec<Prospect>,
    /// By how many points the draw was better than draws were on average.
    pub luck: f64,
    /// How much likelier the seat wins for that.
    pub fortune: f64,
}

impl TurnAnalysis {
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

    /// What it changed of the seat's chance of winning: by what was played, or by what was drawn.
    fn weight(&self) -> f64 {
        let thrown_away = self.best_chance() - self.played.chances[self.seat.index()];
        thrown_away.max(self.fortune.abs())
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
    /// another seat's decision. Says how many it took, and what it thinks of them; nothing if they break the rules.
    pub fn follow(&mut self, inputs: &[Input]) -> Option<(usize, Option<TurnAnalysis>)> {
        let (first, seat) = (inputs.first()?, self.position.to_act());
        let (Input::Act(_), ToAct::Seat(seat)) = (first, seat) else {
            if let Input::Draw(kind) = first {
                self.luck += Luck::default().of(&self.position, *kind);
            }
            self.position.apply(*first, &mut ()).ok()?;
            self.inputs += 1;
            if let Input::Retire(_) = first {
                // What somebody drew who then left is not the next one's luck.
                self.luck = 0.0;
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

    fn judge(&mut self, seat: Seat, line: &[Action]) -> Option<TurnAnalysis> {
        let TurnJudgement { thought, played } =
            self.strong.judge(&self.position, line, &self.limits, &Stop::default());
        let prospect = |candidate| Prospect::new(&self.strong, &self.position, seat, candidate);
        let played = prospect(played)?;
        let candidates: Vec<Prospect> =
            thought.candidates.into_iter().map(prospect).collect::<Option<_>>()?;
        let luck = std::mem::take(&mut self.luck);
        let fortune = self.fortune(seat, &candidates.first()?.value, luck);
        Some(TurnAnalysis { seat, input: self.inputs, played, candidates, luck, fortune })
    }

    /// How much likelier a seat wins if this is expected than it did with so much less.
    fn fortune(&self, seat: Seat, value: &Value, luck: f64) -> f64 {
        let mut without = *value;
        without[seat.index()] -= luck;
        let chance = |value| winning(&self.position, value, tiles_left(&self.position))[seat.index()];
        chance(value) - chance(&without)
    }
}

/// Ways to play the last tile that are compared, those that look best at first sight: more than games with one copy of every
/// set have, and an end to it on a board of a thousand tiles.
const LAST_WAYS: u64 = 4_000;

/// If everybody knows which tile is the last, plays it as well as can be: nothing is left to chance then.
fn play_last(position: &mut Position) {
    if tiles_left(position) != 1 {
        return;
    }
    let mut player = Strong::with(SearchConfig { width: 1, nodes: Some(LAST_WAYS), ..SearchConfig::FULL });
    loop {
        let inputs: Vec<Input> = match position.to_act() {
            ToAct::Over(_) => return,
            ToAct::Chance => position.bag().map(|(kind, _)| Input::Draw(kind)).collect(),
            ToAct::Seat(_) => {
                let thought = player.think(position, &Limits::default(), &Stop::default(), &mut |_| {});
                thought.best.line.into_iter().map(Input::Act).collect()
            }
        };
        if inputs.is_empty() || inputs.iter().any(|input| position.apply(*input, &mut ()).is_err()) {
            return;
        }
    }
}

/// How many tiles may still be drawn.
fn tiles_left(position: &Position) -> u32 {
    match position.to_act() {
        ToAct::Over(_) => 0,
        _ => position.to_come().map(|(_, count)| u32::from(count)).sum(),
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
pub struct GameSummary {
    /// One for each seat.
    pub seats: Vec<SeatSum>,
    /// The turns that changed a chance of winning most, by what was played or drawn, the greatest change first; counted
    /// from 0. None where nobody can lose.
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

impl GameSummary {
    /// Sums up the turns of a game with this number of seats.
    pub fn of(turns: &[TurnAnalysis], seats: u8) -> GameSummary {
        let mut sums = vec![SeatSum::default(); usize::from(seats)];
        for turn in turns {
            let sum = &mut sums[turn.seat.index()];
            sum.loss += turn.loss();
            sum.luck += turn.luck;
            sum.turns += 1;
        }
        GameSummary { seats: sums, decisive: decisive(turns) }
    }
}

/// What changes a chance of winning by less is not named.
const NOTABLE: f64 = 0.005;

/// The turns that changed a chance of winning most.
fn decisive(turns: &[TurnAnalysis]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..turns.len()).filter(|n| turns[*n].weight() > NOTABLE).collect();
    order.sort_by(|a, b| turns[*b].weight().total_cmp(&turns[*a].weight()));
    order.truncate(DECISIVE);
    order
}
