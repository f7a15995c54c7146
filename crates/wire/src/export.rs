//! A whole store as lines of JSON, to carry it to another machine or another version.
//!
//! The first line is [`ExportLine::Bastide`], then come the people, each game followed by its entries, the links and
//! the sign of life, and at last [`ExportLine::End`], so that a file cut short is noticed. Such a file holds the
//! secrets of running games: whoever reads it knows the tiles to come.

#![allow(missing_docs, reason = "the names say it")]

use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the format; it is raised when an older program would no longer understand it.
pub const FORMAT: u32 = 2;
/// The format in which names and chat stood in the entries, which is still read.
pub const FORMAT_WITH_WORDS_INSIDE: u32 = 1;
/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 32 << 20;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ExportLine {
    /// What this is.
    Bastide {
        /// The version of the format.
        format: u32,
    },
    Person {
        /// The person's number.
        person: i64,
        /// Hashes of the secrets by which the person is known.
        secrets: Vec<Bytes32>,
    },
    /// A game; its entries follow.
    Game(ExportedGame),
    /// An entry of the game above; they come in the order of their versions.
    Entry {
        /// Counted from 1.
        version: u64,
        /// When, in milliseconds since 1970.
        at: i64,
        /// The entry, as the table wrote it, without the words.
        entry: String,
        /// Names and chat that belong into it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        words: Vec<Word>,
    },
    Link {
        /// Hash of its secret.
        hash: Bytes32,
        /// Leads to this game.
        game: String,
        /// What it is good for.
        purpose: Purpose,
        /// When it was made, in milliseconds since 1970.
        made: i64,
        /// Who came by it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        guests: Vec<i64>,
    },
    /// A game that somebody wants to keep.
    Kept { person: i64, game: String },
    /// A time in which the server did not run.
    Outage {
        /// From then, in milliseconds since 1970.
        began: i64,
        /// Until then.
        ended: i64,
    },
    /// Somebody who is shut out.
    Ban {
        /// A network or a person.
        whom: String,
        /// What they are told.
        reason: String,
        /// Since when, in milliseconds since 1970.
        made: i64,
        /// Until when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
    },
    /// The last sign of life.
    Alive {
        /// When, in milliseconds since 1970.
        at: i64,
    },
    /// Nothing follows.
    End {
        /// How many lines there are before this one.
        lines: u64,
    },
}

/// A game and what lists show of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedGame {
    /// Its name in addresses.
    pub game: String,
    /// What its draws follow from.
    pub secret: Bytes32,
    /// How far it is.
    pub stage: String,
    /// Whether everybody may know of it.
    pub public: bool,
    /// What it is called.
    pub title: String,
    /// When something falls due, in milliseconds since 1970.
    pub due: Option<i64>,
    /// Whether the computer is to move.
    pub computer: bool,
    /// Who takes part.
    pub people: Vec<i64>,
    /// What else lists show.
    pub summary: String,
    /// The hash to which the chain of its entries leads; exports of format 1 have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<Bytes32>,
    /// How many entries it had, if some could not be read any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damaged: Option<u64>,
}

/// A name or a line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Word {
    /// Which of its entry's words, counted from 0.
    pub place: u32,
    /// What it is.
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<i64>,
    /// The word; left out if it is erased.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What was mixed into the hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Bytes32>,
    /// The hash of the two, which the chain of the log covers.
    pub hash: Bytes32,
}

/// What a link is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Purpose {
    /// To sit down.
    Sit {},
    /// To look on.
    Watch {},
    /// To go on as this person on another device.
    Device { person: i64 },
}

/// Thirty-two bytes, written as 64 hexadecimal digits. They are or guard secrets, so `Debug` does not show them.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Bytes32(pub [u8; 32]);

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bytes32(..)")
    }
}

impl From<Bytes32> for String {
    fn from(bytes: Bytes32) -> String {
        bytes.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl TryFrom<String> for Bytes32 {
    type Error = NotBytes32;

    fn try_from(text: String) -> Result<Bytes32, NotBytes32> {
        let mut bytes = [0; 32];
        if text.len() != 64 {
            return Err(NotBytes32);
        }
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(Bytes32(bytes))
    }
}

fn digit(letter: u8) -> Result<u8, NotBytes32> {
    match letter {
        b'0'..=b'9' => Ok(letter - b'0'),
        b'a'..=b'f' => Ok(letter - b'a' + 10),
        _ => Err(NotBytes32),
    }
}

/// A text that does not stand for thirty-two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("32 bytes are written as 64 hexadecimal digits in lower case")]
pub struct NotBytes32;
