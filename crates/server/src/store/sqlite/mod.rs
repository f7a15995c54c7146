//! A store in one SQLite database, which only this process has open.
//!
//! | file | what it holds |
//! |---|---|
//! | `game` `log` `list` `words` `person` `link` `ban` `alive` `column` | the rows: creating and appending games, reading logs as far as their chain is whole, lists, people and links, the host's words, the sign of life |
//! | `keep` `expiry` | which games somebody keeps; how games, people and links are deleted |
//! | `heads` `verify` | the file beside the database that says how far each log has come; which logs are damaged |
//! | `writer` `manual` `readers` `checkpointer` | the thread that writes, or a test that writes step by step; the connections that read; the thread that moves the write-ahead log into the database while writing goes on |
//! | `error` | why a database does not open |
//! | `file` `connection` `schema` `options` | the file and its lock; how SQLite is set up; migrations, one `schema/*.sql` for each version |
//! | `whole` `backup` `carry` | a database as a whole: checked copies beside a running server and before each migration; exports and imports |
//!
//! - **Many writes share one commit.** Whatever arrives while the writer waits for the disk goes into its next
//!   transaction, at most 256 orders. If one of them fails, each is tried again alone, so none suffers for another. No
//!   write is answered before its commit.
//! - **Orders check first and write then**, so that a refusal (a conflict, an unknown game) leaves the transaction as it
//!   was.
//! - **The rows of the log stand in the order of their arrival** and are found through an index. Keeping the rows of a
//!   game together was measured: four times the disk space with entries of 1 KB, and longer commits, because each entry
//!   dirtied a page of its own.
//! - **The record of heads is written after the commit**, without waiting for the disk, so it never says more than the
//!   database holds. A log that is behind its record is damaged. Only a deletion is recorded, and synced, before it is
//!   done. The record is a plain file of 64-byte lines; the last one of a game counts, and the file is shortened when it
//!   grows long.
//! - **Deleting never holds up a move.** One order takes a game's name away, and everything that leads to it. Its log goes
//!   200 entries at a time in orders of their own, also after a crash. A table that is in memory or being loaded is not
//!   deleted ([`Hall::forget`](crate::hall::Hall::forget)). [`crate::tidy`] says what goes and when.

mod alive;
mod backup;
mod ban;
mod carry;
mod checkpointer;
mod column;
mod connection;
mod error;
mod expiry;
mod file;
mod game;
mod heads;
mod keep;
mod link;
mod list;
mod log;
mod manual;
mod options;
mod person;
mod readers;
mod schema;
mod verify;
mod whole;
mod words;
mod writer;

pub use backup::{Progress, Wish};
pub use error::OpenError;
pub use manual::InjectedFault;
pub use options::Options;
pub use verify::{RecordState, Verified};

use self::file::Lock;
use self::heads::Record;
use self::readers::Readers;
use self::writer::Writer;
use super::damage::Hurt;
use super::{
    Aged, Append, BanRow, Damage, GameId, GameRow, GameStore, Hash, Index, Link, Listed, Logged, MAX_LINKS,
    Millis, Notice, Page, Pending, PersonId, Purpose, Reading, Secret, StoreError, Written,
};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::broadcast;

/// A database that is open. Clones are handles to the same one; when the last is dropped, everything ordered is still
/// written, and the file is closed.
#[derive(Clone)]
pub struct Sqlite {
    open: Arc<OpenDatabase>,
}

/// Dropped in this order: the writer's connection closes last and tidies up, and only then may another process come.
struct OpenDatabase {
    readers: Readers,
    reading: Reading,
    hurt: Hurt,
    record: RecordState,
    writer: Writer,
    path: PathBuf,
    _lock: Lock,
}

impl Sqlite {
    /// Opens a database or makes a new one; an earlier version's becomes one of this version.
    pub fn open(path: &Path, options: &Options) -> Result<Sqlite, OpenError> {
        file::outlive_size_limit()?;
        let path = file::create(path)?;
        let lock = Lock::take(&path)?;
        let db = connection::to_write(&path, options)?;
        let readers = Readers::open(&path, options)?;
        let (heads, hurt, record) = whole::compare(&db, &path)?;
        let writer = Writer::start(db, (heads, hurt.clone()), &path, options)?;
        let reading = if options.manual { Reading::Here } else { Reading::Aside(options.readers) };
        let open = OpenDatabase { readers, reading, hurt, record, writer, path, _lock: lock };
        Ok(Sqlite { open: Arc::new(open) })
    }

    /// Writes what waits, in a database that is [by hand](Options::manual), and tells how many orders that were; at
    /// most 256 at a time.
    pub fn write(&self, fault: InjectedFault) -> Result<usize, StoreError> {
        self.open.writer.write(fault)
    }

    /// The state of the record of heads when the database was opened.
    pub fn record_state(&self) -> RecordState {
        self.open.record
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.open.readers.read(read)
    }

    fn order<T: Send + 'static>(
        &self,
        work: impl Fn(&writer::WriteContext) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<T> {
        self.open.writer.order(work)
    }

    fn note_damage(&self, damage: Option<Damage>) {
        let Some(damage) = damage.filter(|damage| self.open.hurt.note(*damage)) else { return };
        tracing::error!(%damage, "a log is damaged; nothing more can happen at its table");
        // If this cannot be written, the table is only woken in vain.
        drop(self.order(move |db| game::rest(db, damage.game)));
    }
}

impl GameStore for Sqlite {
    fn create_with(&self, secret: Secret, first: Append, more: Vec<Append>) -> Pending<()> {
        self.order(move |context| {
            context.record(game::create(context, &secret, &first, &more)?);
            Ok(())
        })
    }

    fn append(&self, append: Append) -> Pending<()> {
        self.order(move |context| {
            if let Some(damage) = context.damage(append.game) {
                return Err(StoreError::Damaged(damage));
            }
            context.record(game::append(context, &append)?);
            Ok(())
        })
    }

    fn load_piece(&self, game: GameId, after: u64, bytes: usize) -> Result<Vec<Logged>, StoreError> {
        let piece = self.read(|db| log::piece(db, game, after, bytes))?;
        self.note_damage(piece.damage);
        Ok(piece.entries.into_iter().map(Logged::from).collect())
    }

    fn damage(&self, game: GameId) -> Option<Damage> {
        self.open.hurt.of(game)
    }

    fn all_damage(&self) -> Vec<Damage> {
        self.open.hurt.all()
    }

    fn subscribe(&self) -> Option<broadcast::Receiver<(GameId, u64)>> {
        None
    }

    fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError> {
        self.read(|db| list::one(db, game))
    }

    fn mark(&self, game: GameId, version: u64, index: Index) -> Pending<()> {
        self.order(move |context| {
            let version = context.damage(game).is_none().then_some(version);
            game::mark(context, game, version, &index)
        })
    }

    fn erase(&self, game: GameId, person: PersonId, index: Index) -> Pending<()> {
        self.order(move |db| words::erase(db, game, person, &index))
    }

    fn forget(&self, game: GameId, version: u64, since: Millis) -> Pending<bool> {
        self.order(move |context| {
            let was_there = expiry::forget(context, game, version, since)?;
            if was_there {
                context.record(Record::deleted(game));
            }
            Ok(was_there)
        })
    }

    fn take_away(&self, game: GameId) -> Pending<bool> {
        self.order(move |context| {
            let was_known = expiry::delete(context, game)? || context.damage(game).is_some();
            if was_known {
                context.record(Record::deleted(game));
            }
            Ok(was_known)
        })
    }

    fn sweep(&self) -> Pending<bool> {
        self.order(|context| expiry::sweep(context))
    }

    fn public_games(
        &self,
        stage: &str,
        since: Option<Millis>,
        page: Page,
    ) -> Result<Vec<Listed>, StoreError> {
        self.read(|db| list::public(db, stage, since, page))
    }

    fn games_of(&self, person: PersonId, page: Page) -> Result<Vec<Listed>, StoreError> {
        self.read(|db| list::of_person(db, person, page))
    }

    fn due(&self, by: Millis, limit: u32) -> Result<Vec<GameId>, StoreError> {
        self.read(|db| list::due(db, by, limit))
    }

    fn for_the_computer(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        self.read(|db| list::for_the_computer(db, limit))
    }

    fn playing(&self, after: Option<i64>, limit: u32) -> Result<Vec<(i64, GameId)>, StoreError> {
        self.read(|db| list::playing(db, after, limit))
    }

    fn stages(&self) -> Result<Vec<(String, u64)>, StoreError> {
        self.read(list::stages)
    }

    fn aged(&self, after: i64, before: Millis, since: Millis, limit: usize) -> Result<Vec<Aged>, StoreError> {
        self.read(|db| expiry::aged(db, after, before, since, limit))
    }

    fn bytes_of(&self, game: GameId) -> Result<u64, StoreError> {
        self.read(|db| expiry::bytes(db, game))
    }

    fn attend(&self, here: Vec<(PersonId, Option<GameId>)>, now: Millis) -> Pending<()> {
        self.order(move |db| game::attend(db, &here, now))
    }

    fn keep(&self, game: GameId, person: PersonId, most: usize) -> Pending<()> {
        self.order(move |db| keep::put(db, game, person, most))
    }

    fn let_go(&self, game: GameId, person: PersonId) -> Pending<()> {
        self.order(move |db| keep::remove(db, game, person))
    }

    fn kept(
        &self,
        game: GameId,
        person: Option<PersonId>,
        since: Millis,
    ) -> Result<(bool, bool), StoreError> {
        self.read(|db| keep::of(db, game, person, since))
    }

    fn kept_by(&self, person: PersonId) -> Result<Vec<Listed>, StoreError> {
        self.read(|db| list::kept_by(db, person))
    }

    fn add_person(&self, hash: Hash, now: Millis) -> Pending<PersonId> {
        self.order(move |db| person::add(db, &hash, now))
    }

    fn saw(&self, person: PersonId, now: Millis) -> Pending<()> {
        self.order(move |db| person::saw(db, person, now))
    }

    fn person(&self, hash: &Hash) -> Result<Option<(PersonId, Millis)>, StoreError> {
        self.read(|db| person::find(db, hash))
    }

    fn has_person(&self, person: PersonId) -> Result<bool, StoreError> {
        self.read(|db| person::exists(db, person))
    }

    fn secrets_of(&self, person: PersonId) -> Result<usize, StoreError> {
        self.read(|db| Ok(person::secrets(db, person)?.len()))
    }

    fn words_of(&self, person: PersonId) -> Result<Vec<Written>, StoreError> {
        self.read(|db| words::of_person(db, person))
    }

    fn games_with_words_of(&self, person: PersonId) -> Result<Vec<GameId>, StoreError> {
        self.read(|db| words::games_of(db, person))
    }

    fn forget_person(&self, person: PersonId) -> Pending<()> {
        self.order(move |db| person::forget(db, person))
    }

    fn strangers(&self, before: Millis) -> Result<u64, StoreError> {
        self.read(|db| expiry::strangers(db, before))
    }

    fn forget_strangers(&self, before: Millis) -> Pending<usize> {
        self.order(move |db| expiry::forget_strangers(db, before))
    }

    fn add_link(&self, hash: Hash, link: Link) -> Pending<()> {
        self.order(move |db| {
            link::check_room(db, &link, MAX_LINKS)?;
            link::add(db, &hash, &link)
        })
    }

    fn link(&self, hash: &Hash) -> Result<Option<Link>, StoreError> {
        self.read(|db| link::find(db, hash))
    }

    fn links_of(&self, person: PersonId) -> Result<Vec<Link>, StoreError> {
        self.read(|db| link::of_person(db, person))
    }

    fn welcome(&self, hash: Hash, person: PersonId) -> Pending<()> {
        self.order(move |db| link::welcome(db, &hash, person))
    }

    fn is_guest(&self, hash: &Hash, person: PersonId) -> Result<bool, StoreError> {
        self.read(|db| link::is_guest(db, hash, person))
    }

    fn welcomes(&self, game: GameId, person: PersonId) -> Result<Vec<Purpose>, StoreError> {
        self.read(|db| link::welcomes(db, game, person))
    }

    fn take_link(&self, hash: Hash) -> Pending<Option<Link>> {
        self.order(move |db| link::take(db, &hash))
    }

    fn revoke_links(&self, game: GameId, purpose: Option<Purpose>) -> Pending<usize> {
        self.order(move |db| link::revoke(db, game, purpose))
    }

    fn forget_device_links(&self, before: Millis) -> Pending<usize> {
        self.order(move |db| expiry::forget_device_links(db, before))
    }

    fn put_ban(&self, ban: BanRow) -> Pending<()> {
        self.order(move |db| ban::put(db, &ban))
    }

    fn remove_ban(&self, whom: String) -> Pending<()> {
        self.order(move |db| ban::remove(db, &whom))
    }

    fn bans(&self) -> Result<Vec<BanRow>, StoreError> {
        self.read(ban::all)
    }

    fn tell(&self, notice: Option<Notice>) -> Pending<()> {
        self.order(move |db| ban::tell(db, notice.as_ref()))
    }

    fn told(&self) -> Result<Option<Notice>, StoreError> {
        self.read(ban::told)
    }

    fn write_alive(&self, now: Millis) -> Pending<()> {
        self.order(move |db| alive::write(db, now))
    }

    fn resume(&self, now: Millis) -> Pending<()> {
        self.order(move |db| alive::resume(db, now))
    }

    fn last_alive(&self) -> Result<Option<Millis>, StoreError> {
        self.read(alive::last)
    }

    fn outage_since(&self, time: Millis) -> Result<Millis, StoreError> {
        self.read(|db| alive::outage_since(db, time))
    }

    fn reading(&self) -> Reading {
        self.open.reading
    }

    fn writes_waiting(&self) -> (usize, Option<Instant>) {
        self.open.writer.waiting()
    }

    fn used_bytes(&self) -> Result<u64, StoreError> {
        self.read(connection::used_bytes)
    }

    fn fill(&self, now: Millis, filled: bool) -> Pending<()> {
        self.order(move |db| alive::fill(db, now, filled))
    }

    fn purge(&self) -> Result<bool, StoreError> {
        connection::take_in(&self.open.path)
    }
}
