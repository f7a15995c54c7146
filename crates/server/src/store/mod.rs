//! What the server keeps.
//!
//! The log of each game is the only truth: entries counted from 1, written before anyone hears of them and never
//! changed. Beside it stand the people, links and tokens, and a row for each game with what lists and the scheduler
//! ask for. The row is written in the transaction of the entry it follows from. The store knows no rule and no JSON:
//! entries are text. What is personal in an entry (names, titles, chat) is handed over apart from it;
//! [`crate::personal`] takes it out and puts it back.
//!
//! [`GameStore`] is what the server asks of a database, one trait without SQL in it. [`sqlite::Sqlite`] is the database
//! that does it. [`Store`] is the handle that everybody has. Only [`sqlite`], [`crate::serve`] and the commands that open
//! files know that the database is SQLite's.
//!
//! - **Writes are awaited, reads block.** A write is a [`Pending`] answer, so that a database can put many into one
//!   transaction. A read is a blocking call. Several are asked for at a time and worked on at once, since a game is
//!   played again from its log, so they run together on a thread that may block. With a future for each read, SQLite
//!   would change threads for every one.
//! - **Every store passes one suite** (`tests/store/suite`): SQLite, and a store in memory that shows that the suite
//!   knows no SQL. Where other processes write to the same store, `subscribe` tells which logs have grown, and
//!   [`Hall::follow`](crate::hall::Hall::follow) has the tables read them.
//! - **Each entry is chained** to all before it by a hash (`chain`). The chain covers hashes of personal words, not the
//!   words: text and salt can be erased together while the hash stays.
//! - **A log with gaps is damage**, not a shorter log. So is one whose chain is broken.
//! - **Exports are lines of JSON** ([`wire::export`]), out of any database (`ExportSource`) and into any (`Filling`).
//!   [`crate::carry`] looks at the texts, of which the store knows nothing.
//!
//! ```
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("games.db");
//! use server::store::sqlite::{Options, Sqlite};
//! use server::store::{Append, GameId, Index, Secret, Store, StoreError};
//! let store = Store::from(Sqlite::open(&path, &Options::default())?);
//! let first = Append {
//!     game: GameId([7; 10]),
//!     version: 1,
//!     at: 1_700_000_000_000,
//!     entry: "the table is set".into(),
//!     words: Vec::new(),
//!     index: Index { stage: "open".into(), public: true, ..Index::default() },
//! };
//! store.create(Secret([1; 32]), first.clone()).wait()?;
//! let second = Append { version: 2, entry: "somebody sits down".into(), ..first };
//! store.append(second.clone()).wait()?;
//! assert!(matches!(store.append(second).wait(), Err(StoreError::Conflict { last: 2, .. })));
//! assert_eq!(store.load(GameId([7; 10]), 1)?[0].entry, "somebody sits down");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ban;
mod chain;
mod damage;
mod error;
mod export;
mod game;
mod game_store;
mod import;
mod link;
mod name;
mod pending;
pub mod sqlite;
mod words;

pub use ban::{BanRow, Notice};
pub use damage::{Damage, Flaw};
pub use error::StoreError;
pub use export::{Exported, purpose};
pub use game::{ATTENDED, Aged, Append, GameRow, Index, Listed, Logged, MAX_TEXT, Page};
pub use game_store::{GameStore, PAUSE, Reading};
pub use import::{ImportError, Part, PartCheck};
pub use link::{Link, MAX_LINKS, Purpose};
pub use name::{GameId, Hash, NotAGameId, PersonId, Secret};
pub use pending::Pending;
pub use table::Millis;
pub use words::{Word, Written};

use std::ops::Deref;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Tables that are loaded at once. Loading plays the game once more, which takes longer than reading it.
const LONG_READS: usize = 2;

/// A handle to whatever keeps the games; clones are handles to the same. When the last is dropped, everything ordered is
/// still written, and the database is closed.
#[derive(Clone)]
pub struct Store {
    opened: Arc<Opened>,
}

struct Opened {
    database: Box<dyn GameStore>,
    /// For tasks that read.
    turns: Turns,
}

/// How many tasks may read at once.
enum Turns {
    /// One, which has the thread.
    Here,
    /// As many as there are connections, and fewer of those that take long.
    Aside { any: Arc<Semaphore>, long: Arc<Semaphore> },
}

impl<T: GameStore + 'static> From<T> for Store {
    fn from(database: T) -> Store {
        let turns = match database.reading() {
            Reading::Here => Turns::Here,
            Reading::Aside(most) => Turns::Aside {
                any: Arc::new(Semaphore::new(most.max(1))),
                long: Arc::new(Semaphore::new(LONG_READS)),
            },
        };
        Store { opened: Arc::new(Opened { database: Box::new(database), turns }) }
    }
}

impl Deref for Store {
    type Target = dyn GameStore;

    fn deref(&self) -> &Self::Target {
        &*self.opened.database
    }
}

impl Store {
    /// Whether tasks read on their own thread.
    pub fn reads_here(&self) -> bool {
        matches!(self.opened.turns, Turns::Here)
    }

    /// Reads where waiting for the disk holds up no task.
    pub async fn aside<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        match &self.opened.turns {
            Turns::Here => Ok(read(self)),
            // Tasks wait here, not each on a thread of its own: there are no more connections than this anyway.
            Turns::Aside { any, .. } => self.in_turn(any, read).await,
        }
    }

    /// The same for what works long on what it reads, such as loading tables: a few at a time, so that everybody else
    /// finds a connection.
    pub async fn at_length<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        match &self.opened.turns {
            Turns::Here => Ok(read(self)),
            Turns::Aside { long, .. } => self.in_turn(long, read).await,
        }
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        turns: &Arc<Semaphore>,
        read: impl FnOnce(&Store) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let turn = turns.clone().acquire_owned().await.map_err(|_| StoreError::Stopped)?;
        let store = self.clone();
        let work = move || {
            // The turn ends with the work, also if nobody waits for that any more.
            let _turn = turn;
            read(&store)
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| StoreError::Stopped)
    }

    /// Reads for a task, and fails if the reading does.
    pub async fn blocking<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.aside(read).await?
    }

    /// Deletes a game and all that is left of it; tells whether there was something of it.
    pub async fn delete(&self, game: GameId) -> Result<bool, StoreError> {
        let was_known = self.take_away(game).await?;
        while self.sweep().await? {}
        Ok(was_known)
    }

    /// Finds out whether more can be written: what a sign of life takes is there already, what a game takes may not be.
    pub async fn try_room(&self, now: Millis) -> Result<(), StoreError> {
        let filled = self.fill(now, true).await;
        let emptied = self.fill(now, false).await;
        filled.and(emptied)
    }

    /// Whether this is the only handle left.
    pub fn is_last(&self) -> bool {
        Arc::strong_count(&self.opened) == 1
    }
}
