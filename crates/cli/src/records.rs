//! Games out of files of records, one after the other: a file may be larger than the memory.

use crate::{files, say};
use anyhow::{Context, Result, anyhow, bail, ensure};
use rules::RULES_VERSION;
use rules::notation::{Fault, Game, MAX_RECORD, RecordError, Recorder, games_from};
use std::io::Read;
use std::path::{Path, PathBuf};

/// So much of a file is at hand at least, so that no record and no word of one ends where it should go on.
const LEAST: usize = MAX_RECORD + (64 << 10);

/// A game written down as far as it has gone.
pub fn recorder(game: &chance::Game) -> Recorder {
    let mut recorder = Recorder::new(game.start());
    game.replay(|input, events| recorder.record(input, events));
    recorder
}

/// A file of records that is being read.
pub struct Records {
    path: PathBuf,
    input: Box<dyn Read>,
    /// What is at hand of the text.
    window: String,
    /// How much of it has been read.
    at: usize,
    /// The line and column there.
    place: (u32, u32),
    /// Bytes behind the window, of a character that is not complete yet.
    rest: Vec<u8>,
    /// Whether nothing comes after the window.
    ended: bool,
}

impl Records {
    /// Opens a file; `-` is standard input.
    pub fn open(path: &Path) -> Result<Records> {
        Ok(Records {
            path: path.to_owned(),
            input: files::open(path)?,
            window: String::new(),
            at: 0,
            place: (1, 1),
            rest: Vec::new(),
            ended: false,
        })
    }

    /// The next record, or what is wrong with it; the file is read on behind it.
    pub fn next_game(&mut self) -> Result<Option<Result<Game, RecordError>>> {
        loop {
            self.fill()?;
            let mut games = games_from(&self.window[self.at..], self.place);
            let game = games.next();
            match (game, games.place()) {
                (None, _) if self.ended => return Ok(None),
                (None, place) => self.move_on(place.unwrap_or((self.window.len() - self.at, self.place))),
                (Some(Ok(game)), place) => {
                    place.into_iter().for_each(|place| self.move_on(place));
                    return Ok(Some(Ok(game)));
                }
                (Some(Err(error)), _) => {
                    let error = self.cut_off(error);
                    self.skip_to_header(&error)?;
                    return Ok(Some(Err(error)));
                }
            }
        }
    }

    /// A comment or text without an end in a window that does not end the file is too long.
    fn cut_off(&self, error: RecordError) -> RecordError {
        match error.fault {
            Fault::OpenComment | Fault::OpenText if !self.ended => RecordError {
                fault: Fault::TooLong { what: "a record", limit: MAX_RECORD, unit: "bytes" },
                ..error
            },
            _ => error,
        }
    }

    fn move_on(&mut self, (bytes, place): (usize, (u32, u32))) {
        self.at += bytes;
        self.place = place;
    }

    /// Goes on behind an error to where the next game begins: a line with the first tag of a header.
    fn skip_to_header(&mut self, error: &RecordError) -> Result<()> {
        // A record that was cut off is found out at the header of the next, which is no error of that one.
        let cut_off = error.column == 1 && error.line > self.place.0;
        let first = if cut_off { error.line } else { error.line + 1 };
        loop {
            self.fill()?;
            let line = match self.window[self.at..].split_inclusive('\n').next() {
                None => return Ok(()),
                Some(line) if self.place.0 >= first && line.trim_start().starts_with("[Rules ") => {
                    return Ok(());
                }
                Some(line) => line.len(),
            };
            self.move_on((line, (self.place.0.saturating_add(1), 1)));
        }
    }

    /// Reads on until there is enough at hand.
    fn fill(&mut self) -> Result<()> {
        if self.ended || self.window.len() - self.at >= LEAST {
            return Ok(());
        }
        self.window.drain(..self.at);
        self.at = 0;
        let mut bytes = std::mem::take(&mut self.rest);
        let wanted = 2 * LEAST - self.window.len();
        let read = self.input.by_ref().take(wanted as u64).read_to_end(&mut bytes);
        self.ended = read.with_context(|| files::cannot_read(&self.path))? < wanted;
        let valid = bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
        // Of a character at most three bytes can be missing at the end.
        if valid < bytes.len() && (self.ended || bytes.len() - valid > 3) {
            let before = self.window.bytes().chain(bytes[..valid].iter().copied());
            let lines = before.filter(|byte| *byte == b'\n').count();
            return Err(files::no_text(&self.path, self.place.0 as usize + lines));
        }
        self.rest = bytes.split_off(valid);
        self.window.push_str(&String::from_utf8_lossy(&bytes));
        Ok(())
    }
}

/// The game of a file that has only this one.
pub fn only(path: &Path) -> Result<Game> {
    let mut records = Records::open(path)?;
    let (mut first, mut count) = (None, 0);
    while let Some(game) = records.next_game()? {
        let game = game.with_context(|| path.display().to_string())?;
        count += 1;
        first.get_or_insert(game);
    }
    match first {
        Some(game) if count == 1 => Ok(game),
        None => Err(none(path)),
        Some(_) => bail!("{} has {}; one can be gone on with", path.display(), say::counted(count, "game")),
    }
}

/// The game of a file with a number from 1. What comes after it may be broken.
pub fn numbered(path: &Path, number: usize) -> Result<Game> {
    let mut records = Records::open(path)?;
    let mut count = 0;
    while let Some(game) = records.next_game()? {
        let game = game.with_context(|| path.display().to_string())?;
        count += 1;
        if count == number {
            return Ok(game);
        }
    }
    ensure!(count > 0, none(path));
    bail!("{} has games 1 to {count}, not {number}", path.display())
}

/// What is said of a file without a game.
pub fn none(path: &Path) -> anyhow::Error {
    anyhow!("{}: there is no game in it", path.display())
}

/// Says so if a record states something else than its moves come to by the rules it names. The moves are believed.
pub fn doubt(path: &Path, game: &Game) {
    if game.rules != RULES_VERSION {
        return;
    }
    if let Err(RecordError { line, column, fault: fault @ Fault::Differs { .. } }) = game.check() {
        let place = format!("{}:{line}:{column}", path.display());
        crate::complain(&format!("{place}: {fault}; what follows is by the rules"));
    }
}
