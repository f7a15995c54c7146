//! A game looked at: what `bastide analyse` prints with `--json`, and what the server tells of a finished game,
//! of a record and of the turn at hand.

#![allow(missing_docs, reason = "the names say it")]

use crate::table::{Failure, Now, TryAsked};
use crate::{Event, Input, Line, Seat, Setup, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One turn, or one decision of another seat in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysedTurn {
    /// Its number, from 1.
    pub number: usize,
    /// How many inputs the game had had before it.
    pub input: usize,
    pub seat: Seat,
    /// What was done.
    pub played: Line,
    /// How far ahead of those who still play the seat is expected to be in the end after it; of more than one, half the best
    /// counts and half their mean.
    pub margin: f64,
    /// The same for the best line.
    pub best: f64,
    /// What the played line lost.
    pub loss: f64,
    /// By how many points the draw was better than draws were on average.
    pub luck: f64,
    /// How much likelier the seat wins for that.
    pub fortune: f64,
    /// How likely each seat wins after it.
    pub chances: Vec<f64>,
    /// How likely the seat would win after the best line.
    pub best_chance: f64,
    /// What could have been done, best first.
    pub candidates: Vec<AnalysedLine>,
}

/// A way to play a turn, and what is expected of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysedLine {
    /// What is done.
    pub line: Line,
    /// What each seat is then expected to have in the end.
    pub value: Vec<f64>,
    /// How far ahead the seat is then expected to be in the end.
    pub margin: f64,
    /// How likely the seat then wins.
    pub chance: f64,
}

/// One seat over the whole game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysedGame {
    pub setup: Setup,
    pub seats: Vec<AnalysedSeat>,
    pub turns: Vec<AnalysedTurn>,
    /// The numbers of the turns that changed a chance of winning most, by what was played or drawn, the greatest change first.
    pub decisive: Vec<usize>,
}

/// A line of an analysis that is under way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Analysed {
    Began {
        /// So many inputs the game has.
        inputs: usize,
    },
    /// One more turn, with the best three lines.
    Turn(Box<AnalysedTurn>),
    /// That was all.
    Done {
        /// Each seat over the whole game.
        seats: Vec<AnalysedSeat>,
        /// The numbers of the turns that changed a chance of winning most, by what was played or drawn, the greatest change first.
        decisive: Vec<usize>,
    },
    /// It cannot go on.
    Failed(Failure),
}

/// A hint is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HintAsked {
    /// For the turn of which seat.
    pub seat: Seat,
}

/// What the computer would do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Whose turn it is.
    pub seat: Seat,
    /// The last version that changed the game: the hint is about what the table waited for then.
    pub version: u64,
    /// The rest of the seat's turn.
    pub line: Line,
    /// How far ahead the seat is then expected to be in the end.
    pub margin: f64,
    /// How likely it then wins.
    pub chance: f64,
}

/// A record is to be read or analysed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordAsked {
    /// Its text. Of several games the first is taken.
    pub record: String,
}

/// A record and another way on from some point of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordTry {
    pub record: String,
    /// What is asked.
    #[serde(default)]
    pub asked: TryAsked,
}

/// A record that was read and is a legal game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordRead {
    pub setup: Setup,
    /// What its players are called, as far as the record says.
    pub names: Vec<Option<String>>,
    /// What could be seen before the first tile was drawn.
    pub start: View,
    /// What was done, turn by turn, each with the draws that followed it.
    pub moves: Vec<RecordMove>,
    /// What is awaited at its end.
    pub now: Now,
    /// How often a turn was taken back, as far as the record says.
    pub taken_back: u32,
}

/// What was done in a turn, or what was drawn before the first one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordMove {
    /// Who did it; nobody drew the first tile.
    pub seat: Option<Seat>,
    /// What was done.
    pub inputs: Vec<Input>,
    pub events: Vec<Event>,
}
