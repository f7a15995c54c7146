//! Walks through the text of a record and hands out its tokens, each with its place.

use super::error::{Fault, Mark, RecordError, quote};
use super::{MAX_RECORD, MAX_WORD};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tok<'a> {
    /// Anything between spaces, brackets and comments.
    Word(&'a str),
    /// What stands between quotes, escapes not yet resolved.
    Text(&'a str),
    Open,
    Close,
    TagOpen,
    TagClose,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub tok: Tok<'a>,
    pub mark: Mark,
}

impl Token<'_> {
    /// The error that something else should stand here.
    pub(super) fn not(&self, expected: impl Into<String>) -> RecordError {
        let found = match self.tok {
            Tok::Word(word) => quote(word),
            Tok::Text(_) => "a quoted text".to_owned(),
            Tok::Open => quote("("),
            Tok::Close => quote(")"),
            Tok::TagOpen => quote("["),
            Tok::TagClose => quote("]"),
            Tok::End => "the end of the text".to_owned(),
        };
        Fault::Expected { expected: expected.into(), found }.at(self.mark)
    }
}

/// Reads each character once, so that the time is linear in the text.
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// The first byte beyond what one record may take.
    limit: usize,
    mark: Mark,
    /// Just behind the last token: where the end of the text is reported.
    behind: Mark,
    peeked: Option<Token<'a>>,
    /// Where the last token begins.
    from: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor::at(text, Mark { line: 1, column: 1 })
    }

    /// One for a text that begins at this place of a larger one.
    pub(super) fn at(text: &'a str, mark: Mark) -> Cursor<'a> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor { text, at, limit: MAX_RECORD, mark, behind: mark, peeked: None, from: at }
    }

    /// The first byte that is not taken yet, and its place.
    pub(super) fn place(&self) -> (usize, Mark) {
        match self.peeked {
            Some(Token { tok, mark }) if tok != Tok::End => (self.from, mark),
            _ => (self.at, self.mark),
        }
    }

    /// The next record of the same text gets its own measure of length.
    pub(super) fn restart(&mut self) {
        self.limit = self.at.saturating_add(MAX_RECORD);
    }

    pub(super) fn peek(&mut self) -> Result<Token<'a>, RecordError> {
        let token = match self.peeked {
            Some(token) => token,
            None => self.read()?,
        };
        self.peeked = Some(token);
        Ok(token)
    }

    pub(super) fn next(&mut self) -> Result<Token<'a>, RecordError> {
        let token = self.peek()?;
        self.peeked = None;
        Ok(token)
    }

    /// The next token if it is a word.
    pub(super) fn peek_word(&mut self) -> Result<Option<&'a str>, RecordError> {
        Ok(match self.peek()?.tok {
            Tok::Word(word) => Some(word),
            _ => None,
        })
    }

    /// The next token, which must be a word; else `expected` is missed.
    pub(super) fn word(&mut self, expected: &str) -> Result<(&'a str, Mark), RecordError> {
        let token = self.next()?;
        match token.tok {
            Tok::Word(word) => Ok((word, token.mark)),
            _ => Err(token.not(expected)),
        }
    }

    fn read(&mut self) -> Result<Token<'a>, RecordError> {
        self.skip_blanks()?;
        self.from = self.at;
        let mark = self.mark;
        let tok = match self.look() {
            None => return Ok(Token { tok: Tok::End, mark: self.behind }),
            Some('(') => self.single(Tok::Open),
            Some(')') => self.single(Tok::Close),
            Some('[') => self.single(Tok::TagOpen),
            Some(']') => self.single(Tok::TagClose),
            Some('"') => Tok::Text(self.quoted(mark)?),
            Some(_) => Tok::Word(self.bare(mark)?),
        };
        if self.at > self.limit {
            return Err(Fault::TooLong { what: "a record", limit: MAX_RECORD, unit: "bytes" }.at(mark));
        }
        self.behind = self.mark;
        Ok(Token { tok, mark })
    }

    fn single(&mut self, tok: Tok<'a>) -> Tok<'a> {
        self.bump();
        tok
    }

    fn skip_blanks(&mut self) -> Result<(), RecordError> {
        while let Some(c) = self.look() {
            let mark = self.mark;
            match c {
                ';' => self.skip_while(|c| !is_line_end(c)),
                '{' => {
                    self.skip_while(|c| c != '}');
                    self.bump().ok_or_else(|| Fault::OpenComment.at(mark))?;
                }
                // A byte order mark stands between files that were joined.
                c if c.is_whitespace() || c == '\u{feff}' => {
                    self.bump();
                }
                _ => break,
            }
        }
        Ok(())
    }

    fn quoted(&mut self, open: Mark) -> Result<&'a str, RecordError> {
        self.bump();
        let start = self.at;
        loop {
            match self.bump() {
                Some('"') => return Ok(&self.text[start..self.at - 1]),
                Some('\\') if !self.look().is_some_and(is_line_end) => {
                    self.bump();
                }
                None => return Err(Fault::OpenText.at(open)),
                Some(c) if is_line_end(c) => return Err(Fault::OpenText.at(open)),
                Some(_) => {}
            }
        }
    }

    fn bare(&mut self, mark: Mark) -> Result<&'a str, RecordError> {
        let start = self.at;
        self.skip_while(|c| !c.is_whitespace() && !"()[]{}\";".contains(c));
        if self.at == start {
            // Only a lone closing brace can stand here.
            self.bump();
        }
        let word = &self.text[start..self.at];
        if word.len() > MAX_WORD {
            return Err(Fault::TooLong { what: "a word", limit: MAX_WORD, unit: "bytes" }.at(mark));
        }
        Ok(word)
    }

    fn look(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.look()?;
        self.at += c.len_utf8();
        let in_line = c == '\r' && self.look() == Some('\n');
        if is_line_end(c) && !in_line {
            self.mark = Mark { line: self.mark.line.saturating_add(1), column: 1 };
        } else {
            self.mark.column = self.mark.column.saturating_add(1);
        }
        Some(c)
    }

    fn skip_while(&mut self, test: impl Fn(char) -> bool) {
        while self.look().is_some_and(&test) {
            self.bump();
        }
    }
}

/// Lines end with a line feed, a carriage return, or both.
fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Tok<'_>, u32, u32)> {
        let mut cursor = Cursor::new(text);
        let mut tokens = Vec::new();
        loop {
            let token = cursor.next().unwrap();
            tokens.push((token.tok, token.mark.line, token.mark.column));
            if token.tok == Tok::End {
                return tokens;
            }
        }
    }

    #[test]
    fn comments_and_carriage_returns_are_skipped_and_places_kept() {
        let text = "[A \"x;{\"] ; rest\r\n{two\nlines} knight N(home)  \r\n";
        let expected = vec![
            (Tok::TagOpen, 1, 1),
            (Tok::Word("A"), 1, 2),
            (Tok::Text("x;{"), 1, 4),
            (Tok::TagClose, 1, 9),
            (Tok::Word("knight"), 3, 8),
            (Tok::Word("N"), 3, 15),
            (Tok::Open, 3, 16),
            (Tok::Word("home"), 3, 17),
            (Tok::Close, 3, 21),
            (Tok::End, 3, 22),
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn what_is_left_open_is_reported_where_it_begins() {
        let error = |text| Cursor::new(text).next().unwrap_err();
        assert_eq!(
            error("  {never").to_string(),
            "line 1, column 3: this comment is not closed; end it with }"
        );
        assert_eq!(error("\n\"never\n\"").fault, Fault::OpenText);
        assert_eq!(error("\"never\\\"").fault, Fault::OpenText);
        assert_eq!(error("\"never\\").fault, Fault::OpenText);
    }

    #[test]
    fn a_lone_closing_brace_is_a_word() {
        assert_eq!(tokens("}")[0].0, Tok::Word("}"));
    }
}
