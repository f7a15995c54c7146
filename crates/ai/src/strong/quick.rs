//! The player that decides at first sight, as everyone does in play-outs for which there is little time.

use super::quick_eval::QuickEval;
use super::tiles_left;
use crate::evaluate::Weights;
use crate::player::{Candidate, Info, Limits, Player, Stop, Thought};
use rules::{Position, ToAct};

/// Judges placements by what they do to the features they touch. It needs no limits; a node is a decision.
#[derive(Clone, Copy, Default, Debug)]
pub struct QuickPlayer;

impl Player for QuickPlayer {
    fn think(&mut self, position: &Position, _: &Limits, _: &Stop, info: &mut dyn FnMut(Info)) -> Thought {
        let ToAct::Seat(seat) = position.to_act() else { return Thought::idle(position) };
        let left = tiles_left(position);
        let mut quick_eval = QuickEval::new(Weights::quick_eval(position.setup()));
        let (mut here, mut scratch, mut line) = (position.clone(), position.clone(), Vec::new());
        while here.to_act() == ToAct::Seat(seat) {
            let Some(choice) = quick_eval.choose(&here, &mut scratch, left) else { break };
            choice.actions().iter().for_each(|action| here.play_unchecked(*action));
            line.extend_from_slice(choice.actions());
        }
        let best = Candidate { line, value: here.projected().map(f64::from) };
        info(Info { nodes: 1, best: best.clone() });
        Thought { candidates: vec![best.clone()], best, nodes: 1 }
    }
}
