//! Matches between players: the same tiles for everyone, every seat for everyone, and what the results prove.

mod game;
mod score;
mod sprt;

pub use game::{Contest, Fault, MatchGame, Pace};
pub use score::{Estimate, Score, elo};
pub use sprt::{Sprt, Verdict};
