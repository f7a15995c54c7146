//! The commands, a file each.

pub mod admin;
pub mod analyse;
pub mod arena;
pub mod backup;
pub mod carry;
pub mod check;
pub mod completions;
pub mod health;
pub mod perft;
pub mod play;
pub mod render;
pub mod replay;
pub mod serve;
pub mod simulate;
pub mod tidy;
pub mod tiles;
pub mod verify_data;
pub mod watch;

use crate::players::Thinking;
use ai::{Limits, Stop};
use rules::{Action, Position};
use std::time::{SystemTime, UNIX_EPOCH};

/// A seed that is another each time.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}

/// What a player of the computer does with the rest of its turn.
fn line(player: &mut Thinking, position: &Position, limits: &Limits) -> Vec<Action> {
    player.think(position, limits, &Stop::default(), &mut |_| {}).best.line
}
