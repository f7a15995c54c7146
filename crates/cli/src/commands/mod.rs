//! The commands, a file each.

pub mod check;
pub mod perft;
pub mod play;
pub mod replay;
pub mod simulate;
pub mod tiles;
pub mod watch;

use ai::Player;
use std::time::{SystemTime, UNIX_EPOCH};

/// A seed that is another each time.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}

/// The player that takes the computer's seats.
fn computer() -> impl Player {
    ai::Random
}
