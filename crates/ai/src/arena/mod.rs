//! Matches between players: the same tiles for everyone, every seat for everyone, and what the results prove.

mod game;
mod score;
mod sprt;

pub use game::{Contest, MatchGame, PlayerFault, ThinkingPace};
pub use score::{Estimate, MatchScore, elo};
pub use sprt::{Sprt, Verdict};
