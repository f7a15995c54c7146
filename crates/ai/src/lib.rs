//! Players: programs that look at a position and say what they would do.

pub mod analysis;
pub mod arena;
mod chances;
mod evaluate;
mod greedy;
mod level;
mod luck;
mod options;
mod player;
mod random;
mod strong;
pub mod tune;
mod turn;
mod yardstick;

pub use chances::winning;
pub use evaluate::Weights;
pub use greedy::Greedy;
pub use level::{LEVELS, Level, USUAL_LEVEL};
pub use player::{Candidate, Info, Limits, Player, Stop, Thought, Value};
pub use random::Random;
pub use strong::{Judgement, QuickPlayer, SearchConfig, Strong, play_outs};
pub use yardstick::{Greedy1, Mcts, Star};

use std::ops::RangeInclusive;

/// The names of all players. Some take numbers after colons: `mcts:500`, `star:3:5`.
pub const PLAYERS: &[&str] = &[
    "strong", "level-5", "level-4", "level-3", "level-2", "level-1", "greedy", "quick", "star", "mcts",
    "greedy1", "random",
];

/// The player with this name.
///
/// ```
/// assert!(ai::PLAYERS.iter().all(|name| ai::player(name).is_some()));
/// assert!(ai::player("mcts:1000").is_some() && ai::player("mcts:many").is_none());
/// assert!(ai::player("star:9:99").is_some() && ai::player("star:10:5").is_none());
/// ```
pub fn player(name: &str) -> Option<Box<dyn Player + Send>> {
    let words: Vec<&str> = name.split(':').collect();
    match words[..] {
        ["strong"] => Some(Box::new(Strong::default())),
        ["strong", width, turns, last, spread, prior] => {
            let config = SearchConfig {
                width: within(width, 1..=200)?,
                turns: within(turns, 1..=200)?,
                last: within(last, 0..=200)?,
                spread: within(spread, 1..=1000)?,
                prior: within(prior, 0..=1000)?,
                ..SearchConfig::FULL
            };
            Some(Box::new(Strong::with(config)))
        }
        ["quick"] => Some(Box::new(QuickPlayer)),
        ["greedy"] => Some(Box::new(Greedy)),
        ["random"] => Some(Box::new(Random)),
        ["greedy1"] => Some(Box::new(Greedy1)),
        ["mcts"] => Some(Box::new(Mcts::default())),
        ["mcts", iterations] => Some(Box::new(Mcts { iterations: within(iterations, 1..=1_000_000)? })),
        ["star"] => Some(Box::new(Star::default())),
        ["star", depth, probing] => {
            Some(Box::new(Star { depth: within(depth, 1..=9)?, probing: within(probing, 1..=99)? }))
        }
        _ => Level::named(name).map(|level| Box::new(level.player()) as Box<dyn Player + Send>),
    }
}

fn within<N: std::str::FromStr + PartialOrd>(text: &str, range: RangeInclusive<N>) -> Option<N> {
    text.parse().ok().filter(|number| range.contains(number))
}

/// Which numbers may stand behind the name of a player that takes some; without them a thought could last for ever.
///
/// ```
/// assert!(ai::numbers("star:99:5").is_some_and(|sentence| sentence.contains("1 to 9")));
/// assert_eq!(ai::numbers("greedy:3"), None);
/// ```
pub fn numbers(name: &str) -> Option<&'static str> {
    match name.split(':').next()? {
        "star" => Some("star:3:5 is a depth of 1 to 9 and a probing factor of 1 to 99"),
        "mcts" => Some("mcts:500 is 1 to 1000000 iterations"),
        "strong" => Some(
            "strong:24:5:6:10:8 races 24 ways (1 to 200) by play-outs of at least 5 turns (1 to 200), to the end from 6 tiles \
             left on (0 to 200), considers the root of the nodes, divided by 10 (1 to 1000), of the ways to play each \
             turn, and counts the assessment like 8 play-outs (0 to 1000)",
        ),
        _ => None,
    }
}
