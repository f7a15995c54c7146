//! What can be chosen about a database.

use std::time::Duration;

/// How a database is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// So many writes may wait; a further one is answered [`Busy`](crate::store::StoreError::Busy).
    pub queue: usize,
    /// So many reads may go on at the same time; a further one waits for its turn.
    pub readers: usize,
    /// So long to wait if another program has locked the database, a backup for example.
    pub patience: Duration,
    /// The database may have so many pages of 4096 bytes; for trying out a full disk.
    pub max_pages: Option<u32>,
    /// Every commit takes so much longer; for trying out a slow disk.
    pub commit_delay: Duration,
    /// Nothing is written before [`Sqlite::write`](super::Sqlite::write) is called, and no thread is started; for
    /// trying out a whole server step by step.
    pub manual: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            queue: 4096,
            readers: 4,
            patience: Duration::from_secs(5),
            max_pages: None,
            commit_delay: Duration::ZERO,
            manual: false,
        }
    }
}
