//! A whole server with many unreliable clients on one thread: the hall, its sessions and the real SQLite store, with
//! pipes in place of sockets. Time goes on when the simulation says so, and all chance comes from one seed, so that a
//! seed always tells the same story and whatever goes wrong can be made to go wrong again.
//!
//! Clients lose their connections, come back with the version they saw last or an older one, send things twice and in
//! another order, read slowly, share a seat, and try what they may not; the store fails now and then, tables go to
//! rest, the server dies and starts again. What must hold all the while: see [`audit`](mod@audit), and the checks of
//! [`Client`](client::Client) on everything it is told.

pub mod audit;
pub mod client;
mod computer;
mod conduct;
pub mod figures;
pub mod house;
mod line;
pub mod mirror;
mod panics;
mod pipe;
mod story;
mod table;
mod trace;

pub use figures::Figures;

use anyhow::{Context, Result};
use story::Story;

/// What a run came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// SHA-256 over everything that was delivered, in hexadecimal digits.
    pub trace: String,
    /// What happened how often.
    pub figures: Figures,
}

/// Tells the story of a seed until so many actions of seats are acknowledged and all games have ended.
pub fn run(seed: u64, actions: u64) -> Result<Run> {
    let panics = panics::count();
    let mut story = Story::begin(seed)?;
    let end = story.tell(actions, panics);
    end.with_context(|| format!("seed {seed}, beat {}", story.beats()))?;
    Ok(story.end())
}
