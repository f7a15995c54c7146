//! The yardstick that sees one turn and the points on the table.

use super::{Budget, finish, lead};
use crate::options::list_choices;
use crate::player::{Candidate, Info, Limits, Player, Stop, Thought};
use chance::Stream;
use rules::{Position, ToAct};

/// Does what leaves it farthest ahead of the best other if the game ended after its turn; equal ways are chosen
/// from by the seed. A node is one way to play the tile.
#[derive(Clone, Copy, Default, Debug)]
pub struct Greedy1;

impl Player for Greedy1 {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        let ToAct::Seat(seat) = position.to_act() else { return Thought::idle(position) };
        let (mut stream, budget) = (Stream::new(limits.seed ^ position.key()), Budget::new(limits, stop));
        let (mut after, mut choices) = (position.clone(), Vec::new());
        list_choices(position, &mut after, &mut choices);
        stream.shuffle(&mut choices);
        let (mut best, mut nodes) = (None, 0);
        for choice in choices {
            if best.is_some() && budget.is_spent(nodes) {
                break;
            }
            after.copy_from(position);
            choice.actions().iter().for_each(|action| after.play_unchecked(*action));
            let ahead = lead(&after, seat);
            nodes += 1;
            if best.is_none_or(|(most, _)| ahead > most) {
                best = Some((ahead, choice));
            }
        }
        let Some((_, choice)) = best else { return Thought::idle(position) };
        after.copy_from(position);
        choice.actions().iter().for_each(|action| after.play_unchecked(*action));
        let mut line: Vec<_> = choice.actions().to_vec();
        line.extend(finish(&mut after, seat, &mut stream));
        let best = Candidate { line, value: after.projected().map(f64::from) };
        info(Info { nodes, best: best.clone() });
        Thought { candidates: vec![best.clone()], best, nodes }
    }
}
