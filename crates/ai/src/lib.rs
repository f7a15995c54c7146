//! Computer players for the game of the crate `rules`, with levels, analysis of games, matches and tuning.
//!
//! A [`Player`] looks at a [`rules::Position`] and says what the seat to act should do for the rest of its turn. [`player`]
//! finds one by its name.
//!
//! ```
//! use ai::{Limits, Stop};
//! use rules::{Kind, Position, Setup, ToAct};
//!
//! let mut position = Position::new(&Setup::base(2))?;
//! position.draw(Kind::named("U").unwrap(), &mut ())?;
//!
//! let mut player = ai::player("strong")?;
//! let limits = Limits { nodes: Some(200), seed: 1, ..Limits::default() };
//! let thought = player.think(&position, &limits, &Stop::default(), &mut |info| {
//!     println!("{} nodes: {:?}", info.nodes, info.best.line);
//! });
//! for action in thought.best.line {
//!     position.play(action, &mut ())?;
//! }
//! assert_eq!(position.to_act(), ToAct::Chance, "the turn is over");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it is for |
//! |---|---|
//! | [`strong`] | the strongest player and its search |
//! | [`yardstick`] | players that never change, to measure others by |
//! | [`analysis`] | a finished game turn by turn, advice, chances of winning |
//! | [`arena`] | matches on the same decks, and what they prove |
//! | [`tune`] | the weights of the evaluation, and how better ones are found |

#![warn(missing_docs)]

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
pub mod strong;
pub mod tune;
mod turn;
pub mod yardstick;

pub use greedy::Greedy;
pub use level::{LEVELS, Level, USUAL_LEVEL};
pub use player::{Candidate, Info, Limits, Player, Stop, Thought, Value};
pub use random::Random;
pub use strong::Strong;

use std::ops::RangeInclusive;
use strong::{QuickPlayer, SearchConfig};
use thiserror::Error;
use yardstick::{Greedy1, Mcts, Star};

/// The names of all players. Some take numbers after colons: `mcts:500`, `star:3:5`.
pub const PLAYERS: &[&str] = &[
    "strong", "level-5", "level-4", "level-3", "level-2", "level-1", "greedy", "quick", "star", "mcts",
    "greedy1", "random",
];

/// Why there is no player with a name.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum PlayerError {
    /// The name is none of [`PLAYERS`].
    #[error("there is no player `{0}`; the players are {all}", all = PLAYERS.join(", "))]
    Unknown(String),
    /// The numbers after the name are not what this player takes.
    #[error("there is no player `{name}`; {wanted}")]
    Numbers {
        /// The name with its numbers.
        name: String,
        /// An example that is right, and the limits of its numbers.
        wanted: &'static str,
    },
}

/// The player with this name.
///
/// ```
/// use ai::PlayerError;
/// assert!(ai::PLAYERS.iter().all(|name| ai::player(name).is_ok()));
/// assert!(ai::player("mcts:1000").is_ok() && ai::player("star:9:99").is_ok());
/// assert!(matches!(ai::player("greedy:3"), Err(PlayerError::Unknown(_))));
/// let why = ai::player("star:10:5").err().unwrap();
/// assert!(why.to_string().contains("a depth of 1 to 9"));
/// ```
pub fn player(name: &str) -> Result<Box<dyn Player + Send>, PlayerError> {
    let words: Vec<&str> = name.split(':').collect();
    let numbers = |wanted| PlayerError::Numbers { name: name.to_owned(), wanted };
    match words[..] {
        ["strong"] => Ok(Box::new(Strong::default())),
        ["strong", ref rest @ ..] => {
            let config = search_config(rest).ok_or_else(|| numbers(STRONG_NUMBERS))?;
            Ok(Box::new(Strong::with(config)))
        }
        ["quick"] => Ok(Box::new(QuickPlayer)),
        ["greedy"] => Ok(Box::new(Greedy)),
        ["random"] => Ok(Box::new(Random)),
        ["greedy1"] => Ok(Box::new(Greedy1)),
        ["mcts"] => Ok(Box::new(Mcts::default())),
        ["mcts", ref rest @ ..] => Ok(Box::new(mcts(rest).ok_or_else(|| numbers(MCTS_NUMBERS))?)),
        ["star"] => Ok(Box::new(Star::default())),
        ["star", ref rest @ ..] => Ok(Box::new(star(rest).ok_or_else(|| numbers(STAR_NUMBERS))?)),
        _ => match Level::named(name) {
            Some(level) => Ok(Box::new(level.player())),
            None => Err(PlayerError::Unknown(name.to_owned())),
        },
    }
}

const STAR_NUMBERS: &str = "star:3:5 is a depth of 1 to 9 and a probing factor of 1 to 99";
const MCTS_NUMBERS: &str = "mcts:500 is 1 to 1000000 iterations";
const STRONG_NUMBERS: &str = "strong:24:5:6:10:8 races 24 ways (1 to 200) by play-outs of at least 5 turns (1 to 200), to \
                              the end from 6 tiles left on (0 to 200), considers the root of the nodes, divided by 10 (1 \
                              to 1000), of the ways to play each turn, and counts the assessment like 8 play-outs (0 to \
                              1000)";

fn star(words: &[&str]) -> Option<Star> {
    let [depth, probing] = words else { return None };
    Some(Star { depth: within(depth, 1..=9)?, probing: within(probing, 1..=99)? })
}

fn mcts(words: &[&str]) -> Option<Mcts> {
    let [iterations] = words else { return None };
    Some(Mcts { iterations: within(iterations, 1..=1_000_000)? })
}

fn search_config(words: &[&str]) -> Option<SearchConfig> {
    let [width, turns, last, spread, prior] = words else { return None };
    Some(SearchConfig {
        width: within(width, 1..=200)?,
        turns: within(turns, 1..=200)?,
        last: within(last, 0..=200)?,
        spread: within(spread, 1..=1000)?,
        prior: within(prior, 0..=1000)?,
        ..SearchConfig::FULL
    })
}

/// A number within limits, without which a thought could last for ever.
fn within<N: std::str::FromStr + PartialOrd>(text: &str, range: RangeInclusive<N>) -> Option<N> {
    text.parse().ok().filter(|number| range.contains(number))
}
