//! Everything the server keeps, in one SQLite database.
//!
//! The truth is the log of each game: entries counted from 1, written before anyone hears of them and never changed.
//! Beside it stand a row of facts about each game for lists and the scheduler, written together with the entry they
//! follow from, and the people, links and tokens. The store knows no rule and no JSON: entries are text, and what is
//! personal about them is handed over apart from it. The entries of a log are chained by hashes, and how far each log has
//! come is recorded in a file beside the database, so that damage is noticed.
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
//!     words: Vec::new(),
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
mod chain;
mod checkpointer;
mod column;
mod connection;
mod damage;
mod error;
mod expiry;
mod export;
mod file;
mod game;
mod heads;
mod import;
mod keep;
mod link;
mod list;
mod log;
mod manual;
mod name;
mod options;
mod pending;
mod person;
mod readers;
mod schema;
mod verify;
mod who;
mod whole;
mod words;
mod writer;

pub use backup::{Progress, Wish};
pub use ban::{Ban, Notice};
pub use damage::{Damage, Flaw};
pub use error::StoreError;
pub use export::{Exported, purpose};
pub use game::{ATTENDED, Append, Index};
pub use import::{Check, Part};
pub use link::{Link, Purpose};
pub use list::{Aged, GameRow, Listed, Page};
pub use log::Logged;
pub use manual::InjectedFault;
pub use name::{GameId, Hash, NotAGameId, PersonId, Secret};
pub use options::Options;
pub use pending::Pending;
pub use table::Millis;
pub use verify::{RecordState, Verified};
pub use words::{Word, Written};

use damage::Hurt;
use file::Lock;
use heads::Record;
use readers::Readers;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Semaphore;
use writer::Writer;

/// The longest text that is stored, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// Links of a game to sit down, to look on, and for another device of each person.
pub const MAX_LINKS: usize = 100;

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
    turns: Arc<Semaphore>,
    /// For [`Store::at_length`].
    long_turns: Arc<Semaphore>,
    hurt: Hurt,
    record: RecordState,
    writer: Writer,
    path: PathBuf,
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
        let (heads, hurt, record) = whole::compare(&db, &path)?;
        let writer = Writer::start(db, heads, &path, options)?;
        let turns = Arc::new(Semaphore::new(options.readers.max(1)));
        let long_turns = Arc::new(Semaphore::new(LONG_READS));
        let open = Open { readers, turns, long_turns, hurt, record, writer, path, _lock: lock };
        Ok(Store { open: Arc::new(open) })
    }

    /// Writes what waits, in a store that is [by hand](Options::manual), and tells how many orders that were; at
    /// most 256 at a time.
    pub fn write(&self, fate: InjectedFault) -> Result<usize, StoreError> {
        self.open.writer.write(fate)
    }

    /// Whether it is [by hand](Options::manual), so that nothing is done on threads of their own.
    pub fn is_manual(&self) -> bool {
        self.open.writer.is_manual()
    }

    /// Reads where waiting for the disk holds up no task: on another thread, and on this one if the store is
    /// [by hand](Options::manual).
    pub async fn aside<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        if self.is_manual() {
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
        if self.is_manual() {
            return Ok(read(self));
        }
        self.in_turn(&self.open.long_turns, read).await
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

    /// Reads on a thread for such things, for tasks.
    pub async fn blocking<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.aside(read).await?
    }

    /// How many writes are not durable yet, and when the oldest of them was ordered; nothing of a store that is
    /// [by hand](Options::manual).
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
        self.open.writer.order(move |desk| {
            desk.record(game::create(desk, &secret, &first, &more)?);
            Ok(())
        })
    }

    /// Adds an entry to the log of a game. Of several that offer the same version one is stored, the others are
    /// answered [`StoreError::Conflict`]. Nothing is added to a log that is known to be damaged.
    pub fn append(&self, append: Append) -> Pending<()> {
        let hurt = self.open.hurt.clone();
        self.open.writer.order(move |desk| {
            if let Some(damage) = hurt.of(append.game) {
                return Err(StoreError::Damaged(damage));
            }
            desk.record(game::append(desk, &append)?);
            Ok(())
        })
    }

    /// Takes a game away for good, with everything that belongs to it and what is recorded of it; tells whether there
    /// was something of it.
    pub async fn delete(&self, game: GameId) -> Result<bool, StoreError> {
        let was_hurt = self.damage(game).is_some();
        let deleted = self.open.writer.order(move |desk| {
            let was_known = expiry::delete(desk, game)? || was_hurt;
            if was_known {
                desk.record(Record::deleted(game));
            }
            Ok(was_known)
        });
        let was_known = deleted.await?;
        self.open.hurt.forget(game);
        while self.sweep().await? {}
        Ok(was_known)
    }

    /// Says anew what lists and the scheduler are to know of a game whose log has come to a version, or is damaged; the
    /// people stay.
    pub fn mark(&self, game: GameId, version: u64, index: Index) -> Pending<()> {
        let hurt = self.open.hurt.clone();
        self.open.writer.order(move |db| {
            let version = hurt.of(game).is_none().then_some(version);
            game::mark(db, game, version, &index)
        })
    }

    /// The next entries of a game after a version: about this many bytes of them, and at least one if there is one. Where
    /// the log is damaged it ends, and the damage is known from then on.
    pub fn load_piece(&self, game: GameId, after: u64, bytes: usize) -> Result<Vec<Logged>, StoreError> {
        let piece = self.open.readers.read(|db| log::piece(db, game, after, bytes))?;
        self.note_damage(piece.damage);
        Ok(piece.entries.into_iter().map(Logged::from).collect())
    }

    /// The entries of a game after a version, in order; none if there is no such game.
    pub fn load(&self, game: GameId, after: u64) -> Result<Vec<Logged>, StoreError> {
        let log = self.open.readers.read(|db| log::load(db, game, after));
        if let Err(StoreError::Damaged(damage)) = log {
            self.note_damage(Some(damage));
        }
        log
    }

    fn note_damage(&self, damage: Option<Damage>) {
        let Some(damage) = damage.filter(|damage| self.open.hurt.note(*damage)) else { return };
        tracing::error!(%damage, "a log is damaged; nothing more can happen at its table");
        // If this cannot be written, the table is only woken in vain.
        drop(self.open.writer.order(move |db| game::rest(db, damage.game)));
    }

    /// What is known to be wrong with the log of a game.
    pub fn damage(&self, game: GameId) -> Option<Damage> {
        self.open.hurt.of(game)
    }

    /// All damage that is known.
    pub fn all_damage(&self) -> Vec<Damage> {
        self.open.hurt.all()
    }

    /// The state of the record of heads when the store was opened.
    pub fn record_state(&self) -> RecordState {
        self.open.record
    }

    /// What is known of a game without its log.
    pub fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError> {
        self.open.readers.read(|db| list::one(db, game))
    }

    /// The public games of a stage, or those that were attended at a time or later, the latest first.
    pub fn public_games(
        &self,
        stage: &str,
        since: Option<Millis>,
        page: Page,
    ) -> Result<Vec<Listed>, StoreError> {
        self.open.readers.read(|db| list::public(db, stage, since, page))
    }

    /// Notes that people are at games now, or at all of theirs. Only public games have that noted.
    pub fn attend(&self, here: Vec<(PersonId, Option<GameId>)>, now: Millis) -> Pending<()> {
        self.open.writer.order(move |db| game::attend(db, &here, now))
    }

    /// Deletes a game that did not change since it came to a version and that nobody keeps who was here since a time, and
    /// tells whether it did. It is gone at once; [`sweep`](Store::sweep) takes its log away.
    pub fn forget(&self, game: GameId, version: u64, since: Millis) -> Pending<bool> {
        let hurt = self.open.hurt.clone();
        self.open.writer.order(move |desk| {
            let was_there = expiry::forget(desk, game, version, since)?;
            if was_there {
                desk.record(Record::deleted(game));
                hurt.forget(game);
            }
            Ok(was_there)
        })
    }

    /// Takes away a piece of what is left of deleted games, and tells whether there was any.
    pub fn sweep(&self) -> Pending<bool> {
        self.open.writer.order(|desk| expiry::sweep(desk))
    }

    /// Some games that last changed before a time and that nobody keeps who was here since another time, numbered after
    /// `after`, in the order of their numbers.
    pub fn aged(
        &self,
        after: i64,
        before: Millis,
        since: Millis,
        limit: usize,
    ) -> Result<Vec<Aged>, StoreError> {
        self.open.readers.read(|db| expiry::aged(db, after, before, since, limit))
    }

    /// Bytes of a game's log and of what lists show of it.
    pub fn bytes_of(&self, game: GameId) -> Result<u64, StoreError> {
        self.open.readers.read(|db| expiry::bytes(db, game))
    }

    /// How many people there are who were last here before a time and have nothing here.
    pub fn strangers(&self, before: Millis) -> Result<u64, StoreError> {
        self.open.readers.read(|db| expiry::strangers(db, before))
    }

    /// Forgets some of them, and tells how many.
    pub fn forget_strangers(&self, before: Millis) -> Pending<usize> {
        self.open.writer.order(move |db| expiry::forget_strangers(db, before))
    }

    /// Deletes some links to another device that were made before a time, and tells how many.
    pub fn forget_device_links(&self, before: Millis) -> Pending<usize> {
        self.open.writer.order(move |db| expiry::forget_device_links(db, before))
    }

    /// Keeps a game for a person, of which each may keep so many.
    pub fn keep(&self, game: GameId, person: PersonId, most: usize) -> Pending<()> {
        self.open.writer.order(move |db| keep::put(db, game, person, most))
    }

    /// Keeps a game for a person no longer.
    pub fn let_go(&self, game: GameId, person: PersonId) -> Pending<()> {
        self.open.writer.order(move |db| keep::remove(db, game, person))
    }

    /// Whether anybody keeps a game who was here since a time, and whether a person does.
    pub fn kept(
        &self,
        game: GameId,
        person: Option<PersonId>,
        since: Millis,
    ) -> Result<(bool, bool), StoreError> {
        self.open.readers.read(|db| keep::of(db, game, person, since))
    }

    /// The games that a person keeps, the latest first.
    pub fn kept_by(&self, person: PersonId) -> Result<Vec<Listed>, StoreError> {
        self.open.readers.read(|db| list::kept_by(db, person))
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

    /// At most `limit` games that are being played, in the order of their numbers, after one of them; each with its number.
    pub fn playing(&self, after: Option<i64>, limit: u32) -> Result<Vec<(i64, GameId)>, StoreError> {
        self.open.readers.read(|db| list::playing(db, after, limit))
    }

    /// How many games there are of each stage.
    pub fn stages(&self) -> Result<Vec<(String, u64)>, StoreError> {
        self.open.readers.read(list::stages)
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
}
