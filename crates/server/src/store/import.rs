//! Everything from lines of JSON, into an empty store.

use super::{Append, Ban, GameId, Hash, Index, Link, Logged, PersonId, Purpose, Secret, StoreError};
use super::{alive, ban, game, link, person};
use rusqlite::{Connection, TransactionBehavior};
use std::io::{BufRead, Read};
use wire::export::{FORMAT, Game, Line, MAX_LINE};

/// A text of which the store knows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<'a> {
    /// What lists show of a game.
    Summary(&'a str),
    /// An entry of a log, and which version it is.
    Entry(&'a str, u64),
}

/// Says what is wrong with a text.
pub type Check = fn(Part<'_>) -> Result<(), String>;

/// Reads everything, or nothing if anything is wrong with it, and tells how many lines that were.
pub(super) fn import(db: &mut Connection, from: impl BufRead, check: Check) -> Result<u64, StoreError> {
    let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    check_empty(&transaction)?;
    let mut import = Import { db: &transaction, check, lines: 0, game: Log::None, ended: false };
    import.read(from).map_err(|wrong| wrong.at(import.lines))?;
    let lines = import.lines - 1;
    transaction.commit()?;
    Ok(lines)
}

fn check_empty(db: &Connection) -> Result<(), StoreError> {
    let question = "SELECT EXISTS (SELECT 1 FROM games) OR EXISTS (SELECT 1 FROM people)";
    let full = db.query_row(question, [], |row| row.get(0))?;
    if full { Err(StoreError::NotEmpty) } else { Ok(()) }
}

struct Import<'a> {
    db: &'a Connection,
    check: Check,
    /// How many lines were looked for.
    lines: u64,
    game: Log,
    ended: bool,
}

/// The log that is being read.
enum Log {
    /// None.
    None,
    /// The game is known, its first entry is to come.
    Announced(Box<(GameId, Game)>),
    /// So far.
    Begun(game::Number, Logged),
}

/// What is wrong.
enum Wrong {
    /// With the line.
    Line(String),
    /// With the store.
    Store(StoreError),
}

impl Wrong {
    fn at(self, line: u64) -> StoreError {
        match self {
            Wrong::Line(problem) => StoreError::Import { line, problem },
            Wrong::Store(error) => error,
        }
    }
}

impl From<StoreError> for Wrong {
    fn from(error: StoreError) -> Wrong {
        if error.is_refusal() { Wrong::Line(error.to_string()) } else { Wrong::Store(error) }
    }
}

fn wrong<T>(problem: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong::Line(problem.into()))
}

impl Import<'_> {
    fn read(&mut self, mut from: impl BufRead) -> Result<(), Wrong> {
        loop {
            self.lines += 1;
            match next_line(&mut from)? {
                Some(_) if self.ended => return wrong("the line before said that it is the last one"),
                Some(text) => self.line(wire::read(&text).map_err(|bad| Wrong::Line(bad.to_string()))?)?,
                None if self.ended => return Ok(()),
                None => return wrong("the file ends here, but its last lines are missing"),
            }
        }
    }

    fn line(&mut self, line: Line) -> Result<(), Wrong> {
        if self.lines == 1 {
            return self.first(&line);
        }
        match line {
            Line::Entry { version, at, entry } => return self.entry(Logged { version, at, entry }),
            _ => self.end_game()?,
        }
        match line {
            Line::Bastide { .. } => wrong("only the first line may say what this is"),
            Line::Person { person, secrets } => {
                self.person(PersonId(person), secrets.into_iter().map(|hash| Hash(hash.0)))
            }
            Line::Game(game) => self.begin_game(game),
            Line::Entry { .. } => Ok(()),
            Line::Link { hash, game, purpose, made, guests } => {
                let link = Link { game: game_id(&game)?, purpose: read_purpose(purpose), made };
                link::add(self.db, &Hash(hash.0), &link)?;
                for guest in guests {
                    link::welcome(self.db, &Hash(hash.0), PersonId(guest))?;
                }
                Ok(())
            }
            Line::Outage { began, ended } => Ok(alive::add_outage(self.db, began, ended)?),
            Line::Ban { whom, reason, made, until } => {
                Ok(ban::put(self.db, &Ban { whom, reason, made, until })?)
            }
            Line::Alive { at } => Ok(alive::write(self.db, at)?),
            Line::End { lines } => self.end(lines),
        }
    }

    fn first(&self, line: &Line) -> Result<(), Wrong> {
        match line {
            Line::Bastide { format: FORMAT } => Ok(()),
            Line::Bastide { format } => {
                wrong(format!("this is format {format}, but only format {FORMAT} is known"))
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

    fn person(&self, id: PersonId, secrets: impl Iterator<Item = Hash>) -> Result<(), Wrong> {
        match person::check(self.db, id) {
            Ok(()) => return wrong(format!("person {} comes twice", id.0)),
            Err(StoreError::UnknownPerson(_)) => person::insert(self.db, id)?,
            Err(error) => return Err(error.into()),
        }
        for hash in secrets {
            person::add_secret(self.db, id, &hash)?;
        }
        Ok(())
    }

    fn begin_game(&mut self, game: Game) -> Result<(), Wrong> {
        (self.check)(Part::Summary(&game.summary)).map_err(Wrong::Line)?;
        self.game = Log::Announced(Box::new((game_id(&game.game)?, game)));
        Ok(())
    }

    fn entry(&mut self, entry: Logged) -> Result<(), Wrong> {
        (self.check)(Part::Entry(&entry.entry, entry.version)).map_err(Wrong::Line)?;
        let number = match std::mem::replace(&mut self.game, Log::None) {
            Log::None => return wrong("an entry must follow its game or the entry before it"),
            Log::Announced(game) => self.first_entry(*game, &entry)?,
            Log::Begun(number, last) => self.further_entry(number, &last, &entry)?,
        };
        self.game = Log::Begun(number, entry);
        Ok(())
    }

    fn first_entry(&self, (id, game): (GameId, Game), entry: &Logged) -> Result<game::Number, Wrong> {
        let secret = Secret(game.secret.0);
        let Logged { version, at, entry } = entry.clone();
        let first = Append { game: id, version, at, entry, index: index(game) };
        Ok(game::create(self.db, &secret, &first, &[])?)
    }

    fn further_entry(
        &self,
        number: game::Number,
        last: &Logged,
        entry: &Logged,
    ) -> Result<game::Number, Wrong> {
        if entry.version != last.version + 1 {
            return wrong(format!("version {} does not follow version {}", entry.version, last.version));
        }
        game::check_length(&entry.entry)?;
        game::log(self.db, number, entry.version, entry.at, &entry.entry)?;
        Ok(number)
    }

    fn end_game(&mut self) -> Result<(), Wrong> {
        match std::mem::replace(&mut self.game, Log::None) {
            Log::None => Ok(()),
            Log::Announced(_) => wrong("the game before this line has no entries"),
            Log::Begun(number, last) => Ok(game::set_last(self.db, number, last.version, last.at)?),
        }
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
    text.parse().map_err(|_| Wrong::Line(format!("`{text}` is no name of a game")))
}

fn index(game: Game) -> Index {
    let Game { game: _, secret: _, stage, public, title, due, computer, people, summary } = game;
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
