//! Players: programs that look at a position and say what they would do.

mod evaluate;
mod greedy;
mod options;
mod player;
mod random;

pub use greedy::Greedy;
pub use player::{Candidate, Info, Limits, Player, Stop, Thought, Value};
pub use random::Random;

/// The names of all players, the best first.
pub const PLAYERS: &[&str] = &["greedy", "random"];

/// The player with this name.
///
/// ```
/// assert!(ai::PLAYERS.iter().all(|name| ai::player(name).is_some()));
/// ```
pub fn player(name: &str) -> Option<Box<dyn Player + Send>> {
    match name {
        "greedy" => Some(Box::new(Greedy::default())),
        "random" => Some(Box::new(Random)),
        _ => None,
    }
}
