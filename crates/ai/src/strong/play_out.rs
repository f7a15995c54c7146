//! A play-out: turns for all seats on given draws, then the evaluation, or the points if the game is over.
//!
//! Each turn is the evaluation's choice among those that look best at first sight, placement and figure together. With a tenth
//! of a second five turns are enough: longer play-outs by quick choices alone are cheaper and tell less. The number of
//! turns considered grows with the root of the budget and the length of a play-out with its cube root, because with
//! much time better play-outs are worth more than further ones. With builders, dragons and the like an evaluation
//! takes longer, so half as many are considered (figures in docs/tried.md).
//!
//! Time is looked at before every draw, and a play-out that is late counts for nothing, so a thought is late by a turn
//! and not by a play-out.

pub mod endgame;

use super::quick_eval::{QuickEval, Rated};
use super::tiles_left;
use crate::evaluate::{Evaluator, Weights};
use crate::options::Choice;
use crate::player::Value;
use chance::FastRandom;
use rules::{Action, Kind, LAKE, Phase, Position, Seat, TileSet, ToAct};

/// Ways to play the last tile that are tried.
const LAST_LOOKS: usize = 40;

/// Tiles dealt beyond one a turn: for second tiles, and for those that cannot be laid.
const SPARE: usize = 8;

/// Where play-outs begin: after one candidate's line.
#[derive(Clone, Debug)]
pub struct PlayOutStart {
    pub line: Vec<Action>,
    /// The position after it.
    pub position: Position,
    /// What the next to act does with a tile, where that was thought about.
    pub answers: Vec<PlannedTurn>,
}

/// What is done with a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedTurn {
    pub kind: Kind,
    pub line: Vec<Action>,
}

impl PlayOutStart {
    /// What was thought of a tile that has been drawn next.
    fn answer(&self, kind: Option<Kind>) -> Option<&[Action]> {
        let answer = self.answers.iter().find(|answer| Some(answer.kind) == kind)?;
        Some(&answer.line)
    }
}

/// The order in which tiles come in a play-out.
#[derive(Clone, Debug, Default)]
pub struct DrawOrder {
    /// All tiles that may be drawn, those of the river first.
    tiles: Vec<Kind>,
    /// How many of them are the river's.
    river: usize,
}

impl DrawOrder {
    /// The tiles left, in an order by a seed.
    pub fn new(position: &Position, seed: u64) -> DrawOrder {
        let pile = |kind: &Kind| match kind.name() {
            LAKE => 1,
            _ if position.catalogue().tile(*kind).set == TileSet::River => 0,
            _ => 2,
        };
        let mut tiles: Vec<Kind> =
            position.to_come().flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into())).collect();
        tiles.sort_by_key(pile);
        let river = tiles.iter().filter(|kind| pile(kind) < 2).count();
        let mut random = FastRandom::new(seed);
        let lakes = tiles.iter().filter(|kind| pile(kind) == 1).count();
        shuffle(&mut tiles[..river - lakes], usize::MAX, &mut random);
        shuffle(&mut tiles[river..], usize::MAX, &mut random);
        DrawOrder { tiles, river }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// The order of play-out number `n`, as far as `turns` need it: over as many play-outs as there are tiles
    /// each tile comes first once.
    fn deal(&mut self, from: &DrawOrder, n: u64, seed: u64, turns: u16) {
        self.tiles.clone_from(&from.tiles);
        self.river = from.river;
        let needed = usize::from(turns) + SPARE;
        let range = if self.river > 1 { 0..self.river - 1 } else { self.river..self.tiles.len() };
        let mut random = FastRandom::new(seed ^ n.wrapping_mul(0xD1B5_4A32_D192_ED03));
        if !range.is_empty() {
            let first = range.start + (n % range.len() as u64) as usize;
            self.tiles.swap(range.start, first);
            shuffle(&mut self.tiles[range.start + 1..range.end], needed, &mut random);
        }
        if self.river > 1 {
            shuffle(&mut self.tiles[from.river..], needed, &mut random);
        }
    }
}

/// Puts a random choice of the tiles in random order on the first `count` places.
fn shuffle(tiles: &mut [Kind], count: usize, random: &mut FastRandom) {
    for place in 0..count.min(tiles.len()) {
        let other = place + random.below((tiles.len() - place) as u32) as usize;
        tiles.swap(place, other);
    }
}

/// Plays games out, and follows the last tiles to the end.
#[derive(Debug)]
pub struct PlayOut {
    here: Position,
    scratch: Position,
    end: Position,
    evaluator: Evaluator,
    quick_eval: QuickEval,
    draws: DrawOrder,
    done: Vec<Action>,
    turns: Vec<Rated>,
    /// How many ways to play a turn are considered.
    looks: usize,
    /// Tiles on the table and left, all together.
    tiles: u32,
    pub nodes: u64,
}

impl PlayOut {
    /// For play-outs of at most `turns`, in each of which `looks` ways to play it are considered, with the weights of the
    /// evaluation and of quick choices.
    pub fn new(
        [evaluation, quick_eval]: [&Weights; 2],
        root: &Position,
        turns: u16,
        looks: usize,
    ) -> PlayOut {
        PlayOut {
            here: root.clone(),
            scratch: root.clone(),
            end: root.clone(),
            evaluator: Evaluator::new(evaluation, root, turns + 2),
            quick_eval: QuickEval::new(quick_eval),
            draws: DrawOrder::default(),
            done: Vec::new(),
            turns: Vec::new(),
            looks,
            tiles: tiles_left(root) + root.tiles().len() as u32,
            nodes: 0,
        }
    }

    /// How far a seat is ahead, in thousandths.
    pub fn margin(&self, value: &Value, seat: Seat) -> i64 {
        (1000.0 * self.evaluator.rivals().margin(value, seat.index())).round() as i64
    }

    /// Plays out from a start with the tiles of play-out number `n`, for `turns` or to the end; nothing comes of it if it
    /// `is_over` before.
    pub fn play(
        &mut self,
        start: &PlayOutStart,
        (draws, seed, turns): (&DrawOrder, u64, u16),
        n: u64,
        is_over: &impl Fn() -> bool,
    ) -> Option<Value> {
        self.here.copy_from(&start.position);
        self.draws.deal(draws, n, seed, turns);
        self.done.clear();
        for action in &start.line {
            self.evaluator.enter(*action, &self.here);
            self.done.push(*action);
        }
        let (mut random, mut next, mut played, mut ended) = (FastRandom::new(n), 0, 0, false);
        while !ended {
            match self.here.to_act() {
                ToAct::Over(_) => break,
                ToAct::Chance if played >= turns => break,
                ToAct::Chance if is_over() => ended = true,
                ToAct::Chance => self.draw(&mut next, &mut random),
                ToAct::Seat(seat) => {
                    let answer = if played == 0 { start.answer(self.here.hand()) } else { None };
                    played += u16::from(self.here.hand().is_some());
                    match answer {
                        Some(line) => self.follow(line),
                        None if self.turn(seat) => {}
                        None => break,
                    }
                }
            }
        }
        self.nodes += u64::from(played) + 1;
        self.evaluator.set_left(self.left());
        let value = (!ended).then(|| self.evaluator.assess(&self.here));
        while let Some(action) = self.done.pop() {
            self.evaluator.leave(action);
        }
        value
    }

    fn left(&self) -> u32 {
        self.tiles.saturating_sub(self.here.tiles().len() as u32)
    }

    /// Draws the next tile that can be drawn, or else any.
    fn draw(&mut self, next: &mut usize, random: &mut FastRandom) {
        while let Some(kind) = self.draws.tiles.get(*next) {
            *next += 1;
            if self.here.draw(*kind, &mut ()).is_ok() {
                return;
            }
        }
        let n = random.below(self.here.bag_size().into()) as u16;
        if let Some(kind) = self.here.nth_in_bag(n) {
            let _ = self.here.draw(kind, &mut ());
        }
    }

    /// With the last tile there is nothing to expect: of the turns that look best, what brings most is best.
    fn last_turn(&mut self, seat: Seat) -> Option<Choice> {
        self.best_of(LAST_LOOKS, |play_out, rest| {
            play_out.go_on(rest);
            play_out.nodes += 1;
            play_out.margin(&play_out.end.projected().map(f64::from), seat)
        })
    }

    /// Of the turns that look best the one that the evaluation prefers.
    fn considered(&mut self, seat: Seat) -> Option<Choice> {
        self.evaluator.set_left(self.left().saturating_sub(1));
        self.best_of(self.looks, |play_out, rest| play_out.margin_after(seat, rest))
    }

    /// Of the `looks` turns that look best the one with the best margin; its placement lies when it is asked for.
    fn best_of(
        &mut self,
        looks: usize,
        mut margin: impl FnMut(&mut PlayOut, &[Action]) -> i64,
    ) -> Option<Choice> {
        let (mut best, mut laid): (Option<(i64, Choice)>, Option<Action>) = (None, None);
        let (left, mut turns) = (self.left(), std::mem::take(&mut self.turns));
        let positions = (&self.here, &mut self.scratch);
        self.quick_eval.best_turns(positions, left, looks, &mut turns);
        for (_, choice) in &turns {
            let (place, rest) = (choice.first(), &choice.actions()[1..]);
            if laid != Some(place) {
                laid.into_iter().for_each(|before| self.evaluator.leave(before));
                self.scratch.copy_from(&self.here);
                self.scratch.play_unchecked(place);
                self.evaluator.enter(place, &self.scratch);
                laid = Some(place);
            }
            let margin = margin(self, rest);
            if best.is_none_or(|(most, _)| margin > most) {
                best = Some((margin, *choice));
            }
        }
        laid.into_iter().for_each(|before| self.evaluator.leave(before));
        self.turns = turns;
        best.map(|(_, choice)| choice)
    }

    /// Comes to the end of a turn, the placement of which lies already.
    fn go_on(&mut self, rest: &[Action]) {
        self.end.copy_from(&self.scratch);
        rest.iter().for_each(|action| self.end.play_unchecked(*action));
    }

    /// How far a seat is ahead by the evaluation after a turn, the placement of which lies already.
    fn margin_after(&mut self, seat: Seat, rest: &[Action]) -> i64 {
        self.go_on(rest);
        self.nodes += 1;
        let value = self.evaluator.assess(&self.end);
        self.margin(&value, seat)
    }

    /// What the seat to act does.
    fn choice(&mut self, seat: Seat) -> Option<Choice> {
        let tiles = self.left();
        match self.here.bag_size() {
            0 if self.here.hand().is_some() => self.last_turn(seat),
            _ if self.looks > 1 && self.here.phase() == Phase::Place => self.considered(seat),
            _ => self.quick_eval.choose(&self.here, &mut self.scratch, tiles),
        }
    }

    /// Decides for the seat to act; whether there was anything to decide.
    fn turn(&mut self, seat: Seat) -> bool {
        let Some(choice) = self.choice(seat) else { return false };
        self.follow(choice.actions());
        true
    }

    fn follow(&mut self, line: &[Action]) {
        for action in line.iter().copied() {
            self.here.play_unchecked(action);
            self.evaluator.enter(action, &self.here);
            self.done.push(action);
        }
    }
}
