//! What can go wrong with the store.

use super::{Damage, GameId};
use rusqlite::ErrorCode;
use rusqlite::ffi::{SQLITE_IOERR_WRITE, code_to_str};
use std::io;
use std::path::{Path, PathBuf};

/// Why the store did not do what it was asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The queue of the writer is full, or somebody else keeps the database locked.
    #[error("there is more to write than the disk takes at the moment; try again shortly")]
    Busy,
    /// Another entry came first, or an earlier one is missing.
    #[error(
        "version {version} of game {game} does not follow its last version, which is {last}; read the log again"
    )]
    Conflict {
        /// The game.
        game: GameId,
        /// The version that was offered.
        version: u64,
        /// The version the log is at.
        last: u64,
    },
    /// A game that is not there.
    #[error("there is no game {0}")]
    UnknownGame(GameId),
    /// A game that is there already.
    #[error("there is already a game {0}; choose another name for the new one")]
    GameExists(GameId),
    /// A person that is not there.
    #[error("there is no person {0}")]
    UnknownPerson(i64),
    /// A secret that is taken.
    #[error("this secret is in use already; draw another one")]
    SecretExists,
    /// A person who wants to keep more games than they may.
    #[error("you keep {0} games already, which is the most; let go of one first")]
    KeepsTooMany(usize),
    /// A game that has many links already.
    #[error("this table has {0} such links already, which is the most; revoke them first")]
    TooManyLinks(usize),
    /// A text that is too long.
    #[error("a text has {0} bytes, but at most {max} are stored", max = super::MAX_TEXT)]
    TooLong(usize),
    /// No room on the disk.
    #[error("the disk or the database's share of it is full; make room, nothing was stored")]
    Full,
    /// A file or folder that may not be written.
    #[error("the database can't be written: {0}; it needs write permission for the file and its folder")]
    ReadOnly(String),
    /// A damaged file.
    #[error(
        "the database is damaged ({0}); `bastide verify-data` says which tables are hurt, `bastide restore` puts a backup in its place, and `bastide export-all` writes what can still be read"
    )]
    Corrupt(String),
    /// A damaged log.
    #[error("{0}; nothing can be added to it")]
    Damaged(Damage),
    /// Data with damaged logs that would be copied.
    #[error("{first}{}; --damaged copies it all the same", others(*.more))]
    Hurt {
        /// The first of them.
        first: Damage,
        /// How many more there are.
        more: usize,
    },
    /// A file of an earlier version that is only to be read.
    #[error(
        "the database has schema version {0}, whose logs have no chain; start the server once to bring it up to date"
    )]
    Earlier(i64),
    /// A file of another program.
    #[error("{0} is a database of another program; choose another file")]
    Foreign(PathBuf),
    /// A file of a later version.
    #[error(
        "the database has schema version {found}, this program knows versions up to {known}; use a newer program"
    )]
    Newer {
        /// The file's schema version.
        found: i64,
        /// The latest known one.
        known: i64,
    },
    /// Another process has the file.
    #[error("{path} is in use by {holder}; stop it, or choose another file")]
    Locked {
        /// The database.
        path: String,
        /// Who has it.
        holder: String,
    },
    /// A copy of a database that would be written over the database, or the other way round.
    #[error("{0} belongs to the database itself; choose another file")]
    CopyOntoItself(PathBuf),
    /// A copy that would be put in the place of other data.
    #[error("{0} has something in it and was left as it is; --force puts the copy in its place")]
    DataThere(PathBuf),
    /// An import into a store that has something in it.
    #[error("an import needs an empty database, and this one has something in it; choose another file")]
    NotEmpty,
    /// A line of an import that does not belong there.
    #[error("line {line}: {problem}")]
    Import {
        /// Counted from 1.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// The disk or the operating system failed.
    #[error("the database's file could not be read or written: {0}")]
    Io(String),
    /// The writer is gone.
    #[error("the store has been stopped")]
    Stopped,
}

fn others(more: usize) -> String {
    if more == 0 { String::new() } else { format!(", and {more} more are hurt") }
}

impl StoreError {
    /// Whether the store refused before it wrote anything, because of the request itself or for lack of time.
    /// After any other error the caller reads again what is stored before it goes on.
    pub fn is_refusal(&self) -> bool {
        use StoreError::*;
        matches!(
            self,
            Busy | Conflict { .. }
                | UnknownGame(_)
                | GameExists(_)
                | UnknownPerson(_)
                | Damaged(_)
                | SecretExists
                | KeepsTooMany(_)
                | TooManyLinks(_)
                | TooLong(_)
        )
    }

    pub(super) fn of_file(path: &Path, error: &io::Error) -> StoreError {
        use io::ErrorKind::{FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
        let detail = format!("{}: {error}", path.display());
        match error.kind() {
            PermissionDenied | ReadOnlyFilesystem => StoreError::ReadOnly(detail),
            StorageFull | QuotaExceeded | FileTooLarge => StoreError::Full,
            _ => StoreError::Io(detail),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        use rusqlite::Error::*;
        match error {
            SqliteFailure(failure, _) => of_code(failure),
            // Columns that do not hold what this program writes into them.
            FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | Utf8Error(..) => StoreError::Corrupt(error.to_string()),
            other => StoreError::Io(other.to_string()),
        }
    }
}

fn of_code(failure: rusqlite::ffi::Error) -> StoreError {
    let detail = || format!("{} [{}]", code_to_str(failure.extended_code), failure.extended_code);
    match failure.code {
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Busy,
        ErrorCode::DiskFull => StoreError::Full,
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied => StoreError::ReadOnly(detail()),
        _ if failure.extended_code == SQLITE_IOERR_WRITE => {
            let perhaps =
                "perhaps the disk has become read-only, or a quota or the limit of a file's size is reached";
            StoreError::Io(format!("{}; {perhaps}", detail()))
        }
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => StoreError::Corrupt(detail()),
        _ => StoreError::Io(detail()),
    }
}
