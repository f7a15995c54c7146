//! Reads records: what the text states, whether or not it is a legal game.

use super::cursor::{Cursor, Tok, Token};
use super::error::{Mark, RecordError};
use super::game::{Game, Marks, Outcome};
use super::header::Header;
use super::page::Page;
use crate::RULES_VERSION;

impl Game {
    /// Reads a record of one game. Comments (`{...}`, and `;` to the end of the line) are dropped, line ends
    /// and spaces may be any.
    ///
    /// ```
    /// use rules::notation::Game;
    /// let text = "[Rules \"1\"]\n[Seats \"2\"]\n[Sets \"base\"]\n\n1. 1: V@1,0 farmer nl\n";
    /// let error = Game::parse(text).unwrap_err();
    /// assert_eq!((error.line, error.column), (5, 22));
    /// let game = Game::parse(&format!("{text}2. 2:\nunfinished draw 0-0\n")).unwrap();
    /// assert_eq!(game.inputs().count(), 3);
    /// ```
    pub fn parse(text: &str) -> Result<Game, RecordError> {
        read_alone(text).map_err(|broken| broken.error)
    }

    /// Reads a record and checks it ([`Game::check`]). Of several faults, the first in the text is reported,
    /// whatever its kind: a tile laid wrongly before a segment that therefore cannot be found.
    pub fn parse_checked(text: &str) -> Result<Game, RecordError> {
        match read_alone(text) {
            Ok(game) => game.check().map(|_| game),
            Err(broken) => Err(broken.first_fault()),
        }
    }
}

/// The records of a text, one after the other; after an error there are no more. They are not checked, but of a broken
/// one the first fault is told, as by [`Game::parse_checked`].
pub fn games(text: &str) -> Games<'_> {
    Games { cursor: Some(Cursor::new(text)) }
}

/// The records of a part of a text that begins there, for who cannot hold the whole.
pub fn games_from(text: &str, (line, column): (u32, u32)) -> Games<'_> {
    Games { cursor: Some(Cursor::at(text, Mark { line, column })) }
}

/// The records of a text: see [`games`].
pub struct Games<'a> {
    cursor: Option<Cursor<'a>>,
}

impl Games<'_> {
    /// How many bytes of the text have been read, and the line and column behind them; nothing after an error.
    pub fn place(&self) -> Option<(usize, (u32, u32))> {
        let (at, Mark { line, column }) = self.cursor.as_ref()?.place();
        Some((at, (line, column)))
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Game, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let cursor = self.cursor.as_mut()?;
        cursor.restart();
        let game = match cursor.peek() {
            Ok(Token { tok: Tok::End, .. }) => return None,
            Ok(_) => read_game(cursor).map_err(Broken::first_fault),
            Err(error) => Err(error),
        };
        if game.is_err() {
            self.cursor = None;
        }
        Some(game)
    }
}

/// What could be read of a broken record.
struct Broken {
    error: RecordError,
    /// The game up to the fault, if its header is sound.
    before: Option<Box<Game>>,
}

impl Broken {
    /// A tile laid wrongly is the fault, not the segment that cannot be found for it.
    fn first_fault(self) -> RecordError {
        let begun = self.before.filter(|game| game.rules == RULES_VERSION);
        begun.and_then(|game| game.check_begun().err()).unwrap_or(self.error)
    }
}

impl From<RecordError> for Broken {
    fn from(error: RecordError) -> Broken {
        Broken { error, before: None }
    }
}

fn read_alone(text: &str) -> Result<Game, Broken> {
    let mut cursor = Cursor::new(text);
    let game = read_game(&mut cursor)?;
    let token = cursor.next()?;
    if token.tok == Tok::End { Ok(game) } else { Err(token.not("nothing after the result").into()) }
}

fn read_game(cursor: &mut Cursor<'_>) -> Result<Game, Broken> {
    let Header { rules, tags, setup, mark } = Header::read(cursor)?;
    let mut page = Page::new(cursor, &setup);
    let ended = page.read();
    let steps = page.steps;
    let game = |outcome, marks| Game { rules, tags, setup, steps, outcome, marks: Marks(marks) };
    match ended {
        Ok((outcome, end)) => Ok(game(outcome, vec![mark, end])),
        Err(error) => Err(Broken { error, before: Some(Box::new(game(Outcome::UNREAD, vec![mark]))) }),
    }
}
