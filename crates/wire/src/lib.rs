//! The JSON of the project, defined once: setups, inputs, events, views, standings, features, and the script
//! protocol. The only crate that knows JSON.
//!
//! ```
//! let setup: wire::Setup = wire::read(r#"{"seats":2,"sets":["base","river"]}"#)?;
//! let position = rules::Position::new(&setup.try_into()?)?;
//! let text = wire::write(&wire::View::from(&position.view()));
//! assert!(text.starts_with('{'));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Conventions, the same everywhere: what has several shapes is told apart by `type` (requests by `cmd`);
//! seats are counted from 1, as people do; lists with an entry for each seat are in the order of the seats;
//! tiles, sets, knobs and parts go by name; field names have underscores, names of values hyphens; unknown
//! fields and values are refused, and so are names given twice.

#![warn(missing_docs)]

pub mod admin;
mod analysis;
pub mod api;
mod arena;
mod error;
mod event;
pub mod export;
mod feature;
mod input;
mod names;
mod outline;
mod report;
mod script;
mod setup;
pub mod shape;
mod strict;
pub mod table;
mod tile;
mod view;

pub use analysis::{
    Analysed, AnalysedGame, AnalysedLine, AnalysedSeat, AnalysedTurn, Hint, HintAsked, RecordAsked,
    RecordMove, RecordRead, RecordTry,
};
pub use arena::{
    ArenaGame, ArenaLine, ArenaMatch, ArenaPlayer, ArenaReport, ArenaRound, ArenaTest, ArenaVerdict, Interval,
};
pub use error::Bad;
pub use event::{Event, FieldFarmers, Reason};
pub use feature::{CellFits, Feature, TileFits};
pub use input::{Input, Turn};
pub use names::{
    Cell, Ending, Extra, FeatureKind, Figure, Good, Kind, Pile, Pool, RemovalReason, Rotation, Seat, Side,
    Spot, Terrain, TileSet,
};
pub use outline::SegmentOutline;
pub use report::{
    CheckLine, CheckedDeal, Mean, Perft, PerftBranch, PerftCount, ReplayLine, SeatReport, Simulation,
};
pub use script::{
    Answer, Asked, Candidate, Fed, Go, Id, Line, MAX_GAME_NAME, MAX_LINE, PROTOCOL, Reply, Request, State,
    StateNow, Thinking, read_request,
};
pub use setup::{Sets, Setup};
pub use tile::{LaidSegment, Mark, Segment, Tile};
pub use view::{
    Fairy, Goods, Laid, Phase, Piece, Player, SeatStanding, Standing, Supply, Tally, ToAct, View,
};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What can be read from JSON and written.
pub trait Json: DeserializeOwned + Serialize {}

impl<T: DeserializeOwned + Serialize> Json for T {}

/// Reads a value from JSON text.
///
/// ```
/// let input: wire::Input = wire::read(r#"{"type":"draw","tile":"D"}"#).unwrap();
/// assert!(wire::read::<wire::Input>(r#"{"type":"draw","tile":"Z"}"#).is_err());
/// ```
pub fn read<T: Json>(text: &str) -> Result<T, Bad> {
    let given: strict::Shape<'_> = serde_json::from_str(text)?;
    // Read from the text once more, so that a fault is told with its place.
    let value = serde_json::from_str(text)?;
    strict::check_objects(&given, &value)?;
    Ok(value)
}

/// Reads what [`write`] wrote, in a fraction of the time: nothing that only others would do is looked for.
///
/// ```
/// let written = wire::write(&wire::Input::Pass {});
/// assert_eq!(wire::read_back::<wire::Input>(&written), Ok(wire::Input::Pass {}));
/// ```
pub fn read_back<T: Json>(text: &str) -> Result<T, Bad> {
    Ok(serde_json::from_str(text)?)
}

/// Writes a value as one line of JSON.
pub fn write<T: Serialize>(value: &T) -> String {
    let mut text = Vec::with_capacity(ROOM);
    serde_json::to_writer(&mut text, value).expect(WRITABLE);
    String::from_utf8(text).expect("JSON is text")
}

/// Bytes for which there is room from the start: most messages fit.
const ROOM: usize = 1 << 10;
const WRITABLE: &str = "every type of this crate has text keys and finite numbers";

/// Writes a value as JSON with line breaks, for people.
pub fn write_pretty<T: Serialize>(value: &T) -> String {
    serde_json::to_string_pretty(value).expect(WRITABLE)
}
