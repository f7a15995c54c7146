//! The strongest player: all turns assessed, the promising ones raced by play-outs on common draws.

mod glance;
mod quick;
mod race;
mod walker;

use crate::evaluate::{Sight, Weights};
use crate::options::Choice;
use crate::player::{Candidate, Info, Limits, Player, Stop, Thought};
use crate::turn::{OneTurn, Ranked};
use chance::Stream;
pub use quick::Quick;
use race::Race;
use rules::{Action, Figure, Position, Seat, ToAct};
use std::mem::{Discriminant, discriminant};
use std::time::{Duration, Instant};
use walker::{Pack, Start, Walker};

/// Candidates in a thought.
const CANDIDATES: usize = 10;

/// How to think.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// How many ways are raced.
    pub width: usize,
    /// How many turns a play-out takes at most.
    pub turns: u16,
    /// To the end if no more tiles are left than this.
    pub last: u16,
    /// The assessment counts like so many play-outs.
    pub prior: u32,
    /// By how many points a way is misjudged.
    pub carelessness: f64,
    /// No more nodes than this, whatever the limits.
    pub nodes: Option<u64>,
    /// No more time than this, whatever the limits.
    pub time: Option<Duration>,
}

impl Manner {
    /// With full strength.
    pub const FULL: Manner =
        Manner { width: 12, turns: 8, last: 16, prior: 4, carelessness: 0.0, nodes: None, time: None };
}

/// Assesses every way to play the tile in hand, then races the promising ones: each is played out with the same
/// tiles, the worse half drops out, and so on. A node is a turn assessed or played.
#[derive(Clone, Debug)]
pub struct Strong {
    weights: Weights,
    manner: Manner,
}

impl Default for Strong {
    fn default() -> Strong {
        Strong::with(Manner::FULL)
    }
}

impl Player for Strong {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        match position.to_act() {
            ToAct::Seat(seat) => self.search(position, seat, None, limits, stop, info).thought,
            _ => Thought::idle(position),
        }
    }
}

impl Strong {
    /// A player with this manner.
    pub fn with(manner: Manner) -> Strong {
        Strong { weights: Weights::strong().clone(), manner }
    }

    /// Its own limits count, too.
    fn limits(&self, limits: &Limits) -> Limits {
        let nodes = [limits.nodes, self.manner.nodes].into_iter().flatten().min();
        let time = [limits.time, self.manner.time].into_iter().flatten().min();
        Limits { nodes, time, ..limits.clone() }
    }

    /// What the seat to act should have done, and what a line that it played instead is worth.
    pub fn judge(&self, position: &Position, line: &[Action], limits: &Limits, stop: &Stop) -> Judgement {
        match position.to_act() {
            ToAct::Seat(seat) => self.search(position, seat, Some(line), limits, stop, &mut |_| {}),
            _ => {
                let thought = Thought::idle(position);
                Judgement { played: thought.best.clone(), thought }
            }
        }
    }

    fn search(
        &self,
        position: &Position,
        seat: Seat,
        played: Option<&[Action]>,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Judgement {
        let began = Instant::now();
        let limits = &self.limits(limits);
        let mut turn = OneTurn::new(position, seat, &self.weights);
        let mut ranked = turn.ranked(limits, stop);
        self.misjudge(&mut ranked, limits.seed ^ position.key());
        let nodes = ranked.len() as u64;
        let kept = self.promising(&ranked, position);
        let mut first: Vec<Candidate> = kept.iter().map(|ranked| turn.candidate(ranked)).collect();
        let stays = played.map(|line| find(&mut first, line, &mut turn));
        let Some(best) = first.first().cloned() else {
            let thought = Thought::idle(position);
            return Judgement { played: thought.best.clone(), thought };
        };
        info(Info { nodes, best: best.clone() });
        if first.len() == 1 {
            return Judgement { played: best.clone(), thought: Thought { candidates: first, best, nodes } };
        }
        let starts = first.iter().map(|one| (start(position, seat, &one.line), one.value)).collect();
        let left = limits.time.map(|time| time.saturating_sub(began.elapsed()));
        let rest =
            Limits { time: left, nodes: limits.nodes.map(|all| all.saturating_sub(nodes)), ..limits.clone() };
        let mut race = Race::new(self, position, seat, starts, stays, &rest);
        race.run(stop);
        let mut candidates: Vec<Candidate> = race.order().map(|n| race.candidate(n)).collect();
        candidates.truncate(CANDIDATES);
        let thought = Thought { best: candidates[0].clone(), candidates, nodes: nodes + race.nodes() };
        info(Info { nodes: thought.nodes, best: thought.best.clone() });
        Judgement { played: race.candidate(stays.unwrap_or(0)), thought }
    }

    /// Sees some ways as better or worse than they are.
    fn misjudge(&self, ranked: &mut [Ranked], seed: u64) {
        if self.manner.carelessness <= 0.0 {
            return;
        }
        let mut stream = Stream::new(seed ^ 0xCA5E);
        for one in ranked.iter_mut() {
            // The sum of three equal chances is close to a normal error with a deviation of half its range.
            let error = (0..3).map(|_| f64::from(stream.below(2001)) - 1000.0).sum::<f64>();
            one.margin += (self.manner.carelessness * error) as i64;
        }
        ranked.sort_by_key(|one| -one.margin);
    }

    /// The best ones, and of what is not much worse one of each kind; equal ones merged.
    fn promising(&self, ranked: &[Ranked], position: &Position) -> Vec<Ranked> {
        let mut kept: Vec<Ranked> = Vec::new();
        let by_tile = position.setup().parts.dragon || position.setup().parts.fairy;
        let least = ranked.first().map_or(0, |best| best.margin - KIND_MARGIN);
        for one in ranked {
            let is_same = |other: &Ranked| {
                !by_tile && other.choice.first == one.choice.first && other.value == one.value
            };
            let is_new_kind = || {
                self.manner.width > 1
                    && one.margin >= least
                    && !kept.iter().any(|other| kind(&other.choice) == kind(&one.choice))
            };
            if (kept.len() < self.manner.width || is_new_kind()) && !kept.iter().any(is_same) {
                kept.push(*one);
            }
        }
        kept
    }
}

/// What is so much worse than the best, in thousandths, is not tried for being of another kind.
const KIND_MARGIN: i64 = 5000;

/// What kind of choice it is: which figure is used, or how else the turn goes on.
fn kind(choice: &Choice) -> (Discriminant<Action>, Option<Figure>) {
    let last = choice.then.unwrap_or(choice.first);
    let figure = match last {
        Action::Deploy { figure, .. } => Some(figure),
        _ => None,
    };
    (discriminant(&last), figure)
}

/// Plays a position out to the end so many times and says how many turns that took; to measure how fast it is.
pub fn play_outs(position: &Position, count: u64, seed: u64) -> u64 {
    let view = position.view();
    let pack = Pack::new(&view, position, seed);
    let turns = pack.len() as u16 + 1;
    let mut walker = Walker::new(Weights::strong(), position, &view, turns);
    let start = Start { line: Vec::new(), position: position.clone(), sight: Sight::new(position, &view) };
    for n in 0..count {
        walker.play(&start, &pack, n, seed, turns);
    }
    walker.nodes
}

/// What was thought of a line that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// What to do.
    pub thought: Thought,
    /// What was done, and what it is worth.
    pub played: Candidate,
}

/// The place of a line among candidates, where it is put if it is not there.
fn find(candidates: &mut Vec<Candidate>, line: &[Action], turn: &mut OneTurn) -> usize {
    candidates.iter().position(|candidate| candidate.line == line).unwrap_or_else(|| {
        candidates.push(Candidate { line: line.to_vec(), value: turn.appraise(line) });
        candidates.len() - 1
    })
}

/// Where the play-outs after a line begin.
fn start(root: &Position, seat: Seat, line: &[Action]) -> Start {
    let mut position = root.clone();
    let mut sight = Sight::new(root, &root.view());
    for action in line {
        position.play_unchecked(*action);
        sight.follow(seat, *action, &position);
    }
    Start { line: line.to_vec(), position, sight }
}
