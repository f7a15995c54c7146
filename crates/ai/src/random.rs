//! The player that does anything.

use crate::player::{Candidate, Info, Limits, Player, Stop, Thought, Value};
use chance::Stream;
use rules::{Action, Position, ToAct};

/// Takes every legal action with equal chance, one decision after the other. It needs no limits.
#[derive(Clone, Copy, Default, Debug)]
pub struct Random;

impl Player for Random {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        _: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        let mut stream = Stream::new(limits.seed ^ position.key());
        let mut after = position.clone();
        let line = rest_of_turn(&mut after, &mut stream);
        let best = Candidate { line, value: expected(&after) };
        let nodes = best.line.len() as u64;
        info(Info { nodes, best: best.clone() });
        Thought { candidates: vec![best.clone()], best, nodes }
    }
}

/// Plays on until another seat or chance is to act, and says what was played.
fn rest_of_turn(position: &mut Position, stream: &mut Stream) -> Vec<Action> {
    let ToAct::Seat(seat) = position.to_act() else { return Vec::new() };
    let (mut line, mut actions) = (Vec::new(), Vec::new());
    while position.to_act() == ToAct::Seat(seat) {
        position.legal_actions(&mut actions);
        let Some(action) = stream.pick(&actions) else { break };
        position.play_unchecked(*action);
        line.push(*action);
    }
    line
}

/// It has no opinion beyond what the game would be worth if it ended now.
fn expected(position: &Position) -> Value {
    position.projected().map(f64::from)
}
