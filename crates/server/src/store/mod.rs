//! Everything the server keeps, in one SQLite database.
//!
//! The truth is the log of each game: entries counted from 1, written before anyone hears of them and never changed.
//! Beside it stand a row of facts about each game for lists and the scheduler, written together with the entry they
//! follow from, and the people, links and tokens. The store knows no rule and no JSON: entries are text.
//!
//! Writes are ordered by calling a function and done by one thread, many in one transaction; they are [`Pending`]
//! until they are durable. Reads block, so tasks call them on a thread for such things.
//!
//! ```
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("games.db");
//! use server::store::{Append, GameId, Index, Options, Secret, Store, StoreError};
//! let store = Store::open(&path, &Options::default())?;
//! let first = Append {
//!     game: GameId([7; 10]),
//!     version: 1,
//!     at: 1_700_000_000_000,
//!     entry: "the table is set".into(),
//!     index: Index { stage: "open".into(), public: true, ..Index::default() },
//! };
//! store.create(Secret([1; 32]), first.clone()).wait()?;
//! let second = Append { version: 2, entry: "somebody sits down".into(), ..first };
//! store.append(second.clone()).wait()?;
//! assert!(matches!(store.append(second).wait(), Err(StoreError::Conflict { last: 2, .. })));
//! assert_eq!(store.load(GameId([7; 10]), 1)?[0].entry, "somebody sits down");
//! # Ok::<(), StoreError>(())
//! ```

mod alive;
mod backup;
mod ban;
mod by_hand;
mod checkpointer;
mod column;
mod connection;
mod error;
mod export;
mod file;
mod game;
mod import;
mod link;
mod list;
mod name;
mod options;
mod pending;
mod person;
mod readers;
mod schema;
mod writer;

pub use backup::Progress;
pub use ban::{Ban, Notice};
pub use by_hand::Fate;
pub use error::StoreError;
pub use game::{Append, Index};
pub use import::{Check, Part};
pub use link::{Link, Purpose};
pub use list::{GameRow, Listed, Logged, Page};
pub use name::{GameId, Hash, Millis, NotAGameId, PersonId, Secret};
pub use options::Options;
pub use pending::Pending;

use file::Lock;
use readers::Readers;
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Semaphore;
use writer::Writer;

/// The longest text that is stored, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// Tables that are loaded at once. Loading plays the game once more, which takes longer than reading it.
const LONG_READS: usize = 2;

/// A handle to the store; clones are handles to the same one. When the last is dropped, everything ordered is still
/// written, and the file is closed.
#[derive(Clone)]
pub struct Store {
    open: Arc<Open>,
}

/// Dropped in this order: the writer's connection closes last and tidies up, and only then may another process come.
struct Open {
    readers: Readers,
    /// As many as there are readers.
    turns: Semaphore,
    /// For [`Store::at_length`].
    long_turns: Semaphore,
    writer: Writer,
    _lock: Lock,
}

impl Store {
    /// Opens a database or makes a new one; an earlier version's becomes one of this version.
    pub fn open(path: &Path, options: &Options) -> Result<Store, StoreError> {
        file::outlive_size_limit()?;
        let path = file::create(path)?;
        let lock = Lock::take(&path)?;
        let db = connection::to_write(&path, options)?;
        let readers = Readers::open(&path, options)?;
        let writer = Writer::start(db, &path, options)?;
        let turns = Semaphore::new(options.readers.max(1));
        let long_turns = Semaphore::new(LONG_READS);
        Ok(Store { open: Arc::new(Open { readers, turns, long_turns, writer, _lock: lock }) })
    }

    /// Writes what waits, in a store that is [by hand](Options::by_hand), and tells how many orders that were; at
    /// most 256 at a time.
    pub fn write(&self, fate: Fate) -> Result<usize, StoreError> {
        self.open.writer.write(fate)
    }

    /// Reads where waiting for the disk holds up no task: on another thread, and on this one if the store is
    /// [by hand](Options::by_hand).
    pub async fn aside<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        if self.open.writer.is_by_hand() {
            return Ok(read(self));
        }
        // Tasks wait here, not each on a thread of its own: there are no more connections than this anyway.
        self.in_turn(&self.open.turns, read).await
    }

    /// The same for what works long on what it reads, such as loading tables: a few at a time, so that everybody else
    /// finds a reader.
    pub async fn at_length<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        if self.open.writer.is_by_hand() {
            return Ok(read(self));
        }
        self.in_turn(&self.open.long_turns, read).await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        turns: &Semaphore,
        read: impl FnOnce(&Store) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let _turn = turns.acquire().await.map_err(|_| StoreError::Stopped)?;
        let store = self.clone();
        tokio::task::spawn_blocking(move || read(&store)).await.map_err(|_| StoreError::Stopped)
    }

    /// Reads on a thread for such things, for tasks.
    pub async fn blocking<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.aside(read).await?
    }

    /// How many writes are not durable yet, and when the oldest of them was ordered; nothing of a store that is
    /// [by hand](Options::by_hand).
    pub fn writes_waiting(&self) -> (usize, Option<Instant>) {
        self.open.writer.waiting()
    }

    /// Bytes of the database that hold something, and of its write-ahead log. Pages that became free are filled again
    /// before the file grows.
    pub fn used_bytes(&self) -> Result<u64, StoreError> {
        self.open.readers.read(connection::used_bytes)
    }

    /// Whether this is the only handle left.
    pub fn is_last(&self) -> bool {
        Arc::strong_count(&self.open) == 1
    }

    /// Starts the log of a new game with its first entry.
    pub fn create(&self, secret: Secret, first: Append) -> Pending<()> {
        self.create_with(secret, first, Vec::new())
    }

    /// Starts the log of a new game with entries that belong together: all of them are stored, or none.
    pub fn create_with(&self, secret: Secret, first: Append, more: Vec<Append>) -> Pending<()> {
        self.open.writer.order(move |db| game::create(db, &secret, &first, &more).map(drop))
    }

    /// Adds an entry to the log of a game. Of several that offer the same version one is stored, the others are
    /// answered [`StoreError::Conflict`].
    pub fn append(&self, append: Append) -> Pending<()> {
        self.open.writer.order(move |db| game::append(db, &append))
    }

    /// Says anew what lists and the scheduler are to know of a game whose log has come to a version; the people stay.
    pub fn mark(&self, game: GameId, version: u64, index: Index) -> Pending<()> {
        self.open.writer.order(move |db| game::mark(db, game, version, &index))
    }

    /// The next entries of a game after a version: about this many bytes of them, and at least one if there is one.
    pub fn load_piece(&self, game: GameId, after: u64, bytes: usize) -> Result<Vec<Logged>, StoreError> {
        self.open.readers.read(|db| list::piece(db, game, after, bytes))
    }

    /// The entries of a game after a version, in order; none if there is no such game.
    pub fn load(&self, game: GameId, after: u64) -> Result<Vec<Logged>, StoreError> {
        self.open.readers.read(|db| list::load(db, game, after))
    }

    /// What is known of a game without its log.
    pub fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError> {
        self.open.readers.read(|db| list::one(db, game))
    }

    /// The public games of a stage, the latest first.
    pub fn public_games(&self, stage: &str, page: Page) -> Result<Vec<Listed>, StoreError> {
        self.open.readers.read(|db| list::public(db, stage, page))
    }

    /// The games a person takes part in, the latest first.
    pub fn games_of(&self, person: PersonId, page: Page) -> Result<Vec<Listed>, StoreError> {
        self.open.readers.read(|db| list::of_person(db, person, page))
    }

    /// At most `limit` games with something due at this time or earlier, the earliest due first.
    pub fn due(&self, by: Millis, limit: u32) -> Result<Vec<GameId>, StoreError> {
        self.open.readers.read(|db| list::due(db, by, limit))
    }

    /// At most `limit` games in which the computer is to move, the longest waiting first.
    pub fn for_the_computer(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        self.open.readers.read(|db| list::for_the_computer(db, limit))
    }

    /// How many games there are of each stage.
    pub fn stages(&self) -> Result<Vec<(String, u64)>, StoreError> {
        self.open.readers.read(list::stages)
    }

    /// A new person, known by a secret with this hash.
    pub fn add_person(&self, hash: Hash) -> Pending<PersonId> {
        self.open.writer.order(move |db| person::add(db, &hash))
    }

    /// One more secret by which a person is known, for another browser.
    pub fn add_secret(&self, person: PersonId, hash: Hash) -> Pending<()> {
        self.open.writer.order(move |db| person::add_secret(db, person, &hash))
    }

    /// Who is known by the secret with this hash.
    pub fn person(&self, hash: &Hash) -> Result<Option<PersonId>, StoreError> {
        self.open.readers.read(|db| person::find(db, hash))
    }

    /// Whether there is a person with this number.
    pub fn has_person(&self, person: PersonId) -> Result<bool, StoreError> {
        self.open.readers.read(|db| person::exists(db, person))
    }

    /// A new link.
    pub fn add_link(&self, hash: Hash, link: Link) -> Pending<()> {
        self.open.writer.order(move |db| link::add(db, &hash, &link))
    }

    /// The link whose secret has this hash.
    pub fn link(&self, hash: &Hash) -> Result<Option<Link>, StoreError> {
        self.open.readers.read(|db| link::find(db, hash))
    }

    /// Notes that a person came by a link: they may do what it is good for as long as it is there.
    pub fn welcome(&self, hash: Hash, person: PersonId) -> Pending<()> {
        self.open.writer.order(move |db| link::welcome(db, &hash, person))
    }

    /// What the links are good for by which a person came to a game.
    pub fn welcomes(&self, game: GameId, person: PersonId) -> Result<Vec<Purpose>, StoreError> {
        self.open.readers.read(|db| link::welcomes(db, game, person))
    }

    /// Takes a link away; of several that do so at the same time, one gets it.
    pub fn take_link(&self, hash: Hash) -> Pending<Option<Link>> {
        self.open.writer.order(move |db| link::take(db, &hash))
    }

    /// Takes away all links of a game, or those for one purpose, and tells how many they were.
    pub fn revoke_links(&self, game: GameId, purpose: Option<Purpose>) -> Pending<usize> {
        self.open.writer.order(move |db| link::revoke(db, game, purpose))
    }

    /// Keeps that somebody is shut out.
    pub fn put_ban(&self, ban: Ban) -> Pending<()> {
        self.open.writer.order(move |db| ban::put(db, &ban))
    }

    /// Forgets that somebody is shut out.
    pub fn remove_ban(&self, whom: String) -> Pending<()> {
        self.open.writer.order(move |db| ban::remove(db, &whom))
    }

    /// Who is shut out, the latest last.
    pub fn bans(&self) -> Result<Vec<Ban>, StoreError> {
        self.open.readers.read(ban::all)
    }

    /// Keeps what everybody is told from now on, if anything.
    pub fn tell(&self, notice: Option<Notice>) -> Pending<()> {
        self.open.writer.order(move |db| ban::tell(db, notice.as_ref()))
    }

    /// What everybody is told.
    pub fn told(&self) -> Result<Option<Notice>, StoreError> {
        self.open.readers.read(ban::told)
    }

    /// Notes that the server is running at this time.
    pub fn write_alive(&self, now: Millis) -> Pending<()> {
        self.open.writer.order(move |db| alive::write(db, now))
    }

    /// Finds out whether more can be written: what a sign of life takes is there already, what a game takes may not be.
    pub async fn try_room(&self, now: Millis) -> Result<(), StoreError> {
        let filled = self.open.writer.order(move |db| alive::fill(db, now, true)).await;
        let emptied = self.open.writer.order(move |db| alive::fill(db, now, false)).await;
        filled.and(emptied)
    }

    /// Notes that the server starts at this time, and that it did not run since its last sign of life.
    pub fn resume(&self, now: Millis) -> Pending<()> {
        self.open.writer.order(move |db| alive::resume(db, now))
    }

    /// How long the server did not run since a time.
    pub fn outage_since(&self, time: Millis) -> Result<Millis, StoreError> {
        self.open.readers.read(|db| alive::outage_since(db, time))
    }

    /// When the server was last seen running.
    pub fn last_alive(&self) -> Result<Option<Millis>, StoreError> {
        self.open.readers.read(alive::last)
    }

    /// Writes everything as lines of JSON, as it is at one moment, and tells how many lines that were. They hold the
    /// secrets of running games: the caller keeps them from other people's eyes.
    pub fn export_all(&self, to: impl Write) -> Result<u64, StoreError> {
        self.open.readers.read(|db| export::export(db, to))
    }

    /// Does the same with a database that another process may have open; one of an earlier version becomes one of this
    /// version first, and that another process may not have.
    pub fn export_beside(path: &Path, options: &Options, to: impl Write) -> Result<u64, StoreError> {
        let db = connection::to_read(path, options)?;
        schema::check_ours(&db, path)?;
        if schema::earlier(&db)?.is_none() {
            return export::export(&db, to);
        }
        drop(db);
        Store::open(path, options)?.export_all(to)
    }

    /// Copies a database to a file, as it is at one moment, and checks the copy. Another process may have the
    /// database open and write to it. A file that is there already is replaced when the copy is whole.
    pub fn backup(
        path: &Path,
        options: &Options,
        to: &Path,
        mut progress: impl FnMut(Progress),
    ) -> Result<(), StoreError> {
        file::outlive_size_limit()?;
        backup::backup(path, to, options, &mut progress)
    }

    /// Puts a copy made by [`backup`](Store::backup) in the place of a database, after checking it. A database with
    /// something in it is replaced only by `force`, and one that another process has open never.
    pub fn restore(
        path: &Path,
        options: &Options,
        from: &Path,
        force: bool,
        mut progress: impl FnMut(Progress),
    ) -> Result<(), StoreError> {
        file::outlive_size_limit()?;
        backup::restore(from, path, force, options, &mut progress)
    }

    /// Fills a new or empty database with everything from an export, or leaves it as it is if a line is wrong (a new
    /// one not at all), and tells how many lines were read. What the store knows nothing of, `check` looks at.
    pub fn import_all(
        path: &Path,
        options: &Options,
        from: impl BufRead,
        check: Check,
    ) -> Result<u64, StoreError> {
        file::outlive_size_limit()?;
        let was_there = path.exists();
        let path = file::create(path)?;
        let _lock = Lock::take(&path)?;
        // Until the lock was taken another process may have filled it.
        let is_new = !was_there && std::fs::metadata(&path).is_ok_and(|file| file.len() == 0);
        let db = connection::to_write(&path, options);
        let imported = db.and_then(|mut db| import::import(&mut db, from, check));
        if is_new && imported.is_err() {
            file::remove(&path);
        }
        imported
    }
}
