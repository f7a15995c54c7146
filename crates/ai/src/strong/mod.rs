//! The strongest player: all turns assessed, the promising ones raced by play-outs on common draws.

mod quick;
mod quick_eval;
mod race;
mod walker;

use crate::evaluate::{Rivals, Sight, Weights};
use crate::options::Choice;
use crate::player::{Candidate, Info, Limits, Player, Stop, Thought, Value};
use crate::turn::{OneTurn, Ranked};
use chance::Stream;
pub use quick::QuickPlayer;
use quick_eval::QuickEval;
use race::{Race, UNLIMITED};
use rules::{Action, Figure, Parts, Position, Seat, Setup, ToAct, View};
use std::mem::{Discriminant, discriminant};
use std::time::{Duration, Instant};
use walker::endgame::EndgameLimits;
use walker::{Pack, Start, Walker};

/// Candidates in a thought.
const CANDIDATES: usize = 10;

/// How to think.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchConfig {
    /// How many ways are raced.
    pub width: usize,
    /// How many turns a play-out takes at most; with much time, more.
    pub turns: u16,
    /// To the end if no more tiles are left than this.
    pub last: u16,
    /// In every turn of a play-out the evaluation chooses from some ways to play it, those that look best at first sight: the
    /// root of the nodes there are, divided by this; half as many with builders, dragons and the like, where it takes longer.
    pub spread: u32,
    /// The assessment counts like so many play-outs.
    pub prior: u32,
    /// By how many points a way is misjudged.
    pub carelessness: f64,
    /// No more nodes than this, whatever the limits.
    pub nodes: Option<u64>,
}

impl SearchConfig {
    /// With full strength.
    pub const FULL: SearchConfig =
        SearchConfig { width: 24, turns: 5, last: 6, spread: 10, prior: 8, carelessness: 0.0, nodes: None };

    /// What play-outs of such a game are like, if there are so many nodes: with little time many poor and short ones tell
    /// more, with much of it fewer good ones do. The further they go the more the draws blur what they tell.
    fn reach(&self, setup: &Setup, nodes: u64) -> Reach {
        let spread = if setup.parts == Parts::NONE { self.spread } else { 2 * self.spread };
        let looks = ((nodes.isqrt() / u64::from(spread)) as usize).clamp(1, MOST_LOOKS);
        let is_afforded = |turns: &u16| (TURN_ROOT * u64::from(*turns)).pow(3) <= nodes;
        let turns = (1..=MOST_TURNS).take_while(is_afforded).last().unwrap_or(0).max(self.turns);
        Reach { turns, looks }
    }
}

/// What play-outs are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reach {
    /// So many turns at most.
    turns: u16,
    /// So many ways to play each of them are considered.
    looks: usize,
}

impl Reach {
    /// Nodes of one, about.
    fn cost(&self) -> u64 {
        let turn = if self.looks == 1 { 1 } else { 1 + self.looks as u64 };
        u64::from(self.turns) * turn + 1
    }
}

/// Ways that are considered in a turn of a play-out, at most: what looks worse is hardly ever chosen.
const MOST_LOOKS: usize = 40;

/// The cube root of the nodes, divided by this, is how many turns a play-out takes; no more than so many, unless asked to.
const TURN_ROOT: u64 = 8;
const MOST_TURNS: u16 = 12;

/// Assesses every way to play the tile in hand, then races the promising ones: each is played out with the same
/// tiles, the worse half drops out, and so on. A node is a turn assessed or played.
#[derive(Clone, Debug)]
pub struct Strong {
    config: SearchConfig,
    /// Weights of the evaluation in place of the usual ones.
    evaluation: Option<Weights>,
    /// The same at first sight.
    quick_eval: Option<Weights>,
}

impl Default for Strong {
    fn default() -> Strong {
        Strong::with(SearchConfig::FULL)
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
        self.consider(position, limits, stop, info)
    }
}

impl Strong {
    /// A player with this config.
    pub fn with(config: SearchConfig) -> Strong {
        Strong { config, evaluation: None, quick_eval: None }
    }

    /// The player with these weights of its evaluation in every game.
    pub fn evaluating(self, weights: &Weights) -> Strong {
        Strong { evaluation: Some(weights.clone()), ..self }
    }

    /// The player with these weights of what looks good at first sight in every game.
    pub fn glancing(self, weights: &Weights) -> Strong {
        Strong { quick_eval: Some(weights.clone()), ..self }
    }

    /// The weights of its evaluation in such a game.
    fn evaluation(&self, setup: &Setup) -> &Weights {
        self.evaluation.as_ref().unwrap_or_else(|| Weights::strong(setup))
    }

    /// How far a seat is ahead, as it judges: of those who still play, half the best other counts and half their mean.
    pub fn margin(&self, position: &Position, value: &Value, seat: Seat) -> f64 {
        let view = position.view();
        let leader = self.evaluation(position.setup()).leader;
        Rivals::new(view.seats, |seat| view.retired[seat], leader).margin(value, seat.index())
    }

    /// Its weights at first sight in such a game.
    fn quick_eval(&self, setup: &Setup) -> &Weights {
        self.quick_eval.as_ref().unwrap_or_else(|| Weights::quick_eval(setup))
    }

    /// Its own limit counts, too.
    fn limits(&self, limits: &Limits) -> Limits {
        let nodes = [limits.nodes, self.config.nodes].into_iter().flatten().min();
        Limits { nodes, ..limits.clone() }
    }

    /// What the seat to act should do.
    fn consider(
        &self,
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
        let mut turn = OneTurn::new(position, seat, self.evaluation(position.setup()));
        let choices = in_order(&mut turn, position, self.quick_eval(position.setup()), limits.seed);
        let mut ranked = turn.rank(&choices, &self.first_part(limits), stop);
        self.misjudge(&mut ranked, limits.seed ^ position.key());
        let nodes = ranked.len() as u64;
        let rest = Strong::affordable(limits, nodes, began.elapsed(), turn.pace);
        let reach = self.config.reach(position.setup(), rest);
        let afforded = (rest / (OFTEN * reach.cost())) as usize;
        let afforded = self.config.width.min(afforded);
        let end = self.plan(position, ranked.len(), rest);
        let width = end.map_or(afforded, |plan| plan.candidates);
        let kept = self.promising(&ranked, position, width.max(1));
        let mut first: Vec<Candidate> = kept.iter().map(|ranked| turn.candidate(ranked)).collect();
        let stays = played.map(|line| find(&mut first, line, &mut turn));
        let Some(best) = first.first().cloned() else {
            let thought = Thought::idle(position);
            return Judgement { played: thought.best.clone(), thought };
        };
        info(Info { nodes, best: best.clone() });
        if first.len() == 1 || width < 2 {
            let played = first[stays.unwrap_or(0)].clone();
            let others = ranked.iter().filter(|other| !kept.iter().any(|one| one.choice == other.choice));
            first.truncate(1);
            first.extend(others.take(CANDIDATES - 1).map(|other| turn.candidate(other)));
            return Judgement { played, thought: Thought { candidates: first, best, nodes } };
        }
        let starts = first.iter().map(|one| (start(position, seat, &one.line), one.value)).collect();
        let left = limits.time.map(|time| time.saturating_sub(began.elapsed()));
        let limits =
            Limits { time: left, nodes: limits.nodes.map(|all| all.saturating_sub(nodes)), ..limits.clone() };
        let mut race = Race::new(self, position, (seat, reach), starts, stays, &limits);
        match end {
            Some(plan) => race.foresee(plan, stop),
            None => race.run(stop),
        }
        let mut candidates: Vec<Candidate> = race.order().map(|n| race.candidate(n)).collect();
        candidates.truncate(CANDIDATES);
        let thought = Thought { best: candidates[0].clone(), candidates, nodes: nodes + race.nodes() };
        info(Info { nodes: thought.nodes, best: thought.best.clone() });
        Judgement { played: race.candidate(stays.unwrap_or(0)), thought }
    }

    /// The part of the limits in which ways to go on are assessed; the rest is for the race.
    fn first_part(&self, limits: &Limits) -> Limits {
        match self.config.width {
            0 | 1 => limits.clone(),
            _ => Limits {
                nodes: limits.nodes.map(|nodes| nodes.div_ceil(2)),
                time: limits.time.map(|time| time / 2),
                ..limits.clone()
            },
        }
    }

    /// How to follow so many ways to go on to the end with so many nodes, if that is near.
    fn plan(&self, position: &Position, ways: usize, nodes: u64) -> Option<EndgameLimits> {
        let view = position.view();
        let tiles = tiles_left(&view) - u32::from(view.hand.is_some());
        let is_ahead = self.config.width > 1 && view.hand.is_some();
        EndgameLimits::new(position, tiles as usize, ways, nodes)
            .filter(|plan| is_ahead && plan.candidates > 1)
    }

    /// How many nodes can be afforded with what is left of the limits after so many nodes and so much time, if an assessment
    /// takes as long as `pace`. (The shortest time of one: on a busy machine the others tell nothing.)
    fn affordable(limits: &Limits, nodes: u64, time: Duration, pace: Duration) -> u64 {
        let by_nodes = limits.nodes.map(|all| all.saturating_sub(nodes));
        let each = PLAYED * pace.as_nanos().max(1);
        let on_all_threads = |left: Duration| left.as_nanos() / each * limits.threads.get() as u128;
        let by_time = limits.time.map(|all| on_all_threads(all.saturating_sub(time)));
        let by_time = by_time.map(|nodes| u64::try_from(nodes).unwrap_or(u64::MAX));
        [by_nodes, by_time].into_iter().flatten().min().unwrap_or(UNLIMITED)
    }

    /// Sees some ways as better or worse than they are.
    fn misjudge(&self, ranked: &mut [Ranked], seed: u64) {
        if self.config.carelessness <= 0.0 {
            return;
        }
        let mut stream = Stream::new(seed ^ 0xCA5E);
        for one in ranked.iter_mut() {
            // The sum of three equal chances is close to a normal error with a deviation of half its range.
            let error = (0..3).map(|_| f64::from(stream.below(2001)) - 1000.0).sum::<f64>();
            one.margin += (self.config.carelessness * error) as i64;
        }
        ranked.sort_by_key(|one| -one.margin);
    }

    /// The best ones, and of what is not much worse one of each kind; equal ones merged.
    fn promising(&self, ranked: &[Ranked], position: &Position, width: usize) -> Vec<Ranked> {
        let mut kept: Vec<Ranked> = Vec::new();
        let by_tile = position.setup().parts.dragon || position.setup().parts.fairy;
        let least = ranked.first().map_or(0, |best| best.margin - KIND_MARGIN);
        for one in ranked {
            let beside = || kept.iter().filter(|other| other.choice.first == one.choice.first);
            let is_same = || !by_tile && beside().any(|other| other.value == one.value);
            let is_crowded = || by_tile && beside().count() >= ABREAST;
            let is_new_kind = || {
                width > 3
                    && one.margin >= least
                    && !kept.iter().any(|other| kind(&other.choice) == kind(&one.choice))
            };
            if (kept.len() < width && !is_crowded() || is_new_kind()) && !is_same() {
                kept.push(*one);
            }
        }
        kept
    }
}

/// So much longer than an assessment a node of a play-out takes, about: what looks best must be found, too.
const PLAYED: u128 = 2;

/// As many ways are raced as can be played out so often: less tells no more than their assessment does.
const OFTEN: u64 = 24;

/// What is so much worse than the best, in thousandths, is not tried for being of another kind.
const KIND_MARGIN: i64 = 5000;

/// Ways with the same placement that are raced where a fairy, a portal or a dragon offers dozens; then one of each kind.
const ABREAST: usize = 3;

/// What kind of choice it is: which figure is used, or how else the turn goes on.
fn kind(choice: &Choice) -> (Discriminant<Action>, Option<Figure>) {
    let last = choice.then.unwrap_or(choice.first);
    let figure = if let Action::Deploy { figure, .. } = last { Some(figure) } else { None };
    (discriminant(&last), figure)
}

/// Every way to go on, what looks best at first sight first, equal ones by the seed: so that whatever the limits, the
/// promising ones are assessed.
fn in_order(turn: &mut OneTurn, position: &Position, quick_eval: &Weights, seed: u64) -> Vec<Choice> {
    let choices = turn.choices();
    let tiles = tiles_left(&position.view());
    let mut quick_eval = QuickEval::new(quick_eval);
    let rates = quick_eval.rate(position, &mut position.clone(), turn.seen(), tiles, &choices);
    let mut rated: Vec<(f64, Choice)> = rates.into_iter().zip(choices).collect();
    Stream::new(seed ^ position.key()).shuffle(&mut rated);
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    rated.into_iter().map(|(_, choice)| choice).collect()
}

/// Tiles that are not laid yet, the one in hand included.
fn tiles_left(view: &View) -> u32 {
    view.to_come().map(|(_, count)| u32::from(count)).sum::<u32>() + u32::from(view.hand.is_some())
}

/// Plays a position out to the end so many times and says how many turns that took; to measure how fast it is.
pub fn play_outs(position: &Position, count: u64, seed: u64) -> u64 {
    let view = position.view();
    let pack = Pack::new(&view, position, seed);
    let turns = pack.len() as u16 + 1;
    let mut walker = Walker::new(
        [Weights::strong, Weights::quick_eval].map(|of| of(position.setup())),
        position,
        &view,
        turns,
        1,
    );
    let sight = Sight::new(position, &view);
    let start = Start { line: Vec::new(), position: position.clone(), sight, answers: Vec::new() };
    for n in 0..count {
        walker.play(&start, (&pack, seed, turns), n, &|| false);
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
    Start { line: line.to_vec(), position, sight, answers: Vec::new() }
}
