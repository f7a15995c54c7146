//! Games and positions as text, for people and programs: a record is to this game what PGN is to chess, a
//! position what FEN is. `docs/notation.md` explains both with examples.
//!
//! Reading a record ([`Game::parse`]) needs no rules: it gives what the text states. Whether that is a legal
//! game with these results is another question ([`Game::check`]), so that a record made under older rules can
//! always be read and shown from its facts ([`Game::watch`]).

mod action;
mod bracket;
mod cursor;
pub(crate) mod error;
mod fact;
pub(crate) mod fields;
mod game;
mod header;
mod page;
pub(crate) mod place;
pub(crate) mod position;
mod read;
mod recorder;
mod setup;
mod standalone;
mod tags;
mod watch;
pub(crate) mod word;
mod write;

pub use action::{parse_action, write_action};
pub use error::{Fault, PositionError, RecordError};
pub use fact::{Fact, Prize};
pub use game::{Game, Outcome, Step};
pub use position::{parse_position, parse_view, write_position, write_view};
pub use read::{Games, games, games_from};
pub use recorder::Recorder;
pub use standalone::BadAction;
pub use tags::{BadTag, Tags, is_invisible};

/// The free tag that says how often a turn was taken back.
pub const TAKE_BACKS: &str = "TakeBacks";
/// The most bytes one record may take.
pub const MAX_RECORD: usize = 8 << 20;
/// The most inputs one record may hold.
pub const MAX_STEPS: usize = 200_000;
/// The most free tags of a record.
pub const MAX_TAGS: usize = 64;
/// The most bytes of a tag's name.
pub const MAX_TAG_NAME: usize = 40;
/// The most bytes of a free tag's value.
pub const MAX_TAG_VALUE: usize = 4096;
/// The most bytes of a position.
pub const MAX_POSITION: usize = 64 << 10;
/// The most bytes of a word in a record.
const MAX_WORD: usize = 100;
