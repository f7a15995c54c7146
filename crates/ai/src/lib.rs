//! Players: programs that look at a position and say what they would do.

pub mod arena;
mod evaluate;
mod greedy;
mod options;
mod player;
mod random;
mod strong;
mod turn;
mod yardstick;

pub use greedy::Greedy;
pub use player::{Candidate, Info, Limits, Player, Stop, Thought, Value};
pub use random::Random;
pub use strong::{Quick, Strong};
pub use yardstick::{Greedy1, Mcts, Star};

/// The names of all players, the best first. Some take numbers after colons: `mcts:500`, `star:3:5`.
pub const PLAYERS: &[&str] = &["strong", "greedy", "quick", "star", "mcts", "greedy1", "random"];

/// The player with this name.
///
/// ```
/// assert!(ai::PLAYERS.iter().all(|name| ai::player(name).is_some()));
/// assert!(ai::player("mcts:1000").is_some() && ai::player("mcts:many").is_none());
/// ```
pub fn player(name: &str) -> Option<Box<dyn Player + Send>> {
    let words: Vec<&str> = name.split(':').collect();
    match words[..] {
        ["strong"] => Some(Box::new(Strong::default())),
        ["strong", a, b, c, d] => {
            let number = |text: &str| text.parse().ok();
            Some(Box::new(Strong::with([number(a)?, number(b)?, number(c)?, number(d)?])))
        }
        ["quick"] => Some(Box::new(Quick)),
        ["greedy"] => Some(Box::new(Greedy::default())),
        ["random"] => Some(Box::new(Random)),
        ["greedy1"] => Some(Box::new(Greedy1)),
        ["mcts"] => Some(Box::new(Mcts::default())),
        ["mcts", iterations] => Some(Box::new(Mcts { iterations: iterations.parse().ok()? })),
        ["star"] => Some(Box::new(Star::default())),
        ["star", depth, probing] => {
            Some(Box::new(Star { depth: depth.parse().ok()?, probing: probing.parse().ok()? }))
        }
        _ => None,
    }
}
