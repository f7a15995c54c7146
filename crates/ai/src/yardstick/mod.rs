//! Players to measure others by. What they do never changes, so that tables of different years can be compared.

mod greedy1;
mod mcts;
mod star;

pub use greedy1::Greedy1;
pub use mcts::Mcts;
pub use star::Star;

use crate::player::{self, Limits, Stop};
use chance::Stream;
use rules::{Action, Position, Seat, ToAct};
use std::time::Instant;

/// How far a seat would be ahead of the best other if the game ended now.
fn lead(position: &Position, seat: Seat) -> i64 {
    let points = position.projected().map(f64::from);
    player::lead(&points[..position.setup().seats.into()], seat.index()) as i64
}

/// Goes on greedily until the seat's decisions are made, and says what was done: steps of a dragon, the offer of
/// a second tile.
fn finish(position: &mut Position, seat: Seat, stream: &mut Stream) -> Vec<Action> {
    let (mut line, mut actions) = (Vec::new(), Vec::new());
    let mut after = position.clone();
    while position.to_act() == ToAct::Seat(seat) {
        position.legal_actions(&mut actions);
        stream.shuffle(&mut actions);
        let result = |action: &Action| {
            after.copy_from(position);
            after.play_unchecked(*action);
            lead(&after, seat)
        };
        let Some(action) = actions.iter().copied().max_by_key(result) else { break };
        position.play_unchecked(action);
        line.push(action);
    }
    line
}

/// Says when to come to an end.
struct Budget<'a> {
    nodes: u64,
    until: Option<Instant>,
    stop: &'a Stop,
}

impl<'a> Budget<'a> {
    fn new(limits: &Limits, stop: &'a Stop) -> Budget<'a> {
        let until = limits.time.and_then(|time| Instant::now().checked_add(time));
        Budget { nodes: limits.nodes.unwrap_or(u64::MAX), until, stop }
    }

    fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.nodes
            || self.stop.is_stopped()
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}
