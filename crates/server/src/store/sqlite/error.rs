//! What can go wrong with a database of SQLite's.

use crate::store::{Damage, ImportError, StoreError};
use rusqlite::ErrorCode;
use rusqlite::ffi::{SQLITE_IOERR_WRITE, code_to_str};
use std::io;
use std::path::{Path, PathBuf};

/// Why a database was not opened, copied, checked or filled.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// It can't be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What it was to be filled with is wrong.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// Another process has the file.
    #[error("{path} is in use by {holder}; stop it, or choose another file")]
    Locked {
        path: String,
        /// Who has it.
        holder: String,
    },
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
    /// A file of an earlier version that is only to be read.
    #[error(
        "the database has schema version {0}, whose logs have no chain; start the server once to bring it up to date"
    )]
    Earlier(i64),
    /// Data with damaged logs that would be copied.
    #[error("{first}{}; --damaged copies it all the same", others(*.more))]
    Hurt {
        /// The first of them.
        first: Damage,
        /// How many more there are.
        more: usize,
    },
    /// A copy of a database that would be written over the database, or the other way round.
    #[error("{0} belongs to the database itself; choose another file")]
    CopyOntoItself(PathBuf),
    /// A copy that would be put in the place of other data.
    #[error("{0} has something in it and was left as it is; --force puts the copy in its place")]
    DataThere(PathBuf),
}

fn others(more: usize) -> String {
    if more == 0 { String::new() } else { format!(", and {more} more are hurt") }
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> OpenError {
        StoreError::from(error).into()
    }
}

impl StoreError {
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
