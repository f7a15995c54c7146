//! The rules of the game as one exact and fast engine.
//!
//! A [`Setup`] becomes a [`Position`]; inputs ([`Input`]) change it and yield events ([`Event`]), whose fold is
//! the [`View`] that people see. Nothing here is random, hidden or for people's eyes: a draw is an input like a
//! move, and no order of tiles is known.
//!
//! ```
//! use rules::{Action, Event, Kind, Position, Setup, ToAct};
//!
//! let mut position = Position::new(&Setup::base(2))?;
//! let mut events: Vec<Event> = Vec::new();
//! position.draw(Kind::named("E").unwrap(), &mut events)?;
//! position.play("@0,1/2".parse()?, &mut events)?;
//! position.play("follower 0,1 #0".parse()?, &mut events)?;
//! assert_eq!(position.scores(), [4, 0], "the city is finished");
//! assert_eq!(position.to_act(), ToAct::Chance);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod action;
mod bag;
mod board;
mod builder;
mod catalogue;
mod check;
mod codes;
mod dragon;
mod edges;
mod event;
mod fairy;
mod farm;
mod figure;
mod geometry;
mod goods;
mod history;
mod illegal;
mod impossible;
mod key;
mod land;
mod legal;
pub mod notation;
mod patch;
pub mod perft;
mod piece;
mod position;
mod preview;
mod princess;
mod query;
mod retire;
mod river;
mod role;
mod ruleset;
mod score;
mod sets;
mod setup;
mod start;
mod summary;
mod supply;
mod tile;
mod turn;
mod view;

pub use action::{Action, Input, Turn};
pub use catalogue::{Catalogue, LAKE, SPRING, START};
pub use event::{Ending, Event, Extra, Phase, Pile, Pool, Reason, RemovalReason, Score, Sink, ToAct};
pub use figure::{Ability, FOLLOWERS, Figure, MAX_OF_A_FIGURE, MAX_SEATS, Seat};
pub use geometry::{Cell, Rotation, Side, Spot};
pub use illegal::Illegal;
pub use impossible::{BadPosition, Contradiction};
pub use piece::{MAX_PIECES, Piece, Place};
pub use position::Position;
pub use preview::{Joined, Preview};
pub use query::{Feature, FeatureId, Fit, Standing};
pub use role::Role;
pub use sets::Sets;
pub use setup::{
    BadSetup, DragonMoves, Edition, ExtraTile, FairyPlace, Farmers, FieldScoring, Knobs, MAX_TILES, Parts,
    Princess, RiverStart, RiverTurns, Setup, TinyCity, Unfit, UnknownKnob,
};
pub use summary::FeatureSummary;
pub use tile::{FeatureKind, Good, Halves, Kind, Mark, Segment, Sides, Terrain, Tile, TileSet};
pub use view::{Fairy, Laid, Tally, View};

/// The version of the rules: it grows whenever a legal game would become illegal or give other points, and
/// every record names the one it was played under.
pub const RULES_VERSION: u32 = 1;
