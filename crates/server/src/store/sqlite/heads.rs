//! The record of heads: a file beside the database that says how far each log has come. A chain cannot show that its end
//! is missing, nor a database that a game is; this file can.
//!
//! A record is written when its transaction is on the disk, so it never says more than the database held. It is synced a
//! second later: after a power cut it may say less, which is no damage. That a game was deleted is on the disk before the
//! game is gone, for the same reason.

use super::{connection, file};
use crate::store::chain::Head;
use crate::store::{GameId, StoreError};
use chance::chain::link;
use rusqlite::{Connection, Transaction};
use std::collections::HashMap;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What a file of this kind begins with; as long as a record.
const MAGIC: [u8; RECORD] = *b"bastide heads 1: a game, its entries, its head, a check of them\n";
/// Bytes of a record: a power of two, so that none lies across two blocks of a disk.
const RECORD: usize = 64;
/// Stands in place of a number of entries where a game was deleted.
const DELETED: u64 = u64::MAX;
/// How long a record may stay unsynced.
const LAG: Duration = Duration::from_secs(1);
/// Bytes more than needed before the file is written anew.
const SLACK: u64 = 4 << 20;

/// How far a log has come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Record {
    pub game: GameId,
    pub version: u64,
    pub head: Head,
}

impl Record {
    /// The game was deleted.
    pub fn deleted(game: GameId) -> Record {
        Record { game, version: DELETED, head: Head([0; 32]) }
    }

    pub fn is_deleted(&self) -> bool {
        self.version == DELETED
    }

    fn write(&self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[..10].copy_from_slice(&self.game.0);
        bytes[16..24].copy_from_slice(&self.version.to_be_bytes());
        bytes[24..56].copy_from_slice(&self.head.0);
        let check = check(&bytes);
        bytes[56..].copy_from_slice(&check);
        bytes
    }

    fn read(bytes: &[u8; RECORD]) -> Option<Record> {
        if check(bytes) != bytes[56..] {
            return None;
        }
        let version = u64::from_be_bytes(bytes[16..24].try_into().ok()?);
        let (game, head) = (bytes[..10].try_into().ok()?, bytes[24..56].try_into().ok()?);
        Some(Record { game: GameId(game), version, head: Head(head) })
    }
}

fn check(record: &[u8; RECORD]) -> [u8; 8] {
    let hash = link(&[0; 32], &[b"record", &record[..56]]);
    std::array::from_fn(|n| hash[n])
}

/// Where the record of a database lies.
pub(super) fn path(database: &Path) -> PathBuf {
    file::beside(database, ".heads")
}

/// What the file says.
#[derive(Default)]
pub(super) struct Recorded {
    /// The last one of each game.
    pub records: HashMap<GameId, Record>,
    /// Records that cannot be read and are not the last ones, which a power cut may have torn.
    pub spoiled: u64,
    /// Where the next record belongs.
    end: u64,
}

/// Reads the record of a database; nothing if there is none.
pub(super) fn read(database: &Path) -> Result<Option<Recorded>, StoreError> {
    let path = path(database);
    let file = match File::open(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|error| StoreError::of_file(&path, &error))?,
    };
    read_from(std::io::BufReader::with_capacity(1 << 16, file))
        .map(Some)
        .map_err(|error| StoreError::of_file(&path, &error))
}

/// A moment at which a database is read, which may go on meanwhile, and what is recorded of it.
pub(super) fn moment<'a>(
    db: &'a Connection,
    database: &Path,
) -> Result<(Transaction<'a>, Option<Recorded>), StoreError> {
    // Read before the database is, so that it is never ahead of it.
    moment_after(read(database)?, db, database)
}

fn moment_after<'a>(
    mut recorded: Option<Recorded>,
    db: &'a Connection,
    database: &Path,
) -> Result<(Transaction<'a>, Option<Recorded>), StoreError> {
    let moment = connection::moment(db)?;
    // That a game is deleted is recorded before it is: those that are gone at this moment are by now.
    if let (Some(before), Some(now)) = (&mut recorded, read(database)?) {
        before.records.retain(|game, _| now.of(*game).is_some());
    }
    Ok((moment, recorded))
}

fn read_from(mut from: impl Read) -> std::io::Result<Recorded> {
    let mut recorded = Recorded { end: RECORD as u64, ..Recorded::default() };
    let (mut bytes, mut unread, mut at) = ([0; RECORD], 0, RECORD as u64);
    // A file that begins with something else is as spoiled as its first record.
    if !fill(&mut from, &mut bytes)? || bytes != MAGIC {
        unread = 1;
    }
    while fill(&mut from, &mut bytes)? {
        at += RECORD as u64;
        match Record::read(&bytes) {
            None => unread += 1,
            Some(record) => {
                recorded.spoiled += std::mem::take(&mut unread);
                recorded.end = at;
                recorded.records.insert(record.game, record);
            }
        }
    }
    if recorded.records.is_empty() {
        recorded.spoiled += unread;
    }
    Ok(recorded)
}

/// Whether there was another whole record.
fn fill(from: &mut impl Read, bytes: &mut [u8; RECORD]) -> std::io::Result<bool> {
    match from.read_exact(bytes) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        other => other.map(|()| true),
    }
}

impl Recorded {
    /// What is recorded of games that were not deleted.
    pub fn kept(&self) -> impl Iterator<Item = &Record> {
        self.records.values().filter(|record| !record.is_deleted())
    }

    /// The record of a game, unless it was deleted.
    pub fn of(&self, game: GameId) -> Option<&Record> {
        self.records.get(&game).filter(|record| !record.is_deleted())
    }
}

/// Writes the record of a database anew.
pub(super) fn write_anew(database: &Path, records: impl Iterator<Item = Record>) -> Result<(), StoreError> {
    let path = path(database);
    let part = file::beside(&path, ".part");
    let failed = |error: std::io::Error| StoreError::of_file(&part, &error);
    let mut out = std::io::BufWriter::new(file::create_anew(&part)?);
    out.write_all(&MAGIC).map_err(failed)?;
    for record in records {
        out.write_all(&record.write()).map_err(failed)?;
    }
    out.flush().map_err(failed)?;
    file::put(&part, &path)
}

/// Takes the record of a database away.
pub(super) fn remove(database: &Path) -> Result<(), StoreError> {
    let path = path(database);
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::of_file(&path, &error)),
        _ => Ok(()),
    }
}

/// The file that records go to.
pub(super) struct Heads {
    database: PathBuf,
    file: File,
    /// Where the next record belongs; whatever follows was never finished.
    end: u64,
    /// At this length it is written anew.
    most: u64,
    /// What could not be written yet.
    waiting: Vec<Record>,
    is_synced: bool,
}

impl Heads {
    /// Opens a record that was read; one that has grown too long is written anew.
    pub fn open(database: &Path, recorded: &Recorded) -> Result<Heads, StoreError> {
        let needed = recorded.records.len() as u64 * RECORD as u64;
        if recorded.end > 2 * needed + SLACK {
            return Heads::anew(database, recorded);
        }
        Heads::at(database, recorded.end, 4 * needed + 2 * SLACK)
    }

    /// Writes a record anew, with one line for each game.
    pub fn anew(database: &Path, recorded: &Recorded) -> Result<Heads, StoreError> {
        write_anew(database, recorded.kept().copied())?;
        let end = RECORD as u64 * (1 + recorded.kept().count() as u64);
        Heads::at(database, end, 4 * end + 2 * SLACK)
    }

    fn at(database: &Path, end: u64, most: u64) -> Result<Heads, StoreError> {
        let path = path(database);
        let file = file::private(&path).map_err(|error| StoreError::of_file(&path, &error))?;
        let (database, waiting) = (database.to_owned(), Vec::new());
        Ok(Heads { database, file, end, most, waiting, is_synced: true })
    }

    /// Notes how far logs have come. What cannot be written now is written with the next ones: the entries themselves
    /// are on the disk already.
    pub fn note(&mut self, records: Vec<Record>) {
        self.waiting.extend(records);
        if let Err(error) = self.write() {
            tracing::warn!(%error, "the record of heads cannot be written at the moment");
        }
        // A disk that stays full costs proof, not memory.
        self.waiting.truncate(SLACK as usize / RECORD);
        if self.end > self.most
            && let Err(error) = self.rewrite()
        {
            tracing::warn!(%error, "the record of heads cannot be shortened");
            self.most = self.end + SLACK;
        }
    }

    fn write(&mut self) -> std::io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let bytes: Vec<u8> = self.waiting.iter().flat_map(Record::write).collect();
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&bytes)?;
        self.end += bytes.len() as u64;
        self.waiting.clear();
        self.is_synced = false;
        Ok(())
    }

    /// Notes that games are about to be deleted, and waits until that is on the disk.
    pub fn note_deleted(&mut self, records: Vec<Record>) -> Result<(), StoreError> {
        self.waiting.extend(records);
        let path = path(&self.database);
        let written = self.write().and_then(|()| self.file.sync_data());
        written.map_err(|error| StoreError::of_file(&path, &error))
    }

    /// A second handle to the file, if there is something to sync.
    pub fn unsynced(&mut self) -> Option<File> {
        if std::mem::replace(&mut self.is_synced, true) { None } else { self.file.try_clone().ok() }
    }

    fn rewrite(&mut self) -> Result<(), StoreError> {
        let recorded = read(&self.database)?.unwrap_or_default();
        *self = Heads::anew(&self.database, &recorded)?;
        Ok(())
    }
}

/// Syncs the record on a thread of its own, so that no commit waits for it. Dropping it waits for the thread.
pub(super) struct Syncer {
    files: Option<SyncSender<File>>,
    thread: Option<JoinHandle<()>>,
    last: Instant,
}

impl Syncer {
    /// Starts the thread.
    pub fn start() -> Result<Syncer, StoreError> {
        let (files, to_sync) = sync_channel::<File>(1);
        let work = move || {
            for file in to_sync {
                if let Err(error) = file.sync_data() {
                    tracing::warn!(%error, "the record of heads cannot be synced");
                }
            }
        };
        let thread = thread::Builder::new().name("heads".into()).spawn(work);
        let thread = thread.map_err(|error| StoreError::Io(error.to_string()))?;
        Ok(Syncer { files: Some(files), thread: Some(thread), last: Instant::now() })
    }

    /// Something may have been written.
    pub fn after(&mut self, heads: &mut Heads) {
        if self.last.elapsed() >= LAG {
            self.sync(heads);
        }
    }

    /// Syncs what is not synced yet.
    pub fn sync(&mut self, heads: &mut Heads) {
        self.last = Instant::now();
        if let (Some(files), Some(file)) = (&self.files, heads.unsynced()) {
            // The thread is behind: then it is tried again.
            heads.is_synced = files.try_send(file).is_ok();
        }
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.files = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked, the record is synced when the system likes.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Sqlite, verify};
    use super::*;
    use crate::store::{Append, GameStore, Index, Secret};

    #[test]
    fn a_game_that_is_deleted_after_its_record_was_read_is_not_missing() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("games.db");
        let store = Sqlite::open(&database, &Options::default()).unwrap();
        let entry = |game| Append {
            game,
            version: 1,
            at: 1,
            entry: "opened".into(),
            words: Vec::new(),
            index: Index { stage: "running".into(), ..Index::default() },
        };
        let [gone, kept] = [1, 2].map(|number| GameId([number; 10]));
        for game in [gone, kept] {
            store.create(Secret([0; 32]), entry(game)).wait().unwrap();
        }
        let before = read(&database).unwrap();
        assert_eq!(store.forget(gone, 1, 0).wait(), Ok(true));
        let db = connection::to_read(&database, &Options::default()).unwrap();
        let (moment, recorded) = moment_after(before, &db, &database).unwrap();
        let verified = verify::all(&moment, recorded.as_ref(), &mut |_, _| {}).unwrap();
        assert_eq!((verified.games, verified.hurt), (1, Vec::new()));
    }
}
