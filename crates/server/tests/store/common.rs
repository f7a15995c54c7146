//! What the tests share.

use crate::suite::Place;
use rusqlite::Connection;
use server::store::sqlite::{OpenError, Options, Sqlite};
use server::store::{Append, GameId, Hash, Index, PersonId, Secret, Store, Word};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// A database in a folder that goes away with it.
pub struct TempStore {
    pub folder: TempDir,
    pub path: PathBuf,
}

impl TempStore {
    pub fn new() -> TempStore {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap().join("games.db");
        TempStore { folder, path }
    }

    pub fn open(&self) -> Opened {
        self.open_with(&options())
    }

    pub fn open_with(&self, options: &Options) -> Opened {
        Opened::from(Sqlite::open(&self.path, options).unwrap())
    }

    pub fn refusal(&self) -> OpenError {
        refusal(&self.path)
    }

    /// A connection past the store.
    pub fn connection(&self) -> Connection {
        Connection::open(&self.path).unwrap()
    }
}

impl Place for TempStore {
    fn open_for(&self, readers: usize) -> Store {
        Sqlite::open(&self.path, &Options { readers, ..options() }).unwrap().into()
    }
}

/// A database, and the handle to it that the server has.
#[derive(Clone)]
pub struct Opened {
    store: Store,
    pub sqlite: Sqlite,
}

impl From<Sqlite> for Opened {
    fn from(sqlite: Sqlite) -> Opened {
        Opened { store: sqlite.clone().into(), sqlite }
    }
}

impl Deref for Opened {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

pub fn refusal(path: &Path) -> OpenError {
    match Sqlite::open(path, &options()) {
        Ok(_) => panic!("{} was opened", path.display()),
        Err(error) => error,
    }
}

/// Nothing here depends on how fast the machine is.
pub fn options() -> Options {
    Options { patience: Duration::from_secs(600), ..Options::default() }
}

pub fn game(number: u64) -> GameId {
    let mut id = [0; 10];
    id[2..].copy_from_slice(&number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes());
    GameId(id)
}

pub fn hash(number: u8) -> Hash {
    Hash([number; 32])
}

pub const SECRET: Secret = Secret([42; 32]);

/// An entry whose every part tells its version.
pub fn entry(game: GameId, version: u64) -> Append {
    let index = Index { stage: "running".into(), summary: format!("after {version}"), ..Index::default() };
    Append { game, version, at: 1000 + version as i64, entry: text(game, version), words: Vec::new(), index }
}

pub fn text(game: GameId, version: u64) -> String {
    format!("{game}: what happened at version {version}")
}

/// A game with so many entries.
pub fn begin(store: &Store, game: GameId, versions: u64) {
    store.create(SECRET, entry(game, 1)).wait().unwrap();
    for version in 2..=versions {
        store.append(entry(game, version)).wait().unwrap();
    }
}

/// The last version of a game whose entries were all made by [`entry`], after looking whether they are all there and
/// the game's row belongs to the last one.
pub fn last(store: &Store, game: GameId) -> u64 {
    let log = store.load(game, 0).unwrap();
    for (logged, version) in log.iter().zip(1..) {
        assert_eq!(logged.version, version);
        assert_eq!(logged.at, 1000 + version as i64);
        assert!(logged.entry.starts_with(&text(game, version)), "{}", logged.entry);
    }
    let row = store.game(game).unwrap();
    assert_eq!(row.as_ref().map_or(0, |row| row.version), log.len() as u64);
    if let Some(row) = row {
        assert_eq!(row.index.summary, format!("after {}", row.version));
        assert_eq!((row.created, row.updated), (1001, 1000 + row.version as i64));
    }
    log.len() as u64
}

/// Something that somebody is called.
pub fn word(place: u32, person: PersonId) -> Word {
    Word { place, kind: "name".into(), person: Some(person), text: Some(format!("Żaneta \"{place}\"")) }
}

/// Everything as text.
pub fn export(store: &Opened) -> String {
    let mut text = Vec::new();
    let lines = store.sqlite.export_all(&mut text).unwrap().lines;
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.lines().count() as u64, lines);
    text
}
