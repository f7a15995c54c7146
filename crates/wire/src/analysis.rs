//! A game looked at afterwards: what `bastide analyse` prints with `--json`.

use crate::{Candidate, Line, Seat, Setup};
use serde::{Deserialize, Serialize};

/// One turn, or one decision of another seat in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysedTurn {
    /// Its number, from 1.
    pub number: usize,
    /// How many inputs the game had had before it.
    pub input: usize,
    /// Whose.
    pub seat: Seat,
    /// What was done.
    pub played: Line,
    /// How far ahead the seat is expected to be in the end after it.
    pub margin: f64,
    /// The same for the best line.
    pub best: f64,
    /// What the played line lost.
    pub loss: f64,
    /// What the draw changed.
    pub luck: f64,
    /// How likely each seat wins after it.
    pub chances: Vec<f64>,
    /// What could have been done, best first.
    pub candidates: Vec<Candidate>,
}

/// One seat over the whole game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysedSeat {
    /// Who, if the record says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Points lost by not playing what was best.
    pub loss: f64,
    /// Points won or lost by what was drawn.
    pub luck: f64,
    /// Turns and decisions.
    pub turns: usize,
}

/// The result of `bastide analyse`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysedGame {
    /// The game.
    pub setup: Setup,
    /// Its seats.
    pub seats: Vec<AnalysedSeat>,
    /// Its turns.
    pub turns: Vec<AnalysedTurn>,
    /// The numbers of the turns that changed the chance of winning most, the greatest change first.
    pub decisive: Vec<usize>,
}
