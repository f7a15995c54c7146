//! The strongest player: all turns assessed, the promising ones raced by play-outs on common draws.

mod glance;
mod quick;
mod race;
mod walker;

use crate::evaluate::{Sight, Weights};
use crate::player::{Candidate, Info, Limits, Player, Stop, Thought};
use crate::turn::{OneTurn, Ranked};
pub use quick::Quick;
use race::Race;
use rules::{Position, Seat, ToAct};
use walker::Start;

/// Candidates in a thought.
const CANDIDATES: usize = 10;

/// Assesses every way to play the tile in hand, then races the promising ones: each is played out with the same
/// tiles, the worse half drops out, and so on. A node is a turn assessed or played.
#[derive(Clone, Debug)]
pub struct Strong {
    weights: Weights,
    /// How many ways are raced.
    width: usize,
    /// How many turns a play-out takes at most.
    turns: u16,
    /// To the end if no more tiles are left than this.
    last: u16,
    /// The assessment counts like so many play-outs.
    prior: u32,
}

impl Default for Strong {
    fn default() -> Strong {
        Strong { weights: Weights::DEFAULT, width: 12, turns: 8, last: 16, prior: 4 }
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
            ToAct::Seat(seat) => self.search(position, seat, limits, stop, info),
            _ => Thought::idle(position),
        }
    }
}

impl Strong {
    /// With these numbers in place of the usual ones: width, turns, last, prior.
    pub fn with(numbers: [u16; 4]) -> Strong {
        let [width, turns, last, prior] = numbers;
        Strong { width: width.into(), turns, last, prior: prior.into(), ..Strong::default() }
    }

    fn search(
        &self,
        position: &Position,
        seat: Seat,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        let began = std::time::Instant::now();
        let mut turn = OneTurn::new(position, seat, &self.weights);
        let ranked = turn.ranked(limits, stop);
        let nodes = ranked.len() as u64;
        let kept = self.promising(&ranked, position);
        let first: Vec<Candidate> = kept.iter().map(|ranked| turn.candidate(ranked)).collect();
        let Some(best) = first.first().cloned() else { return Thought::idle(position) };
        info(Info { nodes, best: best.clone() });
        if first.len() == 1 {
            return Thought { candidates: first, best, nodes };
        }
        let starts = first.iter().map(|candidate| start(position, seat, candidate)).collect();
        let left = limits.time.map(|time| time.saturating_sub(began.elapsed()));
        let rest =
            Limits { time: left, nodes: limits.nodes.map(|all| all.saturating_sub(nodes)), ..limits.clone() };
        let mut race = Race::new(self, position, seat, starts, &kept, &rest);
        race.run(stop);
        let mut candidates: Vec<Candidate> = race.order().map(|n| race.candidate(n)).collect();
        candidates.truncate(CANDIDATES);
        let thought = Thought { best: candidates[0].clone(), candidates, nodes: nodes + race.nodes() };
        info(Info { nodes: thought.nodes, best: thought.best.clone() });
        thought
    }

    /// The best ones, equal ones merged.
    fn promising(&self, ranked: &[Ranked], position: &Position) -> Vec<Ranked> {
        let mut kept: Vec<Ranked> = Vec::new();
        let by_tile = position.setup().parts.dragon || position.setup().parts.fairy;
        for one in ranked {
            let same = |other: &Ranked| {
                !by_tile && other.choice.first == one.choice.first && other.value == one.value
            };
            if !kept.iter().any(same) {
                kept.push(*one);
            }
            if kept.len() == self.width {
                break;
            }
        }
        kept
    }
}

/// Where the play-outs of a candidate begin.
fn start(root: &Position, seat: Seat, candidate: &Candidate) -> Start {
    let mut position = root.clone();
    let mut sight = Sight::new(root, &root.view());
    for action in &candidate.line {
        position.play_unchecked(*action);
        sight.follow(seat, *action, &position);
    }
    Start { line: candidate.line.clone(), position, sight }
}
