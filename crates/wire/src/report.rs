//! What the command line prints with `--json`.

#![allow(missing_docs, reason = "the names say it")]

use crate::{Ending, Event, Input, Phase, Seat, Setup, Standing};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Mean and standard deviation of something counted.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mean {
    pub mean: f64,
    pub sd: f64,
}

/// How a seat did over many games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatReport {
    pub player: String,
    /// Final score.
    pub score: Mean,
    /// Games won alone.
    pub wins: u64,
    /// Games won together with others.
    pub shared: u64,
}

/// The result of `bastide simulate`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Simulation {
    /// The game played.
    pub setup: Setup,
    /// How many times.
    pub games: u64,
    /// What they follow from.
    pub seed: u64,
    /// Final score of any seat.
    pub score: Mean,
    /// The seats, in order.
    pub seats: Vec<SeatReport>,
    /// Tiles laid in a game.
    pub tiles: Mean,
    /// Decisions in a game.
    pub decisions: Mean,
    /// Legal placements of a tile, all rotations apart.
    pub placements: Mean,
    /// Legal placements of a tile, equal rotations merged (with `--detail`).
    pub distinct_placements: Option<Mean>,
    /// Placements with their figure choice, all rotations apart (with `--detail`).
    pub turns: Option<Mean>,
    /// Placements with their figure choice, equal rotations merged (with `--detail`).
    pub distinct_turns: Option<Mean>,
    /// How often the games ended why.
    pub endings: BTreeMap<Ending, u64>,
    /// How long it took.
    pub seconds: f64,
    /// On how many threads.
    pub threads: usize,
}

/// A line of `bastide replay --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant, reason = "a few lines at a time")]
pub enum ReplayLine {
    /// The first line of a game.
    Game {
        /// The version of the rules it was played under.
        rules: u32,
        /// Why today's rules refuse it, if they do; then it is told from what the record states.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refused: Option<String>,
        tags: BTreeMap<String, String>,
        setup: Setup,
    },
    /// One for each input.
    Step {
        /// The number of the input, from 1.
        number: usize,
        /// What was fed.
        input: Input,
        /// What could have been done instead (with `--legal`).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<Input>>,
        events: Vec<Event>,
        /// Points of each seat afterwards.
        scores: Vec<u32>,
    },
    /// One for each input of a game that today's rules refuse.
    Told {
        /// The number of the input, from 1.
        number: usize,
        /// What was fed.
        input: Input,
        /// What the record states of it, a sentence each.
        told: Vec<String>,
        /// Points of each seat afterwards.
        scores: Vec<u32>,
    },
    /// The last line of a game that today's rules refuse.
    Outcome {
        /// What is awaited, or why the game ended.
        phase: Phase,
        /// Points of each seat.
        scores: Vec<u32>,
        winners: Vec<Seat>,
    },
    /// The last line of a game.
    End {
        /// The score sheet.
        standing: Standing,
    },
}

/// A line of `bastide check --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CheckLine {
    /// A game that is not right.
    Wrong {
        /// The file it is in.
        file: String,
        /// Its number there, from 1.
        game: usize,
        /// Where the fault is, if it is in one place.
        line: Option<u32>,
        /// The column of that line.
        column: Option<u32>,
        /// What is wrong.
        message: String,
    },
    /// A file of records, after its wrong games.
    Games {
        file: String,
        /// How many games it holds.
        games: usize,
        /// How many of them are not right.
        wrong: usize,
        /// How many of them were made under older rules and are right.
        older: usize,
        /// In how many of them turns were taken back.
        taken_back: usize,
    },
    /// A log whose draws follow from its secrets.
    Fair {
        file: String,
        /// How many draws.
        draws: usize,
        /// Devices whose secrets they follow from, besides the server's.
        devices: usize,
        /// Turns that were taken back, by who had seen the tiles that came after.
        taken_back: usize,
        /// Deals that did not become a game.
        called_off: Vec<CheckedDeal>,
        /// Among how many decks the host could choose, if there was a receipt; 1 is fair.
        decks: Option<usize>,
    },
    /// A file of which nothing else can be said.
    Failed { file: String, message: String },
}

/// A deal that was called off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckedDeal {
    /// Its number, from 1.
    pub deal: usize,
    /// The devices that did not answer.
    pub missing: Vec<u32>,
    /// Whether secrets had been revealed.
    pub revealed: bool,
}

/// The result of `bastide perft`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Perft {
    /// The counts, from depth 1.
    pub depths: Vec<PerftCount>,
    /// The deepest count for each choice at the first tile (with `--divide`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<PerftBranch>>,
    /// The depth for which there was no draw, if that is why there are fewer counts than were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ran_out: Option<usize>,
}

/// Nodes of the game tree and the points on their score tracks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PerftCount {
    pub nodes: u64,
    pub points: u64,
}

/// A first choice and what is below it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PerftBranch {
    /// The choices for the first tile.
    pub line: Vec<Input>,
    /// Nodes below it.
    pub nodes: u64,
    /// Points below it.
    pub points: u64,
}
