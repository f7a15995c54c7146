//! The player that makes the most of its turn.

use crate::evaluate::Weights;
use crate::player::{Candidate, Info, Limits, Player, Stop, Thought};
use crate::turn::OneTurn;
use rules::{Position, Seat, ToAct};

/// Candidates in a thought.
const CANDIDATES: usize = 10;

/// Looks at every way to play the tile in hand, and no further. A node is one such way. It thinks on one
/// thread; equal ways are chosen from by the seed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Greedy;

impl Player for Greedy {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        let thought = match position.to_act() {
            ToAct::Seat(seat) => self.look(position, seat, limits, stop),
            _ => Thought::idle(position),
        };
        info(Info { nodes: thought.nodes, best: thought.best.clone() });
        thought
    }
}

impl Greedy {
    fn look(&self, position: &Position, seat: Seat, limits: &Limits, stop: &Stop) -> Thought {
        let mut turn = OneTurn::new(position, seat, &Weights::DEFAULT);
        let mut ranked = turn.ranked(limits, stop);
        let nodes = ranked.len() as u64;
        ranked.truncate(CANDIDATES);
        let candidates: Vec<Candidate> = ranked.iter().map(|ranked| turn.candidate(ranked)).collect();
        match candidates.first().cloned() {
            Some(best) => Thought { best, candidates, nodes },
            None => Thought::idle(position),
        }
    }
}
