//! What can be wrong with a text, and where.

use crate::geometry::Cell;
use crate::illegal::Illegal;
use crate::setup::{BadSetup, UnknownKnob};
use crate::tile::Kind;

/// Why a game record cannot be read, or is not a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, counted in characters.
    pub column: u32,
    /// What is wrong there.
    pub fault: Fault,
}

/// Why a line is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {fault}")]
pub struct PositionError {
    /// The column, from 1, counted in characters.
    pub column: u32,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong at some place of a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What would be right.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A text, word or list is larger than any game needs.
    #[error("{what} has at most {limit} {unit}")]
    TooLong {
        /// What is too long.
        what: &'static str,
        /// How long it may be.
        limit: usize,
        /// In what it is counted.
        unit: &'static str,
    },
    /// A comment without its end.
    #[error("this comment is not closed; end it with }}")]
    OpenComment,
    /// A quoted text without its end.
    #[error("this text is not closed; end it with \" on the same line")]
    OpenText,
    /// An escape that does not exist.
    #[error("after \\ comes one of \\ \" n r t or u{{...}} with a character's number in hexadecimal digits")]
    BadEscape,
    /// A tag or field is there twice.
    #[error("`{0}` is given twice; leave one out")]
    Twice(String),
    /// A tag or field is not there.
    #[error("`{0}` is missing; it must be given")]
    Missing(&'static str),
    /// A setup tag beside a start position, which holds the setup itself.
    #[error("`{0}` is part of the start position already; leave this tag out")]
    BesideStart(String),
    /// No tile has this name.
    #[error("there is no tile `{0}`; tiles have names such as D, winter-A or river-07")]
    UnknownTile(String),
    /// A knob or value that does not exist.
    #[error(transparent)]
    Knob(#[from] UnknownKnob),
    /// A setup that cannot be played.
    #[error(transparent)]
    Setup(#[from] BadSetup),
    /// A seat that is not at the table.
    #[error("there is no seat {seat}; the seats are 1 to {seats}")]
    NoSeat {
        /// The seat named.
        seat: u32,
        /// How many there are.
        seats: u8,
    },
    /// A segment is named on a cell without a tile.
    #[error("there is no tile at {0}")]
    NoTile(Cell),
    /// Nothing on the tile is for this role.
    #[error("there is no place for a {role} on {} at {cell}", .kind.name())]
    NoPlace {
        /// The role.
        role: &'static str,
        /// The tile.
        kind: Kind,
        /// Where it lies.
        cell: Cell,
    },
    /// The tile has no such segment for this role.
    #[error("no {role} can stand at `{name}` on {} at {cell}; it can at: {names}", .kind.name())]
    NoSegment {
        /// The role.
        role: &'static str,
        /// What was asked for.
        name: String,
        /// The tile.
        kind: Kind,
        /// Where it lies.
        cell: Cell,
        /// The names that would be right.
        names: String,
    },
    /// A tile is laid without one having been drawn.
    #[error("there is no tile in hand to be laid; name the drawn tile before the @")]
    EmptyHand,
    /// The rules do not allow this.
    #[error("not allowed: {0}")]
    Illegal(#[from] Illegal),
    /// The record states something else than the rules yield.
    #[error("by the rules {expected} comes here, but the record has {found}")]
    Differs {
        /// What the rules yield.
        expected: String,
        /// What the record says.
        found: String,
    },
    /// The same of a record that was made under another version of the rules.
    #[error("{fault} (the record was made under rules version {version}, this is {})", crate::RULES_VERSION)]
    OtherRules {
        /// The record's version.
        version: u32,
        /// What is wrong under this version.
        fault: Box<Fault>,
    },
}

impl Fault {
    pub(crate) fn expected(expected: impl Into<String>, found: &str) -> Fault {
        Fault::Expected { expected: expected.into(), found: quote(found) }
    }

    pub(super) fn at(self, mark: Mark) -> RecordError {
        RecordError { line: mark.line, column: mark.column, fault: self }
    }

    /// The fault at a byte of a longer text.
    pub(crate) fn in_text(self, at: usize) -> Flaw {
        Flaw { at, fault: self }
    }
}

/// A place in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub line: u32,
    pub column: u32,
}

/// A fault at some byte of a value; whoever knows where the value stands makes an error of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Flaw {
    pub at: usize,
    pub fault: Fault,
}

impl Flaw {
    pub(crate) fn shifted(self, by: usize) -> Flaw {
        Flaw { at: self.at + by, ..self }
    }

    /// The error, in a position.
    pub(super) fn in_line(self, line: &str) -> PositionError {
        PositionError { column: 1 + chars_before(line, self.at), fault: self.fault }
    }

    /// The error, in a quoted value that begins at `mark`.
    pub(super) fn in_value(self, value: &str, mark: Mark) -> RecordError {
        let column = mark.column + chars_before(value, self.at);
        RecordError { line: mark.line, column, fault: self.fault }
    }
}

fn chars_before(text: &str, at: usize) -> u32 {
    text.char_indices().take_while(|(n, _)| *n < at).count() as u32
}

/// What was found, short enough for a sentence.
pub(super) fn quote(found: &str) -> String {
    const SHOWN: usize = 40;
    if found.is_empty() {
        return "nothing".to_owned();
    }
    let mut shown: String = found.chars().take(SHOWN).collect();
    if shown.len() < found.len() {
        shown.push('…');
    }
    format!("`{shown}`")
}
