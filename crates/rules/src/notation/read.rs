//! Reads records: what the text states, whether or not it is a legal game.

use super::cursor::{Cursor, Tok, Token};
use super::error::RecordError;
use super::game::{Game, Marks};
use super::header::Header;
use super::page::Page;

impl Game {
    /// Reads a record of one game. Comments (`{...}`, and `;` to the end of the line) are dropped, line ends
    /// and spaces may be any.
    pub fn parse(text: &str) -> Result<Game, RecordError> {
        let mut cursor = Cursor::new(text);
        let game = read_game(&mut cursor)?;
        let token = cursor.next()?;
        if token.tok == Tok::End { Ok(game) } else { Err(token.not("nothing after the result")) }
    }
}

/// The records of a text, one after the other; after an error there are no more.
pub fn games(text: &str) -> Games<'_> {
    Games { cursor: Some(Cursor::new(text)) }
}

/// The records of a text: see [`games`].
pub struct Games<'a> {
    cursor: Option<Cursor<'a>>,
}

impl Iterator for Games<'_> {
    type Item = Result<Game, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let cursor = self.cursor.as_mut()?;
        cursor.restart();
        let game = match cursor.peek() {
            Ok(Token { tok: Tok::End, .. }) => return None,
            Ok(_) => read_game(cursor),
            Err(error) => Err(error),
        };
        if game.is_err() {
            self.cursor = None;
        }
        Some(game)
    }
}

fn read_game(cursor: &mut Cursor<'_>) -> Result<Game, RecordError> {
    let header = Header::read(cursor)?;
    let mut page = Page::new(cursor, &header.setup);
    page.first_head()?;
    let (outcome, end) = loop {
        let token = page.cursor.next()?;
        match token.tok {
            Tok::Word("result") => break (page.result()?, token.mark),
            Tok::Word("unfinished") => break (page.unfinished()?, token.mark),
            Tok::Word(word) => page.word(word, token.mark)?,
            Tok::Open => page.bracketed()?,
            _ => return Err(token.not("a turn, or the last line (`result` or `unfinished`)")),
        }
    };
    let steps = page.steps;
    let Header { rules, tags, setup, mark } = header;
    Ok(Game { rules, tags, setup, steps, outcome, marks: Marks(vec![mark, end]) })
}
