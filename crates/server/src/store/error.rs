//! What can go wrong with the store.

use super::{Damage, GameId};

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
    /// The disk or the operating system failed.
    #[error("the database's file could not be read or written: {0}")]
    Io(String),
    /// The writer is gone.
    #[error("the store has been stopped")]
    Stopped,
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
}
