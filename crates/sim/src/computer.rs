//! The computer of a simulation: it thinks at once, and its choices follow from the seed.

use ai::{Info, Limits, Player, Random, Stop, Thought};
use rules::Position;
use server::thinkers::ThinkerConfig;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Plays at random, with the next number as its seed.
struct Next(Arc<AtomicU64>);

impl Player for Next {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        tell: &mut dyn FnMut(Info),
    ) -> Thought {
        let seed = self.0.fetch_add(1, Ordering::SeqCst);
        Random.think(position, &Limits { seed, ..limits.clone() }, stop, tell)
    }
}

/// Who thinks for the computer, whichever player is asked for.
pub fn thinkers(seed: u64) -> ThinkerConfig {
    let next = Arc::new(AtomicU64::new(seed));
    ThinkerConfig { threads: 0, queue: 1, players: Arc::new(move |_| Ok(Box::new(Next(next.clone())))) }
}
