//! What is done with a database as a whole: carried elsewhere, copied, verified.

use super::carry::{Filled, Moment};
use super::file::{self, Lock};
use super::heads::{self, Heads};
use super::{OpenError, Options, Progress, RecordState, Sqlite, Verified, Wish};
use super::{backup, connection, game, schema, verify};
use crate::store::damage::Hurt;
use crate::store::{Exported, PartCheck, StoreError, export, import};
use rusqlite::{Connection, TransactionBehavior};
use std::io::{BufRead, Write};
use std::path::Path;

impl Sqlite {
    /// Writes everything that can be read as lines of JSON, as it is at one moment. They hold the secrets of running games:
    /// the caller keeps them from other people's eyes.
    pub fn export_all(&self, to: impl Write) -> Result<Exported, StoreError> {
        self.read(|db| export::export(&Moment::of(db, &self.open.path)?, to))
    }

    /// Does the same with a database that another process may have open; one of an earlier version becomes one of this
    /// version first, and that another process may not have.
    pub fn export_beside(path: &Path, options: &Options, to: impl Write) -> Result<Exported, OpenError> {
        let db = connection::to_read(path, options)?;
        schema::check_ours(&db, path)?;
        if schema::earlier(&db)?.is_none() {
            return Ok(export::export(&Moment::of(&db, path)?, to)?);
        }
        drop(db);
        Ok(Sqlite::open(path, options)?.export_all(to)?)
    }

    /// Compares everything in a database that another process may have open with its chains and with the record of heads.
    pub fn verify(
        path: &Path,
        options: &Options,
        mut progress: impl FnMut(u64, u64),
    ) -> Result<Verified, OpenError> {
        let db = connection::to_read(path, options)?;
        schema::check_ours(&db, path)?;
        if let Some(version) = schema::earlier(&db)? {
            return Err(OpenError::Earlier(version));
        }
        let (moment, recorded) = heads::moment(&db, path)?;
        Ok(verify::all(&moment, recorded.as_ref(), &mut progress)?)
    }

    /// Gives the pages of a database that hold nothing back to the disk. For a while that takes as much of the disk as
    /// what is left, and nobody else may have the database open.
    pub fn compact(path: &Path, options: &Options) -> Result<(), OpenError> {
        file::outlive_size_limit()?;
        let path = file::create(path)?;
        let _lock = Lock::take(&path)?;
        Ok(connection::to_write(&path, options)?.execute_batch("VACUUM")?)
    }

    /// Copies a database to a file, as it is at one moment, and checks the copy. Another process may have the
    /// database open and write to it. A file that is there already is replaced when the copy is whole.
    pub fn backup(
        path: &Path,
        options: &Options,
        to: &Path,
        wish: Wish,
        mut progress: impl FnMut(Progress),
    ) -> Result<(), OpenError> {
        file::outlive_size_limit()?;
        backup::backup(path, to, wish, options, &mut progress)
    }

    /// Puts a copy made by [`backup`](Sqlite::backup) in the place of a database, after checking it. A database with
    /// something in it is replaced only by force, and one that another process has open never.
    pub fn restore(
        path: &Path,
        options: &Options,
        from: &Path,
        wish: Wish,
        mut progress: impl FnMut(Progress),
    ) -> Result<(), OpenError> {
        file::outlive_size_limit()?;
        backup::restore(from, path, wish, options, &mut progress)
    }

    /// Fills a new or empty database with everything from an export, or leaves it as it is if a line is wrong (a new
    /// one not at all), and tells how many lines were read. What the store knows nothing of, `check` looks at.
    pub fn import_all(
        path: &Path,
        options: &Options,
        from: impl BufRead,
        check: PartCheck,
    ) -> Result<u64, OpenError> {
        file::outlive_size_limit()?;
        let was_there = path.exists();
        let path = file::create(path)?;
        let _lock = Lock::take(&path)?;
        // Until the lock was taken another process may have filled it.
        let is_new = !was_there && std::fs::metadata(&path).is_ok_and(|file| file.len() == 0);
        let imported = fill(&path, options, from, check);
        if is_new && imported.is_err() {
            file::remove(&path);
        }
        imported
    }
}

fn fill(path: &Path, options: &Options, from: impl BufRead, check: PartCheck) -> Result<u64, OpenError> {
    let mut db = connection::to_write(path, options)?;
    let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut filled = Filled::new(&transaction);
    let lines = import::import(&mut filled, from, check)?;
    let damaged = filled.damaged();
    transaction.commit()?;
    // The logs of which a part is lost are recorded as they were, so that nothing is added to them here either.
    heads::write_anew(path, verify::records(&db)?.into_iter().chain(damaged))?;
    Ok(lines)
}

/// Compares a database with its record of heads, and opens the record to go on with it.
pub(super) fn compare(db: &Connection, path: &Path) -> Result<(Heads, Hurt, RecordState), OpenError> {
    let recorded = heads::read(path)?;
    let state = RecordState::of(recorded.as_ref());
    let recorded = recorded.unwrap_or_default();
    let start = verify::start(db, &recorded)?;
    let hurt = Hurt::default();
    for damage in start.hurt {
        game::rest(db, damage.game)?;
        hurt.note(damage);
    }
    let mut heads = match state {
        RecordState::Whole => Heads::open(path, &recorded)?,
        RecordState::Missing | RecordState::Spoiled(_) => Heads::anew(path, &recorded)?,
    };
    // Where there is nothing to be recorded, nothing was missing.
    let is_new = state == RecordState::Missing && start.unrecorded.is_empty();
    let state = if is_new { RecordState::Whole } else { state };
    heads.note(start.unrecorded);
    Ok((heads, hurt, state))
}
