//! Games as they are handed to a store and come out of it.

use super::{GameId, Millis, PersonId, Secret, StoreError, Word};

/// The longest text that is stored, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// How old a note that a game is attended may be before there is another, in milliseconds.
pub const ATTENDED: Millis = 60_000;

/// One more entry for the log of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    pub game: GameId,
    /// The entry's version: one more than the last one's, and 1 for the first.
    pub version: u64,
    /// When it happened.
    pub at: Millis,
    /// What happened; any text.
    pub entry: String,
    /// What is personal about it, apart from the text so that it can be erased.
    pub words: Vec<Word>,
    /// What holds of the game from now on.
    pub index: Index,
}

impl Append {
    /// Refuses texts that are too long; every store does.
    pub fn check_lengths(&self) -> Result<(), StoreError> {
        let index = &self.index;
        let words = self.words.iter().flat_map(|word| [Some(&word.kind), word.text.as_ref()]).flatten();
        [&self.entry, &index.stage, &index.title, &index.summary]
            .into_iter()
            .chain(words)
            .try_for_each(|text| check_length(text))
    }

    /// Refuses a version that is not the next one after the last; every store does.
    pub fn check_follows(&self, last: u64) -> Result<(), StoreError> {
        let Append { game, version, .. } = *self;
        if version.checked_sub(1) == Some(last) {
            Ok(())
        } else {
            Err(StoreError::Conflict { game, version, last })
        }
    }
}

/// Refuses a text that is too long.
pub(super) fn check_length(text: &str) -> Result<(), StoreError> {
    if text.len() <= MAX_TEXT { Ok(()) } else { Err(StoreError::TooLong(text.len())) }
}

/// What lists and the scheduler want to know of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Index {
    /// How far it is; any word.
    pub stage: String,
    /// Whether everybody may know of it.
    pub public: bool,
    /// What it is called.
    pub title: String,
    /// When something falls due.
    pub due: Option<Millis>,
    /// Whether the computer is to move.
    pub computer: bool,
    /// Who takes part.
    pub people: Vec<PersonId>,
    /// What else lists show; any text.
    pub summary: String,
}

/// An entry of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    /// Counted from 1.
    pub version: u64,
    /// When it happened.
    pub at: Millis,
    pub entry: String,
    /// What is personal about it.
    pub words: Vec<Word>,
}

/// What is known of a game without reading its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// As the last entry left it.
    pub index: Index,
    /// The last entry's version.
    pub version: u64,
    /// When the first entry happened.
    pub created: Millis,
    /// When the last entry happened.
    pub updated: Millis,
    /// When somebody who belongs to it was last there, if it is public.
    pub attended: Millis,
    /// What its draws follow from.
    pub secret: Secret,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    pub game: GameId,
    /// As the last entry left it.
    pub index: Index,
    /// The last entry's version.
    pub version: u64,
    /// When the first entry happened.
    pub created: Millis,
    /// When the last entry happened.
    pub updated: Millis,
}

/// A game that did not change for long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aged {
    /// Its place among all games.
    pub number: i64,
    pub game: GameId,
    /// The last entry's version.
    pub version: u64,
    /// When the last entry happened.
    pub updated: Millis,
    /// What lists show of it.
    pub summary: String,
}

/// A part of a list that is sorted from the latest game to the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// At most so many games.
    pub limit: u32,
    /// Only games created before this one.
    pub before: Option<GameId>,
}
