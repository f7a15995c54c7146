//! Everything from lines of JSON, into an empty store.

use super::chain::{self, Head};
use super::export::Stored;
use super::game::check_length;
use super::words::Kept;
use super::{Append, BanRow, GameId, Hash, Index, Link, Millis, PersonId, Purpose, Secret, StoreError, Word};
use crate::personal;
use std::io::{BufRead, Read};
use wire::export::{ExportLine, ExportedGame, FORMAT, FORMAT_WITH_WORDS_INSIDE, MAX_LINE};

/// A text of which the store knows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<'a> {
    /// What lists show of a game.
    Summary(&'a str),
    /// An entry of a log, and which version it is.
    Entry(&'a str, u64),
}

/// Says what is wrong with a text.
pub type PartCheck = fn(Part<'_>) -> Result<(), String>;

/// Why nothing was imported.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImportError {
    /// There is something in the store.
    #[error("an import needs an empty database, and this one has something in it; choose another file")]
    NotEmpty,
    /// A line does not belong there.
    #[error("line {line}: {problem}")]
    Line {
        /// Counted from 1.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A database that is being filled, all of it or nothing: whoever imports makes true what was filled in, or undoes it.
pub(super) trait Filling {
    fn is_empty(&self) -> Result<bool, StoreError>;

    /// Refuses secrets that are known; tells whether the person was new.
    fn person(&mut self, person: PersonId, secrets: &[Hash]) -> Result<bool, StoreError>;

    /// A game whose entries are to come, and its number.
    fn game(&mut self, secret: &Secret, first: &Append) -> Result<i64, StoreError>;

    fn entry(&mut self, number: i64, entry: &Stored) -> Result<(), StoreError>;

    /// A game has all its entries; if there were more, which are lost, it is damaged.
    fn end_game(&mut self, number: i64, game: GameId, last: Last) -> Result<(), StoreError>;

    fn link(&mut self, hash: &Hash, link: &Link, guests: &[PersonId]) -> Result<(), StoreError>;

    fn keep(&mut self, game: GameId, person: PersonId) -> Result<(), StoreError>;

    fn outage(&mut self, began: Millis, ended: Millis) -> Result<(), StoreError>;

    fn ban(&mut self, ban: &BanRow) -> Result<(), StoreError>;

    fn alive(&mut self, at: Millis) -> Result<(), StoreError>;
}

/// What a log has come to.
pub(super) struct Last {
    pub version: u64,
    pub at: Millis,
    pub head: Head,
    /// How many entries there were, if some are lost.
    pub lost: Option<u64>,
}

/// Reads everything, and tells how many lines that were. After an error nothing of it may stay.
pub(super) fn import(
    into: &mut dyn Filling,
    from: impl BufRead,
    check: PartCheck,
) -> Result<u64, ImportError> {
    if !into.is_empty()? {
        return Err(ImportError::NotEmpty);
    }
    let mut import = Import { into, check, format: FORMAT, lines: 0, game: Log::None, ended: false };
    import.read(from).map_err(|wrong| wrong.at(import.lines))?;
    Ok(import.lines - 1)
}

struct Import<'a> {
    into: &'a mut dyn Filling,
    check: PartCheck,
    /// Of the file.
    format: u32,
    /// How many lines were looked for.
    lines: u64,
    game: Log,
    ended: bool,
}

/// The log that is being read.
enum Log {
    None,
    /// The game is known, its first entry is to come.
    Announced(Box<(GameId, ExportedGame)>),
    Begun(Box<Begun>),
}

/// A log of which some entries were read.
struct Begun {
    number: i64,
    version: u64,
    at: Millis,
    head: Head,
    announced: (GameId, ExportedGame),
}

/// What is wrong.
enum Wrong {
    /// With the line.
    ExportLine(String),
    /// With the store.
    Store(StoreError),
}

impl Wrong {
    fn at(self, line: u64) -> ImportError {
        match self {
            Wrong::ExportLine(problem) => ImportError::Line { line, problem },
            Wrong::Store(error) => error.into(),
        }
    }
}

impl From<StoreError> for Wrong {
    fn from(error: StoreError) -> Wrong {
        if error.is_refusal() { Wrong::ExportLine(error.to_string()) } else { Wrong::Store(error) }
    }
}

fn wrong<T>(problem: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong::ExportLine(problem.into()))
}

impl Import<'_> {
    fn read(&mut self, mut from: impl BufRead) -> Result<(), Wrong> {
        loop {
            self.lines += 1;
            match next_line(&mut from)? {
                Some(_) if self.ended => return wrong("the line before said that it is the last one"),
                Some(text) => {
                    self.line(wire::read(&text).map_err(|bad| Wrong::ExportLine(bad.to_string()))?)?
                }
                None if self.ended => return Ok(()),
                None => return wrong("the file ends here, but its last lines are missing"),
            }
        }
    }

    fn line(&mut self, line: ExportLine) -> Result<(), Wrong> {
        if self.lines == 1 {
            return self.first(&line);
        }
        match line {
            ExportLine::Entry { version, at, entry, words } => return self.entry(version, at, entry, words),
            _ => self.end_game()?,
        }
        match line {
            ExportLine::Bastide { .. } => wrong("only the first line may say what this is"),
            ExportLine::Person { person, secrets } => {
                let secrets: Vec<Hash> = secrets.into_iter().map(|hash| Hash(hash.0)).collect();
                match self.into.person(PersonId(person), &secrets)? {
                    true => Ok(()),
                    false => wrong(format!("person {person} comes twice")),
                }
            }
            ExportLine::Game(game) => self.begin_game(game),
            ExportLine::Entry { .. } => Ok(()),
            ExportLine::Link { hash, game, purpose, made, guests } => {
                let link = Link { game: game_id(&game)?, purpose: read_purpose(purpose), made };
                let guests: Vec<PersonId> = guests.into_iter().map(PersonId).collect();
                Ok(self.into.link(&Hash(hash.0), &link, &guests)?)
            }
            ExportLine::Kept { person, game } => Ok(self.into.keep(game_id(&game)?, PersonId(person))?),
            ExportLine::Outage { began, ended } => Ok(self.into.outage(began, ended)?),
            ExportLine::Ban { whom, reason, made, until } => {
                Ok(self.into.ban(&BanRow { whom, reason, made, until })?)
            }
            ExportLine::Alive { at } => Ok(self.into.alive(at)?),
            ExportLine::End { lines } => self.end(lines),
        }
    }

    fn first(&mut self, line: &ExportLine) -> Result<(), Wrong> {
        match line {
            ExportLine::Bastide { format: format @ (FORMAT | FORMAT_WITH_WORDS_INSIDE) } => {
                self.format = *format;
                Ok(())
            }
            ExportLine::Bastide { format } => {
                wrong(format!("this is format {format}, but only formats up to {FORMAT} are known"))
            }
            _ => wrong("the first line must say what this is"),
        }
    }

    fn end(&mut self, lines: u64) -> Result<(), Wrong> {
        let before = self.lines - 1;
        if lines != before {
            return wrong(format!("there should be {lines} lines before this one, but there are {before}"));
        }
        self.ended = true;
        Ok(())
    }

    fn begin_game(&mut self, game: ExportedGame) -> Result<(), Wrong> {
        (self.check)(Part::Summary(&game.summary)).map_err(Wrong::ExportLine)?;
        self.game = Log::Announced(Box::new((game_id(&game.game)?, game)));
        Ok(())
    }

    fn entry(
        &mut self,
        version: u64,
        at: Millis,
        entry: String,
        words: Vec<wire::export::Word>,
    ) -> Result<(), Wrong> {
        (self.check)(Part::Entry(&entry, version)).map_err(Wrong::ExportLine)?;
        let (entry, words) = self.apart(entry, words)?;
        check_length(&entry)?;
        let mut log = match std::mem::replace(&mut self.game, Log::None) {
            Log::None => return wrong("an entry must follow its game or the entry before it"),
            Log::Announced(game) => self.begin_log(*game, version, at)?,
            Log::Begun(log) if version == log.version + 1 => log,
            Log::Begun(log) => {
                return wrong(format!("version {version} does not follow version {}", log.version));
            }
        };
        log.head = chain::next(&log.head, version, at, entry.as_bytes(), &words);
        self.into.entry(log.number, &Stored { version, at, entry, words, head: log.head })?;
        (log.version, log.at) = (version, at);
        self.game = Log::Begun(log);
        Ok(())
    }

    /// An entry and its words, which older files have inside the entry.
    fn apart(&self, entry: String, words: Vec<wire::export::Word>) -> Result<(String, Vec<Kept>), Wrong> {
        let inside = personal::split(&entry).filter(|(_, words)| !words.is_empty());
        match inside {
            Some((entry, words)) if self.format == FORMAT_WITH_WORDS_INSIDE => {
                Ok((entry, words.into_iter().map(Kept::new).collect()))
            }
            Some(_) => wrong("names and chat must stand beside this entry, not in it"),
            None if !words.is_sorted_by(|a, b| a.place < b.place) => {
                wrong("the words of an entry must stand in the order of their places")
            }
            None => Ok((entry, words.into_iter().map(read_word).collect::<Result<_, _>>()?)),
        }
    }

    fn begin_log(
        &mut self,
        announced: (GameId, ExportedGame),
        version: u64,
        at: Millis,
    ) -> Result<Box<Begun>, Wrong> {
        let (id, game) = announced.clone();
        let secret = Secret(game.secret.0);
        let (entry, words) = (String::new(), Vec::new());
        let first = Append { game: id, version, at, entry, words, index: index(game) };
        let number = self.into.game(&secret, &first)?;
        Ok(Box::new(Begun { number, version, at, head: chain::start(id, &secret), announced }))
    }

    fn end_game(&mut self) -> Result<(), Wrong> {
        let log = match std::mem::replace(&mut self.game, Log::None) {
            Log::None => return Ok(()),
            Log::Announced(_) => return wrong("the game before this line has no entries"),
            Log::Begun(log) => log,
        };
        let Begun { number, version, at, head, announced: (game, announced) } = *log;
        if announced.head.is_some_and(|told| told.0 != head.0) {
            return wrong(
                "the entries before this line are not those that were exported: the file was changed",
            );
        }
        Ok(self.into.end_game(number, game, Last { version, at, head, lost: announced.damaged })?)
    }
}

fn read_word(word: wire::export::Word) -> Result<Kept, Wrong> {
    let wire::export::Word { place, kind, person, text, salt, hash } = word;
    check_length(&kind)?;
    check_length(text.as_deref().unwrap_or_default())?;
    let word = Word { place, kind, person: person.map(PersonId), text };
    let kept = Kept { word, salt: salt.map(|salt| salt.0), hash: hash.0 };
    if kept.is_sound() {
        Ok(kept)
    } else {
        wrong("a word is not the one that was exported: the file was changed")
    }
}

fn next_line(from: &mut impl BufRead) -> Result<Option<String>, Wrong> {
    let mut line = String::new();
    match from.take(MAX_LINE as u64 + 1).read_line(&mut line) {
        Ok(0) => Ok(None),
        Ok(1..=MAX_LINE) => Ok(Some(line)),
        Ok(_) => wrong(format!("a line has at most {MAX_LINE} bytes, this one has more")),
        Err(error) => wrong(format!("this line can't be read: {error}")),
    }
}

fn game_id(text: &str) -> Result<GameId, Wrong> {
    text.parse().map_err(|_| Wrong::ExportLine(format!("`{text}` is no name of a game")))
}

fn index(game: ExportedGame) -> Index {
    let ExportedGame { stage, public, title, due, computer, people, summary, .. } = game;
    let people = people.into_iter().map(PersonId).collect();
    Index { stage, public, title, due, computer, people, summary }
}

fn read_purpose(purpose: wire::export::Purpose) -> Purpose {
    match purpose {
        wire::export::Purpose::Sit {} => Purpose::Sit,
        wire::export::Purpose::Watch {} => Purpose::Watch,
        wire::export::Purpose::Device { person } => Purpose::Device(PersonId(person)),
    }
}
