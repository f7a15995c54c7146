//! Matches between players: what `bastide arena` prints with `--json`, and the lines of its results file.

#![allow(missing_docs, reason = "the names say it")]

use crate::Setup;
use serde::{Deserialize, Serialize};

/// A line of a results file: first what is played, then a line for each round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant, reason = "read and written a line at a time")]
pub enum ArenaLine {
    /// What is played.
    Match(ArenaMatch),
    /// All games with one deck.
    Round(ArenaRound),
}

/// What a match consists of. Results of another match are not continued.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ArenaMatch {
    /// The version of the program.
    pub version: String,
    pub setup: Setup,
    /// Everyone, with their limits.
    pub players: Vec<String>,
    /// The first deck.
    pub seed: u64,
}

/// All games with one deck.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ArenaRound {
    /// Its number, from 0.
    pub round: u64,
    /// The games, everyone one seat further in each.
    pub games: Vec<ArenaGame>,
}

/// One game, by player and not by seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ArenaGame {
    pub points: Vec<u32>,
    /// How many thoughts each had.
    pub thoughts: Vec<u32>,
    /// How long each thought all together, in milliseconds.
    pub ms: Vec<f64>,
    /// Each one's longest thought, in milliseconds.
    pub longest: Vec<f64>,
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// How one player did.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ArenaPlayer {
    /// Who, with its limits.
    pub player: String,
    /// Games won alone, shared and lost.
    pub wins: u64,
    /// Games won together with others.
    pub shared: u64,
    /// Games lost.
    pub losses: u64,
    /// The part of all wins.
    pub share: Interval,
    /// The margin over the best other.
    pub margin: Interval,
    /// Its own points.
    pub points: Interval,
    /// Mean time of a thought in milliseconds.
    pub ms: f64,
    /// The longest thought in milliseconds.
    pub longest: f64,
}

/// A sequential probability ratio test: which of two leads of the first player, in Elo, fits the results.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ArenaTest {
    /// The lower lead.
    pub elo0: f64,
    /// The higher one.
    pub elo1: f64,
    /// What was accepted.
    pub verdict: ArenaVerdict,
    /// The logarithm of how much likelier the results are if `elo1` is true rather than `elo0`.
    pub llr: f64,
    /// Up to the first number `elo0` is accepted, from the second on `elo1`.
    pub bounds: [f64; 2],
    /// How often either verdict may be wrong.
    pub error: f64,
}

/// What a test accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArenaVerdict {
    /// `elo1` rather than `elo0`.
    Better,
    /// `elo0` rather than `elo1`; that does not say that the first player is worse than the second.
    NotBetter,
    /// Neither yet.
    Undecided,
}

/// The result of `bastide arena`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ArenaReport {
    /// What was played.
    #[serde(flatten)]
    pub contest: ArenaMatch,
    /// Complete rounds.
    pub rounds: u64,
    pub games: u64,
    /// The first player's lead in Elo, with two seats; no bound where there is none.
    pub elo: Option<[Option<f64>; 3]>,
    /// What the test says, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<ArenaTest>,
    pub results: Vec<ArenaPlayer>,
}
