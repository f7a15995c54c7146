//! What players share.

use rules::{Action, MAX_SEATS, Position};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Someone who thinks.
pub trait Player {
    /// What the seat to act should do. With a node limit and without a time limit the thought depends on the
    /// position and the limits only, and not on the number of threads.
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought;
}

/// How long to think, for the rest of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// How many threads think.
    pub threads: NonZeroUsize,
    /// What every random choice follows from.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: None, time: None, threads: NonZeroUsize::MIN, seed: 0 }
    }
}

/// Tells a thinking player from another thread to come to an end. Clones share the signal.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks for the end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end has been asked for.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What each seat is expected to have at the end.
pub type Value = [f64; MAX_SEATS];

/// How far a seat is ahead of the best other.
pub(crate) fn lead(points: &[f64], seat: usize) -> f64 {
    let others = points.iter().enumerate().filter(|(other, _)| *other != seat);
    points[seat] - others.map(|(_, points)| *points).reduce(f64::max).unwrap_or(0.0)
}

/// What a player has found so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Nodes looked at.
    pub nodes: u64,
    /// The best line so far.
    pub best: Candidate,
}

/// A way to play the rest of the turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The seat's actions up to the next draw or another seat's decision.
    pub line: Vec<Action>,
    /// What is expected of it.
    pub value: Value,
}

/// What a player came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// What to do; empty if no seat is to act.
    pub best: Candidate,
    /// What was considered, best first, `best` included.
    pub candidates: Vec<Candidate>,
    /// Nodes looked at.
    pub nodes: u64,
}

impl Thought {
    /// What there is to think when no seat is to act.
    pub(crate) fn idle(position: &Position) -> Thought {
        let best = Candidate { line: Vec::new(), value: position.projected().map(f64::from) };
        Thought { candidates: vec![best.clone()], best, nodes: 0 }
    }
}
